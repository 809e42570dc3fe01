// The process: settings, listening, signals.
import closeWithGrace from 'close-with-grace'
import { buildApp } from './app.ts'
import { type Config, help, readConfig } from './config.ts'
import { createSourceReader } from './net/source.ts'
import { openStore } from './store/open-store.ts'
import { version } from './version.ts'

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Past draining, answers under way have this long to end before the process ends anyway, ms. */
const closeWithin = 10_000

const serve = async (config: Config): Promise<void> => {
  let draining = false
  const store = await openStore({
    dataDir: config.DATA_DIR,
    databaseUrl: config.DATABASE_URL,
    retentionDays: config.RETENTION_DAYS,
  })
  const sources = createSourceReader({
    allow: config.FETCH_ALLOW_CIDRS,
    timeoutMs: config.FETCH_TIMEOUT_MS,
    maxBytes: config.FETCH_MAX_BYTES,
  })
  const app = await buildApp(config, { store, sources, now: () => new Date(), isDraining: () => draining })
  const address = await app.listen({ port: config.PORT, host: config.HOST })
  say(`automation-service ${version} listens on ${address}; documents at ${address}/docs/`)

  closeWithGrace({ delay: config.DRAIN_MS + closeWithin, logger: app.log }, async ({ signal }) => {
    draining = true
    // A balancer needs this time to notice; a person at a keyboard does not.
    if (signal === 'SIGTERM') await new Promise(resolve => setTimeout(resolve, config.DRAIN_MS))
    await app.close()
    await sources.close()
    await store.close()
  })
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
