// Twelve clients who use the service as it is meant: one request each every 300 to 500 ms.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'

const folder = join(import.meta.dirname, '../../test/fixtures/pictures')
const pictures = readdirSync(folder)
  .filter(name => name.endsWith('.jpg'))
  .map(name => readFileSync(join(folder, name)))

interface Question {
  readonly path: string
  /** Sent as JSON by POST; without one it is a GET. */
  readonly body?: unknown
}

/** The real pictures in turn, each time as another file. */
function analysis(number: number): Question {
  const bytes = Buffer.concat([pictures[number % pictures.length] ?? Buffer.alloc(0), Buffer.from(`${number}`)])
  return { path: '/api/v1/analyze-vibe', body: { source_url: `data:image/jpeg;base64,${bytes.toString('base64')}` } }
}

function page(number: number): Question {
  const content = { headline: `Story ${number}`, sub_headline: 'From a picture to a page.', cta_button_text: 'Start' }
  return { path: '/api/v1/build-sparkpage', body: { style_metadata: { colors: ['#6D28D9', '#F59E0B'] }, content } }
}

function capture(number: number): Question {
  return { path: '/api/v1/capture-media', body: { target_url: `https://example.com/${number}` } }
}

const operations = {
  analyse: analysis,
  build: page,
  capture,
  'export as text': () => ({ path: '/api/v1/export/txt/analysis?limit=100' }),
  'export for print': () => ({ path: '/api/v1/export/pdf/projects?limit=100' }),
} as const

export type Operation = keyof typeof operations

export const operationNames: readonly Operation[] = [
  'analyse',
  'build',
  'capture',
  'export as text',
  'export for print',
]
const recordHeaders = ['x-analysis-id', 'x-project-id', 'x-capture-id'] as const

export interface Answer {
  readonly operation: Operation
  /** 0: none within the time. */
  readonly status: number
  /** Of performance.now(). */
  readonly begun: number
  readonly ms: number
  /** Records that it acknowledged. */
  readonly records: readonly string[]
}

const timeoutMs = 30_000

async function ask(pool: Pool, operation: Operation, number: number): Promise<Answer> {
  const { path, body }: Question = operations[operation](number)
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const begun = performance.now()
  try {
    const answer = await pool.request({ path, method: body === undefined ? 'GET' : 'POST', ...sent })
    await answer.body.dump()
    const found = recordHeaders.map(name => answer.headers[name]).filter(value => typeof value === 'string')
    const records = answer.statusCode === 200 ? found : []
    return { operation, status: answer.statusCode, begun, ms: performance.now() - begun, records }
  } catch {
    return { operation, status: 0, begun, ms: performance.now() - begun, records: [] }
  }
}

function poolOf(address: string, localAddress: string): Pool {
  return new Pool(address, { connections: 1, localAddress, headersTimeout: timeoutMs, bodyTimeout: timeoutMs })
}

/** Each of them once, as functions: to warm up a service. */
export const everyOperation = operationNames.map(
  operation =>
    async ({ address, number }: { readonly address: string; readonly number: number }): Promise<Answer> => {
      const pool = poolOf(address, '127.0.0.1')
      return ask(pool, operation, number).finally(() => pool.close())
    },
)

const clientCount = 12
let asked = 1_000_000

/** Starts the clients, at 127.0.1.1 to 127.0.1.12; `answers` returns what came since the last call. */
export function startOrdinary(address: string) {
  let isOver = false
  let answers: Answer[] = []
  const client = async (_: unknown, at: number): Promise<void> => {
    const pool = poolOf(address, `127.0.1.${at + 1}`)
    // They do not all begin at once.
    await wait((at * 400) / clientCount)
    for (let turn = at; !isOver; turn++) {
      asked += 1
      answers.push(await ask(pool, operationNames[turn % operationNames.length] ?? 'analyse', asked))
      await wait(300 + ((asked * 37) % 200))
    }
    await pool.destroy()
  }
  const work = Promise.all(Array.from({ length: clientCount }, client))
  return {
    answers: (): readonly Answer[] => {
      const seen = answers
      answers = []
      return seen
    },
    stop: async () => {
      isOver = true
      await work
    },
  }
}
