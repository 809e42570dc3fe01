// Captures of documents that are unlike others: without scripts, without a doctype, wider than a phone, never quiet.
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { type Run, runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(900_000)
t.jobs = 2

const chromium = needs('chromium')
/** The headless shell starts with less than half of the CPU time. */
const light = whole || shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const shell = { CHROMIUM_PATH: shellPath ?? '' }
const viewport = { width: 400, height: 300, deviceScaleFactor: 1 } as const

const green = '<style>body { margin: 0; background: #0a0 }</style>'
const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><path d="M0 0h400v300H0z" fill="#0a0"/></svg>`
const pages: Readonly<Record<string, string>> = {
  '/without-scripts': `<!doctype html>${green}<div style="height: 300px"></div>`,
  '/sandbox': `<!doctype html><style>body { margin: 0 } iframe { display: block; border: 0; width: 400px; height: 100px }</style>
    <iframe sandbox srcdoc="${green}"></iframe><iframe src="/without-scripts"></iframe>
    <iframe sandbox src="/page-with-picture"></iframe>`,
  '/page-with-picture': `<!doctype html><body style="margin: 0"><img src="/picture.svg" alt="" style="display: block">`,
  '/quirks': `<style>body { margin: 0 } div { position: absolute; top: 0; width: 100%; height: 900px; background: #0a0 }</style><div></div>`,
  '/polls': `<!doctype html>${green}<script>
    const poll = () => fetch('/slow').then(poll)
    poll()
    setInterval(poll, 100)</script>`,
  '/asks': `<!doctype html>${green}<script>
    let asked = 0
    setInterval(() => fetch('/never/' + asked++), 100)</script>`,
  '/wide': `<!doctype html><body style="margin: 0; background: linear-gradient(to right, #00f 50%, #0a0 50%)">
    <div id="wide" style="height: 600px; width: 980px"></div>`,
  '/consent': `<!doctype html><body style="margin: 0; height: 300px">
    <button id="menu" onclick="document.body.style.background = '#0a0'">Menu</button>
    <dialog id="cookie-consent"><p>We use cookies.</p><button>Accept</button></dialog>
    <script>document.querySelector('dialog').showModal()</script>`,
}
const server = createServer(({ url = '' }, response) => {
  if (url === '/without-scripts') response.setHeader('content-security-policy', 'sandbox')
  if (url.startsWith('/never')) return
  if (url === '/slow') return setTimeout(() => response.end('later'), 250)
  response.setHeader('content-type', url.endsWith('.svg') ? 'image/svg+xml' : 'text/html')
  return response.end(pages[url] ?? picture)
})
const { url: origin } = await listen(t, server)

interface Edit {
  readonly edit?: (config: CaptureConfig) => CaptureConfig
}

/** Runs the script of a request, and returns what its picture shows at shares of its width and height. */
async function capture(t: Test, path: string, request: Partial<CaptureRequest> = {}, run: Run & Edit = {}) {
  const full = { viewport, ...request, target_url: origin + path }
  const result = await runCapture(t, full, { env: light, ...run })
  t.equal(result.code, 0, result.stderr)
  const image = sharp(join(result.folder, result.config.output_file)).removeAlpha().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  function colorAt(left: number, top: number): string {
    const at = 3 * (Math.floor(top * info.height) * info.width + Math.floor(left * info.width))
    return data.toString('hex', at, at + 3)
  }
  return { ...result, info, colorAt }
}

for (const [path, requests] of [
  ['/sandbox', [{}]],
  ['/without-scripts', [{}, { full_page: true }, { selector: 'body' }]],
] as const) {
  t.test(`${path}: a still of documents without scripts`, { ...chromium }, async t => {
    for (const request of requests) {
      const { colorAt, stderr } = await capture(t, path, request)
      t.strictSame(
        [0.1, 0.5, 0.9].map(top => colorAt(0.5, top)),
        Array(3).fill('00aa00'),
        JSON.stringify(request),
      )
      t.notMatch(stderr, 'did not load')
    }
  })
}

for (const [browser, env] of [
  ['the headless shell', shell],
  ['Chromium', {}],
] as const) {
  t.test(`a film of documents without scripts by ${browser}`, { ...filmNeeds }, async t => {
    const request = { viewport, target_url: `${origin}/sandbox`, output_format: 'mp4', record_duration: '1s' } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const grey = { width: 1, height: 1, channels: 1, filters: ['scale=1:1'] } as const
    const levels = new Set<number>()
    for await (const [level = 0] of framesOf(ffmpegPath ?? '', join(folder, config.output_file), grey))
      levels.add(level)
    t.equal(levels.size, 1, 'each frame is the same')
    t.ok(
      [...levels].every(level => level < 150),
      'and green',
    )
  })
}

t.test('the height of a page without a doctype is that of what it shows', { ...chromium }, async t => {
  const { info } = await capture(t, '/quirks', { full_page: true })
  t.match(info, { width: 400, height: 900 })
})

t.test('a page that always asks for more is waited for once', { ...chromium }, async t => {
  const edit = (config: CaptureConfig) => ({ ...config, timeouts: { ...config.timeouts, settle_ms: 1000 } })
  const { colorAt, stderr } = await capture(t, '/polls', {}, { edit })
  t.equal(colorAt(0.5, 0.5), '00aa00')
  t.match(stderr, 'warning: The page never stops loading; it is captured as it is now')
})

t.test('a page without answers is waited for a few times only', { ...chromium }, async t => {
  const edit = (config: CaptureConfig) => ({ ...config, timeouts: { ...config.timeouts, settle_ms: 1000 } })
  const start = Date.now()
  const { colorAt, stderr } = await capture(t, '/asks', { delay: '3s' }, { edit })
  t.equal(colorAt(0.5, 0.5), '00aa00')
  t.match(stderr, 'warning: The page never stops loading; it is captured as it is now')
  t.ok(Date.now() - start < 30_000, `${Date.now() - start} ms`)
})

t.test('a phone shows the whole width of a page that is not made for phones', { ...chromium }, async t => {
  for (const request of [{}, { full_page: true }, { selector: '#wide' }]) {
    const { colorAt, info } = await capture(t, '/wide', { ...request, platform: 'instagram_reels' })
    const colors = [0.01, 0.49, 0.51, 0.99].map(left => colorAt(left, 0.1))
    t.strictSame(colors, ['0000ff', '0000ff', '00aa00', '00aa00'], JSON.stringify(request))
    t.equal(info.width, 400)
  }
})

t.test('the steps of a still begin when banners are hidden', { ...chromium }, async t => {
  const steps = [{ action: 'click', selector: '#menu' }] as const
  const { colorAt } = await capture(t, '/consent', { steps: [...steps], hide_cookie_banners: true })
  t.equal(colorAt(0.5, 0.5), '00aa00')
})
