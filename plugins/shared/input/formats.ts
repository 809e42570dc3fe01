// The string formats of the schemas: what is valid, and what to send instead.
import { createParser } from 'css-selector-parser'
import { formFieldTypes } from '../../../schemas/page-form.ts'
import { parseRegion } from '../../../src/image/region.ts'
import { isImageSource, isLink } from '../../../src/sparkpage/content.ts'
import { lazy } from '../../../src/values/lazy.ts'
import { dayMs } from '../../../src/values/units.ts'
import { parseUrl } from '../../../src/values/url.ts'

interface FormatCheck {
  readonly isValid: (text: string) => boolean
  readonly advice: string
}

/** An http or https URL without credentials (RFC 3986). */
const httpUrl: FormatCheck = {
  isValid: text => {
    const url = parseUrl(text)
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  },
  advice: 'Send an http or https URL without user:password, for example https://example.com/.',
}

/** A link that a page may contain: no scheme that runs code. */
const link: FormatCheck = { isValid: isLink, advice: 'Send an http, https, mailto or tel URL, or a #fragment.' }

/** A picture of a page. The content of a data URI is checked later, with better error messages. */
const imageSource: FormatCheck = {
  isValid: text =>
    /^\s*data:(?:image\/svg\+xml[^,]{0,1024}|[^,]{0,1024};\s*base64\s*(?:;[^,]{0,1024})?),/i.test(text) ||
    isImageSource(text),
  advice: 'Send an https URL, or a data URI of a picture.',
}

const minSeconds = 0.1
const maxSeconds = 600

/** A number of seconds with the unit s. */
const seconds: FormatCheck = {
  isValid: text =>
    /^\d+(\.\d+)?s$/.test(text) && Number.parseFloat(text) >= minSeconds && Number.parseFloat(text) <= maxSeconds,
  advice: `Send a duration in seconds, from ${minSeconds}s to ${maxSeconds}s, for example "10s".`,
}

const maxDelaySeconds = 60

/** A number of seconds, with or without the unit s. */
const delay: FormatCheck = {
  isValid: text => /^\d+(\.\d+)?s$/.test(text) && Number.parseFloat(text) <= maxDelaySeconds,
  advice: `Send a duration in seconds, from 0s to ${maxDelaySeconds}s, for example "2s".`,
}

const parseSelectors = createParser({ syntax: 'progressive' })

/** A list of CSS selectors (Selectors 4). */
const cssSelector: FormatCheck = {
  isValid: text => {
    try {
      parseSelectors(text)
      return isOneLine(text)
    } catch {
      return false
    }
  },
  advice: 'Send a CSS selector, for example main > article.',
}

/** A key of Playwright, which names keys as KeyboardEvent.key does, on a US keyboard; modifiers come first. */
const key: FormatCheck = {
  isValid: text =>
    /^(?:(?:Alt|Control|ControlOrMeta|Meta|Shift)\+)*(?:[!-~]|Arrow(?:Down|Left|Right|Up)|Backspace|Delete|End|Enter|Escape|F(?:[1-9]|1[0-2])|Home|Insert|Page(?:Down|Up)|Space|Tab)$/.test(
      text,
    ),
  advice: 'Send a key such as a, Enter, Escape or ArrowDown, or a combination such as Control+A.',
}

/** A language tag (BCP 47) of a known language, and of a known region where it names one; not of private use. */
const locale: FormatCheck = {
  isValid: text => {
    try {
      const { language = '', region } = new Intl.Locale(text)
      return languageNames().of(language) !== undefined && (!region || regionNames().of(region) !== undefined)
    } catch {
      return false
    }
  },
  advice: 'Send a BCP 47 language tag, for example de-DE.',
}

const languageNames = lazy(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }))
const regionNames = lazy(() => new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }))

/** A name of the IANA time zone database, in its own case, which Chromium requires. */
const timezone: FormatCheck = {
  isValid: text => {
    try {
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions()
      // Other names are aliases.
      const isLink = timeZone.toLowerCase() !== text.toLowerCase()
      return isLink ? /^[A-Z]/.test(text) && !isAbbreviation(text) : timeZone === text
    } catch {
      return false
    }
  },
  advice: 'Send an IANA time zone name, for example Europe/Berlin or UTC.',
}

