// GET /api/v1/analyze-vibe: the analysis for caches, with the answer of POST, and closed to other websites on the machine of a visitor.
import { createServer } from 'node:http'
import sharp from 'sharp'
import t from 'tap'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'

const url = '/api/v1/analyze-vibe'
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#C83232' } })
  .png()
  .toBuffer()
const { url: origin } = await listen(
  t,
  createServer(({ url: path }, response) => {
    if (path === '/a.png?b=1&c=%2B') response.end(picture)
    else response.writeHead(404).end()
  }),
)
const source_url = `${origin}/a.png?b=1&c=%2B`
const query = `${url}?source_url=${encodeURIComponent(source_url)}`

const { get, post } = await startService(t)

t.test('it has the answer and the id of POST, with relative addresses', async t => {
  for (const options of [{}, { analysis_depth: 'low', target_platform: 'youtube_shorts' }, { palette_size: 3 }]) {
    const more = Object.entries(options).map(([name, value]) => `&${name}=${value}`)
    const answer = await get(query + more.join(''))
    const expected = await post(url, { source_url, ...options })
    t.equal(answer.statusCode, 200)
    for (const name of ['x-analysis-id', 'content-location', 'x-warnings', 'content-type'])
      t.equal(answer.headers[name], expected.headers[name], name)
    const { style_metadata } = expected.json()
    const path = `${url.replace('analyze-vibe', 'analyses')}/${style_metadata.analysis.id}`
    t.same(answer.json().style_metadata, {
      ...style_metadata,
      analysis: { ...style_metadata.analysis, url: path },
    })
  }
  const { style_metadata } = (await get(`${query}&preview=true&region=0,0,0.5,1`)).json()
  t.match(style_metadata, { preview: { width: 64 }, analysis: { region: { width: 0.5 } } })
  const head = await get(query, { method: 'HEAD' })
  t.match(head, { statusCode: 200, payload: '', headers: { etag: /^W/ } })
})

t.test('caches may keep an answer for a day and revalidate it, and no error', async t => {
  const first = await get(query)
  t.equal(first.headers['cache-control'], 'public, max-age=86400')
  const { etag = '', vary } = first.headers
  t.match(String(vary), /^accept\b/)
  t.match(etag, /^W\/"/)
  // The time of another answer is another one.
  t.equal((await get(query)).headers.etag, etag)
  t.not((await get(`${query}&palette_size=1&preview=true`)).headers.etag, etag)
  const css = await get(query, { headers: { accept: 'text/css' } })
  t.match(css.headers, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'public, max-age=86400' })
  t.not(css.headers.etag, etag)
  const same = await get(query, { headers: { 'if-none-match': String(etag) } })
  t.match(same, { statusCode: 304, payload: '', headers: { etag, 'cache-control': 'public, max-age=86400' } })
  const data = encodeURIComponent(`data:image/png;base64,${picture.toString('base64')}`)
  for (const [status, path, headers = {}] of [
    [400, url],
    [400, `${query}&analysis_depth=deep`],
    [400, `${query}&api_key=some-key`],
    [400, `${query}&api_key=`],
    [400, query, { 'x-vision-key': 'some-key' }],
    [422, `${url}?source_url=nothing`],
    [422, `${url}?source_url=${data}`],
    [422, `${url}?source_url=${origin}/missing`],
    [403, query, { 'sec-fetch-site': 'cross-site' }],
  ] as const) {
    const answer = await get(path, { headers })
    t.match(answer, { statusCode: status, headers: { 'cache-control': 'no-store', etag: undefined } }, path)
  }
})

t.test('the answer for a key is private, and addresses are absolute with PUBLIC_URL', async t => {
  const locked = await startService(t, { API_KEYS: 'ci:secret-of-the-team', PUBLIC_URL: 'https://example.com/styles' })
  t.match(await locked.get(query), { statusCode: 401, headers: { 'cache-control': 'no-store' } })
  const answer = await locked.get(query, { headers: { 'x-api-key': 'secret-of-the-team' } })
  t.equal(answer.headers['cache-control'], 'private, max-age=86400')
  t.match(answer.json().style_metadata.analysis.url, /^https:\/\/example\.com\/styles\/api\/v1\/analyses\/ana_/)
})

t.test('other websites may not have the browser of a visitor call a service on its own machine', async t => {
  const open = await startService(t, { CORS_ORIGINS: 'https://editor.example' })
  const published = await startService(t, { PUBLIC_URL: 'https://example.com/' })
  for (const [service, host, site, origin, status] of [
    [open, 'localhost:3000', 'cross-site', undefined, 403],
    [open, '127.0.0.1:3000', 'cross-site', 'https://other.example', 403],
    [open, 'app.localhost', 'cross-site', undefined, 403],
    [open, '[::1]:3000', 'cross-site', undefined, 403],
    [open, 'localhost:3000', 'cross-site', 'https://editor.example', 200],
    [open, 'localhost:3000', 'same-origin', undefined, 200],
    [open, 'localhost:3000', 'none', undefined, 200],
    [open, 'localhost:3000', undefined, undefined, 200],
    [open, '192.0.2.1', 'cross-site', undefined, 200],
    [published, 'localhost:3000', 'cross-site', undefined, 200],
    [published, 'example.com', 'cross-site', undefined, 200],
  ] as const) {
    const headers = { host, ...(site && { 'sec-fetch-site': site }), ...(origin && { origin }) }
    const answer = await service.get(query, { headers })
    t.equal(answer.statusCode, status, `${host}, ${site}, ${origin}`)
    if (status === 403) t.equal(answer.json().code, 'cross_site_refused')
    if (status === 200 && origin) t.match(String(answer.headers.vary), /origin/i)
    // Nothing else that is safe is refused.
    t.equal((await service.get('/api/v1/export/txt/projects', { headers })).statusCode, 200)
  }
})
