// The colours of a picture: k-medians over its histogram, with colours added until they cover the picture.

import { type ColorSample, deltaE00, sampleColor } from '../../color/color-sample.ts'
import { squaredDistance } from '../../color/oklab.ts'
import type { Rgb } from '../../color/srgb.ts'
import { intAt } from '../../image/raster.ts'
import { at } from '../numbers.ts'
import type { Cell } from '../sampling/histogram.ts'
import { findGradientStops } from './gradients.ts'
import { type Amount, type Assignment, assign, type Center, moveCenters, type Points, pointsOf } from './k-medians.ts'

/** A colour of the palette. */
export interface Swatch extends ColorSample {
  /** Share of the visible pixels that lie nearest to this colour, 0 to 1. */
  readonly share: number
  /** Share of the visible pixels on the border of the picture that do, 0 to 1. */
  readonly border: number
  /** Mean confidence of its pixels, relative to those of flat areas, 0 to 1. */
  readonly flatness: number
  /** Whether a gradient begins, bends or ends with it. */
  readonly isGradientStop: boolean
  /** Whether it only covers pixels that smooth the edges between other colours. */
  readonly isAntialiasing: boolean
}

/** A picture counts as a drawing if at least this share of its pixels is in flat areas. */
export const minDrawnFlatness = 0.97
const maxColors = 16
/** Colours nearer than this, ΔE00, are one. The contract asks for 5 among `colors`; the rest is for rounding. */
export const minDifference = 5.2
/** Dark greys are alike by ΔE00, yet far apart in OKLab: from this distance on both stay, or the palette would not cover them. */
const minDistance = 0.05

/**
 * Finds the colours of a picture. At most 0.6 % of its histogram lies farther than 0.095 (OKLab) from every colour wherever 16
 * colours can achieve that.
 *
 * @param cells its histogram, one cell at least.
 * @returns 1 to 16 colours, largest first; the shares add up to 1. Two dark greys may be closer than ΔE00 5.
 */
export function quantize(cells: readonly Cell[]): readonly Swatch[] {
  const total = cells.reduce((sum, { area }) => sum + area, 0)
  const isDrawn = cells.reduce((sum, { weight }) => sum + weight, 0) >= minDrawnFlatness * total
  // The skies of photographs lie on lines, too, but have no exact ends.
  const stops = isDrawn ? findGradientStops(cells).map(cell => ({ ...cell, isFixed: true })) : []
  const points = pointsOf(cells)
  return swatchesOf(points, cover(points, mergeSimilar([...stops, ...flatColors(points)]), isDrawn))
}

/** Enough initial centres for 16 colours after similar ones have been merged. */
const maxInitial = 24
/** Least √share × distance of an initial centre; compression noise lies below. */
const minInitialScore = 0.0016
const initialRounds = 3
/** A colour needs this share of the visible pixels, or this smaller one of those in flat areas. */
const minShare = 0.0006
const minFlatShare = 0.00006

/** The colours of the picture without gradients: exact flat colours, with thin lines and small accents. */
function flatColors(points: Points): readonly Center[] {
  const { cells } = points
  const total = cells.reduce((sum, { area }) => sum + area, 0)
  let centers = initialCenters(cells)
  for (let round = 0; round < initialRounds; round++) centers = moveCenters(points, centers)
  centers = mergeSimilar(moveCenters(points, mergeSimilar(centers)))
  return centers.filter((center, index) => {
    const isLarge = center.area >= minShare * total || center.weight >= minFlatShare * total
    return index === 0 || (isLarge && !isAntialiasing(center, centers))
  })
}

/** Initial centres: the heaviest cell, then always the cell with the largest √share × distance to those chosen before. */
function initialCenters(cells: readonly Cell[]): readonly Center[] {
  const total = cells.reduce((sum, { weight }) => sum + weight, 0)
  const left = cells.map(cell => ({ cell, root: Math.sqrt(cell.weight / total), distance: 1 }))
  const chosen: Center[] = []
  while (chosen.length < maxInitial) {
    const best = left.reduce((one, other) => (other.root * other.distance > one.root * one.distance ? other : one))
    if (best.root * best.distance < minInitialScore) break
    chosen.push({ ...best.cell, isFixed: false })
    for (const candidate of left)
      candidate.distance = Math.min(candidate.distance, Math.sqrt(squaredDistance(candidate.cell, best.cell)))
  }
  return chosen
}

/** Keeps of similar colours the heaviest, gradient stops before all others. */
function mergeSimilar(centers: readonly Center[]): readonly Center[] {
  const byWeight = centers.toSorted(
    (one, other) => Number(other.isFixed) - Number(one.isFixed) || other.weight - one.weight,
  )
  const kept: Center[] = []
  for (const center of byWeight) if (!kept.some(other => isSimilar(center, other))) kept.push(center)
  return kept
}

