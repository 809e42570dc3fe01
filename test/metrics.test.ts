// The figures for Prometheus: in its format, the same as the statistics, and there when the store is not.
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import t from 'tap'
import { durationBuckets } from '../plugins/shared/metrics.ts'
import { openCluster } from './helpers/postgres.ts'
import { type Metric, readPrometheus } from './helpers/prometheus.ts'
import { analysis, at, capture, page } from './helpers/records.ts'
import { type Service, startService, stripes } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const place = '/api/admin/metrics'

const scrape = async ({ get }: Service) => {
  const answer = await get(place)
  const metrics = readPrometheus(answer.payload)
  const of = (name: string): readonly Metric[] => metrics.filter(metric => metric.name === name)
  return {
    answer,
    metrics,
    /** Values of a name by its labels, joined. */
    by: (name: string) =>
      Object.fromEntries(
        of(`automation_service_${name}`).map(({ labels, value }) => [Object.values(labels).join(' '), value]),
      ),
    /** The value of a name without labels. */
    value: (name: string) => of(name)[0]?.value,
  }
}

t.test('the same figures as the statistics', async t => {
  const service = await startService(t, { API_KEYS: 'ci:one,web:two' })
  const headers = { 'x-api-key': 'one' }
  const source_url = await stripes(['#6D28D9', '#F59E0B'])
  for (const body of [{ source_url, analysis_depth: 'low' }, { source_url }, { source_url }, {}])
    await service.post('/api/v1/analyze-vibe', body, headers)
  for (const host of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
    await service.post('/api/v1/analyze-vibe', { source_url: `http://${host}/` }, headers)
  await service.post('/api/v1/analyze-vibe', { source_url })
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' }, headers)
  const { stats } = (await service.get('/api/admin/stats')).json()
  const { answer, by, value } = await scrape(service)
  t.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  t.equal(answer.headers['cache-control'], 'no-store')

  const { analyses, pages, captures } = stats
  t.same(by('analyses_by_platform'), analyses.by_platform)
  t.same(by('analyses_by_depth'), { low: 1, medium: 1 })
  t.same(by('analyses_by_media_type'), analyses.by_media_type)
  t.same(by('analyses_by_engine'), analyses.by_engine)
  t.same(by('pages_by_framework'), pages.by_framework)
  t.same(by('captures_by_format'), { png: 1 })
  t.same(by('key_requests_total'), { ci: 8, web: 0 })
  t.same(by('key_requests_total'), stats.keys)
  t.match(stats, { analyses: { cache_hits: 1 }, fetches: { refused: 3 } }, 'no two of them alike')
  const rows: readonly (readonly [name: string, figure: number])[] = [
    ['analyses', analyses.total],
    ['analyses_asked', analyses.times],
    ['analysis_cache_hits_total', analyses.cache_hits],
    ['projects', stats.projects.total],
    ['pages', pages.total],
    ['pages_asked', pages.times],
    ['captures', captures.total],
    ['captures_asked', captures.times],
    ['refused_fetches_total', stats.fetches.refused],
    ['store_up', 1],
  ]
  for (const [name, figure] of rows) t.equal(value(`automation_service_${name}`), figure, name)
  t.same(by('storage_records'), { sqlite: 3 })
  t.equal(by('storage_bytes').sqlite, stats.storage.bytes)
  t.equal(by('storage_record_bytes').sqlite, stats.storage.record_bytes)
  t.same(by('storage_max_bytes'), { sqlite: 1024 ** 3 })
  t.same(by('storage_evicted_records_total'), { sqlite: 0 })
  t.same(by('info'), { [`${stats.service.version} ${process.version}`]: 1 })

  const statuses = by('requests_total')
  t.match(statuses, { 'analyzeVibe 2xx': 3, 'analyzeVibe 4xx': 5, 'captureMedia 2xx': 1, 'getStats 2xx': 1 })
  for (const [operation, count] of Object.entries(by('request_duration_seconds_count')))
    t.equal(count, (statuses[`${operation} 2xx`] ?? 0) + (statuses[`${operation} 4xx`] ?? 0), operation)
  const slowest = stats.requests.analyzeVibe.latency_ms.p99 / 1000
  const within = by('request_duration_seconds_bucket')
  t.same(
    Object.keys(within).filter(labels => labels.endsWith(' analyzeVibe')),
    [...durationBuckets, '+Inf'].map(bound => `${bound} analyzeVibe`),
  )
  const bound = durationBuckets.find(one => one >= slowest)
  t.equal(within[`${bound} analyzeVibe`], 8, 'the bucket of the slowest contains all')
  const sum = by('request_duration_seconds_sum').analyzeVibe ?? 0
  t.ok(sum >= slowest && sum <= 8 * slowest + 1e-3)

  const { cpu_seconds } = stats.process
  const cpu = Number(value('process_cpu_seconds_total'))
  t.ok(cpu >= cpu_seconds.user + cpu_seconds.system && cpu < cpu_seconds.user + cpu_seconds.system + 60, `${cpu} s`)
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  t.ok(Number(value('nodejs_heap_size_used_bytes')) > 1e6)
  t.ok(Number(value('automation_service_event_loop_delay_p99_seconds')) < 60)
  t.ok(Number(value('automation_service_uptime_seconds')) >= stats.service.uptime_seconds)
})

t.test('a fresh service is scraped too, twice, and counters never fall', async t => {
  const service = await startService(t, { STORAGE_MAX_MB: '0' })
  const first = await scrape(service)
  t.same(first.by('storage_max_bytes'), {}, 'unlimited')
  t.same(first.by('provider_calls_total'), {})
  t.same(first.by('key_requests_total'), {})
  const second = await scrape(service)
  for (const { name, labels, value } of first.metrics.filter(metric =>
    /_(?:total|count|bucket|sum)$/.test(metric.name),
  )) {
    if (name.startsWith('nodejs_active_')) continue
    const again = second.metrics.find(
      metric => metric.name === name && JSON.stringify(metric.labels) === JSON.stringify(labels),
    )
    t.ok(again && again.value >= value, name)
  }
  t.equal((await service.app.inject({ method: 'HEAD', url: place })).statusCode, 200)
})

t.test('labels are kept whole, whatever they hold', async t => {
  const dataDir = t.testdir()
  const service = await startService(t, { DATA_DIR: dataDir })
  const engines = [
    'a"b',
    'back\\slash',
    'new\nline',
    '\\n',
    '\\"}',
    '{le="1"} 1',
    '# HELP x',
    '漢字 👍',
    ' ',
    'a,b=c',
    '__proto__',
  ]
  for (const i of engines.keys()) await service.store.saveAnalysis(analysis(`ana_${i}`), at(i))
  // Past the store, which knows no such words.
  const database = new DatabaseSync(join(dataDir, 'automation-service.db'))
  const relabel = database.prepare('update analyses set engine = ? where id = ?')
  for (const [i, engine] of engines.entries()) relabel.run(engine, `ana_${i}`)
  database.close()
  await service.store.savePage(page('p', 'page_1'), at(0))
  await service.store.saveCapture(capture('cap_1'), at(0))
  const { by } = await scrape(service)
  const counts = by('analyses_by_engine')
  t.same(Object.keys(counts).sort(), [...engines].sort())
  t.ok(Object.values(counts).every(count => count === 1))
})

t.test('while the store is away the process still tells of itself', async t => {
  const folder = join(t.testdirName, 'data')
  const service = await startService(t, { DATA_DIR: folder })
  await service.post('/api/v1/capture-media', { target_url: 'https://example.com/' })
  await rename(folder, `${folder}.away`)
  t.equal((await service.get('/api/admin/stats')).statusCode, 503)
  const { answer, metrics, by, value } = await scrape(service)
  t.equal(answer.statusCode, 200)
  t.equal(value('automation_service_store_up'), 0)
  t.match(by('requests_total'), { 'captureMedia 2xx': 1, 'getStats 5xx': 1 })
  t.ok(Number(value('process_resident_memory_bytes')) > 1e7)
  t.same(
    metrics
      .filter(({ name }) => /^automation_service_(?:anal.*s|pages|captures|projects|storage)/.test(name))
      .map(({ name }) => name),
    ['automation_service_analysis_cache_hits_total'],
    'no figure is made up',
  )
  await rename(`${folder}.away`, folder)
  t.match((await scrape(service)).by('captures_by_format'), { png: 1 }, 'and it is back by itself')
})

t.test('a store that is silent keeps no scrape waiting', { ...needs('postgres') }, async t => {
  const cluster = await openCluster()
  t.teardown(() => cluster.remove())
  const databaseUrl = await cluster.create('records')
  const service = await startService(t, { DATABASE_URL: databaseUrl })
  t.equal((await scrape(service)).value('automation_service_store_up'), 1)
  const lock = cluster.query(databaseUrl, 'begin; lock table captures; select pg_sleep(8)')
  let locked = 0
  while (locked === 0) {
    const held =
      "select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'captures'::regclass"
    locked = (await cluster.query(databaseUrl, held)).length
  }
  const { answer, value } = await scrape(service)
  t.equal(answer.statusCode, 200)
  t.equal(value('automation_service_store_up'), 0)
  let isOver = false
  const ended = lock.then(() => {
    isOver = true
  })
  await scrape(service)
  t.equal(isOver, false, 'answered while the store was still silent')
  await ended
  t.equal((await scrape(service)).value('automation_service_store_up'), 1, 'and it is back by itself')
})

t.test('METRICS=0: the route does not exist, and strangers are not told', async t => {
  const service = await startService(t, { METRICS: '0' })
  t.equal((await service.get(place)).statusCode, 404)
  t.equal((await service.get(place, { remoteAddress: '203.0.113.7' })).statusCode, 403)
  t.equal((await service.get('/api/admin/stats')).statusCode, 200)
})

t.test('without ADMIN_TOKEN only the machine itself may scrape', async t => {
  const service = await startService(t)
  t.equal((await service.get(place)).statusCode, 200)
  for (const options of [{ remoteAddress: '203.0.113.7' }, { headers: { host: 'evil.example' } }])
    t.equal((await service.get(place, options)).statusCode, 403)
})

t.test('the reader of these tests is strict', async t => {
  const sound = [
    '# HELP a_total Ends.\n# TYPE a_total counter\na_total 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="\\\\\\"\\n"} -1.5e-7\n\na NaN\na{b="c",d=""} +Inf\n',
    '# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 1\nh_bucket{le="+Inf"} 2\nh_sum 3\nh_count 2\n',
  ]
  for (const text of sound) t.ok(readPrometheus(text).length > 0, text)
  const broken = [
    '# HELP a A.\n# TYPE a gauge\na 1',
    'a 1\n',
    '# TYPE a gauge\na 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="c"d"} 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="new\nline"} 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="\\x"} 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="1",b="2"} 1\n',
    '# HELP a A.\n# TYPE a gauge\na{b="1"} 1\na{b="1"} 2\n',
    '# HELP a A.\n# TYPE a gauge\na Nan\n',
    '# HELP a A.\n# TYPE a gauge\na undefined\n',
    '# HELP a A.\n# TYPE a gauge\nb 1\n',
    '# HELP a-b A.\n# TYPE a-b gauge\n',
    '# HELP a A.\n# TYPE a meter\na 1\n',
    '# HELP a A.\n# TYPE a gauge\na 1\n# HELP b B.\n# TYPE b gauge\nb 1\n# HELP a A.\n# TYPE a gauge\n',
    '# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 3\nh_count 1\n',
    '# HELP h H.\n# TYPE h histogram\nh_bucket{le="1"} 2\nh_sum 3\nh_count 2\n',
    '# HELP h H.\n# TYPE h histogram\nh_bucket{le="+Inf"} 2\nh_sum 3\nh_count 3\n',
  ]
  for (const text of broken) t.throws(() => readPrometheus(text), Error, text)
})
