// How good a palette is for a picture whose colours are known.
import { deltaE, type Mass, type Picture, type Truth } from './drawing.ts'

/** What a palette maker found. */
export interface Found {
  /** Its choice: the first six are judged. */
  readonly colors: readonly string[]
  /** How it divides the picture. */
  readonly palette: readonly Mass[]
}

export interface Judgement {
  /** 0 to 100. */
  readonly score: number
  /** Mean ΔE00 from each known colour to the nearest of six. */
  readonly distance: number
  /** Accents (else all known colours) with one of six within ΔE00 5, and how many there are. */
  readonly recalled: number
  readonly recallable: number
  /** Part of the six that lies within ΔE00 6 of something in the picture. */
  readonly precision: number
  /** Pairs of the six below ΔE00 5. */
  readonly duplicates: number
  /** Mean difference of share over the known colours that have one; undefined when none has. */
  readonly shareError: number | undefined
  /** Earth mover's distance to all pixels, ΔE00. */
  readonly work: number
}

const chosen = 6
const recallReach = 5
const precisionReach = 6
const duplicateReach = 5

/** Points of 100, and the value at which a measure gets none of its own. */
const points = { distance: 35, recall: 25, precision: 15, duplicates: 5, shares: 10, work: 10 } as const
const worst = { distance: 15, duplicates: 3, shares: 0.2, work: 15 } as const

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function towards(value: number, limit: number): number {
  return Math.max(0, 1 - value / limit)
}

function away({ hex, alike }: Truth, found: string): number {
  return Math.min(...[hex, ...alike].map(color => deltaE(color, found)))
}

/** ΔE00 to the nearest of some colours; none at all is as far as black is from white. */
function distanceTo(truth: Truth, colors: readonly string[]): number {
  return Math.min(100, ...colors.map(color => away(truth, color)))
}

/** How far the share of the nearest colour is from that of a known one. */
function shareErrorOf(truth: Truth, palette: readonly Mass[]): readonly number[] {
  const [nearest] = palette.toSorted((one, other) => away(truth, one.hex) - away(truth, other.hex))
  return truth.share === undefined ? [] : [Math.abs(truth.share - (nearest?.share ?? 0))]
}

function pairsBelow(colors: readonly string[], least: number): number {
  return colors.flatMap((one, index) => colors.slice(index + 1).filter(other => deltaE(one, other) < least)).length
}

/** @returns every measure, and their sum in points (`points`): none at its worst value, all at its best, evenly between. */
export function judge({ truth, spread }: Picture, { colors, palette }: Found): Judgement {
  const six = colors.slice(0, chosen)
  const accents = truth.filter(({ accent }) => accent)
  const wanted = accents.length > 0 ? accents : truth
  const recalled = wanted.filter(one => distanceTo(one, six) <= recallReach).length
  const there = [...spread.map(({ hex }) => hex), ...truth.flatMap(({ hex, alike }) => [hex, ...alike])]
  const right = six.filter(color => there.some(other => deltaE(other, color) <= precisionReach))
  const errors = truth.flatMap(one => shareErrorOf(one, palette))
  const shareError = errors.length > 0 ? mean(errors) : undefined
  const distance = mean(truth.map(one => distanceTo(one, six)))
  const precision = six.length === 0 ? 0 : right.length / six.length
  const duplicates = pairsBelow(six, duplicateReach)
  const work = palette.length === 0 ? 100 : earthMover(palette, spread)
  const score =
    points.distance * towards(distance, worst.distance) +
    (points.recall * recalled) / wanted.length +
    points.precision * precision +
    points.duplicates * towards(duplicates, worst.duplicates) +
    points.shares * towards(shareError ?? 0, worst.shares) +
    points.work * towards(work, worst.work)
  return { score, distance, recalled, recallable: wanted.length, precision, duplicates, shareError, work }
}

/** Amounts below count as nothing: shares come rounded. */
const speck = 1e-6

interface Edge {
  readonly to: number
  /** The edge back, in the same list. */
  readonly back: number
  readonly cost: number
  capacity: number
}

/** Least-cost way from the first node to the last that still has capacity (Bellman 1958, Ford 1956). */
function cheapest(edges: readonly Edge[], out: readonly (readonly number[])[]): readonly Edge[] | undefined {
  const cost = out.map((_, node) => (node === 0 ? 0 : Number.POSITIVE_INFINITY))
  const via: (Edge | undefined)[] = out.map(() => undefined)
  const queue = [0]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const index of out[node] ?? []) {
      const edge = edges[index]
      if (edge === undefined || edge.capacity < speck) continue
      const total = (cost[node] ?? 0) + edge.cost
      if (total + 1e-9 >= (cost[edge.to] ?? 0)) continue
      cost[edge.to] = total
      via[edge.to] = edge
      if (!queue.includes(edge.to)) queue.push(edge.to)
    }
  }
  const way: Edge[] = []
  for (let edge = via.at(-1); edge !== undefined; ) {
    way.push(edge)
    const from = edges[edge.back]?.to ?? 0
    edge = from === 0 ? undefined : via[from]
  }
  return way.length > 0 ? way : undefined
}

function normal(masses: readonly Mass[]): readonly Mass[] {
  const total = masses.reduce((sum, { share }) => sum + share, 0)
  return masses.map(({ hex, share }) => ({ hex, share: share / total }))
}

/** @returns mean ΔE00 over which colour has to be moved, each set taken as a whole. */
function earthMover(ones: readonly Mass[], others: readonly Mass[]): number {
  const [from, to] = [normal(ones), normal(others)]
  const edges: Edge[] = []
  const out: number[][] = Array.from({ length: from.length + to.length + 2 }, () => [])
  const join = (start: number, end: number, cost: number, capacity: number): void => {
    out[start]?.push(edges.length)
    edges.push({ to: end, back: edges.length + 1, cost, capacity })
    out[end]?.push(edges.length)
    edges.push({ to: start, back: edges.length - 1, cost: -cost, capacity: 0 })
  }
  const last = out.length - 1
  from.forEach(({ share }, index) => void join(0, index + 1, 0, share))
  to.forEach(({ share }, index) => void join(from.length + index + 1, last, 0, share))
  from.forEach((one, row) => {
    to.forEach((other, column) => void join(row + 1, from.length + column + 1, deltaE(one.hex, other.hex), 1))
  })
  let work = 0
  for (let way = cheapest(edges, out); way !== undefined; way = cheapest(edges, out)) {
    const amount = Math.min(...way.map(({ capacity }) => capacity))
    for (const edge of way) {
      edge.capacity -= amount
      const back = edges[edge.back]
      if (back !== undefined) back.capacity += amount
      work += amount * edge.cost
    }
  }
  return work
}
