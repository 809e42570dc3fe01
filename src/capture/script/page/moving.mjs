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
