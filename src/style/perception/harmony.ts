// Whether the hues of a picture stand in one of the relations that people find harmonious.
import type { StyleMetadata } from '../../../schemas/style.ts'
import type { Rgb } from '../oklab.ts'
import type { Swatch } from '../palette/quantize.ts'
import { round } from '../round.ts'

type Harmony = NonNullable<StyleMetadata['harmony']>

/** Part of the hue wheel: degrees from the template's angle to its centre, and its width. */
type Sector = readonly [centre: number, width: number]

/** Cohen-Or, Sorkine, Gal, Leyvand and Xu 2006, "Color harmonization", figure 2; narrowest first. */
const templates: readonly {
  readonly template: Harmony['template']
  readonly name: Harmony['name']
  readonly sectors: readonly Sector[]
}[] = [
  { template: 'i', name: 'one hue', sectors: [[0, 18]] },
  {
    template: 'I',
    name: 'opposite hues',
    sectors: [
      [0, 18],
      [180, 18],
    ],
  },
  { template: 'V', name: 'neighbouring hues', sectors: [[0, 93.6]] },
  {
    template: 'L',
    name: 'neighbouring hues and one across',
    sectors: [
      [0, 79.2],
      [90, 18],
    ],
  },
  {
    template: 'Y',
    name: 'neighbouring hues and their opposite',
    sectors: [
      [0, 93.6],
      [180, 18],
    ],
  },
  { template: 'T', name: 'half the wheel', sectors: [[0, 180]] },
  {
    template: 'X',
    name: 'two opposite groups',
    sectors: [
      [0, 93.6],
      [180, 93.6],
    ],
  },
]

/** A template holds when its hues are this near to its sectors, mean degrees. */
const tolerance = 2
/** Of several angles that hold the one that its hues are centred on wins. */
const centring = 0.01
const angleStep = 3
/** Chroma (largest less smallest channel, of 255) of a colour that has a hue; and the least of it all over a picture. */
const leastChroma = 20
const leastWeight = 0.002

interface Hue {
  readonly degrees: number
  readonly weight: number
}

/** Hue on the HSV wheel, where the templates are drawn. */
const degreesOf = ({ red, green, blue }: Rgb, top: number, chroma: number): number => {
  if (top === red) return (((green - blue) / chroma) * 60 + 360) % 360
  return top === green ? ((blue - red) / chroma) * 60 + 120 : ((red - green) / chroma) * 60 + 240
}

const hueOf = ({ rgb, share }: Swatch): readonly Hue[] => {
  const top = Math.max(rgb.red, rgb.green, rgb.blue)
  const chroma = top - Math.min(rgb.red, rgb.green, rgb.blue)
  return chroma < leastChroma ? [] : [{ degrees: degreesOf(rgb, top, chroma), weight: (share * chroma) / 255 }]
}

/** Degrees between two hues the short way round, 0 to 180. */
const arc = (one: number, other: number): number => {
  const apart = Math.abs(one - other)
  const round = apart > 360 ? apart - 360 : apart
  return round > 180 ? 360 - round : round
}

interface Placement {
  /** Mean degrees from the hues to the nearest sector, by weight. */
  readonly away: number
  /** Part of the weight within the sectors. */
  readonly inside: number
}

interface Fit extends Placement {
  readonly angle: number
}

const placed = (hues: readonly Hue[], total: number, sectors: readonly Sector[], angle: number): Placement => {
  let [away, inside] = [0, 0]
  for (const { degrees, weight } of hues) {
    let gap = 180
    for (const [centre, width] of sectors) gap = Math.min(gap, Math.max(0, arc(degrees, angle + centre) - width / 2))
    away += weight * gap
    if (gap === 0) inside += weight
  }
  return { away: away / total, inside: inside / total }
}

/**
 * What an angle costs, by weight: degrees to the nearest sector, and a little of those to its centre. It is no longer added up once it
 * reaches what another costs.
 */
const costOf = (hues: readonly Hue[], sectors: readonly Sector[], angle: number, least: number): number => {
  let cost = 0
  for (const { degrees, weight } of hues) {
    let [gap, middle] = [180, 180]
    for (const [centre, width] of sectors) {
      const distance = arc(degrees, angle + centre)
      const outside = distance - width / 2
      if (outside < gap) gap = outside > 0 ? outside : 0
      if (distance < middle) middle = distance
    }
    cost += weight * (gap + centring * middle)
    if (cost >= least) return cost
  }
  return cost
}

const best = (hues: readonly Hue[], total: number, sectors: readonly Sector[]): Fit => {
  let [found, least] = [0, Number.POSITIVE_INFINITY]
  for (let angle = 0; angle < 360; angle += angleStep) {
    const cost = costOf(hues, sectors, angle, least)
    if (cost < least) [found, least] = [angle, cost]
  }
  return { angle: found, ...placed(hues, total, sectors, found) }
}

/**
 * Fits the templates to the hues, weighted by area and chroma.
 *
 * @returns the narrowest template that holds, else the one whose sectors are nearest; N for greys.
 */
export const harmony = (swatches: readonly Swatch[]): Harmony => {
  const hues = swatches.flatMap(hueOf)
  const total = hues.reduce((sum, { weight }) => sum + weight, 0)
  if (total < leastWeight) return { template: 'N', name: 'greys', angle: 0, fit: 1 }
  const fits: (Fit & Pick<Harmony, 'template' | 'name'>)[] = []
  for (const { template, name, sectors } of templates) {
    const fit = { template, name, ...best(hues, total, sectors) }
    fits.push(fit)
    if (fit.away <= tolerance) break
  }
  const { template, name, angle, inside } = fits.reduce((one, other) => (other.away < one.away ? other : one))
  return { template, name, angle, fit: round(Math.min(1, inside)) }
}
