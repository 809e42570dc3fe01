// Whether files of public suites open, in the size, the orientation and the colours that their own viewers show.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { Format } from '../../schemas/media.ts'
import { decodeImage } from '../../src/image/decode.ts'
import { detectFormat } from '../../src/image/format.ts'
import { probe } from '../../src/image/probe.ts'
import { autoOrient, type DecodedImage } from '../../src/image/raster.ts'
import { fixed, meanOf, percent, table } from '../report.ts'
import { type Server, startServer, untilReady } from '../server-process.ts'
import { distance, type Rgb, regionsOf, type Shown, showInViewer, timeoutMs } from './viewers.ts'

interface SuiteFile {
  readonly suite: string
  readonly path: string
  readonly format: Format
}

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
  const reference = await showInViewer(bytes, file, { page, picture }).catch(() => undefined)
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
  const request = { method: 'POST', body: new Uint8Array(bytes), headers, signal: AbortSignal.timeout(timeoutMs) }
  return fetch(url, request)
    .then(answer => answer.arrayBuffer().then(() => answer.status))
    .catch(() => 599)
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
