// Draws pictures as files of every format, and finds out which of their colours a file still shows.
import sharp, { type Sharp } from 'sharp'
import { sampleColor } from '../../src/color/color-sample.ts'
import { type Drawing, deltaE, type Mass, maskOf, type Picture, svg, type Truth } from './drawing.ts'

/** How much of a drawing some colours cover. */
async function coverage(drawing: Drawing, colors: readonly string[]): Promise<number> {
  const pixels = await maskOf(drawing, colors)
  let sum = 0
  for (let index = 0; index < pixels.length; index += 4) sum += (pixels[index] ?? 0) * (pixels[index + 3] ?? 0)
  return sum
}

/** The colours of a drawing with their shares. */
export async function truthOf(drawing: Drawing): Promise<readonly Truth[]> {
  const found = await Promise.all(
    drawing.paints.map(async ({ hex, accent = false, alike = [] }) => ({
      hex,
      accent,
      alike,
      area: await coverage(drawing, [hex, ...alike]),
    })),
  )
  const total = found.reduce((sum, { area }) => sum + area, 0)
  return found
    .filter(({ area }) => area > 0)
    .map(({ hex, accent, alike, area }) => ({ hex, accent, alike, share: area / total }))
}

/** Which drawn colours a file still shows, and what its pixels look like: a lost colour counts as what became of it. */
export async function shownIn(
  bytes: Buffer,
  drawing: Drawing,
  drawn: readonly Truth[],
): Promise<Pick<Picture, 'truth' | 'spread'>> {
  const remnants = await Promise.all(
    drawn.map(async one => ({ one, ...(await remnantOf(bytes, drawing, [one.hex, ...one.alike])) })),
  )
  return {
    truth: remnants.flatMap(({ one, seen }) => (seen ? [one] : [])),
    spread: remnants.map(({ one, hex }) => ({ hex, share: one.share ?? 0 })),
  }
}

export type Encoding = 'png' | 'jpeg' | 'webp' | 'lossless webp' | 'avif' | 'palette png'

/** Encodes as the web does. */
export async function encode(drawn: Buffer | Sharp, encoding: Encoding, quality = 85): Promise<Buffer> {
  const source = Buffer.isBuffer(drawn) ? sharp(drawn) : drawn
  if (encoding === 'jpeg') return source.flatten({ background: '#FFFFFF' }).jpeg({ quality }).toBuffer()
  if (encoding === 'webp') return source.webp({ quality }).toBuffer()
  if (encoding === 'lossless webp') return source.webp({ lossless: true }).toBuffer()
  if (encoding === 'avif') return source.avif({ quality: quality - 20, effort: 2 }).toBuffer()
  return source.png({ palette: encoding === 'palette png' }).toBuffer()
}

/** A drawing becomes a picture of its family; known are the colours that its file still shows. */
export async function pictureOf(
  family: string,
  seed: number,
  drawing: Drawing,
  encoding: Encoding,
  quality?: number,
): Promise<Picture> {
  const drawn = await truthOf(drawing)
  const bytes = await encode(svg(drawing), encoding, quality)
  return { family, name: `${family} ${seed} ${encoding}`, bytes, ...(await shownIn(bytes, drawing, drawn)) }
}

/** Where the drawing is covered by a colour to at least so much, of 255, it shows it pure. */
const minPureCoverage = 230
/** So much of the picture must show a colour pure: about a line of one pixel across a third of 1,000. */
const minPureShare = 0.0003
/** Within this ΔE00 of the drawn colour a pixel has kept it: as far as the recall of a palette reaches. */
const keptReach = 5
/** Least part of the pure pixels that have kept their colour. */
const minKeptPart = 0.5

/** Whether pixels are near a colour; each of them is judged once. */
function nearness(hex: string) {
  const known = new Map<number, boolean>()
  return (packed: number): boolean => {
    const found = known.get(packed) ?? deltaE(toneHex(packed), hex) <= keptReach
    known.set(packed, found)
    return found
  }
}

function toneHex(packed: number): string {
  return `#${packed.toString(16).padStart(6, '0').toUpperCase()}`
}

interface Remnant {
  /** Whether the file still shows the colour. */
  readonly seen: boolean
  /** What the file shows where the colour was drawn pure: the mean; the drawn colour if it nowhere was. */
  readonly hex: string
}

/**
 * The rule by which a drawn colour counts as known: at least 0.03 % of the picture are drawn with nothing but it (90 % of the pixel),
 * and in the file, decoded at full size, at least half of these pixels lie within ΔE00 5 of it. It asks no palette maker.
 *
 * @param colors the colour, and those that count as it.
 */
async function remnantOf(bytes: Buffer, drawing: Drawing, colors: readonly [string, ...string[]]): Promise<Remnant> {
  const mask = await maskOf(drawing, colors)
  const shown = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  const near = colors.map(nearness)
  let pure = 0
  let kept = 0
  const sum = { red: 0, green: 0, blue: 0 }
  for (let at = 0; at < shown.length; at += 4) {
    if ((mask[at] ?? 0) < minPureCoverage || (mask[at + 3] ?? 0) < minPureCoverage) continue
    pure++
    const packed = shown.readUIntBE(at, 3)
    if (near.some(isNear => isNear(packed))) kept++
    sum.red += packed >> 16
    sum.green += (packed >> 8) & 255
    sum.blue += packed & 255
  }
  const seen = pure >= (minPureShare * shown.length) / 4 && kept >= minKeptPart * pure
  if (seen || pure === 0) return { seen, hex: colors[0] }
  return { seen, hex: sampleColor({ red: sum.red / pure, green: sum.green / pure, blue: sum.blue / pure }).hex }
}

/** Pixels are taken from so many columns and rows. */
const samplesPerSide = 64
/** Colours of so many bitsPerChannel a channel become one, their mean. */
const bitsPerChannel = 4

/** The colours of a file with their parts of its visible pixels. */
export async function massesOf(bytes: Buffer): Promise<readonly Mass[]> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const sums = new Map<number, { red: number; green: number; blue: number; count: number }>()
  let total = 0
  for (let row = 0; row < samplesPerSide; row++) {
    for (let column = 0; column < samplesPerSide; column++) {
      const y = Math.floor(((row + 0.5) / samplesPerSide) * info.height)
      const x = Math.floor(((column + 0.5) / samplesPerSide) * info.width)
      const at = (y * info.width + x) * 4
      const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at, at + 4)
      if (opacity < 128) continue
      const shift = 8 - bitsPerChannel
      const key = ((red >> shift) << (2 * bitsPerChannel)) | ((green >> shift) << bitsPerChannel) | (blue >> shift)
      const sum = sums.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 }
      sums.set(key, sum)
      sum.red += red
      sum.green += green
      sum.blue += blue
      sum.count++
      total++
    }
  }
  return [...sums.values()].map(({ red, green, blue, count }) => ({
    hex: sampleColor({ red: red / count, green: green / count, blue: blue / count }).hex,
    share: count / total,
  }))
}
