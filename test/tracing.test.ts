// Tracing: the process exports its spans to a receiver of OTLP over HTTP, and is not slower to start without.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { isTraced } from '../src/config/values.ts'
import { startTracing } from '../src/process/tracing.ts'
import { listen } from './helpers/loopback.ts'
import { start } from './helpers/process.ts'
import { startService } from './helpers/service.ts'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Pick<ReceivedSpan, 'attributes'>
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[]
  }[]
}

/** Receives what an OTLP exporter sends as JSON (opentelemetry-proto, trace/v1/trace_service.proto). */
async function startReceiver(t: Test) {
  const exports: Export[] = []
  const requests: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    const body: Export = Object(await json(request))
    exports.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const { url } = await listen(t, server)
  const resourceSpans = () => exports.flatMap(({ resourceSpans }) => resourceSpans)
  const spans = () => resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
  /** The spans of a trace, once it is complete: the handler of a request ends last, or the request itself. */
  const traceOf = async (traceId: string): Promise<readonly ReceivedSpan[]> => {
    for (;;) {
      const found = spans().filter(span => span.traceId === traceId)
      if (found.some(({ kind }) => kind === serverKind) && found.some(({ name }) => name === 'handler')) return found
      await wait(50)
    }
  }
  return { url, requests, spans, traceOf, resources: () => resourceSpans().map(({ resource }) => resource) }
}

/** SpanKind of a request that a server answers. */
const serverKind = 2
const errorStatus = 2

function attributesOf({ attributes }: Pick<ReceivedSpan, 'attributes'>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
}

function settingsFor(t: Test, receiver: string) {
  return {
    DATA_DIR: t.testdir(),
    PORT: '0',
    DRAIN_MS: '0',
    FETCH_ALLOW_CIDRS: '127.0.0.0/8',
    ...{
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    },
  }
}

