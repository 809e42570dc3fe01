// What a page is judged by: requests and axe in a browser, Lighthouse, and the W3C's checker.

import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { median } from '../report.ts'

export interface Visited {
  /** Requests on arrival, and how many of them went to other hosts (none of which answers here). */
  readonly requests: number
  readonly outside: number
  /** Of everything that came from the host, and as brotli packs each file. */
  readonly raw: number
  readonly brotli: number
  /** Style sheets that came from the host. */
  readonly sheets: readonly string[]
  /** Rules of axe broken in either scheme, with the first element. */
  readonly broken: readonly string[]
}

const telephone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 3 }
const desktop = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 }
const colorSchemes = ['light', 'dark'] as const
/** For pages whose scripts wait for what never comes. */
const loadTimeoutMs = 20_000

interface Asked {
  readonly address: string
  readonly body: Buffer
}

function isHost(address: string): boolean {
  return /^(?:http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(address)
}

async function contextOf(browser: Browser, size: typeof telephone): Promise<BrowserContext> {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  await context.route(
    address => !isHost(address.href),
    route => route.abort(),
  )
  return context
}

async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'load', timeout: loadTimeoutMs })
  await page.waitForLoadState('networkidle', { timeout: loadTimeoutMs })
}

const brokenRules = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`

/** Pages on a telephone and a desktop, in both schemes. */
async function judged(page: Page): Promise<readonly string[]> {
  const broken = new Set<string>()
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe.source)
    const found: readonly string[] = await page.evaluate(brokenRules)
    for (const rule of found) broken.add(rule)
  }
  return [...broken]
}

export async function visit(browser: Browser, address: string): Promise<Visited> {
  const requested: string[] = []
  const answered: Promise<Asked>[] = []
  const context = await contextOf(browser, telephone)
  const page = await context.newPage()
  page.on('request', request => {
    if (!request.url().startsWith('data:')) requested.push(request.url())
  })
  page.on('response', response => {
    if (response.url().startsWith('http') && response.ok())
      answered.push(response.body().then(body => ({ address: response.url(), body })))
  })
  await arrive(page, address)
  const files = await Promise.all(answered)
  const small = await judged(page)
  await context.close()
  const wide = await contextOf(browser, desktop)
  const large = await wide.newPage()
  await arrive(large, address)
  const wider = await judged(large)
  await wide.close()
  return {
    requests: requested.length,
    outside: requested.filter(one => !isHost(one)).length,
    raw: files.reduce((sum, { body }) => sum + body.length, 0),
    brotli: files.reduce((sum, { body }) => sum + brotliCompressSync(body).length, 0),
    sheets: files.map(file => file.address).filter(one => new URL(one).pathname.endsWith('.css')),
    broken: [...new Set([...small, ...wider])],
  }
}

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
  /** Titles and scores of the audits below their best. */
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

const command = fileURLToPath(new URL('./node_modules/lighthouse/cli/index.js', import.meta.url))
/** Nothing but loopback is reached, the same for everybody. */
const flags = '--headless=new --no-sandbox --host-resolver-rules="MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"'

async function reportOf(address: string, chromium: string): Promise<Report> {
  const { stdout } = await run(
    process.execPath,
    [command, address, '--output=json', '--quiet', `--only-categories=${categories}`, `--chrome-flags=${flags}`],
    { maxBuffer: maxOutputBytes, env: { ...process.env, CHROME_PATH: chromium } },
  )
  return JSON.parse(stdout)
}

function shortIn({ categories: found, audits }: Report): readonly string[] {
  const weighed = Object.values(found).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0))
  return weighed.flatMap(({ id }) => {
    const audit = audits[id]
    const score = audit?.score ?? 1
    return score < 1 ? [`${id} ${score} ${audit?.displayValue ?? ''}`.trim()] : []
  })
}

/** @returns medians of so many runs, and what was short in the last of them. */
export async function auditedOf(address: string, chromium: string, runs: number): Promise<Audited> {
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

export interface Validity {
  readonly errors: number
  readonly warnings: number
  /** The message of the first one. */
  readonly first: readonly string[]
}

interface Message {
  readonly type: string
  readonly subType?: string
  readonly url?: string
  readonly message?: string
}

const run = promisify(execFile)
const vnu = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
const maxOutputBytes = 256 * 1024 * 1024
const maxMessages = 5

async function check(files: readonly string[], words: readonly string[]): Promise<readonly Message[]> {
  if (files.length === 0) return []
  const options = { maxBuffer: maxOutputBytes }
  const { stdout } = await run(
    'java',
    ['-jar', vnu, '--format', 'json', '--stdout', '--exit-zero-always', ...words, ...files],
    options,
  )
  const report: { readonly messages: readonly Message[] } = JSON.parse(stdout)
  return report.messages
}

/** @param files documents and style sheets. @returns the findings of each, in their order. */
export async function validityOf(files: readonly string[]): Promise<ReadonlyMap<string, Validity>> {
  const sheets = files.filter(file => file.endsWith('.css'))
  const documents = files.filter(file => !file.endsWith('.css'))
  const messages = [...(await check(documents, ['--html'])), ...(await check(sheets, ['--css']))]
  const of = (file: string): Validity => {
    const own = messages.filter(({ url }) => url !== undefined && fileURLToPath(url) === file)
    const warnings = own.filter(({ type, subType }) => type === 'info' && subType === 'warning')
    const errors = own.filter(({ type }) => type !== 'info')
    return {
      errors: errors.length,
      warnings: warnings.length,
      first: [...errors, ...warnings].slice(0, maxMessages).map(({ message = '' }) => message),
    }
  }
  return new Map(files.map(file => [file, of(file)]))
}
