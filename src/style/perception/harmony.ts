// The harmonic template that the hues of a picture follow.
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Rgb } from '../../color/srgb.ts'
import { round } from '../numbers.ts'
import type { Swatch } from '../palette/quantize.ts'

type Harmony = NonNullable<StyleMetadata['harmony']>

/** Part of the hue wheel in degrees: from the angle of the template to its centre, and its width. */
interface Sector {
  readonly center: number
  readonly width: number
}

interface Template extends Pick<Harmony, 'template' | 'name'> {
  readonly sectors: readonly Sector[]
}

/** Cohen-Or, Sorkine, Gal, Leyvand and Xu 2006, "Color harmonization", figure 2; narrowest first. */
const templates: readonly Template[] = [
  { template: 'i', name: 'one hue', sectors: [sector(0, 18)] },
  { template: 'I', name: 'opposite hues', sectors: [sector(0, 18), sector(180, 18)] },
  { template: 'V', name: 'neighbouring hues', sectors: [sector(0, 93.6)] },
  { template: 'L', name: 'neighbouring hues and one across', sectors: [sector(0, 79.2), sector(90, 18)] },
  { template: 'Y', name: 'neighbouring hues and their opposite', sectors: [sector(0, 93.6), sector(180, 18)] },
  { template: 'T', name: 'half the wheel', sectors: [sector(0, 180)] },
  { template: 'X', name: 'two opposite groups', sectors: [sector(0, 93.6), sector(180, 93.6)] },
]

function sector(center: number, width: number): Sector {
  return { center, width }
}

/** A template holds when its hues are this near to its sectors, mean degrees. */
const tolerance = 2
/** Least mean weight of the hues over a picture. */
const minTotalWeight = 0.002

/**
 * Fits the templates to the hues, weighted by area and chroma.
 *
 * @returns the narrowest template that holds, else the one whose sectors are nearest; N for greys.
 */
export function fitHarmony(swatches: readonly Swatch[]): Harmony {
  const hues = swatches.flatMap(hueOf)
  const total = hues.reduce((sum, { weight }) => sum + weight, 0)
  if (total < minTotalWeight) return { template: 'N', name: 'greys', angle: 0, fit: 1 }
  const fits: (Template & Fit)[] = []
  for (const template of templates) {
    const fit = { ...template, ...bestFit(hues, total, template.sectors) }
    fits.push(fit)
    if (fit.distance <= tolerance) break
  }
  const { template, name, angle, inside } = fits.reduce((one, other) => (other.distance < one.distance ? other : one))
  return { template, name, angle, fit: round(Math.min(1, inside)) }
}

interface Hue {
  readonly degrees: number
  readonly weight: number
}

/** Least chroma (largest less smallest channel, of 255) of a colour that has a hue. */
const minChroma = 20

/** Hue on the HSV wheel, where the templates are defined; none for greys. */
function hueOf({ rgb, share }: Swatch): readonly Hue[] {
  const max = Math.max(rgb.red, rgb.green, rgb.blue)
  const chroma = max - Math.min(rgb.red, rgb.green, rgb.blue)
  return chroma < minChroma ? [] : [{ degrees: degreesOf(rgb, max, chroma), weight: (share * chroma) / 255 }]
}

function degreesOf({ red, green, blue }: Rgb, max: number, chroma: number): number {
  if (max === red) return (((green - blue) / chroma) * 60 + 360) % 360
  return max === green ? ((blue - red) / chroma) * 60 + 120 : ((red - green) / chroma) * 60 + 240
}

interface Fit {
  /** Position of the template on the wheel, degrees. */
  readonly angle: number
  /** Weighted mean distance from the hues to the nearest sector, degrees. */
  readonly distance: number
  /** Share of the weight within the sectors, 0 to 1. */
  readonly inside: number
}

/** Angles are tried in steps of this many degrees. */
const angleStep = 3

function bestFit(hues: readonly Hue[], total: number, sectors: readonly Sector[]): Fit {
  let [angle, minCost] = [0, Number.POSITIVE_INFINITY]
  for (let candidate = 0; candidate < 360; candidate += angleStep) {
    const cost = costOf(hues, sectors, candidate, minCost)
    if (cost < minCost) [angle, minCost] = [candidate, cost]
  }
  let [distance, inside] = [0, 0]
  for (const { degrees, weight } of hues) {
    const gaps = sectors.map(({ center, width }) => Math.max(0, arc(degrees, angle + center) - width / 2))
    const gap = Math.min(...gaps)
    distance += weight * gap
    if (gap === 0) inside += weight
  }
  return { angle, distance: distance / total, inside: inside / total }
}

/** Weight of the distance to the centre of a sector: of several angles that hold, the one that the hues are centred on wins. */
const centeringWeight = 0.01

/**
 * Cost of an angle: the weighted distances to the nearest sector, and a little of those to its centre. The sum ends early once it
 * reaches `maxCost`.
 */
function costOf(hues: readonly Hue[], sectors: readonly Sector[], angle: number, maxCost: number): number {
  let cost = 0
  for (const { degrees, weight } of hues) {
    let [gap, fromCenter] = [180, 180]
    for (const { center, width } of sectors) {
      const distance = arc(degrees, angle + center)
      const outside = distance - width / 2
      if (outside < gap) gap = outside > 0 ? outside : 0
      if (distance < fromCenter) fromCenter = distance
    }
    cost += weight * (gap + centeringWeight * fromCenter)
    if (cost >= maxCost) return cost
  }
  return cost
}

/** Degrees between two hues the short way round, 0 to 180. */
function arc(one: number, other: number): number {
  const difference = Math.abs(one - other)
  const wrapped = difference > 360 ? difference - 360 : difference
  return wrapped > 180 ? 360 - wrapped : wrapped
}
