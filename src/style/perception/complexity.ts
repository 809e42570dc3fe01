// How much goes on in a picture.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { round } from '../round.ts'
import type { Detail } from '../sampling/detail.ts'

type Complexity = NonNullable<StyleMetadata['complexity']>

/** Edge density stands for clutter (Mack and Oliva 2004; Rosenholtz, Li and Nakano 2007, "Measuring visual clutter"). */
const simpleUpTo = 0.06
const detailedFrom = 0.2

const labelOf = (edgeDensity: number): Complexity['label'] => {
  if (edgeDensity <= simpleUpTo) return 'simple'
  return edgeDensity >= detailedFrom ? 'detailed' : 'moderate'
}

/** @returns entropy of the luma in bits, 0 to 8, part of the picture that is edge, 0 to 1, and a word for the latter. */
export const complexity = ({ entropy, edgeDensity }: Detail): Complexity => ({
  entropy: round(entropy),
  edge_density: round(edgeDensity),
  label: labelOf(edgeDensity),
})
