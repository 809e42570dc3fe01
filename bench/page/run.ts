// Our pages and popular templates, checked by the same tools in one run.
// `npm run bench:page` prints the tables; `-- --write` puts them in docs/benchmarks.md; `-- --only none` checks the pages of that prefix.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { table, writeReport } from '../report.ts'
import { audit, validate, visit } from './check.ts'
import { createSubjects, type Subject, startServer } from './subjects.ts'

const { values: options } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
})
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const subjects = (await createSubjects(folder)).filter(({ name }) => name.startsWith(options.only))
const server = await startServer(subjects)
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })
const rows: { readonly isOurs: boolean; readonly cells: readonly string[] }[] = []
for (const subject of subjects) {
  const cells = await check(subject)
  console.error(cells.join(' · '))
  rows.push({ isOurs: subject.isOurs, cells })
}
await browser.close()
await server.close()
await rm(folder, { recursive: true })

const head = [
  'page',
  'performance',
  'accessibility',
  'best practices',
  'SEO',
  'LCP, s',
  'CLS',
  'TBT, ms',
  'vnu errors / warnings',
  'axe rules broken',
  'requests',
  'of them outside',
  'KB',
  'KB brotli',
]
const report = [true, false]
  .map(isOurs => rows.filter(row => row.isOurs === isOurs).map(({ cells }) => cells))
  .map(part => table(head, part))
  .join('\n\n')
console.log(report)
if (options.write) await writeReport('bench:page', report)

async function check({ name, folder, entry }: Subject): Promise<readonly string[]> {
  const address = `${server.origin}/${name}/${entry}`
  const { requests, outsideRequests, bytes, brotliBytes, sheets, brokenRules } = await visit(browser, address)
  const { scores, lcp, cls, tbt } = await audit(address, chromiumPath)
  const sheetFiles = sheets.map(path => join(folder, decodeURIComponent(path).replace(`/${name}/`, '')))
  const { errors, warnings } = await validate(join(folder, entry), sheetFiles)
  return [
    name,
    ...scores,
    lcp.toFixed(2),
    cls.toFixed(3),
    tbt.toFixed(0),
    `${errors} / ${warnings}`,
    brokenRules.size,
    requests,
    outsideRequests,
    (bytes / 1000).toFixed(1),
    (brotliBytes / 1000).toFixed(1),
  ].map(String)
}
