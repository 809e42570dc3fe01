// The date that scripts see: Date; in videos, whose frames each have another one, Intl and Temporal, too.

/** @param {() => number} dateNow ms since 1970 */
export function replaceDate(dateNow) {
  const RealDate = Date
  RealDate.now = dateNow
  self.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length > 0 ? args : [dateNow()], newTarget),
  })
  RealDate.prototype.constructor = self.Date
}

/** @param {() => number} dateNow ms since 1970 */
export function replacePresent(dateNow) {
  replaceFormats(dateNow)
  const temporal = Reflect.get(self, 'Temporal')
  if (temporal) replaceTemporal(temporal, dateNow)
}

/** Formats without a date show the present. @param {() => number} dateNow */
function replaceFormats(dateNow) {
  const { prototype } = Intl.DateTimeFormat
  const { formatToParts } = prototype
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')
  Object.defineProperty(prototype, 'format', {
    ...format,
    get() {
      const formatDate = format?.get?.call(this)
      return (/** @type {Date | number | undefined} */ date) => formatDate(date ?? dateNow())
    },
  })
  prototype.formatToParts = function (date) {
    return formatToParts.call(this, date ?? dateNow())
  }
}

/**
 * TypeScript does not know Temporal yet.
 *
 * @typedef {{ toPlainDateTime: () => unknown, toPlainDate: () => unknown, toPlainTime: () => unknown }} ZonedDateTime
 * @typedef {{ toZonedDateTimeISO: (timeZone: string) => ZonedDateTime }} Instant
 *
 * @param {{ Instant: { fromEpochMilliseconds: (time: number) => Instant }, Now: { timeZoneId: () => string } }} temporal
 * @param {() => number} dateNow
 */
function replaceTemporal(temporal, dateNow) {
  const { Instant, Now } = temporal
  const instant = () => Instant.fromEpochMilliseconds(dateNow())
  const zoned = (timeZone = Now.timeZoneId()) => instant().toZonedDateTimeISO(timeZone)
  Object.assign(Now, {
    instant,
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (/** @type {string | undefined} */ timeZone) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (/** @type {string | undefined} */ timeZone) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (/** @type {string | undefined} */ timeZone) => zoned(timeZone).toPlainTime(),
  })
}
