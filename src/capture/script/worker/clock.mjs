// The clock of the film: Date and performance.now() stand still from the start of a page or worker.
import { replaceDate } from './date.mjs'

/** Not 0, which scripts take for a time that is not set: a page is one frame old when it is painted first. */
const firstTime = 1000 / 60

/** Times in ms of performance.now(). filmStart: NaN before the first move. */
const clock = { time: firstTime, filmStart: Number.NaN }

export function timeNow() {
  return clock.time
}

/** @param {number} time */
export function setTime(time) {
  clock.time = time
}

/**
 * Ties the clock to the film with the first call.
 *
 * @param {number} elapsed ms since the film's page began
 * @returns the time of that moment
 */
export function timeAt(elapsed) {
  if (Number.isNaN(clock.filmStart)) clock.filmStart = clock.time - elapsed
  return clock.filmStart + elapsed
}

/** Replaces Date and performance.now(). @param {number} dateAtStart of the film's page, ms since 1970 */
export function replaceClocks(dateAtStart) {
  const filmStart = () => (Number.isNaN(clock.filmStart) ? firstTime : clock.filmStart)
  replaceDate(() => Math.floor(dateAtStart + clock.time - filmStart()))
  Performance.prototype.now = timeNow
}
