// Names that people say for colours, by lightness, chroma and hue in OKLCH.
import { chroma, hue, meanColor, type Oklab, oklabToHex, rgbToOklab } from './oklab.ts'

/** A colour without a hue has less chroma. */
const minHueChroma = 0.01
/** Up to this chroma a colour is a grey or a white with a tint, or black. */
const maxTintChroma = 0.028

/** @returns a name such as "vivid red", "dark gray" or "bluish gray". */
export function nameColor(color: Oklab): string {
  const [c, h] = [chroma(color), hue(color)]
  if (c < minHueChroma) return greyName(color.l)
  if (c < maxTintChroma) return tintName(color.l, h)
  return hueName(color.l, c, h)
}

/** Greys up to these lightnesses, OKLCH; above them is white. */
const greys: readonly (readonly [maxLightness: number, name: string])[] = [
  [0.22, 'black'],
  [0.47, 'dark gray'],
  [0.78, 'gray'],
  [0.955, 'light gray'],
]

function greyName(lightness: number): string {
  return greys.find(([max]) => lightness < max)?.[1] ?? 'white'
}

/** What a tint is called up to these hues, degrees; above them it is called as below the first. */
const tints: readonly (readonly [maxHue: number, name: string])[] = [
  [15, 'pinkish'],
  [32, 'reddish'],
  [80, 'brownish'],
  [115, 'yellowish'],
  [195, 'greenish'],
  [285, 'bluish'],
  [335, 'purplish'],
]

/** Lightness from which on a tinted grey is white. */
const minTintedWhite = 0.92

function tintName(lightness: number, degrees: number): string {
  const tint = tints.find(([max]) => degrees <= max)?.[1] ?? 'pinkish'
  if (lightness > minTintedWhite) return `${tint === 'brownish' ? 'yellowish' : tint} white`
  // Nobody sees the tint of a black.
  return greyName(lightness).replace('gray', `${tint} gray`)
}

/** A colour word and where it stands without another: between these lightnesses, OKLCH. */
interface ColorWord {
  readonly name: string
  readonly dark: number
  readonly light: number
  /** Words for muted colours, such as beige, are never grayish. */
  readonly isMuted?: boolean
}

const words = {
  red: { name: 'red', dark: 0.5, light: 0.8 },
  pink: { name: 'pink', dark: 0.6, light: 0.9 },
  dustyPink: { name: 'dusty pink', dark: 0.4, light: 0.9, isMuted: true },
  crimson: { name: 'crimson', dark: 0.45, light: 0.8 },
  burgundy: { name: 'burgundy', dark: 0.26, light: 0.8, isMuted: true },
  maroon: { name: 'maroon', dark: 0.28, light: 0.8, isMuted: true },
  coral: { name: 'coral', dark: 0.5, light: 0.8 },
  salmon: { name: 'salmon pink', dark: 0.5, light: 0.85, isMuted: true },
  peach: { name: 'peach', dark: 0.5, light: 0.93, isMuted: true },
  orange: { name: 'orange', dark: 0.64, light: 0.84 },
  burntOrange: { name: 'burnt orange', dark: 0.48, light: 0.72, isMuted: true },
  brown: { name: 'brown', dark: 0.4, light: 0.53 },
  tan: { name: 'tan', dark: 0.5, light: 0.82, isMuted: true },
  beige: { name: 'beige', dark: 0.5, light: 0.92, isMuted: true },
  cream: { name: 'cream', dark: 0.5, light: 2, isMuted: true },
  gold: { name: 'golden yellow', dark: 0.7, light: 0.9 },
  ochre: { name: 'ochre', dark: 0.5, light: 0.75 },
  yellow: { name: 'yellow', dark: 0.7, light: 0.9 },
  paleYellow: { name: 'pale yellow', dark: 0.5, light: 2, isMuted: true },
  khaki: { name: 'khaki', dark: 0.6, light: 0.84, isMuted: true },
  olive: { name: 'olive', dark: 0.42, light: 0.64 },
  yellowGreen: { name: 'yellow green', dark: 0.62, light: 0.84 },
  oliveGreen: { name: 'olive green', dark: 0.4, light: 0.64 },
  sage: { name: 'sage green', dark: 0.5, light: 0.8, isMuted: true },
  green: { name: 'green', dark: 0.47, light: 0.76 },
  teal: { name: 'teal', dark: 0.43, light: 0.66 },
  turquoise: { name: 'turquoise', dark: 0.5, light: 0.86 },
  cyan: { name: 'cyan', dark: 0.5, light: 0.95 },
  skyBlue: { name: 'sky blue', dark: 0.5, light: 0.86 },
  blue: { name: 'blue', dark: 0.43, light: 0.7 },
  slateBlue: { name: 'slate blue', dark: 0.44, light: 0.68, isMuted: true },
  navy: { name: 'navy blue', dark: 0.19, light: 0.5, isMuted: true },
  violet: { name: 'violet', dark: 0.4, light: 0.7 },
  lavender: { name: 'lavender', dark: 0.5, light: 0.9, isMuted: true },
  purple: { name: 'purple', dark: 0.37, light: 0.68 },
  lilac: { name: 'lilac', dark: 0.5, light: 0.9, isMuted: true },
  mauve: { name: 'mauve', dark: 0.5, light: 0.8, isMuted: true },
  plum: { name: 'plum', dark: 0.32, light: 0.55, isMuted: true },
  magenta: { name: 'magenta', dark: 0.5, light: 0.8 },
} as const satisfies Readonly<Record<string, ColorWord>>

