// The service in this process, with an empty database, for scripts that read its answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/config/config.ts'
import { openService } from '../src/process/open-service.ts'

/** @param now the time in its answers. */
export async function startService(now = () => new Date()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RENDER: 'off' })
  const closers: (() => Promise<void>)[] = []
  const { app } = await openService(config, { warmsUp: false, now }, closers)
  return {
    app,
    stop: async () => {
      for (const close of closers.toReversed()) await close()
      await rm(dataDir, { recursive: true })
    },
  }
}
