// Random palettes of many kinds, the same ones for the same seed.
import { formatHex, toGamut } from 'culori'
import { type Random, random } from './random.ts'

/** Colours as a request may write them, most important first. */
export type Palette = readonly string[]

const screen = toGamut('rgb', 'oklch')

/** The colour of a lightness, chroma and hue in degrees, its chroma reduced until a screen can show it. */
function color(lightness: number, chroma: number, hue: number): string {
  return formatHex(screen({ mode: 'oklch', l: lightness, c: chroma, h: ((hue % 360) + 360) % 360 }))
}

function hex(...bytes: readonly number[]): string {
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}
function uniform({ whole }: Random): string {
  return hex(whole(0, 255), whole(0, 255), whole(0, 255))
}
function grey(byte: number): string {
  return hex(byte, byte, byte)
}
function hue({ between }: Random): number {
  return between(0, 360)
}

function list(luck: Random, least: number, most: number, draw: () => string): Palette {
  return Array.from({ length: luck.whole(least, most) }, draw)
}

/** Brands as they come: a strong colour or two, an ink, a paper, a grey, in any order. */
function brand(luck: Random): Palette {
  const main = hue(luck)
  const parts = [
    color(luck.between(0.4, 0.75), luck.between(0.12, 0.3), main),
    color(luck.between(0.5, 0.85), luck.between(0.1, 0.25), main + luck.of(30, 60, 120, 150, 180, 240)),
    color(luck.between(0.12, 0.32), luck.between(0, 0.06), main),
    color(luck.between(0.94, 1), luck.between(0, 0.02), main),
    color(luck.between(0.4, 0.8), luck.between(0, 0.03), main),
  ]
  return parts
    .slice(0, luck.whole(2, 5))
    .map(part => ({ part, place: luck.unit() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ part }) => part)
}

function around(luck: Random, turns: readonly number[]): Palette {
  const start = hue(luck)
  return list(luck, 2, 6, () =>
    color(luck.between(0.25, 0.92), luck.between(0.03, 0.28), start + luck.of(0, ...turns) + luck.between(-8, 8)),
  )
}

/** Draws a palette of each kind. */
export const kinds = {
  'uniform sRGB': luck => list(luck, 1, 8, () => uniform(luck)),
  pastel: luck => list(luck, 1, 6, () => color(luck.between(0.82, 0.95), luck.between(0.02, 0.1), hue(luck))),
  dark: luck => list(luck, 1, 6, () => color(luck.between(0.1, 0.4), luck.between(0, 0.15), hue(luck))),
  neon: luck => list(luck, 1, 6, () => color(luck.between(0.6, 0.95), 0.4, hue(luck))),
  earthy: luck =>
    list(luck, 1, 6, () => color(luck.between(0.3, 0.8), luck.between(0.03, 0.11), luck.between(30, 125))),
  greys: luck => list(luck, 1, 6, () => grey(luck.whole(0, 255))),
  'near white': luck => list(luck, 1, 6, () => hex(luck.whole(232, 255), luck.whole(232, 255), luck.whole(232, 255))),
  'near black': luck => list(luck, 1, 6, () => hex(luck.whole(0, 28), luck.whole(0, 28), luck.whole(0, 28))),
  monochrome: luck => {
    const only = hue(luck)
    return list(luck, 2, 7, () => color(luck.unit(), luck.between(0.01, 0.3), only))
  },
  complementary: luck => around(luck, [180]),
  triadic: luck => around(luck, [120, 240]),
  brand,
  'one colour': luck => [uniform(luck)],
  '64 colours': luck => Array.from({ length: 64 }, () => uniform(luck)),
  translucent: luck => list(luck, 1, 6, () => uniform(luck) + hex(luck.whole(1, 255)).slice(1)),
  '#RGB': luck => list(luck, 1, 6, () => `#${luck.whole(0, 0xfff).toString(16).padStart(3, '0')}`),
  'middle lightness': luck => list(luck, 1, 5, () => color(luck.between(0.5, 0.72), luck.between(0, 0.3), hue(luck))),
  'web safe': luck => list(luck, 1, 8, () => hex(...[0, 0, 0].map(() => 51 * luck.whole(0, 5)))),
} as const satisfies Readonly<Record<string, (luck: Random) => Palette>>

const names = Object.entries(kinds)

export interface Drawn {
  readonly kind: string
  readonly palette: Palette
}

/** So many palettes, kind after kind in turn. */
export function palettesOf(seed: number, count: number): readonly Drawn[] {
  const luck = random(seed)
  return Array.from({ length: Math.ceil(count / names.length) }, () =>
    names.map(([kind, draw]) => ({ kind, palette: draw(luck) })),
  )
    .flat()
    .slice(0, count)
}
