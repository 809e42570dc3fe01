// The export operations over HTTP: filters, ETags, file names, both forms.
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { list } from './helpers/records.ts'
import { startService } from './helpers/service.ts'

const service = await startService(t)
const build = (project_id: string, headline: string) =>
  service.post('/api/v1/build-sparkpage', {
    project_id,
    style_metadata: { colors: ['#6D28D9'] },
    content: { headline, sub_headline: 'Two', cta_button_text: 'Three' },
  })

await build('first', 'Alpha & <b>Omega</b>')
await setTimeout(5) // the order is by the millisecond
await build('second', '漢字 headline 😀')
const { payload: api } = await service.get('/api/v1/export/txt/api-spec')

t.test('the text lists every project, newest first, with its latest headline', async t => {
  const { payload } = await service.get('/api/v1/export/txt/projects')
  t.ok(payload.indexOf(' second\n') < payload.indexOf(' first\n'))
  t.ok(payload.includes(' first\n'))
  t.match(payload, 'Alpha & <b>Omega</b>')
})

t.test('the page for printing shows the same, escaped', async t => {
  const { payload } = await service.get('/api/v1/export/pdf/projects?paper=letter')
  t.match(payload, 'Alpha &#38; &#60;b&#62;Omega&#60;/b&#62;')
  t.match(payload, /@page[^{]*\{[^}]*letter/)
})

t.test('applies every filter', async t => {
  const count = async (query: string) => {
    const { payload } = await service.get(`/api/v1/export/txt/projects?${query}`)
    return ['first', 'second'].filter(id => payload.includes(` ${id}\n`)).length
  }
  t.equal(await count(''), 2)
  t.equal(await count('project_id=first'), 1)
  t.equal(await count('limit=1'), 1)
  t.equal(await count('since=2000-01-01'), 2)
  t.equal(await count('until=2000-01-01T00:00:00Z'), 0)
  t.equal(await count('since=2999-01-01T00:00:00%2B02:00'), 0)
  t.equal(await count('unknown=1'), 2, 'unknown parameters are ignored')
})

t.test('a time span includes its start and excludes its end', async t => {
  const [newest] = await list((await service.store.projects({ limit: 1 })).pages)
  const instant = newest?.createdAt ?? ''
  const later = new Date(Date.parse(instant) + 1).toISOString()
  const shown = async (query: string) => {
    const { payload } = await service.get(`/api/v1/export/txt/projects?${query}`)
    return ['first', 'second'].filter(id => payload.includes(` ${id}\n`))
  }
  t.strictSame(await shown(`since=${instant}`), ['second'])
  t.strictSame(await shown(`since=${later}`), [])
  t.strictSame(await shown(`until=${instant}`), ['first'])
  t.strictSame(await shown(`until=${later}`), ['first', 'second'])
  t.strictSame(await shown(`since=${instant}&until=${later}&project_id=second&limit=1`), ['second'])
  t.strictSame(await shown(`since=${later}&until=${instant}`), [], 'a span that ends before it begins is empty')
})

t.test('accepts the largest and smallest allowed values', async t => {
  for (const url of [
    '/api/v1/export/txt/projects?limit=1000000000',
    '/api/v1/export/txt/analysis?limit=1',
    '/api/v1/export/pdf/projects?limit=10000&paper=a4',
    '/api/v1/export/pdf/analysis?limit=1&paper=letter',
    `/api/v1/export/txt/projects?project_id=${'a'.repeat(128)}`,
    '/api/v1/export/txt/projects?since=0000-01-01T00:00:00Z&until=9999-12-31T23:59:59.999Z',
  ])
    t.equal((await service.get(url)).statusCode, 200, url)
})

t.test('reports all faults of a query at once, with the allowed values', async t => {
  const answer = await service.get(
    '/api/v1/export/pdf/analysis?limit=10001&paper=A4&since=x&until=2026-02-30&project_id=',
  )
  t.equal(answer.statusCode, 400)
  const { errors } = answer.json<{ errors: readonly { pointer: string; allowed?: readonly string[] }[] }>()
  t.strictSame(
    errors.map(({ pointer }) => pointer).sort(),
    ['limit', 'paper', 'project_id', 'since', 'until'].map(name => `/query/${name}`),
  )
  t.match(
    errors.find(({ pointer }) => pointer === '/query/paper'),
    { allowed: ['a4', 'letter'] },
  )
  const wrong = await service.get('/api/v1/export/pdf/api-spec')
  t.equal(wrong.statusCode, 400)
  t.match(wrong.json().errors, [{ pointer: '/path/type', allowed: ['projects', 'analysis'] }])
})

for (const query of [
  'limit=0',
  'limit=1000000001',
  'limit=-1',
  'limit=',
  `project_id=${'a'.repeat(129)}`,
  'limit=1.5',
  'limit=many',
  'since=yesterday',
  'until=2026-13-01',
  'until=2026-02-29',
  'since=2026-01-31T24:00:00Z',
  'since=2026-12-31T23:59:60Z',
  'since=2026-01-01T00:00:00',
  'project_id=a%20b',
]) {
  t.test(`${query} is rejected`, async t => {
    const answer = await service.get(`/api/v1/export/txt/projects?${query}`)
    t.equal(answer.statusCode, 400)
    t.equal(answer.json().errors[0].pointer, `/query/${query.split('=')[0]}`)
  })
}

for (const url of [
  '/api/v1/export/txt/projects',
  '/api/v1/export/txt/analysis',
  '/api/v1/export/txt/api-spec',
  '/api/v1/export/pdf/projects',
]) {
  t.test(`${url} answers 304 to a client that has it`, async t => {
    const first = await service.get(url)
    const etag = String(first.headers.etag)
    t.match(etag, /^W\/"[\w-]+"$/)
    const strong = etag.slice('W/'.length)
    for (const known of [etag, strong, `"other", ${etag}`, `"other",${strong} , W/"third"`, '*']) {
      const second = await service.get(url, { headers: { 'if-none-match': known } })
      t.equal(second.statusCode, 304)
      t.equal(second.payload, '')
      t.equal(second.headers.etag, etag)
    }
    for (const unknown of ['"other"', 'W/"other"', '', etag.replaceAll('"', '')])
      t.equal((await service.get(url, { headers: { 'if-none-match': unknown } })).statusCode, 200, unknown)
    const head = await service.app.inject({ method: 'HEAD', url })
    for (const name of ['etag', 'content-type', 'content-disposition', 'cache-control'])
      t.equal(head.headers[name], first.headers[name], name)
    t.equal(head.payload, '')
  })
}

t.test('a new record changes the ETag of its listing', async t => {
  const before = (await service.get('/api/v1/export/txt/projects')).headers.etag
  await build('third', 'New')
  t.not((await service.get('/api/v1/export/txt/projects')).headers.etag, before)
  t.equal((await service.get('/api/v1/export/txt/api-spec')).payload, api)
})

t.test('the ETag changes with every row and with the query', async t => {
  const tagOf = async (url: string) => String((await service.get(url)).headers.etag)
  const url = '/api/v1/export/pdf/projects'
  const before = await tagOf(url)
  t.equal(await tagOf(url), before, 'not by itself')
  await setTimeout(5)
  await build('first', 'Alpha & <b>Omega</b>')
  const repeated = await tagOf(url)
  t.not(repeated, before, 'the same page again: built later, and once more')
  await build('first', 'Another headline')
  t.not(await tagOf(url), repeated, 'another page of an old project')
  const tags = await Promise.all(
    [url, `${url}?paper=letter`, `${url}?limit=1`, `${url}?project_id=first`, '/api/v1/export/txt/projects'].map(tagOf),
  )
  t.equal(new Set(tags).size, tags.length)
})

t.test('HEAD answers with the file name and no content', async t => {
  const answer = await service.app.inject({ method: 'HEAD', url: '/api/v1/export/txt/projects' })
  t.equal(answer.statusCode, 200)
  t.match(
    answer.headers['content-disposition'],
    /^attachment; filename="automation-service-projects-\d{4}-\d\d-\d\d\.txt"; filename\*=UTF-8''automation-service-projects/,
  )
  t.equal(answer.payload, '')
})
