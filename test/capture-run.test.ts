// The unmodified script, run with a real browser and a real encoder against our own pages.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Frame, Page } from 'playwright-core'
import sharp from 'sharp'
import t from 'tap'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { scriptParts } from '../src/capture/script.ts'
import { clocks } from './fixtures/capture/coded/clocks.ts'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { measureFilm } from './fixtures/capture/coded/measure.ts'
import { makeMedia } from './fixtures/capture/coded/media.ts'
import { serveClocks } from './fixtures/capture/coded/serve.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { openBrowser } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, filmTools, needs, shellPath } from './helpers/tools.ts'
import { sample, samplePairs, whole } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const chromium = needs('chromium')
const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const small = { viewport: { width: 64, height: 64, deviceScaleFactor: 1 } } as const
const shell = { CHROMIUM_PATH: shellPath ?? '' }
/** The headless shell starts with less than half of the CPU time; Playwright uses it too if both are installed. */
const light = whole || shellPath === undefined ? {} : shell

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#080"/></svg>'

/** Three squares: one to hide, one that a script adds, and one that changes colour where motion is reduced. */
const optionsPage = `<!doctype html>
  <style>
    body { margin: 0; height: 264px }
    i { position: absolute; top: 0; left: 0; width: 40px; height: 40px; background: #f00 }
    #late { left: 40px; background: #0f0 }
    #calm { left: 80px }
    @media (prefers-color-scheme: dark) { body { background: #00f } }
    @media (prefers-reduced-motion: reduce) { #calm { background: #0ff } }
  </style>
  <i id="hidden"></i><i id="calm"></i>
  <script>setTimeout(() => { document.body.innerHTML += '<i id="late"></i>' }, 500)</script>`

const pages: Readonly<Record<string, string>> = {
  '/still': readFileSync(join(import.meta.dirname, 'fixtures/capture/still.html'), 'utf8'),
  '/options': optionsPage,
  '/never-idle': '<img src="/never.svg">',
}
const server = createServer(({ url = '' }, response) => {
  if (url === '/never.svg') return
  const page = pages[url]
  response.setHeader('content-type', page === undefined ? 'image/svg+xml' : 'text/html')
  setTimeout(() => response.end(page ?? svg), url === '/slow.svg' ? 400 : 0)
})
const { url: origin } = await listen(t, server)

const media = mkdtempSync(join(tmpdir(), 'clocks-'))
t.teardown(() => rmSync(media, { recursive: true }))
if (!filmNeeds.skip) await makeMedia(ffmpegPath ?? '', media, whole ? 90 : 20)
const host = filmNeeds.skip ? undefined : await serveClocks(media)
t.teardown(() => host?.close())
const addressOf = (...names: readonly string[]) => host?.address(names) ?? ''

const pixel = async (file: string, left: number, top: number) =>
  (await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toString('hex')

const stillSize = whole ? { width: 3840, height: 2160 } : { width: 1280, height: 720 }
/** By default the script makes 4K. */
const stillWindow = whole ? {} : { viewport: { width: 640, height: 360, deviceScaleFactor: 2 } }
const stillName = `a still of ${stillSize.width} × ${stillSize.height} px`

t.test(
  `${stillName} shows the loaded page after all motion, with the same bytes every time`,
  { ...chromium },
  async t => {
    const hashes = new Set<string>()
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout, stderr, folder, left, leaked, config } = await runCapture(
        t,
        { ...stillWindow, target_url: `${origin}/still` },
        { env: light },
      )
      const file = join(folder, config.output_file)
      t.strictSame([code, left, leaked], [0, [config.output_file], []], stderr)
      t.match(JSON.parse(stdout), { output: file, ...stillSize, frames: 1, fps: null, duration: null })
      t.equal(stdout.split('\n').length, 2)
      t.match(stderr, /^warning: wait_until: idel is unknown$/m)
      t.match(await sharp(file).metadata(), stillSize)
      const colors = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8].map(square => pixel(file, square * 80 + 40, 40)))
      t.strictSame(colors, ['ff00ff', '00ff00', '0000ff', '008800', '00ffff', '888888', 'ffff00', '884400', 'fd0000'])
      hashes.add(createHash('sha256').update(readFileSync(file)).digest('hex'))
    }
    t.equal(hashes.size, 1)
  },
)

