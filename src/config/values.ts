// Parsers and checks of settings: each parser returns the value of a text, or throws an Error whose message says what is allowed.
import { spawnSync } from 'node:child_process'
import { type ProviderName, providers } from '../../schemas/vision.ts'
import { parseCidrs } from '../fetch/ip-policy.ts'
import { parseUrl } from '../values/url.ts'

/** Digits only, within bounds. */
export function integer(minimum: number, maximum: number) {
  return (text: string): number => {
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value
    throw new Error(`must be an integer from ${minimum} to ${maximum}`)
  }
}

/** 1 or true, 0 or false, in any case. */
export function boolean(text: string): boolean {
  if (/^(?:1|true)$/i.test(text)) return true
  if (/^(?:0|false)$/i.test(text)) return false
  throw new Error('must be 1, true, 0 or false')
}

/** One of a few words, in any case. */
export function oneOf<const T extends string>(...words: readonly T[]) {
  return (text: string): T => {
    const word = words.find(known => known === text.toLowerCase())
    if (word !== undefined) return word
    throw new Error(`must be one of ${words.join(', ')}`)
  }
}

/** undefined for an empty text. */
export function optional<T>(parse: (text: string) => T) {
  return (text: string): T | undefined => (text === '' ? undefined : parse(text))
}

/** @param what what is expected, for the message */
export function nonBlank(what: string) {
  return (text: string): string => {
    if (text.trim() !== '') return text
    throw new Error(`must be ${what}`)
  }
}

const ffmpegTimeoutMs = 10_000

/**
 * Runs `ffmpeg -version`, which takes some 50 ms.
 *
 * @param path the program: a path, or a name to look up in PATH
 * @throws an Error if it cannot be executed or fails
 */
