// Pages for printing: on paper sheet by sheet, and on screens.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import t, { type Test } from 'tap'
import { type Paper, papers } from '../schemas/export.ts'
import { listAnalyses, listProjects } from '../src/reports/listings.ts'
import { renderPrintPage } from '../src/reports/print.ts'
import { analysis, analysisReport, projectReport, whole } from './helpers/reports.ts'
import { openTab, type Tab } from './helpers/tab.ts'
import { javaPath, needs, pdfinfoPath, pdftotextPath } from './helpers/tools.ts'

const run = promisify(execFile)

/** In points, as pdfinfo prints them. */
const sizes = { a4: [595, 842], letter: [612, 792] } as const

const analyses = (count: number, paper: Paper, total = count) =>
  whole(renderPrintPage(listAnalyses(analysisReport(count, total)), paper))
const projects = (count: number, paper: Paper) => whole(renderPrintPage(listProjects(projectReport(count)), paper))

/** Prints the page in the tab: the text of every sheet, and the metadata of the file. */
const printed = async (t: Test, { tab }: Tab): Promise<{ sheets: readonly string[]; size: readonly number[] }> => {
  const file = join(t.testdir(), 'report.pdf')
  await writeFile(file, await tab.pdf({ preferCSSPageSize: true }))
  const { stdout: text } = await run(pdftotextPath ?? '', ['-layout', file, '-'], { maxBuffer: 64 << 20 })
  const { stdout: info } = await run(pdfinfoPath ?? '', [file])
  const size = /Page size: +([\d.]+) x ([\d.]+)/.exec(info)?.slice(1).map(Number).map(Math.round) ?? []
  return { sheets: text.split('\f').slice(0, -1), size }
}

const all = (sheet: string, pattern: RegExp): readonly string[] => [...sheet.matchAll(pattern)].map(([found]) => found)

const reports = [
  {
    title: 'Analyses',
    page: analyses,
    head: /Created \(UTC\) +Source +Platform +Colours +Times/,
    id: /\bana_[0-9a-f]{32}\b/g,
    idOf: (i: number) => analysis(i).id,
    // A row shows beside its id: date, time, the last line of its cells.
    parts: (i: number) => ({ dates: 1, colors: analysis(i).colors.length }),
  },
  {
    title: 'Projects',
    page: projects,
    head: /Created \(UTC\) +Project +Frameworks +Last built \(UTC\) +Pages/,
    id: /\bproject-\d+\b/g,
    idOf: (i: number) => `project-${i}`,
    parts: () => ({ dates: 2, colors: 0 }),
  },
] as const

