// Lighthouse on a page, as its command line runs it: a simulated telephone on slow 4G.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from '../style/speed.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

export interface Audited {
  /** Of 100 each, in the order performance, accessibility, best practices, SEO. */
  readonly scores: readonly number[]
  /** Largest contentful paint, seconds. */
  readonly lcp: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Total blocking time, milliseconds. */
  readonly tbt: number
  /** Audits below their best, in words. */
  readonly short: readonly string[]
}

interface Audit {
  readonly id: string
  readonly title: string
  readonly score: number | null
  readonly numericValue?: number
  readonly displayValue?: string
}

interface Report {
  readonly categories: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] }
    >
  >
  readonly audits: Readonly<Record<string, Audit>>
}

const run = promisify(execFile)
const command = fileURLToPath(new URL('./node_modules/lighthouse/cli/index.js', import.meta.url))
const mostOutput = 256 * 1024 * 1024
/** Nothing but loopback is reached, the same for everybody. */
const flags = '--headless=new --no-sandbox --host-resolver-rules="MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"'

const reportOf = async (address: string, chromium: string): Promise<Report> => {
  const { stdout } = await run(
    process.execPath,
    [command, address, '--output=json', '--quiet', `--only-categories=${categories}`, `--chrome-flags=${flags}`],
    { maxBuffer: mostOutput, env: { ...process.env, CHROME_PATH: chromium } },
  )
  return JSON.parse(stdout)
}

const shortIn = ({ categories: found, audits }: Report): readonly string[] => {
  const weighed = Object.values(found).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return weighed.flatMap(({ id }) => {
    const audit = audits[id]
    const score = audit?.score ?? 1
    return score < 1 ? [`${id} ${score} ${audit?.displayValue ?? ''}`.trim()] : []
  })
}

/** @returns medians of so many runs, and what was short in the last of them. */
export const auditedOf = async (address: string, chromium: string, runs: number): Promise<Audited> => {
  const reports: Report[] = []
  for (let count = 0; count < runs; count++) reports.push(await reportOf(address, chromium))
  const of = (read: (report: Report) => number) => median(reports.map(read))
  const value = (id: string) => of(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
  return {
    scores: categories.map(name => of(({ categories: found }) => Math.round((found[name]?.score ?? 0) * 100))),
    lcp: value('largest-contentful-paint') / 1000,
    cls: value('cumulative-layout-shift'),
    tbt: value('total-blocking-time'),
    short: reports.slice(-1).flatMap(shortIn),
  }
}
