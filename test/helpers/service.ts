// The very same app that the server runs, on a database of its own, for one test.
import type { LightMyRequestResponse as Answer, FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import type { Test } from 'tap'
import { readConfig } from '../../src/config/config.ts'
import { createPageBuilder } from '../../src/pages/builder.ts'
import { openService } from '../../src/process/open-service.ts'
import type { Store } from '../../src/store/store.ts'
import { pageProgram, renderProgram, workerProgram } from './bundle.ts'
import { assertDocumented } from './documented.ts'

export interface Service {
  readonly app: FastifyInstance
  readonly store: Store
  /** Listens on a free port; with `warmsUp`, resolves when /readyz answers 200. */
  readonly listen: () => Promise<string>
  /** Sets what /api/health tells while the process shuts down. */
  readonly drain: () => void
  readonly get: (url: string, options?: InjectOptions) => Promise<Answer>
  readonly post: (url: string, body: unknown, headers?: Readonly<Record<string, string>>) => Promise<Answer>
}

type Environment = Readonly<Record<string, string>>

/** All services of a test file share one thread: it takes most of a second to start, and ends with the process. */
const sharedPageBuilder = createPageBuilder(pageProgram)

/** What a test brings instead of the real thing. */
interface Parts extends Pick<Parameters<typeof openService>[1], 'lookup' | 'now' | 'pageBuilder' | 'tracing' | 'log'> {
  /** Starts the worker processes before the first analysis, for tests that need /readyz or measure time. */
  readonly warmsUp?: boolean
  /** What each worker process executes. */
  readonly program?: URL
  /** What each render process executes. */
  readonly renderer?: URL
}

/** Builds the service with the settings of `environment`; source_url may reach loopback unless they say otherwise. */
export const startService = async (t: Test, environment: Environment = {}, parts: Parts = {}): Promise<Service> => {
  const { warmsUp = false, program = workerProgram, renderer = renderProgram, ...others } = parts
  const config = readConfig({
    LOG_LEVEL: 'silent',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    ...environment,
    // `testdir` empties the folder, which the test may have given.
    DATA_DIR: environment.DATA_DIR ?? t.testdir(),
  })
  let draining = false
  const isDraining = () => draining
  const closers: (() => Promise<void>)[] = []
  t.teardown(async () => {
    for (const close of closers.toReversed()) await close()
  })
  const programs = { workerProgram: program, renderProgram: renderer }
  const options = { pageBuilder: sharedPageBuilder, ...programs, ...others, warmsUp, isDraining }
  const { app, store } = await openService(config, options, closers)
  return {
    app,
    store,
    listen: async () => {
      const address = await app.listen({ port: 0, host: '127.0.0.1' })
      while (warmsUp && (await app.inject('/readyz')).statusCode !== 200)
        await new Promise(resolve => setTimeout(resolve, 50))
      return address
    },
    drain: () => {
      draining = true
    },
    get: async (url, options) => {
      const answer = await app.inject({ url, ...options })
      assertDocumented(options?.method ?? 'GET', url, answer.statusCode)
      return answer
    },
    post: async (url, body, headers = {}) => {
      const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      const sent = { 'content-type': 'application/json', ...headers }
      const answer = await app.inject({ method: 'POST', url, payload, headers: sent })
      assertDocumented('POST', url, answer.statusCode)
      return answer
    },
  }
}

/** A PNG of flat vertical stripes, one per colour, as a data URI. */
export const stripes = async (colors: readonly string[], width = 240, height = 160): Promise<string> => {
  const stripe = Math.floor(width / colors.length)
  const layers = await Promise.all(
    colors.map(async (background, index) => ({
      input: await sharp({ create: { width: stripe, height, channels: 3, background } })
        .png()
        .toBuffer(),
      left: index * stripe,
      top: 0,
    })),
  )
  const base = { width: stripe * colors.length, height, channels: 3, background: '#000' } as const
  const png = await sharp({ create: base }).composite(layers).png().toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
