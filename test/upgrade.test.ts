// Databases of versions before 1.0.0: this version reads, lists, extends and deletes what they stored.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { type CreateDatabase, kinds, sqliteFile, type TestDatabase } from './helpers/databases.ts'
import { startService } from './helpers/service.ts'

t.setTimeout(300_000)

/** The databases of each day: before renders, and before the migrations became one. */
const days = ['2026-11-27', '2026-11-29']

/** What an earlier version stored: its records, as a file of SQLite and as a dump of PostgreSQL. */
function readStored(day: string, name: string): Buffer {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures/upgrade', day, name))
  return name.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

const restorations: Readonly<Record<string, (day: string, database: TestDatabase) => unknown>> = {
  sqlite: (day, { options: { dataDir } }) => {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, sqliteFile), readStored(day, 'sqlite.db.gz'))
  },
  postgresql: (day, { query }) => query(readStored(day, 'postgresql.sql.gz').toString()),
}

for (const { name, kind, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)
    for (const day of days) await t.test(`of ${day}`, t => testUpgrade(t, kind, day, createDatabase))
  })

async function testUpgrade(t: Test, kind: string, day: string, createDatabase: CreateDatabase): Promise<void> {
  const records = JSON.parse(readStored(day, 'records.json').toString())
  const database = await createDatabase(t)
  await restorations[kind]?.(day, database)
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
        const { page } = (await service.get(`/api/v1/pages/${id}`, { headers: { accept: 'application/json' } })).json()
        t.match(page, { id, project_id: project })
      }
    })

    await t.test('renders keep their files', async t => {
      const renders = await database.query('select id, bytes from renders')
      t.equal(renders.length, day === '2026-11-27' ? 0 : 1)
      for (const { id, bytes } of renders) {
        const { rawPayload } = await service.get(`/api/v1/renders/${id}`, { headers: { accept: 'image/*' } })
        t.equal(rawPayload.length, Number(bytes))
      }
    })

    await t.test('sizes are those of the records', async t => {
      const tables = ['analyses', 'pages', 'captures', 'pictures', 'renders'].map(
        table => `select stored_bytes from ${table}`,
      )
      const [stored] = await database.query(
        `select (select sum(bytes) from clients) as counted, sum(stored_bytes) as bytes from (${tables.join(' union all ')}) as records`,
      )
      t.ok(Number(stored?.bytes) > 0)
      t.equal(Number(stored?.counted), Number(stored?.bytes))
    })

    await t.test('exports list the records', async t => {
      const analyses = (await service.get('/api/v1/export/txt/analysis')).payload
      t.match(analyses, records.analysis.id.slice(0, 12))
      const projects = (await service.get('/api/v1/export/txt/projects')).payload
      for (const { project } of records.pages) t.match(projects, project.slice(0, 11))
    })

    await t.test('a stored style builds a page of today in the same project', async t => {
      const content = { headline: 'Four', sub_headline: 'Two', cta_button_text: 'Three' }
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
}
