// The custom properties of a page.
import { type Fluid, fluid } from './fluid.ts'
import { fontStacks, radii, rooms, textFace, voices } from './look.ts'
import { roles, type Scheme } from './roles.ts'
import type { Style } from './style.ts'
import type { Theme } from './theme.ts'
import { titleSize } from './title-size.ts'

export type Variables = Readonly<Record<string, string>>

/** Fluid spaces, smallest first: least rem, slope in vw, most rem. */
const spaces: readonly (readonly [number, number, number])[] = [
  [0.75, 0.3, 2],
  [1.25, 0.7, 4],
  [1.5, 2.2, 9],
  [2.5, 4, 14],
]

const textSteps: readonly Fluid[] = [
  { least: 1.0625, base: 0.6, slope: 0.8, most: 3 },
  { least: 1.125, base: 0.7, slope: 1, most: 3.5 },
]

type Entry = readonly [name: string, value: string]

const colorEntries = (prefix: string, scheme: Scheme): readonly Entry[] =>
  roles.map(role => [`${prefix}${role}`, scheme[role]])

const fluidEntries = (prefix: string, sizes: readonly Fluid[], widest: number | undefined): readonly Entry[] =>
  sizes.map((size, index) => [`${prefix}${index + 1}`, fluid(size, widest)])

const spacesOf = (factor: number): readonly Fluid[] =>
  spaces.map(([least, slope, most]) => ({
    least: least * factor,
    base: least * factor * 0.6,
    slope: slope * factor,
    most: most * factor,
  }))

const letterEntries = ({ mood, typeface }: Style): readonly Entry[] => [
  ['--sp-font-title', fontStacks[typeface]],
  ['--sp-font-text', fontStacks[textFace[typeface]]],
  ['--sp-weight-title', voices[mood].weight],
  ['--sp-tracking-title', voices[mood].tracking],
  ['--sp-leading-title', voices[mood].leading],
]

/**
 * @param headline the text of the h1, whose length decides its size; it does not enter the variables.
 * @param widest CSS px of the width from which on letters and spaces stay the same, if there is one.
 * @returns every custom property of :root, in the order of the page.
 */
export const variablesOf = (style: Style, theme: Theme, headline: string, widest: number | undefined): Variables =>
  Object.fromEntries([
    ...colorEntries('--sp-', theme.light),
    ...colorEntries('--sp-dark-', theme.dark),
    ...style.colors.map((color, index): Entry => [`--sp-palette-${index + 1}`, color]),
    ...letterEntries(style),
    ...fluidEntries('--sp-step-', [...textSteps, titleSize(headline)], widest),
    ['--sp-radius', radii[style.corners].small],
    ['--sp-radius-large', radii[style.corners].large],
    ...fluidEntries('--sp-space-', spacesOf(rooms[style.density]), widest),
  ])
