// Builds the app from its configuration and services: the server and the tests build the same app.
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { registerPlugins } from '../plugins/index.ts'
import { createHostCheck } from '../plugins/shared/access/host-check.ts'
import { clientErrorHandler, createFrameworkErrors } from '../plugins/shared/errors.ts'
import { readOwnPath } from '../plugins/shared/internal-call.ts'
import { createProxyTrust, createPublicAddress } from '../plugins/shared/public-address.ts'
import { genReqId } from '../plugins/shared/security-headers.ts'
import type { Services } from '../plugins/shared/services.ts'
import { warmUpRoutes } from '../plugins/shared/warm-up.ts'
import { createAnalyzer } from './analysis/analyzer.ts'
import { warmUpWorkers } from './analysis/warm-up.ts'
import type { WorkerPool } from './analysis/worker-pool.ts'
import type { Config } from './config/config.ts'
import { isPrivateService } from './config/host-names.ts'
import { maxPlainBody } from './limits/limits.ts'
import { createPageRenderer } from './pages/renderer.ts'
import { processLog } from './process/log.ts'
import { createConnectionCloser, shutdownTimeouts } from './process/shutdown.ts'
import { createVisionClient } from './providers/vision.ts'
import { createRenders, type Renders } from './renders/renders.ts'

/** Delay between the first ready worker process and the rest of the warm-up, ms. */
const warmUpDelayMs = 2500

/** Maximum number of results in the caches of analyses and of provider responses, 10 KB each. */
const maxCachedResults = 256

/** An app that is ready to listen or to `inject` requests. Fails when the routes differ from the operations of schemas/. */
export async function buildApp(config: Config, services: Services): Promise<FastifyInstance> {
  const checkHost = createHostCheck(config)
  const publicAddress = createPublicAddress(config)
  const loggerInstance: FastifyBaseLogger = processLog.child({}, { level: config.LOG_LEVEL })
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId,
    requestIdHeader: false,
    bodyLimit: maxPlainBody,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    // Longer than the 60 s of nginx, so that idle connections are always closed by the load balancer.
    keepAliveTimeout: 72_000,
    requestTimeout: 120_000,
    // For clients that neither send nor read; longer than any work that they may wait for.
    connectionTimeout: 150_000,
    trustProxy: config.TRUST_PROXY.length > 0 && createProxyTrust(config.TRUST_PROXY),
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    frameworkErrors: createFrameworkErrors(checkHost, publicAddress),
    clientErrorHandler,
    return503OnClosing: false,
  })
  const closeConnections = createConnectionCloser(app.server)
  app.addHook('preClose', async () => closeConnections(shutdownTimeouts.answersMs, app.log))
  await services.tracing?.register(app)
  const { store, sources } = traceServices(services)
  const { warmsUp, workerService, pageBuilder } = services
  const { limiters, pool } = workerService
  const { vision, analyzer } = createAnalysis(config, { ...services, store }, pool)
  app.addHook('onClose', async () => void (await Promise.all([vision.close(), pool.close()])))
  const renders = openRenders(app, config, { ...services, store })
  app.addHook('preClose', renders.close)
  await registerPlugins(app, {
    ...services,
    store,
    sources,
    config,
    checkHost,
    publicAddress,
    vision,
    analyzer,
    pages: createPageRenderer({ pageBuilder, queue: limiters.pages, store, publicUrl: config.PUBLIC_URL }),
    limiters,
    renders,
    workers: pool.state,
  })
  app.addHook('onListen', async () => {
    if (warmsUp) void warmUp(app, config, services).then(renders.start)
    else limiters.measure()
  })
  await app.ready()
  if (services.startsRenders) renders.start()
  return app
}

/** Prepares for later requests; what fails is reported, and prepared by the first request. The first ones have the processor for themselves. */
async function warmUp(
  app: FastifyInstance,
  config: Config,
  { pageBuilder, isDraining, workerService }: Services,
): Promise<void> {
  const { pool, limiters } = workerService
  // If the service was closed in the meantime, there is nothing to report.
  const report = (message: string) => (err: unknown) => void (isDraining() || app.log.warn({ err }, message))
  await pool.firstReady
  // On a small machine, no picture fits into memory until the idle service has been measured.
  limiters.measure()
  await wait(warmUpDelayMs, undefined, { ref: false })
  await Promise.all([
    pageBuilder.warmUp().catch(report('fonts could not be prepared: pages use system fonts')),
    warmUpWorkers(pool, limiters.workers).catch(
      report('the worker processes could not be warmed up: the first requests take longer'),
    ),
  ])
  limiters.measure()
  const routes = app.compileValidators().then(() => warmUpRoutes(app, config.API_KEYS[0]?.secret))
  await routes.catch(report('the routes could not be warmed up: the first requests take longer'))
}

/** Renders read the pages of the service as its clients do. */
function openRenders(app: FastifyInstance, config: Config, services: Services): Renders {
  const { store, now, lookup, renderProgram: program } = services
  return createRenders({
    lookup,
    program,
    queue: store.renders,
    webhooks: store.webhooks,
    settings: config,
    isPrivate: isPrivateService(config),
    readOwn: url => readOwnPath(app, url),
    now,
    log: app.log,
  })
}

/** The providers, and the analyzer that uses them and the worker processes. */
function createAnalysis(config: Config, { now, store, tracing }: Services, workers: WorkerPool) {
  const client = createVisionClient({
    providers: config.providers,
    defaultProvider: config.VISION_DEFAULT_PROVIDER,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
    now,
  })
  const vision = tracing?.withSpans(client, { annotate: 'provider' }) ?? client
  const pool =
    tracing?.withSpans(workers, {
      analyze: 'decode',
      createThumbnail: 'decode thumbnail',
      encodePicture: 'decode picture',
    }) ?? workers
  const maxResults = config.ANALYSIS_CACHE ? maxCachedResults : 0
  const analyzer = createAnalyzer({ pool, vision, maxResults, findStored: id => store.analysis(id) })
  return { vision, analyzer }
}

/** The services that requests wait for, except analyses, with spans if tracing is on. */
function traceServices({ store, sources, tracing }: Services): Pick<Services, 'store' | 'sources'> {
  if (!tracing) return { store, sources }
  return {
    sources: tracing.withSpans(sources, { read: 'fetch' }),
    store: tracing.withSpans(store, storeSpans),
  }
}

/** Queues and uploads have none: they also work between requests. */
type UntracedStoreMember = 'renders' | 'webhooks' | 'uploads' | 'answers' | 'close'

const storeSpans: Readonly<Record<Exclude<keyof Services['store'], UntracedStoreMember>, string>> = {
  saveAnalysis: 'store saveAnalysis',
  savePage: 'store savePage',
  saveCapture: 'store saveCapture',
  savePicture: 'store savePicture',
  savePageFile: 'store savePageFile',
  analyses: 'store analyses',
  projects: 'store projects',
  analysis: 'store analysis',
  page: 'store page',
  capture: 'store capture',
  pictures: 'store pictures',
  hasPictures: 'store hasPictures',
  deleteRecord: 'store deleteRecord',
  totals: 'store totals',
}