const stills = [
  [333, 201, 1.5],
  [100, 1003, 1.15],
  [17, 19, 0.25],
  [16_384, 16, 1],
  [41, 2048, 8],
  [1080, 1920, 0.333_333],
] as const
const films = [
  [90, 160, 0.4],
  [333, 201, 1.5],
  [101, 57, 2.625],
] as const

for (const [width, height, deviceScaleFactor] of sample(stills, 1)) {
  t.test(
    `a still of ${width} × ${height} px at scale ${deviceScaleFactor} has whole device pixels`,
    { ...chromium },
    async t => {
      const request = { target_url: `${origin}/still`, viewport: { width, height, deviceScaleFactor } }
      const { code, stderr, folder, config } = await runCapture(t, request, { env: light })
      t.equal(code, 0, stderr)
      t.match(await sharp(join(folder, config.output_file)).metadata(), config.output_size)
    },
  )
}

for (const [width, height, deviceScaleFactor] of sample(films, 2)) {
  const name = `a video of ${width} × ${height} px at scale ${deviceScaleFactor} has even device pixels`
  t.test(name, { ...filmNeeds }, async t => {
    const viewport = { width, height, deviceScaleFactor }
    const request = { target_url: `${origin}/still`, viewport, output_format: 'mp4', record_duration: '0.1s' } as const
    const { code, stdout, stderr, config } = await runCapture(t, request, { env: shell })
    t.equal(code, 0, stderr)
    t.match(JSON.parse(stdout), { ...config.output_size, frames: 6 })
  })
}

t.test('the options of a request work', { ...chromium }, async t => {
  const viewport = { width: 640, height: 100, deviceScaleFactor: 1 }
  const { code, stdout, stderr, folder, left } = await runCapture(
    t,
    {
      target_url: `${origin}/options`,
      viewport,
      full_page: true,
      hide_selectors: ['#hidden', 'p, b'],
      color_scheme: 'dark',
      reduced_motion: true,
      wait_for_selector: '#late',
      delay: '0.1s',
    },
    { args: ['named.png'], env: light },
  )
  t.strictSame([code, left], [0, ['named.png']], stderr)
  t.match(JSON.parse(stdout), { width: 640, height: 264 })
  const colors = await Promise.all([20, 60, 100, 140].map(x => pixel(join(folder, 'named.png'), x, 20)))
  t.strictSame(colors, ['0000ff', '00ff00', '00ffff', '0000ff'])
})

const rows = [
  ['networkidle', 'The page was still loading after 0.7 s; continuing. Set wait_until to load'],
  ['domcontentloaded', 'No response within 0.3 s (timeouts.settle_ms); continuing without '],
  ['commit', 'No response within 0.3 s (timeouts.settle_ms); continuing without '],
] as const
for (const [wait_until, warning] of sample(rows, 2)) {
  t.test(`${wait_until}: goes on with a warning when the page never loads`, { ...chromium }, async t => {
    const edit = (config: CaptureConfig) => ({
      ...config,
      timeouts: { ...config.timeouts, idle_ms: 700, settle_ms: 300 },
    })
    const request = { ...small, target_url: `${origin}/never-idle`, wait_until }
    const { code, stdout, stderr } = await runCapture(t, request, { edit, env: light })
    t.equal(code, 0, stderr)
    t.match(stderr, `warning: ${warning}`)
    t.match(JSON.parse(stdout).warnings.join(), warning)
  })
}

