// ---- What moves without a script: we take the lead of it and set its time with every picture ----

/** @import { Kind, Stage } from './types.d.ts' */

/**
 * How any kind of motion is led: stopped where it was found moving, and set on from there with the clock.
 * @param {Stage} stage
 */
export function takeLead(stage) {
  /** @type {Map<unknown, { at: number, from: number }>} */
  const leads = new Map()
  /** @type {(kind: Kind<any>) => void} */
  stage.lead = ({ prototype, method, find, isMoving, timeOf, set }) => {
    const stop = prototype[method]
    // What the page stops itself is not ours until it moves again.
    prototype[method] = function () {
      leads.delete(this)
      stop.call(this)
    }
    /** @param {boolean} fresh */
    const follow = async fresh => {
      for (const thing of find()) {
        const moving = isMoving(thing)
        if (moving && !leads.has(thing)) leads.set(thing, { at: stage.time, from: timeOf(thing, fresh) })
        if (moving) stop.call(thing)
        const lead = leads.get(thing)
        if (lead) await set(thing, lead.from + (stage.time - lead.at) * (thing.playbackRate ?? 1))
      }
    }
    stage.cues.pin.push(() => follow(false))
    stage.cues.move.push(() => follow(true))
  }
  // The page does not hear of a stop that was ours, or its player would show it.
  const hush = (/** @type {Event} */ event) => leads.has(event.target) && event.stopImmediatePropagation()
  window.addEventListener('pause', hush, true)
}

/**
 * CSS animations, transitions and the Web Animations API, in every shadow root.
 * @param {Stage} stage
 */
export function leadAnimations(stage) {
  stage.lead({
    prototype: Animation.prototype,
    method: 'pause',
    find: () => [...stage.roots].flatMap(root => root.getAnimations()),
    isMoving: ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
    timeOf: ({ startTime, currentTime, playbackRate }, fresh) => {
      if (startTime === null) return Number(currentTime)
      // The browser's timeline runs on while our clock stands: what began since the last picture begins now.
      return fresh ? 0 : (stage.time - Number(startTime)) * playbackRate
    },
    set: (animation, time) => {
      if (animation.playState !== 'paused') return
      const end = Number(animation.effect?.getComputedTiming().endTime)
      if (animation.playbackRate < 0 ? time <= 0 : time >= end) animation.finish()
      else animation.currentTime = time
    },
  })
}

/**
 * Animations inside SVG drawings (SMIL).
 * @param {Stage} stage
 */
export function leadDrawings(stage) {
  stage.lead({
    prototype: SVGSVGElement.prototype,
    method: 'pauseAnimations',
    find: () => stage.all('svg'),
    isMoving: svg => !svg.ownerSVGElement && !svg.animationsPaused(),
    timeOf: (svg, fresh) => (fresh ? 0 : svg.getCurrentTime() * 1000),
    set: (svg, time) => svg.setCurrentTime(time / 1000),
  })
}

/**
 * Videos.
 * @param {Stage} stage
 */
export function leadVideos(stage) {
  stage.lead({
    prototype: HTMLVideoElement.prototype,
    method: 'pause',
    find: () => stage.all('video'),
    isMoving: ({ paused, readyState }) => !paused && readyState > 1,
    timeOf: video => video.currentTime * 1000,
    set: (video, time) => {
      // A millisecond past the edge of a picture, or rounding shows the one before.
      const seconds = time / 1000 + 0.001
      return stage.seek(video, video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
    },
  })
}
