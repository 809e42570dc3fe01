// The program of a separate render process: it takes renders from the queue of a service on PostgreSQL, and answers no requests. Its settings
// are those of the service.
import { readConfig } from './config/config.ts'
import { runMain, serve } from './process/service-process.ts'
import { findMissing } from './renders/availability.ts'

runMain(async () => {
  const config = readConfig(process.env)
  const missing = config.DATABASE_URL
    ? findMissing(config)
    : 'DATABASE_URL is empty. Set it to the database of the service; with SQLite, only the service itself can render.'
  if (missing !== undefined) throw new Error(missing)
  await serve({ ...config, RENDER: 'on' }, { listens: false })
})
