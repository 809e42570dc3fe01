// The process: settings, listening, signals.
import closeWithGrace from 'close-with-grace'
import { type Config, help, readConfig } from './config.ts'
import { patience } from './ending.ts'
import { createSourceReader } from './net/source.ts'
import { openStore } from './store/open-store.ts'
import { version } from './version.ts'

const mebibyte = 1024 * 1024

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Calls `end` on the first signal or last error, and ends the process after it: with 0 after a signal, else with 1. */
const endWith = (delay: number, end: (isUrgent: boolean) => Promise<void>): void => {
  const logger = {
    error: (fault: unknown) => process.stderr.write(`${fault instanceof Error ? fault.stack : fault}\n`),
  }
  let isEnding = false
  const grace = closeWithGrace({ delay, logger, skip: ['SIGTERM', 'beforeExit'] }, async ({ err, manual }) => {
    isEnding = true
    if (err) logger.error(err)
    await end(!manual)
  })
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

  // The rest of the house is loaded while the database opens.
  const loading = import('./app.ts')
  const opening = openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    retentionDays: config.RETENTION_DAYS,
    maxBytes: config.STORAGE_MAX_MB * mebibyte,
    // The first run may end before the app, whose log this is, is built.
    onEviction: async eviction => {
      const { log } = await building
      log.info({ eviction }, 'records deleted to stay within STORAGE_MAX_MB')
    },
  })
  const building = opening.then(async store => {
    closers.push(() => store.close())
    const { buildApp } = await loading
    const sources = createSourceReader({
      allow: config.FETCH_ALLOW_CIDRS,
      timeoutMs: config.FETCH_TIMEOUT_MS,
      maxBytes: config.FETCH_MAX_BYTES,
    })
    closers.push(() => sources.close())
    return buildApp(config, { store, sources, now: () => new Date(), isDraining: () => draining })
  })
  const app = await building
  closers.push(() => app.close())
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  isListening = true
  say(`automation-service ${version} listens on ${address}; documents at ${address}/docs/`)
}

const main = async (words: readonly string[]): Promise<void> => {
  if (words.includes('--help') || words.includes('-h')) say(help())
  else if (words.includes('--version')) say(version)
  else await serve(readConfig(process.env))
}

main(process.argv.slice(2)).catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
})