const still = { ...small, target_url: `${origin}/still` }
const film = { ...still, output_format: 'mp4', record_duration: '0.1s' } as const
const withOptions = (options: Partial<CaptureConfig['options']>) => (config: CaptureConfig) => ({
  ...config,
  timeouts: { ...config.timeouts, navigation_ms: 3000, settle_ms: 500 },
  options: { ...config.options, ...options },
})
const withRunLimit = (config: CaptureConfig) => ({ ...config, timeouts: { ...config.timeouts, run_ms: 1500 } })
const withUnknownOption = (script: string) => script.replace('"options": {', '"options": { "hide_selector": []')
const failures = [
  ['wrong usage', still, { args: ['--halp'] }, 2, /Usage: node capture\.mjs/],
  ['no ffmpeg', film, { env: { FFMPEG_PATH: '/no/ffmpeg' } }, 3, /No ffmpeg with libx264 at .no.ffmpeg\. Run: apt /],
  [
    'no Chromium',
    still,
    { env: { CHROMIUM_PATH: '/no/it' } },
    3,
    /There is no Chromium at \/no\/it\. .*or set CHROMIUM_PATH/,
  ],
  ['no installed Chromium', still, { env: { CHROMIUM_PATH: '' } }, 3, /Run: npx playwright-core install chromium/],
  ['a file that cannot be written', still, { args: ['no-folder/a.png'] }, 1, /ENOENT.*no-folder.a\.png\.part/],
  ['a run without an end', film, { edit: withRunLimit }, 1, /The capture took more than 1.5 s \(timeouts.run_ms\)/],
  ['an option without code', still, { editScript: withUnknownOption }, 2, /no code for options\.hide_selector\b/],
  ['no launch', still, { env: { CHROMIUM_PATH: process.execPath } }, 1, /Chromium did not start/],
  [
    'a missing element',
    still,
    { edit: withOptions({ wait_for_selector: '#no' }), env: light },
    4,
    /There is no visible #no on the page/,
  ],
] as const
for (const [name, request, run, exitCode, message] of failures) {
  t.test(`${name}: an exit code, one line that says what to do, and no file`, { ...filmNeeds }, async t => {
    const { code, stdout, stderr, left, leaked } = await runCapture(t, request, run)
    t.strictSame([code, stdout, left, leaked], [exitCode, '', [], []], stderr)
    t.match(stderr, message)
    t.match(stderr, /^(?:warning: [^\n]+\n)*error: [^\n]+\n$/)
  })
}

const browsers = [
  { browser: 'headless shell', env: shell },
  { browser: 'Chromium', env: {} },
] as const
/** Beyond a clock's own tick, milliseconds: Chromium rounds the times that it reports to 0.1 ms. */
const maxError = 0.1
/** All clocks on one page need a machine of their own; where other tests run beside the film, each page has half of them. */
const clockPages = whole ? [clocks] : [0, 1].map(half => clocks.filter((_, index) => index % 2 === half))
const frames = whole ? 120 : 15
const [width, height, deviceScaleFactor] = whole ? ([1920, 1080, 2] as const) : ([1281, 961, 1] as const)
for (const [shown, { browser, env }] of samplePairs(clockPages, browsers)) {
  const name = `${browser}: each of ${frames} frames shows ${shown.length} clocks of the page at its time (${shown[0]?.name} …)`
  // Not beside another film: the page is too much for half of a small machine.
  t.test(name, { ...filmNeeds, buffered: false }, async t => {
    const { code, stdout, stderr, folder, left, leaked, config } = await runCapture(
      t,
      {
        target_url: addressOf(...shown.map(clock => clock.name)),
        output_format: 'mp4',
        record_duration: `${frames / 60}s`,
        viewport: { width, height, deviceScaleFactor },
      },
      { env },
    )
    t.strictSame([code, left, leaked], [0, [config.output_file], []], stderr)
    t.match(JSON.parse(stdout), { ...config.output_size, frames, fps: 60, duration: frames / 60 })
    t.match(stderr, new RegExp(`^\\d+ % · \\d+ of ${frames} frames · \\d+ s left$`, 'm'))
    t.notMatch(stderr, 'No response within', 'also to the requests for workers')
    const file = join(folder, config.output_file)
    const bytes = readFileSync(file)
    t.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'faststart')
    const measured = await measureFilm(filmTools, file, shown, 60)
    t.match(measured.facts, { ...config.output_size, frames, steady: true })
    t.match(measured.facts, { codec: 'h264', profile: 'High', pixelFormat: 'yuv420p' })
    t.strictSame(measured.facts.color, ['bt709', 'bt709', 'bt709', 'tv'])
    t.comment(`cases: ${browser}: ${shown.length} clocks in each of ${frames} frames`)
    t.equal(measured.leadIn, 0, 'no blank lead-in')
    t.ok(measured.colorError <= 4, `flat colours within 4 of 255: ${measured.colorError}`)
    for (const [clock, { undecodable, dropped, doubled, beyondTick }] of Object.entries(measured.clocks)) {
      t.strictSame([undecodable, dropped, doubled], [0, 0, 0], `${clock}: undecodable, dropped, doubled`)
      t.ok(beyondTick <= maxError, `${clock}: ${beyondTick} ms`)
    }
  })
}

const onePixel = (frames: readonly string[]) =>
  `GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\xff\x00\xff\x00\x00${frames.join('')}`
