// The unmodified script, run with a real browser and a real encoder against our own pages.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import type { CaptureConfig, CaptureRequest } from '../schemas/capture.ts'
import { type Run, runScript } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

const execute = promisify(execFile)

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="#080"/></svg>'
const pages = ['/clocks.html', '/inner.html', '/still.html']

const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')

/** Serves the pages of test/fixtures/capture, a late picture, a picture that never arrives, and a page whose network is never idle. */
const server = createServer(({ url = '' }, response) => {
  if (url === '/never.svg') return
  const [type, body] = url.endsWith('.svg')
    ? ['image/svg+xml', svg]
    : [
        'text/html',
        pages.includes(url)
          ? readFileSync(join(import.meta.dirname, 'fixtures/capture', url))
          : '<img src="/never.svg">',
      ]
  response.writeHead(url === '/missing' ? 404 : 200, { 'content-type': type })
  setTimeout(() => response.end(body), url === '/slow.svg' ? 400 : 0)
})
t.setTimeout(300_000)
const { port } = await listen(t, server, '::')
const page = (path: string) => `http://127.0.0.1:${port}${path}`

const pixel = async (file: string, left: number, top: number) =>
  (await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toString('hex')

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

t.test(
  'a 4K still shows the loaded page after all motion, with the same bytes every time',
  needs('chromium'),
  async t => {
    const viewports = [{}, {}, { width: 3840, height: 2160 }]
    const hashes = []
    for (const viewport of viewports) {
      const { code, stdout, stderr, folder, left, temporary, config } = await runScript(t, {
        target_url: page('/still.html'),
        viewport,
      })
      const file = join(folder, config.output_file)
      t.strictSame([code, left, temporary], [0, [config.output_file], []], stderr)
      const expected = { output: file, width: 3840, height: 2160, frames: 1, fps: null, duration: null }
      t.match(JSON.parse(stdout), expected)
      t.equal(stdout.split('\n').length, 2)
      t.match(stderr, /^warning: wait_until: told$/m)
      const { width, height } = await sharp(file).metadata()
      t.strictSame([width, height], [3840, 2160])
      const scale = config.viewport.deviceScaleFactor
      const at = (place: number) => pixel(file, (place * 40 + 20) * scale, 20 * scale)
      const seen = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8].map(at))
      t.strictSame(seen, ['ff00ff', '00ff00', '0000ff', '008800', '00ffff', '888888', 'ffff00', '884400', 'fd0000'])
      hashes.push(hashOf(file))
    }
    t.equal(hashes[0], hashes[1])
    t.not(hashes[0], hashes[2])
  },
)

t.test('a still has exactly the whole device pixels at any scale', needs('chromium'), async t => {
  const viewports = [
    { width: 333, height: 201, deviceScaleFactor: 1.5 },
    { width: 100, height: 1003, deviceScaleFactor: 1.15 },
    { width: 17, height: 19, deviceScaleFactor: 0.25 },
    { width: 16_384, height: 16, deviceScaleFactor: 1 },
    { width: 41, height: 2048, deviceScaleFactor: 8 },
    { width: 1080, height: 1920, deviceScaleFactor: 0.333_333 },
  ]
  for (const viewport of sample(viewports, 3)) {
    const { code, stderr, folder, config } = await runScript(t, { target_url: page('/still.html'), viewport })
    t.equal(code, 0, stderr)
    const { width, height } = await sharp(join(folder, config.output_file)).metadata()
    t.strictSame({ width, height }, config.output_size)
  }
})

t.test('a video has exactly the even device pixels with either engine', filmNeeds, async t => {
  const viewports = [
    { width: 333, height: 201, deviceScaleFactor: 1.5 },
    { width: 101, height: 57, deviceScaleFactor: 2.625 },
    { width: 90, height: 160, deviceScaleFactor: 0.4 },
  ]
  for (const CAPTURE_ENGINE of ['auto', 'page-clock'])
    for (const viewport of sample(viewports, CAPTURE_ENGINE === 'auto' ? 3 : 1)) {
      const { code, stdout, stderr, config } = await runScript(
        t,
        { target_url: page('/still.html'), viewport, output_format: 'mp4', record_duration: '0.1s' },
        { env: { CAPTURE_ENGINE, CHROMIUM_PATH: shellPath ?? '' } },
      )
      t.equal(code, 0, stderr)
      t.match(JSON.parse(stdout), { ...config.output_size, frames: 6 })
      const fallsBack = CAPTURE_ENGINE === 'auto' && viewport.deviceScaleFactor < 0.5
      t.equal(/No begin-frame in this browser: filming by page-clock/.test(stderr), fallsBack, stderr)
    }
})