/** Least chroma of colours that are called so, OKLCH. */
const minChroma = { vivid: 0.17, brilliant: 0.13, plain: 0.055 } as const
/** From a dark colour to a very dark one, and the lightness of those at most; OKLCH. */
const veryDark = { step: 0.16, max: 0.24 } as const
/** Light colours up to this chroma are pale, from this lightness on. */
const maxPaleChroma = 0.08
const minPaleLightness = 0.75

function hueName(l: number, c: number, degrees: number): string {
  const word: ColorWord = wordFor(l, c, degrees)
  const { name, dark, light, isMuted } = word
  if (l < Math.min(veryDark.max, dark - veryDark.step)) return `very dark ${name}`
  const isDark = l < dark
  const isLight = l > light
  if (isLight) return `${lightWord(l, c)} ${name}`
  if (!isMuted && c < minChroma.plain) return isDark ? `dark grayish ${name}` : `grayish ${name}`
  if (isDark) return `dark ${name}`
  return !isMuted && c >= minChroma.vivid ? `vivid ${name}` : name
}

function lightWord(l: number, c: number): string {
  if (c >= minChroma.brilliant) return 'brilliant'
  if (c >= maxPaleChroma) return 'light'
  return l >= minPaleLightness ? 'pale' : 'light grayish'
}

/** The word for a hue, which often changes with lightness and chroma: dark orange is brown, light red is pink. */
function wordFor(l: number, c: number, degrees: number): ColorWord {
  for (const [maxHue, choose] of hues) if (degrees < maxHue) return choose(l, c)
  return rose(l, c)
}

type Choice = (lightness: number, chroma: number) => ColorWord

const hues: readonly (readonly [maxHue: number, choose: Choice])[] = [
  [12, rose],
  [34, red],
  [50, salmonOrOrange],
  [76, orange],
  [94, amber],
  [114, yellow],
  [131, (l, c) => (l > 0.6 ? greenOrSage(l, c, words.yellowGreen) : words.oliveGreen)],
  [163, (l, c) => greenOrSage(l, c, words.green)],
  [202, turquoise],
  [238, (l, c) => (l > 0.68 && c > 0.05 ? turquoise(l, c, words.skyBlue) : blue(l, c))],
  [282, blue],
  [304, violet],
  [322, purple],
  [330, (l, c) => (l > 0.5 && c > 0.2 ? words.magenta : purple(l, c))],
  [352, magenta],
]

function rose(l: number, c: number): ColorWord {
  if (l > 0.72 || (l > 0.62 && c > 0.17)) return words.pink
  if (c < 0.1 && l > 0.48) return words.dustyPink
  return l > 0.42 && c > 0.13 ? words.crimson : words.burgundy
}