t.test('on paper', needs('chromium', 'pdftotext'), async t => {
  const tab = await openTab(t)
  for (const { title, page, head, id, idOf, parts } of reports)
    for (const paper of papers)
      t.test(`${title} on ${paper}: shows every row once, on one sheet`, async t => {
        const count = 150
        await tab.visit(await page(count, paper), [360, 740])
        const { sheets, size } = await printed(t, tab)
        t.strictSame(size, sizes[paper])
        const [cover = '', ...rest] = sheets
        t.ok(rest.length > 3, `${rest.length} sheets of rows`)
        t.match(cover, new RegExp(`Automation Service\\n+ *${title}\\n`))
        t.match(cover, new RegExp(`Made +2026-01-31 12:00:00 UTC[\\s\\S]*Holds +${count} ${title.toLowerCase()}`))
        t.notMatch(cover, head, 'the cover has no row')
        t.equal(all(cover, /Automation Service/g).length, 1, 'nor a running head')
        let row = 0
        for (const [at, sheet] of sheets.entries()) {
          t.match(sheet, new RegExp(`Made 2026-01-31 12:00:00 UTC +Page ${at + 1} of ${sheets.length}\\n*$`))
          if (at === 0) continue
          t.match(sheet, new RegExp(`^ *Automation Service +${title}\\n`), 'the running head')
          t.equal(all(sheet, new RegExp(head, 'g')).length, 1, 'the head of the table')
          const ids = all(sheet, id)
          t.strictSame(
            ids,
            ids.map((_, i) => idOf(row + i)),
            'in order',
          )
          const expected = ids.map((_, i) => parts(row + i))
          const rows = sheet.replace(/Made .*\n*$/, '')
          t.equal(
            all(rows, /\b2026-01-3\d\b/g).length,
            expected.reduce((sum, { dates }) => sum + dates, 0),
            'no row begins on one sheet and ends on the next',
          )
          t.equal(
            all(rows, /#[0-9A-F]{6}\b/g).length,
            expected.reduce((sum, { colors }) => sum + colors, 0),
          )
          row += ids.length
        }
        t.equal(row, count)
        t.match(sheets.at(-1), new RegExp(`End of report: ${count} ${title.toLowerCase()}\\.`))
      })

  t.test('an empty report consists of its cover', async t => {
    await tab.visit(await analyses(0, 'a4'))
    const { sheets } = await printed(t, tab)
    t.equal(sheets.length, 1)
    t.match(sheets[0], /Holds +0 analyses[\s\S]*There is no analysis yet[\s\S]*Page 1 of 1/)
  })

  t.test('one row takes a cover and a sheet, and the rows left out are named', async t => {
    await tab.visit(await analyses(1, 'letter', 20))
    const { sheets } = await printed(t, tab)
    t.equal(sheets.length, 2)
    t.match(sheets[0], /Holds +the newest 1 of 20 analyses/)
    t.match(sheets[1], /End of report: 1 analysis\. 19 older ones left out/)
  })
})

const violations = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`
/** By how much the page is wider than its window, px. */
const over = 'document.documentElement.scrollWidth - innerWidth'
/** Texts of the table that overflow their row or overlap the next cell. */
const astray = `[...document.querySelectorAll('tbody tr')].flatMap(row => {
  const { top, bottom } = row.getBoundingClientRect()
  return [...row.cells].flatMap(cell => {
    const edge = cell.getBoundingClientRect().right
    return [...cell.querySelectorAll('bdi, small, svg')].filter(part => {
      const box = part.getBoundingClientRect()
      return box.right > edge + 1 || box.top < top - 1 || box.bottom > bottom + 1
    }).map(part => part.outerHTML.slice(0, 80))
  })
})`

t.test('on screens', needs('chromium'), async t => {
  const tab = await openTab(t)
  for (const [name, page] of Object.entries({
    analyses: await analyses(60, 'a4'),
    projects: await projects(60, 'a4'),
    'no project': await projects(0, 'a4'),
  })) {
    await tab.visit(page)
    t.strictSame(tab.asked, [tab.address], `${name} sends no other request`)
    t.equal(await tab.tab.locator('script, img').count(), 0, 'nothing was injected')
    await tab.tab.evaluate(axe.source)
    for (const colorScheme of ['dark', 'light'] as const) {
      await tab.tab.emulateMedia({ colorScheme })
      for (const width of [320, 360, 768, 1440, 3840]) {
        await tab.resize([width, 900])
        t.equal(await tab.tab.evaluate(over), 0, `${name} scrolls sideways at ${width}`)
        t.strictSame(await tab.tab.evaluate(astray), [], `${name} at ${width}`)
        if (width === 360 || width === 1440)
          t.strictSame(await tab.tab.evaluate(violations), [], `axe, ${name}, ${colorScheme}, ${width}`)
      }
    }
  }
})

t.test('the W3C checker finds no error and no warning', needs('java'), async t => {
  const folder = t.testdir()
  const pages = {
    analyses: await analyses(60, 'a4'),
    projects: await projects(60, 'letter'),
    empty: await analyses(0, 'a4'),
  }
  for (const [name, page] of Object.entries(pages)) await writeFile(join(folder, `${name}.html`), page)
  await writeFile(join(folder, 'bad.html'), '<!doctype html><style>a{colour:red}</style><title></title>')
  const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const words = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--stdout', folder]
  const { stdout } = await run(javaPath ?? '', words, { maxBuffer: 64 << 20 })
  const found: readonly { readonly url: string; readonly message: string }[] = JSON.parse(stdout).messages
  t.ok(found.filter(({ url }) => url.endsWith('bad.html')).length >= 2, 'it reads HTML and CSS')
  for (const name of Object.keys(pages))
    t.strictSame(
      found.filter(({ url }) => url.endsWith(`/${name}.html`)).map(({ message }) => message),
      [],
      name,
    )
})
