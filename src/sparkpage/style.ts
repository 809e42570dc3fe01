// What a page reads from a style, leniently: keywords of any shape become one of a few known values.

import { clearSides, detailSide, type Quiet } from '../../schemas/composition.ts'
import { maxFaces } from '../../schemas/face.ts'
import {
  colorSchemes,
  cornerStyles,
  densities,
  detailLevels,
  type PicturePreview,
  previewLimits,
  typefaceCategories,
} from '../../schemas/style.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import type { Region, Size } from '../../schemas/types.ts'
import { isObject } from '../is-object.ts'
import { isBlurHash } from './blur-hash.ts'
import { extractKeywords, resolveKeyword } from './keywords.ts'
import type { LightHarmony, PaletteShare } from './light.ts'
import {
  complexitySynonyms,
  cornerSynonyms,
  densitySynonyms,
  type Mood,
  moodSynonyms,
  moods,
  typefaceSynonyms,
} from './style-keywords.ts'

type StyleTypeface = (typeof typefaceCategories)[number]
export type Corners = (typeof cornerStyles)[number]
/** The colour scheme that suits the style. */
export type PreferredScheme = (typeof colorSchemes)[number]

/** The roles of a picture's colours that a page takes, #RRGGBB in upper case. */
export interface PictureRoles {
  readonly background: string
  readonly surface: string
  readonly text: string
  readonly primary: string
  readonly secondary: string
  readonly accent: string
}

export interface Style {
  /** The colours of the request, unchanged. */
  readonly colors: readonly string[]
  /** Share of the image that each of them covers, 0 to 1; 0 if unknown. */
  readonly shares: readonly number[]
  /** Every colour of the picture with its share; the colours of the request, share unknown, when the style has no palette. */
  readonly palette: readonly PaletteShare[]
  readonly mood: Mood
  readonly typeface: StyleTypeface
  readonly corners: Corners
  readonly density: (typeof densities)[number]
  readonly scheme: PreferredScheme
  readonly complexity: (typeof detailLevels)[number]
  readonly harmony: LightHarmony
  /** Undefined unless the style has all of them. */
  readonly roles: PictureRoles | undefined
  /** A BlurHash; undefined if the style has none. */
  readonly placeholder: string | undefined
  /** Centre of the subject, 0 to 1 from the upper left. */
  readonly focalPoint: { readonly x: number; readonly y: number }
  readonly clearSide: (typeof clearSides)[number]
  /** Space for texts in the picture; undefined if it was not measured. */
  readonly quiet: Quiet | undefined
  /** What no crop may lose; undefined if unknown. */
  readonly subject: Region | undefined
  /** Fine detail of 4 × 4 parts of the picture, by rows, 0 to 1; undefined: not measured. */
  readonly detail: readonly number[] | undefined
  /** Of people; empty where none was found or looked for. */
  readonly faces: readonly Region[]
  /** Width of the picture divided by its height; undefined if unknown. */
  readonly aspect: number | undefined
  /** The picture itself; undefined if the style has none. */
  readonly preview: PicturePreview | undefined
  /** Of the picture, px; undefined if unknown. This and what follows is read by plans only: a canonical style lacks it. */
  readonly size: Size | undefined
  /** Entropy of the luma, bits: low for drawings and interfaces; undefined if it was not measured. */
  readonly entropy: number | undefined
  /** Share of the picture that is transparent; 0 if unknown. */
  readonly transparency: number
}

