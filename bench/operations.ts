// CPU of every operation against a bare Fastify route that returns the same bytes, interleaved in one run.
// The ratio is bare ÷ ours: 1.00 means that nothing is added. `npm run bench`
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { examplePicture } from '../schemas/style.ts'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createSourceReader } from '../src/net/source.ts'
import { openStore } from '../src/store/open-store.ts'

const rounds = 15
const requestsPerRound = 40

const post = (url: string, payload: object): InjectOptions => ({ method: 'POST', url, payload })

const requests: Readonly<Record<string, InjectOptions>> = {
  getHealth: { url: '/api/health' },
  captureMedia: post('/api/v1/capture-media', { target_url: 'https://example.com/' }),
  buildSparkpage: post('/api/v1/build-sparkpage', {
    style_metadata: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
    content: {
      headline: 'Ship your story',
      sub_headline: 'From one picture to a page.',
      cta_button_text: 'Start free',
    },
  }),
  analyzeVibe: post('/api/v1/analyze-vibe', { source_url: examplePicture }),
  'exportTxt api-spec': { url: '/api/v1/export/txt/api-spec' },
}

const cpuOf = async (app: FastifyInstance, request: InjectOptions): Promise<number> => {
  const before = process.cpuUsage()
  for (let sent = 0; sent < requestsPerRound; sent += 1) await app.inject(request)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / requestsPerRound
}

/** A route that takes the same request and answers with the same bytes. */
const bareTwin = async (app: FastifyInstance, request: InjectOptions): Promise<FastifyInstance> => {
  const { payload, headers } = await app.inject(request)
  const bare = Fastify()
  const type = String(headers['content-type'])
  const answer = type.startsWith('application/json') ? JSON.parse(payload) : payload
  bare.route({
    method: ['GET', 'POST'],
    url: '*',
    handler: async (_request, reply) => reply.type(type).send(answer),
  })
  await bare.ready()
  return bare
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const store = await openStore({ dataDir })
const sources = createSourceReader({ allow: [], timeoutMs: 1000, maxBytes: 1e7 })
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

console.log('operation              ours µs   bare µs   bare ÷ ours   (medians of CPU per request)')
for (const [name, request] of Object.entries(requests)) {
  const bare = await bareTwin(app, request)
  const pairs: { readonly ours: number; readonly twin: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ ours: await cpuOf(app, request), twin: await cpuOf(bare, request) })
  }
  const counted = pairs.slice(3)
  const ours = median(counted.map(pair => pair.ours))
  const twin = median(counted.map(pair => pair.twin))
  const ratio = median(counted.map(pair => pair.twin / pair.ours))
  console.log(
    `${name.padEnd(20)} ${ours.toFixed(0).padStart(9)} ${twin.toFixed(0).padStart(9)} ${ratio.toFixed(2).padStart(13)}`,
  )
  await bare.close()
}

await app.close()
await sources.close()
await store.close()
await rm(dataDir, { recursive: true })
