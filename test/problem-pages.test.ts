// Problem pages: the type of every problem is the URL of one, and all are accessible.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { html } from 'ghtml'
import t from 'tap'
import { fieldErrorCodes } from '../schemas/problem-document.ts'
import { problemCodes, problemKinds } from '../schemas/problems.ts'
import { openBrowser } from './helpers/browser.ts'
import { startService } from './helpers/service.ts'
import { javaPath, needs } from './helpers/tools.ts'

t.setTimeout(300_000)

const service = await startService(t)
const pages = ['', ...problemCodes]

t.test('the type of a problem is the URL of its page', async t => {
  const { type } = (await service.post('/api/v1/capture-media', {})).json()
  const answer = await service.get(type)
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['content-type'], 'text/html; charset=utf-8')
  t.match(answer.payload, '<h1>Invalid request</h1>')
  for (const code of fieldErrorCodes) t.match(answer.payload, `<code>${code}</code>`)
})

t.test('every problem has a page with its cause, the solution, an example and its operations', async t => {
  for (const code of problemCodes) {
    const { status, title, cause, advice } = problemKinds[code]
    const { payload } = await service.get(`/problems/${code}`)
    for (const text of [`${status}`, title, cause, advice]) t.match(payload, html`${text}`, code)
    t.match(payload, `&#34;type&#34;: &#34;/problems/${code}&#34;`)
    t.match(payload, /docs\/#\/\w+\/\w+|Every endpoint can return it/)
    t.ok(payload.length < 16_384, `${code}: ${payload.length} characters`)
  }
})

t.test('the index lists all problems, and an unknown one is not found', async t => {
  const { payload } = await service.get('/problems/')
  for (const code of problemCodes) t.match(payload, `href="${code}"`)
  t.equal((await service.get('/problems')).headers.location, 'problems/')
  t.equal((await service.get('/problems/nothing')).json().code, 'not_found')
  t.equal((await service.get('/problems/constructor')).json().code, 'not_found')
})

t.test('the policy allows only the one style sheet', async t => {
  const policy = String((await service.get('/problems/not_found')).headers['content-security-policy'])
  t.match(policy, /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; /)
  t.notMatch(policy, /unsafe/)
})

t.test('the W3C checker finds nothing', needs('java'), async t => {
  const folder = t.testdir()
  for (const code of pages)
    await writeFile(join(folder, `${code || 'index'}.html`), (await service.get(`/problems/${code}`)).payload)
  await writeFile(join(folder, 'docs.html'), (await service.get('/docs/')).payload)
  await writeFile(join(folder, 'bad.html'), '<!doctype html><title></title>')
  const checker = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')
  const words = ['-jar', checker, '--format', 'json', '--exit-zero-always', '--stdout', folder]
  const { stdout } = await promisify(execFile)(javaPath ?? '', words, { maxBuffer: 64 << 20 })
  const found: readonly { readonly url: string; readonly type: string; readonly message: string }[] =
    JSON.parse(stdout).messages
  t.ok(
    found.some(({ url }) => url.endsWith('bad.html')),
    'it checks the files',
  )
  // The markup of /docs is that of @fastify/swagger-ui, with a trailing slash here and there: errors only.
  const isOurs = (url: string): boolean => !/(?:bad|docs)\.html$/.test(url)
  t.same(
    found.filter(({ url, type }) => isOurs(url) || (url.endsWith('docs.html') && type === 'error')),
    [],
  )
})

t.test(
  'axe finds nothing at any width in either scheme, and no page is wider than the screen',
  needs('chromium'),
  async t => {
    const base = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const browser = await openBrowser(t)
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, bypassCSP: true })
      const complaints: string[] = []
      page.on('console', message => complaints.push(message.text()))
      for (const code of ['', 'invalid_request', 'source_too_many_pixels', 'method_not_allowed']) {
        await page.goto(`${base}/problems/${code}`)
        await page.evaluate(axe.source)
        for (const width of [320, 768, 1440, 3840]) {
          await page.setViewportSize({ width, height: 900 })
          const name = `${code || 'index'}, ${width} px, ${colorScheme}`
          t.equal(await page.evaluate(() => document.documentElement.scrollWidth), width, name)
          const found =
            'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes[0].html))'
          t.same(await page.evaluate(found), [], name)
        }
      }
      t.same(complaints, [])
      await page.close()
    }
  },
)
