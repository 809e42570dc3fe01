// Builds the app from its configuration and services: the server and the tests build the same app.
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerPlugins } from '../plugins/index.ts'
import { clientErrorHandler, createFrameworkErrors } from '../plugins/shared/errors.ts'
import { createHostCheck } from '../plugins/shared/host-check.ts'
import { genReqId } from '../plugins/shared/security-headers.ts'
import type { Services } from '../plugins/shared/services.ts'
import { warmUpRoutes } from '../plugins/shared/warm-up.ts'
import { createAnalyzer } from './analysis/analyzer.ts'
import { warmUpWorkers } from './analysis/warm-up.ts'
import { createWorkerPool, type WorkerPool } from './analysis/worker-pool.ts'
import type { Config } from './config.ts'
import { createLimiters, type Limiters } from './limits/limits.ts'
import { processLog } from './log.ts'
import { createVisionClient } from './providers/vision.ts'
import { createConnectionCloser, timeouts } from './shutdown.ts'
import type { Confinement } from './workers/confinement.ts'

const mebibyte = 1024 * 1024

/** From the first worker process that is ready to the rest of the warm-up, ms. */
const warmUpDelayMs = 1000

/** Results in the cache of analyses and of provider answers, 10 KB each. */
const maxCachedResults = 256

/** An app that is ready to listen or to `inject` requests. Fails when the routes differ from the operations of schemas/. */
export async function buildApp(config: Config, services: Services): Promise<FastifyInstance> {
  const checkHost = createHostCheck(config)
  const loggerInstance: FastifyBaseLogger = processLog.child({}, { level: config.LOG_LEVEL })
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
    requestIdHeader: false,
    bodyLimit: mebibyte,
    routerOptions: { maxParamLength: 512 },
    // Longer than the 60 s of nginx, so that idle connections are always closed by the load balancer.
    keepAliveTimeout: 72_000,
    requestTimeout: 120_000,
    // For clients that neither send nor read; longer than any work that they may wait for.
    connectionTimeout: 150_000,
    trustProxy: config.TRUST_PROXY.length > 0 && [...config.TRUST_PROXY],
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    frameworkErrors: createFrameworkErrors(checkHost),
    clientErrorHandler,
    return503OnClosing: false,
  })
  const closeConnections = createConnectionCloser(app.server)
  app.addHook('preClose', async () => closeConnections(timeouts.answersMs, app.log))
  const limiters = createLimiters(config.MEMORY_BUDGET_MB)
  const { vision, analyzer, pool, close } = createAnalysis(config, services.now, limiters, app.log)
  app.addHook('onClose', close)
  // They load while the routes are registered.
  const started = services.warmsUp ? pool.keepRunning() : undefined
  started?.then(confinement => warnOfMissingConfinement(confinement, app.log))
  await registerPlugins(app, { ...services, config, checkHost, vision, analyzer, limiters, workers: pool.state })
  app.addHook('onListen', async () => {
    if (started === undefined) return limiters.measure()
    // When the service is closed meanwhile, there is nothing to report.
    const warmUp = started.then(() => warmUpRest(app, config, { pool, limiters, ...services }))
    warmUp.catch(() => undefined)
  })
  await app.ready()
  return app
}

/** What makes later requests faster. The first ones have the processor for themselves. */
async function warmUpRest(
  app: FastifyInstance,
  config: Config,
  { pool, limiters, fontEmbedder, isDraining }: Services & { readonly pool: WorkerPool; readonly limiters: Limiters },
): Promise<void> {
  await wait(warmUpDelayMs, undefined, { ref: false })
  const fonts = fontEmbedder.warmUp()
  fonts.catch(err => isDraining() || app.log.warn({ err }, 'pages use the fonts of the system'))
  await Promise.allSettled([fonts, warmUpWorkers(pool, limiters.workers)])
  limiters.measure()
  await warmUpRoutes(app, config.API_KEYS[0]?.secret)
}

function warnOfMissingConfinement(confinement: Confinement, log: FastifyBaseLogger): void {
  const { isNetworkIsolated, isMemoryLimited } = confinement
  if (isNetworkIsolated && isMemoryLimited) return
  log.warn(
    { network_isolated: isNetworkIsolated, memory_limited: isMemoryLimited },
    'worker processes are less confined than this service intends: see "Worker processes" in docs/operation.md',
  )
}

/** The providers, the worker processes and the analyzer that uses both. */
function createAnalysis(
  config: Config,
  now: () => Date,
  { memory, workers, waiting }: Limiters,
  log: FastifyBaseLogger,
) {
  const vision = createVisionClient({
    providers: config.providers,
    defaultProvider: config.VISION_DEFAULT_PROVIDER,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  })
  const pool = createWorkerPool({
    workers,
    memory,
    waiting,
    onKill: killed => log.warn(killed, 'killed a worker process'),
    onEnd: ({ reason, message }) => log.warn({ reason, message }, 'a worker process ended; another one starts'),
  })
  const analyzer = createAnalyzer({ pool, vision, maxResults: config.ANALYSIS_CACHE ? maxCachedResults : 0 })
  return { vision, analyzer, pool, close: () => Promise.all([vision.close(), pool.close()]) }
}
