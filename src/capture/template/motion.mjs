// A section of the capture script: what moves without a script.
import { setTimeout as delay } from 'node:timers/promises'
import { warn } from './progress.mjs'
import { giveCue } from './stage.mjs'

/** @import { Kind, Page, Sought, Stage } from './types.d.ts' */

// --- What moves without a script

/**
 * @param {Stage} stage
 */
function takeLead(stage) {
  /** @type {Map<unknown, { at: number, from: number }>} */
  const leads = new Map()
  /** @type {(kind: Kind<any>) => void} */
  stage.lead = ({ prototype, method, find, isMoving, timeOf, set }) => {
    const stop = prototype[method]
    prototype[method] = function () {
      leads.delete(this)
      stop.call(this)
    }
    let fresh = false
    stage.cues.move.push(async () => {
      for (const thing of find()) {
        const moving = isMoving(thing)
        if (moving && !leads.has(thing)) leads.set(thing, { at: stage.time, from: timeOf(thing, fresh) })
        if (moving) stop.call(thing)
        const lead = leads.get(thing)
        if (lead) await set(thing, lead.from + (stage.time - lead.at) * (thing.playbackRate ?? 1))
      }
      fresh = true
    })
  }
  stage.cues.move.push(elapsed => {
    if (!stage.pinned) stage.time = elapsed
  })
  window.addEventListener('pause', event => leads.has(event.target) && event.stopImmediatePropagation(), true)
}

/**
 * @param {Stage} stage
 */
function leadAnimations(stage) {
  /** @param {Animation} animation */
  const endOf = ({ effect }) => Number(effect?.getComputedTiming().endTime)
  stage.lead?.({
    prototype: Animation.prototype,
    method: 'pause',
    find: () => [...stage.roots].flatMap(root => root.getAnimations()),
    isMoving: ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
    timeOf: ({ startTime, currentTime, playbackRate }, fresh) => {
      if (startTime === null) return Number(currentTime)
      // The browser's timeline runs on: what is fresh begins now.
      return fresh ? 0 : (stage.time - Number(startTime)) * playbackRate
    },
    set: (animation, time) => {
      if (animation.playState !== 'paused') return
      if (animation.playbackRate < 0 ? time <= 0 : time >= endOf(animation)) animation.finish()
      else animation.currentTime = time
    },
    end: animation => (endOf(animation) === Number.POSITIVE_INFINITY ? animation.cancel() : animation.finish()),
  })
}

/**
 * @param {Stage} stage
 */
function leadDrawings(stage) {
  /** @param {any} element */
  const endOf = element => {
    try {
      return element.getStartTime() + element.getSimpleDuration() * (element.getAttribute('repeatCount') ?? 1)
    } catch {
      return 0 // has not begun
    }
  }
  stage.lead?.({
    prototype: SVGSVGElement.prototype,
    method: 'pauseAnimations',
    find: () => stage.all('svg'),
    isMoving: svg => !svg.ownerSVGElement && !svg.animationsPaused(),
    timeOf: (svg, fresh) => (fresh ? 0 : svg.getCurrentTime() * 1000),
    set: (svg, time) => svg.setCurrentTime(time / 1000),
    end: svg => {
      svg.pauseAnimations()
      svg.setCurrentTime(Math.max(0, ...[...svg.querySelectorAll('*')].map(endOf).filter(Number.isFinite)))
    },
  })
}

/**
 * Seeks videos, and tells from the frames that they present whether their pictures have come.
 * @param {Stage} stage
 */
