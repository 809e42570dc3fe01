// CSS and SVG animations in a film of the page-clock engine.
import { controlMotion } from './film-motion.mjs'
import { endTimeOf, findDrawings, isDrawing, isRunning } from './moving.mjs'
import { findAnimations } from './roots.mjs'

/** @import { Time } from '../worker/time.mjs' */

/** @returns moves all animations to a time of the page, ms */
export function controlAnimations() {
  const { pause } = Animation.prototype
  const animations = controlMotion({
    find: findAnimations,
    isMoving: isRunning,
    stop: (/** @type {Animation} */ animation) => pause.call(animation),
    startOf: ({ startTime, currentTime, playbackRate }, isNew, time) => {
      if (startTime === null) return Number(currentTime)
      // The browser's timeline runs on: one that began in this frame begins now.
      return isNew ? 0 : (time - Number(startTime)) * playbackRate
    },
    positionOf: ({ currentTime }) => Number(currentTime),
    rateOf: ({ playbackRate }) => playbackRate,
    set: setAnimation,
  })
  Animation.prototype.pause = function () {
    animations.release(this)
    pause.call(this)
  }

  const { pauseAnimations } = SVGSVGElement.prototype
  const drawings = controlMotion({
    find: findDrawings,
    isMoving: isDrawing,
    stop: (/** @type {SVGSVGElement} */ svg) => pauseAnimations.call(svg),
    startOf: (svg, isNew) => (isNew ? 0 : svg.getCurrentTime() * 1000),
    positionOf: () => Number.NaN,
    rateOf: () => 1,
    set: (svg, time) => {
      svg.setCurrentTime(time / 1000)
      return false
    },
  })
  SVGSVGElement.prototype.pauseAnimations = function () {
    drawings.release(this)
    pauseAnimations.call(this)
  }

  return (/** @type {number} */ time) => {
    animations.moveTo(time)
    drawings.moveTo(time)
  }
}

/** @param {Animation} animation @param {number} time ms */
function setAnimation(animation, time) {
  if (animation.playState !== 'paused') return false
  const isOver = animation.playbackRate < 0 ? time <= 0 : time >= endTimeOf(animation)
  if (isOver) animation.finish()
  else animation.currentTime = time
  return false
}

/** The timeline of the document tells the time of the film. @param {Time} time */
export function replaceTimeline({ isStopped, timeNow }) {
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
  Object.defineProperty(DocumentTimeline.prototype, 'currentTime', {
    get() {
      return isStopped() && this === document.timeline ? timeNow() : timeline?.get?.call(this)
    },
  })
}
