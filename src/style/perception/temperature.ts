// How warm colours feel (Ou, Luo, Woodcock and Wright 2004, "A study of colour emotion and colour preference", part I).
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Swatch } from '../palette/quantize.ts'
import { round } from '../round.ts'
import type { Tone } from '../tone.ts'

type Temperature = StyleMetadata['temperature']

/** What the model gives for every grey. */
const grey = -0.5
const margin = 0.2

/** Their warm–cool factor: −0.5 + 0.02 C*^1.07 cos(h − 50°), in CIELAB. */
const warmth = ({ lab: { a, b } }: Tone): number =>
  grey + 0.02 * Math.hypot(a, b) ** 1.07 * Math.cos(Math.atan2(b, a) - (50 * Math.PI) / 180)

/** @returns the mean factor of the colours by their area, and a word: what lies around a grey is neutral. */
export const temperature = (swatches: readonly Swatch[]): Temperature => {
  const value = round(swatches.reduce((sum, swatch) => sum + swatch.share * warmth(swatch), 0))
  if (value > margin) return { value, label: 'warm' }
  return { value, label: value < grey - margin ? 'cool' : 'neutral' }
}