t.test('a request is one trace with its work', async t => {
  const receiver = await startReceiver(t)
  const bytes = Buffer.from(examplePicture.replace(/^.*,/, ''), 'base64')
  const { url: pictures } = await listen(
    t,
    createServer((_request, response) => response.end(bytes)),
  )
  const { url: provider } = await listen(
    t,
    createServer((_request, response) => response.writeHead(401).end('{}')),
  )
  const service = start(t, [], { ...settingsFor(t, receiver.url), OPENAI_BASE_URL: provider })
  const base = await service.listening()

  let traces = 0
  /** Sends a request as part of a trace. @returns its spans */
  const trace = async (path: string, body?: unknown) => {
    traces += 1
    const traceId = traces.toString(16).padStart(32, 'a')
    const response = await fetch(base + path, {
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
    await response.arrayBuffer()
    const spans = await receiver.traceOf(traceId)
    const [request] = spans.filter(({ kind }) => kind === serverKind)
    return { status: response.status, request, names: spans.map(({ name }) => name).sort(), spans }
  }

  await t.test('an analysis: fetch, decode, provider and store, all below the request', async t => {
    const body = { source_url: `${pictures}/a.png`, media_type: 'image', api_key: `sk-proj-${'a'.repeat(40)}` }
    const { status, request, names, spans } = await trace('/api/v1/analyze-vibe?secret=1', body)
    t.equal(status, 200)
    t.equal(request?.name, 'POST /api/v1/analyze-vibe')
    t.equal(request?.parentSpanId, '00f067aa0ba902b7', 'continues the trace of the client')
    t.match(attributesOf(request ?? { attributes: [] }), {
      'http.route': '/api/v1/analyze-vibe',
      'http.response.status_code': 200,
      'url.path': '/api/v1/analyze-vibe',
    })
    for (const name of ['fetch', 'decode', 'decode thumbnail', 'provider', 'store saveAnalysis'])
      t.ok(names.includes(name), `${name} is in ${names}`)
    const handler = spans.find(({ name }) => name === 'handler')
    t.equal(handler?.parentSpanId, request?.spanId)
    for (const { name, parentSpanId } of spans)
      if (![request?.name, 'handler'].includes(name)) t.equal(parentSpanId, handler?.spanId, name)
    t.notMatch(JSON.stringify(spans), /sk-proj-|secret/)
  })

  await t.test('a record by its route, and an error of the work', async t => {
    const missing = await trace(`/api/v1/analyses/ana_${'0'.repeat(32)}`)
    t.equal(missing.request?.name, 'GET /api/v1/analyses/:id')
    t.equal(attributesOf(missing.request ?? { attributes: [] })['http.response.status_code'], 404)
    t.ok(missing.names.includes('store analysis'))
    const refused = await trace('/api/v1/analyze-vibe', { source_url: 'http://10.0.0.1/', media_type: 'image' })
    t.equal(refused.status, 422)
    t.equal(refused.spans.find(({ name }) => name === 'fetch')?.status.code, errorStatus)
    const listing = await trace('/api/v1/export/txt/projects')
    t.match(listing.names, ['GET /api/v1/export/txt/:type', 'handler', 'store projects'])
  })

  await t.test('an unknown path has the name of its method, and a probe no span', async t => {
    await fetch(`${base}/livez`)
    await fetch(`${base}/api/health`)
    t.equal((await trace('/nowhere/secret-7')).request?.name, 'GET')
    t.strictSame(
      receiver.spans().filter(span => /livez|health/.test(JSON.stringify(span))),
      [],
    )
  })

  service.child.kill('SIGTERM')
  const { code, out } = await service.ended
  t.equal(code, 0)
  const lines = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  const answered = lines.find(({ path, msg }) => path === '/api/v1/analyze-vibe' && msg === 'answered')
  t.match(answered, { trace_id: '1'.padStart(32, 'a'), span_id: /^[0-9a-f]{16}$/ })
  t.notOk(lines.find(({ path }) => path === '/livez')?.trace_id)

  t.equal(new Set(receiver.requests.map(({ path }) => path)).size, 1)
  t.equal(receiver.requests[0]?.path, '/v1/traces', 'neither metrics nor logs')
  for (const resource of receiver.resources())
    t.match(attributesOf(resource), { 'service.name': 'automation-service', 'service.version': /^\d/ })
})

t.test('a receiver that is away costs warnings only, and the process ends in time', async t => {
  const settings = { ...settingsFor(t, 'http://127.0.0.1:9'), OTEL_SERVICE_NAME: 'mine' }
  const service = start(t, [], settings)
  const base = await service.listening()
  t.equal((await fetch(`${base}/api/v1/export/txt/api-spec`)).status, 200)
  service.child.kill('SIGTERM')
  const { code, out, err } = await service.ended
  t.equal(code, 0)
  t.equal(err, '')
  for (const line of out.trim().split('\n')) t.ok(JSON.parse(line).level < 50, line)
})

t.test('without a trace of the client, a request begins one', async t => {
  const receiver = await startReceiver(t)
  Object.assign(process.env, settingsFor(t, receiver.url))
  const tracing = startTracing({ warn: () => undefined })
  const service = await startService(t, {}, { tracing })
  t.equal((await service.get('/api/v1/export/txt/analysis')).statusCode, 200)
  await tracing.close()
  const names = receiver.spans().map(({ name }) => name)
  t.match(names.sort(), ['GET /api/v1/export/txt/:type', 'handler', 'store analyses'])
  t.equal(new Set(receiver.spans().map(({ traceId }) => traceId)).size, 1)
})

t.test('traces only if a setting says where to', async t => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  for (const [environment, expected] of [
    [{}, false],
    [{ OTEL_SERVICE_NAME: 'mine' }, false],
    [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, false],
    [{ ...endpoint, OTEL_SDK_DISABLED: 'false' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
  ] as const)
    t.equal(isTraced(environment), expected, JSON.stringify(environment))
})

t.test('only src/process/tracing.ts imports OpenTelemetry, and only a dynamic import loads it', async t => {
  const root = join(import.meta.dirname, '..')
  const files = ['src', 'plugins'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)),
  )
  const importing = (pattern: RegExp) =>
    files.filter(file => file.endsWith('.ts') && pattern.test(readFileSync(join(root, file), 'utf8')))
  t.strictSame(importing(/from '@(?:opentelemetry|fastify\/otel)/), ['src/process/tracing.ts'])
  t.strictSame(importing(/^import (?!type).*\/tracing\.ts'/m), [])
  t.strictSame(importing(/await import\('\.\/tracing\.ts'\)/), ['src/process/service-process.ts'])
})
