// The configuration: a table of environment variables, from which --help (help.ts) and the table of docs/operation.md are generated too.
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { type ProviderName, providers } from '../../schemas/vision.ts'
import { parseCidrs } from '../fetch/ip-policy.ts'
import type { Provider, ProviderConfig } from '../providers/provider.ts'
import { mapProviders } from '../providers/providers.ts'
import { mebibyte } from '../values/units.ts'
import {
  assertFfmpegRuns,
  baseUrl,
  boolean,
  databaseUrl,
  hostNames,
  integer,
  logLevel,
  logLevels,
  namedRanges,
  nonBlank,
  oneOf,
  optional,
  origins,
  parseKeys,
  providerName,
  proxies,
  quoteValue,
  redisUrl,
  token,
  webhookSecret,
} from './values.ts'

/** A parser returns the value of a text, or throws an Error whose message says what is allowed. */
type Parse<T> = (text: string) => T

interface Setting<T> {
  /** Text of the default. */
  readonly fallback: string
  /** For --help and docs/operation.md. */
  readonly meaning: string
  readonly parse: Parse<T>
  readonly isSecret: boolean
  /** Checks a text that is set. */
  readonly check?: (text: string) => void
}

function setting<T>(fallback: string, meaning: string, parse: Parse<T>): Setting<T> {
  return { fallback, meaning, parse, isSecret: false }
}

/** A setting whose value is never printed, and which may also come from the file that NAME_FILE names. */
function secret<T>(fallback: string, meaning: string, parse: Parse<T>): Setting<T> {
  return { fallback, meaning, parse, isSecret: true }
}

const serviceSettings = {
  PUBLIC_URL: setting(
    '',
    'public http or https URL of the service, if it is behind a proxy: the base of URLs in responses and in the OpenAPI document; pages from this origin may call the API',
    optional(baseUrl),
  ),
  PORT: setting('3000', 'TCP port; 0 picks a free one', integer(0, 65_535)),
  HOST: setting(
    '127.0.0.1',
    'address to listen on; 0.0.0.0 for every interface',
    nonBlank('an address or a host name'),
  ),
  LOG_LEVEL: setting(
    'info',
    `one of ${logLevels.join(', ')}; start, stop and fatal errors are always logged`,
    logLevel,
  ),
  DATA_DIR: setting('./data', 'folder of the SQLite database', nonBlank('a folder')),
  DATABASE_URL: secret(
    '',
    'URL of a PostgreSQL database, which several processes can share: postgres://user:password@host:port/database; empty: SQLite in DATA_DIR',
    databaseUrl,
  ),
  DATABASE_CONNECTIONS: setting(
    '10',
    'maximum number of connections that each process opens to PostgreSQL',
    integer(3, 1000),
  ),
  RETENTION_DAYS: setting('0', 'days to keep a record after it was last used; 0: forever', integer(0, 36_500)),
  STORAGE_MAX_MB: setting(
    '1024',
    'maximum size of all records, MiB; above it, the client with the most data loses its least recently used records; 0: unlimited',
    integer(0, 16_777_216),
  ),
  ADMIN_TOKEN: secret(
    '',
    'bearer token (at least 16 characters) for /api/admin, required behind a proxy; empty: if HOST is a loopback address, direct requests from the same machine are allowed, otherwise none',
    token,
  ),
  METRICS_TOKEN: secret(
    '',
    'bearer token of at least 16 characters that may read /api/admin/stats and /api/admin/metrics, and nothing else',
    token,
  ),
  API_KEYS: secret(
    '',
    'API keys, comma-separated name:secret pairs with secrets of at least 16 characters. If set, a key (Authorization: Bearer or x-api-key) is required for /mcp and /api/v1, except to read a page (GET /api/v1/pages/{id}, but not as JSON), the pictures in it, or /api/v1/pictures/{id}; if not, access is open. Names appear in logs and statistics',
    parseKeys,
  ),
  METRICS: setting(
    '1',
    'whether /api/admin/metrics exports the statistics to Prometheus: 1 or true, 0 or false',
    boolean,
  ),
  REPLICA: setting(
    '',
    'name of this process in statistics and metrics; empty: the host name',
    text => text || hostname(),
  ),
  PLAYGROUND: setting(
    '1',
    'whether / serves the playground: 1 or true, 0 or false; if not, / redirects to the API reference',
    boolean,
  ),
  MCP: setting('1', 'whether /mcp serves AI agents: 1 or true, 0 or false', boolean),
  FETCH_ALLOW_CIDRS: setting(
    '',
    'private ranges or addresses from which source_url (the URL of an image or page in a request) may be downloaded, comma-separated; a cloud metadata address must be listed individually',
    parseCidrs,
  ),
  FETCH_TIMEOUT_MS: setting('15000', 'timeout for downloading source_url, ms', integer(100, 600_000)),
  FETCH_MAX_BYTES: setting(
    `${24 * mebibyte}`,
    'maximum size of an image file, uploaded or downloaded, bytes',
    integer(1024, 1024 * mebibyte),
  ),
  MAX_PIXELS: setting('64000000', 'maximum number of pixels in an image', integer(10_000, 1_000_000_000)),
  BODY_LIMIT_BYTES: setting(
    `${32 * mebibyte}`,
    'maximum size of a request body for analyze-vibe, build-sparkpage and uploads, bytes; other operations always take at most 1 MiB',
    integer(1024, 1024 * mebibyte),
  ),
  FFMPEG_PATH: {
    ...setting(
      'ffmpeg',
      'ffmpeg executable, which decodes videos; ffprobe must be in the same folder or in PATH. If it is set and does not run, the service does not start; if the default is missing, videos are rejected with 501',
      String,
    ),
    check: assertFfmpegRuns,
  },
  MEMORY_BUDGET_MB: setting(
    '',
    'memory for request bodies, downloads and decoding, MB; empty: half of the memory of the machine or container, up to 512 MB; with 512 MB of memory or less, what the idle service leaves free',
    optional(integer(16, 1_048_576)),
  ),
  ANALYSIS_CACHE: setting(
    '1',
    'whether an identical request reuses an existing analysis, in progress or stored: 1 or true, 0 or false',
    boolean,
  ),
  VISION_DEFAULT_PROVIDER: setting(
    '',
    `vision provider to use for an api_key whose prefix does not identify its provider: ${providers.join(', ')}; if empty, such a key is not sent anywhere`,
    providerName,
  ),
  PROVIDER_TIMEOUT_MS: setting(
    '12000',
    'timeout of a call to a vision provider including retries, ms',
    integer(100, 600_000),
  ),
}

