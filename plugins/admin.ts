// Figures for the operator, behind a token or on the machine itself.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { getStats, type Stats } from '../schemas/admin.ts'
import type { Studio } from '../src/analysis/studio.ts'
import { contains, parseCidrs, readCidr } from '../src/net/cidr.ts'
import type { SourceReader } from '../src/net/source.ts'
import { Problem } from '../src/problem.ts'
import type { Store, Totals } from '../src/store/store.ts'
import { version } from '../src/version.ts'
import type { Vision } from '../src/vision/vision.ts'
import type { Metering } from './platform/metering.ts'

interface Options {
  readonly now: () => Date
  readonly adminToken: string
  readonly store: Pick<Store, 'totals'>
  readonly sources: Pick<SourceReader, 'refused'>
  readonly studio: Pick<Studio, 'hits'>
  readonly vision: Pick<Vision, 'calls'>
  readonly metering: Metering
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares digests, so that neither the length nor a common beginning shows in the time. */
const sameSecret = (sent: string, secret: string): boolean => timingSafeEqual(digest(sent), digest(secret))

const loopback = parseCidrs('127.0.0.0/8 ::1')

const isLoopback = (host: string): boolean => {
  const address = readCidr(host)
  return host === 'localhost' || (address !== undefined && loopback.some(block => contains(block, address)))
}

const forwarded = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/

/** On the machine itself, and no proxy in between that could speak for somebody else. */
const isLocal = ({ socket, hostname, headers }: FastifyRequest): boolean =>
  isLoopback(String(socket.remoteAddress)) &&
  isLoopback(hostname.replace(/^\[|\]$/g, '').toLowerCase()) &&
  !Object.keys(headers).some(name => forwarded.test(name))

const seconds = (microseconds: number): number => Math.round(microseconds / 1000) / 1000

const processFigures = ({ eventLoopDelay }: Metering): Stats['process'] => {
  const { rss, heapUsed, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return {
    memory_bytes: { rss, heap_used: heapUsed, external },
    cpu_seconds: { user: seconds(user), system: seconds(system) },
    event_loop_delay_ms: eventLoopDelay(),
  }
}

const admin: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { now, adminToken, store, sources, studio, vision, metering } = options
  const started = now()

  const figures = async (): Promise<Pick<Stats, keyof Totals>> => {
    const totals = await store.totals()
    return { ...totals, analyses: { ...totals.analyses, cache_hits: studio.hits() } }
  }

  const stats = async (): Promise<Stats> => ({
    service: {
      version,
      node: process.version,
      started_at: started.toISOString(),
      uptime_seconds: (now().getTime() - started.getTime()) / 1000,
    },
    process: processFigures(metering),
    requests: metering.requests(),
    ...(await figures()),
    providers: vision.calls(),
    fetches: { refused: sources.refused() },
  })

  app.addHook('onRequest', async request => {
    if (adminToken === '') {
      if (!isLocal(request)) throw new Problem('forbidden')
      return
    }
    const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!sameSecret(sent, adminToken))
      throw new Problem('unauthorized', { headers: { 'www-authenticate': 'Bearer realm="admin"' } })
  })

  app.route({
    ...getStats,
    handler: async () => ({ stats: await stats(), timestamp: now().toISOString() }),
  })
}

export default admin
