// The ground that the first screen gets from its picture: the colour of an edge, of a plain ground, or a poster's.

import type { Layout } from '../../schemas/sparkpage.ts'
import { minSeamExtent } from './choose-direction.ts'
import { cropToWindow } from './crops.ts'
import type { DirectionDesign } from './directions.ts'
import { hueAngle, tint, toOklchColor } from './oklch.ts'
import type { PreferredScheme, Style } from './style.ts'
import { hasQuietBottom, hasSpaceAbove, isOnPlainGround, plainGround } from './subject.ts'
import { posterColors, type Stage, solveStage } from './theme.ts'

/** Where the texts of the first screen are. */
export type TextSide = 'left' | 'right'

export type Stages = Readonly<Record<PreferredScheme, Stage>>

/** The ground of a seam is the colour of the picture's edge: moved further, the seam would be seen. OKLCH lightness. */
const maxSeamShift = 0.05

/** The ground that the picture's edge or its colours give the first screen. */
export function findStage(
  layout: Layout,
  direction: DirectionDesign,
  style: Style,
  side: TextSide | undefined,
  brand: string,
): Stages | undefined {
  const { colors, palette } = style
  const solve = (color: string) => solveStage(color, { colors, brand })
  if (layout === 'poster' || (layout === 'centered' && direction.isColored && !isOnPlainGround(style))) {
    const [color] = posterColors(palette)
    if (color === undefined) return undefined
    return { light: solve(color), dark: solve(dimmed(color)) }
  }
  const color = findEdge(layout, direction, style, side)
  if (color === undefined) return undefined
  const stage = solve(color)
  const shift = Math.abs(toOklchColor(stage.ground).lightness - toOklchColor(color).lightness)
  return shift <= maxSeamShift && !isDull(stage.ground) ? { light: stage, dark: stage } : undefined
}

/** Whether texts stand on a light picture: it stays light in the dark scheme. */
export function isLightBleed(layout: Layout, { scheme }: Style, ofDirection: PreferredScheme | undefined): boolean {
  return layout === 'full-bleed' && scheme === 'light' && ofDirection !== 'dark'
}

/** Greys that a picture may have at its edge, but that no page should have as its ground: OKLCH lightness and chroma. */
const dull = { from: 0.4, to: 0.84, chroma: 0.03 } as const

function isDull(ground: string): boolean {
  const { lightness, chroma } = toOklchColor(ground)
  return lightness > dull.from && lightness < dull.to && chroma < dull.chroma
}

/** The colour of the picture that goes on behind the texts. */
function findEdge(layout: Layout, direction: DirectionDesign, style: Style, side?: TextSide): string | undefined {
  const { quiet } = style
  if (quiet === undefined) return undefined
  if (layout === 'seam') return side && quiet[side].extent >= minSeamExtent ? quiet[side].color : undefined
  if (layout !== 'full-bleed') return plainGround(quiet)
  if (!isLightBleed(layout, style, direction.scheme)) return undefined
  const shown = cropToWindow(style)
  if (hasSpaceAbove(shown)) return quiet.top.color
  return hasQuietBottom(shown) ? quiet.bottom.color : undefined
}

/** OKLCH lightness and chroma of a poster in the dark scheme, at most. */
const maxDimmed = { lightness: 0.36, chroma: 0.13 } as const
/** OKLCH hues between which such a colour would be brown or olive: it is nearly black. Degrees. */
const brown = { from: 40, to: 115, lightness: 0.24 } as const

function dimmed(hex: string): string {
  const color = toOklchColor(hex)
  const hue = hueAngle(color)
  const isBrown = hue >= brown.from && hue <= brown.to
  const { lightness } = isBrown ? brown : maxDimmed
  return tint(color, Math.min(color.lightness, lightness), Math.min(color.chroma, maxDimmed.chroma))
}
