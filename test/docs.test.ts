// The API reference in a real browser: every example runs unedited, nothing leaves, nothing complains, everybody can read it.
import { readFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { callDocsPlugin } from '../plugins/shared/docs/docs.ts'
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { openBrowser, savedFile } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(300_000)

const all: readonly Operation[] = operations

const startDocs = async (t: Test, environment: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await startService(t, environment)).app.listen({ port: 0, host: '127.0.0.1' })

/** What a page complains of, and where it asks beyond `base`. */
const watch = (page: Page, base: string) => {
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', error => complaints.push(error.message))
  page.on('request', sent => {
    if (!sent.url().startsWith(base) && !/^(?:data|blob):/.test(sent.url())) elsewhere.push(sent.url())
  })
  return { complaints, elsewhere }
}

const blockOf = (page: Page, { schema }: Operation) =>
  page.locator(`#operations-${schema.tags[0]}-${schema.operationId}`)

/** Executes what stands there, and gives the status that is shown. */
const execute = async (page: Page, operation: Operation): Promise<string | null> => {
  const block = blockOf(page, operation)
  const clear = block.locator('.btn-clear')
  if (await clear.isVisible()) await clear.click()
  await block.locator('.execute').click()
  return block.locator('.live-responses-table .response-col_status').nth(1).textContent({ timeout: 60_000 })
}

/** Findings of axe, one line each. */
const findings =
  'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(node => id + " " + node.target.join(" "))))'

const countFindings = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate<readonly string[]>(findings)
}

/** The other schemes and widths. */
const large = [
  ['dark', 1440],
  ['light', 360],
] as const

t.test(
  '7 of 7 operations are executed as they stand, each example of them, and answer 200',
  needs('chromium'),
  async t => {
    const base = await startDocs(t)
    const browser = await openBrowser(t)
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    const { complaints, elsewhere } = watch(page, base)
    await page.goto(`${base}/docs/`)
    for (const operation of all) {
      const block = blockOf(page, operation)
      await block.locator('.opblock-summary-path').click()
      const names = Object.keys(operation.examples)
      const choice = block.locator('.examples-select-element').first()
      if (names.length === 0) t.match(await execute(page, operation), /^200/, operation.schema.operationId)
      for (const name of names) {
        await choice.selectOption(name)
        t.match(await execute(page, operation), /^200/, `${operation.schema.operationId}, ${name}`)
      }
      t.equal(
        names.length === 0 || names.length === 2,
        true,
        `${operation.schema.operationId}: two examples, or no input`,
      )
    }
    const download = page.waitForEvent('download')
    await blockOf(page, operations[3]).locator('.live-responses-table a[download]').click()
    t.match(await readFile(await savedFile(t, await download), 'utf8'), /analys/i, 'what is a file can be kept')
    t.same(complaints, [])
    t.same(elsewhere, [])
  },
)

