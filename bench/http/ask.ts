// Asks a server so many times, so many at once.
import type { Side } from './pair.ts'
import type { Question } from './questions.ts'

interface Options {
  readonly question: Question
  /** Number of the first request; the next ones count on. */
  readonly first: number
  readonly amount: number
  readonly atOnce: number
}

/** @returns how long each request took, ms. Throws at the first answer that is not a 200. */
export const ask = async (
  { pool, prefix }: Pick<Side, 'pool' | 'prefix'>,
  { question, first, amount, atOnce }: Options,
): Promise<readonly number[]> => {
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
