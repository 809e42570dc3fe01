// The light of a picture: its colours and where they are, without its forms. Pages use it as the ground of their first screen.
import { deflateSync } from 'node:zlib'
import { hexToOklab, type Oklab, oklabToLinear, rgbToOklab } from '../color/oklab.ts'
import { encodeLight, type LinearRgb, linearLight, type Rgb } from '../color/srgb.ts'

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
 * @param colors of the picture, at least one, most important first.
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
  const waves = Array.from({ length: countX * countY }, (_, index): Wave => {
    const [x, y] = [index % countX, Math.floor(index / countX)]
    if (index === 0)
      return { x, y, r: linearLight(mean >> 16), g: linearLight((mean >> 8) & 255), b: linearLight(mean & 255) }
    const value = base83(hash.slice(4 + 2 * index, 6 + 2 * index))
    const amplitude = (step: number) => signedSquare((step - 9) / 9) * max
    return {
      x,
      y,
      r: amplitude(Math.floor(value / 361)),
      g: amplitude(Math.floor(value / 19) % 19),
      b: amplitude(value % 19),
    }
  })
  const [columns, rows] = countX >= countY ? [gridSize.long, gridSize.short] : [gridSize.short, gridSize.long]
  const cells = Array.from({ length: rows }, (_, row) => {
    const wavesInRow = waves.map(wave => ({ ...wave, down: cosine(wave.y, row, rows) }))
    return Array.from({ length: columns }, (_, column) => {
      let [red, green, blue] = [0, 0, 0]
      for (const { x, r, g, b, down } of wavesInRow) {
        const across = cosine(x, column, columns)
        red += r * across * down
        green += g * across * down
        blue += b * across * down
      }
      return rgbToOklab(encodeLight(red), encodeLight(green), encodeLight(blue))
    })
  })
  return { columns, rows, cells: cells.flat() }
}

/** A wave of a BlurHash: half periods across and down, and amplitudes in linear light. */
interface Wave extends LinearRgb {
  readonly x: number
  readonly y: number
}

function signedSquare(value: number): number {
  return Math.sign(value) * value * value
}

/** The value of a cosine wave in the middle of a cell. */
function cosine(halfPeriods: number, cell: number, cells: number): number {
  return Math.cos((Math.PI * halfPeriods * (cell + 0.5)) / cells)
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
  const order = [...cells.entries()].sort(([, one], [, other]) => one.l - other.l)
  const maxChroma = Math.max(...palette.map(({ color }) => Math.hypot(color.a, color.b)))
  const enriched: Oklab[] = [...cells]
  for (const [rank, [place, { a, b }]] of order.entries()) {
    const l = quantile(byLightness, (rank + 0.5) / cells.length)
    const near = meanOf(
      palette.map(({ color, weight }) => ({
        color,
        weight: (Math.sqrt(weight) + 1e-3) * Math.exp(-(((color.l - l) / lightnessSpread) ** 2)) + 1e-9,
      })),
    )
    const [mixedA, mixedB] = [near.a + (a - near.a) * chroma.own, near.b + (b - near.b) * chroma.own]
    const gain = Math.min(chroma.gain, maxChroma / Math.max(1e-6, Math.hypot(mixedA, mixedB)))
    enriched[place] = { l, a: mixedA * Math.max(1, gain), b: mixedB * Math.max(1, gain) }
  }
  return { ...size, cells: enriched }
}

/** The lightness below which a part of the picture lies, 0 to 1; between the middles of two colours it changes evenly. */
function quantile(byLightness: readonly WeightedColor[], part: number): number {
  const total = byLightness.reduce((sum, { weight }) => sum + weight, 0)
  const darkest = Math.min(...byLightness.map(({ color }) => color.l))
  let [before, middleBefore, lightness] = [0, 0, darkest]
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
  const place = row * columns + column
  // One cell: the place is within the grid.
  return cells.slice(place, place + 1).reduce(first => first)
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
