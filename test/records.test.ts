// Records by id: every response names the address of its record, which returns the same content until the record is deleted.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { securityHeaders } from '../plugins/shared/security-headers.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { json, saying, startFaults } from './fixtures/providers/fault-server.ts'
import { openBrowser } from './helpers/browser.ts'
import { kinds, startStore, type TestDatabase } from './helpers/databases.ts'
import { analysis, at, capture, list, page } from './helpers/records.ts'
import { type Service, startService, stripes } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'

const analyze = '/api/v1/analyze-vibe'
const build = '/api/v1/build-sparkpage'
const captureMedia = '/api/v1/capture-media'
const picture = await stripes(['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'])
const content = { headline: 'Ship your story', sub_headline: 'From one picture', cta_button_text: 'Start' }
const colors = { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] }
const target = { target_url: 'https://example.com/' }

const jsonType = 'application/json; charset=utf-8'
const htmlType = 'text/html; charset=utf-8'
const cssType = 'text/css; charset=utf-8'
const scriptType = 'text/javascript; charset=utf-8'

/** A service on a database that may have others. */
function startOn(t: Test, { options }: TestDatabase, environment: Readonly<Record<string, string>> = {}) {
  const { dataDir, databaseUrl } = options
  return startService(t, { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...environment })
}

/** Sends a request that makes a record. @returns the address of the record, which must be that of the header with its id */
async function make(
  t: Test,
  service: Service,
  url: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = await service.post(url, body, headers)
  t.equal(answer.statusCode, 200)
  const address = String(answer.headers['content-location'])
  const [, kind = '', id = ''] = /^\/api\/v1\/(analyses|pages|captures)\/(\w+_[0-9a-f]{32})$/.exec(address) ?? []
  const header = { analyses: 'x-analysis-id', pages: 'x-page-id', captures: 'x-capture-id' }[kind]
  t.equal(answer.headers[String(header)], id, address)
  return { address, id, answer }
}

/** Every member that decides a page. */
const pages: Readonly<Record<string, (style: object) => object>> = {
  'colours and texts': () => ({ style_metadata: colors, content }),
  'the style of an analysis': style => ({ project_id: 'spring', style_metadata: style, content }),
  'all texts, and embedded pictures': style => ({
    style_metadata: style,
    content: {
      headline: '漢字 "Ship" \u2028 <b>',
      sub_headline: '',
      cta_button_text: 'Go',
      cta_url: 'https://example.com/?a=1&b=2',
      secondary_cta: { text: 'More', url: '#more' },
      brand: { name: 'Sea Hotel', url: 'https://example.com/' },
      image: { src: picture, alt: 'Stripes' },
      sections: [
        { heading: 'Suites', text: 'Twelve.\n\nAll with a view.' },
        { heading: 'Pool', text: '', image: { src: picture, alt: '' } },
      ],
      footer: '© Sea Hotel',
    },
  }),
  'a linked framework': () => ({
    style_metadata: { ...colors, typography: 'serif', mood: ['calm'], composition: 'left' },
    content: { ...content, image: { src: 'https://example.com/beach.jpg', alt: 'A beach' } },
    export_settings: { framework: 'Bootstrap 5', framework_css: 'cdn', scheme: 'both', layout: 'two columns' },
  }),
}

const captures = {
  'a screenshot': target,
  'a film': { ...target, output_format: 'mp4', record_duration: '2.50s', wait_until: 'network idle' },
  'another viewport': { target_url: 'http://localhost:3000/<!--\u2028', viewport: { width: 640, height: 360 } },
}

