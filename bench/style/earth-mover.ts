// Earth mover's distance (Rubner, Tomasi and Guibas 2000): the least work that turns one set of colours into another.

import { deltaE } from './color.ts'
import type { Mass } from './picture.ts'

/** Amounts below count as nothing: shares come rounded. */
const speck = 1e-6

interface Edge {
  readonly to: number
  /** The edge back, in the same list. */
  readonly back: number
  readonly cost: number
  room: number
}

/** Least-cost way from the first node to the last that still has room (Bellman 1958, Ford 1956). */
const cheapest = (edges: readonly Edge[], out: readonly (readonly number[])[]): readonly Edge[] | undefined => {
  const cost = out.map((_, node) => (node === 0 ? 0 : Number.POSITIVE_INFINITY))
  const via: (Edge | undefined)[] = out.map(() => undefined)
  const queue = [0]
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    for (const index of out[node] ?? []) {
      const edge = edges[index]
      if (edge === undefined || edge.room < speck) continue
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

const normal = (masses: readonly Mass[]): readonly Mass[] => {
  const total = masses.reduce((sum, { share }) => sum + share, 0)
  return masses.map(({ hex, share }) => ({ hex, share: share / total }))
}

/** @returns mean ΔE00 over which colour has to be moved, each set taken as a whole. */
export const earthMover = (ones: readonly Mass[], others: readonly Mass[]): number => {
  const [from, to] = [normal(ones), normal(others)]
  const edges: Edge[] = []
  const out: number[][] = Array.from({ length: from.length + to.length + 2 }, () => [])
  const join = (start: number, end: number, cost: number, room: number): void => {
    out[start]?.push(edges.length)
    edges.push({ to: end, back: edges.length + 1, cost, room })
    out[end]?.push(edges.length)
    edges.push({ to: start, back: edges.length - 1, cost: -cost, room: 0 })
  }
  const last = out.length - 1
  from.forEach(({ share }, index) => void join(0, index + 1, 0, share))
  to.forEach(({ share }, index) => void join(from.length + index + 1, last, 0, share))
  from.forEach((one, row) => {
    to.forEach((other, column) => void join(row + 1, from.length + column + 1, deltaE(one.hex, other.hex), 1))
  })
  let work = 0
  for (let way = cheapest(edges, out); way !== undefined; way = cheapest(edges, out)) {
    const amount = Math.min(...way.map(({ room }) => room))
    for (const edge of way) {
      edge.room -= amount
      const back = edges[edge.back]
      if (back !== undefined) back.room += amount
      work += amount * edge.cost
    }
  }
  return work
}
