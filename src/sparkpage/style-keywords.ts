// The words of a style that a page reads, by what they mean.
import type { cornerStyles, densities, detailLevels, typefaceCategories } from '../../schemas/style.ts'
import type { Synonyms } from './keywords.ts'

export const moods = ['neutral', 'calm', 'bold', 'elegant', 'playful'] as const
export type Mood = (typeof moods)[number]

export const moodSynonyms: Synonyms<Mood> = {
  calm: 'serene peaceful gentle quiet relaxed relaxing soothing tranquil minimal minimalist natural cool passive delicate fresh dreamy cozy light airy clean',
  bold: 'energetic dynamic vibrant strong intense powerful dramatic active heavy exciting loud urban hot striking vivid modern',
  elegant:
    'luxurious luxury refined sophisticated classic formal premium mysterious moody romantic vintage noble sober dark',
  playful:
    'fun happy cheerful joyful friendly warm quirky whimsical youthful lively colorful colourful optimistic sunny',
}

export const typefaceSynonyms: Synonyms<(typeof typefaceCategories)[number]> = {
  sans: 'sans-serif sansserif grotesque grotesk geometric humanist',
  serif: 'antiqua roman oldstyle old-style transitional didone editorial',
  mono: 'monospace monospaced typewriter code',
  slab: 'slab-serif egyptian',
  round: 'rounded ui-rounded',
  script: 'cursive handwritten handwriting calligraphic brush',
  condensed: 'narrow compressed display poster',
}

export const cornerSynonyms: Synonyms<(typeof cornerStyles)[number]> = {
  sharp: 'square none angular hard straight',
  soft: 'medium slight subtle small',
  round: 'rounded pill full circular large',
}

export const densitySynonyms: Synonyms<(typeof densities)[number]> = {
  compact: 'dense tight high',
  regular: 'normal medium comfortable default',
  airy: 'spacious loose sparse open low relaxed',
}

export const complexitySynonyms: Synonyms<(typeof detailLevels)[number]> = {
  simple: 'low plain minimal clean flat',
  moderate: 'medium normal balanced',
  detailed: 'high rich complex intricate busy ornate',
}
