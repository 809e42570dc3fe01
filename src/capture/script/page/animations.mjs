// CSS and SVG animations in a video: the browser's timeline stands still, they are moved, the page gets its time.
import { endTimeOf, findAnimations, findSvgs, isRunning, isSvgRunning } from './roots.mjs'

/** @import { Time } from '../worker/time.mjs' */

/** Against the rounding of sums, ms. */
const tolerance = 1e-6

/** Where each SVG was moved to, seconds: it tells its time as a float. @type {WeakMap<SVGSVGElement, number>} */
const svgTimes = new WeakMap()

/** The inner roots of marquees, whose animations belong to no other root. @type {Set<ShadowRoot>} */
const marqueeRoots = new Set()
let marquees = 0

/** @returns whether there are others than at the last call */
export function hasNewMarquees() {
  const before = marquees
  marquees = document.getElementsByTagName('marquee').length
  return marquees > before
}

/** @param {ShadowRoot} root */
export function addMarquee(root) {
  marqueeRoots.add(root)
}

/**
 * Finds what is running before the timers of a frame: what they start begins with the frame.
 *
 * @returns moves it on
 */
export function holdAnimations() {
  const ofMarquees = [...marqueeRoots].flatMap(root => root.getAnimations())
  const animations = [...findAnimations(), ...ofMarquees].filter(isRunning)
  const svgs = findSvgs().filter(isSvgRunning)
  return (/** @type {number} */ milliseconds) => {
    for (const animation of animations) if (isRunning(animation)) moveAnimation(animation, milliseconds)
    for (const svg of svgs) if (isSvgRunning(svg)) moveSvg(svg, milliseconds)
  }
}

/** @param {Animation} animation @param {number} milliseconds */
function moveAnimation(animation, milliseconds) {
  const { currentTime, playbackRate } = animation
  const time = Number(currentTime) + milliseconds * playbackRate
  const isOver = playbackRate < 0 ? time <= tolerance : time >= endTimeOf(animation) - tolerance
  if (isOver) animation.finish()
  else animation.currentTime = time
}

/** @param {SVGSVGElement} svg @param {number} milliseconds */
function moveSvg(svg, milliseconds) {
  const shown = svg.getCurrentTime()
  const known = svgTimes.get(svg) ?? shown
  const time = (Math.abs(known - shown) < 1e-3 ? known : shown) + milliseconds / 1000
  svgTimes.set(svg, time)
  svg.setCurrentTime(time)
}

/** Replaces document.timeline.currentTime and the start times of animations, which refer to it. @param {Time} time */
export function replaceTimeline({ timeNow }) {
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
  const startTime = Object.getOwnPropertyDescriptor(Animation.prototype, 'startTime')
  /** The difference to the browser's own. */
  const ahead = () => timeNow() - timeline?.get?.call(document.timeline)
  const isOfDocument = (/** @type {Animation} */ { timeline }) => timeline === document.timeline
  Object.defineProperty(DocumentTimeline.prototype, 'currentTime', {
    configurable: true,
    get() {
      return this === document.timeline ? timeNow() : timeline?.get?.call(this)
    },
  })
  Object.defineProperty(Animation.prototype, 'startTime', {
    ...startTime,
    get() {
      const time = startTime?.get?.call(this)
      return time !== null && isOfDocument(this) ? time + ahead() : time
    },
    set(time) {
      startTime?.set?.call(this, time !== null && isOfDocument(this) ? time - ahead() : time)
    },
  })
}
