// Bases of the hostile films: made by ffmpeg once, and their boxes rewritten.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ffmpegPath } from '../tools.ts'
import { box, boxesOf } from './boxes.ts'
import { stored } from './stored.ts'

const run = promisify(execFile)

/** Files that the arguments name, by name; they are written into the working directory. */
type Inputs = Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>>

/** The film that ffmpeg writes. `name` ends with the extension of its container. */
export function film(name: string, args: readonly string[], inputs: Inputs = {}): Promise<Buffer> {
  return stored(JSON.stringify([name, args]), async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bombs-film-'))
    for (const [input, bytes] of Object.entries(inputs)) await writeFile(join(folder, input), await bytes())
    const command = ['-v', 'error', '-y', ...args, '-bitexact', '-flags', '+bitexact', name]
    await run(ffmpegPath ?? 'ffmpeg', command, { cwd: folder, timeout: 120_000 })
    const bytes = await readFile(join(folder, name))
    await rm(folder, { recursive: true })
    return bytes
  })
}

/** One colour, so that every encoder is quick and its files are small. */
export function flat(size: string, frames: number): readonly string[] {
  return ['-f', 'lavfi', '-i', `color=0xC83232:s=${size}:r=25`, '-frames:v', `${frames}`]
}

/** Changes the content of all boxes at a path, such as moov/trak/tkhd. The sizes of their parents follow. */
export function rewritten(bytes: Buffer, path: readonly string[], change: (content: Buffer) => Buffer): Buffer {
  const [type, ...inner] = path
  const boxes = boxesOf(bytes).map(found => {
    if (found.type !== type) return found.bytes
    return box(type, inner.length === 0 ? change(found.content) : rewritten(found.content, inner, change))
  })
  return Buffer.concat(boxes)
}

/** The same bytes with `value` at `at`. */
export function overwritten(bytes: Buffer, at: number, value: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  value.copy(copy, at)
  return copy
}
