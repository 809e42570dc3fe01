// The databases of the version before the new pages (commit 14eed6c4): this version reads, lists, extends and deletes what it stored.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import records from './fixtures/upgrade/records.json' with { type: 'json' }
import { kinds, sqliteFile, type TestDatabase } from './helpers/databases.ts'
import { startService } from './helpers/service.ts'

t.setTimeout(120_000)

/** The records that the earlier version stored, as a file of SQLite and as a dump of PostgreSQL. */
function readStored(name: string): Buffer {
  return gunzipSync(readFileSync(join(import.meta.dirname, 'fixtures/upgrade', name)))
}

const restorations: Readonly<Record<string, (database: TestDatabase) => unknown>> = {
  sqlite: ({ options: { dataDir } }) => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, sqliteFile), readStored('sqlite.db.gz'))
  },
  postgresql: ({ query }) => query(readStored('postgresql.sql.gz').toString()),
}

for (const { name, kind, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const database = await (await start(t))(t)
    await restorations[kind]?.(database)
    // A test of its own, since the service empties the folder of its test.
    await t.test('the service on it', async t => {
      const { dataDir, databaseUrl } = database.options
      const service = await startService(t, {
        DATA_DIR: dataDir,
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
        ADMIN_TOKEN: 'token-of-operators',
      })

      await t.test('records are found by their ids', async t => {
        const analysis = (await service.get(`/api/v1/analyses/${records.analysis.id}`)).json()
        const colors = analysis.style_metadata.palette.map(({ hex }: { readonly hex: string }) => hex)
        t.same(colors, records.analysis.colors)
        const capture = await service.get(`/api/v1/captures/${records.capture}`)
        t.equal(capture.statusCode, 200)
        t.match(capture.payload, 'https://example.com/')
      })

      await t.test('published pages keep their bytes', async t => {
        for (const { id, sha256, project } of records.pages) {
          const { rawPayload } = await service.get(`/api/v1/pages/${id}`)
          t.equal(createHash('sha256').update(rawPayload).digest('hex'), sha256, id)
          const { page } = (
            await service.get(`/api/v1/pages/${id}`, { headers: { accept: 'application/json' } })
          ).json()
          t.match(page, { id, project_id: project })
        }
      })

      await t.test('exports list the records', async t => {
        const analyses = (await service.get('/api/v1/export/txt/analysis')).payload
        t.match(analyses, records.analysis.id.slice(0, 12))
        const projects = (await service.get('/api/v1/export/txt/projects')).payload
        for (const { project } of records.pages) t.match(projects, project.slice(0, 11))
      })

      await t.test('a stored style builds a page of today in the same project', async t => {
        const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }
        const request = {
          style_metadata: { analysis: { id: records.analysis.id } },
          content,
          responsive_type: 'fluid',
          project_id: 'prj_upgrade',
        }
        const { page } = (await service.post('/api/v1/build-sparkpage', request)).json()
        t.equal(page.project_id, 'prj_upgrade')
        const [project] = await database.query("select count(*) as pages from pages where project_id = 'prj_upgrade'")
        t.equal(Number(project?.pages), 2)
      })

      await t.test('records can be deleted', async t => {
        const headers = { authorization: 'Bearer token-of-operators' }
        for (const { id } of records.pages) {
          const { statusCode } = await service.app.inject({
            method: 'DELETE',
            url: `/api/admin/records/${id}`,
            headers,
          })
          t.equal(statusCode, 204)
          t.equal((await service.get(`/api/v1/pages/${id}`)).statusCode, 404)
        }
      })
    })
  })
