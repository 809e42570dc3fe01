// Brings the tables up to date.
import { Migrator } from 'kysely'
import type { Database } from './database.ts'
import { migrationsOf } from './migrations.ts'

/** Runs every pending migration, all or none; processes that start at once wait for each other. */
export const migrate = (database: Database): Promise<void> =>
  database.alone(async db => {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrationsOf(database) },
      disableTransactions: true,
    })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  })
