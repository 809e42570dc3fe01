// The few colours that a person would pick from a picture.

import { deltaE00 } from '../../color/color-sample.ts'
import { chroma, squaredDistance } from '../../color/oklab.ts'
import { at } from '../numbers.ts'
import { minDifference, minDrawnFlatness, type Swatch } from './quantize.ts'

export interface Selection {
  /** 1 to 6 colours, pairwise ΔE00 of at least 5, the most important first. */
  readonly selected: readonly Swatch[]
  /** All colours: those selected, then the others in the order of selection. */
  readonly ordered: readonly Swatch[]
}

const maxSelected = 6
/** A colour with this share of the picture is dominant: it is selected first. */
const dominantShare = 0.25
/** A colour covers those within this distance, OKLab. */
const coverageRadius = 0.1
/** Edges hold no larger share of a picture: what looks like antialiasing beyond that is grain or texture. */
const maxAntialiasing = 0.2

/**
 * Selects the colours that a person would pick: the dominant ones first, then what is prominent and different from those before. In a
 * photograph the selection is exchanged until it represents all colours best. Antialiasing is not selected.
 *
 * @param swatches at least one.
 */
export function selectColors(swatches: readonly Swatch[]): Selection {
  const proper = swatches.filter(swatch => !swatch.isAntialiasing)
  const order = orderOf(uncoveredShare(proper, swatches) <= maxAntialiasing ? proper : swatches)
  const first: Swatch[] = []
  for (const swatch of order) if (first.length < maxSelected && isDistinct(swatch, first)) first.push(swatch)
  // The small colours of a drawing are deliberate: none is exchanged.
  const isDrawn = swatches.reduce((sum, { share, flatness }) => sum + share * flatness, 0) >= minDrawnFlatness
  const isDominant = ({ share }: Swatch): number => Number(share >= dominantShare)
  const importance = ({ share, oklab }: Swatch): number => Math.sqrt(share) * (0.15 + chroma(oklab))
  const selected = (isDrawn ? first : mostRepresentative(first, order)).toSorted(
    (one, other) => isDominant(other) - isDominant(one) || importance(other) - importance(one),
  )
  return { selected, ordered: [...new Set([...selected, ...order, ...swatches])] }
}

/** @returns the first colours of a selection, the largest one among them. */
export function limitSelection({ selected, ordered }: Selection, maxColors: number): Selection {
  if (ordered.length <= maxColors) return { selected, ordered }
  const largest = ordered.reduce((one, other) => (other.share > one.share ? other : one))
  const first = ordered.slice(0, maxColors)
  const limited = first.includes(largest) ? first : first.with(placeOf(largest, first), largest)
  const shown = limited.slice(0, selected.length)
  return { selected: shown.filter((swatch, index) => isDistinct(swatch, shown.slice(0, index))), ordered: limited }
}

/** @returns the index of the colour that looks like the given one, else the last. */
function placeOf(swatch: Swatch, others: readonly Swatch[]): number {
  const index = others.findIndex(other => !isDistinct(swatch, [other]))
  return index === -1 ? others.length - 1 : index
}

/** The colours in the order of selection: the dominant ones, then always the one that adds most. */
function orderOf(swatches: readonly Swatch[]): readonly Swatch[] {
  const ordered = swatches.filter(({ share }) => share >= dominantShare)
  const left = new Set(swatches.filter(({ share }) => share < dominantShare))
  while (left.size > 0) {
    const best = [...left]
      .map(swatch => ({ swatch, score: contribution(swatch, ordered) }))
      .reduce((one, other) => (other.score > one.score ? other : one))
    left.delete(best.swatch)
    ordered.push(best.swatch)
  }
  return ordered
}

/** Chroma that a grey counts as, so that neutral colours are selected too. */
const neutralChroma = 0.07
/** Exponent of the share: small accents compete with areas. */
const shareExponent = 0.15
/** Beyond this ΔE00 two colours are simply different. */
const maxDifference = 30
/** The stops define a gradient: they count this many times. */
const stopFactor = 1.5

/** Score of a colour beside others: prominent and different colours add most. */
function contribution(swatch: Swatch, others: readonly Swatch[]): number {
  const { share, oklab, isGradientStop } = swatch
  let nearest = maxDifference
  for (const other of others) nearest = Math.min(nearest, deltaE00(swatch, other))
  return share ** shareExponent * (neutralChroma + chroma(oklab)) * (isGradientStop ? stopFactor : 1) * nearest
}

