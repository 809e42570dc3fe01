// Our pages and well-known templates before the same checkers, in one run.
// `npm run bench:page` prints the tables, `-- --write` puts them in docs/benchmarks.md, `-- --only none` makes a part, `-- --runs 3`
// takes medians,
// `-- --details` tells what was found in ours.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { chromiumPath } from '../../test/tools.ts'
import { keep } from '../keep.ts'
import { startHost } from './host.ts'
import { type Audited, auditedOf } from './lighthouse.ts'
import { type Subject, subjectsIn } from './subjects.ts'
import { type Validity, validityOf } from './validity.ts'
import { type Visited, visit } from './visit.ts'

const { values: options } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    details: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '1' },
  },
})
if (chromiumPath === undefined)
  throw new Error('Chromium is not installed: apt install chromium, or set CHROMIUM_PATH.')

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

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const kilobytes = (bytes: number): string => (bytes / 1000).toFixed(1)

const row = ({ subject, visited, audited, validity }: Result): string =>
  `| ${[
    subject.name,
    ...audited.scores,
    audited.lcp.toFixed(2),
    audited.cls.toFixed(3),
    audited.tbt.toFixed(0),
    `${sum(validity.map(one => one.errors))} / ${sum(validity.map(one => one.warnings))}`,
    new Set(visited.broken.map(found => found.split(':', 1).join())).size,
    `${visited.faint.length} of ${visited.texts}`,
    visited.requests,
    visited.outside,
    kilobytes(visited.raw),
    kilobytes(visited.brotli),
  ].join(' | ')} |`

const table = (some: readonly Result[]): string =>
  [
    '| page | performance | accessibility | best practices | SEO | LCP, s | CLS | TBT, ms | vnu errors / warnings | axe rules broken | texts below AA on pixels | requests | of them outside | KB | KB brotli |',
    `| --- |${' --: |'.repeat(14)}`,
    ...some.map(row),
  ].join('\n')

const report = [
  table(results.filter(({ subject }) => subject.ours)),
  table(results.filter(({ subject }) => !subject.ours)),
].join('\n\n')
console.log(report)
if (options.details) {
  for (const { subject, visited, audited, validity } of results.filter(result => result.subject.ours)) {
    const found = [...audited.short, ...validity.flatMap(({ first }) => first), ...visited.broken, ...visited.faint]
    console.log(subject.name, JSON.stringify(found, undefined, 2))
  }
}
if (options.write) await keep('bench:page', report)
