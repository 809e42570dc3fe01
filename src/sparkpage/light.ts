// The light of a picture: its colours and where they are, without its forms. Pages use it as the ground of their first screen.
import { deflateSync } from 'node:zlib'
import { hexToOklab, type Oklab, oklabToLinear, rgbToOklab } from '../color/oklab.ts'
import { encodeLight, linearLight, type Rgb } from '../color/srgb.ts'

/** A hexadecimal colour and the share of the picture that it covers, 0 to 1; 0 if unknown. */
export interface PaletteShare {
  readonly hex: string
  readonly share: number
}

/** Whether the colours shade into each other. */
export type Harmony = 'analogous' | 'contrasting'

/** Colours of the cells of a grid, row by row from the upper left. */
export interface Light {
  readonly columns: number
  readonly rows: number
  readonly cells: readonly Rgb[]
  /** Mean OKLab lightness, 0 to 1. */
  readonly lightness: number
}

/** A colour of the picture and the share that it covers, 0 to 1. */
interface WeightedColor {
  readonly color: Oklab
  readonly weight: number
}

/** Cells along the longer and the shorter side: browsers enlarge them smoothly, and the four cosines of a side vary slowly. */
const gridSize = { long: 40, short: 28 } as const

/**
 * @param placeholder a BlurHash that `isBlurHash` accepts; undefined for none.
 * @param colors of the picture, most important first; none: the light is grey.
 * @param harmony of the colours, which matters without a placeholder.
 * @returns the light of the placeholder, without one an arrangement of the colours by share.
 */
export function lightOf(placeholder: string | undefined, colors: readonly PaletteShare[], harmony: Harmony): Light {
  const palette = weighColors(colors)
  const field = placeholder === undefined ? arrange(palette, harmony) : enrich(decodeBlurHash(placeholder), palette)
  const { cells } = field
  return {
    ...field,
    cells: cells.map(toRgb),
    lightness: cells.reduce((sum, { l }) => sum + l, 0) / cells.length,
  }
}

function toRgb(color: Oklab): Rgb {
  const { r, g, b } = oklabToLinear(color)
  return { red: encodeLight(r), green: encodeLight(g), blue: encodeLight(b) }
}

/** Without shares each colour covers half as much again as the next one. */
function weighColors(colors: readonly PaletteShare[]): readonly WeightedColor[] {
  const isKnown = colors.some(({ share }) => share > 0)
  return colors.map(({ hex, share }, index) => ({ color: hexToOklab(hex), weight: isKnown ? share : 0.6 ** index }))
}

interface Field {
  readonly columns: number
  readonly rows: number
  readonly cells: readonly Oklab[]
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~'

function base83(text: string): number {
  return [...text].reduce((value, digit) => value * 83 + digits.indexOf(digit), 0)
}

/** Whether a text is a BlurHash (Ågren 2018, https://blurha.sh). */
export function isBlurHash(text: string): boolean {
  if (text.length < 6 || [...text].some(digit => !digits.includes(digit))) return false
  const size = base83(text.slice(0, 1))
  return size < 81 && text.length === 4 + 2 * ((size % 9) + 1) * (Math.floor(size / 9) + 1)
}

/** Decodes a BlurHash: sums of cosines in linear light. */
function decodeBlurHash(hash: string): Field {
  const size = base83(hash.slice(0, 1))
  const [countX, countY] = [(size % 9) + 1, Math.floor(size / 9) + 1]
  const mean = base83(hash.slice(2, 6))
  const max = (base83(hash.slice(1, 2)) + 1) / 166
  const coefficients = [
    ...[mean >> 16, (mean >> 8) & 255, mean & 255].map(linearLight),
    ...Array.from({ length: countX * countY - 1 }, (_, index) => index).flatMap(index => {
      const value = base83(hash.slice(6 + 2 * index, 8 + 2 * index))
      return [Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(
        step => signedSquare((step - 9) / 9) * max,
      )
    }),
  ]
  const [columns, rows] = countX >= countY ? [gridSize.long, gridSize.short] : [gridSize.short, gridSize.long]
  const [across, down] = [cosines(countX, columns), cosines(countY, rows)]
  const channelAt = (channel: number, column: number, row: number): number => {
    let sum = 0
    for (let y = 0; y < countY; y++)
      for (let x = 0; x < countX; x++)
        sum +=
          valueAt(coefficients, (y * countX + x) * 3 + channel) *
          valueAt(across, x * columns + column) *
          valueAt(down, y * rows + row)
    return encodeLight(sum)
  }
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    return rgbToOklab(channelAt(0, column, row), channelAt(1, column, row), channelAt(2, column, row))
  })
  return { columns, rows, cells }
}

function signedSquare(value: number): number {
  return Math.sign(value) * value * value
}

/** Row by row for each wave. */
function cosines(count: number, cells: number): Float64Array {
  return Float64Array.from({ length: count * cells }, (_, at) =>
    Math.cos((Math.PI * Math.floor(at / cells) * ((at % cells) + 0.5)) / cells),
  )
}

/** An entry of a table, 0 outside it. */
function valueAt(values: ArrayLike<number>, index: number): number {
  return values[index] ?? 0
}

/** How near in lightness a colour of the picture is to a cell that it colours, in OKLab units. */
const lightnessSpread = 0.09
/** How much of a cell's own chroma stays beside that of the picture's colours, and how far both are raised. */
const chroma = { own: 0.45, gain: 1.5 } as const

/**
 * Gives the cells the lightnesses of the palette by rank and the chroma of its colours: a BlurHash averages over a quarter of the
 * picture, so that a night would become a dusk and a pastel a grey.
 */
