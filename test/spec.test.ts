// Every row of the specification, by its section.
import t from 'tap'
import { startService, stripes } from './helpers/service.ts'

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const analysis = '/api/v1/analyze-vibe'
const page = '/api/v1/build-sparkpage'
const capture = '/api/v1/capture-media'
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A'] }
const content = { headline: 'One', sub_headline: 'Two', cta_button_text: 'Three' }

const service = await startService(t)
const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'])

t.test('2.7 GET /api/health: status, service, version, timestamp and nothing else', async t => {
  const answer = await service.get('/api/health')
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-type'], /^application\/json/)
  const { timestamp: time, ...rest } = answer.json()
  t.same(rest, { status: 'ok', service: 'automation-service', version: '1.0.0' })
  t.match(time, timestamp)
})

t.test('2.2 POST /api/v1/analyze-vibe: success, style_metadata with hexadecimal colors, timestamp', async t => {
  const answer = await service.post(analysis, { source_url: picture })
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body).sort(), ['style_metadata', 'success', 'timestamp'])
  t.equal(body.success, true)
  t.match(body.timestamp, timestamp)
  t.ok(body.style_metadata.colors.length > 0)
  for (const color of body.style_metadata.colors) t.match(color, /^#[0-9A-F]{6}$/)
})

const optional = {
  media_type: ['image', 'video'],
  analysis_depth: ['low', 'medium', 'high'],
  target_platform: ['instagram_reels', 'youtube_shorts', 'web_16_9'],
}

for (const [member, words] of Object.entries(optional)) {
  for (const word of words) {
    t.test(`2.1 ${member} takes ${word}`, async t => {
      t.equal((await service.post(analysis, { source_url: picture, [member]: word })).statusCode, 200)
    })
  }
  t.test(`2.1 ${member} takes no other word and no other case`, async t => {
    for (const word of ['other', words[0]?.toUpperCase(), ` ${words[0]}`, '', null, 1]) {
      const answer = await service.post(analysis, { source_url: picture, [member]: word })
      t.equal(answer.statusCode, 400)
      t.equal(answer.json().errors[0].pointer, `/${member}`)
    }
  })
}

t.test('2.1 source_url is required and a string', async t => {
  for (const body of [
    {},
    { source_url: null },
    { source_url: 1 },
    { source_url: [picture] },
    { source_url: { url: picture } },
  ]) {
    const answer = await service.post(analysis, body)
    t.equal(answer.statusCode, 400)
    t.equal(answer.json().errors[0].pointer, '/source_url')
  }
})

t.test('2.1 api_key is accepted, answered with a warning, and shown nowhere', async t => {
  const answer = await service.post(analysis, { source_url: picture, api_key: 'sk-secret-word' })
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['x-warnings'], /api_key/)
  t.equal(answer.json().style_metadata.analysis.warnings.length, 1)
  t.notMatch(answer.payload + JSON.stringify(answer.headers), 'sk-secret-word')
})

t.test('2.1 a blank api_key counts as absent, with a warning', async t => {
  const answer = await service.post(analysis, { source_url: picture, api_key: ' ' })
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['x-warnings'], /api_key_blank/)
})

t.test('2.4 POST /api/v1/build-sparkpage: success, generated_html, css_variables and nothing else', async t => {
  const answer = await service.post(page, { style_metadata: style, content })
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body).sort(), ['css_variables', 'generated_html', 'success'])
  t.equal(body.success, true)
  t.match(body.generated_html, /^<!doctype html>/i)
  for (const text of Object.values(content)) t.ok(body.generated_html.includes(text))
  t.equal(body.css_variables['--sp-palette-1'], '#6D28D9')
})

const complete = {
  project_id: 'project-1',
  style_metadata: style,
  content,
  export_settings: { responsive_type: 'fluid', framework: 'tailwind' },
}

t.test('2.3 every member of a build request is accepted together', async t => {
  t.equal((await service.post(page, complete)).statusCode, 200)
})

for (const pointer of [
  '/style_metadata',
  '/style_metadata/colors',
  '/content',
  '/content/headline',
  '/content/sub_headline',
  '/content/cta_button_text',
]) {
  t.test(`2.3 ${pointer} is required`, async t => {
    const body = structuredClone({ style_metadata: style, content })
    const [parent = '', member] = pointer.split('/').slice(1)
    Reflect.deleteProperty(member ? Reflect.get(body, parent) : body, member ?? parent)
    const answer = await service.post(page, body)
    t.equal(answer.statusCode, 400)
    t.same(
      answer.json().errors.map((fault: { pointer: string }) => fault.pointer),
      [pointer],
    )
  })
}

t.test('2.3 what the analysis returned is accepted back, whole and spread beside content', async t => {
  const answer = (await service.post(analysis, { source_url: picture, analysis_depth: 'high' })).json()
  for (const body of [
    { style_metadata: answer.style_metadata, content },
    { ...answer, content },
  ]) {
    const built = await service.post(page, body, { prefer: 'handling=strict' })
    t.equal(built.statusCode, 200)
    t.equal(built.headers['x-warnings'], undefined)
  }
})

t.test('2.6 POST /api/v1/capture-media: success, playwright_script, capture_config and nothing else', async t => {
  const answer = await service.post(capture, { target_url: 'https://example.com/' })
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body).sort(), ['capture_config', 'playwright_script', 'success'])
  t.match(body.playwright_script, /playwright/)
  t.match(body.capture_config, {
    target_url: 'https://example.com/',
    output_format: 'png',
    wait_until: 'load',
    output_size: { width: 3840, height: 2160 },
  })
})

