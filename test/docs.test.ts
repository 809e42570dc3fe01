// Swagger UI in a real browser: every operation runs unedited, nothing leaves, nothing complains.
import { chromium } from 'playwright-core'
import t from 'tap'
import { operations } from '../schemas/index.ts'
import { startService } from './service.ts'
import { chromiumPath, needs } from './tools.ts'

t.test('every operation is executed as it stands and answers 200', needs('chromium'), async t => {
  const service = await startService(t)
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
  const complaints: string[] = []
  const elsewhere: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('request', request => {
    if (!request.url().startsWith(base) && !/^(?:data|blob):/.test(request.url())) elsewhere.push(request.url())
  })
  await page.goto(`${base}/docs/`)
  for (const { schema } of operations) {
    const block = page.locator(`#operations-${schema.tags[0]}-${schema.operationId}`)
    await block.locator('.opblock-summary').click()
    await block.locator('.execute').click()
    const status = await block.locator('.live-responses-table .response-col_status').nth(1).textContent()
    t.match(status, /^200/, schema.operationId)
  }
  t.same(complaints, [])
  t.same(elsewhere, [])
})

t.test('Authorize takes a key in either way, and the operations then answer', needs('chromium'), async t => {
  const service = await startService(t, { API_KEYS: 'ci:secret-1', ADMIN_TOKEN: 'token-1' })
  const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] })
  t.teardown(() => browser.close())
  for (const [scheme, value, asked, status] of [
    ['', '', ['captureMedia', 'getStats'], /^401/],
    ['ApiKeyBearer', 'secret-1', ['captureMedia'], /^200/],
    ['ApiKeyHeader', 'secret-1', ['captureMedia'], /^200/],
    ['AdminToken', 'token-1', ['getStats'], /^200/],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } })
    await page.goto(`${base}/docs/`)
    if (scheme !== '') {
      await page.locator('.auth-wrapper > .authorize').click()
      const form = page.locator('.auth-container', { hasText: scheme })
      await form.locator('input').fill(value)
      await form.locator('button.authorize').click()
      await page.locator('.modal-ux .btn-done').first().click()
    }
    for (const { schema } of operations.filter(({ schema }) => asked.some(id => id === schema.operationId))) {
      const block = page.locator(`#operations-${schema.tags[0]}-${schema.operationId}`)
      await block.locator('.opblock-summary-path').click()
      await block.locator('.execute').click()
      const shown = await block.locator('.live-responses-table .response-col_status').nth(1).textContent()
      t.match(shown, status, `${schema.operationId} with ${scheme || 'nothing'}`)
    }
    await page.close()
  }
})