/** Whether two colours look the same. The distance comes first: ΔE00 takes a hundred times as long. */
function isSimilar(one: Center, other: Center): boolean {
  return (
    squaredDistance(one, other) < minDistance ** 2 && deltaE00(sampleColor(one), sampleColor(other)) < minDifference
  )
}

/** Less of antialiasing than this share lies in flat areas. */
const maxFlatShare = 0.45
/** Distance from the line between two colours within which mixtures of them lie, 8-bit sRGB. */
const maxMixDistance = 11
/** The second colour has at least this part of the weight of the mixture, and the mixture at most this part of the first's area. */
const minOtherWeight = 0.05
const maxMixArea = 0.25

/** Whether a group holds the pixels that smooth the edges between a larger colour and another one. */
function isAntialiasing(group: Cell, groups: readonly Cell[]): boolean {
  if (group.weight >= maxFlatShare * group.area) return false
  const larger = groups.filter(one => one.weight > group.weight && one.area * maxMixArea > group.area)
  const others = groups.filter(other => other !== group && other.weight > minOtherWeight * group.weight)
  return larger.some(one => others.some(other => other !== one && isMixture(group, one, other)))
}

/** Whether a colour lies on the line between two others, 8-bit sRGB. */
function isMixture(color: Rgb, one: Rgb, other: Rgb): boolean {
  const [red, green, blue] = [other.red - one.red, other.green - one.green, other.blue - one.blue]
  const [x, y, z] = [color.red - one.red, color.green - one.green, color.blue - one.blue]
  const part = (x * red + y * green + z * blue) / (red * red + green * green + blue * blue)
  return part > 0 && part < 1 && Math.hypot(x - part * red, y - part * green, z - part * blue) <= maxMixDistance
}

/** The palette covers a pixel within this distance, OKLab (the contract: 0.10, judged on pixels, not on cells). */
const paletteRadius = 0.095
const maxPaletteUncovered = 0.006
/** Most pixels, weighted by confidence, also lie this near. */
const fineRadius = 0.06
const maxFineUncovered = 0.05
/** Pixels whose hue and chroma differ this much from those of every colour, OKLab, are an accent, if more than this share has one. */
const accentDistance = 0.05
const maxAccentUncovered = 0.002
/** Rounds of k-medians after the last addition. */
const finalRounds = 4
/** Rounds in all: where 16 colours do not suffice, or a new colour is similar to another, additions would never end. */
const maxRounds = 32
/** Maximum number of uncovered cells, largest first, that are considered as new colours. */
const maxCandidates = 48

/** Adds colours until they cover the picture, and moves them until they stay. */
function cover(points: Points, initial: readonly Center[], isDrawn: boolean): readonly Center[] {
  let centers = initial
  let amount: Amount = 'weight'
  while (centers.length > maxColors) centers = dropLeastImportant(centers, amount)
  // In a drawing, what no colour has lies between colours on its edges.
  let takesAccents = !isDrawn
  let settledRounds = 0
  for (let round = 0; round < maxRounds && settledRounds < finalRounds; round++) {
    const isAdding = round < maxRounds - finalRounds
    const missing = isAdding ? uncoveredColor(points, centers, takesAccents) : undefined
    settledRounds = missing ? 0 : settledRounds + 1
    // Coverage counts every pixel alike; where colours are scarce, so does everything else.
    if (missing && centers.length === maxColors) amount = 'area'
    const all = missing ? addColor(centers, missing, amount) : centers
    const moved = mergeSimilar(moveCenters(points, all, amount))
    // An accent that was merged would be added again in every round.
    if (missing && moved.length <= centers.length) takesAccents = false
    centers = moved
  }
  return centers
}

/** Beyond 16 colours a new one takes the place of the one that matters least. */
function addColor(centers: readonly Center[], added: Center, amount: Amount): readonly Center[] {
  const others = centers.length === maxColors ? dropLeastImportant(centers, amount) : centers
  return [...others, added]
}

/** The most important addition: a colour for uncovered pixels, else one for those that are only roughly covered, else an accent. */
function uncoveredColor(points: Points, centers: readonly Center[], takesAccents: boolean): Center | undefined {
  const assignment = assign(points, centers)
  if (shareBeyond(points, assignment, paletteRadius, 'area') > maxPaletteUncovered)
    return bestAddition(points, assignment, paletteRadius, 'area')
  if (centers.length === maxColors) return undefined
  if (shareBeyond(points, assignment, fineRadius, 'weight') > maxFineUncovered)
    return bestAddition(points, assignment, fineRadius, 'weight')
  if (!takesAccents) return undefined
  const plane = inPlane(points, centers)
  if (shareBeyond(points, plane, accentDistance, 'area') <= maxAccentUncovered) return undefined
  return bestAddition(points, plane, accentDistance, 'area')
}

