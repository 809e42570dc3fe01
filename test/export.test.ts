// Reports: aligned texts and valid pages for printing, whatever the records contain.
import { HtmlValidate } from 'html-validate'
import stringWidth from 'string-width'
import t from 'tap'
import { models, operations, securitySchemes } from '../schemas/index.ts'
import { problemCodes } from '../schemas/problems.ts'
import { renderApiSpec } from '../src/reports/api-spec.ts'
import {
  fitColumn,
  formatFileName,
  formatFileSize,
  joinFitting,
  truncate,
  truncateMiddle,
} from '../src/reports/format.ts'
import type { Listing } from '../src/reports/listing.ts'
import { listAnalyses, listProjects } from '../src/reports/listings.ts'
import { renderPrintPage, renderSwatches } from '../src/reports/print.ts'
import { describeLimits, describeType } from '../src/reports/schema-text.ts'
import { renderTxt } from '../src/reports/txt.ts'
import { openStore } from '../src/store/open-store.ts'
import { analysis, analysisReport, hostile, madeAt, paged, projectReport, whole } from './helpers/reports.ts'

/** The lines of the table, without the end of the report. */
const table = (report: string): readonly string[] =>
  report.slice(report.indexOf('\nCREATED') + 1, report.lastIndexOf('\n\nEnd of report: ')).split('\n')

/** The width of the columns before the one with this title. */
const widthBefore = (head: string, title: string): number => stringWidth(head.slice(0, head.indexOf(title)))

t.test('every cell is exactly as wide as its column, whatever its text', async t => {
  for (const width of [1, 2, 7, 24, 80])
    for (const [i, value] of hostile.entries()) {
      t.equal(stringWidth(fitColumn(value, width, 'left')), width, `hostile text ${i} in ${width}`)
      t.ok(truncate(value, width).length <= width * 20, 'and bounded in length')
    }
  t.equal(fitColumn('7', 3, 'right'), '  7')
  t.equal(fitColumn('漢', 4, 'right'), '  漢')
  t.equal(truncate('漢字漢字', 5), '漢字…')
  t.equal(truncate('漢字漢字', 6), '漢字…')
  t.equal(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3), '👩‍👩‍👧‍👦…', 'an emoji is not cut in half')
  t.equal(truncate(`z${'\u0301'.repeat(300)}`, 9), `ź${'\u0301'.repeat(4)}`, 'excess combining marks are removed')
  t.equal(truncateMiddle('https://example.com/a/b/c/photo.png', 20), 'https://ex…photo.png', 'a URL keeps both ends')
  t.equal(truncateMiddle('https://e.co/a.png', 20), 'https://e.co/a.png')
  t.equal(truncateMiddle('漢字漢字', 5), '漢字…')
  t.equal(joinFitting(['bootstrap', 'none', 'pico'], 22), 'bootstrap, none, pico')
  t.equal(joinFitting(['bootstrap', 'none', 'pico'], 20), 'bootstrap, none, +1')
  t.equal(joinFitting(['bootstrap', 'none', 'pico'], 9), '+3')
  t.equal(joinFitting([], 9), '')
})

t.test('a text report has one aligned line for each record, without control characters', async t => {
  const count = hostile.length * 2
  const reports = [
    { report: await whole(renderTxt(listAnalyses(analysisReport(count)))), title: 'ID', id: /ana_[0-9a-f]{32}$/ },
    { report: await whole(renderTxt(listProjects(projectReport(count)))), title: 'PROJECT', id: /project-\d+$/ },
  ]
  for (const { report, title, id } of reports) {
    const [head = '', rule = '', ...rows] = table(report)
    t.equal(rows.length, count)
    t.equal(rule[widthBefore(head, title) - 1], ' ')
    for (const row of rows) {
      t.match(row, /^2026-01-31 \d\d:\d\d:\d\d {2}/)
      t.equal(stringWidth(row.slice(0, row.search(id))), widthBefore(head, title), 'columns begin below their titles')
    }
    t.notMatch(report, /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/)
    t.notMatch(report, /\p{Surrogate}/u)
    t.notMatch(report, / $/m, 'no line ends with a space')
  }
})

t.test('wide characters do not move the columns after them', async t => {
  const listing: Listing<string> = {
    ...listProjects(projectReport(1)),
    title: 'Words',
    count: hostile.length,
    textColumns: [
      { title: 'CREATED', align: 'left', width: 12, text: word => word },
      { title: 'END', align: 'right', width: 5, text: () => '|' },
    ],
    printColumns: [],
    pages: paged<string>(hostile),
  }
  const rows = table(await whole(renderTxt(listing))).slice(2)
  t.equal(rows.length, hostile.length)
  for (const row of rows) t.equal(stringWidth(row), 19, row)
})

