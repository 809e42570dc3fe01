// What the text of a setting may be: each gives the value, or throws an Error that says what is allowed.
import { type ProviderName, providers } from '../schemas/vision.ts'
import { parseCidrs } from './fetch/ip-policy.ts'
import { parseUrl } from './url.ts'

/** Digits only, within bounds. */
export const whole =
  (minimum: number, maximum: number) =>
  (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    throw new Error(`takes a whole number from ${minimum} to ${maximum}`)
  }

/** The same, or nothing: undefined. */
export const optional =
  <T>(parse: (text: string) => T) =>
  (text: string): T | undefined =>
    text === '' ? undefined : parse(text)

/** Anything but blanks. */
export const filled =
  (what: string) =>
  (text: string): string => {
    if (text.trim() !== '') return text
    throw new Error(`takes ${what}`)
  }

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** One of `logLevels`. */
export const logLevel = (text: string): (typeof logLevels)[number] => {
  const level = logLevels.find(known => known === text)
  if (level) return level
  throw new Error(`takes one of ${logLevels.join(', ')}`)
}

/** A base address, without query, fragment and credentials. */
export const webAddress = (text: string): string => {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (isPlain) return url.href
  throw new Error('takes an http or https address')
}

/** A connection URI of PostgreSQL with host and database, unchanged; '' stands for SQLite. */
export const databaseUrl = (text: string): string => {
  const url = parseUrl(text)
  if (text === '' || (url && /^postgres(?:ql)?:$/.test(url.protocol) && url.host && url.pathname.length > 1))
    return text
  throw new Error('takes postgres://user:password@host:port/database')
}

/** The word of a provider; undefined for ''. */
export const provider = (text: string): ProviderName | undefined => {
  const name = providers.find(known => known === text)
  if (name !== undefined || text === '') return name
  throw new Error(`takes one of ${providers.join(', ')}`)
}

const words = (text: string): readonly string[] => text.split(/[\s,]+/).filter(word => word !== '')

/** Names of ranges that Fastify knows beside addresses and CIDR blocks. */
export const proxyRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Addresses, blocks (CIDR) and the names in `proxyRanges`, parted by commas or white space. */
export const proxies = (text: string): readonly string[] => {
  const list = words(text)
  for (const word of list) if (!proxyRanges.includes(word)) parseCidrs(word)
  return list
}

/** Origins as browsers write them (RFC 6454, section 6.2), or `*`. */
export const origins = (text: string): readonly string[] => {
  const list = words(text)
  const isOrigin = (word: string): boolean => word === '*' || parseUrl(word)?.origin === word
  if (list.every(isOrigin)) return list
  throw new Error('takes origins such as https://app.example.com, comma-separated, or *')
}

const hostName = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]|\.(?=[a-z\d_]))*$/i

/** Host names or IPv4 addresses without scheme and port, in lower case; international names in their ASCII form. */
export const hostNames = (text: string): readonly string[] => {
  const list = words(text)
  if (list.every(word => hostName.test(word))) return list.map(word => word.toLowerCase())
  throw new Error('takes host names such as app.example.com, comma-separated, without scheme and port')
}

/** White space would make a token that no header can carry. */
export const token = (text: string): string => {
  if (/^\S*$/.test(text)) return text
  throw new Error('takes a token without white space')
}
