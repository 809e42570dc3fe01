// A colour in all coordinates that comparing it takes, and the colour difference ΔE00.
import { convertRgbToLab65, differenceCiede2000 } from 'culori/fn'
import { type Oklab, rgbToOklab } from './oklab.ts'
import { formatHex, parseHex, type Rgb } from './srgb.ts'

export interface ColorSample {
  /** #RRGGBB in upper case. */
  readonly hex: string
  /** Whole channels. */
  readonly rgb: Rgb
  readonly oklab: Oklab
  /** CIELAB at D65, the space of ΔE00. */
  readonly lab: { readonly mode: 'lab65'; readonly l: number; readonly a: number; readonly b: number }
}

/** @returns the colour rounded to 8 bits. */
export function sampleColor(exact: Rgb): ColorSample {
  const [red, green, blue] = [Math.round(exact.red), Math.round(exact.green), Math.round(exact.blue)]
  const { l, a, b } = convertRgbToLab65({ r: red / 255, g: green / 255, b: blue / 255 })
  return {
    hex: formatHex(red, green, blue),
    rgb: { red, green, blue },
    oklab: rgbToOklab(red, green, blue),
    lab: { mode: 'lab65', l, a, b },
  }
}

/** @throws TypeError unless hexadecimal. Opacity is ignored. */
export function sampleHex(color: string): ColorSample {
  return sampleColor(parseHex(color))
}

const ciede2000 = differenceCiede2000()

/** ΔE00 of two colours (Sharma, Wu and Dalal 2005): 1 is barely visible, 5 is obvious. */
export function deltaE00(one: ColorSample, other: ColorSample): number {
  return ciede2000(one.lab, other.lab)
}
