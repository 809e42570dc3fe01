// The service in this process, with an empty database, for scripts that read its answers.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { createSourceReader } from '../src/fetch/source.ts'
import { fileLimits } from '../src/image/decode-limits.ts'
import { processLog } from '../src/log.ts'
import { createPageBuilder } from '../src/pictures/page-builder.ts'
import { openStore } from '../src/store/open-store.ts'
import { createWorkerService } from '../src/worker-service.ts'

/** @param now the time in its answers. */
export async function startService(now = () => new Date()) {
  const dataDir = await mkdtemp(join(tmpdir(), 'service-'))
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', RENDER: 'off' })
  const store = await openStore({ dataDir })
  const sources = createSourceReader({
    allow: [],
    timeoutMs: config.FETCH_TIMEOUT_MS,
    ...fileLimits(config.FETCH_MAX_BYTES),
  })
  const pageBuilder = createPageBuilder()
  const workerService = createWorkerService(config, processLog)
  const outside = { store, sources, pageBuilder, workerService, now, isDraining: () => false, warmsUp: false }
  const app = await buildApp(config, outside)
  return {
    app,
    stop: async () => {
      await app.close()
      await sources.close()
      await pageBuilder.close()
      await store.close()
      await rm(dataDir, { recursive: true })
    },
  }
}
