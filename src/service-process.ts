// A process of the service: opens what it needs, answers requests or takes renders alone, and closes on a signal.
import closeWithGrace from 'close-with-grace'
import type { Config } from './config.ts'
import { isTraced } from './config-values.ts'
import { createSourceReader } from './fetch/source.ts'
import { requiresLocalHost } from './host-names.ts'
import { fileLimits } from './image/decode-limits.ts'
import { processLog } from './log.ts'
import { createPageBuilder } from './pictures/page-builder.ts'
import { shutdownTimeouts } from './shutdown.ts'
import { version } from './version.ts'
import { createWorkerService } from './worker-service.ts'

const mebibyte = 1024 * 1024

/** Connections that wait to be accepted: with Node's default of 511, bursts would wait for seconds. The kernel may allow fewer. */
const backlog = 4096

/** Runs a program; what it throws is logged, and ends it. */
export function runMain(main: () => Promise<void>): void {
  logWarnings()
  main().catch(({ code, message }: NodeJS.ErrnoException) => {
    processLog.fatal(code === 'EADDRINUSE' ? `${message}; set PORT to another port` : message)
    process.exitCode = 1
  })
}

/** @param listens whether it answers requests; else it only takes renders from the queue */
export async function serve(config: Config, { listens }: { readonly listens: boolean }): Promise<void> {
  let draining = false
  let isListening = false
  const closers: (() => Promise<void>)[] = []
  // Installed before anything is opened, so that a signal also ends a process that is waiting for its database.
  closeOnSignal(config.DRAIN_MS + shutdownTimeouts.exitMs, async isUrgent => {
    draining = true
    // Gives load balancers time to notice; a person at a keyboard does not need it.
    if (isListening && !isUrgent) await new Promise(resolve => setTimeout(resolve, config.DRAIN_MS))
    for (const close of closers.toReversed()) await close()
  })

  // The first worker process starts, and the other modules load, while the database opens.
  const log = processLog.child({}, { level: config.LOG_LEVEL })
  const workerService = createWorkerService(config, log)
  if (listens) workerService.pool.keepRunning()
  closers.push(workerService.pool.close)
  const { openStore } = await import('./store/open-store.ts')
  const loading = import('./app.ts')
  const tracing = isTraced(process.env) ? (await import('./tracing.ts')).startTracing(processLog) : undefined
  if (tracing) closers.push(tracing.close)
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    databaseConnections: config.DATABASE_CONNECTIONS,
    retentionDays: config.RETENTION_DAYS,
    maxBytes: config.STORAGE_MAX_MB * mebibyte,
    log,
  }).catch(async error => {
    await workerService.pool.close()
    throw error
  })
  const { buildApp } = await loading
  closers.push(() => store.close())
  const sources = createSourceReader({
    allow: config.FETCH_ALLOW_CIDRS,
    timeoutMs: config.FETCH_TIMEOUT_MS,
    ...fileLimits(config.FETCH_MAX_BYTES),
  })
  closers.push(() => sources.close())
  const pageBuilder = createPageBuilder()
  closers.push(() => pageBuilder.close())
  const isDraining = () => draining
  const now = () => new Date()
  const services = { store, sources, pageBuilder, workerService, now, isDraining, warmsUp: listens, tracing }
  const app = await buildApp(config, { ...services, renderParts: { startsAtOnce: !listens } })
  closers.push(() => app.close())
  if (!listens) return processLog.info(`automation-service ${version} runs renders from the queue`)
  const address = await app.listen({ port: config.PORT, host: config.HOST, backlog })
  isListening = true
  // Scripts wait for this message to read the address.
  const hosts = requiresLocalHost(config) ? '; to accept host names other than local ones, set ALLOWED_HOSTS' : ''
  processLog.info(`automation-service ${version} listens on ${address}; API reference at ${address}/docs/${hosts}`)
}

/** Warnings of Node.js, such as deprecations, become log lines instead of text on stderr. */
function logWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', warning => processLog.warn(warning))
}

/** Calls `close` on the first signal or fatal error, then exits: with 0 after a signal, otherwise with 1. */
function closeOnSignal(delay: number, close: (isUrgent: boolean) => Promise<void>): void {
  const logger = { error: (error: unknown) => processLog.error(error) }
  let isClosing = false
  const onClose: closeWithGrace.CloseWithGraceAsyncCallback = async ({ err, manual, signal = 'SIGTERM' }) => {
    isClosing = true
    if (err) processLog.fatal(err)
    processLog.info(err ? {} : { signal }, 'stopping')
    await close(!manual)
    processLog.info('stopped')
  }
  const grace = closeWithGrace({ delay, logger, skip: ['SIGTERM', 'beforeExit'] }, onClose)
  // Supervisors may send SIGTERM twice, which must not interrupt requests in progress. Ctrl-C exits at once.
  process.on('SIGTERM', () => {
    if (!isClosing) grace.close()
  })
}
