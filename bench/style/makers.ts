// Everything that makes a palette of six: this service at every depth, and the libraries that people use.
import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { QuantizerCelebi, Score } from '@material/material-color-utilities'
import { getPalette } from 'colorthief'
import { convertLab65ToRgb, convertRgbToLab65, formatHex } from 'culori/fn'
import { extractColorsFromImageData } from 'extract-colors'
import { buildPalette, utils } from 'image-q'
import { Vibrant } from 'node-vibrant/node'
import sharp from 'sharp'
import { type Depth, depths } from '../../schemas/provenance.ts'
import { sampleColor } from '../../src/color/color-sample.ts'
import { oklabToHex } from '../../src/color/oklab.ts'
import { decodeImage } from '../../src/image/decode.ts'
import { measureStyle } from '../../src/style/measure-style.ts'
import { countColors, distinctColors, kMeans } from './measures.ts'

/** A colour and its share of the visible pixels. */
export interface Share {
  readonly hex: string
  readonly share: number
}

interface Answer {
  readonly colors: readonly string[]
  /** Where it tells no shares, every pixel is counted for the nearest of its colours. */
  readonly palette?: readonly Share[]
}

export interface Maker {
  readonly name: string
  readonly find: (bytes: Buffer) => Promise<Answer>
}

const count = 6

function hexOf(red: number, green: number, blue: number): string {
  return sampleColor({ red, green, blue }).hex
}

function ours(depth: Depth): Maker {
  return {
    name: `this service, ${depth}`,
    find: async bytes => {
      const sample = await decodeImage(bytes, { depth, maxPixels: 50e6 })
      const request = { id: `ana_${'0'.repeat(32)}`, depth, platform: 'web_16_9' } as const
      const { colors, palette } = measureStyle(sample, request)
      return { colors, palette }
    },
  }
}

/** A thumbnail as a file, for what reads only files. */
function filed({ width, height, pixels }: Thumbnail): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

async function vibrant(bytes: Buffer): Promise<Answer> {
  const swatches = Object.values(await Vibrant.from(bytes).getPalette())
  const found = swatches.flatMap(swatch => (swatch === null ? [] : [swatch]))
  return { colors: found.toSorted((one, other) => other.population - one.population).map(({ rgb }) => hexOf(...rgb)) }
}

async function thief(bytes: Buffer, quality: number): Promise<Answer> {
  const found = (await getPalette(bytes, { colorCount: count, quality })) ?? []
  return { colors: found.map(color => color.hex().toUpperCase()) }
}

function extract({ width, height, pixels }: Thumbnail): Answer {
  const found = extractColorsFromImageData({ width, height, data: new Uint8ClampedArray(pixels) })
  const largest = found.toSorted((one, other) => other.area - one.area)
  return { colors: largest.slice(0, count).map(({ hex }) => hex.toUpperCase()) }
}

async function whole(bytes: Buffer): Promise<Thumbnail> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** Opaque pixels as 0xAARRGGBB. */
function argb({ pixels }: Thumbnail): number[] {
  const found: number[] = []
  for (let at = 0; at < pixels.length; at += 4) {
    if (pixels.readUInt8(at + 3) === 255) found.push((0xff000000 | pixels.readUIntBE(at, 3)) >>> 0)
  }
  return found
}

function fromArgb(color: number): string {
  return hexOf((color >> 16) & 255, (color >> 8) & 255, color & 255)
}

function material(thumbnail: Thumbnail): Answer {
  const quantized = QuantizerCelebi.quantize(argb(thumbnail), 128)
  return { colors: Score.score(quantized, { desired: count, filter: false }).map(fromArgb) }
}

function celebi(thumbnail: Thumbnail): Answer {
  const quantized = [...QuantizerCelebi.quantize(argb(thumbnail), count)]
  return { colors: quantized.toSorted(([, one], [, other]) => other - one).map(([color]) => fromArgb(color)) }
}

async function imageQ({ width, height, pixels }: Thumbnail): Promise<Answer> {
  const points = utils.PointContainer.fromUint8Array(pixels, width, height)
  const found = await buildPalette([points], { colors: count, paletteQuantization: 'wuquant' })
  return {
    colors: found
      .getPointContainer()
      .getPointArray()
      .map(({ r, g, b }) => hexOf(r, g, b)),
  }
}

async function dominant(bytes: Buffer): Promise<Answer> {
  const { r, g, b } = (await sharp(bytes).stats()).dominant
  return { colors: [hexOf(r, g, b)] }
}

/** `convert` reads what it knows by itself; the most frequent colours come first. */
async function magick(bytes: Buffer): Promise<Answer> {
  const child = spawn(
    'convert',
    [
      '-',
      '-thumbnail',
      '128x128',
      '+dither',
      '-colors',
      String(count),
      '-depth',
      '8',
      '-format',
      '%c',
      'histogram:info:-',
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  child.stdin.on('error', () => undefined).end(bytes)
  const lines = (await buffer(child.stdout)).toString().split('\n')
  const found = lines.flatMap(line => {
    const [, pixels = '', hex = ''] = /^\s*(\d+): .*(#[0-9A-F]{6})/.exec(line) ?? []
    return hex === '' ? [] : [{ pixels: Number(pixels), hex }]
  })
  if (found.length === 0) throw new Error('convert printed no histogram.')
  return { colors: found.toSorted((one, other) => other.pixels - one.pixels).map(({ hex }) => hex) }
}

function kMeansInOklab({ pixels }: Thumbnail): Answer {
  return { colors: kMeans(distinctColors(pixels), count).map(oklabToHex) }
}

function kMeansInCielab({ pixels }: Thumbnail): Answer {
  const points = countColors(pixels).map(({ red, green, blue, weight }) => {
    const { l, a, b } = convertRgbToLab65({ r: red / 255, g: green / 255, b: blue / 255 })
    return { l, a, b, weight }
  })
  return {
    colors: kMeans(points, count).map(({ l, a, b }) => formatHex(convertLab65ToRgb({ l, a, b })).toUpperCase()),
  }
}

function on(name: string, find: (thumbnail: Thumbnail) => Answer | Promise<Answer>): Maker {
  return { name: `${name} on sharp's thumbnail`, find: async bytes => find(await floor(bytes)) }
}

/** This service first. */
export const makers: readonly Maker[] = [
  ...depths.map(ours),
  { name: 'node-vibrant', find: vibrant },
  on('node-vibrant', async thumbnail => vibrant(await filed(thumbnail))),
  { name: 'colorthief', find: bytes => thief(bytes, 10) },
  on('colorthief', async thumbnail => thief(await filed(thumbnail), 1)),
  { name: 'extract-colors', find: async bytes => extract(await whole(bytes)) },
  on('extract-colors', extract),
  on('Material quantizer', celebi),
  on('Material score', material),
  on('image-q', imageQ),
  on('k-means in OKLab', kMeansInOklab),
  on('k-means in CIELAB', kMeansInCielab),
  { name: "sharp's dominant", find: dominant },
  { name: 'ImageMagick', find: magick },
]

export interface Thumbnail {
  readonly width: number
  readonly height: number
  /** Four bytes a pixel: red, green, blue, opacity. */
  readonly pixels: Buffer
}

/** Longest side, px. */
const side = 128

export async function floor(bytes: Buffer): Promise<Thumbnail> {
  const { data, info } = await sharp(bytes)
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}
