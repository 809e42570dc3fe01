// Contrast of two colours as WCAG 2.2 has it.
import { luminance } from './luminance.ts'

/** Contrast ratio of two relative luminances (WCAG 2.2, "contrast ratio"). */
export const ratioOf = (one: number, other: number): number =>
  (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)

/**
 * @param a, b hexadecimal colours; opacity is left aside.
 * @returns the contrast ratio, 1 (equal) to 21 (black and white).
 * @throws TypeError unless both are hexadecimal.
 */
export const contrast = (a: string, b: string): number => ratioOf(luminance(a), luminance(b))
