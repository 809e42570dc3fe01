// Real pictures of public repositories: pictures.json lists them, `prepare` reads them out of checkouts.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export interface RealPicture {
  /** `owner/name` at GitHub. */
  readonly repository: string
  readonly commit: string
  readonly path: string
  readonly category: string
}

export interface PreparedPicture extends RealPicture {
  readonly file: string
}

interface Prepared {
  readonly pictures: readonly PreparedPicture[]
  /** How many listed pictures the folder lacks. */
  readonly missing: number
}

interface Source {
  readonly repository: string
  readonly commit: string
  readonly licence: string
  readonly pictures: readonly { readonly path: string; readonly category: string }[]
}

export const defaultFolder = fileURLToPath(new URL('.pictures', import.meta.url))

const execute = promisify(execFile)
const maxPictureBytes = 200e6

async function readSources(): Promise<readonly Source[]> {
  const list: { readonly sources: readonly Source[] } = JSON.parse(
    await readFile(new URL('pictures.json', import.meta.url), 'utf8'),
  )
  return list.sources
}

function picturesOf({ repository, commit, pictures }: Source): readonly RealPicture[] {
  return pictures.map(picture => ({ repository, commit, ...picture }))
}

/** A fixed third of the pictures is held out and not used for tuning. */
export function isHeldOut({ repository, path }: RealPicture): boolean {
  return createHash('sha256').update(`${repository}:${path}`).digest().readUInt8(0) % 3 === 0
}

/** The listed pictures, and which of them the folder has. */
export async function readPrepared(folder: string): Promise<Prepared> {
  const listed = (await readSources()).flatMap(picturesOf)
  const pictures = listed
    .map(picture => ({ ...picture, file: fileOf(picture, folder) }))
    .filter(({ file }) => existsSync(file))
  return { pictures, missing: listed.length - pictures.length }
}

function fileOf({ repository, path }: RealPicture, folder: string): string {
  return join(folder, repository.replace('/', '+'), path)
}

/** Writes every listed picture into the folder. @returns what is missing, one line each. */
export async function preparePictures(checkouts: string, folder: string): Promise<readonly string[]> {
  const missing: string[] = []
  for (const source of await readSources()) {
    const { repository, commit, pictures } = source
    const checkout = await findCheckout(checkouts, source)
    if (checkout === undefined) {
      missing.push(`${repository}: no checkout that has commit ${commit} (${pictures.length} pictures)`)
      continue
    }
    for (const picture of picturesOf(source)) {
      const bytes = await readBlob(checkout, picture)
      if (bytes === undefined) missing.push(`${repository}: ${checkout} lacks ${commit}:${picture.path}`)
      else await write(fileOf(picture, folder), bytes)
    }
  }
  return missing
}

async function write(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, bytes)
}

/** A work tree or a bare repository. */
async function findCheckout(checkouts: string, { repository, commit }: Source): Promise<string | undefined> {
  const [, name = ''] = repository.split('/')
  const joined = repository.replace('/', '+')
  for (const folder of [joined, join(joined, 'repo'), repository, name]) {
    const checkout = join(checkouts, folder)
    const found = await git(checkout, ['cat-file', '-e', `${commit}^{commit}`])
    if (found !== undefined) return checkout
  }
  return undefined
}

function readBlob(checkout: string, { commit, path }: RealPicture): Promise<Buffer | undefined> {
  return git(checkout, ['show', '--no-textconv', `${commit}:${path}`])
}

/** @returns undefined when git fails. A partial clone must not download what it lacks. */
async function git(folder: string, command: readonly string[]): Promise<Buffer | undefined> {
  const env = { ...process.env, GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' }
  const options = { encoding: 'buffer', maxBuffer: maxPictureBytes, env } as const
  const result = await execute('git', ['-C', folder, ...command], options).catch(() => undefined)
  return result?.stdout
}
