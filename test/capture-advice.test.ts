// What a capture script says where it cannot go on, and what of the system it uses: advice, proxy, sandbox.
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { type Run, runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { chromiumPath, needs, shellPath } from './helpers/tools.ts'

t.setTimeout(600_000)

const chromium = needs('chromium')
const light = shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const viewport = { width: 300, height: 200, deviceScaleFactor: 1 } as const

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/pdf') return response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4')
  if (pathname === '/attachment') {
    return response.writeHead(200, { 'content-disposition': 'attachment; filename="a.txt"' }).end('text')
  }
  if (pathname === '/basic') return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('no')
  if (pathname === '/forbidden') return response.writeHead(403).end('no')
  return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Here</h1>')
})
const { url: origin, port } = await listen(t, server)

async function capture(t: Test, target_url: string, request: Partial<CaptureRequest> = {}, run: Run = {}) {
  return runCapture(t, { viewport, ...request, target_url }, { ...run, env: { ...light, ...run.env } })
}

for (const [path, advice] of [
  ['/pdf', /is a file to download, such as a PDF or an attachment/],
  ['/attachment', /is a file to download, such as a PDF or an attachment/],
  [
    '/basic',
    /answered 401: .*CAPTURE_HEADERS .*"authorization": "Basic .*CAPTURE_COOKIES or storage_state can sign in/,
  ],
  ['/forbidden', /answered 403: .*CAPTURE_HEADERS .*CAPTURE_COOKIES or storage_state/],
] as const) {
  t.test(`${path} is an error with advice`, chromium, async t => {
    const { code, stderr } = await capture(t, origin + path)
    t.equal(code, 4)
    t.match(stderr, advice)
  })
}

t.test('an output file of another type names the options for it', async t => {
  for (const name of ['shot.webp', 'shot.mp4', 'shot.gif']) {
    const { code, stderr } = await capture(t, origin, {}, { args: [name] })
    t.match([code, stderr], [2, /must end in \.png: .*output_format and image_type .*--image-type/], name)
  }
})

t.test('CAPTURE_PROXY gets all requests, with its account', chromium, async t => {
  const seen: (string | undefined)[] = []
  const proxy = createServer((request, response) => {
    seen.push(request.url)
    const isKnown = request.headers['proxy-authorization'] === `Basic ${Buffer.from('ada:p@ss').toString('base64')}`
    if (!isKnown) return response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>By proxy</h1>')
  })
  const { port: proxyPort } = await listen(t, proxy)
  const CAPTURE_PROXY = `http://ada:p%40ss@127.0.0.1:${proxyPort}`
  const { code, stderr } = await capture(t, 'http://example.test/', {}, { env: { CAPTURE_PROXY } })
  t.equal(code, 0, stderr)
  t.ok(seen.includes('http://example.test/'))
  const wrong = await capture(t, origin, {}, { env: { CAPTURE_PROXY: 'proxy:3128:' } })
  t.match([wrong.code, wrong.stderr], [2, /CAPTURE_PROXY must be an address/])
})

t.test('without a choice Chromium has its sandbox, or a warning says that the system refuses it', chromium, async t => {
  const { code, stderr } = await capture(t, origin, {}, { env: { CAPTURE_NO_SANDBOX: '' } })
  t.equal(code, 0, stderr)
  if (process.getuid?.() === 0) t.match(stderr, "warning: This system does not allow Chromium's sandbox")
  const chosen = await capture(t, origin, {}, { env: { CAPTURE_NO_SANDBOX: '1' } })
  t.notMatch(chosen.stderr, 'sandbox')
})

t.test('the browser gets only the environment variables that it needs', chromium, async t => {
  const folder = mkdtempSync(join(tmpdir(), 'browser-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [browser, seen] = [join(folder, 'browser'), join(folder, 'seen')]
  writeFileSync(browser, `#!/bin/sh\nenv > ${seen}\nexec ${shellPath ?? chromiumPath} "$@"\n`, { mode: 0o755 })
  const env = {
    CHROMIUM_PATH: browser,
    CI_TOKEN: 'kept-from-it',
    USER_SECRET: 'kept-from-it',
    CAPTURE_COOKIES: '{"a": "kept-from-it"}',
    LC_ALL: 'C',
  }
  const { code, stderr } = await capture(t, origin, {}, { env })
  t.equal(code, 0, stderr)
  const variables = readFileSync(seen, 'utf8')
  for (const line of [/^HOME=/m, /^LC_ALL=C$/m]) t.match(variables, line)
  t.notMatch(variables, 'kept-from-it')
})

t.test('steps replace a text and open another page', chromium, async t => {
  const posted: string[] = []
  const form = createServer(async (request, response) => {
    if (request.method === 'POST') {
      const [body] = await once(request.setEncoding('utf8'), 'data')
      posted.push(String(body))
    }
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><form method="post" action="/"><input name="user" value="old"><button>Go</button></form>',
    )
  })
  const { url } = await listen(t, form)
  const { code, stderr, stdout } = await capture(t, url, {
    steps: [
      { action: 'fill', selector: 'input', text: 'new' },
      { action: 'click', selector: 'button' },
      { action: 'goto', url: `http://127.0.0.1:${port}/account` },
    ],
  })
  t.equal(code, 0, stderr)
  t.strictSame(posted, ['user=new'])
  t.match(JSON.parse(stdout), { final_url: `${origin}/account`, status: 200 })
})
