// Ours and others: a palette becomes the colours of a page in both schemes, each in the way its own guide tells.
import { argbFromHex, DynamicScheme, Hct, hexFromArgb, Score, Variant } from '@material/material-color-utilities'
import { formatHex, wcagContrast } from 'culori'
import { solveTheme } from '../../src/sparkpage/theme.ts'
import { brandOf, type Roles } from './judge.ts'
import type { Palette } from './palettes.ts'

interface Themed {
  readonly light: Roles
  readonly dark: Roles
}

export interface ThemeMaker {
  readonly name: string
  readonly theme: (palette: Palette) => Themed
}

const schemesOf = (of: (isDark: boolean) => Roles): Themed => ({ light: of(false), dark: of(true) })

/** #RRGGBB, opacity left aside: the others know no other form. */
const plain = (color: string): string => formatHex(color) ?? ''

/** Material chooses the source colour itself; where it finds none suitable, the first input instead of Google's blue. */
const sourceOf = (palette: Palette): Hct => {
  const inputs = palette.map(color => argbFromHex(plain(color)))
  const [fallbackColorARGB = 0] = inputs
  const [best = fallbackColorARGB] = Score.score(new Map(inputs.map(input => [input, 1])), { fallbackColorARGB })
  return Hct.fromInt(best)
}

/** The button is filled with primary, as Material's filled button is, or with the container, which is nearer to the source. */
const material =
  (variant: Variant, button: 'primary' | 'container') =>
  (palette: Palette): Themed => {
    const sourceColorHct = sourceOf(palette)
    return schemesOf(isDark => {
      const scheme = new DynamicScheme({ sourceColorHct, variant, contrastLevel: 0, isDark })
      const contained = button === 'container'
      return {
        bg: hexFromArgb(scheme.surface),
        surface: hexFromArgb(scheme.surfaceContainer),
        text: hexFromArgb(scheme.onSurface),
        muted: hexFromArgb(scheme.onSurfaceVariant),
        accent: hexFromArgb(contained ? scheme.primaryContainer : scheme.primary),
        'on-accent': hexFromArgb(contained ? scheme.onPrimaryContainer : scheme.onPrimary),
        edge: hexFromArgb(scheme.outline),
        border: hexFromArgb(scheme.outline),
        focus: hexFromArgb(scheme.secondary),
        link: hexFromArgb(scheme.primary),
        secondary: hexFromArgb(scheme.secondary),
      }
    })
  }

interface LeonardoColor {
  readonly name: string
  readonly colorKeys: readonly string[]
  readonly ratios: readonly number[]
}

/** The part of @adobe/leonardo-contrast-colors 1.1 that is used here. */
interface Leonardo {
  readonly Color: new (color: LeonardoColor) => object
  readonly BackgroundColor: new (color: LeonardoColor) => object
  readonly Theme: new (theme: {
    readonly colors: readonly object[]
    readonly backgroundColor: object
    readonly lightness: number
  }) => {
    /** The background, then each colour with a value per ratio, in the order of both. */
    readonly contrastColors: readonly {
      readonly background?: string
      readonly values?: readonly { readonly value: string }[]
    }[]
  }
}

/** Ratio of the surface to the ground; all others are asked for with that much to spare, since they stand on both. */
const surfaceRatio = 1.12
const ratios = { text: 12, muted: 7, word: 4.5, shape: 3 } as const
const spared = (ratio: number): number => ratio * surfaceRatio * 1.02

const leonardo =
  ({ Color, BackgroundColor, Theme }: Leonardo) =>
  (palette: Palette): Themed => {
    const brand = plain(brandOf(palette))
    const second = palette.map(plain).find(color => color !== brand) ?? brand
    return schemesOf(isDark => {
      const grounds = new BackgroundColor({
        name: 'ground',
        colorKeys: ['#808080'],
        ratios: [surfaceRatio, spared(ratios.shape), spared(ratios.muted), spared(ratios.text)],
      })
      const theme = new Theme({
        colors: [
          grounds,
          new Color({ name: 'brand', colorKeys: [brand], ratios: [spared(ratios.shape), spared(ratios.word)] }),
          new Color({ name: 'second', colorKeys: [second], ratios: [spared(ratios.shape)] }),
        ],
        backgroundColor: grounds,
        lightness: isDark ? 10 : 98,
      })
      const colors = theme.contrastColors.flatMap(({ background, values = [] }) =>
        background === undefined ? values.map(({ value }) => value) : [background],
      )
      const [bg = '', surface = '', border = '', muted = '', text = '', edge = '', word = '', secondary = ''] = colors
      const onAccent = wcagContrast('#FFFFFF', word) >= wcagContrast('#000000', word) ? '#FFFFFF' : '#000000'
      return {
        ...{ bg, surface, text, muted, edge, border, secondary },
        ...{ accent: word, 'on-accent': onAccent, focus: word, link: word },
      }
    })
  }

/** A package of bench/page alone, so the compiler of the whole tree need not find it. */
const leonardoName: string = '@adobe/leonardo-contrast-colors'
const leonardoPackage: Leonardo = await import(leonardoName)
/** It warns of itself at every colour, which would cost it more than its work. */
console.warn = () => undefined

export const themeMakers: readonly ThemeMaker[] = [
  { name: 'this service', theme: palette => solveTheme(palette, 'light') },
  { name: 'Material Content, primary', theme: material(Variant.CONTENT, 'primary') },
  { name: 'Material Content, primary container', theme: material(Variant.CONTENT, 'container') },
  { name: 'Material TonalSpot, primary', theme: material(Variant.TONAL_SPOT, 'primary') },
  { name: 'Leonardo', theme: leonardo(leonardoPackage) },
]
