// Whether files of public suites open, in the size, the orientation and the colours that their own viewers show.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import type { Format } from '../../schemas/media.ts'
import type { Size } from '../../schemas/types.ts'
import { deltaE00, sampleColor } from '../../src/color/color-sample.ts'
import { decodeImage } from '../../src/image/decode.ts'
import { detectFormat } from '../../src/image/format.ts'
import { probe } from '../../src/image/probe.ts'
import { autoOrient, type DecodedImage } from '../../src/image/raster.ts'
import { fixed, meanOf, percent, table } from '../report.ts'
import { type Server, startServer, untilReady } from '../server-process.ts'

const execute = promisify(execFile)

interface SuiteFile {
  readonly suite: string
  readonly path: string
  readonly format: Format
}

/** An upright picture. */
interface Shown extends Size {
  readonly regions: readonly Rgb[]
}

type Rgb = readonly [red: number, green: number, blue: number]

interface Judgement extends SuiteFile {
  readonly status: number
  /** Undefined where the viewer does not open the file. */
  readonly reference: Shown | undefined
  readonly shown: Shown | undefined
  /** ΔE00, mean of the regions. */
  readonly error: number
  /** Whether no other turn of a picture that its metadata turn is nearer to the reference; undefined for all others. */
  readonly isUpright: boolean | undefined
}

interface SuitesOptions {
  /** Every folder in it is a suite. */
  readonly suites: string
  /** Where the pictures of the programs are kept, which take most of the time. */
  readonly references: string
  readonly isHeldOut: boolean
}

/** @returns tables by suite and by format, and the files that differ. */
export async function reportFiles({ suites, references, isHeldOut }: SuitesOptions): Promise<string> {
  const files = (await findFiles(suites)).filter(file => isHeldOutFile(relative(suites, file.path)) === isHeldOut)
  const server = await startServer({ file: '../src/server.ts', env: { RATE_LIMIT: '0' } })
  await untilReady(server)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  const queue = [...files]
  let count = 0
  const judgeQueue = async (): Promise<readonly Judgement[]> => {
    const page = await browser.newPage()
    const judged: Judgement[] = []
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const picture = join(references, `${relative(suites, file.path)}.png`)
      judged.push(await judge(file, { server, page, picture }))
      if (++count % 100 === 0) console.error(`${count} of ${files.length} files`)
    }
    return judged
  }
  const judged = (await Promise.all(Array.from({ length: lanes }, judgeQueue))).flat()
  await browser.close()
  await server.stop()
  return [
    tableBy('suite', judged, ({ suite }) => suite),
    tableBy('format', judged, ({ format }) => format),
    differences(judged, suites),
  ].join('\n\n')
}

/** Files that are judged at a time. */
const lanes = 4

/** Empty files and those in Git LFS are shorter, bytes. */
const minBytes = 100