export function assertFfmpegRuns(path: string): void {
  // Only PATH: our settings and secrets stay here.
  const env = { PATH: process.env.PATH }
  const { error, status } = spawnSync(path, ['-version'], { env, stdio: 'ignore', timeout: ffmpegTimeoutMs })
  if (error) throw new Error(`must be the path of an ffmpeg that runs on this machine: ${error.message}`)
  if (status !== 0) throw new Error(`must be the path of an ffmpeg that runs on this machine: ${path} -version fails`)
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export function logLevel(text: string): (typeof logLevels)[number] {
  const level = logLevels.find(known => known === text)
  if (level) return level
  throw new Error(`must be one of ${logLevels.join(', ')}`)
}

/** Longest part of a value in a message, characters. */
const maxQuoted = 200

/** A value as messages show it: without what may be the credentials or the query of a URL. */
export function quoteValue(text: string): string {
  const shown = text.replace(/^.*@/s, '…@').replace(/[?#].*$/s, '?…')
  return JSON.stringify(shown.length > maxQuoted ? `${shown.slice(0, maxQuoted)}…` : shown)
}

/** An http or https URL without query, fragment or credentials. */
export function baseUrl(text: string): string {
  const url = parseUrl(text)
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (isPlain) return url.href
  throw new Error('must be an http or https URL without credentials or a query')
}

/** A PostgreSQL connection URI with host and database, unchanged; '' means SQLite. */
export function databaseUrl(text: string): string {
  const url = parseUrl(text)
  const isComplete = url && /^postgres(?:ql)?:$/.test(url.protocol) && url.host && url.pathname.length > 1
  if (text === '' || isComplete) return text
  throw new Error('must be postgres://user:password@host:port/database')
}

/** A URI of Valkey or Redis, unchanged: host, and where they differ from the defaults port and database; '' means none. */
export function redisUrl(text: string): string {
  const url = parseUrl(text)
  const isComplete = url && /^rediss?:$/.test(url.protocol) && url.host && /^\/?\d*$/.test(url.pathname)
  if (text === '' || isComplete) return text
  throw new Error('must be redis://user:password@host:port/database or rediss://…')
}

/** undefined for an empty text. */
export function providerName(text: string): ProviderName | undefined {
  const name = providers.find(known => known === text)
  if (name !== undefined || text === '') return name
  throw new Error(`must be one of ${providers.join(', ')}`)
}

function splitList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(item => item !== '')
}

/** Names of address ranges that Fastify accepts in addition to addresses and CIDR blocks. */
export const namedRanges: readonly string[] = ['loopback', 'linklocal', 'uniquelocal']

/** Addresses, CIDR blocks and `namedRanges`, separated by commas or white space. */
export function proxies(text: string): readonly string[] {
  const list = splitList(text)
  for (const item of list) if (!namedRanges.includes(item)) parseCidrs(item)
  return list
}

/** Origins as browsers write them (RFC 6454, section 6.2), or `*`. */
export function origins(text: string): readonly string[] {
  const list = splitList(text)
  if (list.every(item => item === '*' || parseUrl(item)?.origin === item)) return list
  throw new Error('must be origins such as https://app.example.com, comma-separated, or *')
}

const hostName = /^(?=.{1,253}$)[a-z\d_](?:[a-z\d_-]|\.(?=[a-z\d_]))*$/i

export function isHostName(text: string): boolean {
  return hostName.test(text)
}

/** Host names without scheme or port, in lower case; international names in their ASCII form. */
export function hostNames(text: string): readonly string[] {
  const list = splitList(text)
  if (list.every(isHostName)) return list.map(item => item.toLowerCase())
  throw new Error('must be host names such as app.example.com, comma-separated, without scheme or port')
}

/** Fewest characters of a secret: one that is shorter can be guessed. */
const minSecretLength = 16

/** White space is not allowed, because no header could carry it. '' means that there is no token. */
export function token(text: string): string {
  if (text === '' || (text.length >= minSecretLength && /^\S+$/.test(text))) return text
  throw new Error(`must be a token of at least ${minSecretLength} characters without white space`)
}

/** The key of Standard Webhooks signatures: whsec_ followed by 24 to 64 bytes in Base64. undefined for an empty text. */
export function webhookSecret(text: string): Buffer | undefined {
  if (text === '') return undefined
  const key = Buffer.from(text.replace(/^whsec_/, ''), 'base64')
  if (/^whsec_[A-Za-z\d+/]+={0,2}$/.test(text) && key.length >= 24 && key.length <= 64) return key
  throw new Error(
    'must be whsec_ followed by 24 to 64 bytes in Base64. To make one, run: echo "whsec_$(openssl rand -base64 32)"',
  )
}

export interface ApiKey {
  /** 1 to 64 of A–Z, a–z, 0–9, `.`, `_` and `-`; part of log lines and statistics. */
  readonly name: string
  /** At least `minSecretLength` characters, without commas or white space. Never logged. */
  readonly secret: string
}

const keyFormat = 'must be a list of name:secret, separated by commas or line breaks'

/** Parses a list of API keys. The error names every mistake, but no secret. */
export function parseKeys(text: string): readonly ApiKey[] {
  const entries = text
    .split(/[,\r\n]+/)
    .map(entry => entry.trim())
    .filter(Boolean)
  if (text !== '' && entries.length === 0) throw new Error(`${keyFormat}, but the list is empty`)
  const keys = entries.map(entry => {
    const name = entry.slice(0, entry.indexOf(':'))
    return { name, secret: entry.slice(name.length + 1) }
  })
  const invalid = entries.map(entryMistake).filter(mistake => mistake !== undefined)
  const mistakes = invalid.length > 0 ? invalid : duplicates(keys)
  if (mistakes.length > 0) throw new Error(`${keyFormat}: ${mistakes.join('; ')}`)
  return keys
}

/** Why an entry is invalid. The text before its colon is repeated only if it is a valid name, because it may be part of a secret. */
function entryMistake(entry: string, index: number): string | undefined {
  const [, name, secret] = /^([\w.-]{1,64}):(.*)$/.exec(entry) ?? []
  if (name === undefined) return `entry ${index + 1} does not begin with a name of 1 to 64 letters, digits, ., _ or -`
  if (!/^\S+$/.test(String(secret))) return `the secret of ${name} is empty or contains white space`
  return String(secret).length < minSecretLength
    ? `the secret of ${name} is shorter than ${minSecretLength} characters`
    : undefined
}

/** Names that occur twice, and keys with the same secret. */
function duplicates(keys: readonly ApiKey[]): readonly string[] {
  return keys.flatMap(({ name, secret }, index) =>
    keys.slice(0, index).flatMap(earlier => {
      if (earlier.name === name) return [`the name ${name} occurs twice`]
      return earlier.secret === secret ? [`${earlier.name} and ${name} have the same secret`] : []
    }),
  )
}

/** Whether a setting of OpenTelemetry says where traces go; OTEL_SDK_DISABLED takes precedence. */
export function isTraced(environment: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED, OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT } = environment
  if (OTEL_SDK_DISABLED?.toLowerCase() === 'true' || OTEL_TRACES_EXPORTER === 'none') return false
  return Boolean(OTEL_TRACES_EXPORTER || OTEL_EXPORTER_OTLP_ENDPOINT || environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
}
