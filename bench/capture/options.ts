// Tries every option of a capture on pages and consent banners that others wrote.
// `npm run bench:options` prints the tables; `-- --only banners` runs one part; `-- --page aos` one page; `-- --keep folder` keeps the pictures; `-- --sheet docs/captures.webp` draws a sheet of them.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium as playwright } from 'playwright-core'
import { table } from '../report.ts'
import { tryBanners, tryPlainPages } from './options/banner-trial.ts'
import { type FilmResult, tryFilms } from './options/film-trial.ts'
import { realPages } from './options/pages.ts'
import { writeSheet } from './options/sheet.ts'
import { type CaseResult, tryStills } from './options/still-trial.ts'
import { chromium } from './options/trial.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    page: { type: 'string', default: '' },
    keep: { type: 'string', default: '' },
    sheet: { type: 'string', default: '' },
  },
})
const folder = options.keep || mkdtempSync(join(tmpdir(), 'bench-options-'))
const browser = await playwright.launch({ executablePath: chromium, chromiumSandbox: false })
if ('banners'.includes(options.only)) {
  const results = await tryBanners(browser, join(folder, 'banners'), options.page)
  const rows = results.map(({ name, shown, left, isGone }) => [
    name,
    shown.toFixed(1),
    ...left.map(part => part.toFixed(3)),
    isGone ? 'gone' : 'left',
  ])
  console.log(table(['banner', 'shows, %', 'left in the viewport, %', 'left on the whole page, %', ''], rows))
}
const pages = realPages.filter(({ name }) => options.page === '' || options.page.split(',').includes(name))
if ('plain'.includes(options.only)) {
  const changed = await tryPlainPages(join(folder, 'plain'), pages)
  console.log(`${pages.length} pages without a banner, ${changed.length} with other bytes: ${changed.join(', ')}`)
}
if ('films'.includes(options.only)) {
  const results: FilmResult[] = []
  for (const page of pages) results.push(...(await tryFilms(join(folder, 'films'), page)))
  const rows = results.map(({ page, browser, error, shares, fault }) => [
    `${page}, ${browser}`,
    error.toFixed(1),
    shares.map(share => share.toFixed(2)).join(' '),
    fault,
  ])
  console.log(table(['film', 'error, px', 'differ, %', 'said'], rows))
}
if ('stills'.includes(options.only)) {
  mkdirSync(join(folder, 'stills'), { recursive: true })
  const results: CaseResult[] = []
  for (const page of pages) results.push(...(await tryStills(browser, join(folder, 'stills'), page)))
  console.log(resultTable(results))
  const names = pages.map(({ name }) => name)
  if (options.sheet) await writeSheet(join(folder, 'stills'), names, options.sheet)
}
await browser.close()
if (options.keep === '') rmSync(folder, { recursive: true })

/** Cases in rows, pages in columns, and the faults below. */
function resultTable(results: readonly CaseResult[]): string {
  const names = [...new Set(results.map(({ name }) => name))]
  const pages = [...new Set(results.map(({ page }) => page))]
  const rows = names.map(name => [
    name,
    ...pages.map(page => (results.find(result => result.name === name && result.page === page)?.fault ? '✗' : '✓')),
  ])
  const faults = results
    .filter(({ fault }) => fault !== '')
    .map(({ page, name, fault }) => `${page}: ${name}: ${fault}`)
  return `${table(['option', ...pages], rows)}\n\n${faults.join('\n')}`
}
