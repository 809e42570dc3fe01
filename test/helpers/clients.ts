// Many clients at once, who count what they got.
import { Pool } from 'undici'

export interface Question {
  readonly path: string
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: unknown
}

interface Options {
  readonly address: string
  readonly clients: number
  readonly questionOf: (number: number) => Question
}

/** Headers that tell which record an answer made. */
const kinds = { analyses: 'x-analysis-id', pages: 'x-page-id', captures: 'x-capture-id' } as const

/** Asks one question after the other, each client for itself, until `stop`. */
export const startClients = ({ address, clients, questionOf }: Options) => {
  const pool = new Pool(address, { connections: clients, headersTimeout: 60_000 })
  const made = { analyses: new Set<string>(), pages: new Set<string>(), captures: new Set<string>() }
  const failures: string[] = []
  const cut: string[] = []
  let count = 0
  let isOver = false

  const ask = async (number: number): Promise<void> => {
    const { path, body } = questionOf(number)
    const sent =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const answer = await pool.request({ path, method: body === undefined ? 'GET' : 'POST', ...sent })
    const text = await answer.body.text().catch(() => void cut.push(path))
    if (text === undefined) return
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text.slice(0, 200)}`)
    for (const kind of ['analyses', 'pages', 'captures'] as const) {
      const id = answer.headers[kinds[kind]]
      if (typeof id === 'string' && body !== undefined) made[kind].add(id)
    }
  }
  const client = async (): Promise<void> => {
    while (!isOver) {
      count += 1
      const number = count
      await ask(number).catch(error => failures.push(`${questionOf(number).path}: ${error}`))
    }
  }
  const work = Promise.all(Array.from({ length: clients }, client))
  return {
    count: () => count,
    /** @returns how many asked, what failed, the paths whose responses ended early, and the records that were acknowledged */
    stop: async () => {
      isOver = true
      await work
      await pool.close()
      return { count, failures, cut, made }
    },
  }
}
