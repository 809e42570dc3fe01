// What a page reads from a style, leniently: keywords of any shape become one of a few known values.

import { detailSide, type Quiet } from '../../schemas/composition.ts'
import { maxFaces } from '../../schemas/face.ts'
import { colorSchemes, type PicturePreview, previewLimits } from '../../schemas/style.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import type { Region, Size } from '../../schemas/types.ts'
import { isObject } from '../values/narrowing.ts'
import { isBlurHash } from './blur-hash.ts'
import { extractKeywords, resolveKeyword } from './keywords.ts'
import type { LightHarmony, PaletteShare } from './light.ts'
import { type Mood, moodSynonyms, moods } from './style-keywords.ts'

/** The colour scheme that suits the style. */
type PreferredScheme = (typeof colorSchemes)[number]

export interface Style {
  /** The colours of the request, #RRGGBB or #RRGGBBAA in upper case. */
  readonly colors: readonly string[]
  /** Every colour of the picture with its share; the colours of the request, share unknown, when the style has no palette. */
  readonly palette: readonly PaletteShare[]
  readonly mood: Mood
  readonly scheme: PreferredScheme
  readonly harmony: LightHarmony
  /** The role of the background among the colours of the picture, #RRGGBB; undefined if unknown. */
  readonly background: string | undefined
  /** A BlurHash; undefined if the style has none. */
  readonly placeholder: string | undefined
  /** Centre of the subject, 0 to 1 from the upper left. */
  readonly focalPoint: { readonly x: number; readonly y: number }
  /** Space for texts in the picture; undefined if it was not measured. */
  readonly quiet: Quiet | undefined
  /** What no crop may lose; undefined if unknown. */
  readonly subject: Region | undefined
  /** Fine detail of the parts of the picture, as many in a row as in a column, by rows, 0 to 1; undefined: not measured. */
  readonly detail: readonly number[] | undefined
  /** Of people; empty where none was found or looked for. */
  readonly faces: readonly Region[]
  /** Width of the picture divided by its height; undefined if unknown. */
  readonly aspect: number | undefined
  /** The picture itself; undefined if the style has none. */
  readonly preview: PicturePreview | undefined
  /** Of the picture, px; undefined if unknown. */
  readonly size: Size | undefined
  /** Entropy of the luma, bits: low for drawings and interfaces; undefined if it was not measured. */
  readonly entropy: number | undefined
  /** Share of the picture that is transparent; 0 if unknown. */
  readonly transparency: number
}

/** A member of another shape, or without a known keyword, counts as absent. */
export function readStyle(input: StyleInput): Style {
  const { complexity, transparency } = input
  const colors = (input.colors ?? []).map(toFullHex)
  const palette = readPalette(input.palette)
  const size = readSize(input.media)
  const { entropy } = isObject(complexity) ? complexity : {}
  return {
    colors,
    palette: palette.length > 0 ? palette : colors.map(hex => ({ hex, share: 0 })),
    mood: resolveKeyword(input.mood, moods, moodSynonyms, 'neutral'),
    scheme: resolveKeyword(input.scheme, colorSchemes, {}, 'light'),
    harmony: readHarmony(input.harmony),
    background: readBackground(input.roles),
    placeholder: readPlaceholder(input.placeholder),
    focalPoint: readFocalPoint(input.focal_point),
    ...readComposition(input.composition),
    faces: readFaces(input.faces),
    aspect: size && aspectOf(size),
    preview: readPreview(input.preview),
    size,
    entropy: typeof entropy === 'number' && entropy >= 0 ? hundredth(entropy) : undefined,
    transparency: isFraction(transparency) ? hundredth(transparency) : 0,
  }
}

/** #RGB and #RGBA with each digit twice, all in upper case: equal colours are equal texts. */
function toFullHex(color: string): string {
  const isShort = color.length <= '#RGBA'.length
  return (isShort ? color.replace(/[0-9a-f]/gi, '$&$&') : color).toUpperCase()
}

/** Beyond it the size of a picture changes nothing. */
const maxPixels = 1_000_000

function readSize(media: unknown): Size | undefined {
  const { width, height } = isObject(media) ? media : {}
  return isPixels(width) && isPixels(height) ? { width, height } : undefined
}

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxPixels
}

/** The keyword that `readHarmony` reads as each value. */
const harmonyKeywords: Readonly<Record<LightHarmony, string>> = { analogous: 'neighbouring', contrasting: 'opposite' }

/**
 * Reduces a style to what a page reads from it, in the form of a request. It gives the same page as the whole style; ids,
 * records and the cache of pages use it.
 */
export function canonicalStyle(input: StyleInput): StyleInput {
  const { colors, palette, mood, scheme, harmony, background, placeholder, focalPoint, ...picture } = readStyle(input)
  const { quiet, subject, detail, faces, preview, size, entropy, transparency } = picture
  const space = { ...(quiet && { quiet }), ...(subject && { subject }), ...(detail && { detail: [...detail] }) }
  return {
    colors: [...colors],
    palette: palette.filter(({ share }) => share > 0),
    mood,
    scheme,
    harmony: harmonyKeywords[harmony],
    ...(background !== undefined && { roles: { background } }),
    ...(placeholder !== undefined && { placeholder }),
    focal_point: focalPoint,
    ...(Object.keys(space).length > 0 && { composition: space }),
    ...(faces.length > 0 && { faces: [...faces] }),
    ...(size && { media: size }),
    ...(entropy !== undefined && { complexity: { entropy } }),
    ...(transparency > 0 && { transparency }),
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

function readBackground(roles: unknown): string | undefined {
  const { background } = isObject(roles) ? roles : {}
  return typeof background === 'string' && hexColor.test(background) ? background.toUpperCase() : undefined
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

/** A picture counts as at most this much wider than high, or higher than wide. */
const maxAspect = 10

function aspectOf({ width, height }: Size): number {
  return hundredth(Math.min(maxAspect, Math.max(1 / maxAspect, width / height)))
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