const renderSettings = {
  RENDER: setting(
    'auto',
    'whether /api/v1/renders takes screenshots and videos of pages: auto, on or off. auto: on if Chromium is found, at least 1 GB of memory is free, and either API_KEYS is set or only this machine can reach the service (HOST is a loopback address; PUBLIC_URL, TRUST_PROXY and ALLOWED_HOSTS are empty)',
    oneOf('auto', 'on', 'off'),
  ),
  RENDER_CONCURRENCY: setting(
    '',
    'maximum number of renders that a process runs at once; empty: one per two cores, as far as free memory allows',
    optional(integer(1, 64)),
  ),
  RENDER_SANDBOX: setting(
    '1',
    'whether rendering requires the sandbox of Chromium: 1 or true, 0 or false. With 1, rendering is off where Chromium cannot use its sandbox (as root, and in most containers)',
    boolean,
  ),
  CHROMIUM_PATH: setting(
    '',
    "path of the Chromium or Chrome to render with; if empty, Playwright's browser or, failing that, the system's",
    String,
  ),
  WEBHOOK_SECRET: secret(
    '',
    'key that signs webhooks (Standard Webhooks): whsec_ followed by 24 to 64 bytes in Base64; empty: webhook_url is rejected',
    webhookSecret,
  ),
}

const networkSettings = {
  TRUST_PROXY: setting(
    '',
    `comma-separated addresses or ranges of trusted proxies, or the names ${namedRanges.join(', ')}; X-Forwarded-For, -Proto, -Host and -Prefix are trusted only from these proxies`,
    proxies,
  ),
  ALLOWED_HOSTS: setting(
    '',
    'host names to accept in addition to loopback names, IP addresses and the host of PUBLIC_URL, comma-separated; empty: every name if PUBLIC_URL, TRUST_PROXY or API_KEYS is set, otherwise only local names (without a dot, or under .localhost, .local, .internal, .lan, .home.arpa or .test)',
    hostNames,
  ),
  CORS_ORIGINS: setting('', 'origins whose pages may call /api/v1, comma-separated; * for all', origins),
  RATE_LIMIT: setting(
    '0',
    'requests per minute from each API key, IPv4 address or IPv6 /64, excluding health checks; 0: unlimited. Each process counts separately unless REDIS_URL is set',
    integer(0, 1_000_000),
  ),
  REDIS_URL: secret(
    '',
    'URL of a Valkey or Redis server, redis://user:password@host:port/database (rediss:// for TLS), in which replicas share their RATE_LIMIT counts; while it is unreachable, each replica counts separately',
    redisUrl,
  ),
  DRAIN_MS: setting(
    '5000',
    'delay between SIGTERM and shutdown, ms, which gives the load balancer time to stop routing to this instance',
    integer(0, 600_000),
  ),
}

