// One colour as it is written, with the coordinates that judging it takes.
import { convertRgbToLab65, differenceCiede2000 } from 'culori/fn'
import { hex } from '../color/hex.ts'
import { type Oklab, oklab, type Rgb } from './oklab.ts'

interface Lab {
  readonly mode: 'lab65'
  readonly l: number
  readonly a: number
  readonly b: number
}

export interface Tone {
  /** #RRGGBB, upper case. */
  readonly hex: string
  readonly rgb: Rgb
  readonly ok: Oklab
  /** CIELAB at D65, the space of ΔE00. */
  readonly lab: Lab
}

/** The tone of a colour rounded to 8 bits. */
export const tone = (exact: Rgb): Tone => {
  const [red, green, blue] = [Math.round(exact.red), Math.round(exact.green), Math.round(exact.blue)]
  const rgb = { red, green, blue }
  const { l, a, b } = convertRgbToLab65({ r: red / 255, g: green / 255, b: blue / 255 })
  return {
    hex: hex(red, green, blue),
    rgb,
    ok: oklab(red, green, blue),
    lab: { mode: 'lab65', l, a, b },
  }
}

const ciede2000 = differenceCiede2000()

/** ΔE00 of two tones (Sharma, Wu and Dalal 2005): 1 is barely visible, 5 is plain. */
export const difference = (one: Tone, other: Tone): number => ciede2000(one.lab, other.lab)