t.test(
  'the tour stands on the first screen, its links open operations, the document can be downloaded',
  needs('chromium'),
  async t => {
    const base = await startDocs(t)
    const browser = await openBrowser(t)
    for (const [width, height] of [
      [1440, 900],
      [360, 740],
    ] as const) {
      const page = await browser.newPage({ viewport: { width, height } })
      await page.goto(`${base}/docs/`)
      const steps = page.locator('.tour li')
      t.same(await steps.locator('h2').allTextContents(), ['Picture', 'Page', 'Script'])
      const first = operations.slice(0, 3)
      t.same(
        await steps.locator('code').allTextContents(),
        first.map(({ method, url }) => `${method} ${url}`),
      )
      t.same(
        await steps.locator('a').evaluateAll(links => links.map(link => link.getAttribute('href'))),
        first.map(({ schema }) => `#/${schema.tags[0]}/${schema.operationId}`),
      )
      t.ok(await steps.first().isVisible())
      const { y = height } = (await steps.nth(width > 1000 ? 2 : 0).boundingBox()) ?? {}
      t.ok(y < height, `the tour begins at ${y} of ${height} px`)
      t.equal(
        await page.evaluate(() => document.documentElement.scrollWidth),
        width,
        'nothing is wider than the screen',
      )
      await page.close()
    }
    const page = await browser.newPage()
    await page.goto(`${base}/docs/#/Capture/captureMedia`)
    await blockOf(page, operations[2]).locator('.execute').waitFor()
    await page.locator('.tour a').first().click()
    await page.waitForURL(/#\/Style\/analyzeVibe/)
    const download = page.waitForEvent('download')
    await page.locator('nav a', { hasText: 'openapi.yaml' }).click()
    const file = await savedFile(t, await download)
    t.equal(await readFile(file, 'utf8'), await readFile('openapi.yaml', 'utf8'))
  },
)

t.test('Swagger UI gets the plugin of the page', async t => {
  const { docsPlugin } = Object(globalThis)
  t.teardown(() => Reflect.set(globalThis, 'docsPlugin', docsPlugin))
  Reflect.set(globalThis, 'docsPlugin', (system: unknown) => [system])
  t.same(callDocsPlugin('the system'), ['the system'])
})

t.test('behind a path prefix everything works as well', needs('chromium'), async t => {
  const inner = new URL(await startDocs(t))
  const prefix = '/tools/vibe'
  const proxy = createServer((asked, answer) => {
    const path = asked.url?.startsWith(`${prefix}/`) ? asked.url.slice(prefix.length) : '/outside'
    const passed = request({
      host: inner.hostname,
      port: inner.port,
      path,
      method: asked.method,
      headers: asked.headers,
    })
    passed.on('response', came => {
      answer.writeHead(came.statusCode ?? 500, came.headers)
      came.pipe(answer)
    })
    asked.pipe(passed)
  })
  const base = `${(await listen(t, proxy)).url}${prefix}`
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const { complaints, elsewhere } = watch(page, base)
  await page.goto(`${base}/docs`)
  t.equal(page.url(), `${base}/docs/`)
  await blockOf(page, operations[0]).locator('.opblock-summary-path').click()
  t.match(await execute(page, operations[0]), /^200/)
  await page.locator('.foot a').click()
  t.equal(page.url(), `${base}/problems/`)
  await page.locator('.rows a').first().click()
  t.match(await page.locator('h1').textContent(), /Invalid JSON/)
  await page.locator('.rows a').first().click()
  t.match(page.url(), `${base}/docs/#/Style/analyzeVibe`)
  t.same(complaints, [])
  t.same(elsewhere, [])
})

t.test('axe finds nothing, closed or open and executed, in both schemes', needs('chromium'), async t => {
  const base = await startDocs(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(`${base}/docs/`)
  await page.locator('.opblock').last().waitFor()
  let looks = 0
  const look = async (state: string) => {
    for (const [colorScheme, width] of [['light', 1440], ['dark', 360], ...(whole ? large : [])] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      t.same(await countFindings(page), [], `${state}, ${colorScheme}, ${width} px`)
      looks += 1
    }
  }
  await look('closed')
  for (const operation of all) {
    await blockOf(page, operation).locator('.opblock-summary-path').click()
    await execute(page, operation)
  }
  for (const samples of await page.locator('.samples summary').all()) await samples.click()
  await look('open and executed')
  t.comment(`cases: the API reference in ${looks} looks`)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() => document.querySelector('link[href$="theme.css"]')?.remove())
  t.ok((await countFindings(page)).length > 20, 'without the theme it finds a lot')
})

t.test('samples stand below the answers, with the address of this service', needs('chromium'), async t => {
  const base = await startDocs(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  await page.goto(`${base}/docs/#/Health/getHealth`)
  await page.locator('.samples summary').click()
  t.same(await page.locator('.samples h5').allTextContents(), ['curl', 'JavaScript', 'Python'])
  t.match(
    await page.locator('.response[data-code="500"] code a').first().getAttribute('href'),
    '../problems/internal_error',
  )
  t.equal(await page.locator('.samples pre').first().textContent(), `curl -sS --fail-with-body ${base}/api/health`)
})

t.test('Authorize takes a key in either way, and the operations then answer', needs('chromium'), async t => {
  const base = await startDocs(t, { API_KEYS: 'ci:secret-1', ADMIN_TOKEN: 'token-1' })
  const browser = await openBrowser(t)
  for (const [scheme, value, asked, status] of [
    ['', '', ['captureMedia', 'getStats'], /^401/],
    ['ApiKeyBearer', 'secret-1', ['captureMedia'], /^200/],
    ['ApiKeyHeader', 'secret-1', ['captureMedia'], /^200/],
    ['AdminToken', 'token-1', ['getStats'], /^200/],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 }, bypassCSP: true })
    await page.goto(`${base}/docs/`)
    if (scheme !== '') {
      await page.locator('.auth-wrapper > .authorize').click()
      if (scheme === 'AdminToken') t.same(await countFindings(page), [], 'axe finds nothing in the dialogue')
      const form = page.locator('.auth-container', { hasText: scheme })
      await form.locator('input').fill(value)
      await form.locator('button.authorize').click()
      await page.locator('.modal-ux .btn-done').first().click()
    }
    for (const operation of all.filter(({ schema }) => asked.some(id => id === schema.operationId))) {
      await blockOf(page, operation).locator('.opblock-summary-path').click()
      t.match(await execute(page, operation), status, `${operation.schema.operationId} with ${scheme || 'nothing'}`)
    }
    await page.close()
  }
})
