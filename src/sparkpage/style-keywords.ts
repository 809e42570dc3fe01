// The words of a style that a page reads, by what they mean.
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
