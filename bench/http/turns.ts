// One question to both servers in turns, and what it costs them; and how they start.
import { median } from '../report.ts'
import { type Pair, type Server, type Side, startBare, startOurs } from './pair.ts'
import type { Question } from './run.ts'

export interface Cost {
  /** CPU of the server's process for a request, µs. */
  readonly cpu: number
  /** Requests a second. */
  readonly rate: number
  /** 99th percentile of the time to the whole answer, ms. */
  readonly p99: number
}

interface TurnOptions {
  readonly question: Question
  readonly amount: number
  readonly atOnce: number
  readonly rounds: number
}

/** Code is compiled for good after some ten thousand requests. */
const warmUps = 5

async function costOf(side: Side, options: AskOptions): Promise<Cost> {
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

function medianOf(costs: readonly Cost[]): Cost {
  return {
    cpu: median(costs.map(({ cpu }) => cpu)),
    rate: median(costs.map(({ rate }) => rate)),
    p99: median(costs.map(({ p99 }) => p99)),
  }
}

/**
 * Medians of all three, and the medians of what the others take ÷ what ours takes, round by round: 1.00 means that nothing is added.
 */
export async function inTurns({ ours, bare, dressed }: Pair, { rounds, ...asked }: TurnOptions) {
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

interface AskOptions {
  readonly question: Question
  /** Number of the first request; the next ones count on. */
  readonly first: number
  readonly amount: number
  readonly atOnce: number
}

/** @returns how long each request took, ms. Throws at the first answer that is not a 200. */
async function ask(
  { pool, prefix }: Pick<Side, 'pool' | 'prefix'>,
  { question, first, amount, atOnce }: AskOptions,
): Promise<readonly number[]> {
  const { url, body } = question
  const path = `${prefix}${url}`
  const times: number[] = []
  let next = 0
  const once = async (number: number): Promise<void> => {
    const begin = performance.now()
    const sent =
      body === undefined
        ? ({ method: 'GET' } as const)
        : ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: body(number) } as const)
    const answer = await pool.request({ path, ...sent })
    await answer.body.dump({ limit: Number.POSITIVE_INFINITY })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`)
    times.push(performance.now() - begin)
  }
  const client = async (): Promise<void> => {
    while (next < amount) {
      next += 1
      await once(first + next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return times
}

/** Starts, asks for health once, and looks at the memory when all is quiet. */
async function seen(start: () => Promise<Server>) {
  const server = await start()
  await fetch(`${server.address}/api/health`).then(answer => answer.arrayBuffer())
  await new Promise(resolve => setTimeout(resolve, 500))
  const memory = await server.memory()
  await server.stop()
  return { startedIn: server.startedIn, memory }
}

const health = {
  method: 'GET',
  url: '/api/health',
  type: 'application/json; charset=utf-8',
  headers: {},
  body: { status: 'ok' },
}

export async function starts(rounds: number) {
  const turns: { readonly ours: Awaited<ReturnType<typeof seen>>; readonly bare: Awaited<ReturnType<typeof seen>> }[] =
    []
  for (let round = 0; round <= rounds; round += 1) {
    turns.push({ ours: await seen(startOurs), bare: await seen(() => startBare([health])) })
  }
  const counted = turns.slice(1)
  return {
    ours: {
      startedIn: median(counted.map(turn => turn.ours.startedIn)),
      memory: median(counted.map(turn => turn.ours.memory)),
    },
    bare: {
      startedIn: median(counted.map(turn => turn.bare.startedIn)),
      memory: median(counted.map(turn => turn.bare.memory)),
    },
    ratio: median(counted.map(turn => turn.ours.startedIn / turn.bare.startedIn)),
  }
}
