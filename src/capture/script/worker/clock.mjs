// The clock of the film: from its first move on, Date and performance.now() stand still in between.
import { readClock } from './browser-time.mjs'

/** @import { Moment } from '../types.mjs' */

/** Times in ms of performance.now(). */
const clock = { isStopped: false, time: 0, filmStart: 0, dateAtStart: 0 }

export function isStopped() {
  return clock.isStopped
}

export function timeNow() {
  return clock.isStopped ? clock.time : readClock()
}

/** @param {number} time */
export function setTime(time) {
  clock.time = time
}

/** Stops the clock at the first call. @param {Moment} moment @returns the time of the moment */
export function stopClock({ elapsed, date }) {
  if (!clock.isStopped) {
    clock.time = readClock()
    clock.filmStart = clock.time - elapsed
    clock.dateAtStart = date
    clock.isStopped = true
  }
  return clock.filmStart + elapsed
}

/** Replaces Date and performance.now(). */
export function replaceClocks() {
  const RealDate = Date
  const realNow = Date.now
  const dateNow = () => (clock.isStopped ? Math.floor(clock.dateAtStart + clock.time - clock.filmStart) : realNow())
  RealDate.now = dateNow
  self.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [dateNow()], made),
  })
  Date.prototype.constructor = self.Date
  Performance.prototype.now = timeNow
}