/** NAME_BASE_URL and NAME_MODEL of each provider, and NAME_VERSION if its API has versions. The defaults are those of its adapter. */
const providerSettings: Readonly<Record<string, Setting<string>>> = Object.assign(
  {},
  ...Object.values(mapProviders(settingsOfProvider)),
)

function settingsOfProvider(name: ProviderName, { label, base, model, version }: Provider) {
  const prefix = name.toUpperCase()
  return {
    [`${prefix}_BASE_URL`]: setting(base, `base URL of ${label}`, baseUrl),
    [`${prefix}_MODEL`]: setting(model, `model to request from ${label}`, nonBlank('the name of a model')),
    ...(version !== undefined && {
      [`${prefix}_VERSION`]: setting(version, `value of the ${name}-version header`, nonBlank('a version')),
    }),
  }
}

const settings: Readonly<Record<string, Setting<unknown>>> = {
  ...serviceSettings,
  ...renderSettings,
  ...providerSettings,
  ...networkSettings,
}

type Values<Settings> = { readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer T> ? T : never }
type SettingValues = Values<typeof serviceSettings & typeof renderSettings & typeof networkSettings>
type Environment = Readonly<Record<string, string | undefined>>

export interface Config extends SettingValues {
  readonly providers: Readonly<Record<ProviderName, ProviderConfig>>
}

/**
 * Reads the configuration. Throws one Error that lists every invalid value and what is allowed instead; it never contains the value of a
 * secret. An ffmpeg that is set is run once to check it.
 */
export function readConfig(environment: Environment): Config {
  const errors: string[] = []
  const entries = Object.entries(settings).flatMap(([name, one]) => {
    try {
      return [[name, readSetting(name, one, environment)]]
    } catch (error) {
      errors.push(`${name} ${messageOf(error)}`)
      return []
    }
  })
  if (errors.length > 0) throw new Error(`Invalid settings:\n  ${errors.join('\n  ')}`)
  const values: SettingValues = Object.fromEntries(entries)
  return Object.freeze({ ...values, providers: mapProviders(name => providerConfig(name, values)) })
}

/** Name, default and meaning of every setting. */
export function settingRows() {
  return Object.entries(settings).map(([name, { fallback, meaning, isSecret }]) => ({
    name,
    fallback,
    meaning,
    isSecret,
  }))
}

/** The value of a setting: from the environment, for a secret also from a file. An empty value counts as unset. */
function readSetting<T>(name: string, setting: Setting<T>, environment: Environment): T {
  const { fallback, parse, isSecret, check } = setting
  const file = isSecret ? environment[`${name}_FILE`] : undefined
  const set = environment[name] || (file && readSecretSetting(name, file))
  if (set) check?.(set)
  const text = set || fallback
  try {
    return parse(text)
  } catch (error) {
    throw new Error(`${messageOf(error)}${isSecret ? '' : ` (got ${quoteValue(text)})`}`)
  }
}

/** An empty file is an error: anyone who names a file wants to restrict access. */
function readSecretSetting(name: string, file: string): string {
  const text = readFileSync(file, 'utf8').trim()
  if (text === '') throw new Error(`is empty in the file named by ${name}_FILE`)
  return text
}

function messageOf(error: unknown): string {
  return String(error).replace(/^Error: /, '')
}

function providerConfig(name: ProviderName, values: Readonly<Record<string, unknown>>): ProviderConfig {
  const prefix = name.toUpperCase()
  const [base, model, version = ''] = ['BASE_URL', 'MODEL', 'VERSION'].map(part => values[`${prefix}_${part}`])
  return { base: String(base), model: String(model), version: String(version) }
}