async function findFiles(suites: string): Promise<readonly SuiteFile[]> {
  const names = await readdir(suites, { recursive: true, withFileTypes: true })
  const files: SuiteFile[] = []
  for (const entry of names.filter(one => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const detected = bytes.length < minBytes ? undefined : detectFormat(bytes)
    const [suite = ''] = relative(suites, path).split('/')
    if (detected?.kind === 'still') files.push({ suite, path, format: detected.format })
  }
  return files.sort((one, other) => one.path.localeCompare(other.path))
}

/** A fixed half of the files is held out and not used in development. */
function isHeldOutFile(path: string): boolean {
  return createHash('sha256').update(path).digest().readUInt8(0) % 2 === 0
}

interface Judges {
  readonly server: Server
  readonly page: Page
  /** The picture that a program makes of the file. */
  readonly picture: string
}

async function judge(file: SuiteFile, { server, page, picture }: Judges): Promise<Judgement> {
  const bytes = await readFile(file.path)
  const status = await ask(server, bytes)
  const program = programs[file.format]
  const reference = await (program === undefined
    ? showInBrowser(page, bytes, file.format)
    : showByProgram(program, file.path, picture)
  ).catch(() => undefined)
  const decoded = await decodeAlone(bytes)
  if (decoded === undefined)
    return { ...file, status, reference, shown: undefined, error: Number.NaN, isUpright: undefined }
  const { width, height } = decoded.media
  const shown = { width, height, regions: regionsOf(decoded) }
  const errorOf = (regions: readonly Rgb[]) =>
    reference === undefined ? Number.NaN : distance(regions, reference.regions)
  const error = errorOf(shown.regions)
  const isTurned = (probe(bytes, file.format).header.orientation ?? 1) > 1
  const isUpright = isTurned
    ? otherTurns.every(turn => error <= errorOf(regionsOf(autoOrient(decoded, turn))))
    : undefined
  return { ...file, status, reference, shown, error, isUpright }
}

let decoding: Promise<DecodedImage | undefined> = Promise.resolve(undefined)

/** One file at a time: warnings of libvips reach the decoder that ends next. */
function decodeAlone(bytes: Buffer): Promise<DecodedImage | undefined> {
  decoding = decoding.then(() => decodeImage(bytes, { depth: 'high', maxPixels: 64e6 }).catch(() => undefined))
  return decoding
}

const otherTurns = [2, 3, 4, 5, 6, 7, 8] as const

/** @returns the status of an analysis; 599 where there was no answer. */
async function ask({ address }: Server, bytes: Buffer): Promise<number> {
  const headers = { 'content-type': 'application/octet-stream' }
  const url = `${address}/api/v1/analyze-vibe?analysis_depth=low`
  const answer = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(bytes),
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status ?? 599
}

/** Viewers of formats that Chromium does not show: programs that write a PNG. */
const programs: Partial<Record<Format, (file: string, png: string) => readonly [program: string, ...args: string[]]>> =
  {
    heic: (file, png) => ['heif-convert', file, png],
    jxl: (file, png) => ['djxl', file, png],
    tiff: (file, png) => ['convert', `${file}[0]`, '-auto-orient', '-colorspace', 'sRGB', png],
    psd: (file, png) => ['convert', `${file}[0]`, '-colorspace', 'sRGB', png],
  }

/** Of a viewer, or of an answer. */
const timeoutMs = 60_000

async function showByProgram(
  create: NonNullable<(typeof programs)[Format]>,
  file: string,
  picture: string,
): Promise<Shown> {
  if (!existsSync(picture) && !existsSync(picture.replace(/\.png$/, '-1.png'))) {
    await mkdir(dirname(picture), { recursive: true })
    const [program, ...args] = create(file, picture)
    await execute(program, args, { timeout: timeoutMs })
  }
  // heif-convert numbers the pictures of a file that holds several.
  const first = existsSync(picture) ? picture : picture.replace(/\.png$/, '-1.png')
  const source = sharp(await readFile(first), { limitInputPixels: false })
  const { width, height } = await source.metadata()
  const resized = source.resize({ width: drawnSide, height: drawnSide, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await resized.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width, height, regions: regionsOf({ width: info.width, height: info.height, pixels: data }) }
}

const mediaTypes: Partial<Record<Format, string>> = { svg: 'image/svg+xml', ico: 'image/x-icon' }

/** Longest side at which a reference is drawn, px. */
const drawnSide = 320

async function showInBrowser(page: Page, bytes: Buffer, format: Format): Promise<Shown> {
  const source = `data:${mediaTypes[format] ?? `image/${format}`};base64,${bytes.toString('base64')}`
  const { width, height, drawn, text } = await page.evaluate(
    async ([source, side]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const [width, height] = [image.naturalWidth, image.naturalHeight]
      const scale = Math.min(1, side / Math.max(width, height))
      const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
      const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, drawn.width, drawn.height)
      const { data } = context.getImageData(0, 0, drawn.width, drawn.height)
      return { width, height, drawn, text: Array.from(data, level => String.fromCharCode(level)).join('') }
    },
    [source, drawnSide] as const,
  )
  return { width, height, regions: regionsOf({ ...drawn, pixels: Buffer.from(text, 'latin1') }) }
}

interface Pixels extends Size {
  readonly pixels: Uint8Array
}

/** Columns and rows of the regions, and the grey behind transparent pixels. */
const [columns, rows, grey] = [5, 2, 128]

/** The mean colours of ten regions, on grey. */
function regionsOf({ width, height, pixels }: Pixels): readonly Rgb[] {
  return Array.from({ length: columns * rows }, (_, region) => {
    const [column, row] = [region % columns, Math.floor(region / columns)]
    const [left, top] = [Math.floor((column * width) / columns), Math.floor((row * height) / rows)]
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns))
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows))
    let [red, green, blue, count] = [0, 0, 0, 0]
    for (let y = top; y < Math.min(bottom, height); y++)
      for (let x = left; x < Math.min(right, width); x++, count++) {
        const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
        const opacity = alpha / 255
        red += r * opacity + grey * (1 - opacity)
        green += g * opacity + grey * (1 - opacity)
        blue += b * opacity + grey * (1 - opacity)
      }
    return [red / count, green / count, blue / count]
  })
}