function red(l: number, c: number): ColorWord {
  if (l > 0.82) return words.pink
  if (c < 0.1 && l > 0.5) return words.dustyPink
  if (l > 0.67) return c > 0.17 ? words.coral : words.salmon
  if (l < 0.42 && c > 0.07) return words.maroon
  return c > 0.1 ? words.red : words.brown
}

function salmonOrOrange(l: number, c: number): ColorWord {
  if (l < 0.66 || c < 0.1 || c > 0.17) return orange(l, c)
  return c > 0.13 ? words.coral : words.salmon
}

function orange(l: number, c: number): ColorWord {
  if (c > 0.14 && l > 0.6) return words.orange
  if (c > 0.13 && l > 0.48 && l < 0.72) return words.burntOrange
  if (l < 0.62 || (l < 0.72 && c > 0.08)) return words.brown
  if (l < 0.8) return words.tan
  if (c > 0.06) return words.peach
  return l > 0.92 ? words.cream : words.beige
}

function amber(l: number, c: number): ColorWord {
  if (l < 0.5 || (l < 0.55 && c < 0.1)) return words.brown
  if (c > 0.1) return l > 0.72 ? words.gold : words.ochre
  if (l < 0.78) return words.tan
  return l > 0.92 ? words.cream : words.beige
}

function yellow(l: number, c: number): ColorWord {
  if (l < 0.68) return words.olive
  if (c > 0.11) return words.yellow
  if (c > 0.075 && l > 0.84) return words.paleYellow
  if (l > 0.92) return words.cream
  return l > 0.84 ? words.beige : words.khaki
}

function greenOrSage(l: number, c: number, green: ColorWord): ColorWord {
  return c < 0.06 && l > 0.45 && l < 0.8 ? words.sage : green
}

function turquoise(l: number, c: number, light: ColorWord = words.turquoise): ColorWord {
  if (l > 0.84 && c > 0.1) return words.cyan
  return l > 0.68 && c > 0.05 ? light : words.teal
}

function blue(l: number, c: number): ColorWord {
  if (c < 0.07 && l > 0.38 && l < 0.74) return words.slateBlue
  return l < 0.34 && c > 0.05 ? words.navy : words.blue
}

function violet(l: number, c: number): ColorWord {
  if (l > 0.74) return words.lavender
  return l < 0.3 && c < 0.08 ? words.blue : words.violet
}

function purple(l: number, c: number): ColorWord {
  if (l > 0.72) return words.lilac
  return c < 0.08 && l > 0.45 ? words.mauve : words.purple
}

function magenta(l: number, c: number): ColorWord {
  if (l > 0.71) return words.pink
  if (c > 0.16 && l > 0.5) return words.magenta
  return c < 0.09 && l > 0.45 ? words.mauve : words.plum
}

/** From one colour to the next, in each channel, of those whose names are looked up. */
const sampleStep = 9

let colorsByName: ReadonlyMap<string, string> | undefined

/** Names of CSS colours, which records may have from elsewhere; browsers ignore an unknown one. */
const cssName = /^[a-z]{3,20}$/

/** @returns a CSS colour for the name of a colour, without what tells it apart in a palette; undefined when it cannot be one. */
export function cssColorOf(name: string): string | undefined {
  colorsByName ??= sampleNames()
  const shade = name.replace(/ (?:[\d.]+ %|#[\dA-F]{6})$/, '')
  const known = colorsByName.get(shade) ?? colorsByName.get(shade.replace(/^(?:very|dark|light) /, ''))
  return known ?? (cssName.test(name) ? name : undefined)
}

/** The mean colour of every name. */
function sampleNames(): ReadonlyMap<string, string> {
  const groups = new Map<string, Oklab[]>()
  for (let red = 0; red < 256; red += sampleStep) {
    for (let green = 0; green < 256; green += sampleStep) {
      for (let blue = 0; blue < 256; blue += sampleStep) {
        const color = rgbToOklab(red, green, blue)
        const name = nameColor(color)
        const group = groups.get(name)
        if (group === undefined) groups.set(name, [color])
        else group.push(color)
      }
    }
  }
  return new Map([...groups].map(([name, colors]) => [name, oklabToHex(meanColor(colors))]))
}