/** The squared distance of every cell to the nearest centre without regard to lightness. */
function inPlane({ cells }: Points, centers: readonly Center[]): Pick<Assignment, 'squared'> {
  const squared = new Float64Array(cells.length)
  let position = 0
  for (const cell of cells) {
    let least = Number.POSITIVE_INFINITY
    for (const { a, b } of centers) least = Math.min(least, (cell.a - a) ** 2 + (cell.b - b) ** 2)
    squared[position++] = least
  }
  return { squared }
}

/** Part of the picture farther than a distance from every colour, 0 to 1. */
function shareBeyond(
  { cells }: Points,
  { squared }: Pick<Assignment, 'squared'>,
  distance: number,
  amount: Amount,
): number {
  let [uncovered, total, index] = [0, 0, 0]
  for (const cell of cells) {
    total += cell[amount]
    if (at(squared, index++) > distance * distance) uncovered += cell[amount]
  }
  return uncovered / total
}

/** The colour that covers most of the uncovered pixels. */
function bestAddition(
  { cells }: Points,
  { squared }: Pick<Assignment, 'squared'>,
  distance: number,
  amount: Amount,
): Center | undefined {
  const uncovered = cells.filter((_, index) => at(squared, index) > distance * distance)
  const candidates = uncovered.toSorted((one, other) => other[amount] - one[amount]).slice(0, maxCandidates)
  let best: Cell | undefined
  let most = 0
  for (const candidate of candidates) {
    let covered = 0
    for (const cell of uncovered) if (squaredDistance(candidate, cell) <= distance * distance) covered += cell[amount]
    if (covered > most) {
      most = covered
      best = candidate
    }
  }
  return best && { ...best, isFixed: false }
}

/** All centres but the one with the least √share × distance to another, the rule of their choice: small accents are kept before shades. */
function dropLeastImportant(centers: readonly Center[], amount: Amount): readonly Center[] {
  const scores = centers.map(center => {
    if (center.isFixed) return Number.POSITIVE_INFINITY
    const distances = centers.map(other =>
      other === center ? Number.POSITIVE_INFINITY : squaredDistance(center, other),
    )
    return Math.sqrt(center[amount]) * Math.min(...distances)
  })
  return centers.toSpliced(scores.indexOf(Math.min(...scores)), 1)
}

/** Counts every cell for its nearest colour. */
function swatchesOf(points: Points, centers: readonly Center[]): readonly Swatch[] {
  const colors = centers.map(center => ({ ...sampleColor(center), isGradientStop: center.isFixed }))
  return countColors(points, colors).toSorted((one, other) => other.share - one.share)
}

/**
 * @param cells the histogram.
 * @param swatches some of its colours, at least one.
 * @returns them in their order, with the shares of the cells that are nearest to each of them.
 */
export function recount(cells: readonly Cell[], swatches: readonly Swatch[]): readonly Swatch[] {
  return countColors(pointsOf(cells), swatches)
}

function countColors(
  points: Points,
  colors: readonly (ColorSample & Pick<Swatch, 'isGradientStop'>)[],
): readonly Swatch[] {
  const { nearest } = assign(
    points,
    colors.map(({ oklab }) => oklab),
  )
  const [areas, borders, weights] = [
    new Float64Array(maxColors),
    new Float64Array(maxColors),
    new Float64Array(maxColors),
  ]
  let [area, border, position] = [0, 0, 0]
  for (const cell of points.cells) {
    const index = intAt(nearest, position++)
    areas[index] = at(areas, index) + cell.area
    borders[index] = at(borders, index) + cell.border
    weights[index] = at(weights, index) + cell.weight
    area += cell.area
    border += cell.border
  }
  const groups = colors.map((color, index) => {
    const amounts = { area: at(areas, index), border: at(borders, index), weight: at(weights, index) }
    return { color, cell: { ...color.rgb, ...color.oklab, ...amounts } }
  })
  const cells = groups.map(({ cell }) => cell)
  return groups
    .filter(({ cell }) => cell.area > 0)
    .map(({ color, cell }) => ({
      ...color,
      share: cell.area / area,
      border: cell.border / Math.max(1, border),
      flatness: cell.weight / cell.area,
      isAntialiasing: !color.isGradientStop && isAntialiasing(cell, cells),
    }))
}
