// The options of the capture, each by the unmodified script with a real browser.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

t.setTimeout(900_000)
t.jobs = 2

const chromium = needs('chromium')
const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const small = { viewport: { width: 64, height: 64, deviceScaleFactor: 1 } } as const
const shell = { CHROMIUM_PATH: shellPath ?? '' }
/** The headless shell starts with less than half of the CPU time; Playwright uses it too if both are installed. */
const light = whole || shellPath === undefined ? {} : shell

/** Height of a band, CSS px: the joints of the parts of a picture are in the middle of bands. */
const band = 100
const bandColor = (index: number) => (0x100000 + index * 0x1357).toString(16).slice(-6)

/** A page of 120 bands below a header that stays in view, with a frame that never loads. It spoils itself when its window changes or when a transition runs. */
const tallPage = `<!doctype html>
  <style>
    html { scroll-snap-type: y mandatory; scroll-behavior: smooth }
    body { margin: 0; position: relative }
    header { position: sticky; top: 0; height: 40px; background: #abcdef; transition: all 1s }
    p { height: ${band}px; margin: 0; scroll-snap-align: start }
    #screen { position: absolute; right: 0; top: 200px; width: 9px; height: 100vh; background: #123456; transition: height 1s }
  </style>
  <header></header>
  ${Array.from({ length: 120 }, (_, index) => `<p style="background: #${bandColor(index)}">`).join('')}
  <div id="screen"></div>
  <div hidden><iframe loading="lazy" src="/never"></iframe></div>
  <img loading="lazy" src="/slow.svg" width="40" height="40" style="position: absolute; left: 0; bottom: 0">
  <i id="visited" style="position: absolute; left: 180px; bottom: 0; width: 40px; height: 40px"></i>
  <script>
    addEventListener('resize', () => { document.body.innerHTML = 'spoiled' })
    const screens = new Set()
    let last = 0
    addEventListener('scroll', () => {
      // Throttled, as such listeners of many pages are.
      if (performance.now() - last < 60) return
      last = performance.now()
      screens.add(Math.floor(scrollY / innerHeight))
      if (screens.size >= Math.floor(document.body.scrollHeight / innerHeight)) visited.style.background = '#080'
    })
  </script>`

/** It tells the server about itself, from its first script on. */
const phonePage = `<!doctype html><meta name="viewport" content="width=device-width">
  <div id="insets" style="padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)"></div>
  <script>
    function report() {
      const { paddingTop, paddingRight, paddingBottom, paddingLeft } = getComputedStyle(insets)
      const facts = [innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints, 'ontouchstart' in window,
        matchMedia('(pointer: coarse)').matches, /Android.*Mobile/.test(navigator.userAgent),
        paddingTop, paddingRight, paddingBottom, paddingLeft]
      fetch('/report?phone', { method: 'POST', body: JSON.stringify(facts) })
    }
    report()
    setInterval(report, 20)
  </script>`

const bannerPage = (banner: string) => `<!doctype html>
  <style>body { margin: 0; height: 300px; background: #fff } html { overflow: hidden } div, dialog { background: #f00 }
    .front { position: fixed; inset: 0 }</style><main>Text</main>${banner}`
const banners = {
  '/banner-known': '<div id="onetrust-consent-sdk"><div class="front">We use cookies</div></div>',
  '/banner-unknown': '<div class="front my-cookie-hint">Wir bitten um Ihre Einwilligung</div>',
  '/banner-dialog':
    '<dialog aria-label="Cookie consent" class="front">Cookies</dialog><script>document.querySelector("dialog").showModal()</script>',
  '/banner-late':
    '<script>setTimeout(() => document.body.insertAdjacentHTML("beforeend", \'<div class="front gdpr">Your privacy</div>\'), 700)</script>',
  '/banner-none': '',
}

/** What pages told about themselves, by their names. */
const reports = new Map<string, unknown[]>()

