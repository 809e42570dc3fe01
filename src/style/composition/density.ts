// How much room a picture leaves between things.
import type { StyleMetadata } from '../../../schemas/style.ts'

/** Part of the picture that is empty, from which it is airy. */
const roomy = 0.6

/** @returns compact for a detailed picture, airy for a simple one that is mostly empty. */
export const density = (
  { label }: NonNullable<StyleMetadata['complexity']>,
  { negative_space }: NonNullable<StyleMetadata['composition']>,
): NonNullable<StyleMetadata['density']> => {
  if (label === 'detailed') return 'compact'
  return label === 'simple' && negative_space >= roomy ? 'airy' : 'regular'
}
