// The API reference and the problem pages: valid, accessible, and usable as they are, behind a path prefix too.
import { readFile } from 'node:fs/promises'
import { html } from 'ghtml'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { fieldErrorCodes } from '../schemas/problem-document.ts'
import { problemCodes, problemKinds } from '../schemas/problems.ts'
import { openBrowser, savedFile } from './helpers/browser.ts'
import { startService } from './helpers/service.ts'
import { needs } from './helpers/tools.ts'
import { findViolations, findWithoutFocusRing, measureOverflow, servePrefixed, watchPage } from './helpers/web-pages.ts'
import { sample, whole } from './helpers/whole.ts'

const all: readonly Operation[] = operations
const [analyze, , capture, exportTxt, , health, stats] = operations
/** The picture of the example of analyzeUrl is elsewhere, renders need a browser of the service, and addresses of uploads are random. */
const notExecuted = ['analyzeUrl', 'createRender', 'getRender', 'putUpload']
/** By default Authorize executes two of these, and the test of the examples the others. Nothing is deleted. */
const executed = whole
  ? all.filter(({ method, schema }) => method !== 'DELETE' && !notExecuted.includes(schema.operationId))
  : [capture, exportTxt, health, stats]

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#C83232' } })
  .png()
  .toBuffer()
/** Windows in which the pages are checked: colour scheme and width in px. By default each state is checked in one of them. */
const windows = [320, 390, 768, 1440, 3840].flatMap(width => [['light', width] as const, ['dark', width] as const])
const service = await startService(t, { API_KEYS: 'ci:secret-of-the-team-1', ADMIN_TOKEN: 'token-of-the-operator-1' })

