// Time and memory of every palette maker, relative to decoding alone. As a program: `cost.ts <maker or floor> <file>` prints its peak memory.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { elapsed, fixed, geometricMean, median, table } from '../report.ts'
import { createRandom } from './drawing.ts'
import { floor, type Maker, makers } from './makers.ts'
import { readPrepared } from './pictures.ts'
import { photo, screenshot } from './scenes.ts'

const memoryRuns = 3

/** @param folder of the prepared pictures: with them, noisy photographs are measured, too. */
export async function reportCost(folder: string): Promise<string> {
  const drawn = await Promise.all(inputNames.map(async name => ({ name, bytes: await inputOf(name) })))
  const inputs: readonly Input[] = [...drawn, ...(await noisyInputs(folder))]
  const large = inputs.filter(isLargePhotograph)
  const directory = await mkdtemp(join(tmpdir(), 'bench-style-'))
  const files = large.map((_, index) => join(directory, `${index}.jpg`))
  for (const [index, file] of files.entries()) await writeFile(file, large[index]?.bytes ?? '')
  const floors = await peaksOf('floor', files)
  const rows: string[][] = []
  for (const maker of makers) {
    const ratios: (number | undefined)[] = []
    for (const { bytes } of inputs) ratios.push(await ratioOf(maker, bytes))
    const known = ratios.flatMap(ratio => (ratio === undefined ? [] : [ratio]))
    const peaks = await peaksOf(maker.name, files)
    rows.push([
      maker.name,
      ...ratios.map(ratio => fixed(ratio, 2)),
      fixed(geometricMean(known), 2),
      ...peaks.map((peak, index) => fixed(peak - (floors[index] ?? 0), 1)),
    ])
  }
  await rm(directory, { recursive: true })
  const memory = large.map(({ name }) => `peak memory − floor, ${name}, MB`)
  return table(['wall time ÷ floor', ...inputs.map(({ name }) => name), 'geometric mean', ...memory], rows)
}

function isLargePhotograph({ name }: Input): boolean {
  return name.startsWith('12 MP')
}

/** Median peak memory, MB, of some runs on each file. */
async function peaksOf(maker: string, files: readonly string[]): Promise<readonly number[]> {
  const medians: number[] = []
  for (const file of files) {
    const peaks: number[] = []
    for (let run = 0; run < memoryRuns; run++) peaks.push(await peakOf(maker, file))
    medians.push(median(peaks))
  }
  return medians
}

const warmUps = 6
const rounds = 25
/** Who takes longer, ms, is asked less often. */
const slow = 300
const slowRounds = 3

/** @returns median time over median floor; undefined where the maker cannot read the file. */
async function ratioOf({ find }: Maker, bytes: Buffer): Promise<number | undefined> {
  const first = await elapsed(() => find(bytes)).catch(() => undefined)
  if (first === undefined) return undefined
  const isSlow = first > slow && (await elapsed(() => find(bytes))) > slow
  const turns = isSlow ? slowRounds : warmUps + rounds
  const pairs: { readonly floor: number; readonly maker: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    pairs.push({ floor: await elapsed(() => floor(bytes)), maker: await elapsed(() => find(bytes)) })
  }
  const counted = isSlow ? pairs : pairs.slice(warmUps)
  return median(counted.map(pair => pair.maker)) / median(counted.map(pair => pair.floor))
}

const inputNames = ['12 MP JPEG', '4K PNG', '1080 × 1920 JPEG', '512 px WebP', '512 px AVIF'] as const
export type InputName = (typeof inputNames)[number]

/** Photographs, and a screenshot as PNG. */
export async function inputOf(name: InputName): Promise<Buffer> {
  const { bytes } = await (name === '4K PNG' ? screenshot(1) : photo(3))
  const sized = (width: number, height: number): Sharp => sharp(bytes).resize(width, height, { fit: 'fill' })
  const made: Readonly<Record<InputName, () => Sharp>> = {
    '12 MP JPEG': () => sized(4000, 3000).jpeg({ quality: 88 }),
    '4K PNG': () => sized(3840, 2160).png(),
    '1080 × 1920 JPEG': () => sized(1080, 1920).jpeg({ quality: 85 }),
    '512 px WebP': () => sized(512, 512).webp({ quality: 85 }),
    '512 px AVIF': () => sized(512, 512).avif({ quality: 60 }),
  }
  return made[name]().toBuffer()
}

interface Input {
  readonly name: string
  readonly bytes: Buffer
}

/** A landscape that is not set aside; with the noise its JPEG of 12 MP takes 5.6 MB. */
const noisyPhotograph = { repository: 'pop-os/wallpapers', path: 'original/jad-limcaco-183877.jpg' } as const
/** Standard deviation of the noise in steps of 8 bits: a phone's sensor in dim light. */
const noiseDeviation = 12
const noiseSeed = 12

/** A real photograph with noise; nothing where it is not prepared. */
async function noisyInputs(folder: string): Promise<readonly Input[]> {
  const { pictures } = await readPrepared(folder)
  const photograph = pictures.find(
    ({ repository, path }) => repository === noisyPhotograph.repository && path === noisyPhotograph.path,
  )
  if (photograph === undefined) return []
  const bytes = await readFile(photograph.file)
  return [
    { name: '12 MP noisy JPEG', bytes: await (await noisy(bytes, 4000, 3000)).jpeg({ quality: 92 }).toBuffer() },
    { name: '512 px noisy WebP', bytes: await (await noisy(bytes, 512, 512)).webp({ quality: 85 }).toBuffer() },
  ]
}

async function noisy(bytes: Buffer, width: number, height: number): Promise<Sharp> {
  const pixels = await sharp(bytes).removeAlpha().resize(width, height, { fit: 'cover' }).raw().toBuffer()
  const { unit } = createRandom(noiseSeed)
  for (let at = 0; at < pixels.length; at += 2) {
    // Two normal numbers from two uniform ones (Box and Muller 1958).
    const radius = noiseDeviation * Math.sqrt(-2 * Math.log(1 - unit()))
    const angle = 2 * Math.PI * unit()
    pixels[at] = clamp((pixels[at] ?? 0) + radius * Math.cos(angle))
    pixels[at + 1] = clamp((pixels[at + 1] ?? 0) + radius * Math.sin(angle))
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function clamp(channel: number): number {
  return Math.min(255, Math.max(0, Math.round(channel)))
}

const self = fileURLToPath(import.meta.url)

/** @returns peak resident memory, MB, of a process that has every maker loaded and asks one, or only the floor, once. */
async function peakOf(maker: string, file: string): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', self, maker, file])
  return Number(stdout)
}

const [, program, name, file] = process.argv
if (program === self && file !== undefined) {
  const bytes = await readFile(file)
  await (makers.find(maker => maker.name === name)?.find ?? floor)(bytes)
  // Unlike the peak of getrusage(2), this one forgets the process that started this one (proc(5), VmHWM).
  const status = await readFile('/proc/self/status', 'utf8')
  console.log(Number(/VmHWM:\s*(\d+) kB/.exec(status)?.[1]) / 1024)
}
