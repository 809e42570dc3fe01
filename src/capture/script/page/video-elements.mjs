// The videos of the page: stopped where they are found, sought to the time of each frame, and awaited.

import { nextFrame, readClock, wait } from '../worker/browser-time.mjs'
import { findVideos } from './roots.mjs'

/** Longest waits for the frame of a video, ms: the first time, and after it was late. */
const frameLimitMs = { first: 5000, late: 500 }

/** @typedef {ReturnType<typeof watchVideo> & { limitMs: number }} WatchedVideo */
/** @typedef {Pick<HTMLVideoElement, 'pause' | 'play'>} VideoMethods */
/** @typedef {{ pageTime: number, ownTime: number, position: number }} VideoStart times in ms, the position in seconds */

export function controlVideos() {
  const { pause, play } = HTMLVideoElement.prototype
  /** @type {Map<HTMLVideoElement, WatchedVideo>} */
  const watched = new Map()
  /** Those that play. @type {Map<EventTarget, VideoStart>} */
  const playing = new Map()
  /** Where videos stood before they began to play, seconds. @type {WeakMap<EventTarget, number>} */
  const standing = new WeakMap()
  /** Those that no document has shown yet, which pages draw to canvases. @type {Set<HTMLVideoElement>} */
  const loose = new Set()

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

  const areSeeking = () => [...playing.keys()].some(isSeeking)
  replaceMethods({ playing, standing, loose }, { pause, play })

  return {
    /** @param {number} time of the page, ms */
    moveTo(time) {
      const outside = [...loose].filter(video => !video.isConnected)
      for (const video of [...findVideos(), ...outside]) moveVideo(video, time)
    },

    /** Waits until all are, where time passes meanwhile. */
    async settle() {
      const deadline = readClock() + frameLimitMs.first
      while (areSeeking() && readClock() < deadline) await wait(1)
    },

    /** Whether one does not present its frame, for which it waits. */
    areLate: () => areLate([...watched.values()]),
  }
}

/** Waits until all videos present their frame. @param {WatchedVideo[]} videos @returns whether one does not */
async function areLate(videos) {
  let coming = videos.filter(video => video.isComing())
  const deadline = readClock() + Math.max(...coming.map(({ limitMs }) => limitMs))
  while (coming.length > 0 && readClock() < deadline) {
    await nextFrame()
    coming = coming.filter(video => video.isComing())
  }
  for (const video of videos) video.limitMs = coming.includes(video) ? frameLimitMs.late : frameLimitMs.first
  return coming.length > 0
}

/** A server without ranges (RFC 9110, section 14) sends videos that cannot be sought. @param {HTMLVideoElement} video */
function isSeekable({ duration, seekable }) {
  return duration === Number.POSITIVE_INFINITY || (seekable.length > 0 && seekable.end(0) > 0)
}

// Kept before scripts of the page can replace it.
const fetchFile = fetch.bind(self)

/** Plays the whole file, which can be sought. @param {HTMLVideoElement} video */
async function makeSeekable(video) {
  const file = await (await fetchFile(video.currentSrc)).blob()
  const plays = !video.paused
  video.src = URL.createObjectURL(file)
  if (plays) await video.play()
}

/** The browser's own: the page is told that a stopped video plays. */
const paused = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'paused')

/** @param {HTMLMediaElement} media */
function isPaused(media) {
  return paused?.get?.call(media) === true
}

/** @param {HTMLVideoElement} video */
function isPlaying(video) {
  return !isPaused(video) && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
}

/** @param {EventTarget} video */
function isSeeking(video) {
  return video instanceof HTMLVideoElement && video.seeking
}

/** Events of a video that is stopped and sought, which one that plays does not fire. */
const eventsOfSeeking = ['pause', 'seeking', 'seeked', 'waiting', 'canplay', 'canplaythrough', 'playing']

/** @typedef {{ playing: Map<EventTarget, VideoStart>, standing: WeakMap<EventTarget, number>, loose: Set<HTMLVideoElement> }} VideoRecords */