t.test('the options in CONFIG work when edited', needs('chromium'), async t => {
  const options = {
    full_page: true,
    hide_selectors: ['#enters', 'p, #spins'],
    color_scheme: 'dark' as const,
    extra_wait_ms: 1,
  }
  const small = { width: 640, height: 360, deviceScaleFactor: 1 }
  const request = { target_url: page('/clocks.html'), viewport: small }
  const edit = (config: CaptureConfig): CaptureConfig => ({
    ...config,
    options: { ...config.options, ...options, hide_selectors: [] },
    viewport: { ...small, height: 100 },
  })
  const whole = await runScript(t, request, { edit, args: ['whole.png'] })
  t.match([whole.code, whole.left], [0, ['whole.png']], whole.stderr)
  t.match(JSON.parse(whole.stdout), { width: 640, height: 264 })

  const hidden = await runScript(
    t,
    { target_url: page('/still.html'), viewport: small },
    {
      edit: config => ({ ...config, options: { ...config.options, ...options, full_page: false } }),
      env: { CAPTURE_OUTPUT: 'hidden.png' },
    },
  )
  t.equal(hidden.code, 0, hidden.stderr)
  t.equal(await pixel(join(hidden.folder, 'hidden.png'), 20, 20), 'ffffff')
  t.equal(await pixel(join(hidden.folder, 'hidden.png'), 60, 20), '00ff00')

  const tall = await runScript(
    t,
    { target_url: page('/still.html'), viewport: small },
    {
      edit: config => ({
        ...config,
        timeouts: { ...config.timeouts, settle_ms: 500 },
        options: { ...config.options, full_page: true },
      }),
    },
  )
  t.match([tall.code, tall.left], [2, []])
  t.match(
    tall.stderr,
    /warning: Pictures are not ready within 0.5 s; going on\nerror: .*90040 px are too high, the most is 32767/,
  )

  const wrong = await runScript(t, request, {
    edit: config => ({ ...config, options: { ...config.options, hide_selectors: ['a{}b'] } }),
  })
  t.match([wrong.code, wrong.stderr], [2, /not CSS selectors: a\{\}b/])
  const unknown = await runScript(t, request, {
    edit: config => ({ ...config, options: { ...config.options, hide_selectors: ['p', 'a:nonsense'] } }),
  })
  t.match([unknown.code, unknown.stderr], [2, /not CSS selectors: p,a:nonsense/])
})

/** How black a grey is, 0 to 1; without the error of the encoder, which would add up over a row of 600 px. */
const ink = (grey: number): number => Math.min(1, Math.max(0, (239 - grey) / 223))