const pages = new Map([
  ['/tall', tallPage],
  ['/phone', phonePage],
  ...Object.entries(banners).map(([path, banner]): [string, string] => [path, bannerPage(banner)]),
])
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#080"/></svg>'
const server = createServer(async (request, response) => {
  const { url = '' } = request
  if (url.startsWith('/report?')) {
    reports.set(url, [...(reports.get(url) ?? []), JSON.parse((await request.toArray()).join(''))])
    return response.end()
  }
  const page = pages.get(url.split('?')[0] ?? '')
  response.setHeader('content-type', page === undefined ? 'image/svg+xml' : 'text/html')
  setTimeout(() => response.end(page ?? svg), url === '/slow.svg' ? 400 : 0)
})
const { url: origin } = await listen(t, server)

const pixel = async (file: string, left: number, top: number) =>
  (await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toString('hex')

const narrow = { width: 300, height: 600 } as const

t.test('a full page of many parts is exact, with its header once and its pictures', { ...chromium }, async t => {
  for (const deviceScaleFactor of sample([2, 1.5, 2.625], 1)) {
    const viewport = { ...narrow, deviceScaleFactor }
    const request = { target_url: `${origin}/tall#joint`, viewport, full_page: true }
    const { code, stderr, stdout, folder, config } = await runCapture(t, request, { env: light })
    t.equal(code, 0, stderr)
    const height = Math.floor(12_040 * deviceScaleFactor)
    t.match(JSON.parse(stdout), { width: Math.floor(300 * deviceScaleFactor), height })
    t.equal(config.output_file, '127-0-0-1-full-page.png')
    const { data, info } = await sharp(join(folder, config.output_file))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => data.toString('hex', 3 * (y * info.width + x), 3 * (y * info.width + x) + 3)
    const wrong: string[] = []
    for (let y = 0; y < height; y += 1) {
      const css = y / deviceScaleFactor
      const index = Math.floor((css - 40) / band)
      // Where the scale is a fraction a row may show two bands.
      const isEdge = Math.abs(((css - 40) % band) - band / 2) > band / 2 - 1
      if (at(150, y) !== (css < 40 ? 'abcdef' : bandColor(index)) && !isEdge) wrong.push(`${y}: ${at(150, y)}`)
    }
    t.strictSame(wrong.slice(0, 5), [], `${wrong.length} rows`)
    const rightmost = info.width - 3
    t.equal(at(rightmost, Math.floor(500 * deviceScaleFactor)), '123456', 'the window has its height')
    t.not(at(rightmost, Math.floor(900 * deviceScaleFactor)), '123456', 'and no other')
    t.equal(at(10, height - 10), '008800', 'the lazy picture')
    t.equal(at(Math.floor(190 * deviceScaleFactor), height - 10), '008800', 'a throttled listener saw every screen')
  }
})

t.test('a page of 65,535 device px is captured, a higher one is cut', { ...chromium }, async t => {
  const request = { viewport: { width: 16, height: 600, deviceScaleFactor: 1 }, full_page: true }
  const tall = (height: number) => `data:text/html,<body style="margin:0"><p style="margin:0;height:${height}px">`
  const edit = (height: number) => (config: CaptureConfig) => ({ ...config, target_url: tall(height) })
  const run = (height: number) => runCapture(t, { ...request, target_url: origin }, { edit: edit(height), env: light })
  const highest = await run(65_535)
  t.match(JSON.parse(highest.stdout), { width: 16, height: 65_535 }, highest.stderr)
  t.match(await sharp(join(highest.folder, highest.config.output_file)).metadata(), { width: 16, height: 65_535 })
  const higher = await run(65_536)
  t.match(
    higher.stderr,
    'warning: The page has 16 × 65536 px, and a screenshot of this type has at most 16383 × 65535 px; the rest is cut off',
  )
  t.match(JSON.parse(higher.stdout), { width: 16, height: 65_535 })
})

t.test('a selector captures one element, wherever it is', { ...chromium }, async t => {
  const request = {
    target_url: `${origin}/tall`,
    viewport: { ...narrow, deviceScaleFactor: 1.5 },
    selector: 'p:nth-of-type(80)',
  }
  const { code, stderr, stdout, folder, config } = await runCapture(t, request, { env: light })
  t.equal(code, 0, stderr)
  t.match(JSON.parse(stdout), { width: 450, height: 150 })
  const file = join(folder, config.output_file)
  for (const y of [1, 75, 148]) t.equal(await pixel(file, 200, y), bandColor(79))
  const none = await runCapture(t, { ...request, selector: '.none' }, { env: light })
  t.match(none.stderr, /There is no \.none on the page/)
  t.equal(none.code, 4)
})

t.test(
  'banners that ask for consent are hidden, with what they do to the page; other pages stay the same',
  { ...chromium },
  async t => {
    const shots = new Set<string>()
    for (const path of Object.keys(banners)) {
      const request = { ...small, target_url: origin + path, hide_cookie_banners: true, delay: '0.5s' }
      const { code, stderr, folder, config } = await runCapture(t, request, { env: light })
      t.equal(code, 0, stderr)
      shots.add(
        createHash('sha256')
          .update(readFileSync(join(folder, config.output_file)))
          .digest('hex'),
      )
    }
    t.equal(shots.size, 1, 'all look like the page without a banner')
  },
)

t.test('a session is read from its file', { ...chromium }, async t => {
  const state = {
    cookies: [
      {
        name: 'session',
        value: 'abc',
        domain: '127.0.0.1',
        path: '/',
        expires: -1,
        httpOnly: false,
        secure: false,
        sameSite: 'Lax',
      },
    ],
    origins: [{ origin, localStorage: [{ name: 'theme', value: 'green' }] }],
  }
  const page = `<script>fetch('/report?session', { method: 'POST', body: JSON.stringify([document.cookie, localStorage.theme]) })</script>`
  const request = { ...small, target_url: `${origin}/session`, storage_state: 'state.json' }
  pages.set('/session', page)
  const files = { 'state.json': t.fixture('file', JSON.stringify(state)) }
  const { code, stderr } = await runCapture(t, request, { env: light, files })
  t.equal(code, 0, stderr)
  t.strictSame(reports.get('/report?session'), [['session=abc', 'green']])
  const missing = await runCapture(t, request, { env: light })
  t.match(missing.stderr, /The window cannot be opened: .*state\.json/)
  t.equal(missing.code, 2)
})

/** Noise: nothing takes more bits. */
const noisePage = `<!doctype html><style>body { margin: 0 }</style><canvas width="360" height="450"></canvas><script>
  const canvas = document.querySelector('canvas'), context = canvas.getContext('2d')
  const image = context.createImageData(360, 450)
  function draw() {
    for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    context.putImageData(image, 0, 0)
    requestAnimationFrame(draw)
  }
  draw()
</script>`

t.test('a film holds the bit rate of its platform, and has no edit list', { ...filmNeeds }, async t => {
  pages.set('/noise', noisePage)
  const request = {
    target_url: `${origin}/noise`,
    platform: 'instagram_feed',
    output_format: 'mp4',
    record_duration: '1s',
    fps: 30,
  } as const
  const { code, stderr, stdout, folder, config } = await runCapture(t, request, { env: light })
  t.equal(code, 0, stderr)
  const { bytes, duration } = JSON.parse(stdout)
  const rate = (8 * bytes) / duration
  t.ok(rate > 10_000_000 && rate <= 25_000_000, `${rate} bits a second`)
  t.notOk(readFileSync(join(folder, config.output_file)).includes('elst'))
})

for (const [browser, env] of [
  ['headless shell', shell],
  ['Chromium', {}],
] as const) {
  t.test(`${browser}: a film for a platform is one of a phone, with its safe area`, { ...filmNeeds }, async t => {
    const request = {
      target_url: `${origin}/phone`,
      platform: 'youtube_shorts',
      output_format: 'mp4',
      record_duration: '0.1s',
    } as const
    const { code, stderr, stdout } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    t.match(JSON.parse(stdout), { width: 1080, height: 1920, frames: 6 })
    const facts = [360, 640, 3, 1, true, true, true, '96px', '64px', '224px', '16px']
    t.strictSame([...new Set(reports.get('/report?phone')?.map(String))], [String(facts)], 'the same from the start')
  })
}
