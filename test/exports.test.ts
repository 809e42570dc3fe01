// Exports: the operations over HTTP, the listings as text and as pages for printing, and the API as text.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import sharp from 'sharp'
import stringWidth from 'string-width'
import t, { type Test } from 'tap'
import { examplePicture } from '../schemas/examples/pictures.ts'
import { papers } from '../schemas/export.ts'
import { models, operations, securitySchemes } from '../schemas/index.ts'
import { pathOfOperation } from '../schemas/operation.ts'
import { problemCodes } from '../schemas/problems.ts'
import { renderApiSpec } from '../src/reports/api-spec.ts'
import { renderCsv, renderJson } from '../src/reports/data.ts'
import { fitColumn, formatFileSize, joinFitting, truncate, truncateMiddle } from '../src/reports/format.ts'
import type { Listing } from '../src/reports/listing.ts'
import { reportAnalyses, reportProjects } from '../src/reports/listings.ts'
import { renderPrintPage, renderSwatches } from '../src/reports/print.ts'
import { describeFields, describeLimits, describeType } from '../src/reports/schema-text.ts'
import { describeSource } from '../src/reports/source-text.ts'
import { renderTxt } from '../src/reports/txt.ts'
import { list } from './helpers/records.ts'
import { analysis, analysisReport, generatedAt, hostile, projectReport } from './helpers/reports.ts'
import { startService } from './helpers/service.ts'
import { openTab, type Tab } from './helpers/tab.ts'
import { needs, pdfinfoPath, pdftoppmPath, pdftotextPath } from './helpers/tools.ts'
import { findViolations, measureOverflow } from './helpers/web-pages.ts'

const run = promisify(execFile)

