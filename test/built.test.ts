// The service as it is shipped: built by `npm run build`, started in another folder, and everything requested that it loads late.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import responseExamples from '../schemas/examples/responses.json' with { type: 'json' }
import { operations } from '../schemas/index.ts'
import { frameworks } from '../schemas/sparkpage.ts'
import { typefaceCategories } from '../schemas/style.ts'
import { kinds } from './helpers/databases.ts'
import { listen } from './helpers/loopback.ts'
import { watch } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

const root = join(import.meta.dirname, '..')

/** Starts the built service, without the coverage and the TypeScript loader of the tests. */
function startBuilt(t: Test, environment: Readonly<Record<string, string>>) {
  const env = {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    HOST: '127.0.0.1',
    DRAIN_MS: '0',
    LOG_LEVEL: 'warn',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    ...environment,
  }
  const words = ['-u', 'NODE_OPTIONS', process.execPath, join(root, 'dist/src/server.js')]
  // Its path, since some environments have no PATH.
  return watch(t, spawn('/usr/bin/env', words, { env, cwd: tmpdir() }))
}

function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function storageOf(base: string): Promise<unknown> {
  const { stats } = await (await fetch(`${base}/api/admin/stats`)).json()
  return stats.storage
}

t.before(() => promisify(execFile)(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root }))

t.test('the bundle contains tracing, which exports protobuf unless a setting says otherwise', async t => {
  const receiver = createServer()
  const exported = once(receiver, 'request')
  const { url } = await listen(t, receiver)
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '50', DATA_DIR: t.testdir() }
  const { listening } = startBuilt(t, settings)
  await fetch(`${await listening()}/api/v1/export/txt/api-spec`)
  const [request, response] = await exported
  const spans = (await buffer(request)).toString('latin1')
  response.end()
  t.match(spans, /GET \/api\/v1\/export\/txt\/:type/)
})

