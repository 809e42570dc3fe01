// What the painters of the art share: the canvas, the inks, and paths on it.
import type { Density, Richness } from '../style.ts'

/** Length of a side of the picture, in its own units. */
export const side = 6

export interface Ink {
  /** CSS colour. */
  readonly fill: string
  /** OKLCH lightness, 0 to 1. */
  readonly lightness: number
}

/** A filled path; later ones lie above. */
export interface Stroke {
  readonly ink: Ink
  /** SVG path data. */
  readonly path: string
  /** Whether every edge is upright or level, so that the pixels on it stay whole. */
  readonly crisp?: boolean
}

export interface Canvas {
  /** At least four: the ground comes first. */
  readonly inks: readonly Ink[]
  readonly density: Density
  readonly richness: Richness
  /** From 0 up to but not 1. */
  readonly random: () => number
}

/** Draws a picture of `side` × `side`; what lies beyond is cut off. */
export type Painter = (canvas: Canvas) => readonly Stroke[]

/** Two decimals: a hundredth of a unit is a fifth of a pixel on a telephone. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** A number from one bound to the other. */
export const between = (random: () => number, least: number, most: number): number => least + random() * (most - least)

/** The ink of a turn, around and around. */
export const inTurn = (inks: readonly Ink[], turn: number): readonly Ink[] => {
  const at = ((turn % inks.length) + inks.length) % inks.length
  return inks.slice(at, at + 1)
}

/** A circle; drawn backwards it is a hole in one around it. */
export const disc = (x: number, y: number, radius: number, backwards = false): string => {
  const r = round(radius)
  const d = round(r * 2) // not the rounded diameter: a chord shorter than it would make a bean of two large arcs
  const sweep = backwards ? 0 : 1
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 ${sweep} ${d} 0a${r} ${r} 0 1 ${sweep} ${-d} 0z`
}

/** The whole canvas in one ink. */
export const ground = (inks: readonly Ink[]): readonly Stroke[] =>
  inks.slice(0, 1).map(ink => ({ ink, path: `M0 0h${side}v${side}H0z`, crisp: true }))