/** A member of another shape, or without a known keyword, counts as absent. */
export function readStyle(input: StyleInput): Style {
  const { colors = [] } = input
  const palette = readPalette(input.palette)
  const shares = new Map(palette.map(({ hex, share }) => [hex, share]))
  const mood = resolveKeyword(input.mood, moods, moodSynonyms, 'neutral')
  const typeface = mood === 'elegant' ? 'serif' : 'sans'
  return {
    colors,
    shares: colors.map(color => shares.get(color.toUpperCase()) ?? 0),
    palette: palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 0 })),
    mood,
    typeface: resolveKeyword(input.typography, typefaceCategories, typefaceSynonyms, typeface),
    corners: resolveKeyword(input.corners, cornerStyles, cornerSynonyms, 'soft'),
    density: resolveKeyword(input.density, densities, densitySynonyms, 'regular'),
    scheme: resolveKeyword(input.scheme, colorSchemes, {}, 'light'),
    complexity: resolveKeyword(input.complexity, detailLevels, complexitySynonyms, 'moderate'),
    harmony: readHarmony(input.harmony),
    roles: readRoles(input.roles),
    placeholder: readPlaceholder(input.placeholder),
    focalPoint: readFocalPoint(input.focal_point),
    clearSide: resolveKeyword(input.composition, clearSides, {}, 'none'),
    ...readComposition(input.composition),
    faces: readFaces(input.faces),
    aspect: readAspect(input.media),
    preview: readPreview(input.preview),
    ...readPlanMeasures(input),
  }
}

/** What only the plan of a page reads. */
function readPlanMeasures(input: StyleInput): Pick<Style, 'size' | 'entropy' | 'transparency'> {
  const { media, complexity, transparency } = input
  const { width, height } = isObject(media) ? media : {}
  const { entropy } = isObject(complexity) ? complexity : {}
  return {
    size: isPixels(width) && isPixels(height) ? { width, height } : undefined,
    entropy: typeof entropy === 'number' && entropy >= 0 ? entropy : undefined,
    transparency: isFraction(transparency) ? transparency : 0,
  }
}

/** A canonical style has the aspect of its picture as a width, at most this one. */
const minPixels = 11

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minPixels
}

/** The keyword that `readHarmony` reads as each value. */
const harmonyKeywords: Readonly<Record<LightHarmony, string>> = { analogous: 'neighbouring', contrasting: 'opposite' }

/**
 * Reduces a style to what a page reads from it, in the form of a request. It gives the same page as the whole style; ids,
 * records and the cache of pages use it.
 */
export function canonicalStyle(input: StyleInput): StyleInput {
  const { colors, palette, mood, typeface, corners, density, scheme, complexity, harmony, ...picture } =
    readStyle(input)
  const { roles, placeholder, focalPoint, clearSide, faces, aspect, preview, ...measured } = picture
  const { quiet, subject, detail } = measured
  const space = { ...(quiet && { quiet }), ...(subject && { subject }), ...(detail && { detail: [...detail] }) }
  return {
    colors: [...colors],
    palette: palette.filter(({ share }) => share > 0),
    mood,
    typography: typeface,
    corners,
    density,
    scheme,
    complexity,
    harmony: harmonyKeywords[harmony],
    ...(roles && { roles }),
    ...(placeholder !== undefined && { placeholder }),
    focal_point: focalPoint,
    composition: Object.keys(space).length > 0 ? { clear_side: clearSide, ...space } : clearSide,
    ...(faces.length > 0 && { faces: [...faces] }),
    ...(aspect !== undefined && { media: { width: aspect, height: 1 } }),
    ...(preview && { preview }),
  }
}

/** Maximum number of colours in a request. */
const maxPaletteEntries = 64

/** The palette that the analysis returns: [{ hex, share }]. */
function readPalette(palette: unknown): readonly PaletteShare[] {
  return Array.isArray(palette) ? palette.slice(0, maxPaletteEntries).flatMap(readEntry) : []
}

function readEntry(entry: unknown): readonly PaletteShare[] {
  if (!isObject(entry)) return []
  const { hex, share } = entry
  const isValid = typeof hex === 'string' && hexColor.test(hex) && typeof share === 'number' && share > 0
  return isValid ? [{ hex: hex.toUpperCase(), share: Math.min(1, share) }] : []
}

const hexColor = /^#[0-9a-f]{6}$/i

function readRoles(input: unknown): PictureRoles | undefined {
  if (!isObject(input)) return undefined
  const read = (name: string): string => {
    const color = input[name]
    return typeof color === 'string' && hexColor.test(color) ? color.toUpperCase() : ''
  }
  const roles = {
    background: read('background'),
    surface: read('surface'),
    text: read('text'),
    primary: read('primary'),
    secondary: read('secondary'),
    accent: read('accent'),
  }
  return Object.values(roles).includes('') ? undefined : roles
}

