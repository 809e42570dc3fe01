// The words that a vision model is asked for, in the form of its answer.
import { type Static, Type } from '@sinclair/typebox'
import { typefaceCategories } from './style.ts'
import { oneOf } from './types.ts'

/** Colours are measured, never asked for. */
export const Words = Type.Object(
  {
    summary: Type.String({
      description: 'The visual style of the picture in one plain sentence of at most 240 characters.',
    }),
    keywords: Type.Array(Type.String(), {
      description: 'Four to eight lower-case words to find the style by, the most telling first.',
    }),
    mood: Type.Array(Type.String(), {
      description: 'One to three lower-case adjectives for what the picture feels like.',
    }),
    typography: oneOf(typefaceCategories, { description: 'The kind of letters that would go with the picture.' }),
  },
  { additionalProperties: false, description: 'What a picture looks like, in words.' },
)
export type Words = Static<typeof Words>
