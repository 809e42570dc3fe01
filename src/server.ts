// The process: settings, listening, signals.
import closeWithGrace from 'close-with-grace'
import { type Config, help, readConfig } from './config.ts'
import { createSourceReader } from './fetch/source.ts'
import { processLog } from './log.ts'
import { patience } from './shutdown.ts'
import { openStore } from './store/open-store.ts'
import { version } from './version.ts'

const mebibyte = 1024 * 1024

/** Connections that wait to be accepted: of more than Node's 511 at once some would wait for seconds. The kernel may allow fewer. */
const backlog = 4096

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Warnings of Node, deprecations among them, become log lines instead of text on stderr. */
function logWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', warning => processLog.warn(warning))
}

/** Calls `end` on the first signal or last error, and ends the process after it: with 0 after a signal, else with 1. */
const endWith = (delay: number, end: (isUrgent: boolean) => Promise<void>): void => {
  const logger = { error: (fault: unknown) => processLog.error(fault) }
  let isEnding = false
  const onEnd: closeWithGrace.CloseWithGraceAsyncCallback = async ({ err, manual, signal = 'SIGTERM' }) => {
    isEnding = true
    if (err) processLog.fatal(err)
    processLog.info(err ? {} : { signal }, 'stopping')
    await end(!manual)
    processLog.info('stopped')
  }
  const grace = closeWithGrace({ delay, logger, skip: ['SIGTERM', 'beforeExit'] }, onEnd)
  // Supervisors and wrappers may say it twice; that is no reason to drop what is under way. Ctrl-C during it ends at once.
  process.on('SIGTERM', () => {
    if (!isEnding) grace.close()
  })
}

const serve = async (config: Config): Promise<void> => {
  let draining = false
  let isListening = false
  const closers: (() => Promise<void>)[] = []
  // Before anything is opened: a process that is to end while it waits for its database has nothing to wait for.
  endWith(config.DRAIN_MS + patience.all, async isUrgent => {
    draining = true
    // A balancer needs this time to notice; a person at a keyboard does not.
    if (isListening && !isUrgent) await new Promise(resolve => setTimeout(resolve, config.DRAIN_MS))
    for (const close of closers.toReversed()) await close()
  })

  // The other modules are loaded while the database opens.
  const loading = import('./app.ts')
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    retentionDays: config.RETENTION_DAYS,
    maxBytes: config.STORAGE_MAX_MB * mebibyte,
    onEviction: eviction => processLog.info({ eviction }, 'records deleted to stay within STORAGE_MAX_MB'),
  })
  const { buildApp } = await loading
  closers.push(() => store.close())
  const sources = createSourceReader({
    allow: config.FETCH_ALLOW_CIDRS,
    timeoutMs: config.FETCH_TIMEOUT_MS,
    maxBytes: config.FETCH_MAX_BYTES,
  })
  closers.push(() => sources.close())
  const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => draining })
  closers.push(() => app.close())
  const address = await app.listen({ port: config.PORT, host: config.HOST, backlog })
  isListening = true
  // The address stands in the message, since scripts wait for it.
  processLog.info(`automation-service ${version} listens on ${address}; documents at ${address}/docs/`)
}

const main = async (words: readonly string[]): Promise<void> => {
  if (words.includes('--help') || words.includes('-h')) print(help())
  else if (words.includes('--version')) print(version)
  else await serve(readConfig(process.env))
}

logWarnings()
main(process.argv.slice(2)).catch(({ message }: Error) => {
  processLog.fatal(message)
  process.exitCode = 1
})
