// Parses an http or https address that a client gave.
import { Problem } from '../errors.ts'
import { parseUrl } from '../values/url.ts'

/** Longest address, in characters: what common servers accept. */
const maxUrlLength = 8_192

/**
 * Parses an http or https address by the WHATWG URL standard: surrounding white space is removed, host names become ASCII, and every
 * notation of an IPv4 address becomes dotted decimal.
 *
 * @throws Problem source_invalid, and source_refused for a user name or password: what precedes an @ is easily mistaken for the host.
 */
export function parseHttpUrl(text: string): URL {
  if (text.length > maxUrlLength) throw invalidUrl(`source_url is longer than ${maxUrlLength} characters.`)
  const url = parseUrl(text)
  if (!url) throw invalidUrl('source_url is not a valid URL.')
  if (!isHttp(url)) throw invalidUrl('source_url is neither an http or https URL nor a data URI.')
  if (hasCredentials(url))
    throw new Problem('source_refused', { cause: new Error('A user name or password in source_url') })
  if (!hasValidHost(url)) throw invalidUrl('source_url is not a valid URL.')
  return url
}

function invalidUrl(detail: string): Problem {
  return new Problem('source_invalid', { detail: `${detail} Send an http or https URL, or data:image/…;base64,….` })
}

/** Whether an address may be requested: http or https, without user name and password, and with a host that can exist. */
export function isFetchable(url: URL): boolean {
  return isHttp(url) && !hasCredentials(url) && hasValidHost(url)
}

function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:'
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** Labels of a name are not empty (RFC 1035 §2.3.1), except after a final dot. The URL standard accepts `127.0.0.1..` as a name. */
function hasValidHost({ hostname }: URL): boolean {
  return !hostname.split('.').slice(0, -1).includes('')
}

/** The largest file, bytes, of the kind that begins with these bytes; of none, of a kind that is unknown. */
export type MaxBytesOf = (beginning: Uint8Array) => number

/** @param maxBytes the limit, which the client is told. */
export function sourceTooLarge(maxBytes: number): Problem {
  return new Problem('source_too_large', { detail: `The file is too large. Send a file of at most ${maxBytes} bytes.` })
}
