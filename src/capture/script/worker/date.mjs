// The date that scripts see.

/** Replaces Date. @param {() => number} dateNow ms since 1970 */
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
