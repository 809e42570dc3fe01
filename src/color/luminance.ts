// Relative luminance.
import { linear } from './linear.ts'
import { parse } from './parse.ts'

/** Weighs linear sRGB channels (0 to 1) by what the eye sees of them (WCAG 2.2, "relative luminance"). */
export const weigh = ({ r, g, b }: { readonly r: number; readonly g: number; readonly b: number }): number =>
  0.2126 * r + 0.7152 * g + 0.0722 * b

/** @returns relative luminance from 0 (black) to 1 (white), opacity left aside. @throws TypeError unless hexadecimal. */
export const luminance = (color: string): number => {
  const { r, g, b } = parse(color)
  return weigh({ r: linear(r), g: linear(g), b: linear(b) })
}
