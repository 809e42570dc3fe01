// The part of source_url that is an address on the web.
import { Problem } from '../errors.ts'
import { parseUrl } from '../url.ts'

/** Longest address that is taken, in characters: what common servers accept. */
const maxLength = 8_192

const isWeb = ({ protocol }: URL) => protocol === 'http:' || protocol === 'https:'

const hasCredentials = ({ username, password }: URL) => username !== '' || password !== ''

/** Labels of a name are not empty (RFC 1035 §2.3.1); a final dot is none. The URL standard lets `127.0.0.1..` pass as a name. */
const hasHost = ({ hostname }: URL) => !hostname.split('.').slice(0, -1).includes('')

/** Whether an address may be asked at all: http or https, no user name or password in it, and a host that can exist. */
export const isFetchable = (url: URL): boolean => isWeb(url) && !hasCredentials(url) && hasHost(url)

const advice = 'Send an http or https address, or data:image/…;base64,….'

const invalid = (detail: string) => new Problem('source_invalid', { detail: `${detail} ${advice}` })

/**
 * Reads an http or https address by the rules of the WHATWG URL standard: white space around it is dropped, host names
 * become ASCII, and every spelling of an IPv4 address becomes dotted decimal.
 * @throws Problem source_invalid, and source_refused when it holds a user name or password: what stands before an @ often passes for the host
 */
export const readWebAddress = (text: string): URL => {
  if (text.length > maxLength) throw invalid(`source_url is longer than ${maxLength} characters.`)
  const url = parseUrl(text)
  if (!url) throw invalid('source_url is not an address.')
  if (!isWeb(url)) throw invalid('source_url is neither on the web nor a data URI.')
  if (hasCredentials(url))
    throw new Problem('source_refused', { cause: new Error('A user name or password in source_url') })
  if (!hasHost(url)) throw invalid('source_url is not an address.')
  return url
}
