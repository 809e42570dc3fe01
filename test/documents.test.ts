// The documents tell the truth: registry, mounted routes, OpenAPI, listing and README are one.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import t from 'tap'
import { parse } from 'yaml'
import operationsPlugin from '../plugins/shared/operations.ts'
import { models, operations } from '../schemas/index.ts'
import { type Operation, pathOf } from '../schemas/operation.ts'
import { startService } from './helpers/service.ts'

const root = join(import.meta.dirname, '..')
const service = await startService(t)
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const committed = readFileSync(join(root, 'openapi.yaml'), 'utf8')
const document = parse(committed)

t.test('openapi.yaml is what the service serves, byte by byte (npm run openapi writes it)', async t => {
  const served = await service.get('/openapi.yaml')
  t.equal(served.payload, committed)
  t.same((await service.get('/openapi.json')).json(), document)
})

t.test(
  'every operation of the registry stands in the document, the listing and the README, and nothing else',
  async t => {
    const listing = (await service.get('/api/v1/export/txt/api-spec')).payload.replace(/ +/g, ' ')
    const rows = operations.map(operation => `${operation.method} ${pathOf(operation)}`)
    for (const row of rows) t.match(listing, row)
    t.same(
      [...readme.matchAll(/^\| `([A-Z]+ \/[^`]*)` \|/gm)].map(([, row]) => row),
      rows,
      'README.md',
    )
    const documented = Object.entries<object>(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map(method => `${method.toUpperCase()} ${path}`),
    )
    t.same(documented.sort(), [...rows].sort())
  },
)

t.test('every model that another or an operation refers to stands in schemas/index.ts', async t => {
  const known: ReadonlySet<string | undefined> = new Set(models.map(({ $id }) => $id))
  const referred = JSON.stringify([models, operations]).matchAll(/"\$ref":"(\w+)"/g)
  const missing = [...referred].map(([, name]) => name).filter(name => !known.has(name))
  t.same([...new Set(missing)], [])
})

t.test('the service refuses to start when a route or an operation is missing', async t => {
  const start = async (mounted: readonly (typeof operations)[number][], extra: boolean) => {
    const app = Fastify()
    await app.register(operationsPlugin)
    for (const { method, url } of mounted) app.route({ method, url, handler: async () => '' })
    if (extra) app.get('/api/extra', async () => '')
    await app.ready()
  }
  await t.resolves(start(operations, false))
  await t.rejects(start(operations.slice(1), false), { message: /Not mounted: POST \/api\/v1\/analyze-vibe/ })
  await t.rejects(start(operations, true), { message: /Not in the registry: GET \/api\/extra/ })
})

t.test(
  'the document tells who may ask: keys under /api/v1, the token under /api/admin, nobody is asked elsewhere',
  async t => {
    const { securitySchemes } = document.components
    const expected: Readonly<Record<string, object[]>> = {
      v1: [{}, { ApiKeyBearer: [] }, { ApiKeyHeader: [] }],
      admin: [{ AdminToken: [] }],
      health: [],
    }
    for (const operation of operations) {
      const { method, url } = operation
      const { security, responses } = document.paths[pathOf(operation)][method.toLowerCase()]
      const room = url.split('/')[2] ?? ''
      t.same(security, expected[room], url)
      t.equal('401' in responses, room !== 'health', `${url}: 401`)
      for (const name of security.flatMap(Object.keys)) t.ok(name in securitySchemes, name)
    }
    t.match(securitySchemes, {
      ApiKeyBearer: { type: 'http', scheme: 'bearer' },
      ApiKeyHeader: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      AdminToken: { type: 'http', scheme: 'bearer' },
    })
  },
)

t.test('every example of a body runs unedited, even under strict handling', async t => {
  const known: readonly Operation[] = operations
  for (const { url, schema } of known.filter(({ schema }) => schema.body)) {
    const { examples } = document.paths[url].post.requestBody.content['application/json']
    const all = Object.entries<{ readonly summary: string; readonly value: object }>(examples)
    t.equal(all.length, 2, schema.operationId)
    for (const [name, { summary, value }] of all) {
      t.ok(summary.length > 0)
      const answer = await service.post(url, value, { prefer: 'handling=strict' })
      t.equal(answer.statusCode, 200, `${schema.operationId}, ${name}`)
    }
  }
})

t.test('the picture of the example is small and has at least five colours', async t => {
  const { source_url } =
    document.paths['/api/v1/analyze-vibe'].post.requestBody.content['application/json'].examples.picture.value
  t.ok(source_url.length <= 2048)
  const { style_metadata } = (await service.post('/api/v1/analyze-vibe', { source_url })).json()
  t.ok(style_metadata.colors.length >= 5)
})

/** What changes with the hour, and with every word of the script. */
const aside: ReadonlySet<string> = new Set(['timestamp', 'sha256'])

/** Whether `found` is what `told` shows, texts up to their …. */
const isAsTold = (told: unknown, found: unknown): boolean => {
  if (typeof told === 'string' && told.endsWith('…')) return String(found).startsWith(told.slice(0, -1))
  if (typeof told !== 'object' || told === null) return told === found
  const [one, other] = [Object.entries(told), new Map(Object.entries(Object(found)))]
  return one.length === other.size && one.every(([name, value]) => aside.has(name) || isAsTold(value, other.get(name)))
}

t.test('the example of an answer is what the service answers to the first example', async t => {
  for (const path of ['/api/v1/analyze-vibe', '/api/v1/build-sparkpage', '/api/v1/capture-media']) {
    const { requestBody, responses } = document.paths[path].post
    const [first] = Object.values<{ readonly value: object }>(requestBody.content['application/json'].examples)
    const answer = (await service.post(path, first?.value)).json()
    t.ok(isAsTold(responses['200'].content['application/json'].example, answer), path)
    t.notOk(isAsTold({ ...answer, success: false }, answer), 'a difference is found')
  }
  t.ok(
    isAsTold(
      document.paths['/api/health'].get.responses['200'].content['application/json'].example,
      (await service.get('/api/health')).json(),
    ),
  )
})

t.test('every command of the README that asks the service is answered with 200', async t => {
  const commands = readme.split(/^curl -s localhost:3000/m).slice(1)
  t.equal(commands.length, operations.length, 'one for each operation')
  for (const command of commands) {
    const [url = ''] = command.split(/\s/, 1)
    const body = /-d '([^']*)'/.exec(command)?.[1]
    const answer = await (body === undefined
      ? service.get(url)
      : service.post(url, body, { prefer: 'handling=strict' }))
    t.equal(answer.statusCode, 200, url)
  }
})

t.test('Swagger UI is served with its document', async t => {
  const answer = await service.get('/docs/')
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-security-policy'], /default-src 'none'; script-src 'self'/)
})

t.test('probes answer, wait for the workers, tell of the store, and turn 503 while the process drains', async t => {
  const draining = await startService(t)
  t.same((await draining.get('/livez')).json(), { status: 'ok' })
  t.match(await draining.get('/readyz'), { statusCode: 503, body: '{"status":"starting","store":"ok"}' })
  await draining.listen()
  t.same((await draining.get('/readyz')).json(), { status: 'ok', store: 'ok' })
  t.equal((await draining.get('/api/health')).headers['cache-control'], 'no-store')
  draining.drain()
  const health = await draining.get('/api/health')
  t.equal(health.statusCode, 503)
  t.equal(health.json().status, 'draining')
  t.equal(health.headers.connection, 'close')
  t.equal((await draining.get('/readyz')).statusCode, 503)
  t.equal((await draining.get('/livez')).statusCode, 200)
  await draining.store.close()
  t.match((await draining.get('/readyz')).json(), { store: 'away' })
})

t.test('a request keeps the id it brought when it is harmless', async t => {
  const ask = async (id: string) =>
    (await service.get('/api/health', { headers: { 'x-request-id': id } })).headers['x-request-id']
  t.equal(await ask('trace-1.a_b'), 'trace-1.a_b')
  for (const odd of ['a b', 'a'.repeat(65), 'é', '']) t.not(await ask(odd), odd)
  t.not(
    (await service.get('/api/health')).headers['x-request-id'],
    (await service.get('/api/health')).headers['x-request-id'],
  )
})
