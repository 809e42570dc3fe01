// The checks of a page: requests and axe in a browser, Lighthouse, and the W3C checker.
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import axe from 'axe-core'
import type { Browser } from 'playwright-core'

export interface Visit {
  /** Requests of the first load, on a phone. */
  readonly requests: number
  /** Requests to other hosts, none of which answers. */
  readonly outsideRequests: number
  /** Bytes of all files of our host, and of each compressed with Brotli. */
  readonly bytes: number
  readonly brotliBytes: number
  /** Paths of the style sheets of our host. */
  readonly sheets: readonly string[]
  /** Broken rules of axe on a phone and a desktop in both colour schemes. */
  readonly brokenRules: ReadonlySet<string>
}

const devices = [
  { viewport: { width: 412, height: 823 }, deviceScaleFactor: 3 },
  { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 },
]
const run = promisify(execFile)
const maxBuffer = 256 * 1024 * 1024

export async function visit(browser: Browser, address: string): Promise<Visit> {
  const { origin } = new URL(address)
  const requested = new Set<string>()
  const files = new Map<string, Promise<Buffer>>()
  const brokenRules = new Set<string>()
  for (const [index, device] of devices.entries()) {
    const context = await browser.newContext({ ...device, reducedMotion: 'reduce' })
    await context.route(
      url => url.origin !== origin,
      route => route.abort(),
    )
    const page = await context.newPage()
    page.on('request', request => {
      if (index === 0 && !request.url().startsWith('data:')) requested.add(request.url())
    })
    page.on('response', response => {
      if (index === 0 && response.url().startsWith(origin) && response.ok()) files.set(response.url(), response.body())
    })
    await page.goto(address, { waitUntil: 'networkidle', timeout: 20_000 })
    await Promise.all(files.values())
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(axe.source)
      const rules: readonly string[] = await page.evaluate(
        'axe.run().then(({ violations }) => violations.map(({ id }) => id))',
      )
      for (const rule of rules) brokenRules.add(rule)
    }
    await context.close()
  }
  const bodies = await Promise.all(files.values())
  return {
    requests: requested.size,
    outsideRequests: [...requested].filter(url => new URL(url).origin !== origin).length,
    bytes: bodies.reduce((sum, body) => sum + body.length, 0),
    brotliBytes: bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0),
    sheets: [...files.keys()].map(url => new URL(url).pathname).filter(path => path.endsWith('.css')),
    brokenRules,
  }
}

export interface Audit {
  /** Of 100: performance, accessibility, best practices, SEO. */
  readonly scores: readonly number[]
  /** Largest contentful paint, seconds. */
  readonly lcp: number
  /** Cumulative layout shift. */
  readonly cls: number
  /** Total blocking time, ms. */
  readonly tbt: number
}

interface LighthouseReport {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>
}

const lighthouse = fileURLToPath(new URL('./node_modules/lighthouse/cli/index.js', import.meta.url))
/** Only loopback is reachable, the same for every page. */
const flags = '--headless=new --no-sandbox --host-resolver-rules="MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"'
const categories = ['performance', 'accessibility', 'best-practices', 'seo']

export async function audit(address: string, chromium: string): Promise<Audit> {
  const args = ['--output=json', '--quiet', `--only-categories=${categories}`, `--chrome-flags=${flags}`]
  const env = { ...process.env, CHROME_PATH: chromium }
  const { stdout } = await run(process.execPath, [lighthouse, address, ...args], { maxBuffer, env })
  const report: LighthouseReport = JSON.parse(stdout)
  const metric = (id: string) => report.audits[id]?.numericValue ?? Number.NaN
  return {
    scores: categories.map(name => Math.round((report.categories[name]?.score ?? 0) * 100)),
    lcp: metric('largest-contentful-paint') / 1000,
    cls: metric('cumulative-layout-shift'),
    tbt: metric('total-blocking-time'),
  }
}

interface CheckerReport {
  readonly messages: readonly { readonly type: string; readonly subType?: string }[]
}

const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** @returns the numbers of errors and warnings in a document and style sheets. */
export async function validate(document: string, sheets: readonly string[]) {
  const inputs = [['--html', document], ...(sheets.length > 0 ? [['--css', ...sheets]] : [])]
  const reports = inputs.map(async files => {
    const args = ['-jar', checker, '--format', 'json', '--stdout', '--exit-zero-always', ...files]
    const { stdout } = await run('java', args, { maxBuffer })
    const report: CheckerReport = JSON.parse(stdout)
    return report.messages
  })
  const messages = (await Promise.all(reports)).flat()
  return {
    errors: messages.filter(({ type }) => type !== 'info').length,
    warnings: messages.filter(({ type, subType }) => type === 'info' && subType === 'warning').length,
  }
}
