// Our pages and well-known templates before the same checkers, in one run.
// `npm run bench:page` prints the tables, `-- --write` puts them in docs/benchmarks.md, `-- --only none` makes a part, `-- --runs 3`
// takes medians,
// `-- --details` lists the findings for our pages.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { sumOf, table, writeReport } from '../report.ts'
import { type Audited, auditedOf, type Validity, type Visited, validityOf, visit } from './check.ts'
import { type Subject, startHost, subjectsIn } from './subjects.ts'

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
  },
})
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

interface Result {
  readonly subject: Subject
  readonly visited: Visited
  readonly audited: Audited
  readonly validity: readonly Validity[]
}

const folder = await mkdtemp(join(tmpdir(), 'bench-'))
const subjects = (await subjectsIn(folder)).filter(({ name }) => name.startsWith(options.only))
const host = await startHost(subjects)
const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] })

const results: Result[] = []
for (const subject of subjects) {
  const address = host.addressOf(subject)
  const visited = await visit(browser, address)
  const audited = await auditedOf(address, chromiumPath, Number(options.runs))
  const files = [join(subject.folder, subject.entry), ...visited.sheets.flatMap(sheet => host.fileOf(sheet) ?? [])]
  const validity = [...(await validityOf(files)).values()]
  results.push({ subject, visited, audited, validity })
  console.log(`${subject.name}: ${audited.scores.join(' ')}`)
}
await browser.close()
host.close()
await rm(folder, { recursive: true })

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function row({ subject, visited, audited, validity }: Result): readonly string[] {
  return [
    subject.name,
    ...audited.scores,
    audited.lcp.toFixed(2),
    audited.cls.toFixed(3),
    audited.tbt.toFixed(0),
    `${sumOf(validity.map(one => one.errors))} / ${sumOf(validity.map(one => one.warnings))}`,
    new Set(visited.broken.map(found => found.split(':', 1).join())).size,
    visited.requests,
    visited.outside,
    kilobytes(visited.raw),
    kilobytes(visited.brotli),
  ].map(String)
}

const head =
  'page, performance, accessibility, best practices, SEO, LCP s, CLS, TBT ms, vnu errors / warnings, axe rules broken, requests, of them outside, KB, KB brotli'

const report = [true, false]
  .map(isOurs => results.filter(({ subject }) => subject.ours === isOurs))
  .map(some => table(head.split(', '), some.map(row)))
  .join('\n\n')
console.log(report)
if (options.details) {
  for (const { subject, visited, audited, validity } of results.filter(result => result.subject.ours)) {
    const found = [...audited.short, ...validity.flatMap(({ first }) => first), ...visited.broken]
    console.log(subject.name, JSON.stringify(found, undefined, 2))
  }
}
if (options.write) await writeReport('bench:page', report)
