// Colours for the pictures.
import { type ColorSample, deltaE00, sampleColor } from '../../src/color/color-sample.ts'
import type { Chance } from './random.ts'

/** The sample of #RRGGBB. */
export const toneOf = (hex: string): ColorSample => {
  const value = Number.parseInt(hex.slice(1), 16)
  return sampleColor({ red: value >> 16, green: (value >> 8) & 255, blue: value & 255 })
}

const distances = new Map<string, number>()

/** ΔE00 of two colours, remembered. */
export const deltaE = (one: string, other: string): number => {
  const key = one + other
  const known = distances.get(key)
  if (known !== undefined) return known
  const distance = deltaE00(toneOf(one), toneOf(other))
  distances.set(key, distance)
  return distance
}

export const anyColor = ({ between }: Chance): string =>
  sampleColor({ red: between(0, 255), green: between(0, 255), blue: between(0, 255) }).hex

/** A colour of so much OKLCH chroma at least. */
export const strongColor = (luck: Chance, least = 0.16): string => {
  const color = toneOf(anyColor(luck))
  return Math.hypot(color.oklab.a, color.oklab.b) >= least ? color.hex : strongColor(luck, least)
}

/** Moves every channel by so many steps at most. */
export const shifted = (hex: string, luck: Chance, most: number): string => {
  const { red, green, blue } = toneOf(hex).rgb
  const move = (channel: number): number => Math.min(255, Math.max(0, channel + luck.whole(-most, most)))
  return sampleColor({ red: move(red), green: move(green), blue: move(blue) }).hex
}

/** Part of the way from one colour to another, channel by channel as browsers do. */
export const mixed = (one: string, other: string, part: number): string => {
  const [from, to] = [toneOf(one).rgb, toneOf(other).rgb]
  return sampleColor({
    red: from.red + part * (to.red - from.red),
    green: from.green + part * (to.green - from.green),
    blue: from.blue + part * (to.blue - from.blue),
  }).hex
}

/** So many colours, each at least a ΔE00 from all others and from those that are there already. */
export const apart = (
  count: number,
  least: number,
  draw: () => string,
  there: readonly string[] = [],
): readonly string[] => {
  const found: string[] = []
  while (found.length < count) {
    const candidate = draw()
    if ([...there, ...found].every(other => deltaE(other, candidate) >= least)) found.push(candidate)
  }
  return found
}
