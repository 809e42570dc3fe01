// Which direction a picture has by itself, which of its bodies, and which typeface.
import type { Direction as Name } from '../../schemas/sparkpage.ts'
import { firstOf } from '../first-of.ts'
import type { BodyDesign, DirectionDesign } from './directions.ts'
import type { Style } from './style.ts'
import { kindred, type Typeface } from './typefaces.ts'

/**
 * The best direction of a picture, by what it has. A bold one has large letters on its colour, or tiles if it has opposite hues and
 * round forms; a dark one fills the window, unless it is full of detail and has no space for texts; a calm one grows out of its
 * ground; the rest hangs in a frame or beside the texts, elegant ones in turn.
 */
export function chooseDirection(style: Style): Name {
  const { mood, scheme, quiet, clearSide, complexity, corners, colors, aspect = 1 } = style
  const hasClearSide = quiet ? Math.max(quiet.left.extent, quiet.right.extent) >= minSeamExtent : clearSide !== 'none'
  if (mood === 'playful') return 'mosaic'
  if (mood === 'bold') {
    const isContrasting = quiet !== undefined && style.harmony === 'contrasting'
    const fillsWindow = isContrasting && complexity !== 'detailed' && aspect >= stageAspects.quiet
    if (scheme === 'dark' && (hasClearSide || fillsWindow)) return 'stage'
    return isContrasting && corners === 'round' ? 'mosaic' : 'signal'
  }
  const minStageAspect = hasQuietEdge(style) ? stageAspects.quiet : stageAspects.busy
  if (scheme === 'dark' && (complexity !== 'detailed' || aspect >= minStageAspect))
    return mood === 'calm' ? 'studio' : 'stage'
  if (scheme === 'light' && hasClearSide) return 'studio'
  if (mood === 'elegant') return pickIndex(2, colors[3]) === 0 ? 'gallery' : 'journal'
  return scheme === 'dark' || complexity === 'detailed' ? 'journal' : 'studio'
}

/** Width by height from which on a detailed picture fills a window better than a frame: with a quiet edge for texts, and without one. */
const stageAspects = { quiet: 1.2, busy: 1.9 } as const

/** Part of a picture along an edge that is quiet, at least, for texts on it. */
const minQuietEdge = 0.1

function hasQuietEdge({ quiet, clearSide }: Style): boolean {
  if (quiet === undefined) return clearSide !== 'none'
  return Object.values(quiet).some(({ extent }) => extent >= minQuietEdge)
}

/** @returns one of the bodies of a direction, by the first colour of the style; the same for all pages of a picture. */
export function chooseBody({ bodies }: DirectionDesign, { colors }: Style): BodyDesign {
  const [first, second, third] = bodies
  const index = pickIndex(bodies.length, colors[0])
  return index === 0 ? first : index === 1 ? second : third
}

/** A plain sans leaves the choice to the direction; of another category the page has one of several faces. */
export function chooseTypeface(style: Style, { typeface: ofBody }: BodyDesign): Typeface {
  if (style.typeface === 'sans') return ofBody
  const faces = facesOf(style)
  return faces.includes(ofBody) ? ofBody : firstOf(faces.slice(pickIndex(faces.length, style.colors[1])))
}

/** Of the serifs, pictures with little detail have the finer ones. */
function facesOf({ typeface, complexity }: Style): readonly Typeface[] {
  if (typeface === 'serif') return complexity === 'detailed' ? kindred.sturdySerif : kindred.fineSerif
  return typeface === 'slab' || typeface === 'condensed' ? kindred[typeface] : [typeface]
}

/** @returns a number below `count` that differs as if by chance between colours, and is always the same for one. */
export function pickIndex(count: number, color = '#000000'): number {
  return Number.parseInt(color.slice(1), 16) % count
}

/** Part of the width of a picture that is quiet on one side, at least, for texts beside its subject. */
export const minSeamExtent = 0.25
