// What a colour is worth to somebody who picks a few from many.
import { chroma, type Oklab } from '../oklab.ts'

/** What a grey has for a chroma, so that it is not worth nothing. */
const greyWorth = 0.03

/** @returns a number to compare by: area counts little, so that a small accent wins over another shade of the rest. */
export const worth = (area: number, color: Oklab): number => area ** 0.15 * (greyWorth + chroma(color))
