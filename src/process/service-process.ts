// A process of the service: opens what it needs, answers requests or takes renders alone, and closes on a signal.
import closeWithGrace from 'close-with-grace'
import type { Config } from '../config/config.ts'
import { requiresLocalHost } from '../config/host-names.ts'
import { isTraced } from '../config/values.ts'
import { version } from '../version.ts'
import { processLog } from './log.ts'
import { openService } from './open-service.ts'
import { shutdownTimeouts } from './shutdown.ts'

/** Connections that wait to be accepted: with Node's default of 511, bursts would wait for seconds. The kernel may allow fewer. */
const backlog = 4096

/** Runs a program; an error that it throws is logged and ends it. */
export function runMain(main: () => Promise<void>): void {
  logWarnings()
  main().catch(({ code, message }: NodeJS.ErrnoException) => {
    processLog.fatal(code === 'EADDRINUSE' ? `${message}; set PORT to another port` : message)
    process.exitCode = 1
  })
}

/** @param listens whether it answers requests; otherwise it only takes renders from the queue */
export async function serve(config: Config, { listens }: { readonly listens: boolean }): Promise<void> {
  let draining = false
  let isListening = false
  const closers: (() => Promise<void>)[] = []
  const closeAll = async (): Promise<void> => {
    for (const close of closers.toReversed()) await close()
  }
  // Installed before anything is opened, so that a signal also ends a process that is waiting for its database.
  closeOnSignal(config.DRAIN_MS + shutdownTimeouts.exitMs, async isUrgent => {
    draining = true
    // Gives load balancers time to notice; a person at a keyboard does not need it.
    if (isListening && !isUrgent) await new Promise(resolve => setTimeout(resolve, config.DRAIN_MS))
    await closeAll()
  })

  const tracing = isTraced(process.env) ? (await import('./tracing.ts')).startTracing(processLog) : undefined
  if (tracing) closers.push(tracing.close)
  const options = { warmsUp: listens, startsRenders: !listens, isDraining: () => draining, tracing }
  const { app } = await openService(config, options, closers).catch(async error => {
    await closeAll()
    throw error
  })
  if (!listens) return processLog.info(`automation-service ${version} runs renders from the queue`)
  const address = await app.listen({ port: config.PORT, host: config.HOST, backlog })
  isListening = true
  // Scripts wait for this message to read the URL.
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
