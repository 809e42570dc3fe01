// Time and memory of every palette maker, relative to decoding alone. As a program: `cost.ts <maker or floor> <file>` prints its peak memory.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { elapsed, fixed, geometricMean, median, table } from '../report.ts'
import { floor, type Maker, makers } from './makers.ts'
import { createRandom } from './measures.ts'
import { readPrepared } from './pictures.ts'

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
  const picture = await (name === '4K PNG' ? screenshot() : photograph())
  const sized = (width: number, height: number): Sharp => sharp(picture).resize(width, height, { fit: 'fill' })
  const made: Readonly<Record<InputName, () => Sharp>> = {
    '12 MP JPEG': () => sized(4000, 3000).jpeg({ quality: 88 }),
    '4K PNG': () => sized(3840, 2160).png(),
    '1080 × 1920 JPEG': () => sized(1080, 1920).jpeg({ quality: 85 }),
    '512 px WebP': () => sized(512, 512).webp({ quality: 85 }),
    '512 px AVIF': () => sized(512, 512).avif({ quality: 60 }),
  }
  return made[name]().toBuffer()
}

/** Muted regions, one above the other, with grain and an accent. */
function photograph(): Promise<Buffer> {
  const size = { width: 1200, height: 800 } as const
  const grain = {
    create: { ...size, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 8 } },
  } as const
  const content =
    '<path fill="#9FB3BC" d="M0 0h1200v800H0z"/><path fill="#7C8471" d="M0 260q300-80 600 0t600 0v540H0z"/><path fill="#4F4A45" d="M0 560q300 60 600 0t600 0v240H0z"/><circle cx="820" cy="330" r="60" fill="#D2402E"/>'
  return sharp(svg(size, content))
    .removeAlpha()
    .composite([{ input: grain, blend: 'soft-light' }])
    .png()
    .toBuffer()
}

/** An application: a bar, a menu, cards with text, a button and a badge. */
function screenshot(): Promise<Buffer> {
  const text = (x: number, y: number) =>
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="17" fill="#1E293B">lorem ipsum ${x + y}</text>`
  const menu = Array.from({ length: 8 }, (_, line) => text(24, 110 + 36 * line))
  const cards = [400, 800, 1200].map(x => {
    const lines = Array.from({ length: 6 }, (_, line) => text(x + 16, 340 + 30 * line))
    return `<rect x="${x}" y="300" width="350" height="360" rx="12" fill="#E2E8F0"/>${lines.join('')}`
  })
  const content =
    '<path fill="#F8FAFC" d="M0 0h1600v900H0z"/><path fill="#E2E8F0" d="M0 0h320v900H0z"/><path fill="#2563EB" d="M320 0h1280v64H320zM430 720h256v52H430z"/><circle cx="1490" cy="180" r="22" fill="#F97316"/>'
  return sharp(svg({ width: 1600, height: 900 }, content + menu.join('') + cards.join('')))
    .png()
    .toBuffer()
}

function svg({ width, height }: { readonly width: number; readonly height: number }, content: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
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
  const random = createRandom(noiseSeed)
  for (let at = 0; at < pixels.length; at += 2) {
    // Two normal numbers from two uniform ones (Box and Muller 1958).
    const radius = noiseDeviation * Math.sqrt(-2 * Math.log(1 - random()))
    const angle = 2 * Math.PI * random()
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