for (const { name, skip, start } of kinds)
  t.test(name, { skip }, async t => {
    const createDatabase = await start(t)

    t.test('the address of a record returns the content of the response that made it, in every process', async t => {
      const database = await createDatabase(t)
      const [service, other] = [await startOn(t, database), await startOn(t, database)]

      const analyzed = await make(t, service, analyze, { source_url: picture, analysis_depth: 'high' })
      const { style_metadata: style } = analyzed.answer.json()
      for (const { get } of [service, other]) {
        const stored = await get(analyzed.address)
        t.match(stored, { statusCode: 200, headers: { 'content-type': jsonType }, payload: analyzed.answer.payload })
      }
      await make(t, service, analyze, { source_url: picture, analysis_depth: 'high' })
      t.equal((await other.get(analyzed.address)).payload, analyzed.answer.payload, 'the time is that of the first')

      for (const [name, bodyOf] of Object.entries(pages)) {
        const { address, answer } = await make(t, service, build, bodyOf(style))
        const { generated_html: html, css_variables: variables } = answer.json()
        t.notMatch(answer.headers['x-warnings'], 'unknown', name)
        for (const { get } of [service, other]) {
          const stored = await get(address)
          t.match([stored.statusCode, stored.headers['content-type']], [200, htmlType], name)
          const { request, ...whole } = (await get(address, { headers: { accept: 'application/json' } })).json()
          t.strictSame(whole, answer.json(), name)
          t.match(request.content, { headline: /./ }, 'beside it the request')
          const css = await get(address, { headers: { accept: 'text/css' } })
          t.match(css, { headers: { 'content-type': cssType } })
          for (const [name, value] of Object.entries(variables)) t.ok(css.payload.includes(`  ${name}: ${value};\n`))
        }
        const again = await make(t, service, build, bodyOf(style), { accept: 'text/html' })
        t.same([again.address, again.answer.payload], [address, html], 'HTML has the same address')
      }

      for (const [name, body] of Object.entries(captures)) {
        const { address, answer } = await make(t, service, captureMedia, body)
        const { playwright_script: script } = answer.json()
        t.same((await make(t, service, captureMedia, body, { accept: 'text/javascript' })).address, address)
        for (const { get } of [service, other]) {
          const stored = await get(address)
          t.match(stored.headers, {
            'content-type': scriptType,
            'content-disposition': 'attachment; filename="capture.mjs"',
          })
          t.equal(stored.payload, script, name)
          const whole = await get(address, { headers: { accept: 'application/json' } })
          t.equal(whole.payload, answer.payload, name)
        }
      }
    })

    t.test('reading does not count as a request', async t => {
      const { options } = await createDatabase(t)
      const store = await startStore(t, options)
      await store.saveAnalysis(analysis('ana_1'), at(0))
      await store.savePage(page('spring', 'page_1'), at(0))
      await store.saveCapture(capture('cap_1'), at(0))
      t.strictSame(await store.analysis('ana_1'), {
        style: analysis('ana_1').style,
        createdAt: at(0).toISOString(),
        picture: undefined,
      })
      t.strictSame(await store.page('page_1'), {
        projectId: 'spring',
        inputs: page('spring', 'page_1').inputs,
        document: '',
      })
      t.strictSame(await store.capture('cap_1'), capture('cap_1').config)
      t.match(await store.totals(), { analyses: { times: 1 }, pages: { times: 1 }, captures: { times: 1 } })
    })

    t.test('an id finds only a record of its kind, and no other text finds one', async t => {
      const { options } = await createDatabase(t)
      const store = await startStore(t, options)
      await store.saveAnalysis(analysis('ana_1'), at(0))
      await store.savePage(page('spring', 'page_1'), at(0))
      await store.saveCapture(capture('cap_1'), at(0))
      for (const id of ['ana_2', 'ANA_1', 'ana_1 ', '', '%', "' or 1=1 --", '\0', '\ud800', 'spring', 'page_1\0'])
        t.strictSame(
          [await store.analysis(id), await store.page(id), await store.capture(id), await store.deleteRecord(id)],
          [undefined, undefined, undefined, false],
          JSON.stringify(id),
        )
      t.equal(await store.page('ana_1'), undefined)
      t.equal(await store.analysis('cap_1'), undefined)
      t.equal(await store.capture('page_1'), undefined)
    })

    t.test('deletes one record of any kind, its bytes, and a project with its last page', async t => {
      const { options, query } = await createDatabase(t)
      const store = await startStore(t, options)
      for (const id of ['1', '2']) {
        await store.saveAnalysis(analysis(`ana_${id}`), at(0))
        await store.savePage(page('spring', `page_${id}`), at(0))
        await store.saveCapture(capture(`cap_${id}`), at(0))
      }
      for (const id of ['ana_1', 'page_1', 'cap_1']) {
        t.equal(await store.deleteRecord(id), true, id)
        t.equal(await store.deleteRecord(id), false, `${id} again`)
      }
      const one = { analyses: { total: 1 }, projects: { total: 1 }, pages: { total: 1 }, captures: { total: 1 } }
      t.match(await store.totals(), { ...one, storage: { evicted: 0 } })
      t.strictSame(
        (await list((await store.projects({})).pages)).map(row => row.pages),
        [1],
        'the project has a page',
      )
      t.same([await store.page('page_1'), (await store.page('page_2'))?.inputs.project_id], [undefined, 'spring'])
      for (const id of ['ana_2', 'page_2', 'cap_2']) await store.deleteRecord(id)
      t.match(await store.totals(), { projects: { total: 0 }, storage: { records: 0, record_bytes: 0 } })
      t.same(await query('select * from clients'), [])
      await store.savePage(page('spring', 'page_1'), at(5))
      t.match(await list((await store.projects({})).pages), [{ id: 'spring', pages: 1 }], 'it can be made again')
    })
  })

