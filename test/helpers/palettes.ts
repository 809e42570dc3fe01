// Random palettes of many kinds: the same seed gives the same palettes.
import { formatHex, toGamut } from 'culori'
import { type Random, random } from './random.ts'

/** Colours as a request may write them, most important first. */
type Palette = readonly string[]

const screen = toGamut('rgb', 'oklch')

/** The colour of a lightness, chroma and hue in degrees, its chroma reduced until a screen can show it. */
function color(lightness: number, chroma: number, hue: number): string {
  return formatHex(screen({ mode: 'oklch', l: lightness, c: chroma, h: ((hue % 360) + 360) % 360 }))
}

function hex(...bytes: readonly number[]): string {
  return `#${bytes.map(byte => byte.toString(16).padStart(2, '0')).join('')}`
}

function anyHex({ whole }: Random, min = 0, max = 255): string {
  return hex(whole(min, max), whole(min, max), whole(min, max))
}

function list({ whole }: Random, min: number, max: number, draw: () => string): Palette {
  return Array.from({ length: whole(min, max) }, draw)
}

/** Brand colours in random order: a strong colour or two, a dark, a light and a grey one. */
function brand({ between, of, unit, whole }: Random): Palette {
  const hue = between(0, 360)
  const colors = [
    color(between(0.4, 0.75), between(0.12, 0.3), hue),
    color(between(0.5, 0.85), between(0.1, 0.25), hue + of(30, 60, 120, 150, 180, 240)),
    color(between(0.12, 0.32), between(0, 0.06), hue),
    color(between(0.94, 1), between(0, 0.02), hue),
    color(between(0.4, 0.8), between(0, 0.03), hue),
  ]
  return colors
    .slice(0, whole(2, 5))
    .map(color => ({ color, place: unit() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ color }) => color)
}

/** Colours of a hue and of hues at an angle to it. */
function around(numbers: Random, angles: readonly number[]): Palette {
  const { between, of } = numbers
  const hue = between(0, 360)
  return list(numbers, 2, 6, () =>
    color(between(0.25, 0.92), between(0.03, 0.28), hue + of(0, ...angles) + between(-8, 8)),
  )
}

type Range = readonly [min: number, max: number]

/** Colours with OKLCH lightness, chroma and hue within ranges. */
function within(numbers: Random, lightness: Range, chroma: Range, hue: Range = [0, 360]): Palette {
  const { between } = numbers
  return list(numbers, 1, 6, () => color(between(...lightness), between(...chroma), between(...hue)))
}

/** Draws a palette of each kind. */
const kinds: Readonly<Record<string, (numbers: Random) => Palette>> = {
  'uniform sRGB': numbers => list(numbers, 1, 8, () => anyHex(numbers)),
  pastel: numbers => within(numbers, [0.82, 0.95], [0.02, 0.1]),
  dark: numbers => within(numbers, [0.1, 0.4], [0, 0.15]),
  neon: numbers => within(numbers, [0.6, 0.95], [0.4, 0.4]),
  earthy: numbers => within(numbers, [0.3, 0.8], [0.03, 0.11], [30, 125]),
  'medium lightness': numbers => within(numbers, [0.5, 0.72], [0, 0.3]),
  greys: numbers => list(numbers, 1, 6, () => color(numbers.unit(), 0, 0)),
  'near white': numbers => list(numbers, 1, 6, () => anyHex(numbers, 232, 255)),
  'near black': numbers => list(numbers, 1, 6, () => anyHex(numbers, 0, 28)),
  monochrome: numbers => {
    const hue = numbers.between(0, 360)
    return list(numbers, 2, 7, () => color(numbers.unit(), numbers.between(0.01, 0.3), hue))
  },
  complementary: numbers => around(numbers, [180]),
  triadic: numbers => around(numbers, [120, 240]),
  brand,
  'one colour': numbers => [anyHex(numbers)],
  '64 colours': numbers => Array.from({ length: 64 }, () => anyHex(numbers)),
  translucent: numbers => list(numbers, 1, 6, () => anyHex(numbers) + hex(numbers.whole(1, 255)).slice(1)),
  '#RGB': numbers => list(numbers, 1, 6, () => `#${numbers.whole(0, 0xfff).toString(16).padStart(3, '0')}`),
  'web safe': numbers => list(numbers, 1, 8, () => hex(...[0, 0, 0].map(() => 51 * numbers.whole(0, 5)))),
}

interface DrawnPalette {
  readonly kind: string
  readonly palette: Palette
}

/** Draws palettes of every kind in turn. */
export function palettesOf(seed: number, count: number): readonly DrawnPalette[] {
  const numbers = random(seed)
  const names = Object.entries(kinds)
  const rounds = Array.from({ length: Math.ceil(count / names.length) }, () => names)
  return rounds
    .flat()
    .slice(0, count)
    .map(([kind, draw]) => ({ kind, palette: draw(numbers) }))
}
