// The service and a bare Fastify beside it that gives the same answers: two processes, asked in turns.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Pool } from 'undici'
import type { Question } from './questions.ts'
import { type Server, startServer } from './server.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

interface Answer {
  readonly method: string
  readonly url: string
  readonly type: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface Side {
  readonly server: Server
  readonly pool: Pool
  /** Before the address of each question. */
  readonly prefix: string
}

export interface Pair {
  readonly ours: Side
  readonly bare: Side
  /** The bare one, with the headers of ours. */
  readonly dressed: Side
  readonly stop: () => Promise<void>
}

/** The compiled service on an empty database of its own. */
export const startOurs = async (): Promise<Server> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-http-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'warn', DRAIN_MS: '0' }
  const server = await startServer({ file: fileOf('../../dist/src/server.js'), env })
  return {
    ...server,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

export const startBare = (answers: readonly Answer[]): Promise<Server> =>
  startServer({ file: fileOf('./bare.mjs'), message: answers })

/** What Node and Fastify write themselves. */
const ofTheConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
])

/** What the service says to a question, for the other one to say. */
const answerOf = async ({ address }: Server, { url, body }: Question): Promise<Answer> => {
  const sent = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: body(0) }
  const answer = await fetch(`${address}${url}`, {
    ...sent,
    headers: { ...sent?.headers, 'accept-encoding': 'identity' },
  })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  const type = answer.headers.get('content-type') ?? ''
  return {
    method: body ? 'POST' : 'GET',
    url: url.split('?', 1)[0] ?? url,
    type,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ofTheConnection.has(name))),
    // Objects, so that the bare one has to write its JSON too.
    body: type.startsWith('application/json') ? await answer.json() : await answer.text(),
  }
}

/** @param atOnce connections to each */
export const startPair = async (questions: readonly Question[], atOnce: number): Promise<Pair> => {
  const ours = await startOurs()
  const answers = new Map<string, Answer>()
  for (const question of questions) {
    const answer = await answerOf(ours, question)
    answers.set(`${answer.method} ${answer.url}`, answer)
  }
  const bare = await startBare([...answers.values()])
  const sideOf = (server: Server): Side => ({
    server,
    pool: new Pool(server.address, { connections: atOnce }),
    prefix: '',
  })
  const sides = { ours: sideOf(ours), bare: sideOf(bare) }
  return {
    ...sides,
    dressed: { ...sides.bare, prefix: '/dressed' },
    stop: async () => {
      for (const { pool, server } of Object.values(sides)) {
        await pool.close()
        await server.stop()
      }
    },
  }
}
