// The service as it is shipped: bundled by `npm run build`, started from another folder, and asked for everything that it loads late.
import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { operations } from '../schemas/index.ts'
import { frameworks } from '../schemas/sparkpage.ts'
import { kinds } from './helpers/databases.ts'
import { listen } from './helpers/loopback.ts'
import { watch } from './helpers/process.ts'
import { startService, stripes } from './helpers/service.ts'

const root = join(import.meta.dirname, '..')
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path fill="#6D28D9" d="M0 0h60v40H0z"/></svg>'

const startBuilt = (t: Test, environment: Readonly<Record<string, string>>) => {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    HOST: '127.0.0.1',
    DRAIN_MS: '0',
    LOG_LEVEL: 'warn',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    ...environment,
  }
  return watch(
    t,
    spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, join(root, 'dist/src/server.js')], { env, cwd: tmpdir() }),
  )
}

/** A host that has one picture. */
const host = async (t: Test, picture: string): Promise<string> => {
  const bytes = Buffer.from(picture.split(',')[1] ?? '', 'base64')
  const { url } = await listen(
    t,
    createServer((_request, answer) => answer.end(bytes)),
  )
  return `${url}/picture.png`
}

t.before(() => promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root }))

t.test('the built service does what the source does, from any folder', async t => {
  const { child, ended, listening } = startBuilt(t, { DATA_DIR: t.testdir() })
  const base = await listening()
  const source = await startService(t)

  const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A'])
  const content = { headline: 'Ship your story', sub_headline: 'From one picture.', cta_button_text: 'Start' }
  const style_metadata = { colors: ['#6D28D9', '#F59E0B'] }
  const post = async (url: string, body: unknown) => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await fetch(`${base}${url}`, sent)
    const [ours, twin] = [await answer.text(), (await source.post(url, body)).payload]
    return { status: answer.status, ours, twin }
  }

  // The worker, undici: each is a file of its own in dist/.
  for (const source_url of [picture, `data:image/svg+xml;base64,${btoa(drawing)}`, await host(t, picture)]) {
    const { status, ours, twin } = await post('/api/v1/analyze-vibe', { source_url })
    t.equal(status, 200, source_url.slice(0, 20))
    t.same(JSON.parse(ours).style_metadata, JSON.parse(twin).style_metadata, 'the same style')
  }
  for (const framework of frameworks) {
    const { status, ours, twin } = await post('/api/v1/build-sparkpage', { style_metadata, content, framework })
    t.equal(status, 200, framework)
    t.equal(ours, twin, 'the same page')
  }
  const script = await post('/api/v1/capture-media', { target_url: 'https://example.com/' })
  t.equal(script.ours, script.twin, 'the same script')
  const wrong = await post('/api/v1/capture-media', { target_url: 5 })
  t.same(
    [wrong.status, wrong.ours.replace(/"request_id":"[^"]*"/, '')],
    [400, wrong.twin.replace(/"request_id":"[^"]*"/, '')],
  )

  const read = (url: string) => fetch(`${base}${url}`)
  for (const { method, url } of operations)
    if (method === 'GET' && !url.includes(':')) t.equal((await read(url)).status, 200, url)
  for (const type of ['txt/api-spec', 'txt/analysis', 'txt/projects', 'pdf/analysis', 'pdf/projects'])
    t.equal((await read(`/api/v1/export/${type}`)).status, 200, type)
  for (const url of ['/docs/', '/docs/static/swagger-ui-bundle.js', '/api/admin/metrics', '/openapi.yaml'])
    t.equal((await read(url)).status, 200, url)
  const document = await (await read('/openapi.json')).text()
  t.equal(document, (await source.get('/openapi.json')).payload, 'the same document')

  for (const url of [
    '/',
    '/docs/static/theme/theme.css',
    '/docs/static/theme/page.js',
    '/problems/not_found',
    '/playground/playground.css',
    '/playground/views.js',
    '/playground/preview',
  ])
    t.equal(await (await read(url)).text(), (await source.get(url)).payload, `the same ${url}`)

  child.kill('SIGTERM')
  const { code, err } = await ended
  t.same([code, err], [0, ''])
})

for (const { name, kind, skip, start: ready } of kinds.slice(0, 2))
  t.test(`the built service writes to ${name}`, { skip }, async t => {
    const { dataDir, databaseUrl } = (await (await ready(t))(t)).options
    const places = { DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const base = await startBuilt(t, places).listening()
    await fetch(`${base}/api/v1/capture-media`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target_url: 'https://example.com/' }),
    })
    t.match(await (await fetch(`${base}/api/admin/stats`)).json(), { stats: { storage: { kind, records: 1 } } })
  })
