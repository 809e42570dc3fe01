// Opens a service: the worker processes, the database, what reads addresses and builds pages, and the app that uses them.
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../plugins/shared/services.ts'
import type { Config } from '../config/config.ts'
import { createSourceReader } from '../fetch/source.ts'
import { fileLimits } from '../image/decode-limits.ts'
import { createPageBuilder } from '../pages/builder.ts'
import type { Store, StoreLog } from '../store/store.ts'
import { processLog } from './log.ts'
import { createWorkerService } from './worker-service.ts'

interface ServiceOptions
  extends Partial<Pick<Services, 'pageBuilder' | 'tracing' | 'lookup' | 'renderProgram' | 'now' | 'isDraining'>> {
  /** Whether the worker processes start at once, and what else requests need when the app listens. */
  readonly warmsUp: boolean
  /** Whether render processes start before the first request. */
  readonly startsRenders?: boolean
  /** Default: the log of the process. */
  readonly log?: StoreLog
  /** Program of each worker process; default: the module of the pool. */
  readonly workerProgram?: URL
}

interface OpenService {
  readonly app: FastifyInstance
  readonly store: Store
}

/** @param closers gets what closes each part as soon as that is open. They are to be called last to first, also after an error. */
export async function openService(
  config: Config,
  options: ServiceOptions,
  closers: (() => Promise<void>)[],
): Promise<OpenService> {
  const { warmsUp, startsRenders = false, tracing, lookup, renderProgram, workerProgram } = options
  const { now = () => new Date(), isDraining = () => false } = options
  const log = options.log ?? processLog.child({}, { level: config.LOG_LEVEL })
  // The first worker process starts, and the other modules load, while the database opens.
  const workerService = createWorkerService(config, log, workerProgram)
  if (warmsUp) workerService.pool.keepRunning()
  closers.push(workerService.pool.close)
  const { openStore } = await import('../store/open-store.ts')
  const loading = import('../app.ts')
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    databaseConnections: config.DATABASE_CONNECTIONS,
    retentionDays: config.RETENTION_DAYS,
    maxBytes: config.STORAGE_MAX_MB * 1024 * 1024,
    log,
  })
  closers.push(() => store.close())
  const sources = createSourceReader({
    allow: config.FETCH_ALLOW_CIDRS,
    timeoutMs: config.FETCH_TIMEOUT_MS,
    ...fileLimits(config.FETCH_MAX_BYTES),
    ...(lookup && { lookup }),
  })
  closers.push(() => sources.close())
  const pageBuilder = options.pageBuilder ?? createPageBuilder()
  if (pageBuilder !== options.pageBuilder) closers.push(() => pageBuilder.close())
  const { buildApp } = await loading
  const services = { store, sources, pageBuilder, workerService, now, isDraining, tracing, lookup, renderProgram }
  const app = await buildApp(config, { ...services, warmsUp, startsRenders })
  closers.push(() => app.close())
  return { app, store }
}
