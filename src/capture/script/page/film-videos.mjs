// Videos in a film: stopped where they are found, sought to the time of each frame, and awaited.
import { nextFrame, readClock } from '../worker/browser-time.mjs'
import { findVideos, isPlaying } from './moving.mjs'
import { watchVideo } from './video-frames.mjs'

/** @import { VideoState } from '../types.mjs' */

/** Longest waits for the frame of a video, ms: the first time, and after it was late. */
const frameLimitMs = { first: 5000, late: 500 }

/** @typedef {ReturnType<typeof watchVideo> & { limitMs: number }} WatchedVideo */
/** @typedef {Pick<HTMLVideoElement, 'pause' | 'play'>} VideoMethods */
/** @typedef {{ pageTime: number, ownTime: number, position: number }} VideoStart times in ms, the position in seconds */

export function controlVideos() {
  const { pause, play } = HTMLVideoElement.prototype
  /** @type {Map<HTMLVideoElement, WatchedVideo>} */
  const watched = new Map()
  /** Those that play in the film. @type {Map<EventTarget, VideoStart>} */
  const playing = new Map()
  /** Where videos stood before they began to play, seconds. @type {WeakMap<EventTarget, number>} */
  const standing = new WeakMap()

  /** @param {HTMLVideoElement} video @param {number} time of the page, ms */
  function moveVideo(video, time) {
    const known = playing.get(video)
    const plays = isPlaying(video)
    // A script has sought it; forward it may only have played.
    const gap = video.currentTime - (known?.position ?? Number.NaN)
    const isSought = gap < -0.05 || (gap > 0.05 && !plays)
    const found = plays && !known ? (standing.get(video) ?? video.currentTime) : undefined
    const position = isSought ? video.currentTime : found
    const start = position === undefined ? known : { pageTime: time, ownTime: position * 1000 }
    if (plays) pause.call(video)
    if (start === undefined) return
    const isOver = seek(video, start.ownTime + (time - start.pageTime) * video.playbackRate)
    if (isOver) playing.delete(video)
    else playing.set(video, { ...start, position: video.currentTime })
    // A video that is stopped does not fire it.
    if (isOver) video.dispatchEvent(new Event('ended'))
  }

  /** @param {HTMLVideoElement} video @param {number} milliseconds @returns whether it ends there */
  function seek(video, milliseconds) {
    // A ms past the edge, against rounding.
    const seconds = milliseconds / 1000 + 0.001
    const known = watched.get(video) ?? { ...watchVideo(video), limitMs: frameLimitMs.first }
    watched.set(video, known)
    known.seek(video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
    return seconds > video.duration && !video.loop
  }

  replaceMethods({ playing, standing, pause, play })

  return {
    /** @param {number} time of the page, ms */
    moveTo(time) {
      for (const video of findVideos()) moveVideo(video, time)
    },

    /** @returns {VideoState} */
    state() {
      if ([...watched.keys()].some(({ seeking }) => seeking)) return 'seeking'
      return [...watched.values()].some(video => video.isComing()) ? 'late' : 'shown'
    },

    wait: () => waitForFrames([...watched.values()]),
  }
}

/** Waits until all videos present their frame. @param {WatchedVideo[]} videos @returns {Promise<VideoState>} */
async function waitForFrames(videos) {
  let coming = videos.filter(video => video.isComing())
  const deadline = readClock() + Math.max(...coming.map(({ limitMs }) => limitMs))
  while (coming.length > 0 && readClock() < deadline) {
    await nextFrame()
    coming = coming.filter(video => video.isComing())
  }
  for (const video of videos) video.limitMs = coming.includes(video) ? frameLimitMs.late : frameLimitMs.first
  return coming.length > 0 ? 'late' : 'shown'
}

/**
 * For the page, a stopped video plays.
 *
 * @param {{ playing: Map<EventTarget, VideoStart>, standing: WeakMap<EventTarget, number> } & VideoMethods} videos
 */
function replaceMethods({ playing, standing, pause, play }) {
  HTMLVideoElement.prototype.pause = function () {
    playing.delete(this)
    pause.call(this)
  }
  HTMLVideoElement.prototype.play = function () {
    if (this.paused && !playing.has(this)) standing.set(this, this.currentTime)
    return play.call(this)
  }
  addEventListener(
    'loadedmetadata',
    ({ target }) => {
      if (target instanceof HTMLVideoElement) standing.set(target, target.currentTime)
    },
    true,
  )
  addEventListener(
    'pause',
    event => event.target && playing.has(event.target) && event.stopImmediatePropagation(),
    true,
  )
}
