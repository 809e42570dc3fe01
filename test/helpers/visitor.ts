// A browser that opens the playground through a proxy with a path prefix.
import { request as ask, createServer } from 'node:http'
import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core'
import type { Test } from 'tap'
import { listen } from './loopback.ts'
import { startService } from './service.ts'

/** How the proxy treats API requests. */
interface ApiBehavior {
  /** Delays them until it resolves. */
  hold: Promise<unknown> | undefined
  /** Rejects them with 503 as nginx.conf does when no replica answers: seconds of Retry-After. */
  busySeconds: number | undefined
}

const refusal = {
  type: '/problems/overloaded',
  title: 'Service unavailable',
  status: 503,
  detail: 'Try again after the time in Retry-After.',
  success: false,
  code: 'overloaded',
  request_id: 'proxy-1',
}

/** A proxy that removes the prefix `/tools`. */
const startProxy = async (t: Test, target: string) => {
  const api: ApiBehavior = { hold: undefined, busySeconds: undefined }
  const server = createServer(async (request, response) => {
    const path = String(request.url).replace(/^\/tools/, '')
    const isCall = path.startsWith('/api/')
    if (isCall) await api.hold
    if (isCall && api.busySeconds !== undefined) {
      const headers = { 'content-type': 'application/problem+json', 'retry-after': `${api.busySeconds}` }
      response.writeHead(503, headers).end(JSON.stringify(refusal))
      return
    }
    const { method, headers } = request
    const passed = ask(target + path, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  return { api, base: `${(await listen(t, server)).url}/tools/` }
}

/** Starts the service behind the proxy. */
export const openService = async (t: Test, environment: Readonly<Record<string, string>> = {}) => {
  const service = await startService(t, environment)
  const target = await service.app.listen({ port: 0, host: '127.0.0.1' })
  return { service, target, ...(await startProxy(t, target)) }
}

/** Waits until an expression is true. Playwright's waitForFunction evaluates strings in the page, which its policy forbids. */
export const until = async (place: Page | Frame, expression: string): Promise<void> => {
  const end = performance.now() + 30_000
  while (!(await place.evaluate(expression))) {
    if (performance.now() > end) throw new Error(`still false after 30 s: ${expression}`)
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}

export interface Visitor {
  readonly page: Page
  /** Errors and warnings of the console, except for API requests that a test makes fail. */
  readonly complaints: readonly string[]
  /** URLs of all requests. */
  readonly asked: readonly string[]
  readonly reach: (...names: readonly string[]) => Promise<void>
  readonly sample: (name: string) => Promise<void>
  /** The frame of the preview, after its page was loaded. */
  readonly preview: () => Promise<Frame>
  /** axe violations of the page. */
  readonly violations: () => Promise<readonly string[]>
  /** How much wider the document is than the viewport, px. */
  readonly overflow: () => Promise<number>
}

const refused =
  /^Failed to load resource: (?:the server responded with a status of (?:400|401|422|429|503)|net::ERR_INTERNET_DISCONNECTED)/

/** Opens the playground; closed with the test. */
export const visit = async (
  t: Test,
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  t.teardown(() => context.close())
  const page = await context.newPage()
  const complaints: string[] = []
  const asked: string[] = []
  page.on('request', request => asked.push(request.url()))
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    const isOurs = !(refused.test(message.text()) && message.location().url.includes('/api/v1/'))
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await page.goto(address)
  const reach = async (...names: readonly string[]): Promise<void> => {
    await page.waitForSelector(names.map(name => `main[data-state="${name}"]`).join(), { timeout: 30_000 })
  }
  const preview = async (): Promise<Frame> => {
    await page.waitForSelector('#stage iframe')
    const frame = page.mainFrame().childFrames()[0]
    if (frame === undefined) throw new Error('the preview has no frame')
    await frame.waitForSelector('main.sp-main')
    return frame
  }
  return {
    page,
    complaints,
    asked,
    reach,
    sample: async name => {
      await page.click(`.sample[data-name="${name}"]`)
      await reach('done', 'partial')
    },
    preview,
    violations: async () => {
      await page.evaluate(axe.source)
      const found: readonly string[] = await page.evaluate(
        'axe.run({ iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))',
      )
      return found
    },
    overflow: async () => Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth')),
  }
}
