// One question to both servers in turns, and what it cost them.
import { median } from '../style/speed.ts'
import { ask } from './ask.ts'
import type { Pair, Side } from './pair.ts'
import type { Question } from './questions.ts'

export interface Cost {
  /** CPU of the server's process for a request, µs. */
  readonly cpu: number
  /** Requests a second. */
  readonly rate: number
  /** 99th percentile of the time to the whole answer, ms. */
  readonly p99: number
}

interface Options {
  readonly question: Question
  readonly amount: number
  readonly atOnce: number
  readonly rounds: number
}

/** Code is compiled for good after some ten thousand requests. */
const warmUps = 5

const costOf = async (side: Side, options: Parameters<typeof ask>[1]): Promise<Cost> => {
  const { server } = side
  const [before, begin] = [await server.cpu(), performance.now()]
  const times = await ask(side, options)
  const [after, end] = [await server.cpu(), performance.now()]
  return {
    cpu: (after - before) / options.amount,
    rate: options.amount / ((end - begin) / 1000),
    p99: times.toSorted((one, other) => one - other)[Math.floor(0.99 * times.length)] ?? 0,
  }
}

const medianOf = (costs: readonly Cost[]): Cost => ({
  cpu: median(costs.map(({ cpu }) => cpu)),
  rate: median(costs.map(({ rate }) => rate)),
  p99: median(costs.map(({ p99 }) => p99)),
})

/**
 * Medians of all three, and the medians of what the others take ÷ what ours takes, round by round: 1.00 means that nothing is added.
 */
export const inTurns = async ({ ours, bare, dressed }: Pair, { rounds, ...asked }: Options) => {
  const turns: { readonly ours: Cost; readonly bare: Cost; readonly dressed: Cost }[] = []
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const options = { ...asked, first: round * asked.amount }
    turns.push({
      bare: await costOf(bare, options),
      ours: await costOf(ours, options),
      dressed: await costOf(dressed, options),
    })
  }
  const counted = turns.slice(warmUps)
  return {
    ours: medianOf(counted.map(turn => turn.ours)),
    bare: medianOf(counted.map(turn => turn.bare)),
    dressed: medianOf(counted.map(turn => turn.dressed)),
    ratio: median(counted.map(turn => turn.bare.cpu / turn.ours.cpu)),
    ratioDressed: median(counted.map(turn => turn.dressed.cpu / turn.ours.cpu)),
  }
}
