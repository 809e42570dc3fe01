// The timeline of the document in a film: it tells the page's time, as it does in a browser.

/** @import { Time } from '../worker/time.mjs' */

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
