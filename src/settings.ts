// Every setting in order, one row each: name, text of the default, meaning, and what it may be.
import { type ProviderName, providers } from '../schemas/vision.ts'
import { parseCidrs } from './fetch/cidr.ts'
import { parseKeys } from './keys.ts'
import type { Place, Provider } from './providers/provider.ts'
import { eachProvider } from './providers/providers.ts'
import {
  databaseUrl,
  filled,
  hostNames,
  logLevel,
  logLevels,
  optional,
  origins,
  provider,
  proxies,
  proxyRanges,
  token,
  webAddress,
  whole,
} from './setting-values.ts'

/**
 * Takes a row and gives the value. `fallback` parses; `parse` gives the value, or throws an Error that says what is allowed.
 * A secret may also come from the file that NAME_FILE names, and is never printed.
 */
export type Read = <T>(
  name: string,
  fallback: string,
  meaning: string,
  parse: (text: string) => T,
  kind?: 'secret',
) => T

const mebibyte = 1024 * 1024

const processSettings = (read: Read) => ({
  PORT: read('PORT', '3000', 'TCP port; 0 picks a free one', whole(0, 65_535)),
  HOST: read(
    'HOST',
    '127.0.0.1',
    'address to listen on; 0.0.0.0 for every interface',
    filled('an address or a host name'),
  ),
  LOG_LEVEL: read(
    'LOG_LEVEL',
    'info',
    `one of ${logLevels.join(', ')}; start, stop and fatal errors are always logged`,
    logLevel,
  ),
})

const storeSettings = (read: Read) => ({
  DATA_DIR: read('DATA_DIR', './data', 'folder of the SQLite database', filled('a folder')),
  DATABASE_URL: read(
    'DATABASE_URL',
    '',
    'postgres://user:password@host:port/database, for several processes at once; empty: SQLite in DATA_DIR',
    databaseUrl,
    'secret',
  ),
  RETENTION_DAYS: read(
    'RETENTION_DAYS',
    '0',
    'days for which a record is kept after it was asked for last; 0: for ever',
    whole(0, 36_500),
  ),
  STORAGE_MAX_MB: read(
    'STORAGE_MAX_MB',
    '1024',
    'largest size of all records, MiB; beyond it the least recently requested records of the client that holds most are deleted; 0: unlimited',
    whole(0, 16_777_216),
  ),
})

const doorSettings = (read: Read) => ({
  ADMIN_TOKEN: read(
    'ADMIN_TOKEN',
    '',
    'bearer token for /api/admin, required behind a proxy; empty: only direct requests of the same machine are answered, while HOST is a loopback address',
    token,
    'secret',
  ),
  API_KEYS: read(
    'API_KEYS',
    '',
    'name:secret, …: who may use /api/v1, by Authorization: Bearer or x-api-key; the name stands in log and statistics; empty: everybody',
    parseKeys,
    'secret',
  ),
  METRICS: read('METRICS', '1', 'whether /api/admin/metrics gives the statistics to Prometheus: 1 or 0', whole(0, 1)),
  PLAYGROUND: read(
    'PLAYGROUND',
    '1',
    'whether / is a page to try the service at: 1 or 0; without it / leads to the documents',
    whole(0, 1),
  ),
})

const sourceSettings = (read: Read) => ({
  FETCH_ALLOW_CIDRS: read(
    'FETCH_ALLOW_CIDRS',
    '',
    'private ranges or addresses that source_url may reach, comma-separated; a cloud metadata address only by its own entry',
    parseCidrs,
  ),
  FETCH_TIMEOUT_MS: read('FETCH_TIMEOUT_MS', '15000', 'longest fetch of a source_url, ms', whole(100, 600_000)),
  FETCH_MAX_BYTES: read('FETCH_MAX_BYTES', `${24 * mebibyte}`, 'largest picture, bytes', whole(1024, 1024 * mebibyte)),
  MAX_PIXELS: read('MAX_PIXELS', '50000000', 'most pixels of a picture', whole(10_000, 1_000_000_000)),
  BODY_LIMIT_BYTES: read(
    'BODY_LIMIT_BYTES',
    `${32 * mebibyte}`,
    'largest body of analyze-vibe, bytes; elsewhere 1 MiB',
    whole(1024, 1024 * mebibyte),
  ),
  FFMPEG_PATH: read(
    'FFMPEG_PATH',
    'ffmpeg',
    'program that reads videos; without it they are answered with 501',
    filled('a program'),
  ),
  MEMORY_BUDGET_MB: read(
    'MEMORY_BUDGET_MB',
    '',
    'memory for bodies, downloads and decoding together, MB; empty: the smaller of 512 and half of the memory that the process may use, below 512 MB what is left of it',
    optional(whole(16, 1_048_576)),
  ),
  ANALYSIS_CACHE: read('ANALYSIS_CACHE', '1', 'whether equal requests share one analysis: 1 or 0', whole(0, 1)),
})

/** NAME_BASE_URL and NAME_MODEL of a provider, and NAME_VERSION where it has versions. Their defaults stand in its row. */
const placeOf = (read: Read, name: ProviderName, { called, base, model, version }: Provider): Place => {
  const prefix = name.toUpperCase()
  return {
    base: read(`${prefix}_BASE_URL`, base, `where ${called} is asked`, webAddress),
    model: read(`${prefix}_MODEL`, model, 'model that looks at pictures there', filled('the name of a model')),
    version:
      version === undefined
        ? ''
        : read(`${prefix}_VERSION`, version, `value of the header ${name}-version`, filled('a version')),
  }
}

const visionSettings = (read: Read) => ({
  VISION_DEFAULT_PROVIDER: read(
    'VISION_DEFAULT_PROVIDER',
    '',
    `provider of keys that tell nothing themselves: ${providers.join(', ')}; empty: such a key is sent to nobody`,
    provider,
  ),
  PROVIDER_TIMEOUT_MS: read(
    'PROVIDER_TIMEOUT_MS',
    '12000',
    'longest wait for a provider, all tries together, ms',
    whole(100, 600_000),
  ),
  places: eachProvider((name, provider) => placeOf(read, name, provider)),
})

const networkSettings = (read: Read) => ({
  TRUST_PROXY: read(
    'TRUST_PROXY',
    '',
    `addresses or ranges of proxies whose X-Forwarded-For is believed, comma-separated; also ${proxyRanges.join(', ')}`,
    proxies,
  ),
  ALLOWED_HOSTS: read(
    'ALLOWED_HOSTS',
    '',
    'host names, comma-separated, that requests may use beside localhost and loopback addresses while HOST is a loopback address and TRUST_PROXY is empty',
    hostNames,
  ),
  CORS_ORIGINS: read(
    'CORS_ORIGINS',
    '',
    'origins of pages that may use the service from a browser, comma-separated; * for all',
    origins,
  ),
  RATE_LIMIT: read(
    'RATE_LIMIT',
    '0',
    'requests per minute of an API key, IPv4 address or IPv6 /64, except health checks; 0: no limit. Each process counts separately',
    whole(0, 1_000_000),
  ),
  DRAIN_MS: read(
    'DRAIN_MS',
    '5000',
    'time between SIGTERM and closing, ms, for a balancer to look away',
    whole(0, 600_000),
  ),
})

/** All of them, each handed to `read`: once to read the environment, once to print them. */
export const settings = (read: Read) =>
  Object.freeze({
    ...processSettings(read),
    ...storeSettings(read),
    ...doorSettings(read),
    ...sourceSettings(read),
    ...visionSettings(read),
    ...networkSettings(read),
  })