t.test('Accept chooses the content of a page and of a capture; without a choice it is HTML or the script', async t => {
  const { get, ...service } = await startService(t)
  const all = { get, ...service }
  const { address } = await make(t, all, build, { style_metadata: colors, content })
  for (const [accept, expected] of [
    [undefined, htmlType],
    ['', htmlType],
    ['*/*', htmlType],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', htmlType],
    ['application/json', jsonType],
    ['APPLICATION/JSON; charset=utf-8', jsonType],
    ['application/json, text/plain, */*', jsonType],
    ['application/json, */*;q=0.5', jsonType],
    ['application/json;q=0.9, text/html;q=0.8', jsonType],
    ['application/json;q=0.8 , text/html;q=0.9', htmlType],
    ['text/html, application/json', htmlType],
    ['application/*', jsonType],
    ['text/*', htmlType],
    ['text/css', cssType],
    ['text/css, */*;q=0.1', cssType],
    ['text/html;q=0, */*', jsonType],
    ['application/json;q=x', htmlType],
    ['image/png', htmlType],
  ] as const) {
    const { headers } = await get(address, accept === undefined ? {} : { headers: { accept } })
    t.equal(headers['content-type'], expected, `Accept: ${accept}`)
    t.match(headers.vary, /^accept\b/)
  }
  const script = await make(t, all, captureMedia, target)
  for (const [accept, expected] of [
    ['*/*', scriptType],
    ['application/json, text/plain, */*', jsonType],
    ['application/json', jsonType],
    ['text/html', scriptType],
  ] as const)
    t.equal((await get(script.address, { headers: { accept } })).headers['content-type'], expected, accept)
})

t.test('HEAD has the headers of GET; 304 for the current version; each content has its own', async t => {
  const service = await startService(t)
  const built = [
    await make(t, service, analyze, { source_url: picture, analysis_depth: 'low' }),
    await make(t, service, build, { style_metadata: colors, content }),
    await make(t, service, captureMedia, target),
  ]
  const etags = new Set<unknown>()
  for (const { address } of built)
    for (const accept of ['*/*', 'application/json']) {
      const headers = { accept }
      const got = await service.get(address, { headers })
      t.match(got.headers, { etag: /^W\/"[\w-]{22}"$/, 'cache-control': 'no-cache' })
      etags.add(got.headers.etag)
      const head = await service.app.inject({ method: 'HEAD', url: address, headers })
      t.match(head, { statusCode: 200, payload: '' })
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'content-security-policy'])
        t.equal(head.headers[name], got.headers[name], `${address}: ${name}`)
      for (const method of ['GET', 'HEAD'] as const) {
        const known = { ...headers, 'if-none-match': String(got.headers.etag) }
        const unchanged = await service.app.inject({ method, url: address, headers: known })
        t.match(unchanged, { statusCode: 304, payload: '', headers: { etag: got.headers.etag } })
        const stale = { ...headers, 'if-none-match': '"other"' }
        t.equal((await service.app.inject({ method, url: address, headers: stale })).statusCode, 200)
      }
    }
  t.equal(etags.size, 5, 'an analysis has one')
  const posted = await service.post(build, { style_metadata: colors, content }, { 'if-none-match': '*' })
  t.equal(posted.statusCode, 200)
})