t.test('over HTTP', async t => {
  // Every record gets a timestamp of its own.
  let time = generatedAt.getTime()
  const { app, get, post, store } = await startService(t, {}, { now: () => new Date(time++) })
  const txt = '/api/v1/export/txt/projects'
  const pdf = '/api/v1/export/pdf/projects'
  const build = (project_id: string, headline: string) =>
    post('/api/v1/build-sparkpage', {
      project_id,
      style_metadata: { colors: ['#6D28D9'] },
      content: { headline, sub_headline: 'Two', cta_button_text: 'Three' },
    })
  await build('first', 'Alpha & <b>Omega</b>')
  await build('second', '漢字 headline 😀')

  t.test('lists every project, newest first, with its latest headline', async t => {
    const { headers, payload } = await get(txt)
    t.match(
      payload,
      / 1 {2}none +漢字 headline 😀 +second\n.* 1 {2}none +Alpha & <b>Omega<\/b> +first\n\nEnd of report: 2 p/,
    )
    const name = 'automation-service-projects-2026-01-31.txt'
    t.equal(headers['content-disposition'], `attachment; filename="${name}"; filename*=UTF-8''${name}`)
    const page = (await get(`${pdf}?paper=letter`)).payload
    t.match(page, 'Alpha &#38; &#60;b&#62;Omega&#60;/<wbr>b&#62;')
    t.match(page, /@page[^{]*\{[^}]*letter/)
  })

  t.test('applies every filter; a time span includes its start and excludes its end', async t => {
    const [newest] = await list((await store.projects({ limit: 1 })).pages)
    const instant = newest?.createdAt ?? ''
    const later = new Date(Date.parse(instant) + 1).toISOString()
    const day = instant.slice(0, 10)
    for (const [query, expected] of [
      ['', ['first', 'second']],
      ['project_id=first', ['first']],
      ['limit=1', ['second']],
      ['unknown=1', ['first', 'second']],
      ['since=2000-01-01', ['first', 'second']],
      ['until=2000-01-01T00:00:00Z', []],
      ['since=2999-01-01T00:00:00%2B02:00', []],
      [`since=${instant}`, ['second']],
      [`since=${later}`, []],
      [`until=${instant}`, ['first']],
      [`until=${later}`, ['first', 'second']],
      [`since=${instant}&until=${later}&project_id=second&limit=1`, ['second']],
      [`since=${later}&until=${instant}`, []],
      [`since=${day}&until=${day}`, ['first', 'second']],
      [`since=${day}&until=${day}T00:00:00Z`, []],
      [`since=2000-01-01T02:00:00+02:00&until=2999-01-01T02:00:00.5+02:00`, ['first', 'second']],
      ['until=9999-12-31', ['first', 'second']],
    ] as const) {
      const { payload } = await get(`${txt}?${query}`)
      const shown = ['first', 'second'].filter(id => payload.includes(` ${id}\n`))
      t.strictSame(shown, expected, query)
    }
  })

  t.test('a filter without effect is a warning, or an error under strict handling', async t => {
    const query = `?project_id=first&since=2000-01-01&until=2999-01-01&limit=9`
    for (const [path, names] of [
      ['txt/projects', []],
      ['pdf/projects', []],
      ['txt/analysis', ['project_id']],
      ['pdf/analysis', ['project_id']],
      ['txt/api-spec', ['project_id', 'since', 'until', 'limit']],
    ] as const) {
      const url = `/api/v1/export/${path}${query}`
      const answer = await get(url)
      t.equal(answer.statusCode, 200, path)
      const warned = String(answer.headers['x-warnings'] ?? '').match(/(?<=not_applicable;pointer="\/query\/)\w+/g)
      t.strictSame(warned ?? [], names, path)
      const strict = await get(url, { headers: { prefer: 'handling=strict' } })
      t.equal(strict.statusCode, names.length === 0 ? 200 : 400, `${path}, strict`)
    }
  })

  t.test('accepts the largest and smallest allowed values', async t => {
    for (const url of [
      `${txt}?limit=1000000000`,
      '/api/v1/export/txt/analysis?limit=1',
      ...papers.map(paper => `${pdf}?limit=10000&paper=${paper}`),
      '/api/v1/export/pdf/analysis?limit=1',
      `${txt}?project_id=${'a'.repeat(128)}`,
      `${txt}?since=0000-01-01T00:00:00Z&until=9999-12-31T23:59:59.999Z`,
    ])
      t.equal((await get(url)).statusCode, 200, url)
  })

  t.test('rejects invalid parameters, all at once', async t => {
    for (const [url, names] of [
      [
        `${pdf}?limit=10001&paper=A4&since=x&until=2026-02-30&project_id=`,
        ['limit', 'paper', 'project_id', 'since', 'until'],
      ],
      ...['0', '1000000001', '-1', '', '1.5', 'many'].map(limit => [`${txt}?limit=${limit}`, ['limit']] as const),
      ...['a'.repeat(129), 'a%20b'].map(id => [`${txt}?project_id=${id}`, ['project_id']] as const),
      ...[
        'yesterday',
        '2026-13-01',
        '2026-02-29',
        '2026-01-31T24:00:00Z',
        '2026-12-31T23:59:60Z',
        '2026-01-01T00:00:00',
        '2026-01-01 00:00:00Z',
      ].map(instant => [`${txt}?since=${instant}`, ['since']] as const),
    ] as const) {
      const answer = await get(url)
      t.equal(answer.statusCode, 400, url)
      const { errors } = answer.json<{ errors: readonly { pointer: string }[] }>()
      t.strictSame(
        errors.map(({ pointer }) => pointer).sort(),
        names.map(name => `/query/${name}`),
        url,
      )
    }
    t.match((await get(`${pdf}?paper=A4`)).json().errors, [{ allowed: ['a4', 'letter'] }])
  })

  t.test('answers 304 to a client that has the current version, and HEAD without a body', async t => {
    for (const url of [txt, '/api/v1/export/txt/analysis', '/api/v1/export/txt/api-spec', pdf]) {
      const first = await get(url)
      const etag = String(first.headers.etag)
      t.match(etag, /^W\/"[\w-]+"$/)
      const strong = etag.slice('W/'.length)
      for (const known of [etag, strong, `"other", ${etag}`, `"other",${strong} , W/"third"`, '*'])
        t.match(await get(url, { headers: { 'if-none-match': known } }), {
          statusCode: 304,
          payload: '',
          headers: { etag },
        })
      for (const unknown of ['"other"', 'W/"other"', '', etag.replaceAll('"', '')])
        t.equal((await get(url, { headers: { 'if-none-match': unknown } })).statusCode, 200, unknown)
      const head = await app.inject({ method: 'HEAD', url })
      for (const name of ['etag', 'content-type', 'content-disposition', 'cache-control'])
        t.equal(head.headers[name], first.headers[name], name)
      t.equal(head.payload, '')
    }
  })

  t.test('the ETag changes with every record and with the query', async t => {
    const tagOf = async (url: string) => String((await get(url)).headers.etag)
    const urls = [pdf, `${pdf}?paper=letter`, `${pdf}?limit=1`, `${pdf}?project_id=first`, txt]
    const spec = await tagOf('/api/v1/export/txt/api-spec')
    const tags = [await tagOf(pdf)]
    t.equal(await tagOf(pdf), tags[0], 'not by itself')
    for (const [id, headline] of [
      ['third', 'New'],
      ['first', 'Alpha & <b>Omega</b>'],
      ['first', 'Another headline'],
    ] as const) {
      await build(id, headline)
      tags.push(await tagOf(pdf))
    }
    tags.push(...(await Promise.all(urls.slice(1).map(tagOf))))
    t.equal(new Set(tags).size, 8)
    t.equal(await tagOf('/api/v1/export/txt/api-spec'), spec)
  })
})

t.test('Accept chooses records as JSON or CSV, on both addresses', async t => {
  const { get, post } = await startService(t, {}, { now: () => generatedAt })
  for (const [project_id, headline] of [
    ['first', '=HYPERLINK("http://a.example","x")'],
    ['second', 'Line one\r\n"two", 漢字'],
  ] as const)
    await post('/api/v1/build-sparkpage', {
      project_id,
      style_metadata: { colors: ['#6D28D9'] },
      content: { headline, sub_headline: 'Two', cta_button_text: 'Three' },
    })
  await post('/api/v1/analyze-vibe', { source_url: examplePicture, media_type: 'image' })
  const isValid = new Ajv({ strict: false, schemas: [...models], validateFormats: false }).getSchema('ExportResponse')
  const created = { created_at: generatedAt.toISOString(), last_at: generatedAt.toISOString() }
  const both = [
    { id: 'second', ...created, pages: 1, frameworks: ['none'], headline: 'Line one\r\n"two", 漢字' },
    { id: 'first', ...created, pages: 1, frameworks: ['none'], headline: '=HYPERLINK("http://a.example","x")' },
  ]
  for (const base of ['/api/v1/export/txt', '/api/v1/export/pdf']) {
    const ask = (path: string, accept: string) => get(`${base}/${path}`, { headers: { accept } })

    const json = await ask('projects', 'application/json')
    t.equal(json.headers['content-type'], 'application/json; charset=utf-8')
    t.match(json.headers['content-disposition'], 'filename="automation-service-projects-2026-01-31.json"')
    t.match(json.headers.vary, /^accept\b/)
    const envelope = { success: true, count: 2, total: 2, timestamp: generatedAt.toISOString() }
    t.strictSame(json.json(), { ...envelope, records: both })
    t.strictSame((await ask('projects?project_id=first', 'application/json')).json().records, both.slice(1))
    t.match((await ask('projects?limit=1', 'application/json')).json(), {
      count: 1,
      total: 2,
      records: both.slice(0, 1),
    })
    t.strictSame((await ask('projects?since=2999-01-01', 'application/json')).json().records, [])
    const [row] = (await ask('analysis', 'application/json')).json().records
    t.match(row, { source: 'data:image/png', times: 1, depth: 'medium', media_type: 'image', engine: 'builtin' })
    t.equal((await get(`/api/v1/analyses/${row.id}`)).statusCode, 200)
    for (const type of ['projects', 'analysis'])
      t.ok(isValid?.((await ask(type, 'application/json')).json()), `${JSON.stringify(isValid?.errors)}`)

    const csv = await ask('projects', 'text/csv')
    t.equal(csv.headers['content-type'], 'text/csv; charset=utf-8; header=present')
    t.match(csv.headers['content-disposition'], 'filename="automation-service-projects-2026-01-31.csv"')
    const [names, ...rows] = readCsv(csv.payload)
    t.strictSame(names, Object.keys(both[0] ?? {}))
    t.strictSame(
      rows.map(cells => cells.at(-1)),
      ['Line one\r\n"two", 漢字', '\'=HYPERLINK("http://a.example","x")'],
    )
    t.strictSame(readCsv((await ask('analysis', 'text/csv')).payload), [
      Object.keys(row),
      Object.values(row).map(value => [value].flat().join(' ')),
    ])

    const etags = await Promise.all(
      ['*/*', 'application/json', 'text/csv'].map(async accept => {
        const { etag } = (await ask('projects', accept)).headers
        const headers = { accept, 'if-none-match': String(etag) }
        t.equal((await get(`${base}/projects`, { headers })).statusCode, 304, accept)
        return etag
      }),
    )
    t.equal(new Set(etags).size, 3, 'each format has its own ETag')
  }
})

t.test('a client that names JSON beside every type gets the document of the address', async t => {
  const { get } = await startService(t)
  for (const [accept, txt, pdf] of [
    [undefined, 'text/plain', 'text/html'],
    ['*/*', 'text/plain', 'text/html'],
    ['image/png', 'text/plain', 'text/html'],
    ['text/*', 'text/plain', 'text/html'],
    ['application/json, text/plain, */*', 'text/plain', 'text/html'],
    ['application/json, */*', 'text/plain', 'text/html'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/plain', 'text/html'],
    ['application/json, */*;q=0.5', 'application/json', 'application/json'],
    ['application/*', 'application/json', 'application/json'],
    ['text/csv, */*', 'text/csv', 'text/csv'],
    ['TEXT/CSV', 'text/csv', 'text/csv'],
    ['application/json;q=0.5, text/csv', 'text/csv', 'text/csv'],
    ['text/csv;q=0, application/json', 'application/json', 'application/json'],
  ] as const) {
    const headers = accept === undefined ? {} : { accept }
    for (const [url, expected] of [
      ['/api/v1/export/txt/projects', txt],
      ['/api/v1/export/pdf/analysis', pdf],
    ] as const)
      t.match((await get(url, { headers })).headers['content-type'], `${expected};`, `${url}, Accept: ${accept}`)
    const spec = await get('/api/v1/export/txt/api-spec', { headers })
    t.match(spec.headers['content-type'], 'text/plain;', 'the operations are text only')
  }
})

/** The rows of RFC 4180, read strictly: every line ends in CRLF, and quotes stand only around a cell or in pairs. */
function readCsv(text: string): readonly (readonly string[])[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  const rows: string[][] = [[]]
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const [, quoted, plain = '', end] = cell.exec(text) ?? []
    if (end === undefined) throw new Error(`No cell at ${at}: ${text.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

t.test('JSON keeps every text; no cell of CSV begins a formula, whatever separates the cells', async t => {
  const formulas = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r\n=1',
    ' =1',
    '"=1+1"',
    '＝1',
    '＠x',
    'a;=1',
    'a;"=1',
    'a\n+1',
    'a\t-1',
  ]
  const plain = ['', 'a=b', '1-2', 'me@example.com', 'a; b', "it's", 'https://example.com/?a=-1']
  const texts = [...formulas, ...plain, ...hostile]
  const rows = texts.map((source, i) => ({ ...analysis(i), source }))
  const report = () => reportAnalyses({ ...analysisReport(rows.length), pages: pagesOf(...rows) })

  const { records } = JSON.parse(await text(renderJson(report())))
  t.strictSame(
    records.map(({ source }: { source: string }) => source),
    texts,
  )
  const [, ...lines] = readCsv(await text(renderCsv(report())))
  const cells = lines.map(line => line[4] ?? '')
  t.strictSame(cells.slice(formulas.length), [...plain, ...hostile], 'other texts stay as they are')
  for (const cell of cells.slice(0, formulas.length)) {
    t.match(cell, /'[=+\-@＝＋－＠]/, JSON.stringify(cell))
    for (const part of cell.split(/[;\t\r\n]/)) t.notMatch(part, /^[\s"]*[=+\-@＝＋－＠]/, JSON.stringify(cell))
  }
  const empty = reportAnalyses(analysisReport(0))
  t.strictSame(JSON.parse(await text(renderJson(empty))).records, [])
  t.equal(readCsv(await text(renderCsv(empty))).length, 1, 'the names')
})

t.test('every cell is exactly as wide as its column, whatever its text', async t => {
  for (const width of [1, 2, 7, 24, 80])
    for (const [i, value] of hostile.entries()) {
      t.equal(stringWidth(fitColumn(value, width, 'left')), width, `hostile text ${i} in ${width}`)
      t.ok(truncate(value, width).length <= width * 20, 'and bounded in length')
    }
  for (const [result, expected] of [
    [fitColumn('7', 3, 'right'), '  7'],
    [fitColumn('漢', 4, 'right'), '  漢'],
    [truncate('漢字漢字', 5), '漢字…'],
    [truncate('漢字漢字', 6), '漢字…'],
    // An emoji is not cut in half, and excess combining marks are removed.
    [truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3), '👩‍👩‍👧‍👦…'],
    [truncate(`z${'\u0301'.repeat(300)}`, 9), `ź${'\u0301'.repeat(4)}`],
    [truncateMiddle('https://example.com/a/b/c/photo.png', 20), 'https://ex…photo.png'],
    [truncateMiddle('https://e.co/a.png', 20), 'https://e.co/a.png'],
    [truncateMiddle('漢字漢字', 5), '漢字…'],
    [joinFitting(['bootstrap', 'none', 'pico'], 22), 'bootstrap, none, pico'],
    [joinFitting(['bootstrap', 'none', 'pico'], 20), 'bootstrap, none, +1'],
    [joinFitting(['bootstrap', 'none', 'pico'], 9), '+3'],
    [joinFitting([], 9), ''],
    [formatFileSize(0), '0 B'],
    [formatFileSize(999), '999 B'],
    [formatFileSize(1000), '1 kB'],
    [formatFileSize(999_499), '999 kB'],
    [formatFileSize(999_500), '1.0 MB'],
    [formatFileSize(24_000_000), '24.0 MB'],
  ] as const)
    t.equal(result, expected)
})

t.test('a text report has one aligned line for each record, without control characters', async t => {
  const count = hostile.length * 2
  for (const [report, title, id] of [
    [await text(renderTxt(reportAnalyses(analysisReport(count)))), 'ID', /ana_[0-9a-f]{32}$/],
    [await text(renderTxt(reportProjects(projectReport(count)))), 'PROJECT', /project-\d+$/],
  ] as const) {
    const table = report.slice(report.indexOf('\nCREATED') + 1, report.lastIndexOf('\n\nEnd of report: '))
    const [head = '', rule = '', ...rows] = table.split('\n')
    const before = stringWidth(head.slice(0, head.indexOf(title)))
    t.equal(rows.length, count)
    t.equal(rule[before - 1], ' ')
    for (const row of rows) {
      t.match(row, /^2026-01-31 \d\d:\d\d:\d\d {2}/)
      t.equal(stringWidth(row.slice(0, row.search(id))), before, 'columns begin below their titles')
    }
    t.notMatch(report, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/)
    t.notMatch(report, /\p{Surrogate}/u)
    t.notMatch(report, / $/m, 'no line ends with a space')
  }
})

t.test('a report names its time, its contents and its filter', async t => {
  const filter = {
    projectId: 'spring',
    since: new Date('2026-01-01T00:00:00Z'),
    until: new Date('2026-02-01T00:00:00Z'),
  }
  const analyses = await text(renderTxt(reportAnalyses({ ...analysisReport(3, 12_345), filter })))
  for (const line of [
    /^Automation Service: analyses\n=+\n/,
    /^Created +2026-01-31 12:00:00 UTC$/m,
    /^Contains +the newest 3 of 12,345 analyses$/m,
    /^Oldest +2026-01-31 11:57:58 UTC$/m,
    /^Newest +2026-01-31 12:00:00 UTC$/m,
    /^Since +2026-01-01 00:00:00 UTC$/m,
    /^Before +2026-02-01 00:00:00 UTC$/m,
    /^Requested +6 times$/m,
    /^ {2}youtube_shorts +3 +100.0 % +█{30}$/m,
    /^ {2}tomato +19 +33.3 % +█{28}▌$/m,
    /\n\nEnd of report: 3 analyses. 12,342 older ones left out because of the limit; .*\n$/,
  ])
    t.match(analyses, line)
  t.notMatch(analyses, /Project /, 'analyses have no project')
  const project = await text(renderTxt(reportProjects({ ...projectReport(1), filter: { projectId: 'spring' } })))
  for (const line of [/^Contains +1 project$/m, /^Project +spring$/m, /^Pages +3, built 5 times$/m])
    t.match(project, line)
  t.match(await text(renderTxt(reportAnalyses(analysisReport(10)))), /^ {2}2 others +23 +14.8 %$/m)
})

t.test('an empty listing explains itself in both formats', async t => {
  const [analyses, projects] = [analysisReport(0), projectReport(0)]
  const unfiltered = { projectId: undefined, since: undefined, until: undefined, limit: 1000 }
  const check = async <R>(listing: Listing<R>, message: RegExp) => {
    t.match(await text(renderTxt(listing)), message)
    const page = await text(renderPrintPage(listing, 'a4'))
    t.match(page, message)
    t.notMatch(page, /<table|<svg|<section/)
  }
  await check(reportAnalyses(analyses), /no analyses yet.*analyze-vibe/)
  for (const filter of [{ since: generatedAt }, { until: generatedAt }])
    await check(reportAnalyses({ ...analyses, filter }), /no analyses in this period/)
  for (const filter of [{}, unfiltered])
    await check(reportProjects({ ...projects, filter }), /no projects yet.*build-sparkpage/)
  await check(reportProjects({ ...projects, filter: { projectId: 'other', since: generatedAt } }), /No project matches/)
})

t.test('streams many rows with no more than one chunk in memory', async t => {
  const count = 1000
  const renderers = [renderTxt, renderJson, renderCsv, <R>(listing: Listing<R>) => renderPrintPage(listing, 'letter')]
  for (const render of renderers) {
    let read = 0
    async function* pages() {
      for (; read < count; read += 100) yield Array.from({ length: 100 }, (_, i) => analysis(read + i))
    }
    let written = 0
    for await (const chunk of render(reportAnalyses({ ...analysisReport(count), pages: pages() }))) {
      written += chunk.match(/^(?:<tr><td>|(?:\{"id":")?ana_\w+[",]+(?:created_at":")?)?2026-01-3\d/gm)?.length ?? 0
      t.ok(read - written <= 100, 'reads a page of rows only when it writes it')
      t.ok(chunk.length < 64_000, 'writes small chunks')
    }
    t.equal(written, count)
  }
})

t.test('a source is shown as its file, its host and its folder', async t => {
  const folders = (count: number) => Array.from({ length: count }, (_, i) => `folder-${i}`).join('/')
  for (const [source, name, place] of [
    ['data:image/jpeg', 'JPEG upload', ''],
    ['data:image/svg+xml', 'SVG upload', ''],
    ['data:image/webp', 'WebP upload', ''],
    ['data:video/mp4', 'MP4 upload', ''],
    ['data:application/pdf', 'Upload, application/pdf', ''],
    ['data:image/vnd.adobe.photoshop', 'Upload, image/vnd.adobe.photoshop', ''],
    ['data:', 'Upload', ''],
    ['photo.jpg', 'photo.jpg', ''],
    ['https://example.com/', 'example.com', ''],
    ['https://example.com', 'example.com', ''],
    ['http://example.com:8080/a.png', 'a.png', 'example.com:8080'],
    ['https://example.com/a/b//c/', 'c', 'example.com/a/b'],
    ['https://example.com/%E6%98%A5/%E5%A4%8F%20x.png', '夏 x.png', 'example.com/春'],
    ['https://example.com/%FF/%E0%A4%A.png', '%E0%A4%A.png', 'example.com/%FF'],
    [`https://example.com/${folders(5)}/a.png`, 'a.png', `example.com/${folders(5)}`],
    [`https://example.com/${folders(900)}/a.png`, 'a.png', 'example.com/…/folder-899'],
    [
      `https://${'h'.repeat(99)}/${'f'.repeat(99)}.jpeg`,
      `${'f'.repeat(28)}…${'f'.repeat(22)}.jpeg`,
      `${'h'.repeat(32)}…${'h'.repeat(31)}`,
    ],
  ] as const)
    t.strictSame(describeSource(source), { name, place }, source)
  const row = { ...analysis(0), source: 'https://example.com/red-and_blue/1-a.png' }
  const report = { ...analysisReport(1), pages: pagesOf(row) }
  const page = await text(renderPrintPage(reportAnalyses(report), 'a4'))
  t.match(page, 'title="https://example.com/red-and_blue/1-a.png"', 'the whole address')
  t.match(page, '>1-<wbr>a.png<')
  t.match(page, '>example.com/<wbr>red-<wbr>and_<wbr>blue<')
  const video = { ...analysisReport(1), pages: pagesOf({ ...row, mediaType: 'video' }) }
  t.match(await text(renderPrintPage(reportAnalyses(video), 'a4')), '>medium · video · 1 B<')
})

t.test('an id is shown by its first characters, and kept whole', async t => {
  const { id } = analysis(7)
  const report = { ...analysisReport(1), pages: pagesOf(analysis(7)) }
  const shown = `<code title="${id}">ana_00000007ffff<span>${'f'.repeat(20)}</span></code>`
  t.match(await text(renderPrintPage(reportAnalyses(report), 'a4')), shown)
})

t.test('only valid colours become swatches, and only colour names fill a bar', async t => {
  t.equal(renderSwatches([]), '')
  t.equal(renderSwatches(['red', '#12345', '"/><script>', '#GGGGGG']), '')
  t.strictSame(renderSwatches(['#6d28d9', 'javascript:', '#000000']).match(/--color:[^"]*/g), [
    '--color:#6d28d9',
    '--color:#000000',
  ])
  const page = await text(renderPrintPage(reportAnalyses(analysisReport(10)), 'a4'))
  t.match(page, /class="framed" fill="tomato"/)
  t.match(page, /class="framed" fill="#[0-9a-fA-F]{6}"/, 'a name of a colour')
  t.notMatch(page, /fill="(?:url|none)/)
  t.equal(
    page.match(/class="bar"/g)?.length,
    4,
    'the bars of two names that are no colours, of a platform and of a depth',
  )
})

t.test('the API as text lists every operation, model and problem in 90 columns', async t => {
  const facts = {
    service: 'automation-service',
    version: '1.0.0',
    description: 'What it does.',
    operations,
    models,
    schemes: securitySchemes,
  }
  const spec = renderApiSpec({ ...facts, limits: [['Picture', '24 MB']] })
  for (const { method, url, schema } of operations) {
    const path = pathOfOperation({ url })
    t.match(spec, new RegExp(`^${method.padEnd(4)} +${path.replace(/[{}]/g, '\\$&')} +${schema.summary}$`, 'm'))
    t.match(spec, `. ${method} ${path}\n`)
  }
  for (const { $id = '' } of models)
    if (!/(Request|Response|Form|Health|Tokens)$/.test($id)) t.match(spec, `\n${$id}\n`, `${$id} is listed`)
  for (const code of problemCodes) t.match(spec, new RegExp(`^\\d{3} {2}${code}$`, 'm'))
  for (const line of [
    /^ {5}source_url +string, required$/m,
    /^ +Allowed: instagram_reels, youtube_shorts, web_16_9$/m,
    /^ {5}limit +integer$/m,
    /^ {3}Answer 200, text\/plain$/m,
    /^ {3}Answer 503, application\/json$/m,
    /^ {3}Answer 204\n {5}The record has been deleted\.$/m,
    /^ {5}422 {2}source_invalid/m,
    /^ApiKeyBearer, Authorization: Bearer <secret>\n {2}An API key of this service/m,
    /^ApiKeyHeader, x-api-key: <secret>$/m,
    /^Picture {2}24 MB$/m,
  ])
    t.match(spec, line)
  const longest = Math.max(...spec.split('\n').map(line => line.length))
  t.ok(longest <= 90, `longest line: ${longest}`)
  t.notMatch(spec, / $|undefined|\[object/m)
  t.notMatch(renderApiSpec({ ...facts, limits: [] }), /LIMITS/)
})

t.test('describes a JSON Schema in words', async t => {
  for (const [schema, type] of [
    [{}, 'any value'],
    [{ type: 'string' }, 'string'],
    [{ $ref: 'FieldError' }, 'FieldError'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: 'array', items: { $ref: 'FieldError' } }, 'list of FieldError'],
    [{ type: 'object', patternProperties: { '.*': { type: 'integer' } } }, 'map of integer'],
  ] as const)
    t.equal(describeType(schema), type)
  for (const [schema, limits] of [
    [{}, []],
    [{ minimum: 0.25, maximum: 8 }, ['Limits: 0.25 to 8']],
    [{ minItems: 1 }, ['Limits: at least 1 entries']],
    [{ maxLength: 5000, format: 'uri', pattern: '^a' }, ['Limits: at most 5,000 characters; format uri; pattern ^a']],
    [{ enum: ['a', 1] }, ['Allowed: a, 1']],
    [{ const: false }, ['Always: false']],
  ] as const)
    t.strictSame(describeLimits(schema), limits)
  t.equal(describeFields({ type: 'string' }, '  '), '  A string.\n')
})

const pages = {
  analyses: await text(renderPrintPage(reportAnalyses(analysisReport(hostile.length)), 'a4')),
  projects: await text(renderPrintPage(reportProjects(projectReport(hostile.length)), 'letter')),
  empty: await text(renderPrintPage(reportProjects(projectReport(0)), 'a4')),
} as const

t.test('a page for printing has no scripts and no external resources', async t => {
  for (const page of Object.values(pages)) {
    t.notMatch(page, /<script|<link|\son\w+=|src=(?!"data:image\/webp;base64,[A-Za-z0-9+/]+")|href=/i)
    t.match(page, /<html lang="en">/)
  }
})

/** Texts of the table that overflow their row or overlap the next cell. */
const overflowingTexts = `[...document.querySelectorAll('tbody tr')].flatMap(row => {
  const { top, bottom } = row.getBoundingClientRect()
  return [...row.cells].flatMap(cell => {
    const edge = cell.getBoundingClientRect().right
    return [...cell.querySelectorAll('bdi, small, code, time, .colors span')].filter(part => {
      const box = part.getBoundingClientRect()
      return box.right > edge + 1 || box.top < top - 1 || box.bottom > bottom + 1
    }).map(part => part.outerHTML.slice(0, 80))
  })
})`

/** Number of cells that are lower than their titles, which would cover the next ones on a card. */
const lowCells = `[...document.querySelectorAll('td')].filter(cell => cell.offsetHeight < 16).length`

t.test('in a browser', needs('chromium'), async t => {
  const opened = await openTab(t)

  await t.test('on screens, pages for printing are accessible and fit every width', async t => {
    const { tab, visit, resize, asked, address } = opened
    for (const [index, [name, page]] of Object.entries(pages).entries()) {
      await visit(page)
      t.strictSame(asked, [address], `${name} sends no other request`)
      for (const width of [320, 768, 3840]) {
        await resize([width, 900])
        t.equal(await measureOverflow(tab), 0, `${name} scrolls sideways at ${width} px`)
        t.strictSame(await tab.evaluate(overflowingTexts), [], `${name}, ${width} px`)
        t.equal(await tab.evaluate(lowCells), 0, `${name}, ${width} px: an empty value has a line of its own`)
      }
      const [colorScheme, width] = index % 2 === 0 ? (['light', 1440] as const) : (['dark', 360] as const)
      await tab.emulateMedia({ colorScheme })
      await resize([width, 900])
      t.strictSame(await findViolations(tab), [], `axe, ${name}, ${colorScheme}, ${width} px`)
    }
  })

  await t.test('an id is copied whole, and printed short on white paper', async t => {
    const { tab, visit } = opened
    await visit(pages.analyses)
    const copied = `(() => {
      const code = document.querySelector('code')
      getSelection().selectAllChildren(code)
      return getSelection().toString()
    })()`
    const look = `(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return { backgroundColor, color, id: document.querySelector('code').innerText }
    })()`
    t.equal(await tab.evaluate(copied), analysis(0).id)
    await tab.emulateMedia({ media: 'print', colorScheme: 'dark' })
    t.strictSame(await tab.evaluate(look), {
      backgroundColor: 'rgb(255, 255, 255)',
      color: 'rgb(27, 23, 41)',
      id: analysis(0).id.slice(0, 16),
    })
    await tab.emulateMedia({ media: null, colorScheme: null })
  })

  await t.test('the colours of a row fill their cell as one bar', async t => {
    const { tab, visit, resize } = opened
    await visit(pages.analyses)
    for (const width of [320, 768, 1440, 3840]) {
      await resize([width, 900])
      const bars = await tab.evaluate<
        { gaps: number[]; ends: number }[]
      >(`[...document.querySelectorAll('.colors')].map(bar => {
        const { left, right } = bar.getBoundingClientRect()
        const boxes = [...bar.children].map(swatch => swatch.getBoundingClientRect())
        const lines = boxes.filter(box => Math.abs(box.right - right) < 1).length
        return {
          gaps: boxes.map((box, i) => Math.min(Math.abs(box.left - left), Math.abs(box.left - (boxes[i - 1]?.right ?? left)))),
          ends: lines,
        }
      })`)
      t.ok(bars.length > 0)
      for (const { gaps, ends } of bars) {
        t.ok(Math.max(...gaps) < 1, `no gap at ${width} px`)
        t.equal(ends, 1, `one line, which is full, at ${width} px`)
      }
    }
  })

  await t.test('on paper', needs('pdftotext'), async t => {
    const tab = opened
    const count = 75
    for (const { title, paper, size, page, head, id, idOf, valuesOf } of [
      {
        title: 'Analyses',
        paper: 'A4',
        size: [595, 842],
        page: renderPrintPage(reportAnalyses(analysisReport(count)), 'a4'),
        head: /Created \(UTC\) +Source +Platform +Colours +Times/,
        id: /\bana_[0-9a-f]{12}(?=…)/g,
        idOf: (i: number) => analysis(i).id.slice(0, 16),
        valuesOf: (i: number) => ({ dates: 1, colors: analysis(i).colors.length }),
      },
      {
        title: 'Projects',
        paper: 'letter',
        size: [612, 792],
        page: renderPrintPage(reportProjects(projectReport(count)), 'letter'),
        head: /Page +Project +Created \(UTC\) +Last built \(UTC\) +Frameworks +Pages/,
        id: /\bproject-\d+\b/g,
        idOf: (i: number) => `project-${i}`,
        valuesOf: () => ({ dates: 2, colors: 0 }),
      },
    ] as const)
      await t.test(`${title} on ${paper}: every row is complete on one sheet`, async t => {
        await tab.visit(await text(page), [360, 740])
        const { sheets, points } = await print(t, tab)
        t.strictSame(points, size)
        const [first = ''] = sheets
        t.ok(sheets.length > 2, `${sheets.length} sheets`)
        t.match(first, new RegExp(`Automation Service\\n+ *${title}\\n`))
        t.match(first, new RegExp(`Created +2026-01-31 12:00:00 UTC[\\s\\S]*Contains +${count} ${title.toLowerCase()}`))
        t.ok((first.match(id) ?? []).length > 5, 'the first sheet has rows')
        t.equal(first.split('Automation Service').length, 2, 'and no running head')
        for (const [index, sheet] of sheets.entries())
          t.match(sheet, new RegExp(`Created 2026-01-31 12:00:00 UTC +Page ${index + 1} of ${sheets.length}\\n*$`))
        let row = 0
        for (const [index, sheet] of sheets.entries()) {
          if (index > 0) t.match(sheet, new RegExp(`^ *Automation Service +${title}\\n`), 'the running head')
          t.equal(sheet.split(head).length, 2, 'the head of the table')
          const ids = sheet.match(id) ?? []
          const indexes = ids.map((_, i) => row + i)
          t.strictSame([...ids], indexes.map(idOf), 'in order')
          // A row that begins on one sheet and ends on the next would separate its date or colours from its id.
          const values = indexes.map(valuesOf)
          const body = (sheet.split(head)[1] ?? '').replace(/Created .*\n*$/, '')
          t.equal(body.split(/\b2026-01-3\d\b/).length - 1, sum(values.map(({ dates }) => dates)))
          t.equal(body.split(/#[0-9A-F]{6}\b/).length - 1, sum(values.map(({ colors }) => colors)))
          row += ids.length
        }
        t.equal(row, count)
        t.match(sheets.at(-1), new RegExp(`End of report: ${count} ${title.toLowerCase()}\\.`))
      })

    await t.test('the colours are printed though the browser prints no backgrounds', async t => {
      await tab.visit(await text(renderPrintPage(reportAnalyses(analysisReport(7)), 'a4')))
      const { file } = await print(t, tab)
      const { stdout } = await run(pdftoppmPath ?? '', ['-r', '72', '-f', '1', '-l', '1', '-png', file], {
        encoding: 'buffer',
      })
      const pixels = await sharp(stdout).removeAlpha().raw().toBuffer()
      const areas = new Map<string, number>()
      for (let at = 0; at < pixels.length; at += 3) {
        const hex = `#${pixels.toString('hex', at, at + 3).toUpperCase()}`
        areas.set(hex, (areas.get(hex) ?? 0) + 1)
      }
      // The widest swatch of row 1 takes a third of the paper; the others are in four rows or fewer.
      for (const color of ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']) t.ok((areas.get(color) ?? 0) > 400, color)
    })

    await t.test('the last line of a report is never alone on its sheet', async t => {
      for (let count = 15; count < 25; count++) {
        await tab.visit(await text(renderPrintPage(reportProjects(projectReport(count)), 'letter')))
        const { sheets } = await print(t, tab)
        t.match(sheets.at(-1), /project-\d+[\s\S]*End of report/, `${count} rows`)
      }
    })
  })
})

/** Prints the page in the tab. @returns the text of every sheet, and the size of the paper in points */
async function print(t: Test, { tab }: Tab) {
  const file = join(t.testdir(), 'report.pdf')
  await writeFile(file, await tab.pdf({ preferCSSPageSize: true }))
  const { stdout: content } = await run(pdftotextPath ?? '', ['-layout', file, '-'], { maxBuffer: 64 << 20 })
  const { stdout: info } = await run(pdfinfoPath ?? '', [file])
  const points = /Page size: +([\d.]+) x ([\d.]+)/.exec(info)?.slice(1).map(Number).map(Math.round)
  return { sheets: content.split('\f').slice(0, -1), points, file }
}

/** One page with one row. */
async function* pagesOf<R>(...rows: readonly R[]): AsyncGenerator<readonly R[], void, void> {
  yield rows
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
