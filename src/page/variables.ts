// The custom properties of a page.
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

const rem = (value: number) => `${Math.round(value * 1000) / 1000}rem`

const colorVariables = (prefix: string, scheme: Scheme): Variables =>
  Object.fromEntries(roles.map(role => [`${prefix}${role}`, scheme[role]]))

const spaceVariables = (factor: number): Variables =>
  Object.fromEntries(
    spaces.map(([least, slope, most], index) => [
      `--sp-space-${index + 1}`,
      `clamp(${rem(least * factor)},${rem(least * factor * 0.6)} + ${Math.round(slope * factor * 100) / 100}vw,${rem(most * factor)})`,
    ]),
  )

const letterVariables = ({ mood, typeface }: Style, headline: string): Variables => ({
  '--sp-font-title': fontStacks[typeface],
  '--sp-font-text': fontStacks[textFace[typeface]],
  '--sp-weight-title': voices[mood].weight,
  '--sp-tracking-title': voices[mood].tracking,
  '--sp-leading-title': voices[mood].leading,
  '--sp-step-1': 'clamp(1.0625rem,.6rem + .8vw,3rem)',
  '--sp-step-2': 'clamp(1.125rem,.7rem + 1vw,3.5rem)',
  '--sp-step-3': titleSize(headline),
})

/**
 * @param headline the text of the h1, whose length decides its size; it does not enter the variables.
 * @returns every custom property of :root, in the order of the page.
 */
export const variablesOf = (style: Style, theme: Theme, headline: string): Variables => ({
  ...colorVariables('--sp-', theme.light),
  ...colorVariables('--sp-dark-', theme.dark),
  ...Object.fromEntries(style.colors.map((color, index) => [`--sp-palette-${index + 1}`, color])),
  ...letterVariables(style, headline),
  '--sp-radius': radii[style.corners].small,
  '--sp-radius-large': radii[style.corners].large,
  ...spaceVariables(rooms[style.density]),
})