t.test('a report names its time, its contents and its filter', async t => {
  const report = {
    ...analysisReport(3, 12_345),
    filter: { projectId: 'spring', since: new Date('2026-01-01T00:00:00Z'), until: new Date('2026-02-01T00:00:00Z') },
  }
  const said = await whole(renderTxt(listAnalyses(report)))
  for (const line of [
    /^Automation Service: analyses\n=+\n/,
    /^Made +2026-01-31 12:00:00 UTC$/m,
    /^Holds +the newest 3 of 12,345 analyses$/m,
    /^Oldest +2026-01-31 11:57:58 UTC$/m,
    /^Newest +2026-01-31 12:00:00 UTC$/m,
    /^Since +2026-01-01 00:00:00 UTC$/m,
    /^Before +2026-02-01 00:00:00 UTC$/m,
    /^Asked for +6 times$/m,
    /^ {2}youtube_shorts +3 +100.0 % +█{30}$/m,
    /^ {2}tomato +19 +33.3 % +█{28}▌$/m,
    /\n\nEnd of report: 3 analyses. 12,342 older ones left out by the limit; the text export without one holds them all.\n$/,
  ])
    t.match(said, line)
  t.notMatch(said, /Project /, 'analyses have no project')
  const one = await whole(renderTxt(listProjects({ ...projectReport(1), filter: { projectId: 'spring' } })))
  t.match(one, /^Holds +1 project$/m)
  t.match(one, /^Project +spring$/m)
  t.match(one, /^Pages +3, built 5 times$/m)
  t.match(await whole(renderTxt(listAnalyses(analysisReport(10)))), /^ {2}2 others +23 +14.8 %/m)
})

t.test('an empty store gives a helpful message in every form', async t => {
  const span = { filter: { since: madeAt } }
  const unfiltered = { projectId: undefined, since: undefined, until: undefined, limit: 1000 }
  const cases = [
    [listAnalyses(analysisReport(0)), /no analysis yet.*analyze-vibe/],
    [listAnalyses({ ...analysisReport(0), ...span }), /No analysis was made in this span/],
    [listAnalyses({ ...analysisReport(0), filter: { until: madeAt } }), /No analysis was made in this span/],
  ] as const
  const projects = [
    [listProjects(projectReport(0)), /no project yet.*build-sparkpage/],
    [listProjects({ ...projectReport(0), filter: unfiltered }), /no project yet/],
    [listProjects({ ...projectReport(0), filter: { projectId: 'nobody', ...span.filter } }), /No project matches/],
  ] as const
  for (const [listing, message] of cases) {
    t.match(await whole(renderTxt(listing)), message)
    t.match(await whole(renderPrintPage(listing, 'a4')), message)
  }
  for (const [listing, message] of projects) {
    t.match(await whole(renderTxt(listing)), message)
    const page = await whole(renderPrintPage(listing, 'a4'))
    t.match(page, message)
    t.notMatch(page, /<table|<svg|<section/)
  }
})

t.test('streams ten thousand rows with no more than one chunk in memory', async t => {
  let read = 0
  async function* rows() {
    while (read < 10_000) {
      const page = Array.from({ length: 100 }, (_, i) => analysis(read + i))
      read += page.length
      yield page
    }
  }
  const count = 10_000
  const forms = { txt: renderTxt, print: <R>(listing: Listing<R>) => renderPrintPage(listing, 'letter') }
  for (const [name, form] of Object.entries(forms)) {
    read = 0
    let written = 0
    let ahead = 0
    let largest = 0
    for await (const chunk of form(listAnalyses({ ...analysisReport(count), pages: rows() }))) {
      written += chunk.split(/ana_/).length - 1
      ahead = Math.max(ahead, read - written)
      largest = Math.max(largest, chunk.length)
    }
    t.equal(written, 10_000, name)
    t.ok(ahead <= 100, `${name} reads a page of rows only when it writes it`)
    t.ok(largest < 64_000, `${name} writes small chunks`)
  }
})

