// The clock of the film: Date and performance.now() stand still from the start of a page or worker.

/** Not 0, which scripts take for a time that is not set: a page is one frame old when it is painted first. */
const firstTime = 1000 / 60

/** Times in ms of performance.now(). filmStart: NaN before the first move. */
const clock = { time: firstTime, filmStart: Number.NaN, dateAtStart: 0 }

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
  clock.dateAtStart = dateAtStart
  const RealDate = Date
  const filmStart = () => (Number.isNaN(clock.filmStart) ? firstTime : clock.filmStart)
  const dateNow = () => Math.floor(clock.dateAtStart + clock.time - filmStart())
  RealDate.now = dateNow
  self.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [dateNow()], made),
  })
  Date.prototype.constructor = self.Date
  Performance.prototype.now = timeNow
}
