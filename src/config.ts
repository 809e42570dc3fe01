// The settings: environment → frozen, typed Config. `--help` and the README table are rendered from the same rows.
import { readFileSync } from 'node:fs'
import { providers } from '../schemas/vision.ts'
import { parseKeys } from './keys.ts'
import { parseCidrs } from './net/cidr.ts'
import {
  databaseUrl,
  filled,
  logLevel,
  logLevels,
  origins,
  provider,
  proxies,
  proxyRanges,
  token,
  webAddress,
  whole,
} from './setting-values.ts'

export interface Setting<T> {
  readonly name: string
  /** Text of the default; it parses. */
  readonly fallback: string
  readonly meaning: string
  /** Gives the value, or throws an Error that says what is allowed. */
  readonly parse: (text: string) => T
  /** A secret may also come from the file that NAME_FILE names, and is never printed. */
  readonly secret?: boolean
}

const mebibyte = 1024 * 1024

/** Every setting in order, each handed to `read`: once to read the environment, once to print them. */
const settings = (read: <T>(setting: Setting<T>) => T) =>
  Object.freeze({
    PORT: read({ name: 'PORT', fallback: '3000', meaning: 'TCP port; 0 picks a free one', parse: whole(0, 65_535) }),
    HOST: read({
      name: 'HOST',
      fallback: '127.0.0.1',
      meaning: 'address to listen on; 0.0.0.0 for every interface',
      parse: filled('an address or a host name'),
    }),
    LOG_LEVEL: read({
      name: 'LOG_LEVEL',
      fallback: 'info',
      meaning: `one of ${logLevels.join(', ')}`,
      parse: logLevel,
    }),
    DATA_DIR: read({
      name: 'DATA_DIR',
      fallback: './data',
      meaning: 'folder of the SQLite database',
      parse: filled('a folder'),
    }),
    DATABASE_URL: read({
      name: 'DATABASE_URL',
      fallback: '',
      meaning: 'postgres://user:password@host:port/database, for several processes at once; empty: SQLite in DATA_DIR',
      parse: databaseUrl,
      secret: true,
    }),
    RETENTION_DAYS: read({
      name: 'RETENTION_DAYS',
      fallback: '0',
      meaning: 'days for which a record is kept after it was asked for last; 0: for ever',
      parse: whole(0, 36_500),
    }),
    ADMIN_TOKEN: read({
      name: 'ADMIN_TOKEN',
      fallback: '',
      meaning: 'bearer token for /api/admin; empty: only the machine itself may ask',
      parse: token,
      secret: true,
    }),
    API_KEYS: read({
      name: 'API_KEYS',
      fallback: '',
      meaning:
        'name:secret, …: who may use /api/v1, by Authorization: Bearer or x-api-key; the name stands in log and statistics; empty: everybody',
      parse: parseKeys,
      secret: true,
    }),
    METRICS: read({
      name: 'METRICS',
      fallback: '1',
      meaning: 'whether /api/admin/metrics gives the statistics to Prometheus: 1 or 0',
      parse: whole(0, 1),
    }),
    PLAYGROUND: read({
      name: 'PLAYGROUND',
      fallback: '1',
      meaning: 'whether / is a page to try the service at: 1 or 0; without it / leads to the documents',
      parse: whole(0, 1),
    }),
    FETCH_ALLOW_CIDRS: read({
      name: 'FETCH_ALLOW_CIDRS',
      fallback: '',
      meaning:
        'private ranges or addresses that source_url may reach, comma-separated; a cloud metadata address only by its own entry',
      parse: parseCidrs,
    }),
    FETCH_TIMEOUT_MS: read({
      name: 'FETCH_TIMEOUT_MS',
      fallback: '15000',
      meaning: 'longest fetch of a source_url, ms',
      parse: whole(100, 600_000),
    }),
    FETCH_MAX_BYTES: read({
      name: 'FETCH_MAX_BYTES',
      fallback: `${24 * mebibyte}`,
      meaning: 'largest picture, bytes',
      parse: whole(1024, 1024 * mebibyte),
    }),
    MAX_PIXELS: read({
      name: 'MAX_PIXELS',
      fallback: '50000000',
      meaning: 'most pixels of a picture',
      parse: whole(10_000, 1_000_000_000),
    }),
    BODY_LIMIT_BYTES: read({
      name: 'BODY_LIMIT_BYTES',
      fallback: `${32 * mebibyte}`,
      meaning: 'largest body of analyze-vibe, bytes; elsewhere 1 MiB',
      parse: whole(1024, 1024 * mebibyte),
    }),
    FFMPEG_PATH: read({
      name: 'FFMPEG_PATH',
      fallback: 'ffmpeg',
      meaning: 'program that reads videos; without it they are answered with 501',
      parse: filled('a program'),
    }),
    ANALYSIS_CACHE: read({
      name: 'ANALYSIS_CACHE',
      fallback: '1',
      meaning: 'whether equal requests share one analysis: 1 or 0',
      parse: whole(0, 1),
    }),
    VISION_DEFAULT_PROVIDER: read({
      name: 'VISION_DEFAULT_PROVIDER',
      fallback: '',
      meaning: `provider of keys that tell nothing themselves: ${providers.join(', ')}; empty: such a key is sent to nobody`,
      parse: provider,
    }),
    PROVIDER_TIMEOUT_MS: read({
      name: 'PROVIDER_TIMEOUT_MS',
      fallback: '12000',
      meaning: 'longest wait for a provider, all tries together, ms',
      parse: whole(100, 600_000),
    }),
    OPENAI_BASE_URL: read({
      name: 'OPENAI_BASE_URL',
      fallback: 'https://api.openai.com/v1',
      meaning: 'where OpenAI, or a server that speaks its chat completions, is asked',
      parse: webAddress,
    }),
    OPENAI_MODEL: read({
      name: 'OPENAI_MODEL',
      fallback: 'gpt-4.1-mini',
      meaning: 'model that looks at pictures there',
      parse: filled('the name of a model'),
    }),
    ANTHROPIC_BASE_URL: read({
      name: 'ANTHROPIC_BASE_URL',
      fallback: 'https://api.anthropic.com',
      meaning: 'where Anthropic is asked',
      parse: webAddress,
    }),
    ANTHROPIC_MODEL: read({
      name: 'ANTHROPIC_MODEL',
      fallback: 'claude-haiku-4-5',
      meaning: 'model that looks at pictures there',
      parse: filled('the name of a model'),
    }),
    ANTHROPIC_VERSION: read({
      name: 'ANTHROPIC_VERSION',
      fallback: '2023-06-01',
      meaning: 'value of the header anthropic-version',
      parse: filled('a version'),
    }),
    GEMINI_BASE_URL: read({
      name: 'GEMINI_BASE_URL',
      fallback: 'https://generativelanguage.googleapis.com',
      meaning: 'where Google Gemini is asked',
      parse: webAddress,
    }),
    GEMINI_MODEL: read({
      name: 'GEMINI_MODEL',
      fallback: 'gemini-flash-latest',
      meaning: 'model that looks at pictures there',
      parse: filled('the name of a model'),
    }),
    OPENROUTER_BASE_URL: read({
      name: 'OPENROUTER_BASE_URL',
      fallback: 'https://openrouter.ai/api/v1',
      meaning: 'where OpenRouter is asked',
      parse: webAddress,
    }),
    OPENROUTER_MODEL: read({
      name: 'OPENROUTER_MODEL',
      fallback: 'openai/gpt-4.1-mini',
      meaning: 'model that looks at pictures there',
      parse: filled('the name of a model'),
    }),
    TRUST_PROXY: read({
      name: 'TRUST_PROXY',
      fallback: '',
      meaning: `addresses or ranges of proxies whose X-Forwarded-For is believed, comma-separated; also ${proxyRanges.join(', ')}`,
      parse: proxies,
    }),
    CORS_ORIGINS: read({
      name: 'CORS_ORIGINS',
      fallback: '',
      meaning: 'origins of pages that may use the service from a browser, comma-separated; * for all',
      parse: origins,
    }),
    RATE_LIMIT: read({
      name: 'RATE_LIMIT',
      fallback: '0',
      meaning: 'requests a minute of one key or address, health aside; 0: any number. Each process counts for itself',
      parse: whole(0, 1_000_000),
    }),
    DRAIN_MS: read({
      name: 'DRAIN_MS',
      fallback: '5000',
      meaning: 'time between SIGTERM and closing, ms, for a balancer to look away',
      parse: whole(0, 600_000),
    }),
  })