function enrich({ cells, ...size }: Field, palette: readonly WeightedColor[]): Field {
  const byLightness = palette.toSorted((one, other) => one.color.l - other.color.l)
  const order = cells.map((_, cell) => cell).sort((one, other) => (cells[one]?.l ?? 0) - (cells[other]?.l ?? 0))
  const maxChroma = Math.max(...palette.map(({ color }) => Math.hypot(color.a, color.b)))
  const enriched: Oklab[] = [...cells]
  for (const [rank, cell] of order.entries()) {
    const { a = 0, b = 0 } = cells[cell] ?? {}
    const l = quantile(byLightness, (rank + 0.5) / cells.length)
    const near = meanOf(
      palette.map(({ color, weight }) => ({
        color,
        weight: (Math.sqrt(weight) + 1e-3) * Math.exp(-(((color.l - l) / lightnessSpread) ** 2)) + 1e-9,
      })),
    )
    const [mixedA, mixedB] = [near.a + (a - near.a) * chroma.own, near.b + (b - near.b) * chroma.own]
    const gain = Math.min(chroma.gain, maxChroma / Math.max(1e-6, Math.hypot(mixedA, mixedB)))
    enriched[cell] = { l, a: mixedA * Math.max(1, gain), b: mixedB * Math.max(1, gain) }
  }
  return { ...size, cells: enriched }
}

/** The lightness below which a part of the picture lies, 0 to 1; between the middles of two colours it changes evenly. */
function quantile(byLightness: readonly WeightedColor[], part: number): number {
  const total = byLightness.reduce((sum, { weight }) => sum + weight, 0)
  let [before, middleBefore, lightness] = [0, 0, byLightness[0]?.color.l ?? 0.5]
  for (const { color, weight } of byLightness) {
    const middle = (before + weight / 2) / total
    if (part <= middle) {
      const progress = (part - middleBefore) / Math.max(1e-9, middle - middleBefore)
      return lightness + (color.l - lightness) * progress
    }
    before += weight
    middleBefore = middle
    lightness = color.l
  }
  return lightness
}

function meanOf(colors: readonly WeightedColor[]): Oklab {
  let [l, a, b, total] = [0, 0, 0, 0]
  for (const { color, weight } of colors) {
    l += color.l * weight
    a += color.a * weight
    b += color.b * weight
    total += weight
  }
  return { l: l / total, a: a / total, b: b / total }
}

/** Colours that an arrangement shows. */
const maxArranged = 8
/** How fast an area fades: in its middle each shows its own colour. */
const sharpness = 4
/** Turn from one colour to the next, radians: the golden angle spreads any number of them evenly. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** The colours as soft areas around points of a spiral, as large as their shares; those that blend shade into each other. */
function arrange(palette: readonly WeightedColor[], harmony: Harmony): Field {
  const present = palette.toSorted((one, other) => other.weight - one.weight).slice(0, maxArranged)
  const shown = harmony === 'analogous' ? present.toSorted((one, other) => other.color.l - one.color.l) : present
  const total = shown.reduce((sum, { weight }) => sum + weight, 0)
  const areas = shown.map(({ color, weight }, index) => {
    const radius = 0.48 * Math.sqrt((index + 0.5) / shown.length)
    const angle = index * goldenAngle + 0.6
    return {
      color,
      x: 0.5 + radius * Math.cos(angle),
      y: 0.5 + radius * Math.sin(angle),
      size: 0.12 + 0.3 * Math.sqrt(weight / total),
    }
  })
  const { long: columns, short: rows } = gridSize
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const [x, y] = [((cell % columns) + 0.5) / columns, (Math.floor(cell / columns) + 0.5) / rows]
    return meanOf(
      areas.map(area => {
        const distance = Math.hypot(x - area.x, y - area.y) / area.size
        return { color: area.color, weight: Math.exp(-sharpness * distance * distance) + 1e-9 }
      }),
    )
  })
  return { columns, rows, cells }
}

/** @returns the colour at a place, 0 to 1 from the upper left; outside it is that of the nearest edge. */
export function colorAt({ columns, rows, cells }: Light, x: number, y: number): Rgb {
  const column = Math.min(columns - 1, Math.max(0, Math.floor(x * columns)))
  const row = Math.min(rows - 1, Math.max(0, Math.floor(y * rows)))
  return cells[row * columns + column] ?? { red: 128, green: 128, blue: 128 }
}

/** @returns the light as a data URI of a PNG (ISO/IEC 15948) of about 800 bytes. */
export function encodeLightImage({ columns, rows, cells }: Light): string {
  const bytes = cells.map(({ red, green, blue }) => [red, green, blue])
  const lines = Array.from({ length: rows }, (_, row) => {
    const [line, above] = [
      bytes.slice(row * columns, (row + 1) * columns),
      bytes.slice((row - 1) * columns, row * columns),
    ]
    // Filter 2, "up": the difference to the pixel above, which is small.
    return [
      2,
      ...line.flatMap((pixel, column) => pixel.map((value, index) => (value - (above[column]?.[index] ?? 0)) & 255)),
    ]
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  // 8 bits per channel, colour type 2: RGB.
  header.set([8, 2], 8)
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Uint8Array.from(lines.flat()), { level: 9 })),
    pngChunk('IEND', new Uint8Array()),
  ]
  return `data:image/png;base64,${Buffer.concat([pngSignature, ...chunks]).toString('base64')}`
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** CRC of ISO/IEC 15948, annex D. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}
