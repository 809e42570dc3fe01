// What moves without a script: CSS animations and transitions, animated SVG, videos.
import { findAll } from './roots.mjs'

/** @param {Animation} animation */
export function isRunning({ playState, timeline }) {
  return playState === 'running' && timeline === document.timeline
}

/** @param {Animation} animation @returns {number} ms */
export function endTimeOf({ effect }) {
  return Number(effect?.getComputedTiming().endTime)
}

export function findSvgs() {
  return findAll('svg').filter(element => element instanceof SVGSVGElement)
}

/** @param {SVGSVGElement} svg */
export function isSvgRunning(svg) {
  return !svg.ownerSVGElement && !svg.animationsPaused()
}

export function findVideos() {
  return findAll('video').filter(element => element instanceof HTMLVideoElement)
}

/** The browser's own: in a film the page is told that a stopped video plays. */
const paused = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'paused')

/** @param {HTMLMediaElement} media */
export function isPaused(media) {
  return paused?.get?.call(media) === true
}

/** @param {HTMLVideoElement} video */
export function isPlaying(video) {
  return !isPaused(video) && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
}

/**
 * Whether a video shows the frame of a time; unknown for videos of other sites.
 *
 * @param {HTMLVideoElement} video
 * @param {number} seconds
 */
export function isCurrentFrame(video, seconds) {
  try {
    const frame = new VideoFrame(video)
    frame.close()
    return Math.abs(frame.timestamp / 1e6 - seconds) < 0.001
  } catch {
    return true
  }
}
