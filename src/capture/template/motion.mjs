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
 * @param {Stage} stage
 */
function leadVideos(stage) {
  /** @type {Map<HTMLVideoElement, Sought>} */
  const sought = new Map()
  /** @type {(video: HTMLVideoElement, seconds: number) => Promise<unknown>} */
  const seek = async (video, seconds) => {
    const last = sought.get(video)
    if (last?.seconds === seconds) return
    // A video that is not on the screen never answers: after four times it is not waited for as long.
    const misses = last && !last.shown && !last.painted ? last.misses + 1 : 0
    const tries = misses < 4 ? 12 : 4
    const target = { seconds, tries: stage.pinned ? 0 : tries, misses, painted: false, shown: !video.videoWidth }
    sought.set(video, target)
    const seeked = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
    // Asked before: it may come at once.
    const shown = new Promise(resolve => video.requestVideoFrameCallback(resolve)).then(() => {
      target.shown = true
    })
    stage.paint(() => {
      target.painted = true
    })
    video.currentTime = seconds
    if (!video.seeking) target.shown = true
    const news = target.shown || last?.painted === false || shown
    const limit = stage.wait(last?.shown === false ? 500 : 5000)
    if (video.seeking) await Promise.race([Promise.all([seeked, news]), limit])
    if (!last) await stage.wait(300)
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
      const seeked = seek(video, video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
      return stage.pinned && seeked
    },
    end: video => {
      video.pause()
      return seek(video, 0)
    },
  })
  stage.cues.move.push(() => {
    if ([...sought.keys()].some(({ seeking }) => seeking)) return 'seeking'
    const coming = [...sought.values()].filter(({ shown, painted, tries }) => !shown && (painted || tries > 0))
    for (const target of coming) target.tries -= 1
    return coming[0] && 'coming'
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

export { leadAnimations, leadDrawings, leadEarly, leadVideos, moveTo, takeLead, warnLate }