t.test('the built service has the same responses as the source, started in any folder', async t => {
  const { child, ended, listening } = startBuilt(t, { DATA_DIR: t.testdir() })
  const base = await listening()
  const source = await startService(t)

  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><path fill="#6D28D9" d="M0 0h60v40H0z"/></svg>'
  const bytes = Buffer.from(examplePicture.replace(/^.*,/, ''), 'base64')
  const { url: host } = await listen(
    t,
    createServer((_request, response) => response.end(bytes)),
  )
  const post = async (url: string, body: unknown) => {
    const response = await postJson(`${base}${url}`, body)
    const { host } = new URL(base)
    const texts = [await response.text(), (await source.post(url, body, { host })).payload]
    const [built, expected] = texts.map(text => text.replace(/"request_id":"[^"]*"/, ''))
    return { status: response.status, built: built ?? '', expected: expected ?? '' }
  }

  // The source gave it: `npm run openapi` saves it.
  const example = JSON.stringify(responseExamples.analyzeVibe.style_metadata)
  const expected = JSON.parse(example.replace('http://127.0.0.1:3000', base))
  // The worker and undici are files of their own in dist/.
  for (const source_url of [examplePicture, `${host}/picture.png`, `data:image/svg+xml;base64,${btoa(drawing)}`]) {
    const body = { source_url, media_type: 'image', analysis_depth: 'low', target_platform: 'web_16_9', preview: true }
    const answer = await postJson(`${base}/api/v1/analyze-vibe`, body)
    t.equal(answer.status, 200, source_url.slice(0, 20))
    const { style_metadata } = await answer.json()
    if (source_url.includes('svg')) t.match(style_metadata.colors, ['#6D28D9'])
    else t.same(style_metadata, expected, 'the style that the source gives')
  }
  const content = { headline: 'Ship your story', sub_headline: 'From one picture.', cta_button_text: 'Start' }
  const style = { colors: ['#6D28D9', '#F59E0B'] }
  const page = { style_metadata: style, content }
  for (const [url, body, wanted] of [
    ...typefaceCategories.map(
      typography => ['/api/v1/build-sparkpage', { style_metadata: { ...style, typography }, content }, 200] as const,
    ),
    ...frameworks.map(
      framework => ['/api/v1/build-sparkpage', { ...page, export_settings: { framework } }, 200] as const,
    ),
    ['/api/v1/capture-media', { target_url: 'https://example.com/' }, 200],
    ['/api/v1/capture-media', { target_url: 'https://example.com/', full_page: true }, 200],
    ['/api/v1/capture-media', { target_url: 'https://example.com/', output_format: 'mp4' }, 200],
    ['/api/v1/capture-media', { target_url: 5 }, 400],
  ] as const) {
    const { status, built, expected } = await post(url, body)
    t.equal(status, wanted, url)
    t.equal(built, expected, `the same response of ${url}`)
    if ('style_metadata' in body) t.match(built, 'data:font/woff2', 'with fonts')
  }

  for (const url of [
    ...operations
      .filter(({ method, url }) => method === 'GET' && !url.includes(':') && !url.endsWith('/analyze-vibe'))
      .map(({ url }) => url),
    ...['txt/api-spec', 'txt/analysis', 'txt/projects', 'pdf/analysis', 'pdf/projects'].map(
      of => `/api/v1/export/${of}`,
    ),
    '/docs/',
    '/docs/static/swagger-ui-bundle.js',
    '/api/admin/metrics',
    '/openapi.yaml',
  ])
    t.equal((await fetch(`${base}${url}`)).status, 200, url)
  for (const url of [
    '/',
    '/openapi.json',
    '/docs/static/theme/theme.css',
    '/docs/static/theme/page.js',
    '/problems/not_found',
    '/playground/playground.css',
    '/playground/views.js',
    '/playground/preview',
  ])
    t.equal(await (await fetch(`${base}${url}`)).text(), (await source.get(url)).payload, `the same ${url}`)

  const { kind, records } = (await source.get('/api/admin/stats')).json().stats.storage
  t.match(await storageOf(base), { kind, records })
  child.kill('SIGTERM')
  const { code, err } = await ended
  t.same([code, err], [0, ''])
})

t.test('confinement of the workers that is missing is one warning and in the statistics', async t => {
  // Neither unshare nor prlimit.
  const { child, ended, listening } = startBuilt(t, { DATA_DIR: t.testdir(), PATH: t.testdir() })
  const base = await listening()
  while (!(await fetch(`${base}/readyz`)).ok) await wait(50)
  const { stats } = await (await fetch(`${base}/api/admin/stats`)).json()
  t.match(stats.workers, { network_isolated: false, memory_limited: false })
  const body = { source_url: examplePicture }
  t.equal((await postJson(`${base}/api/v1/analyze-vibe`, body)).status, 200)
  child.kill('SIGTERM')
  const { out } = await ended
  const warnings = out.split('\n').filter(line => line.includes('less isolated'))
  t.match(warnings, { 0: /"network_isolated":false,"memory_limited":false/, length: 1 })
})

/** A process and its descendants. */
function processTree(pid: number): readonly number[] {
  const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processTree)]
}

/** Empty when the process has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

t.test(
  'worker processes get no secret of the environment',
  { skip: process.platform === 'linux' ? false : 'needs /proc' },
  async t => {
    const secret = 'sesame-0123456789abcdef'
    const names = ['METRICS_TOKEN', 'OPENAI_API_KEY', 'PGPASSWORD', 'SOMETHING_ELSE']
    const others = Object.fromEntries(names.map(name => [name, secret]))
    const settings = { DATA_DIR: t.testdir(), ADMIN_TOKEN: secret, API_KEYS: `ci:${secret}`, ...others }
    Object.assign(settings, { REDIS_URL: `redis://:${secret}@127.0.0.1:1` })
    const { child, listening } = startBuilt(t, settings)
    const base = await listening()
    while (!(await fetch(`${base}/readyz`)).ok) await wait(50)
    const pids = processTree(child.pid ?? 0).slice(1)
    t.ok(pids.length > 0)
    for (const pid of pids)
      for (const file of ['environ', 'cmdline']) t.notMatch(readProc(pid, file), secret, `${pid} ${file}`)
    t.equal((await fetch(`${base}/api/admin/stats`)).status, 401)
    const headers = { authorization: `Bearer ${secret}` }
    t.equal((await fetch(`${base}/api/admin/stats`, { headers })).status, 200, 'the service still has it')
  },
)

for (const { name, kind, skip, start } of kinds.filter(({ name }) => name.startsWith('PostgreSQL')).slice(0, 1))
  t.test(`the built service writes to ${name}`, { skip }, async t => {
    const { dataDir, databaseUrl = '' } = (await (await start(t))(t)).options
    const base = await startBuilt(t, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }).listening()
    await postJson(`${base}/api/v1/capture-media`, { target_url: 'https://example.com/' })
    t.match(await storageOf(base), { kind, records: 1 })
  })
