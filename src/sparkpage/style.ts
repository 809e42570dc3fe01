// What a page takes from a style.
import type { StyleInput } from '../../schemas/sparkpage.ts'
import { cornerWords, densityWords, typefaceCategories } from '../../schemas/style.ts'
import { wordsOf } from './words.ts'

export const moods = ['neutral', 'calm', 'bold', 'elegant', 'playful'] as const
export const schemes = ['light', 'dark'] as const

export const richnesses = ['simple', 'moderate', 'detailed'] as const

export type Mood = (typeof moods)[number]
export type Typeface = (typeof typefaceCategories)[number]
export type Corners = (typeof cornerWords)[number]
export type Density = (typeof densityWords)[number]
export type Preference = (typeof schemes)[number]
/** How much there is to see. */
export type Richness = (typeof richnesses)[number]
/** Whether the hues are neighbours or set off each other. */
type Harmony = 'kin' | 'contrast'

export interface Style {
  /** The colours of the request, unchanged. */
  readonly colors: readonly string[]
  /** Part of the picture that each of them covers, 0 to 1; 0 where it is not known. */
  readonly shares: readonly number[]
  readonly mood: Mood
  readonly typeface: Typeface
  readonly corners: Corners
  readonly density: Density
  readonly scheme: Preference
  readonly richness: Richness
  readonly harmony: Harmony
}

/** As many colours as a request may hold. */
const mostEntries = 64

/** Other words for the same, parted by spaces. */
type Synonyms<T extends string> = Readonly<Partial<Record<T, string>>>

const moodSynonyms: Synonyms<Mood> = {
  calm: 'serene peaceful gentle quiet relaxed relaxing soothing tranquil minimal minimalist natural cool passive delicate fresh dreamy cozy light airy clean',
  bold: 'energetic dynamic vibrant strong intense powerful dramatic active heavy exciting loud urban hot striking vivid modern',
  elegant:
    'luxurious luxury refined sophisticated classic formal premium mysterious moody romantic vintage noble sober dark',
  playful:
    'fun happy cheerful joyful friendly warm quirky whimsical youthful lively colorful colourful optimistic sunny',
}
const typefaceSynonyms: Synonyms<Typeface> = {
  sans: 'sans-serif sansserif grotesque grotesk geometric humanist',
  serif: 'antiqua roman oldstyle old-style transitional didone editorial',
  mono: 'monospace monospaced typewriter code',
  slab: 'slab-serif egyptian',
  round: 'rounded ui-rounded',
  script: 'cursive handwritten handwriting calligraphic brush',
  condensed: 'narrow compressed display poster',
}
const cornerSynonyms: Synonyms<Corners> = {
  sharp: 'square none angular hard straight',
  soft: 'medium slight subtle small',
  round: 'rounded pill full circular large',
}
const densitySynonyms: Synonyms<Density> = {
  compact: 'dense tight high',
  regular: 'normal medium comfortable default',
  airy: 'spacious loose sparse open low relaxed',
}

const richnessSynonyms: Synonyms<Richness> = {
  simple: 'low plain minimal clean flat',
  moderate: 'medium normal balanced',
  detailed: 'high rich complex intricate busy ornate',
}
/** What tells neighbouring hues, and what tells that there are others too; the analysis names both of some. */
const kinWords = ['one', 'neighbouring', 'analogous', 'monochromatic', 'monochrome', 'greys', 'grays']
const otherWords = ['across', 'opposite', 'half', 'groups', 'complementary', 'triadic', 'tetradic', 'split']

const choose = <T extends string>(value: unknown, words: readonly T[], synonyms: Synonyms<T>, fallback: T): T => {
  const meaning = (word: string) => words.find(one => one === word || synonyms[one]?.split(' ').includes(word))
  return (
    wordsOf(value)
      .map(meaning)
      .find(found => found !== undefined) ?? fallback
  )
}

const harmonyOf = (value: unknown): Harmony => {
  const words = wordsOf(value)
  const isKin = words.some(word => kinWords.includes(word)) && !words.some(word => otherWords.includes(word))
  return isKin ? 'kin' : 'contrast'
}

const shareOf = (entry: unknown): readonly (readonly [string, number])[] => {
  if (typeof entry !== 'object' || entry === null || !('hex' in entry) || !('share' in entry)) return []
  const { hex, share } = entry
  return typeof hex === 'string' && typeof share === 'number'
    ? [[hex.toUpperCase(), Math.min(1, Math.max(0, share))]]
    : []
}

/** Shares by colour, as the analysis writes them: [{ hex, share }]. */
const sharesOf = (palette: unknown): ReadonlyMap<string, number> =>
  new Map(Array.isArray(palette) ? palette.slice(0, mostEntries).flatMap(shareOf) : [])

/** Reads a style leniently: a member of another shape, or a word that means nothing here, counts as absent. */
export const readStyle = (input: StyleInput): Style => {
  const shares = sharesOf(input.palette)
  const mood = choose(input.mood, moods, moodSynonyms, 'neutral')
  return {
    colors: input.colors,
    shares: input.colors.map(color => shares.get(color.toUpperCase()) ?? 0),
    mood,
    typeface: choose(input.typography, typefaceCategories, typefaceSynonyms, mood === 'elegant' ? 'serif' : 'sans'),
    corners: choose(input.corners, cornerWords, cornerSynonyms, 'soft'),
    density: choose(input.density, densityWords, densitySynonyms, 'regular'),
    scheme: choose(input.scheme, schemes, {}, 'light'),
    richness: choose(input.complexity, richnesses, richnessSynonyms, 'moderate'),
    harmony: harmonyOf(input.harmony),
  }
}

/** The word that `harmonyOf` reads as each. */
const harmonyWords: Readonly<Record<Harmony, string>> = { kin: 'neighbouring', contrast: 'opposite' }

/**
 * A style reduced to what a page reads of it, in the form of a request: it gives the same page, so pages are identified and stored by it.
 */
export const canonicalStyle = (input: StyleInput): StyleInput => {
  const { colors, shares, mood, typeface, corners, density, scheme, richness, harmony } = readStyle(input)
  return {
    colors: [...colors],
    palette: colors.map((hex, index) => ({ hex, share: shares[index] })).filter(({ share }) => share !== 0),
    mood,
    typography: typeface,
    corners,
    density,
    scheme,
    complexity: richness,
    harmony: harmonyWords[harmony],
  }
}