t.test('a page for printing is valid HTML without scripts or external resources', async t => {
  const validator = new HtmlValidate({ extends: ['html-validate:recommended'] })
  const pages = [
    renderPrintPage(listAnalyses(analysisReport(hostile.length * 2)), 'a4'),
    renderPrintPage(listProjects(projectReport(hostile.length * 2)), 'letter'),
    renderPrintPage(listProjects(projectReport(0)), 'a4'),
  ]
  for (const page of pages) {
    const html = await whole(page)
    const { results } = await validator.validateString(html)
    t.strictSame(
      results.flatMap(result => result.messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`)),
      [],
    )
    t.notMatch(html, /<script|<link|<img|\son\w+=|src=|href=/i)
    t.match(html, /<html lang="en">/)
  }
})

t.test('the paper sets the size of the page', async t => {
  const listing = listProjects(projectReport(1))
  t.match(await whole(renderPrintPage(listing, 'a4')), /size: A4 portrait/)
  t.match(await whole(renderPrintPage(listing, 'letter')), /size: letter portrait/)
})

t.test('only valid colours become swatches, and only plain words colour a bar', async t => {
  t.equal(renderSwatches([]), '')
  t.equal(renderSwatches(['red', '#12345', '"/><script>', '#GGGGGG']), '')
  t.equal(renderSwatches(['#6d28d9', 'javascript:', '#000000']).match(/<rect/g)?.length, 2)
  const page = await whole(renderPrintPage(listAnalyses(analysisReport(10)), 'a4'))
  t.match(page, /class="framed" fill="teal"/)
  t.match(page, /class="framed" fill="#[0-9a-fA-F]{6}"/, 'a name of the ISCC–NBS dictionary')
  t.match(page, /<svg class="band"[^>]*>.*fill="#[0-9a-fA-F]{6}"/)
  t.notMatch(page, /fill="url/)
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
  const limits = [['Picture', '24 MB']] as const
  const listing = renderApiSpec({ ...facts, limits })
  for (const { method, url, schema } of operations) {
    const path = url.replace(':type', '{type}')
    t.match(listing, new RegExp(`^${method.padEnd(4)} +${path.replace(/[{}]/g, '\\$&')} +${schema.summary}$`, 'm'))
    t.match(listing, `. ${method} ${path}\n`)
  }
  for (const { $id } of models) {
    const inline = /(Request|Response|Health)$/.test($id ?? '')
    if (!inline) t.match(listing, `\n${$id}\n`, `${$id} is listed`)
  }
  for (const code of problemCodes) t.match(listing, new RegExp(`^\\d{3} {2}${code}$`, 'm'))
  for (const line of [
    /^ {5}source_url +string, required$/m,
    /^ +Allowed: instagram_reels, youtube_shorts, web_16_9$/m,
    /^ {5}limit +integer$/m,
    /^ {3}Answer 200, text\/plain$/m,
    /^ {3}Answer 503, application\/json$/m,
    /^ {5}422 {2}source_invalid/m,
    /^ApiKeyBearer, Authorization: Bearer <secret>\n {2}An API key of this service/m,
    /^ApiKeyHeader, x-api-key: <secret>$/m,
    /^Picture {2}24 MB$/m,
  ])
    t.match(listing, line)
  const longest = Math.max(...listing.split('\n').map(line => line.length))
  t.ok(longest <= 90, `longest line: ${longest}`)
  t.notMatch(listing, / $/m)
  t.notMatch(listing, /undefined|\[object/)
  t.notMatch(renderApiSpec({ ...facts, limits: [] }), /LIMITS/)
})

t.test('describes a JSON Schema in words', async t => {
  const types = [
    [{}, 'any value'],
    [{ type: 'string' }, 'string'],
    [{ $ref: 'FieldError' }, 'FieldError'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
    [{ type: 'array', items: { $ref: 'FieldError' } }, 'list of FieldError'],
    [{ type: 'object', patternProperties: { '.*': { type: 'integer' } } }, 'map of integer'],
  ] as const
  for (const [shape, name] of types) t.equal(describeType(shape), name)
  const bound = [
    [{}, []],
    [{ minimum: 0.25, maximum: 8 }, ['Limits: 0.25 to 8']],
    [{ minItems: 1 }, ['Limits: at least 1 entries']],
    [{ maxLength: 5000, format: 'uri', pattern: '^a' }, ['Limits: at most 5,000 characters; format uri; pattern ^a']],
    [{ enum: ['a', 1] }, ['Allowed: a, 1']],
    [{ const: false }, ['Always: false']],
    [{ default: 'x' }, ['Default: x']],
  ] as const
  for (const [shape, said] of bound) t.strictSame(describeLimits(shape), said)
})

t.test('a file name has the type and the date, in ASCII', async t => {
  t.equal(formatFileName('projects', madeAt, 'txt'), 'automation-service-projects-2026-01-31.txt')
  t.equal(
    formatFileName('api-spec', new Date('2026-01-31T23:59:59.999Z'), 'txt'),
    'automation-service-api-spec-2026-01-31.txt',
  )
})

t.test('formats sizes in a suitable unit', async t => {
  const cases = [
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [24_000_000, '24.0 MB'],
  ] as const
  for (const [bytes, said] of cases) t.equal(formatFileSize(bytes), said)
})

t.test('reports accept the records of the store', async t => {
  const store = await openStore({ dataDir: t.testdir() })
  await store.savePage(
    {
      id: 'page_1',
      projectId: 'spring',
      framework: 'none',
      responsiveType: 'fluid',
      inputs: { style_metadata: { colors: [] }, content: { headline: 'Hi', sub_headline: '', cta_button_text: '' } },
      client: '',
    },
    madeAt,
  )
  const projects = await store.projects({})
  const analyses = await store.analyses({})
  t.match(
    await whole(renderTxt(listProjects({ ...projects, filter: {}, madeAt }))),
    / 1 {2}none +Hi +spring\n\nEnd of report: 1 project.\n$/,
  )
  t.match(await whole(renderTxt(listAnalyses({ ...analyses, filter: {}, madeAt }))), /no analysis yet/)
  await store.close()
})
