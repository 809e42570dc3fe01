// The few colours that a person would pick from a picture.

import { deltaE00 } from '../../color/color-sample.ts'
import { chroma, squaredDistance } from '../../color/oklab.ts'
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
/** Chroma that a grey counts as, so that neutral colours are selected too. */
const neutralChroma = 0.07
/** Exponent of the share: small accents compete with areas. */
const shareExponent = 0.15
/** Beyond this ΔE00 two colours are simply different. */
const maxDifference = 30
/** A selected colour covers those within this distance, OKLab; the selection should leave at most this share of the picture uncovered. */
const coverageRadius = 0.1
const maxUncovered = 0.06
/** Edges hold no larger share of a picture: what looks like antialiasing beyond that is grain or texture. */
const maxAntialiasing = 0.2

/**
 * Selects the colours that a person would pick: the dominant ones first, then what is prominent and different from those before. The
 * selection is improved until it covers 94 % of a photograph or no exchange helps. Antialiasing is not selected.
 *
 * @param swatches at least one.
 */
export function selectColors(swatches: readonly Swatch[]): Selection {
  const proper = swatches.filter(swatch => !swatch.isAntialiasing)
  const order = orderOf(uncoveredShare(proper, swatches) <= maxAntialiasing ? proper : swatches)
  let selected: readonly Swatch[] = []
  for (const swatch of order) {
    if (selected.length < maxSelected && isDistinct(swatch, selected)) selected = [...selected, swatch]
  }
  // The small colours of a drawing are deliberate: none is exchanged.
  const isDrawn = swatches.reduce((sum, { share, flatness }) => sum + share * flatness, 0) >= minDrawnFlatness
  for (let turn = 0; !isDrawn && turn < maxSelected && uncoveredShare(selected, order) > maxUncovered; turn++) {
    const better = exchange(selected, order)
    if (better === undefined) break
    selected = better
  }
  const isDominant = ({ share }: Swatch): number => Number(share >= dominantShare)
  const importance = ({ share, oklab }: Swatch): number => Math.sqrt(share) * (0.15 + chroma(oklab))
  selected = selected.toSorted(
    (one, other) => isDominant(other) - isDominant(one) || importance(other) - importance(one),
  )
  return { selected, ordered: [...new Set([...selected, ...order, ...swatches])] }
}

/** @returns the first colours of a selection, the largest one among them. */
export function limitSelection({ selected, ordered }: Selection, maxColors: number): Selection {
  if (ordered.length <= maxColors) return { selected, ordered }
  const largest = ordered.reduce((one, other) => (other.share > one.share ? other : one))
  const first = ordered.slice(0, maxColors)
  const limited = first.includes(largest) ? first : [...first.slice(0, -1), largest]
  const shown = limited.slice(0, selected.length)
  return { selected: shown.filter((swatch, index) => isDistinct(swatch, shown.slice(0, index))), ordered: limited }
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

/** Score of a colour beside others: prominent and different colours add most. */
function contribution(swatch: Swatch, others: readonly Swatch[]): number {
  let nearest = maxDifference
  for (const other of others) nearest = Math.min(nearest, deltaE00(swatch, other))
  return prominence(swatch) * nearest
}

/** The stops define a gradient: they count this many times. */
const stopFactor = 1.5

/** Score of a colour by itself. */
function prominence({ share, oklab, isGradientStop }: Swatch): number {
  return share ** shareExponent * (neutralChroma + chroma(oklab)) * (isGradientStop ? stopFactor : 1)
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

/**
 * Exchanges one selected colour for another so that the selection covers more of the picture: of the exchanges that gain at least half
 * of what is possible the one with the largest sum of contributions; undefined if nothing helps.
 */
function exchange(selected: readonly Swatch[], swatches: readonly Swatch[]): readonly Swatch[] | undefined {
  const before = uncoveredShare(selected, swatches)
  const own = (swatch: Swatch): number =>
    contribution(
      swatch,
      selected.filter(other => other !== swatch),
    )
  // What contributes most stays, and so do the stops of a gradient.
  const most = Math.max(...selected.map(own))
  const isKept = (swatch: Swatch): boolean => swatch.isGradientStop || own(swatch) === most
  const others = swatches.filter(swatch => !selected.includes(swatch))
  const exchanges = selected.flatMap((swatch, index) =>
    (isKept(swatch) ? [] : others).flatMap(other => {
      const candidate = selected.with(index, other)
      if (!isDistinct(other, candidate)) return []
      const uncovered = Math.max(maxUncovered, uncoveredShare(candidate, swatches))
      const value = candidate.reduce((sum, one, at) => sum + contribution(one, candidate.toSpliced(at, 1)), 0)
      return [{ candidate, uncovered, value }]
    }),
  )
  const minUncovered = Math.min(...exchanges.map(({ uncovered }) => uncovered))
  const [best] = exchanges
    .filter(({ uncovered }) => uncovered < before && before - uncovered >= (before - minUncovered) / 2)
    .toSorted((one, other) => other.value - one.value)
  return best?.candidate
}
