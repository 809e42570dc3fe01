// Metrics: in the format of Prometheus, equal to the statistics, and available while the store is not.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { durationBuckets } from '../plugins/shared/metrics.ts'
import { type Service, startService, stripes } from './helpers/service.ts'

const path = '/api/admin/metrics'
const prefix = 'automation_service_'

interface Sample {
  readonly name: string
  readonly labels: readonly string[]
  readonly value: number
}

const sampleLine =
  /^([a-z_:][\w:]*)(?:\{((?:[a-z_]\w*="(?:[^"\\]|\\["\\n])*",?)*)\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/i

/** Parses text format 0.0.4. @throws at a line that is not valid, and at a family or a sample that occurs twice */
function parseMetrics(text: string): readonly Sample[] {
  const lines = text.split('\n').filter(line => line !== '')
  const families = lines.flatMap(line => /^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/.exec(line)?.[1] ?? [])
  const samples = lines.filter(line => !/^# (?:HELP|TYPE) \S+ ./.test(line))
  const names = samples.map(line => line.replace(/ \S+$/, ''))
  if (!text.endsWith('\n') || new Set(families).size < families.length || new Set(names).size < names.length)
    throw new Error(`Incomplete, or not unique: ${text}`)
  return samples.map(line => {
    const [, name = '', labels = '', value] = sampleLine.exec(line) ?? []
    const family = families.find(family => family === name || family === name.replace(/_(?:bucket|sum|count)$/, ''))
    if (value === undefined || family === undefined) throw new Error(`Not a sample of a family: ${line}`)
    const values = [...labels.matchAll(/="((?:[^"\\]|\\.)*)"/g)].map(([, label = '']) => label)
    return { name, labels: values, value: Number(value.replace('Inf', 'Infinity')) }
  })
}

async function scrape({ get }: Service) {
  const response = await get(path)
  const samples = parseMetrics(response.payload)
  const of = (name: string) => samples.filter(sample => sample.name === name)
  return {
    response,
    samples,
    /** Values of a metric by its labels, joined. */
    by: (name: string) => Object.fromEntries(of(prefix + name).map(({ labels, value }) => [labels.join(' '), value])),
    /** The value of a metric without labels. */
    value: (name: string) => of(name)[0]?.value,
  }
}

t.test('equals the statistics', async t => {
  const service = await startService(t, { API_KEYS: 'ci:one,web:two' })
  const headers = { 'x-api-key': 'one' }
  const source_url = await stripes(['#6D28D9', '#F59E0B'])
  const refused = ['10.0.0.1', '10.0.0.2', '10.0.0.3'].map(host => ({ source_url: `http://${host}/` }))
  for (const body of [{ source_url, analysis_depth: 'low' }, { source_url }, { source_url }, {}, ...refused])
    await service.post('/api/v1/analyze-vibe', body, headers)
  await service.post('/api/v1/analyze-vibe', { source_url })
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' }, headers)
  const { stats } = (await service.get('/api/admin/stats')).json()
  const { response, by, value } = await scrape(service)
  t.match(response.headers, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })

  const { analyses, pages, captures, storage } = stats
  t.match(stats, { analyses: { cache_hits: 1 }, fetches: { refused: 3 } })
  t.same(by('captures_by_format'), { png: 1 })
  for (const [name, counts] of Object.entries({
    analyses_by_platform: analyses.by_platform,
    analyses_by_depth: { low: 1, medium: 1 },
    analyses_by_media_type: analyses.by_media_type,
    analyses_by_engine: analyses.by_engine,
    pages_by_framework: pages.by_framework,
    key_requests_total: { ci: 8, web: 0 },
    storage_records: { sqlite: 3 },
    storage_bytes: { sqlite: storage.bytes },
    storage_record_bytes: { sqlite: storage.record_bytes },
    storage_max_bytes: { sqlite: 1024 ** 3 },
    storage_evicted_records_total: { sqlite: 0 },
    info: { [`${stats.service.version} ${process.version}`]: 1 },
    analyses: { '': analyses.total },
    analyses_asked: { '': analyses.times },
    analysis_cache_hits_total: { '': analyses.cache_hits },
    projects: { '': stats.projects.total },
    pages: { '': pages.total },
    pages_asked: { '': pages.times },
    captures: { '': captures.total },
    captures_asked: { '': captures.times },
    refused_fetches_total: { '': stats.fetches.refused },
    store_up: { '': 1 },
  }))
    t.same(by(name), counts, name)
  t.same(stats.keys, by('key_requests_total'))

  const statuses = by('requests_total')
  t.match(statuses, { 'analyzeVibe 2xx': 3, 'analyzeVibe 4xx': 5, 'captureMedia 2xx': 1, 'getStats 2xx': 1 })
  for (const [operation, count] of Object.entries(by('request_duration_seconds_count')))
    t.equal(count, (statuses[`${operation} 2xx`] ?? 0) + (statuses[`${operation} 4xx`] ?? 0), operation)
  const slowest = stats.requests.analyzeVibe.latency_ms.p99 / 1000
  const buckets = Object.entries(by('request_duration_seconds_bucket')).filter(([name]) =>
    name.endsWith(' analyzeVibe'),
  )
  t.same(
    buckets.map(([name]) => name),
    [...durationBuckets, '+Inf'].map(bound => `${bound} analyzeVibe`),
  )
  t.same(
    buckets.map(([, count]) => count),
    buckets.map(([, count]) => count).toSorted((one, other) => one - other),
    'buckets are cumulative',
  )
  for (const [at, bound] of [...durationBuckets, Number.POSITIVE_INFINITY].entries())
    if (bound >= slowest) t.equal(buckets[at]?.[1], 8, `all requests are within ${bound} s`)
  const sum = by('request_duration_seconds_sum').analyzeVibe ?? 0
  t.ok(sum >= slowest && sum <= 8 * slowest + 1e-3)

  const { user, system } = stats.process.cpu_seconds
  const cpu = Number(value('process_cpu_seconds_total'))
  t.ok(cpu >= user + system && cpu < user + system + 60, `${cpu} s`)
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  t.ok(Number(value('nodejs_heap_size_used_bytes')) > 1e6)
  t.ok(Number(value(`${prefix}event_loop_delay_p99_seconds`)) < 60)
  t.ok(Number(value(`${prefix}uptime_seconds`)) >= stats.service.uptime_seconds)
})

t.test('while the store is unavailable, reports the process only', async t => {
  const folder = join(t.testdirName, 'data')
  const service = await startService(t, { DATA_DIR: folder, STORAGE_MAX_MB: '0' })
  const first = await scrape(service)
  for (const name of ['storage_max_bytes', 'provider_calls_total', 'key_requests_total'])
    t.same(first.by(name), {}, name)
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' })

  await rename(folder, `${folder}.away`)
  t.equal((await service.get('/api/admin/stats')).statusCode, 503)
  const { response, samples, by, value } = await scrape(service)
  t.equal(response.statusCode, 200)
  t.equal(value(`${prefix}store_up`), 0)
  t.match(by('requests_total'), { 'captureMedia 2xx': 1, 'getStats 5xx': 1 })
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  const ofStore = /^automation_service_(?:anal.*s|pages|captures|projects|storage)/
  t.same(
    samples.flatMap(({ name }) => (ofStore.test(name) ? [name] : [])),
    [`${prefix}analysis_cache_hits_total`],
  )
  for (const { name, labels, value } of first.samples.filter(({ name }) => /_(?:total|count|bucket|sum)$/.test(name))) {
    if (/^automation_service_storage|^nodejs_active_/.test(name)) continue
    const later = samples.find(sample => sample.name === name && sample.labels.join() === labels.join())
    t.ok(later && later.value >= value, `${name} does not decrease`)
  }

  await rename(`${folder}.away`, folder)
  t.match((await scrape(service)).by('captures_by_format'), { png: 1 }, 'and recovers')
  const alive = setInterval(() => undefined, 1000) // the timeout of the store does not keep the process alive
  t.teardown(() => clearInterval(alive))
  t.capture(service.store, 'totals', () => new Promise<never>(() => undefined))
  const silent = await scrape(service)
  t.equal(silent.value(`${prefix}store_up`), 0, 'does not wait for a store that does not respond')
})

t.test('only this machine may scrape without ADMIN_TOKEN, and METRICS=0 removes the route', async t => {
  const service = await startService(t)
  t.equal((await service.get(path, { method: 'HEAD' })).statusCode, 200)
  for (const options of [{ remoteAddress: '203.0.113.7' }, { headers: { host: 'evil.example' } }])
    t.equal((await service.get(path, options)).statusCode, 403)
  const without = await startService(t, { METRICS: '0', DATA_DIR: t.testdir() })
  t.equal((await without.get(path)).statusCode, 404)
  t.equal((await without.get(path, { remoteAddress: '203.0.113.7' })).statusCode, 403)
  t.equal((await without.get('/api/admin/stats')).statusCode, 200)
})
