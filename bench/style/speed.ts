// Wall time of a palette maker as a ratio to the floor, both measured in turns.
import { floor } from './floor.ts'
import type { Maker } from './makers.ts'

const warmUps = 6
const rounds = 25
/** Who takes longer, ms, is asked less often. */
const slow = 300
const slowRounds = 3

export const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** @returns median time over median floor; undefined where the maker cannot read the file. */
export const ratioOf = async ({ find }: Maker, bytes: Buffer): Promise<number | undefined> => {
  const first = await elapsed(() => find(bytes)).catch(() => undefined)
  if (first === undefined) return undefined
  const isSlow = first > slow && (await elapsed(() => find(bytes))) > slow
  const turns = isSlow ? slowRounds : warmUps + rounds
  const pairs: { readonly floor: number; readonly maker: number }[] = []
  for (let turn = 0; turn < turns; turn++) {
    pairs.push({ floor: await elapsed(() => floor(bytes)), maker: await elapsed(() => find(bytes)) })
  }
  const counted = isSlow ? pairs : pairs.slice(warmUps)
  return median(counted.map(pair => pair.maker)) / median(counted.map(pair => pair.floor))
}

export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length)
