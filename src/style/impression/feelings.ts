// Words for what colours feel like, each at its place on the scales that were measured.
import type { StyleMetadata } from '../../../schemas/style.ts'

export interface Feeling {
  readonly word: string
  /** The kind of letters that people find fit for such a personality (Shaikh, Chaparro and Fox 2006, "Perception of fonts"). */
  readonly typeface: NonNullable<StyleMetadata['typography']>['category']
  /** Activity, weight and heat (Ou 2004), colourfulness (M3), RMS contrast. */
  readonly at: readonly [activity: number, weight: number, heat: number, colorfulness: number, contrast: number]
}

/** Our own placing, in the manner of Kobayashi's colour image scale (1981): from what pictures of each kind measure. */
export const feelings: readonly Feeling[] = [
  { word: 'gentle', typeface: 'round', at: [0.8, -1.7, -0.4, 35, 0.07] },
  { word: 'delicate', typeface: 'script', at: [0.4, -1.4, -0.3, 25, 0.06] },
  { word: 'airy', typeface: 'sans', at: [0.7, -1.6, -0.6, 16, 0.05] },
  { word: 'clean', typeface: 'sans', at: [0.95, -1.75, -0.55, 22, 0.2] },
  { word: 'minimal', typeface: 'sans', at: [0.95, -1.75, -0.5, 3, 0.1] },
  { word: 'fresh', typeface: 'sans', at: [0.9, -1.6, -0.7, 60, 0.25] },
  { word: 'serene', typeface: 'sans', at: [0.4, -1.3, -0.9, 40, 0.15] },
  { word: 'dreamy', typeface: 'round', at: [0.6, -1.4, -0.6, 65, 0.07] },
  { word: 'quiet', typeface: 'serif', at: [0.3, -1.0, -0.4, 8, 0.04] },
  { word: 'natural', typeface: 'sans', at: [-0.3, 0.4, -0.4, 25, 0.13] },
  { word: 'cozy', typeface: 'slab', at: [-0.5, 0.9, 0.5, 45, 0.05] },
  { word: 'cool', typeface: 'sans', at: [0.4, 0.9, -1.0, 32, 0.03] },
  { word: 'romantic', typeface: 'script', at: [0.1, -0.7, 0.05, 40, 0.14] },
  { word: 'vintage', typeface: 'slab', at: [-1, 0, 0.05, 22, 0.1] },
  { word: 'sober', typeface: 'sans', at: [-1.2, 0.1, -0.5, 3, 0.06] },
  { word: 'classic', typeface: 'serif', at: [0.2, 0, -0.45, 15, 0.25] },
  { word: 'formal', typeface: 'serif', at: [0.6, 0.7, -0.7, 25, 0.2] },
  { word: 'refined', typeface: 'serif', at: [0.5, 1.3, -0.5, 35, 0.05] },
  { word: 'luxurious', typeface: 'serif', at: [0.75, 1.4, -0.3, 55, 0.12] },
  { word: 'moody', typeface: 'serif', at: [0, 0.7, -0.6, 15, 0.06] },
  { word: 'mysterious', typeface: 'serif', at: [0.2, 1.1, -0.75, 14, 0.01] },
  { word: 'noble', typeface: 'serif', at: [0.8, 1.9, -0.5, 8, 0.03] },
  { word: 'modern', typeface: 'mono', at: [0.9, 1.3, -0.6, 35, 0.22] },
  { word: 'striking', typeface: 'condensed', at: [1, 0, -0.5, 5, 0.45] },
  { word: 'vibrant', typeface: 'condensed', at: [1.4, 1.2, -0.4, 125, 0.28] },
  { word: 'vivid', typeface: 'sans', at: [2.4, 0.6, -0.8, 75, 0.05] },
  { word: 'energetic', typeface: 'sans', at: [1, 0.2, 0.5, 100, 0.14] },
  { word: 'intense', typeface: 'condensed', at: [1.8, 0.9, 1.1, 105, 0.08] },
  { word: 'bold', typeface: 'condensed', at: [1.9, 0.55, 1.3, 145, 0.2] },
  { word: 'dramatic', typeface: 'condensed', at: [1.3, 1.1, 0.5, 90, 0.18] },
  { word: 'sunny', typeface: 'round', at: [1, -1.2, 0.4, 85, 0.08] },
  { word: 'happy', typeface: 'round', at: [0.9, -1.1, 0, 80, 0.18] },
  { word: 'cheerful', typeface: 'round', at: [1.2, -1.3, -0.2, 108, 0.3] },
  { word: 'playful', typeface: 'round', at: [1.3, -0.8, 0.7, 130, 0.15] },
]
