// The arrangement of the first screen: which one suits a picture and its texts.

import type { Quiet } from '../../schemas/composition.ts'
import type { Layout, ResponsiveType } from '../../schemas/sparkpage.ts'
import { minSeamExtent, pickIndex } from './choose-direction.ts'
import { cropToWindow, findAspects, keepsSubject, minPanoramaAspect, type ShownAspects } from './crops.ts'
import type { DirectionDesign } from './directions.ts'
import { headlineStep, lengthOf } from './headline.ts'
import { hasWideWindows } from './sheets.ts'
import { findStage, isLightBleed, type Stages, type TextSide } from './stage.ts'
import type { Style } from './style.ts'
import { hasQuietBottom, hasSpaceAbove, isOnPlainGround, isScene, withObject } from './subject.ts'

/** How the texts stand on a picture that fills the window: headline and lead apart or below each other, centred, or at its top. */
type Placement = 'apart' | 'stacked' | 'middle' | 'high'

/** Style sheets of first screens: the headline as wide as the page, a picture within the window, or between two grounds beside its texts or below them. */
export type Opening = 'masthead' | 'inset' | 'two-grounds' | 'overlap'

export interface FirstScreen {
  readonly layout: Layout
  /** Why it is a frame instead of the requested layout: that would cut the subject, or nothing is known of one. */
  readonly framedFor: 'cut-subject' | 'unknown-subject' | undefined
  readonly textSide: TextSide
  /** Whether the texts come first in the direction of the writing. */
  readonly isTextFirst: boolean
  /** Of a full bleed only. */
  readonly placement: Placement | undefined
  /** What half of the first screens have besides their layout, where the picture and the texts allow it. */
  readonly opening: Opening | undefined
  /** Whether the framed picture or art has a mat. */
  readonly isMatted: boolean
  /** Whether the picture is shown in its own proportions, in wide and in narrow windows: its subject would not survive a crop. */
  readonly isWhole: boolean
  readonly isWholeNarrow: boolean
  /** In which a framed picture and one above the texts of a narrow window are shown; undefined where its own are unknown. */
  readonly aspects: ShownAspects | undefined
  /** The ground of a seam or a poster in each scheme; undefined: that of the page. */
  readonly stage: Stages | undefined
  /** Whether that is the ground around an object: the picture has no edges. */
  readonly isEdgeless: boolean
}

interface Texts {
  readonly dir: 'ltr' | 'rtl'
  readonly title: string
  readonly lead: string
}

/** Where the picture comes from: its quiet areas are known only of the one that was measured. */
export type PictureSource = 'measured' | 'unknown' | 'none'

interface PlacedPicture {
  readonly source: PictureSource
  /** Width by height; undefined when it is linked. */
  readonly aspect: number | undefined
}

interface RequestedScreen {
  readonly layout: Layout | 'auto'
  readonly responsiveType: ResponsiveType
}

/**
 * @param requested what the request says of the first screen; the layout auto takes the first of the direction that
 *   suits the picture and its texts. Instead of a full bleed or a seam that would cut the picture's subject it is framed.
 */