t.test('an id without a record is 404 record_not_found, whatever its form', async t => {
  const service = await startService(t)
  const analyzed = await make(t, service, analyze, { source_url: picture, analysis_depth: 'low' })
  const ids = [`page_${'0'.repeat(32)}`, analyzed.id, 'nothing', '%00', '%20', '..%2f..%2fx', 'a'.repeat(512)]
  for (const id of ids) {
    const answer = await service.get(`/api/v1/pages/${id}`, { headers: { 'if-none-match': '*' } })
    t.match(answer, { statusCode: 404, headers: { 'content-type': 'application/problem+json; charset=utf-8' } })
    t.match(answer.json(), { success: false, code: 'record_not_found', type: '/problems/record_not_found' }, id)
    const head = await service.app.inject({ method: 'HEAD', url: `/api/v1/pages/${id}` })
    t.match(head, { statusCode: 404, payload: '' })
  }
  for (const url of ['/api/v1/analyses/nothing', '/api/v1/captures/nothing', `/api/v1/captures/${analyzed.id}`])
    t.equal((await service.get(url)).json().code, 'record_not_found', url)
  t.equal((await service.app.inject(`/api/v1/pages/${'a'.repeat(513)}`)).statusCode, 414)
  for (const url of ['/api/v1/pages', '/api/v1/pages/a/b'])
    t.equal((await service.get(url)).json().code, 'not_found', url)
  const wrong = await service.app.inject({ method: 'DELETE', url: analyzed.address })
  t.match(wrong, { statusCode: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
})

t.test('records are kept without what belongs to one response', async t => {
  const provider = await startFaults(t, response => json(response, { nothing: 'of use' }))
  const service = await startService(t, { OPENAI_BASE_URL: provider.base })
  const body = { source_url: picture, analysis_depth: 'low' }
  const keyed = await make(t, service, analyze, { ...body, api_key: 'sk-proj-1' })
  const blank = await make(t, service, analyze, { ...body, api_key: ' ' })
  const plain = await make(t, service, analyze, body)
  t.same([keyed.address, blank.address], [plain.address, plain.address])
  t.ok(keyed.answer.json().style_metadata.analysis.provider)
  t.match(blank.answer.json().style_metadata.analysis.warnings, [/api_key/])
  const stored = (await service.get(plain.address)).json()
  t.strictSame(stored.style_metadata, plain.answer.json().style_metadata)
  t.equal(stored.timestamp, keyed.answer.json().timestamp)

  const page = { style_metadata: colors, content, export_settings: { framework: 'bootstap' } }
  const unknown = await make(t, service, build, page)
  const known = await make(t, service, build, { ...page, export_settings: { framework: 'bootstrap' } })
  t.equal(unknown.address, known.address)
  t.match(unknown.answer.headers['x-warnings'], 'bootstap')
  const shown = await service.get(unknown.address, { headers: { accept: 'application/json' } })
  t.equal(shown.json().generated_html, known.answer.json().generated_html)

  const film = await make(t, service, captureMedia, { ...target, wait_until: 'networkidel' })
  t.match(film.answer.json().capture_config.warnings, [/networkidel/])
  const config = await service.get(film.address, { headers: { accept: 'application/json' } })
  t.same(config.json().capture_config.warnings, [])
})

t.test('the texts of a provider are in the responses to the keys that paid for them, and in no record', async t => {
  const DATA_DIR = t.testdir()
  const provider = await startFaults(t, (response, { headers }) => {
    const words = [`secret${headers.authorization?.slice(-1)}`]
    const annotation = {
      summary: `A ${words} sea.`,
      keywords: words,
      mood: [...words, 'playful'],
      typography: 'script',
    }
    json(response, saying('openai', JSON.stringify(annotation)))
  })
  const service = await startService(t, { DATA_DIR, OPENAI_BASE_URL: provider.base, OPENAI_MODEL: 'model-1' })
  const other = await startService(t, { DATA_DIR, OPENAI_BASE_URL: provider.base, OPENAI_MODEL: 'model-2' })
  const body = { source_url: picture }
  const measured = await make(t, service, analyze, body)
  const paid = await make(t, service, analyze, { ...body, api_key: 'sk-proj-1' })
  const alsoPaid = await make(t, service, analyze, { ...body, api_key: 'sk-proj-2' })
  const otherModel = await make(t, other, analyze, { ...body, api_key: 'sk-proj-1' })
  t.match(paid.answer.json().style_metadata, { summary: 'A secret1 sea.', mood: { words: ['secret1', 'playful'] } })
  t.match(alsoPaid.answer.json().style_metadata, { summary: 'A secret2 sea.', typography: { category: 'script' } })
  t.equal(paid.id, alsoPaid.id, 'the id does not depend on the key')
  t.equal(new Set([measured.id, paid.id, otherModel.id]).size, 3, 'but on engine and model')

  const stored = await service.get(paid.address)
  const { analysis, ...style } = stored.json().style_metadata
  t.strictSame(
    { ...style, analysis: measured.answer.json().style_metadata.analysis },
    measured.answer.json().style_metadata,
  )
  t.match(analysis, {
    id: paid.id,
    engine: 'openai',
    provider: { name: 'openai', model: 'model-1', outcome: 'answered' },
  })
  const urls = ['txt', 'pdf'].map(type => `/api/v1/export/${type}/analysis`)
  for (const url of [paid.address, alsoPaid.address, otherModel.address, ...urls])
    t.notMatch((await service.get(url)).payload, /secret\d/, url)

  const built = { style_metadata: paid.answer.json().style_metadata, content }
  const fromRecord = { style_metadata: stored.json().style_metadata, content }
  t.not((await make(t, service, build, built)).id, (await make(t, service, build, fromRecord)).id)
})

t.test('records of earlier releases are served by this one', async t => {
  const { store, get, ...service } = await startService(t)
  const old = page('spring', 'page_1', 'Older than the settings', 'bootstrap')
  const inputs = { ...old.inputs, export_settings: { framework: 'bootstrap', responsive_type: 'fluid' } }
  await store.savePage({ ...old, inputs }, at(0))
  const now = await make(t, { store, get, ...service }, build, inputs)
  const again = await get('/api/v1/pages/page_1', { headers: { accept: 'application/json' } })
  t.equal(again.json().generated_html, now.answer.json().generated_html)
  t.match(now.answer.payload, /@font-face/)

  const { config, ...record } = capture('cap_1')
  const unset = {
    full_page: false,
    selector: null,
    color_scheme: null,
    hide_selectors: [],
    delay: '0s',
    motion: 'none',
  }
  const whole = { x: 0, y: 0, ...config.output_size }
  const members = { record_duration: null, video: null, safe_area: whole, banner_selectors: [], options: unset }
  await store.saveCapture({ ...record, config: { ...config, ...Object(members) } }, at(0))
  const { capture_config } = (await get('/api/v1/captures/cap_1', { headers: { accept: 'application/json' } })).json()
  const current = (await service.post(captureMedia, target)).json().capture_config
  t.strictSame(capture_config, { ...config, script: current.script }, 'without the members that are not set')
  const script = (await get('/api/v1/captures/cap_1')).payload
  const body = script.slice(script.indexOf('\n}\n') + 3)
  t.equal(createHash('sha256').update(body).digest('hex'), current.script.sha256)
})

t.test('with API_KEYS only pages are public', async t => {
  const service = await startService(t, {
    API_KEYS: 'ci:secret-of-the-team-1,other:secret-of-the-team-2',
    RATE_LIMIT: '1000',
  })
  const key = { 'x-api-key': 'secret-of-the-team-1' }
  const { address } = await make(t, service, build, { style_metadata: colors, content }, key)
  const script = await make(t, service, captureMedia, target, key)
  for (const headers of [{}, key, { 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }]) {
    const got = await service.get(address, { headers })
    t.match(got, { statusCode: 200, headers: { ratelimit: /r=/ } })
    t.equal((await service.get(address, { headers: { ...headers, accept: 'text/css' } })).statusCode, 200)
    const json = await service.get(address, { headers: { ...headers, accept: 'application/json' } })
    t.equal(json.statusCode, headers === key ? 200 : 401, 'it contains the request')
    t.equal((await service.app.inject({ method: 'HEAD', url: address, headers })).statusCode, 200)
  }
  t.equal((await service.get(`/api/v1/pages/page_${'0'.repeat(32)}`)).statusCode, 404)
  for (const url of [script.address, '/api/v1/analyses/nothing', '/api/v1/pages', `${address}/x`, '/api/v1/nothing'])
    t.equal((await service.get(url)).statusCode, 401, url)
  t.equal((await service.app.inject({ method: 'POST', url: address })).statusCode, 401)
  t.equal((await service.get(script.address, { headers: key })).statusCode, 200)
  const { keys } = (await service.get('/api/admin/stats')).json().stats
  t.strictSame(keys, { ci: 7, other: 0 }, 'requests with a key count for it')
})

t.test('DELETE /api/admin/records/{id} deletes a record for every process, under the rule of /api/admin', async t => {
  const DATA_DIR = t.testdir()
  const service = await startService(t, {
    DATA_DIR,
    API_KEYS: 'ci:secret-of-the-team-1',
    ADMIN_TOKEN: 'token-of-the-operator-1',
  })
  const replica = await startService(t, { DATA_DIR })
  const key = { 'x-api-key': 'secret-of-the-team-1' }
  const admin = { authorization: 'Bearer token-of-the-operator-1' }
  const remove = (from: Service, id: string, headers: Readonly<Record<string, string>> = {}) =>
    from.app.inject({ method: 'DELETE', url: `/api/admin/records/${id}`, headers })
  const built = [
    await make(t, service, analyze, { source_url: picture, analysis_depth: 'low' }, key),
    await make(t, service, build, { project_id: 'spring', style_metadata: colors, content }, key),
    await make(t, service, captureMedia, target, key),
  ]
  for (const { id, address, answer } of built) {
    for (const headers of [{}, key, { authorization: 'Bearer wrong' }])
      t.equal((await remove(service, id, headers)).statusCode, 401)
    const elsewhere = await remove(replica, id, { host: 'localhost', 'x-forwarded-for': '192.0.2.1' })
    t.match([elsewhere.statusCode, elsewhere.json().code], [403, 'forbidden'])
    t.equal((await service.get(address, { headers: key })).statusCode, 200)

    const deleted = await remove(service, id, admin)
    t.match(deleted, { statusCode: 204, payload: '', headers: { 'x-request-id': /./ } })
    t.equal(deleted.headers['content-type'], undefined)
    for (const from of [service, replica]) t.equal((await from.get(address, { headers: key })).statusCode, 404)
    t.match((await remove(service, id, admin)).json(), { status: 404, code: 'record_not_found' })
    t.equal((await remove(replica, id)).statusCode, 404, 'without ADMIN_TOKEN for a direct local request')

    const url = { ana: analyze, pag: build, cap: captureMedia }[id.slice(0, 3)] ?? ''
    const body = { [analyze]: { source_url: picture, analysis_depth: 'low' }, [captureMedia]: target }[url]
    const again = await make(t, service, url, body ?? { project_id: 'spring', style_metadata: colors, content }, key)
    t.equal(again.address, address, 'the same request makes it again')
    const stored = await service.get(address, { headers: { ...key, accept: 'application/json' } })
    const { request: _request, ...same } = stored.json()
    t.strictSame({ ...same, timestamp: '' }, { ...answer.json(), timestamp: '' })
  }
  const { analyses, pages, captures } = await service.store.totals()
  t.match([analyses, pages, captures], Array(3).fill({ total: 1, times: 1 }), 'as a new record')
  t.equal((await service.get('/api/admin/stats', { headers: admin })).json().stats.analyses.cache_hits, 1)
  const typed = { ...admin, 'content-type': 'application/json' }
  const emptyBody = await remove(service, 'nothing', typed)
  t.match(emptyBody.json(), { status: 400, code: 'invalid_json' }, 'a Content-Type without a body')
  const options = await service.app.inject({ method: 'OPTIONS', url: '/api/admin/records/nothing', headers: admin })
  t.match(options, { statusCode: 204, headers: { allow: 'DELETE, OPTIONS' } })
})

t.test('a page is served with a sandbox and the other headers of the service', async t => {
  const service = await startService(t)
  const { address } = await make(t, service, build, { style_metadata: colors, content })
  const { headers } = await service.get(address)
  t.match(headers, {
    ...securityHeaders,
    'content-security-policy': "sandbox allow-scripts; script-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'unsafe-none',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  const asJson = await service.get(address, { headers: { accept: 'application/json' } })
  t.match(asJson.headers, securityHeaders)
})

const styled = {
  style_metadata: colors,
  content: { ...content, image: { src: picture, alt: 'Stripes' } },
}

t.test(
  'in a browser a page by id shows its picture, styles and fonts, and runs no script',
  needs('chromium'),
  async t => {
    const service = await startService(t)
    const origin = await service.listen()
    const { address } = await make(t, service, build, styled)
    const browser = await openBrowser(t)
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    page.on('requestfailed', request => complaints.push(request.url()))
    const response = await page.goto(origin + address)
    t.equal(response?.status(), 200)
    const shown = await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise(resolve => requestAnimationFrame(resolve))
      const image = document.querySelector('main img')
      const script = document.createElement('script')
      script.textContent = 'document.title = "run"'
      document.body.append(script)
      return {
        origin: self.origin,
        title: document.title,
        width: image instanceof HTMLImageElement ? image.naturalWidth : 0,
        fonts: [...document.fonts].map(font => font.status),
        background: getComputedStyle(document.body).backgroundColor,
      }
    })
    t.match(shown, { origin: 'null', title: content.headline })
    t.ok(shown.width > 0)
    t.ok(shown.fonts.length > 0 && shown.fonts.every(status => status === 'loaded'), shown.fonts.join())
    t.not(shown.background, 'rgba(0, 0, 0, 0)')
    t.ok(complaints.length > 0, 'the script was blocked, and nothing else')
    for (const text of complaints) t.match(text, /^Executing inline script violates /)
  },
)

t.test('the script of capture-media captures a page at its address', needs('chromium'), async t => {
  const service = await startService(t)
  const origin = await service.listen()
  const { address } = await make(t, service, build, styled)
  const viewport = { width: 320, height: 480, deviceScaleFactor: 1 }
  await t.test('in a folder of its own', async t => {
    const { code, stderr, folder, config } = await runCapture(t, { target_url: origin + address, viewport })
    t.equal(code, 0, stderr)
    // The service reads no picture by its path, and blocks it for the whole process.
    const file = await readFile(join(folder, config.output_file))
    t.match(await sharp(file).metadata(), { width: 320, height: 480 })
    const { channels } = await sharp(file).stats()
    t.ok(
      channels.some(({ stdev }) => stdev > 20),
      'the picture is not blank',
    )
  })
})
