// Videos in a film: sought to the time of each frame, and awaited.
import { nextFrame, readClock } from '../worker/browser-time.mjs'
import { controlMotion } from './film-motion.mjs'
import { findVideos, isPlaying } from './moving.mjs'
import { watchVideo } from './video-frames.mjs'

/** @import { VideoState } from '../types.mjs' */

/** Longest waits for the frame of a video, ms: the first time, and after it was late. */
const frameLimitMs = { first: 5000, late: 500 }

/** @typedef {ReturnType<typeof watchVideo> & { limitMs: number }} WatchedVideo */

export function controlVideos() {
  const { pause } = HTMLVideoElement.prototype
  /** @type {Map<HTMLVideoElement, WatchedVideo>} */
  const watched = new Map()

  /** @param {HTMLVideoElement} video @param {number} milliseconds */
  function seek(video, milliseconds) {
    // A ms past the edge, against rounding.
    const seconds = milliseconds / 1000 + 0.001
    const known = watched.get(video) ?? { ...watchVideo(video), limitMs: frameLimitMs.first }
    watched.set(video, known)
    known.seek(video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
    return seconds > video.duration && !video.loop
  }

  const videos = controlMotion({
    find: findVideos,
    isMoving: isPlaying,
    stop: (/** @type {HTMLVideoElement} */ video) => pause.call(video),
    startOf: ({ currentTime }) => currentTime * 1000,
    positionOf: ({ currentTime }) => currentTime,
    rateOf: ({ playbackRate }) => playbackRate,
    set: seek,
  })
  HTMLVideoElement.prototype.pause = function () {
    videos.release(this)
    pause.call(this)
  }
  // For the page, a stopped video plays.
  addEventListener('pause', event => videos.controls(event.target) && event.stopImmediatePropagation(), true)

  const findComing = () => [...watched.values()].filter(video => video.isComing())

  return {
    /** @param {number} time of the page, ms */
    moveTo: time => videos.moveTo(time),

    /** @returns {VideoState} */
    state() {
      if ([...watched.keys()].some(({ seeking }) => seeking)) return 'seeking'
      return findComing().length > 0 ? 'late' : 'shown'
    },

    /** Waits until all videos present their frame. @returns {Promise<VideoState>} */
    async wait() {
      let coming = findComing()
      const deadline = readClock() + Math.max(...coming.map(({ limitMs }) => limitMs))
      for (; coming.length > 0 && readClock() < deadline; coming = findComing()) await nextFrame()
      for (const video of watched.values()) {
        video.limitMs = coming.includes(video) ? frameLimitMs.late : frameLimitMs.first
      }
      return coming.length > 0 ? 'late' : 'shown'
    },
  }
}