/** For the page, a stopped video plays. @param {VideoRecords} videos @param {VideoMethods} methods */
function replaceMethods(videos, { pause, play }) {
  const { playing, standing, loose } = videos
  HTMLVideoElement.prototype.pause = function () {
    playing.delete(this)
    pause.call(this)
  }
  HTMLVideoElement.prototype.play = function () {
    if (!this.isConnected) loose.add(this)
    if (this.paused && !playing.has(this)) standing.set(this, this.currentTime)
    return play.call(this)
  }
  Object.defineProperty(HTMLMediaElement.prototype, 'paused', {
    configurable: true,
    enumerable: true,
    get() {
      return isPaused(this) && !playing.has(this)
    },
  })
  const { createElement } = Document.prototype
  Document.prototype.createElement = function (
    /** @type {string} */ name,
    /** @type {ElementCreationOptions} */ options,
  ) {
    const element = createElement.call(this, name, options)
    if (element instanceof HTMLVideoElement) {
      loose.add(element)
      // Outside of a document its events do not reach the window.
      filterEvents(element, videos)
    }
    return element
  }
  filterEvents(self, videos)
}

/** @param {EventTarget} root @param {VideoRecords} videos */
function filterEvents(root, { playing, standing }) {
  root.addEventListener(
    'loadedmetadata',
    ({ target }) => {
      if (!(target instanceof HTMLVideoElement)) return
      standing.set(target, target.currentTime)
      if (!isSeekable(target)) makeSeekable(target).catch(() => {})
    },
    true,
  )
  for (const name of eventsOfSeeking)
    root.addEventListener(
      name,
      event => event.target && playing.has(event.target) && event.stopImmediatePropagation(),
      true,
    )
}

/** Videos outside the window present nothing. @type {WeakSet<Element>} */
const outOfView = new WeakSet()
const viewObserver = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) outOfView.delete(target)
    else outOfView.add(target)
  }
})

/** @param {HTMLVideoElement} video */
export function watchVideo(video) {
  /** Times in seconds of the video. */
  let soughtTo = Number.NaN
  let presented = Number.NaN
  let presentedBefore = Number.NaN
  /** The shortest step between two frames. */
  let frameStep = 1
  let presentations = 0
  let agreements = 0
  let isShown = false
  /** Whether the frame before was shown when the video was sought. */
  let followsShown = false

  /** @type {VideoFrameRequestCallback} */
  const notePresented = (_now, { mediaTime }) => {
    const step = Math.abs(mediaTime - presented)
    if (step > 0.001 && step < frameStep) frameStep = step
    presented = mediaTime
    presentations += 1
    video.requestVideoFrameCallback(notePresented)
  }
  // Registered before the video is sought.
  video.requestVideoFrameCallback(notePresented)
  viewObserver.observe(video)

  return {
    /** @param {number} seconds */
    seek(seconds) {
      if (!(seconds >= 0) || soughtTo === seconds) return
      followsShown = isShown
      isShown = false
      presentedBefore = presented
      presentations = 0
      agreements = 0
      soughtTo = seconds
      video.currentTime = seconds
    },

    /** To be called once a frame: some answers must agree. */
    isComing() {
      const isPainted = video.isConnected && video.videoWidth > 0 && !outOfView.has(video)
      if (!isPainted || !video.checkVisibility({ visibilityProperty: true })) return false
      agreements = !video.seeking && presentations > 0 && isCurrentFrame(video, presented) ? agreements + 1 : 0
      // The frame before may be presented late: this one is told from it where that was seen.
      const isOther = presented !== presentedBefore || soughtTo - presented < frameStep - 0.001
      isShown = agreements >= (followsShown && isOther ? 1 : 4)
      return !isShown
    },
  }
}

/**
 * Whether a video shows the frame of a time; unknown for videos of other sites.
 *
 * @param {HTMLVideoElement} video
 * @param {number} seconds
 */
function isCurrentFrame(video, seconds) {
  try {
    const frame = new VideoFrame(video)
    frame.close()
    return Math.abs(frame.timestamp / 1e6 - seconds) < 0.001
  } catch {
    return true
  }
}