export type Config = ReturnType<typeof settings>
export type Environment = Readonly<Record<string, string | undefined>>

/** The text of a setting: from the environment, for secrets also from a file, else its default. Empty counts as absent. */
const textOf = (setting: Setting<unknown>, environment: Environment): string => {
  const text = environment[setting.name]
  if (text !== undefined && text !== '') return text
  const file = setting.secret ? environment[`${setting.name}_FILE`] : undefined
  if (!file) return setting.fallback
  const held = readFileSync(file, 'utf8').trim()
  // Whoever names a file wants a lock: an empty one must not leave the door open.
  if (held === '') throw new Error(`is empty in the file that ${setting.name}_FILE names`)
  return held
}

/**
 * Reads the settings. Throws one Error that lists every value that cannot be used and what is allowed instead;
 * the text of a secret never stands in it.
 */
export const readConfig = (environment: Environment): Config => {
  const mistakes: string[] = []
  const config = settings(setting => {
    try {
      return setting.parse(textOf(setting, environment))
    } catch (error) {
      mistakes.push(`${setting.name} ${String(error).replace(/^Error: /, '')}`)
      return setting.parse(setting.fallback)
    }
  })
  if (mistakes.length > 0) throw new Error(`Settings that cannot be used:\n  ${mistakes.join('\n  ')}`)
  return config
}

/** Name, default and meaning of every setting, for --help and the README. */
export const settingRows = (): readonly Setting<unknown>[] => {
  const rows: Setting<unknown>[] = []
  settings(setting => {
    rows.push(setting)
    return setting.parse(setting.fallback)
  })
  return rows
}

/** What `--help` prints. */
export const help = (): string => {
  const rows = settingRows()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, fallback, meaning, secret }) => {
    const from = secret ? `, or ${name}_FILE names a file that holds it` : ''
    return `  ${name.padEnd(width)}  ${meaning}${from} (default: ${fallback || 'none'})`
  })
  return [
    'automation-service: picture in; style, landing page and 4K capture script out.',
    '',
    'Settings (environment):',
    ...lines,
    '',
  ].join('\n')
}
