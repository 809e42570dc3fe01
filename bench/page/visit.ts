// A visit to a page: what it asks for, what axe finds, how its texts are painted.

import { brotliCompressSync } from 'node:zlib'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { paintedTexts } from './pixel-contrast.ts'

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
  /** Texts painted over both schemes and windows, and those below AA, in words. */
  readonly texts: number
  readonly faint: readonly string[]
}

const telephone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 3 }
const desktop = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 2 }
const colorSchemes = ['light', 'dark'] as const
/** For pages whose scripts wait for what never comes. */
const patience = 20_000

interface Asked {
  readonly address: string
  readonly body: Buffer
}

const isHost = (address: string): boolean => /^(?:http:\/\/127\.0\.0\.1|data:|blob:|about:)/.test(address)

const contextOf = async (browser: Browser, size: typeof telephone): Promise<BrowserContext> => {
  const context = await browser.newContext({ ...size, reducedMotion: 'reduce' })
  await context.route(
    address => !isHost(address.href),
    route => route.abort(),
  )
  return context
}

const arrive = async (page: Page, address: string): Promise<void> => {
  await page.goto(address, { waitUntil: 'load', timeout: patience })
  await page.waitForLoadState('networkidle', { timeout: patience })
}

const brokenRules = `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))`

/** Pages on a telephone and a desktop, in both schemes. */
const judged = async (page: Page): Promise<Pick<Visited, 'broken' | 'texts' | 'faint'>> => {
  const broken = new Set<string>()
  const faint: string[] = []
  let texts = 0
  for (const colorScheme of colorSchemes) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(axe.source)
    const found: readonly string[] = await page.evaluate(brokenRules)
    for (const rule of found) broken.add(rule)
    const painted = (await paintedTexts(page)).filter(text => text.painted)
    texts += painted.length
    faint.push(
      ...painted
        .filter(({ ratio, least }) => ratio < least)
        .map(({ where, ratio, ink, ground }) => `${colorScheme} ${where}: ${ink} on ${ground} ${ratio.toFixed(2)}`),
    )
  }
  return { broken: [...broken], texts, faint }
}

export const visit = async (browser: Browser, address: string): Promise<Visited> => {
  const asked: string[] = []
  const answered: Promise<Asked>[] = []
  const context = await contextOf(browser, telephone)
  const page = await context.newPage()
  page.on('request', request => {
    if (!request.url().startsWith('data:')) asked.push(request.url())
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
    requests: asked.length,
    outside: asked.filter(one => !isHost(one)).length,
    raw: files.reduce((sum, { body }) => sum + body.length, 0),
    brotli: files.reduce((sum, { body }) => sum + brotliCompressSync(body).length, 0),
    sheets: files.map(file => file.address).filter(one => new URL(one).pathname.endsWith('.css')),
    broken: [...new Set([...small.broken, ...wider.broken])],
    texts: small.texts + wider.texts,
    faint: [...small.faint, ...wider.faint],
  }
}