export function planFirstScreen(
  requested: RequestedScreen,
  direction: DirectionDesign,
  style: Style,
  texts: Texts,
  { source, aspect }: PlacedPicture,
  brand: string,
): FirstScreen {
  const known = source === 'unknown' ? { ...style, aspect, quiet: undefined, subject: undefined } : withObject(style)
  const freeSide = chooseSide(known)
  const stageOf = (layout: Layout) => findStage(layout, direction, known, freeSide, brand)
  // Where one arrangement is for all windows, texts and picture may be above each other in any of them.
  const mayOpen = source !== 'none' && hasWideWindows(requested.responsiveType) && pickIndex(2, style.colors[1]) === 0
  const mayHaveMasthead = mayOpen && suitsMasthead(known, texts)
  const framedFor = source === 'none' ? undefined : findFrameReason(requested.layout, known)
  const named = framedFor === undefined ? requested.layout : 'framed'
  const layout = named === 'auto' ? chooseLayout(direction, known, texts, { source, mayHaveMasthead }, stageOf) : named
  const textSide = freeSide ?? (source === 'none' ? 'left' : sideBeside(layout, known))
  const isMatted = layout === 'framed' && direction.isMatted
  const stage = stageOf(layout)
  const opening = mayOpen ? findOpening({ layout, stage, mayHaveMasthead }, known) : undefined
  const isWhole = source !== 'none' && !keepsSubject(opening === 'masthead' ? opening : layout, known, 'wide')
  const isFrame = layout === 'framed' || (isWhole && layout !== 'centered')
  return {
    layout,
    framedFor,
    textSide,
    isTextFirst: (textSide === 'left') === (texts.dir === 'ltr'),
    placement: layout === 'full-bleed' ? placeTexts(cropToWindow(known), texts, source === 'measured') : undefined,
    opening,
    isMatted,
    isWhole,
    // Beside its subject a seam has space for texts, but not below it.
    isWholeNarrow: source !== 'none' && (layout === 'seam' || !keepsSubject(layout, known, 'narrow')),
    aspects: aspect === undefined ? undefined : findAspects(aspect, known, isFrame),
    stage,
    isEdgeless: stage !== undefined && (layout === 'framed' || layout === 'centered') && isOnPlainGround(known),
  }
}

/** Split, poster and centred first screens show such a picture whole by themselves; in a window full of it, it would be small. */
function findFrameReason(requested: Layout | 'auto', style: Style): FirstScreen['framedFor'] {
  if ((requested !== 'full-bleed' && requested !== 'seam') || keepsSubject(requested, style, 'wide')) return undefined
  return style.quiet === undefined || style.aspect === undefined ? 'unknown-subject' : 'cut-subject'
}

/** The quieter side, else the one away from the subject; undefined for a subject in the middle. */
function chooseSide({ quiet, clearSide, focalPoint }: Style): TextSide | undefined {
  if (quiet && Math.max(quiet.left.extent, quiet.right.extent) >= minSeamExtent)
    return quiet.right.extent > quiet.left.extent ? 'right' : 'left'
  if (clearSide === 'left' || clearSide === 'right') return clearSide
  if (Math.abs(focalPoint.x - 0.5) <= middleOffset) return undefined
  return focalPoint.x < 0.5 ? 'right' : 'left'
}

/** Beside a picture with its subject in the middle, either side suits: half of the pages have the right one. */
function sideBeside(layout: Layout, { colors }: Style): TextSide {
  const isBeside = layout === 'split' || layout === 'framed' || layout === 'poster'
  return isBeside && pickIndex(2, colors[2]) === 1 ? 'right' : 'left'
}

function chooseLayout(
  { layouts, scheme }: DirectionDesign,
  style: Style,
  texts: Texts,
  { source, mayHaveMasthead }: { readonly source: PictureSource; readonly mayHaveMasthead: boolean },
  stageOf: (layout: Layout) => Stages | undefined,
): Layout {
  const needsStage = (layout: Layout) =>
    layout === 'seam' || layout === 'poster' || (source === 'measured' && isLightBleed(layout, style, scheme))
  const isPossible = (layout: Layout) =>
    hasSpace(layout, texts) && (!needsStage(layout) || stageOf(layout) !== undefined)
  if (source === 'none') return isPossible(layouts.art) ? layouts.art : 'split'
  const suitable = layouts.picture.find(layout => suitsPicture(layout, style) && isPossible(layout))
  const { aspect = 1 } = style
  const layout = suitable ?? (aspect >= minPanoramaAspect && isPossible('centered') ? 'centered' : 'framed')
  const mayBeLarger = layout === 'framed' && mayHaveMasthead && aspect >= minMastheadAspect
  return mayBeLarger && pickIndex(2, style.colors[4]) === 0 ? 'split' : layout
}

/** Width by height from which on a whole picture below the texts leaves a part of itself in the first screen. */
const minWholeAspect = 1.3

/** Width by height from which on a picture in a frame would be a strip. */
const minStripAspect = 2.5