t.test('2.5 every member of a capture request is accepted together', async t => {
  const body = {
    target_url: 'http://127.0.0.1:8080/a?b#c',
    viewport: { width: 1280, height: 720, deviceScaleFactor: 1.5 },
    output_format: 'mp4',
    record_duration: '2.5s',
    wait_until: 'networkidle',
  }
  const { capture_config } = (await service.post(capture, body)).json()
  t.match(capture_config, { ...body, output_size: { width: 1920, height: 1080 }, video: { fps: 60, frame_count: 150 } })
})

t.test('2.5 target_url is required', async t => {
  t.equal((await service.post(capture, {})).statusCode, 400)
})

for (const word of ['png', 'mp4']) {
  t.test(`2.5 output_format takes ${word}`, async t => {
    t.equal((await service.post(capture, { target_url: 'https://example.com/', output_format: word })).statusCode, 200)
  })
}

for (const bad of ['10', 's', '10 s', '-1s', '0s', '601s', '1e1s', '10S', 10]) {
  t.test(`2.5 record_duration refuses ${JSON.stringify(bad)}`, async t => {
    const answer = await service.post(capture, { target_url: 'https://example.com/', record_duration: bad })
    t.equal(answer.statusCode, 400)
    t.equal(answer.json().errors[0].pointer, '/record_duration')
  })
}

for (const type of ['projects', 'analysis', 'api-spec']) {
  t.test(`4.5 GET /api/v1/export/txt/${type}: a TXT file to download`, async t => {
    const answer = await service.get(`/api/v1/export/txt/${type}`)
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['content-type'], 'text/plain; charset=utf-8')
    t.match(answer.headers['content-disposition'], new RegExp(`^attachment; filename="[^"]*${type}[^"]*\\.txt"`))
    t.ok(answer.payload.length > 0)
  })
}

for (const type of ['projects', 'analysis']) {
  t.test(`4.6 GET /api/v1/export/pdf/${type}: an HTML page for PDF output`, async t => {
    const answer = await service.get(`/api/v1/export/pdf/${type}`)
    t.equal(answer.statusCode, 200)
    t.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
    t.match(answer.payload, /@page/)
  })
}

t.test('4 an unknown export type is refused with the words that are allowed', async t => {
  const answer = await service.get('/api/v1/export/pdf/api-spec')
  t.equal(answer.statusCode, 400)
  t.match(answer.json().errors, [{ pointer: '/path/type', allowed: ['projects', 'analysis'] }])
})

t.test('4 rule 2: the api-spec export lists every endpoint', async t => {
  const { payload } = await service.get('/api/v1/export/txt/api-spec')
  const rows = [
    'GET /api/health',
    'POST /api/v1/analyze-vibe',
    'POST /api/v1/build-sparkpage',
    'POST /api/v1/capture-media',
    'GET /api/v1/export/txt/{type}',
    'GET /api/v1/export/pdf/{type}',
    'GET /api/admin/stats',
  ]
  for (const row of rows) t.match(payload.replace(/ +/g, ' '), row)
})

t.test('2.8 GET /api/admin/stats: stats from real figures, timestamp and nothing else', async t => {
  const answer = await service.get('/api/admin/stats')
  t.equal(answer.statusCode, 200)
  const body = answer.json()
  t.same(Object.keys(body).sort(), ['stats', 'timestamp'])
  t.match(body.timestamp, timestamp)
  const before = body.stats.captures
  await service.post(capture, { target_url: 'https://example.com/counted' })
  await service.post(capture, { target_url: 'https://example.com/counted' })
  const after = (await service.get('/api/admin/stats')).json().stats.captures
  t.equal(after.total - before.total, 1, 'a repeated request adds no record')
  t.equal(after.times - before.times, 2, 'and counts all the same')
})

t.test('9 functional endpoints carry /v1/, health and admin none', async t => {
  for (const url of ['/api/v1/health', '/api/v1/admin/stats', '/health', '/api/analyze-vibe']) {
    t.equal((await service.get(url)).statusCode, 404)
  }
})

t.test('Accept names another form: the page, its variables, the script', async t => {
  const built = (accept: string) => service.post(page, { style_metadata: style, content }, { accept })
  const html = await built('text/html')
  t.equal(html.headers['content-type'], 'text/html; charset=utf-8')
  t.equal(html.payload, (await built('application/json')).json().generated_html)
  const css = await built('text/css;q=0.9, text/plain')
  t.equal(css.headers['content-type'], 'text/css; charset=utf-8')
  t.match(css.payload, /^:root \{\n {2}--sp-/)
  const script = await service.post(capture, { target_url: 'https://example.com/' }, { accept: 'text/javascript' })
  t.equal(script.headers['content-type'], 'text/javascript; charset=utf-8')
  t.equal(script.headers['content-disposition'], 'attachment; filename="capture.mjs"')
  t.match(script.payload, 'const CONFIG = ')
  for (const accept of ['*/*', 'text/html, application/json', 'text/html,*/*;q=0.8', 'image/png']) {
    t.match((await built(accept)).headers['content-type'], /^application\/json/, accept)
  }
})
