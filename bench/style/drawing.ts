// Drawings in SVG, seeded random numbers, and the colours and shapes to draw with.
import sharp from 'sharp'
import { deltaE00, sampleColor, sampleHex } from '../../src/color/color-sample.ts'

export interface Random {
  /** From 0 to 1. */
  readonly unit: () => number
  readonly between: (least: number, most: number) => number
  /** Whole, both ends included. */
  readonly whole: (least: number, most: number) => number
  /** About normal, of deviation 1: the sum of twelve even numbers less its mean. */
  readonly normal: () => number
  readonly of: <const T>(...some: readonly [T, ...T[]]) => T
}

/** A 32-bit counter through the finaliser of MurmurHash3 (Appleby 2011). */
export function createRandom(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  const unit = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number): number => least + unit() * (most - least)
  const whole = (least: number, most: number): number => Math.floor(between(least, most + 1))
  const normal = (): number => {
    let sum = -6
    for (let count = 0; count < 12; count++) sum += unit()
    return sum
  }
  return { unit, between, whole, normal, of: (...some) => some[whole(0, some.length - 1)] ?? some[0] }
}

/** A colour that a good palette of the picture has. */
export interface Truth {
  readonly hex: string
  /** Part of the visible pixels, 0 to 1; undefined where the colour has no area of its own, as the end of a gradient. */
  readonly share: number | undefined
  /** Whether it is small and strong: what a palette must not miss. */
  readonly accent: boolean
  /** Colours that look the same and would do as well. */
  readonly alike: readonly string[]
}

/** A colour that occurs, with its part of the visible pixels. */
export interface Mass {
  readonly hex: string
  readonly share: number
}

export interface Picture {
  readonly family: string
  readonly name: string
  readonly bytes: Buffer
  /** Six at most. */
  readonly truth: readonly Truth[]
  /** All colours of the visible pixels: each is correct in a palette, and shares are compared with them. */
  readonly spread: readonly Mass[]
}

export type Family = (seed: number) => Promise<Picture>

interface Paint {
  readonly hex: string
  readonly accent?: boolean
  /** Other colours of the drawing that count as this one. */
  readonly alike?: readonly string[]
}

export interface Drawing {
  readonly width: number
  readonly height: number
  /** SVG elements; every colour in them is the #RRGGBB of a paint, opaque, or an alike of one. */
  readonly body: string
  readonly paints: readonly Paint[]
}

export function svg({ width, height, body }: Omit<Drawing, 'paints'>): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)
}

/** Where some colours of a drawing are: they are white and the others black, smoothed edges by their part; four bytes a pixel. */
export function maskOf(drawing: Drawing, colors: readonly string[]): Promise<Buffer> {
  const body = drawing.body.replace(/#[0-9A-F]{6}/g, color => (colors.includes(color) ? '#FFFFFF' : '#000000'))
  return sharp(svg({ ...drawing, body }))
    .ensureAlpha()
    .raw()
    .toBuffer()
}

export function rect(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

export function disc(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export function polygon(points: readonly (readonly [x: number, y: number])[], fill: string): string {
  return `<polygon points="${points.map(point => point.join()).join(' ')}" fill="${fill}"/>`
}

export function stroke(path: string, width: number, color: string): string {
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}"/>`
}

export function text(x: number, y: number, size: number, fill: string, words: string, weight = 400): string {
  return `<text x="${x}" y="${y}" font-family="DejaVu Sans" font-size="${size}" font-weight="${weight}" fill="${fill}">${words}</text>`
}

/** Any of some shapes within a circle. */
export function anyShape(random: Random, x: number, y: number, reach: number, fill: string): string {
  const corner = (): readonly [number, number] => {
    const angle = random.between(0, 2 * Math.PI)
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)]
  }
  const kind = random.whole(0, 3)
  if (kind === 0) return disc(x, y, reach, fill)
  if (kind === 1) return rect(x - reach, y - 0.7 * reach, 2 * reach, 1.4 * reach, fill)
  if (kind === 2) return rect(x - reach, y - 0.8 * reach, 2 * reach, 1.6 * reach, fill, 0.3 * reach)
  return polygon([corner(), corner(), corner(), [x, y - reach], [x + reach, y]], fill)
}

const syllables = ['lo', 'rem', 'ip', 'sum', 'do', 'lor', 'sit', 'a', 'met', 'con', 'sec', 'te', 'tur', 'el', 'it']

/** So many words of no meaning. */
export function words(random: Random, count: number): string {
  return Array.from({ length: count }, () =>
    Array.from({ length: random.whole(1, 4) }, () => syllables[random.whole(0, syllables.length - 1)]).join(''),
  ).join(' ')
}

const distances = new Map<string, number>()

/** ΔE00 of two colours, remembered. */
export function deltaE(one: string, other: string): number {
  const key = one + other
  const known = distances.get(key)
  if (known !== undefined) return known
  const distance = deltaE00(sampleHex(one), sampleHex(other))
  distances.set(key, distance)
  return distance
}

export function anyColor({ between }: Random): string {
  return sampleColor({ red: between(0, 255), green: between(0, 255), blue: between(0, 255) }).hex
}

/** A colour of so much OKLCH chroma at least. */
export function strongColor(random: Random, least = 0.16): string {
  const color = sampleHex(anyColor(random))
  return Math.hypot(color.oklab.a, color.oklab.b) >= least ? color.hex : strongColor(random, least)
}

/** Moves every channel by so many steps at most. */
export function shifted(hex: string, random: Random, most: number): string {
  const { red, green, blue } = sampleHex(hex).rgb
  const move = (channel: number): number => Math.min(255, Math.max(0, channel + random.whole(-most, most)))
  return sampleColor({ red: move(red), green: move(green), blue: move(blue) }).hex
}

/** Part of the way from one colour to another, channel by channel as browsers do. */
export function mixed(one: string, other: string, part: number): string {
  const [from, to] = [sampleHex(one).rgb, sampleHex(other).rgb]
  return sampleColor({
    red: from.red + part * (to.red - from.red),
    green: from.green + part * (to.green - from.green),
    blue: from.blue + part * (to.blue - from.blue),
  }).hex
}

/** So many colours, each at least a ΔE00 from all others and from those that are there already. */
export function apart(
  count: number,
  least: number,
  draw: () => string,
  there: readonly string[] = [],
): readonly string[] {
  const found: string[] = []
  while (found.length < count) {
    const candidate = draw()
    if ([...there, ...found].every(other => deltaE(other, candidate) >= least)) found.push(candidate)
  }
  return found
}