/** Whether the layout shows the subject of the picture, and its texts leave it free; a poster needs the colours only. */
function suitsPicture(layout: Layout, style: Style): boolean {
  const { aspect = 1, quiet } = style
  if (layout === 'poster' || (layout === 'centered' && aspect >= minWholeAspect)) return true
  if (layout === 'framed' && aspect >= minStripAspect) return false
  return (
    quiet !== undefined &&
    keepsSubject(layout, style, 'wide') &&
    (layout !== 'full-bleed' || (!isHalfClear(quiet) && leavesSubject(cropToWindow(style))))
  )
}

/** Part of the width of a picture that is clear on one side: texts stand there, and not on the side of its subject. */
const minClearHalf = 0.5

function isHalfClear({ left, right }: Quiet): boolean {
  return Math.max(left.extent, right.extent) >= minClearHalf
}

/** Width by height from which on the space below a masthead shows nearly all of a picture, larger than a frame. */
const minMastheadAspect = 1.3
/** Longest texts of a first screen whose headline is as wide as the page: a step of sizes, and characters. */
const longestMasthead = { step: 1, lead: 200 } as const

function suitsMasthead(style: Style, { title, lead }: Texts): boolean {
  const isShort = headlineStep(title) <= longestMasthead.step && lead.length <= longestMasthead.lead
  return isShort && keepsSubject('masthead', style, 'wide')
}

/** Of full bleeds and seams there is none. The ground of an object goes on around it: a second one would cut it. */
function findOpening(
  { layout, stage, mayHaveMasthead }: Pick<FirstScreen, 'layout' | 'stage'> & { readonly mayHaveMasthead: boolean },
  style: Style,
): Opening | undefined {
  if (layout === 'framed') return stage === undefined && (style.aspect ?? 0) >= 1 ? 'two-grounds' : undefined
  if (layout === 'centered') return isOnPlainGround(style) ? undefined : 'overlap'
  if (layout !== 'split' && layout !== 'poster') return undefined
  if (mayHaveMasthead) return 'masthead'
  return layout === 'split' && keepsSubject(layout, style, 'wide') ? 'inset' : undefined
}

/** Longest texts that a layout has space for, characters. */
const longest: Readonly<Record<Layout, { readonly title: number; readonly lead: number }>> = {
  'full-bleed': { title: 60, lead: 180 },
  seam: { title: 70, lead: 220 },
  poster: { title: 40, lead: 220 },
  centered: { title: 70, lead: 200 },
  split: { title: 120, lead: 400 },
  framed: { title: 5000, lead: 5000 },
}

function hasSpace(layout: Layout, { title, lead }: Texts): boolean {
  return title.length <= longest[layout].title && lead.length <= longest[layout].lead
}

/** The fade at the bottom begins here, as a part of the height from the top. */
const fadeStart = 0.58

/** Part of the height of a subject that may be below the texts. */
const maxFadedPart = 1 / 3

/** Whether texts over a picture that fills the window leave its subject free: on a dark page its lower part fades, on a light one it must be quiet there. */
function leavesSubject(style: Style): boolean {
  const { subject, faces, scheme, focalPoint } = style
  if (faces.some(({ y, height }) => y + height > fadeStart)) return false
  if (hasQuietBottom(style) || hasSpaceAbove(style)) return true
  if (scheme !== 'dark') return false
  if (isScene(style)) return focalPoint.y <= fadeStart
  return subject !== undefined && (subject.y + subject.height - fadeStart) / subject.height <= maxFadedPart
}

/** Longest texts that stand below each other within the fade, the lower part of the picture; characters. */
const longestStacked = { title: 24, lead: 90 } as const
/** From the middle of the width to a subject in the middle, and to one that leaves one side to the texts. */
const middleOffset = 0.045

/** @param isMeasured whether there is a picture of which it is known what it shows. */
function placeTexts(style: Style, { title, lead }: Texts, isMeasured: boolean): Placement {
  if (!isMeasured) return 'apart'
  if (hasSpaceAbove(style)) return 'high'
  const offset = style.focalPoint.x - 0.5
  const isShort = lengthOf(title) <= longestStacked.title && lead.length <= longestStacked.lead
  if (!isShort) return 'apart'
  if (Math.abs(offset) <= middleOffset) return 'middle'
  return offset > 0 ? 'stacked' : 'apart'
}
