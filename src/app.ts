// Builds the service out of its settings and its services: the server and the tests build the very same app.
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { mount, type Services } from '../plugins/index.ts'
import { createHostCheck } from '../plugins/shared/access/host.ts'
import { createJudge } from '../plugins/shared/access/judge.ts'
import { genReqId } from '../plugins/shared/answers/answers.ts'
import { clientErrorHandler, frameworkErrors } from '../plugins/shared/problems/early.ts'
import { createAnalyzer } from './analysis/analyzer.ts'
import { createWorkerPool } from './analysis/worker-pool.ts'
import type { Config } from './config.ts'
import { createLimiters, type Limiters, limits } from './limits/limits.ts'
import { processLog } from './log.ts'
import { createVisionClient } from './providers/vision.ts'
import { hangUp, patience } from './shutdown.ts'

const mebibyte = 1024 * 1024

/** Longer than nginx's 60 s, so that never the service but the balancer closes an idle connection. */
const keepAliveTimeout = 72_000

/** A client that neither sends nor takes anything for so long is gone, ms; longer than any work it may wait for. */
const idleTimeout = 150_000

/** Analyses and provider results in the cache at most, 10 KB each. */
const maxCachedResults = 256

/** The analyzer with its worker pool and vision client. */
const openAnalyzer = (config: Config, now: () => Date, { memory, workers }: Limiters, log: FastifyBaseLogger) => {
  const vision = createVisionClient({
    providers: config.providers,
    defaultProvider: config.VISION_DEFAULT_PROVIDER,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  })
  const pool = createWorkerPool({
    workers,
    memory,
    maxWaiting: limits.waiting.value,
    onKill: killed => log.warn(killed, 'killed a worker process'),
  })
  const analyzer = createAnalyzer({ pool, vision, maxResults: config.ANALYSIS_CACHE * maxCachedResults })
  return { vision, analyzer, pool, close: () => Promise.all([vision.close(), pool.close()]) }
}

/** An app that is ready to listen or to be asked by `inject`. Fails when the mounted routes and the registry differ. */
export const buildApp = async (config: Config, services: Services): Promise<FastifyInstance> => {
  const judge = createJudge({ keys: config.API_KEYS, adminToken: config.ADMIN_TOKEN, host: config.HOST })
  const checkHost = createHostCheck(config)
  const loggerInstance: FastifyBaseLogger = processLog.child({}, { level: config.LOG_LEVEL })
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
    requestIdHeader: false,
    bodyLimit: mebibyte,
    routerOptions: { maxParamLength: 512 },
    keepAliveTimeout,
    requestTimeout: 120_000,
    connectionTimeout: idleTimeout,
    trustProxy: config.TRUST_PROXY.length > 0 && [...config.TRUST_PROXY],
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    frameworkErrors: frameworkErrors(request => checkHost(request) ?? judge(request)?.refusal),
    clientErrorHandler,
    return503OnClosing: false,
  })
  const endConnections = hangUp(app.server)
  app.addHook('preClose', async () =>
    endConnections(patience.answers, connections =>
      app.log.warn({ connections }, 'force-closed remaining connections'),
    ),
  )
  const limiters = createLimiters(config.MEMORY_BUDGET_MB)
  const { vision, analyzer, pool, close } = openAnalyzer(config, services.now, limiters, app.log)
  app.addHook('onClose', close)
  let isWarm = false
  await mount(app, config, { ...services, checkHost, judge, vision, analyzer, limiters, isWarm: () => isWarm })
  app.addHook('onListen', async () => {
    isWarm = await pool.warmUp()
    limiters.measure()
  })
  await app.ready()
  return app
}