/** Whether a colour looks different from all others. */
function isDistinct(swatch: Swatch, others: readonly Swatch[]): boolean {
  return others.every(other => other === swatch || deltaE00(swatch, other) >= minDifference)
}

/** Share of the picture whose colours lie far from all of some colours. */
function uncoveredShare(selected: readonly Swatch[], swatches: readonly Swatch[]): number {
  const isCovered = ({ oklab }: Swatch): boolean =>
    selected.some(one => squaredDistance(one.oklab, oklab) <= coverageRadius * coverageRadius)
  return swatches.reduce((sum, swatch) => sum + (isCovered(swatch) ? 0 : swatch.share), 0)
}

/** Weight of a colour: its share, by this exponent, times its chroma, that of a grey, and part of its distance from the mean lightness. */
const weightTerms = { shareExponent: 0.2, greyChroma: 0.05, lightness: 0.03 } as const
/** Share of the picture that an exchange may leave uncovered, unless it was already. */
const maxUncovered = 0.24
/** Beyond this distance no colour represents another. */
const maxLoss = 25
/** An exchange saves at least this part of the loss: less is rounding. */
const minSaving = 1e-9

/** A colour, and what is lost of each of the colours if this one represents it. */
interface Representative {
  readonly swatch: Swatch
  readonly losses: Float64Array
}

/**
 * Exchanges selected colours for others while that brings all colours nearer to a selected one (partitioning around medoids, Kaufman and
 * Rousseeuw 1987): a colour in the middle of several shades represents them, and a small one that is unlike the others stays.
 *
 * @param first some of the swatches, all distinct.
 */
function mostRepresentative(first: readonly Swatch[], swatches: readonly Swatch[]): readonly Swatch[] {
  const all = representativesOf(swatches)
  const maxShare = Math.max(maxUncovered, uncoveredShare(first, swatches))
  let chosen: readonly Representative[] = all.filter(({ swatch }) => first.includes(swatch))
  for (;;) {
    let best = chosen
    let least = lossOf(chosen, swatches.length) * (1 - minSaving)
    for (const candidate of exchangesOf(chosen, all)) {
      const loss = lossOf(candidate, swatches.length)
      if (loss >= least || uncoveredShare(swatchesOf(candidate), swatches) > maxShare) continue
      best = candidate
      least = loss
    }
    if (best === chosen) return swatchesOf(chosen)
    chosen = best
  }
}

function swatchesOf(chosen: readonly Representative[]): readonly Swatch[] {
  return chosen.map(({ swatch }) => swatch)
}

function representativesOf(swatches: readonly Swatch[]): readonly Representative[] {
  const mean = swatches.reduce((sum, { share, oklab }) => sum + share * oklab.l, 0)
  const weights = Float64Array.from(
    swatches,
    ({ share, oklab }) =>
      share ** weightTerms.shareExponent *
      (weightTerms.greyChroma + chroma(oklab) + weightTerms.lightness * Math.abs(oklab.l - mean)),
  )
  return swatches.map(swatch => ({
    swatch,
    losses: Float64Array.from(
      swatches,
      (other, index) => at(weights, index) * Math.min(maxLoss, distance(swatch, other)),
    ),
  }))
}

/** Half ΔE00 and half the distance in OKLab, percent: the first underrates differences of dark colours, the second those of hue. */
function distance(one: Swatch, other: Swatch): number {
  return (deltaE00(one, other) + 100 * Math.sqrt(squaredDistance(one.oklab, other.oklab))) / 2
}

/** Total loss if each colour is represented by the nearest selected one. */
function lossOf(chosen: readonly Representative[], count: number): number {
  let total = 0
  for (let index = 0; index < count; index++) {
    let least = Number.POSITIVE_INFINITY
    for (const { losses } of chosen) least = Math.min(least, at(losses, index))
    total += least
  }
  return total
}

/** The selections in which one colour is replaced by another, all distinct. */
function exchangesOf(
  chosen: readonly Representative[],
  all: readonly Representative[],
): readonly (readonly Representative[])[] {
  return all
    .filter(one => !chosen.includes(one))
    .flatMap(one => {
      const similar = chosen.filter(({ swatch }) => !isDistinct(one.swatch, [swatch]))
      return chosen.flatMap((other, index) => (similar.every(near => near === other) ? [chosen.with(index, one)] : []))
    })
}
