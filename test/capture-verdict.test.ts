// The verdict of capture scripts: whether the picture shows the page that was asked for.
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { type Run, runCapture } from './fixtures/capture/run-script.ts'
import { blankPages, challengePages, ordinaryPages, signInPages } from './fixtures/capture/verdict-pages.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const chromium = needs('chromium')
const light = shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const viewport = { width: 1280, height: 720, deviceScaleFactor: 1 } as const

const kinds = { sign_in: signInPages, challenge: challengePages, blank: blankPages, null: ordinaryPages } as const
const pages = Object.entries(kinds).flatMap(([kind, drawn]) =>
  drawn.map(([title, body], index) => ({
    path: `/${kind}-${index}`,
    title,
    expected: kind === 'null' ? null : kind,
    html: `<!doctype html><meta charset="utf-8"><title>${title}</title>${body}`,
  })),
)

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname === '/moved') return response.writeHead(302, { location: '/sign_in-0' }).end()
  if (pathname === '/script-moves') return response.end('<script>location = "/null-0"</script>')
  if (pathname === '/frame') return response.end()
  const page = pages.find(({ path }) => path === pathname)
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page?.html)
})
const { url: address } = await listen(t, server)

async function capture(t: Test, path: string, request: Partial<CaptureRequest> = {}, run: Run = {}) {
  const sent = { target_url: `${address}${path}`, viewport, ...request }
  const { code, stdout, stderr, left } = await runCapture(t, sent, { ...run, env: light })
  return { code, stderr, left, result: code === 0 ? JSON.parse(stdout) : {} }
}

t.test('says what a page looks like', chromium, async t => {
  t.jobs = 2
  for (const { path, title, expected } of pages.filter((_, index) => whole || index % 3 === 0)) {
    t.test(`${path.slice(1)} ${title.replaceAll(/\W/g, ' ')}`, async t => {
      const { result, stderr } = await capture(t, path)
      t.equal(result.looks_like, expected)
      t.equal(/looks (like|blank)/.test(stderr), expected !== null)
      t.match(result, { final_url: `${address}${path}`, status: 200, redirected: false })
    })
  }
})

t.test('names the address where a redirect ends', chromium, async t => {
  const moved = await capture(t, '/moved')
  t.match(moved.result, { final_url: `${address}/sign_in-0`, status: 200, redirected: true, looks_like: 'sign_in' })
  t.match(moved.stderr, `warning: The page was redirected to ${address}/sign_in-0`)
  const byScript = await capture(t, '/script-moves', { full_page: true })
  t.match(byScript.result, { final_url: `${address}/null-0`, redirected: true, looks_like: null })
})

t.test('an accepted status is in the verdict', chromium, async t => {
  const { result } = await capture(t, '/none', { accept_status: [404] })
  t.match(result, { status: 404, looks_like: 'blank' })
})

t.test('with strict, a page that looks like another one is an error without a file', chromium, async t => {
  for (const [request, args] of [
    [{ strict: true }, []],
    [{}, ['--strict']],
  ] as const) {
    const { code, stderr, left } = await capture(t, '/moved', request, { args })
    t.equal(code, 4)
    t.match(stderr, 'error: The page looks like a sign-in')
    t.same(left, [])
  }
})

t.test('a film has a verdict, too', { ...chromium, ...needs('ffmpeg') }, async t => {
  const film = {
    output_format: 'mp4',
    record_duration: '0.1s',
    viewport: { ...viewport, width: 640, height: 360 },
  } as const
  const blank = await capture(t, '/blank-1', film)
  t.match(blank.result, { status: 200, redirected: false, looks_like: 'blank' })
  const ordinary = await capture(t, '/null-0', film)
  t.match(ordinary.result, { looks_like: null })
  const challenge = await capture(t, '/challenge-0', { ...film, strict: true })
  t.equal(challenge.code, 4)
})