/** Longest BlurHash: 9 × 9 components. */
const maxPlaceholderLength = 166

function readPlaceholder(input: unknown): string | undefined {
  return typeof input === 'string' && input.length <= maxPlaceholderLength && isBlurHash(input) ? input : undefined
}

function readFocalPoint(input: unknown): Style['focalPoint'] {
  const { x, y } = isObject(input) ? input : {}
  return { x: readFraction(x), y: readFraction(y) }
}

/** @returns the number, rounded to a hundredth; the middle for anything but a number from 0 to 1. */
function readFraction(value: unknown): number {
  return isFraction(value) ? hundredth(value) : 0.5
}

function readComposition(input: unknown): Pick<Style, 'quiet' | 'subject' | 'detail'> {
  const { quiet, subject, detail } = isObject(input) ? input : {}
  return { quiet: readQuiet(quiet), subject: readRegion(subject), detail: readDetail(detail) }
}

/** Parts of a side in analyses, and in those of releases up to 1.10. */
const detailSides: readonly number[] = [detailSide, 4]

function readDetail(input: unknown): readonly number[] | undefined {
  const isValid = Array.isArray(input) && detailSides.includes(Math.sqrt(input.length)) && input.every(isFraction)
  return isValid ? input.map(hundredth) : undefined
}

function readQuiet(input: unknown): Quiet | undefined {
  if (!isObject(input)) return undefined
  const [left, right, top, bottom] = [input.left, input.right, input.top, input.bottom].map(readQuietSide)
  return left && right && top && bottom ? { left, right, top, bottom } : undefined
}

function readQuietSide(input: unknown): Quiet['left'] | undefined {
  const { extent, color } = isObject(input) ? input : {}
  const isValid = isFraction(extent) && typeof color === 'string' && hexColor.test(color)
  return isValid ? { extent: hundredth(extent), color: color.toUpperCase() } : undefined
}

function readRegion(input: unknown): Region | undefined {
  const { x, y, width, height } = isObject(input) ? input : {}
  if (!isFraction(x) || !isFraction(y) || !isFraction(width) || !isFraction(height)) return undefined
  return { x: hundredth(x), y: hundredth(y), width: hundredth(width), height: hundredth(height) }
}

function readFaces(input: unknown): readonly Region[] {
  const faces = Array.isArray(input) ? input.slice(0, maxFaces).map(readRegion) : []
  return faces.filter(face => face !== undefined)
}

function isFraction(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1
}

function hundredth(value: number): number {
  return Math.round(value * 100) / 100
}

/** A picture is at most this much longer than wide, or wider than long: beyond it the layout does not change. */
const maxAspect = 10

function readAspect(input: unknown): number | undefined {
  const { width, height } = isObject(input) ? input : {}
  if (typeof width !== 'number' || typeof height !== 'number' || !(width > 0) || !(height > 0)) return undefined
  return Math.round(Math.min(maxAspect, Math.max(1 / maxAspect, width / height)) * 100) / 100
}

/** `UklGR` are the first bytes of every WebP file. */
const webpData = /^data:image\/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$/

/** @returns the preview of an analysis; undefined for anything else. */
export function readPreview(input: unknown): PicturePreview | undefined {
  const { src, width, height } = isObject(input) ? input : {}
  if (typeof src !== 'string' || src.length > previewLimits.maxLength || !webpData.test(src)) return undefined
  return isSide(width) && isSide(height) ? { src, width, height } : undefined
}

function isSide(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= previewLimits.maxSide
}

const analogousKeywords = ['one', 'neighbouring', 'analogous', 'monochromatic', 'monochrome', 'greys', 'grays']
const contrastingKeywords = ['across', 'opposite', 'half', 'groups', 'complementary', 'triadic', 'tetradic', 'split']

/** The analysis names some harmonies with keywords of both kinds, such as "neighbouring hues and one across": these are contrasting. */
function readHarmony(input: unknown): LightHarmony {
  const keywords = extractKeywords(input)
  const isAnalogous =
    keywords.some(keyword => analogousKeywords.includes(keyword)) &&
    !keywords.some(keyword => contrastingKeywords.includes(keyword))
  return isAnalogous ? 'analogous' : 'contrasting'
}
