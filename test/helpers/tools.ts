// The programs that some tests need, and the plain reason when one is not installed.
import { accessSync, constants, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Where programs are, besides the folders of PATH: those of the system are not in it for every user. */
const folders = [
  ...['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin', '/bin', '/sbin'],
  ...['/opt/homebrew/bin', '/opt/homebrew/opt/openjdk/bin', ...(process.env.PATH ?? '').split(':')],
]

/** Debian keeps the programs of each version of PostgreSQL in a folder of its own. */
const debianPostgres = '/usr/lib/postgresql'

const tools = {
  chromium: find('CHROMIUM', ['chromium', 'chromium-browser', 'google-chrome']),
  curl: find('CURL', ['curl']),
  debootstrap: find('DEBOOTSTRAP', ['debootstrap']),
  dockerd: find('DOCKERD', ['dockerd']),
  ffmpeg: find('FFMPEG', ['ffmpeg']),
  headless_shell: find('HEADLESS_SHELL', ['chromium-headless-shell', 'headless-shell']),
  ip: find('IP', ['ip']),
  java: find('JAVA', ['java']),
  jq: find('JQ', ['jq']),
  nginx: find('NGINX', ['nginx']),
  openssl: find('OPENSSL', ['openssl']),
  pdftotext: find('PDFTOTEXT', ['pdftotext']),
  pgbouncer: find('PGBOUNCER', ['pgbouncer']),
  postgres: find('POSTGRES', ['initdb'], [...versionFolders(debianPostgres), ...folders]),
  python3: find('PYTHON3', ['python3']),
  redis: find('REDIS', ['redis-server', 'valkey-server']),
} as const

/** Undefined where a program is not installed. */
export const {
  chromium: chromiumPath,
  headless_shell: shellPath,
  ffmpeg: ffmpegPath,
  ip: ipPath,
  java: javaPath,
  nginx: nginxPath,
  openssl: opensslPath,
  pdftotext: pdftotextPath,
  pgbouncer: pgbouncerPath,
  redis: redisPath,
} = tools

/** ffmpeg and the ffprobe that comes with it, for what measures films. */
export const filmTools = {
  ffmpeg: ffmpegPath ?? 'ffmpeg',
  ffprobe: (ffmpegPath ?? 'ffmpeg').replace(/ffmpeg(\.exe)?$/, 'ffprobe$1'),
} as const

/** What comes with pdftotext. */
export const pdfinfoPath = pdftotextPath?.replace(/pdftotext$/, 'pdfinfo')
export const pdftoppmPath = pdftotextPath?.replace(/pdftotext$/, 'pdftoppm')

/** Where the programs of the PostgreSQL server are, if they are. */
export const postgresFolder = tools.postgres && dirname(tools.postgres)

/** @returns the file that NAME_PATH names, else the first of these programs that is in one of the places. */
function find(name: string, programs: readonly string[], places: readonly string[] = folders): string | undefined {
  const named = process.env[`${name}_PATH`]
  return (named ? [named] : programs.flatMap(program => places.map(folder => join(folder, program)))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The newest version first. */
function versionFolders(folder: string): readonly string[] {
  try {
    const versions = readdirSync(folder).toSorted((one, other) => Number(other) - Number(one))
    return versions.map(version => join(folder, version, 'bin'))
  } catch {
    return []
  }
}

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

const stripTypes = new URL('strip-types-register.mjs', import.meta.url).href

/**
 * How a test starts our own TypeScript in a process of its own, outside the coverage, since two compilers of one file
 * would spoil the figures of both: `env` takes the option away that the runner puts in.
 */
export const ownProcess = {
  command: 'env',
  words: ['-u', 'NODE_OPTIONS', process.execPath, '--import', stripTypes],
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
