// The programs that some tests need, and the plain reason when one is not installed.
import { accessSync, constants, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

const chromiumPlaces = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const shellPlaces = ['/usr/bin/chromium-headless-shell', '/usr/bin/headless-shell']
const pdftotextPlaces = ['/usr/bin/pdftotext', '/usr/local/bin/pdftotext', '/opt/homebrew/bin/pdftotext']
const ffmpegPlaces = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg', '/opt/homebrew/bin/ffmpeg']

const nginxPlaces = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']

const curlPlaces = ['/usr/bin/curl', '/usr/local/bin/curl', '/opt/homebrew/bin/curl']

const opensslPlaces = ['/usr/bin/openssl', '/usr/local/bin/openssl', '/opt/homebrew/bin/openssl']

const javaPlaces = ['/usr/bin/java', '/usr/local/bin/java', '/opt/homebrew/opt/openjdk/bin/java']

/** Wherever the shell finds it: Python has many homes. */
const python3Places = (process.env.PATH ?? '').split(':').map(folder => join(folder, 'python3'))

const runs = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = (named: string | undefined, places: readonly string[]): string | undefined =>
  (named ? [named] : places).find(runs)

/** Chromium: CHROMIUM_PATH, else a usual place, else undefined. */
export const chromiumPath = find(process.env.CHROMIUM_PATH, chromiumPlaces)

/** Chromium's headless shell, which paints on demand: HEADLESS_SHELL_PATH, else a usual place, else undefined. */
export const shellPath = find(process.env.HEADLESS_SHELL_PATH, shellPlaces)

/** ffmpeg: FFMPEG_PATH, else a usual place, else undefined. */
export const ffmpegPath = find(process.env.FFMPEG_PATH, ffmpegPlaces)

/** ffmpeg and the ffprobe that comes with it, for what measures films. */
export const filmTools = {
  ffmpeg: ffmpegPath ?? 'ffmpeg',
  ffprobe: (ffmpegPath ?? 'ffmpeg').replace(/ffmpeg(\.exe)?$/, 'ffprobe$1'),
} as const

/** pdftotext of poppler-utils: PDFTOTEXT_PATH, else a usual place, else undefined. */
export const pdftotextPath = find(process.env.PDFTOTEXT_PATH, pdftotextPlaces)

/** pdfinfo, which comes with it. */
export const pdfinfoPath = pdftotextPath?.replace(/pdftotext$/, 'pdfinfo')

/** pdftoppm, which comes with it. */
export const pdftoppmPath = pdftotextPath?.replace(/pdftotext$/, 'pdftoppm')

/** Java, which the W3C's checker runs on: JAVA_PATH, else a usual place, else undefined. */
export const javaPath = find(process.env.JAVA_PATH, javaPlaces)

/** curl: CURL_PATH, else a usual place, else undefined. */
const curlPath = find(process.env.CURL_PATH, curlPlaces)

/** jq: JQ_PATH, else a usual place, else undefined. */
const jqPath = find(process.env.JQ_PATH, ['/usr/bin/jq', '/usr/local/bin/jq', '/opt/homebrew/bin/jq'])

/** openssl: OPENSSL_PATH, else a usual place, else undefined. */
export const opensslPath = find(process.env.OPENSSL_PATH, opensslPlaces)

/** nginx: NGINX_PATH, else a usual place, else undefined. */
export const nginxPath = find(process.env.NGINX_PATH, nginxPlaces)

/** PgBouncer: PGBOUNCER_PATH, else a usual place, else undefined. */
export const pgbouncerPath = find(process.env.PGBOUNCER_PATH, ['/usr/sbin/pgbouncer', '/opt/homebrew/bin/pgbouncer'])

const redisPlaces = ['redis-server', 'valkey-server'].flatMap(name =>
  ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'].map(folder => join(folder, name)),
)

/** The server of Redis or Valkey: REDIS_PATH, else a usual place, else undefined. */
export const redisPath = find(process.env.REDIS_PATH, redisPlaces)

const ipPlaces = ['/usr/sbin/ip', '/sbin/ip', '/usr/bin/ip', '/bin/ip']

/** ip of iproute2: IP_PATH, else a usual place, else undefined. */
export const ipPath = find(process.env.IP_PATH, ipPlaces)

const dockerdPlaces = ['/usr/sbin/dockerd', '/usr/bin/dockerd', '/usr/local/bin/dockerd']

const debootstrapPlaces = ['/usr/sbin/debootstrap', '/usr/bin/debootstrap']

/** Debian keeps the programs of each version in a folder of its own. */
const debianPostgres = '/usr/lib/postgresql'

const versionsOf = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).sort((one, other) => Number(other) - Number(one))
  } catch {
    return []
  }
}

const postgresPlaces = [
  ...versionsOf(debianPostgres).map(version => join(debianPostgres, version, 'bin/initdb')),
  '/usr/local/bin/initdb',
  '/opt/homebrew/bin/initdb',
]

/** initdb of the PostgreSQL server: POSTGRES_PATH, else a usual place, else undefined. */
const postgresPath = find(process.env.POSTGRES_PATH, postgresPlaces)

/** Where the programs of the PostgreSQL server are, if they are. */
export const postgresFolder = postgresPath && dirname(postgresPath)

/** Python: PYTHON3_PATH, else where the shell finds it, else undefined. */
const python3Path = find(process.env.PYTHON3_PATH, python3Places)

const tools = {
  chromium: chromiumPath,
  curl: curlPath,
  jq: jqPath,
  debootstrap: find(process.env.DEBOOTSTRAP_PATH, debootstrapPlaces),
  dockerd: find(process.env.DOCKERD_PATH, dockerdPlaces),
  ffmpeg: ffmpegPath,
  headless_shell: shellPath,
  ip: ipPath,
  java: javaPath,
  nginx: nginxPath,
  openssl: opensslPath,
  pdftotext: pdftotextPath,
  pgbouncer: pgbouncerPath,
  postgres: postgresPath,
  python3: python3Path,
  redis: redisPath,
} as const

/** Where the Debian package has another name than the program. */
const packages: Readonly<Record<string, string>> = {
  dockerd: 'docker.io',
  headless_shell: 'chromium-headless-shell',
  ip: 'iproute2',
  java: 'default-jre-headless',
  pdftotext: 'poppler-utils',
  postgres: 'postgresql',
  redis: 'redis-server',
}

/**
 * How a test starts our own TypeScript in a process of its own: as `npm start` does, and outside the coverage, since two
 * compilers of one file would spoil the figures of both. `env` takes the option away that the runner puts in.
 */
export const ownProcess = {
  command: 'env',
  words: ['-u', 'NODE_OPTIONS', process.execPath, '--import', 'tsx'],
} as const

/** Options of a tap test that needs tools: it is skipped, with the reason, where one is not installed. */
export function needs(...names: readonly (keyof typeof tools)[]): { readonly skip: string | false } {
  const missing = names.filter(name => tools[name] === undefined)
  if (missing.length === 0) return { skip: false }
  const settings = missing.map(name => `${name.toUpperCase()}_PATH`)
  return {
    skip: `needs ${missing.join(' and ')}: apt install ${missing.map(name => packages[name] ?? name).join(' ')}, or set ${settings.join(' and ')}`,
  }
}