t.test('the type of a problem is the URL of its page, whose policy allows only its style sheet', async t => {
  const { type } = (await service.post(capture.url, {}, { 'x-api-key': 'secret-of-the-team-1' })).json()
  const { statusCode, headers, payload } = await service.get(type)
  t.equal(statusCode, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.match(headers['content-security-policy'], /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /)
  t.notMatch(headers['content-security-policy'], /unsafe/)
  t.match(payload, `<h1>${problemKinds.invalid_request.title}</h1>`)
  for (const code of fieldErrorCodes) t.match(payload, `<code>${code}</code>`)
})

t.test('every problem has a page with its cause, the solution, an example and its operations', async t => {
  const index = await service.get('/problems/')
  for (const code of problemCodes) {
    const { status, title, cause, advice } = problemKinds[code]
    const { payload } = await service.get(`/problems/${code}`)
    for (const text of [`${status}`, title, cause, advice]) t.match(payload, html`${text}`, code)
    t.match(payload, `&#34;type&#34;: &#34;/problems/${code}&#34;`)
    t.match(payload, /docs\/#\/\w+\/\w+|Every endpoint can return it/)
    t.ok(payload.length < 16_384, `${code}: ${payload.length} characters`)
    t.match(index.payload, `href="${code}"`)
  }
  // The links of these pages are relative.
  for (const [url, location] of [
    ['/problems', 'problems/'],
    ['/problems/not_found/?x', '../not_found'],
    ['/docs', 'docs/'],
  ] as const)
    t.equal((await service.get(url)).headers.location, location, url)
  for (const unknown of ['nothing', 'constructor'])
    t.equal((await service.get(`/problems/${unknown}`)).json().code, 'not_found')
})

t.test('the OpenAPI document is also at /docs/json and /docs/yaml', async t => {
  for (const format of ['json', 'yaml']) {
    const { statusCode, payload } = await service.get(`/docs/${format}`)
    t.equal(statusCode, 200)
    t.equal(payload, (await service.get(`/openapi.${format}`)).payload)
  }
})

t.test('in a browser', needs('chromium'), async t => {
  const base = await servePrefixed(t, service)
  const browser = await openBrowser(t)
  // Small, because the browser paints all of it after every step.
  const viewport = { width: 1000, height: 600 }
  const page = await browser.newPage({ viewport, colorScheme: 'light' })
  const { complaints, elsewhere } = watchPage(page, base)

  const blockOf = ({ schema }: Operation): Locator =>
    page.locator(`#operations-${schema.tags[0]}-${schema.operationId}`)

  const open = async (operation: Operation): Promise<Locator> => {
    const block = blockOf(operation)
    if (await block.locator('.execute').isHidden()) await block.locator('.opblock-summary-path').click()
    await block.locator('.execute').waitFor()
    return block
  }

  /** Executes an operation as it is, and returns the status that is shown. */
  const execute = async (operation: Operation, example?: string): Promise<string | null> => {
    const block = await open(operation)
    const { type } = operation.examples[example ?? '']?.params ?? {}
    if (type) await block.locator('[data-param-name="type"] select:visible').last().selectOption(type)
    else if (example) await block.locator('.examples-select-element').first().selectOption(example)
    const clear = block.locator('.btn-clear')
    if (await clear.isVisible()) await clear.click()
    await block.locator('.execute').click()
    return block.locator('.live-responses-table .response-col_status').nth(1).textContent({ timeout: 60_000 })
  }

  /** Checks the page as it is. @param index of the window that is checked by default */
  const inspect = async (t: Test, name: string, index: number) => {
    for (const [colorScheme, width] of whole ? windows : windows.slice(index, index + 1)) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      t.equal(await measureOverflow(page), 0, `${name}: nothing is wider than ${width} px`)
      t.same(await findViolations(page), [], `${name}: axe, ${colorScheme}, ${width} px`)
    }
    await page.setViewportSize(viewport)
  }

  await t.test('the first screen introduces the API, its three main operations and its documents', async t => {
    await page.goto(`${base}docs`)
    t.equal(page.url(), `${base}docs/`)
    await page.locator('.opblock').last().waitFor()
    t.match(await page.locator('h1').textContent(), /^Automation Service/)
    const steps = page.locator('.info li')
    t.same(
      (await steps.allTextContents()).map(text => text.split(' ')[0]),
      operations.slice(0, 3).map(({ url }) => url.split('/').at(-1)),
    )
    const addresses = await page
      .locator('.info a')
      .evaluateAll(links => links.map(link => (link instanceof HTMLAnchorElement ? link.href : '')))
    const documents = ['openapi.json', 'problems/', 'openapi.yaml'].map(path => base + path)
    t.same(
      addresses.filter(address => address.startsWith(base)),
      documents,
    )
    for (const address of documents) t.equal((await fetch(address)).status, 200, address)
    await page.setViewportSize({ width: 360, height: 740 })
    const { y = 740 } = (await steps.last().boundingBox()) ?? {}
    t.ok(y < 740, `the last of them begins at ${y} of 740 px`)
    await inspect(t, 'closed', 1)
  })

  await t.test('Authorize takes a key in each of its forms', async t => {
    const authorize = page.locator('.auth-wrapper > .authorize')
    const setKey = async (scheme: string, value: string) => {
      await authorize.click()
      await page.locator('.modal-ux:focus-within').waitFor()
      const logout = page.locator('.auth-container button', { hasText: 'Logout' })
      while ((await logout.count()) > 0) await logout.first().click()
      const form = page.locator('.auth-container', { hasText: scheme })
      await form.locator('input').fill(value)
      if (scheme === 'AdminToken') await inspect(t, 'dialog', 3)
      await form.locator('button.authorize').click()
      await page.locator('.modal-ux .btn-done').first().click()
    }
    const labelOf = (operation: Operation) =>
      blockOf(operation).locator('.authorization__btn').getAttribute('aria-label')
    for (const operation of [capture, stats]) t.match(await execute(operation), /^401/)
    t.match(await labelOf(capture), /unlocked$/, 'credentials that are optional are not those that are set')
    const keys = [
      ['AdminToken', 'token-of-the-operator-1', stats],
      ['ApiKeyBearer', 'secret-of-the-team-1', capture],
      ['ApiKeyHeader', 'secret-of-the-team-1', capture],
    ] as const
    // By default one of the two bearers.
    for (const [scheme, value, operation] of whole ? keys : [keys[0], keys[2]]) {
      await setKey(scheme, value)
      t.match(await execute(operation), /^200/, scheme)
    }
    t.match(await labelOf(exportTxt), / locked$/, 'a key is one for optional credentials')
    t.match(await labelOf(stats), /unlocked$/, 'a key is no token')
  })

  await t.test('every operation is executed with its examples unedited', async t => {
    for (const operation of executed) {
      // Of those for administrators the last key is not one.
      if (operation.url.startsWith('/api/admin/') || (operation === capture && !whole)) continue
      const names = Object.keys(operation.examples)
      for (const name of names.length > 0 ? sample(names, 1) : [undefined])
        t.match(await execute(operation, name), /^200/, `${operation.schema.operationId}, ${name}`)
    }
    const download = page.waitForEvent('download')
    await blockOf(exportTxt).locator('.live-responses-table a[download]').click()
    t.match(await readFile(await savedFile(t, await download), 'utf8'), /analys/i, 'a file can be saved')
  })

  await t.test('announces the status of a response', async t => {
    t.match(await execute(health), /^200/)
    t.equal(await page.locator('output').textContent(), 'Response: 200')
  })

  await t.test('links to problem pages', async t => {
    const links = page.locator('.response-col_description__inner a')
    const codes = new Set(await links.allTextContents())
    const addresses = await links.evaluateAll(all => all.map(one => one.getAttribute('href')))
    t.ok(codes.size > 9, `${codes.size} codes`)
    t.same(
      [...new Set(addresses)],
      [...codes].map(code => `../problems/${code}`),
    )
    for (const code of codes)
      t.ok(
        problemCodes.some(known => known === code),
        code,
      )
  })

  await t.test('a file is sent as a form or as it is, with nothing that was not filled in', async t => {
    const block = await open(analyze)
    t.match(await block.locator('[data-param-name="palette_size"]').textContent(), /For example \d+\.$/)
    const file = { name: 'one.png', mimeType: 'image/png', buffer: picture }
    const types = [
      ['multipart/form-data', /^multipart\/form-data; boundary=/, /-F 'file=@one.png;type=image\/png'$/],
      ['image/*', /^image\/png$/, /--data-binary '@one.png'$/],
    ] as const
    for (const [type, contentType, end] of sample(types, 1)) {
      await block.locator('.body-param-content-type select').selectOption(type)
      await block.locator('input[type="file"]').setInputFiles(file)
      await inspect(t, type, 3)
      const sent = page.waitForRequest(request => request.method() === 'POST')
      t.match(await execute(analyze), /^200/)
      t.equal((await sent).url(), `${base}api/v1/analyze-vibe`)
      t.match((await sent).headers()['content-type'], contentType)
      t.match(await block.locator('.curl').textContent(), end)
    }
  })

  await t.test('is readable in a narrow window', async t => {
    await page.setViewportSize({ width: 390, height: 844 })
    const widths = await page.locator('td:visible').evaluateAll(all => all.map(one => one.clientWidth))
    t.ok(Math.min(...widths) > 240, `the narrowest cell: ${Math.min(...widths)} px`)
    await inspect(t, 'open and executed', 2)
    t.same(await findWithoutFocusRing(page), [])
  })

  await t.test('shows schemas', async t => {
    await page.goto('about:blank')
    await page.goto(`${base}docs/#/Capture/captureMedia`)
    const problem = page.locator('.models .json-schema-2020-12', { hasText: /^Problem/ }).first()
    await page.locator('.models-control').click()
    await problem.locator('.json-schema-2020-12-expand-deep-button').first().click()
    t.match(await problem.textContent(), 'Stable code of the problem.')
    await blockOf(capture).locator('[data-name="model"]:visible').first().click()
    await inspect(t, 'schemas', 7)
    t.same(await findWithoutFocusRing(page), [])
  })

  await t.test('problem pages lead to the operation', async t => {
    await page.goto(`${base}problems/`)
    await page.locator('.rows a').first().click()
    t.equal(await page.locator('h1').textContent(), problemKinds.invalid_json.title)
    await page.locator('.rows a').first().click()
    await page.waitForURL(`${base}docs/#/Style/analyzeVibe`)
    await blockOf(analyze).locator('.execute').waitFor()
  })

  await t.test('problem pages are accessible', async t => {
    for (const [index, code] of ['', 'invalid_request', 'method_not_allowed'].entries()) {
      await page.goto(`${base}problems/${code}`)
      await inspect(t, `problem ${code}`, 2 * index + 5)
    }
  })
  t.same(complaints, [])
  t.same(elsewhere, [], 'it requests nothing outside the prefix')
})