const gifFrame = (color: 0 | 1) =>
  `!\xf9\x04\x00\x05\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02${color === 0 ? 'D' : 'L'}\x01\x00`
/** Green; the second frame, 50 ms later, is red. Without an end, without the first frame's data, or with 2,000 frames. */
const gifs: Readonly<Record<string, string>> = {
  '/two.gif': `${onePixel([gifFrame(0), gifFrame(1)])};`,
  '/once.gif': `${onePixel([gifFrame(0), gifFrame(1).replace('\x05\x00', '\xff\xff')])};`,
  '/cut.gif': onePixel([gifFrame(0), gifFrame(1).slice(0, 12)]),
  '/broken.gif': `${onePixel([gifFrame(0).slice(0, 14), gifFrame(1).slice(0, 9)])}`,
  '/long.gif': `${onePixel(Array.from({ length: 2000 }, (_, frame) => gifFrame(frame % 2 === 0 ? 0 : 1)))};`,
}
/** 0.1 s of green and 0.1 s of red, as a data: URL. */
async function greenRedVideo(): Promise<string> {
  const half = (color: string) => ['-f', 'lavfi', '-i', `color=${color}:s=40x40:r=60:d=0.1`]
  const words = ['-filter_complex', 'concat', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+frag_keyframe']
  const args = ['-v', 'error', ...half('0x00ff00'), ...half('red'), ...words, '-f', 'mp4', '-']
  const { stdout } = await promisify(execFile)(ffmpegPath ?? '', args, { encoding: 'buffer' })
  return `data:video/mp4;base64,${stdout.toString('base64')}`
}
const blobWorker = (code: string) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))`
const hostileWorkers = `<script>
  const begin = () => { ${blobWorker('close()')}; ${blobWorker('setInterval(() => {}, 1)')}.terminate() }
  begin()
  setInterval(begin, 20)
  ${blobWorker("throw new Error('x')")}
  new Worker('/no-such-worker.js')</script>`
const dataGif = `data:image/gif;base64,${Buffer.from(gifs['/two.gif'] ?? '', 'latin1').toString('base64')}`
/** A page of which all scripts must be trusted (Trusted Types) is green when its worker and its timer work. */
const trustedPage = `<i id="worker"></i><i id="timer"></i><script>
  const trust = trustedTypes.createPolicy('page', { createScript: text => text, createScriptURL: text => text })
  setTimeout(trust.createScript("timer.className = 'green'"), 10)
  const blob = new Blob(['postMessage(0)'])
  new Worker(trust.createScriptURL(URL.createObjectURL(blob))).onmessage = () => { worker.className = 'green' }
  </script><style>i { float: left; width: 40px; height: 40px; background: #f00 } .green { background: #0f0 }</style>`
/** An animation that a script keeps at its start, which is green, and a video (green, red) that a script starts again at its end. */
const soughtPage = (video: string) => `<i id="box"></i><video src="${video}" muted autoplay></video><script>
  const keyframes = { background: ['#0f0', '#f00'] }
  const animation = box.animate(keyframes, { duration: 200, easing: 'steps(2, jump-none)', iterations: Infinity })
  setInterval(() => { animation.currentTime = 0 }, 50)
  const video = document.querySelector('video')
  video.onended = () => { video.currentTime = 0; video.play() }
  </script><style>i, video { float: left; width: 40px; height: 40px }</style>`
/** The colour changes every 0.1 s; two requests a frame, to the server and of a data: URL. */
const requestsPage = `<i id="box"></i><script>
  const draw = () => {
    box.style.background = performance.now() % 200 < 100 ? '#0f0' : '#f00'
    fetch('data:,')
    fetch('/nothing')
    requestAnimationFrame(draw)
  }
  draw()
  </script><style>i { float: left; width: 40px; height: 40px }</style>`
const motionPages: Record<string, string> = {
  '/requests': requestsPage,
  '/trusted': trustedPage,
  '/adopted': '<img src="/once.gif" alt="" width="40" height="40"><script>document.adoptedStyleSheets = []</script>',
  '/images': [
    ...['/two.gif', '/long.gif', dataGif].map(source => `<img src="${source}" alt="">`),
    `<p style="background: image-set(url(/two.gif?1) 1x, url(/two.gif?2) 2x)"></p>`,
    ...['/broken.gif', '/cut.gif'].map(source => `<img src="${source}" alt="">`),
    '<style>* { float: left; width: 40px; height: 40px } html, body { float: none; width: 320px }</style>',
  ].join(''),
  '/workers': hostileWorkers,
  '/endless': `<script>${blobWorker('for (;;);')}</script>`,
}
const policies: Readonly<Record<string, string>> = {
  '/images': "img-src 'self' data:; style-src 'unsafe-inline'",
  '/trusted': "require-trusted-types-for 'script'",
}
const motionServer = createServer(({ url = '' }, response) => {
  const gif = gifs[url.replace(/\?.*/, '')]
  if (gif !== undefined) return response.setHeader('content-type', 'image/gif').end(Buffer.from(gif, 'latin1'))
  const page = motionPages[url]
  const policy = {
    'content-security-policy': policies[url] ?? '',
  }
  return response
    .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html', ...policy })
    .end(`<!doctype html><body style="margin: 0">${page}`)
})
const { url: motion } = await listen(t, motionServer)
const motionFilm = { viewport: { width: 320, height: 80, deviceScaleFactor: 1 }, output_format: 'mp4' } as const

/** Red or green at the middle of the first four squares of 40 px, in each frame. */
async function colorsOf(file: string): Promise<string[][]> {
  const shown: string[][] = []
  const format = { width: 320, height: 80, channels: 3, filters: [] } as const
  for await (const frame of framesOf(ffmpegPath ?? '', file, format)) {
    shown.push([20, 60, 100, 140].map(x => ((frame[(20 * 320 + x) * 3] ?? 0) > 128 ? 'red' : 'green')))
  }
  return shown
}

for (const { browser, env } of sample(browsers, 1)) {
  t.test(`${browser}: what a script seeks goes on from there`, { ...filmNeeds }, async t => {
    motionPages['/sought'] ??= soughtPage(await greenRedVideo())
    const request = { ...motionFilm, target_url: `${motion}/sought`, record_duration: '0.8s' } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const shown = await colorsOf(join(folder, config.output_file))
    const animation = new Set(shown.map(([color]) => color))
    t.strictSame([...animation], ['green'], 'an animation that is always set back')
    const changes = shown.filter(([, color], index) => index > 0 && color !== shown[index - 1]?.[1])
    t.ok(changes.length >= 5, `a video that starts again at its end: ${changes.length} changes`)
  })

  t.test(`${browser}: requests do not move the time`, { ...filmNeeds }, async t => {
    const request = { ...motionFilm, target_url: `${motion}/requests`, record_duration: '0.8s' } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const shown = await colorsOf(join(folder, config.output_file))
    const changes = shown.filter(([color], index) => index > 0 && color !== shown[index - 1]?.[0])
    t.ok(changes.length >= 7 && changes.length <= 9, `${changes.length} changes of colour in 0.8 s`)
  })

  t.test(`${browser}: Trusted Types are no reason to break workers and timers`, { ...filmNeeds }, async t => {
    const request = { ...motionFilm, target_url: `${motion}/trusted`, record_duration: '0.1s', delay: '1s' } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const shown = await colorsOf(join(folder, config.output_file))
    t.strictSame(shown.at(-1)?.slice(0, 2), ['green', 'green'])
  })
}

t.test('animated images stand still although the page replaces its style sheets', { ...chromium }, async t => {
  const request = { ...motionFilm, output_format: 'png', target_url: `${motion}/adopted`, delay: '0.5s' } as const
  const { code, stderr, folder, config } = await runCapture(t, request, { env: light })
  t.equal(code, 0, stderr)
  t.equal(await pixel(join(folder, config.output_file), 20, 20), '00ff00')
})

for (const { browser, env } of sample(browsers, 1)) {
  const name = `${browser}: animated images show their frame under any policy, and broken ones stay`
  t.test(name, { ...filmNeeds }, async t => {
    const request = { ...motionFilm, target_url: `${motion}/images`, record_duration: '0.1s' } as const
    const { code, stderr, folder, config } = await runCapture(t, request, { env })
    t.equal(code, 0, stderr)
    const shown = await colorsOf(join(folder, config.output_file))
    const [green, red] = ['green', 'red'].map(color => [color, color, color, color])
    // The film begins one frame after the page, so its last frame is at 100 ms, when the third frame of the long image begins.
    const last = ['red', 'green', 'red', 'red']
    t.strictSame(shown, [green, green, red, red, red, last], 'the second frame comes after 50 ms')
  })
}

t.test(
  'workers that throw or end are no reason to wait, one that never rests is reported',
  { ...filmNeeds },
  async t => {
    const film = { ...motionFilm, record_duration: '0.1s' } as const
    const ending = await runCapture(t, { ...film, target_url: `${motion}/workers` })
    t.equal(ending.code, 0, ending.stderr)
    t.notMatch(ending.stderr, 'warning: A web worker')
    const endless = await runCapture(t, { ...film, target_url: `${motion}/endless` })
    t.equal(endless.code, 0, endless.stderr)
    t.match(endless.stderr, 'warning: A web worker on the page was too slow for a frame')
  },
)

/** The agent of a film: two functions of the script. */
function filmAgent(): string {
  const { body } = scriptParts(resolveCaptureConfig({ target_url: origin, output_format: 'mp4' }))
  const [startVideo = '', takeOverTime = ''] = ['startVideo', 'takeOverTime'].map(name => {
    const start = body.indexOf(`\nfunction ${name}(`)
    return body.slice(start, body.indexOf('\n}\n', start) + 3)
  })
  return `(${startVideo})(${takeOverTime}, 0)`
}

t.test('a picture waits until each painted video presents its frame, however late', { ...filmNeeds }, async t => {
  const browser = await openBrowser(t)
  const openVideo = async (script = '') => {
    const context = await browser.newContext({ viewport: { width: 400, height: 200 } })
    await context.addInitScript(script)
    await context.addInitScript({ content: filmAgent() })
    const page = await context.newPage()
    await page.goto(addressOf('H.264, 60 a second'))
    await waitUntilPlaying(page)
    return page
  }
  /** The time of the page stands, so that its own timers and frames cannot tell. */
  const waitUntilPlaying = async (page: Page | Frame) => {
    while (!(await page.evaluate(() => (document.querySelector('video')?.currentTime ?? 1) > 0.1)))
      await page.waitForTimeout(20)
  }
  /** Moves the page and its frames to the first frame of the film, and waits for their videos. */
  const isVideoLate = async (page: Page) => {
    const moves = page.frames().map(frame => frame.evaluate<{ isVideoLate: boolean }>('captureAgent.moveTo(0)'))
    return (await Promise.all(moves)).some(({ isVideoLate }) => isVideoLate)
  }

  // Delays the callbacks of new video frames, as on a busy machine.
  const late = await openVideo(`const request = HTMLVideoElement.prototype.requestVideoFrameCallback
    const released = new Promise(resolve => { window.release = resolve })
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
      return request.call(this, (...frame) => released.then(() => callback(...frame)))
    }`)
  for (const wait of ['long', 'short']) t.equal(await isVideoLate(late), true, `after a ${wait} wait`)
  await late.evaluate('release()')
  t.equal(await isVideoLate(late), false)

  // The browser takes the frame before for the one that was sought, for two answers.
  const stale = await openVideo(`const request = HTMLVideoElement.prototype.requestVideoFrameCallback
    const startTimer = setTimeout
    self.answers = 0
    let tell = () => {}
    HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
      tell = mediaTime => callback(0, { mediaTime })
      return request.call(this, () => tell(self.answers < 2 ? 0.05 : 0))
    }
    self.VideoFrame = class {
      get timestamp() {
        self.answers += 1
        if (self.answers === 2) startTimer(tell, 0, 0)
        return self.answers <= 2 ? 5e4 : 0
      }
      close() {}
    }`)
  t.equal(await isVideoLate(stale), false)
  t.ok(Number(await stale.evaluate('self.answers')) >= 4, 'a frame before the first is not taken for it')

  const page = await openVideo()
  await page.evaluate(address => {
    const frame = document.createElement('iframe')
    Object.assign(frame, { src: address, style: 'display: none' })
    document.body.append(frame)
    return new Promise(resolve => frame.addEventListener('load', resolve))
  }, addressOf('VP9, 25 a second'))
  const inner = page.frames()[1]
  await inner?.evaluate(() => document.querySelector('video')?.play())
  if (inner) await waitUntilPlaying(inner)
  t.equal(await isVideoLate(page), false, 'not for a video in an iframe that is not painted')
  t.equal(await inner?.evaluate(() => document.querySelector('video')?.paused), false, 'for the page it plays')
})