/** ICU knows abbreviations that are not in the database, such as PST. */
function isAbbreviation(text: string): boolean {
  return /^[A-Z]{3}$/.test(text) && !/^(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$/.test(text)
}

/** The name of a file on another machine. */
const fileName: FormatCheck = {
  isValid: text => isOneLine(text) && !/^\s*$|[/\\]$/.test(text),
  advice: 'Send the name of a file, for example state.json.',
}

function isOneLine(text: string): boolean {
  return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

/** RFC 3339 date-time, or a full-date, which is a day in UTC. */
const dateOrTime: FormatCheck = {
  isValid: text =>
    /^\d{4}-\d\d-\d\d(?:[Tt](?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d))?$/.test(withPlus(text)) &&
    !Number.isNaN(parseInstant(text)) &&
    isCalendarDay(text.slice(0, 10)),
  advice: 'Send a time such as 2026-01-31T12:00:00Z, or a date such as 2026-01-31.',
}

/** In a query, the `+` of a time zone is a space unless it is written as %2B. */
function withPlus(text: string): string {
  return text.replace(/ (?=\d\d:\d\d$)/, '+')
}

/** @returns the instant of a timestamp, or the first moment of a date, in ms; NaN where there is none. */
function parseInstant(text: string): number {
  return Date.parse(withPlus(text))
}

/** The last instant whose ISO 8601 form has a year of four digits, which the store compares as a text. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * The time span between two timestamps; a date as the end includes its day.
 *
 * @returns `until` is exclusive.
 */
export function parseTimeSpan({ since, until }: { readonly since?: string; readonly until?: string }) {
  const endOf = (text: string): number => parseInstant(text) + (text.length === 'YYYY-MM-DD'.length ? dayMs : 0)
  return {
    since: since === undefined ? undefined : new Date(parseInstant(since)),
    until: until === undefined ? undefined : new Date(Math.min(endOf(until), lastInstant)),
  }
}

/** Date.parse alone reads the 30th of February as the 2nd of March. */
function isCalendarDay(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
}

/** A region of an image as one parameter. */
const fractions: FormatCheck = {
  isValid: text => parseRegion(text) !== undefined,
  advice: 'Send x,y,width,height as fractions from 0 to 1 within the image, for example 0.25,0,0.5,1.',
}

/** A source of a picture: src/fetch validates it, with better error messages. Unlike `uri`, JSON Schema's `iri` allows letters beyond ASCII. */
const source: FormatCheck = { isValid: () => true, advice: 'Send an http or https URL, or a data URI.' }

/** The address to which a form is submitted: it is part of a policy, and a page never sends what people write without encryption. */
const formAction: FormatCheck = {
  isValid: text => {
    const url = parseUrl(text)
    return isLink(text) && url?.protocol === 'https:' && url.username === '' && url.password === ''
  },
  advice:
    'Send the https URL to which the form is submitted, without user:password, for example https://formspree.io/f/abcdwxyz.',
}

const fieldType: FormatCheck = {
  isValid: text => !/^\s*(?:pass|file|upload|attach|hidden|image|submit|reset|button)/i.test(text),
  advice: `Send one of ${formFieldTypes.join(', ')}. Pages have no fields for passwords or files, and no hidden ones.`,
}

const fieldName: FormatCheck = {
  isValid: text =>
    isOneLine(text) && /^.{1,100}$/u.test(text) && text.trim() !== '' && !/^(?:_gotcha|_charset_|isindex)$/i.test(text),
  advice: 'Send one line of at most 100 characters; _gotcha, _charset_ and isindex are reserved.',
}

/** Formats of requests. Those that say more than the standard ones have names of their own. */
export const formatChecks: Readonly<Record<string, FormatCheck>> = {
  'http-url': httpUrl,
  link,
  'image-source': imageSource,
  seconds,
  delay,
  'css-selector': cssSelector,
  key,
  locale,
  timezone,
  'file-name': fileName,
  timestamp: dateOrTime,
  fractions,
  iri: source,
  'form-action': formAction,
  'field-type': fieldType,
  'field-name': fieldName,
}
