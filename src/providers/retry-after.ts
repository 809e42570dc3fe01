// The Retry-After header (RFC 9110, section 10.2.3): seconds, or a date.

/** A day: who asks for more gets this much. */
const longest = 86_400

/** @returns whole seconds from now, 0 to a day; undefined when the header says nothing. */
export const retryAfter = (header: unknown, now: Date): number | undefined => {
  if (typeof header !== 'string') return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now.getTime()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.min(longest, Math.max(0, seconds))
}