/** Widths of the eleven bars of clocks.html in every frame of a video of 640 × 360 px. */
async function barsOf(file: string): Promise<number[][]> {
  const args = ['-v', 'error', '-i', file, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
  const { stdout } = await execute(ffmpegPath ?? '', args, { encoding: 'buffer', maxBuffer: 2 ** 28 })
  const frames = Array.from({ length: stdout.length / (640 * 360) }, (_, i) => stdout.subarray(i * 640 * 360))
  const bar = (frame: Buffer, row: number) =>
    frame.subarray((row * 24 + 12) * 640, (row * 24 + 12) * 640 + 600).reduce((sum, grey) => sum + ink(grey), 0)
  return frames.map(frame => Array.from({ length: 11 }, (_, row) => bar(frame, row)))
}

const engines = {
  'begin-frame': { CAPTURE_ENGINE: 'begin-frame', CHROMIUM_PATH: shellPath ?? '' },
  'page-clock': { CAPTURE_ENGINE: 'page-clock' },
}

for (const [engine, env] of Object.entries(engines)) {
  t.test(
    `${engine}: a film shows every clock of the page at its time: none dropped, none doubled`,
    filmNeeds,
    async t => {
      const { code, stdout, stderr, folder, left, temporary } = await runScript(
        t,
        {
          target_url: page('/clocks.html'),
          output_format: 'mp4',
          record_duration: '1s',
          viewport: { width: 640, height: 361, deviceScaleFactor: 1 },
        },
        { env },
      )
      t.strictSame([code, left, temporary], [0, ['127-0-0-1-640x360.mp4'], []], stderr)
      t.match(JSON.parse(stdout), { width: 640, height: 360, frames: 60, fps: 60, duration: 1 })
      t.match(stderr, /^10 % · 6 of 60 frames · \d+ s left$/m)
      const [first = [], ...others] = await barsOf(join(folder, '127-0-0-1-640x360.mp4'))
      t.equal(others.length, 59)
      // A frame is 5 px. Boxes are painted at whole pixels, so that every bar may be 1 px off; timers tick every 5 and 6 ms, so that
      // theirs may be a tick, 1.8 px, behind as well.
      const names = [
        'rAF',
        'performance',
        'Date',
        'setInterval',
        'setTimeout',
        'CSS',
        'delay',
        'WAAPI',
        'shadow',
        'SMIL',
        'frame',
      ]
      for (const [row, name] of names.entries()) {
        const tolerance = /set/.test(name) ? 2.9 : 1.1
        const errors = others.map((bars, i) => (((bars[row] ?? 0) - (first[row] ?? 0) - 5 * (i + 1) + 900) % 600) - 300)
        t.ok(
          Math.max(...errors.map(Math.abs)) <= tolerance,
          `${name}: ${Math.min(...errors)} to ${Math.max(...errors)} px`,
        )
      }
      const copy = ['-hide_banner', '-i', join(folder, '127-0-0-1-640x360.mp4'), '-c', 'copy', '-f', 'null', '-']
      const { stderr: facts } = await execute(ffmpegPath ?? '', copy)
      t.match(facts, /h264 \(High\).*yuv420p\(tv, bt709.*\), 640x360.* 60 fps/)
      const bytes = readFileSync(join(folder, '127-0-0-1-640x360.mp4')).toString('latin1')
      t.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'), 'faststart')
    },
  )
}

const small = { viewport: { width: 64, height: 64, deviceScaleFactor: 1 } } as const

t.test('captures a page whose network is never idle after the timeout, with a warning', needs('chromium'), async t => {
  const { code, stderr } = await runScript(
    t,
    { ...small, target_url: page('/busy'), wait_until: 'networkidle' },
    {
      edit: config => ({ ...config, timeouts: { ...config.timeouts, idle_ms: 700, settle_ms: 300 } }),
    },
  )
  t.equal(code, 0, stderr)
  t.match(stderr, /warning: The network was not quiet within 0.7 s; going on/)
})

t.test(
  'every expected failure has its exit code and one line that says what to do, and leaves no file',
  needs('chromium', 'ffmpeg'),
  async t => {
    const still = { ...small, target_url: page('/still.html') }
    const film = { ...still, output_format: 'mp4', record_duration: '0.1s' } as const
    const rows: readonly (readonly [string, CaptureRequest, Run, number, RegExp])[] = [
      ['404', { ...small, target_url: page('/missing') }, {}, 4, /The page answered 404/],
      [
        'refused',
        { ...small, target_url: 'http://127.0.0.1:9/' },
        {},
        4,
        /Cannot open the page .wait_until load.: net::ERR_/,
      ],
      ['a wrong extension', still, { args: ['a.jpg'] }, 2, /must end in \.png: a\.jpg/],
      ['no such folder', still, { env: { CAPTURE_OUTPUT: 'no/such/a.png' } }, 2, /cannot be written there/],
      ['a folder', still, { args: ['.'] }, 2, /must end in \.png/],
      ['too many arguments', still, { args: ['a.png', 'b.png'] }, 2, /Usage: node capture\.mjs/],
      ['an option', still, { args: ['--help'] }, 2, /Usage: node capture\.mjs/],
      ['sandbox', still, { env: { CAPTURE_NO_SANDBOX: 'perhaps' } }, 2, /CAPTURE_NO_SANDBOX must be 1 or 0/],
      [
        'engine',
        film,
        { env: { CAPTURE_ENGINE: 'steam' } },
        2,
        /No such engine: steam\. There is: auto, begin-frame, page-clock\n/,
      ],
      [
        'no ffmpeg',
        film,
        { env: { FFMPEG_PATH: '/no/ffmpeg' } },
        3,
        /No ffmpeg with libx264 at .no.ffmpeg\. Run: apt install ffmpeg/,
      ],
      ['no Chromium', still, { env: { CHROMIUM_PATH: '/no/chromium' } }, 3, /no Chromium at .no.chromium\. Run: npx/],
      [
        'not installed',
        still,
        { env: { CHROMIUM_PATH: '' } },
        3,
        /There is no Chromium at .* Run: npx playwright-core install chromium/,
      ],
      ['no launch', still, { env: { CHROMIUM_PATH: process.execPath } }, 1, /Chromium did not start/],
    ]
    for (const [name, request, run, exitCode, message] of rows) {
      const { code, stdout, stderr, left, temporary } = await runScript(t, request, run)
      t.strictSame([code, stdout, left, temporary], [exitCode, '', [], []], `${name}: ${stderr}`)
      t.match(stderr, message, name)
      t.match(stderr, /^warning: wait_until: told\nerror: [^\n]+\n$|^error: [^\n]+\n$/, name)
    }
  },
)

t.test('reports the reason of an encoder that fails', needs('chromium', 'ffmpeg'), async t => {
  const film = { ...small, target_url: page('/still.html'), output_format: 'mp4', record_duration: '0.1s' } as const
  const { code, stderr, left } = await runScript(t, film, {
    edit: config => ({ ...config, video: config.video && { ...config.video, preset: 'warp' } }),
  })
  t.strictSame([code, left], [5, []])
  t.match(stderr, /error: ffmpeg: /)
})

t.test('Ctrl-C during a video exits with 130 and leaves no file', needs('chromium', 'ffmpeg'), async t => {
  const film = { ...small, target_url: page('/clocks.html'), output_format: 'mp4', record_duration: '20s' } as const
  // The encoder opens its file only after some pictures; before that there is no file to leave.
  const interrupt = async (pid: number) => {
    while (!readdirSync(t.testdirName).some(name => name.endsWith('.part'))) await delay(20)
    process.kill(pid, 'SIGINT')
  }
  const { code, stdout, stderr, left, temporary } = await runScript(t, film, { onOutput: [/ %/, interrupt] })
  t.strictSame([code, stdout, left, temporary], [130, '', [], []])
  t.match(stderr, /error: Interrupted\n$/)
})
