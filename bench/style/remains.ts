// Which colours of a drawing a file still shows: lossy files lose thin and small ones.
import sharp from 'sharp'
import { sampleColor } from '../../src/color/color-sample.ts'
import { type Drawing, maskOf } from './canvas.ts'
import { deltaE } from './color.ts'

/** Where the drawing is covered by a colour to at least so much, of 255, it shows it pure. */
const leastPure = 230
/** So much of the picture must show a colour pure: about a line of one pixel across a third of 1,000. */
const leastSeen = 0.0003
/** Within this ΔE00 of the drawn colour a pixel has kept it: as far as the recall of a palette reaches. */
const reach = 5
/** Least part of the pure pixels that have kept their colour. */
const leastKept = 0.5

/** Whether pixels are near a colour; each of them is judged once. */
const nearness = (hex: string) => {
  const known = new Map<number, boolean>()
  return (packed: number): boolean => {
    const found = known.get(packed) ?? deltaE(toneHex(packed), hex) <= reach
    known.set(packed, found)
    return found
  }
}

const toneHex = (packed: number): string => `#${packed.toString(16).padStart(6, '0').toUpperCase()}`

export interface Remnant {
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
export const remnantOf = async (
  bytes: Buffer,
  drawing: Drawing,
  colors: readonly [string, ...string[]],
): Promise<Remnant> => {
  const mask = await maskOf(drawing, colors)
  const shown = await sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()
  const near = colors.map(nearness)
  let pure = 0
  let kept = 0
  const sum = { red: 0, green: 0, blue: 0 }
  for (let at = 0; at < shown.length; at += 4) {
    if ((mask[at] ?? 0) < leastPure || (mask[at + 3] ?? 0) < leastPure) continue
    pure++
    const packed = shown.readUIntBE(at, 3)
    if (near.some(isNear => isNear(packed))) kept++
    sum.red += packed >> 16
    sum.green += (packed >> 8) & 255
    sum.blue += packed & 255
  }
  const seen = pure >= (leastSeen * shown.length) / 4 && kept >= leastKept * pure
  if (seen || pure === 0) return { seen, hex: colors[0] }
  return { seen, hex: sampleColor({ red: sum.red / pure, green: sum.green / pure, blue: sum.blue / pure }).hex }
}
