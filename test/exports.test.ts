// The export operations over HTTP: filters, tags, names, both forms.
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { startService } from './service.ts'

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
  t.ok(payload.indexOf(' second ') < payload.indexOf(' first '))
  t.match(payload, 'Alpha & <b>Omega</b>')
})

t.test('the page to print shows the same, harmless', async t => {
  const { payload } = await service.get('/api/v1/export/pdf/projects?paper=letter')
  t.match(payload, 'Alpha &#38; &#60;b&#62;Omega&#60;/b&#62;')
  t.match(payload, /@page[^{]*\{[^}]*letter/)
})

t.test('an example of every filter', async t => {
  const count = async (query: string) => {
    const { payload } = await service.get(`/api/v1/export/txt/projects?${query}`)
    return ['first', 'second'].filter(id => payload.includes(` ${id} `)).length
  }
  t.equal(await count(''), 2)
  t.equal(await count('project_id=first'), 1)
  t.equal(await count('limit=1'), 1)
  t.equal(await count('since=2000-01-01'), 2)
  t.equal(await count('until=2000-01-01T00:00:00Z'), 0)
  t.equal(await count('since=2999-01-01T00:00:00%2B02:00'), 0)
  t.equal(await count('unknown=1'), 2, 'unknown parameters are ignored')
})

for (const query of [
  'limit=0',
  'limit=1.5',
  'limit=many',
  'since=yesterday',
  'until=2026-13-01',
  'since=2026-01-01T00:00:00',
  'project_id=a%20b',
]) {
  t.test(`${query} is refused`, async t => {
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
  t.test(`${url} is not sent twice to those who have it`, async t => {
    const first = await service.get(url)
    const etag = String(first.headers.etag)
    t.match(etag, /^W\/"[\w-]+"$/)
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const second = await service.get(url, { headers: { 'if-none-match': known } })
      t.equal(second.statusCode, 304)
      t.equal(second.payload, '')
      t.equal(second.headers.etag, etag)
    }
    t.equal((await service.get(url, { headers: { 'if-none-match': '"other"' } })).statusCode, 200)
  })
}

t.test('a new record changes the tag of its listing', async t => {
  const before = (await service.get('/api/v1/export/txt/projects')).headers.etag
  await build('third', 'New')
  t.not((await service.get('/api/v1/export/txt/projects')).headers.etag, before)
  t.equal((await service.get('/api/v1/export/txt/api-spec')).payload, api)
})

t.test('HEAD tells the name without the content', async t => {
  const answer = await service.app.inject({ method: 'HEAD', url: '/api/v1/export/txt/projects' })
  t.equal(answer.statusCode, 200)
  t.match(
    answer.headers['content-disposition'],
    /^attachment; filename="automation-service-projects-\d{4}-\d\d-\d\d\.txt"; filename\*=UTF-8''automation-service-projects/,
  )
  t.equal(answer.payload, '')
})
