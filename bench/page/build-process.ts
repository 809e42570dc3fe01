// The service without its durable write, and a bare Fastify beside it, in a process of their own that tells its CPU when asked.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createSourceReader } from '../../src/fetch/source.ts'
import { openStore } from '../../src/store/open-store.ts'

export interface Addresses {
  readonly service: string
  readonly bare: string
}

const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
const store = { ...(await openStore({ dataDir })), savePage: async () => undefined }
const sources = createSourceReader({ allow: [], timeoutMs: 1000, maxBytes: 1e7 })
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => false })

/** Takes the same request and answers with the bytes that the service gave last, as JSON. */
const bare = Fastify()
const last = { answer: {} }
bare.post('/answer', async request => {
  last.answer = Object(request.body)
  return {}
})
bare.post('/api/v1/build-sparkpage', async () => last.answer)

const addresses: Addresses = {
  service: await app.listen({ host: '127.0.0.1', port: 0 }),
  bare: await bare.listen({ host: '127.0.0.1', port: 0 }),
}
process.send?.(addresses)
process.on('message', async message => {
  if (message === 'cpu') return process.send?.(process.cpuUsage())
  await Promise.all([app.close(), bare.close(), sources.close()])
  await store.close()
  await rm(dataDir, { recursive: true })
  process.disconnect()
})