function watchVideos(stage) {
  /** @type {Map<HTMLVideoElement, Sought>} */
  const videos = new Map()
  /** Videos that present nothing, since they are not on the screen. @type {WeakSet<Element>} */
  const offScreen = new WeakSet()
  const screen = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) offScreen[isIntersecting ? 'delete' : 'add'](target)
  })

  /** @param {HTMLVideoElement} video */
  function watch(video) {
    const none = Number.NaN
    /** @type {Sought} */
    const sought = { video, seconds: none, before: none, presented: none, gap: 1, news: 0, agreed: 0, limit: 5000 }
    /** @type {VideoFrameRequestCallback} */
    const note = (_, { mediaTime }) => {
      const gap = Math.abs(mediaTime - sought.presented)
      if (gap > 0.001 && gap < sought.gap) sought.gap = gap
      sought.presented = mediaTime
      sought.news += 1
      video.requestVideoFrameCallback(note)
    }
    video.requestVideoFrameCallback(note)
    screen.observe(video)
    videos.set(video, sought)
    return sought
  }

  stage.seek = (video, seconds) => {
    const sought = videos.get(video) ?? watch(video)
    if (sought.seconds === seconds) return
    Object.assign(sought, { seconds, before: sought.presented, news: 0, agreed: 0 })
    video.currentTime = seconds
  }

  /** The media time of the frame that the player has, seconds; undefined for videos of other sites. */
  function timeOfFrame(/** @type {HTMLVideoElement} */ video) {
    try {
      const frame = new VideoFrame(video)
      frame.close()
      return frame.timestamp / 1e6
    } catch {}
  }

  /** @param {Sought} sought */
  function isComing(sought) {
    const { video, seconds, before, presented, gap, news } = sought
    const isPainted = video.isConnected && video.videoWidth > 0 && !offScreen.has(video)
    if (!isPainted || !video.checkVisibility({ visibilityProperty: true })) return false
    const agrees = !video.seeking && news > 0 && Math.abs((timeOfFrame(video) ?? presented) - presented) < 0.001
    sought.agreed = agrees ? sought.agreed + 1 : 0
    if (agrees) sought.limit = 5000
    // The same frame as before: it lasts, or the presentation of the last one came late.
    const isSure = presented !== before || seconds - presented < gap - 0.001
    return sought.agreed < (isSure ? 1 : 4)
  }

  stage.coming = () => [...videos.values()].filter(isComing)
}

/** @param {Stage} stage */
function leadVideos(stage) {
  const coming = () => stage.coming?.() ?? []

  /** Waits for all pictures, as long as videos have shown to be worth it. */
  async function arrive() {
    let left = coming()
    if (!left[0]) return
    let over = false
    stage.wait(Math.max(...left.map(({ limit }) => limit))).then(() => {
      over = true
    })
    for (; left[0] && !over; left = coming()) await stage.frame()
    for (const sought of left) sought.limit = 500
    return left[0] && 'coming'
  }

  stage.lead?.({
    prototype: HTMLVideoElement.prototype,
    method: 'pause',
    find: () => stage.all('video'),
    isMoving: ({ paused, readyState }) => !paused && readyState > 1,
    timeOf: video => video.currentTime * 1000,
    set: (video, time) => {
      // Past the edge by a millisecond, against rounding.
      const seconds = time / 1000 + 0.001
      stage.seek?.(video, video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
    },
    end: video => {
      video.pause()
      stage.seek?.(video, 0)
      return arrive()
    },
  })
  stage.cues.move.push(() => {
    if (stage.pinned) return arrive()
    const left = coming()
    return left[0] && (left.some(({ video }) => video.seeking) ? 'seeking' : 'coming')
  })
}

/**
 * @param {Page} page
 * @param {number} time
 */
const moveTo = async (page, time) => `${await giveCue(page, 'move', time)}`

/** @param {string} answer of moveTo */
function warnLate(answer) {
  if (/seeking|coming/.test(answer)) warn('A video is late')
  if (answer.includes('running')) warn('A worker is late')
  if (answer.includes('real time')) warn('A worker runs in real time')
}

/**
 * @param {Page} page
 */
async function leadEarly(page) {
  for (const time of [-60, -40, -20]) {
    for (let i = 0; i < 14; i += 1) {
      const answer = await moveTo(page, time)
      if (answer.includes('real time')) warnLate(answer)
      if (!answer.includes('ing')) break
      await delay(i * 50)
    }
  }
  await delay(300)
}

export { leadAnimations, leadDrawings, leadEarly, leadVideos, moveTo, takeLead, warnLate, watchVideos }
