// The canvas of the art: colours, paths and random numbers that all generators share.
import type { Complexity, Density } from '../style.ts'

/** Length of a side of the art, in its own units. */
export const side = 6

export interface ArtColor {
  /** CSS colour. */
  readonly fill: string
  /** OKLCH lightness, 0 to 1. */
  readonly lightness: number
}

/** A filled path; later ones cover earlier ones. */
export interface Shape {
  readonly color: ArtColor
  /** SVG path data. */
  readonly path: string
  /** Whether all edges are vertical or horizontal, so that they need no antialiasing. */
  readonly crisp?: boolean
}

export interface Canvas {
  /** At least four, the background first. */
  readonly colors: readonly ArtColor[]
  readonly density: Density
  readonly complexity: Complexity
  /** A number from 0 up to but excluding 1. */
  readonly random: () => number
}

/** Draws on `side` × `side`; anything beyond is cut off. */
export type ArtGenerator = (canvas: Canvas) => readonly Shape[]

/** A finished picture. */
export interface Art {
  /** CSS colours; the class of color n, counted from 1, is sp-ink-n. */
  readonly colors: readonly string[]
  /** Paths from the back to the front, with the index of their colour. */
  readonly layers: readonly { readonly color: number; readonly path: string; readonly crisp: boolean }[]
}

/** Rounds to two decimals: 0.01 units are a fifth of a pixel on a phone. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

export function randomBetween(random: () => number, min: number, max: number): number {
  return min + random() * (max - min)
}

/** The colour at an index modulo their number, which may be negative; a list of it, since there may be no colour. */
export function colorAt(colors: readonly ArtColor[], index: number): readonly ArtColor[] {
  const at = ((index % colors.length) + colors.length) % colors.length
  return colors.slice(at, at + 1)
}

/** The whole canvas in the first colour. */
export function fillBackground(colors: readonly ArtColor[]): readonly Shape[] {
  return colors.slice(0, 1).map(color => ({ color, path: `M0 0h${side}v${side}H0z`, crisp: true }))
}

/** Path of a circle; a reversed one cuts a hole into a circle around it. */
export function circlePath(x: number, y: number, radius: number, isReversed = false): string {
  const r = round(radius)
  const d = round(r * 2) // not the rounded diameter: an arc over a shorter chord would not be a half circle
  const sweep = isReversed ? 0 : 1
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 ${sweep} ${d} 0a${r} ${r} 0 1 ${sweep} ${-d} 0z`
}

/** @returns a generator of pseudorandom numbers from 0 up to but excluding 1, the same for the same seed. */
export function createRandom(seed: string): () => number {
  let state = hash(seed) | 1 // xorshift must not start at 0
  return () => {
    state = xorshift(state)
    return (state >>> 0) / 2 ** 32
  }
}

/** FNV-1a, 32 bits (Fowler, Noll and Vo, RFC 9923). */
function hash(text: string): number {
  return Buffer.from(text).reduce((sum, byte) => Math.imul(sum ^ byte, 0x01000193), 0x811c9dc5)
}

/** Marsaglia 2003, "Xorshift RNGs", with the shifts 13, 17, 5. */
function xorshift(state: number): number {
  const one = state ^ (state << 13)
  const two = one ^ (one >>> 17)
  return two ^ (two << 5)
}