function distance(ones: readonly Rgb[], others: readonly Rgb[]): number {
  return meanOf(ones.map((one, at) => deltaE00(sampleOf(one), sampleOf(others[at] ?? one))))
}

function sampleOf([red, green, blue]: Rgb) {
  return sampleColor({ red: Math.round(red), green: Math.round(green), blue: Math.round(blue) })
}

/** A file whose colours are off by more looks different. */
const maxError = 2

function tableBy(name: string, judged: readonly Judgement[], keyOf: (file: Judgement) => string): string {
  const keys = [...new Set(judged.map(keyOf))].sort()
  const groups = keys.map(key => [key, judged.filter(file => keyOf(file) === key)] as const)
  const head = [
    name,
    'files',
    'viewer opens',
    'opens of these, %',
    'size equal',
    'turned, upright',
    'mean ΔE00',
    '≤ 2, %',
    '5xx',
  ]
  return table(
    head,
    [...groups, ['all', judged] as const].map(([key, files]) => [key, ...cellsOf(files)]),
  )
}

function cellsOf(files: readonly Judgement[]): readonly string[] {
  const viewed = files.filter(({ reference }) => reference !== undefined)
  const opened = viewed.filter(isOpened)
  const turned = opened.filter(({ isUpright }) => isUpright !== undefined)
  const errors = opened.map(({ error }) => error)
  return [
    `${files.length}`,
    `${viewed.length}`,
    percent(opened.length / viewed.length),
    `${opened.filter(hasEqualSize).length} of ${opened.length}`,
    `${turned.filter(({ isUpright }) => isUpright).length} of ${turned.length}`,
    fixed(meanOf(errors), 2),
    percent(errors.filter(error => error <= maxError).length / errors.length),
    `${files.filter(({ status }) => status >= 500).length}`,
  ]
}

function isOpened({ status, shown }: Judgement): boolean {
  return status === 200 && shown !== undefined
}

/** A drawing without a size has one that depends on its viewer, and only an aspect ratio. */
function hasEqualSize({ format, reference, shown }: Judgement): boolean {
  if (reference === undefined || shown === undefined) return false
  if (format !== 'svg') return reference.width === shown.width && reference.height === shown.height
  return Math.abs(Math.log((shown.width * reference.height) / (shown.height * reference.width))) < aspectTolerance
}

/** Sizes are whole pixels. */
const aspectTolerance = 0.02

function differences(judged: readonly Judgement[], suites: string): string {
  const lines = judged.flatMap(file => {
    const { path, status, reference, shown, error } = file
    const name = relative(suites, path)
    if (status >= 500) return [`- ${name}: ${status}`]
    if (reference === undefined) return []
    if (shown === undefined || status !== 200) return [`- ${name}: ${status}`]
    const sizes = hasEqualSize(file)
      ? []
      : [`${shown.width} × ${shown.height} instead of ${reference.width} × ${reference.height}`]
    const colors = error > maxError ? [`ΔE00 ${fixed(error, 1)}`] : []
    const turn = file.isUpright === false ? ['another turn is nearer'] : []
    const reasons = [...sizes, ...colors, ...turn]
    return reasons.length > 0 ? [`- ${name}: ${reasons.join(', ')}`] : []
  })
  return [`${lines.length} files differ:`, ...lines].join('\n')
}
