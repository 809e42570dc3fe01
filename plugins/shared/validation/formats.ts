// The string formats of the registry: what fits, and what to send when it does not.
import { isLink } from '../../../src/sparkpage/content.ts'
import { parseUrl } from '../../../src/url.ts'

interface Format {
  readonly fits: (text: string) => boolean
  readonly advice: string
}

/** An http or https address without credentials (RFC 3986). */
const webAddress: Format = {
  fits: text => {
    const url = parseUrl(text)
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  },
  advice: 'Send an http or https address without user:password, for example https://example.com/.',
}

/** A link that a page may carry: nothing that runs code. */
const link: Format = { fits: isLink, advice: 'Send an http, https, mailto or tel address, or #fragment.' }

const shortest = 0.1
const longest = 600

/** A number of seconds and the unit s. */
const seconds: Format = {
  fits: text =>
    /^\d+(\.\d+)?s$/.test(text) && Number.parseFloat(text) >= shortest && Number.parseFloat(text) <= longest,
  advice: `Send a number of seconds from ${shortest}s to ${longest}s, for example 10s.`,
}

/** Date.parse reads the 30th of February as the 2nd of March. */
const isDay = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** RFC 3339 date-time, or a full-date, which means its first moment in UTC. */
const instant: Format = {
  fits: text =>
    /^\d{4}-\d\d-\d\d(?:[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.test(text) &&
    !Number.isNaN(Date.parse(text)) &&
    isDay(text.slice(0, 10)),
  advice: 'Send an instant such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31.',
}

/** A source: src/fetch reads it, and tells what is wrong with it better than yes or no could. JSON Schema's iri has letters beyond ASCII too. */
const source: Format = { fits: () => true, advice: 'Send an http or https address, or a data URI.' }

export const formats: Readonly<Record<string, Format>> = {
  uri: webAddress,
  'uri-reference': link,
  seconds,
  'date-time': instant,
  iri: source,
}
