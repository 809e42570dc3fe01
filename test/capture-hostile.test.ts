// The script against hostile pages, failing tools, full disks and interrupts: a correct result, or one line with the reason.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureConfig, CaptureRequest } from '../schemas/capture.ts'
import { hostilePages, hostileServer } from './fixtures/capture/hostile-pages.ts'
import { type Run, runScript } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const execute = promisify(execFile)
const tools = needs('chromium', 'headless_shell', 'ffmpeg')
const window = { viewport: { width: 320, height: 200, deviceScaleFactor: 1 } } as const
const film = { ...window, output_format: 'mp4', record_duration: '1s' } as const
const shell = { CHROMIUM_PATH: shellPath ?? '' }
const engines = ['begin-frame', 'page-clock']
t.setTimeout(1_500_000)

const { url: origin } = await listen(t, hostileServer())

/** Timeouts shorter than the defaults. */
const soon = (config: CaptureConfig): CaptureConfig => ({
  ...config,
  timeouts: { ...config.timeouts, navigation_ms: 8000, settle_ms: 3000, idle_ms: 1000 },
})

const isGreen = ([red = 255, green = 0, blue = 255]: Uint8Array) => red < 40 && green > 215 && blue < 40

/** The colours at (20, 20) in every frame of a video. */
const colorsOf = async (file: string): Promise<Uint8Array[]> => {
  const box = { left: 20, top: 20, width: 1, height: 1 }
  if (file.endsWith('.png')) return [await sharp(file).extract(box).removeAlpha().raw().toBuffer()]
  const args = ['-v', 'error', '-i', file, '-vf', 'crop=2:2:20:20', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await execute(ffmpegPath ?? '', args, { encoding: 'buffer' })
  return Array.from({ length: stdout.length / 12 }, (_, frame) => stdout.subarray(frame * 12))
}

const shows = async (t: Test, name: string, request: CaptureRequest, run: Run = {}): Promise<void> => {
  const { code, stderr, folder, left, temporary, orphans, config } = await runScript(t, request, { edit: soon, ...run })
  t.strictSame([code, left, temporary, orphans], [0, [config.output_file], [], []], `${name}: ${stderr}`)
  if (code !== 0) return
  const colors = await colorsOf(join(folder, config.output_file))
  t.equal(colors.length, config.video?.frame_count ?? 1, `${name}: frames`)
  t.equal(colors.filter(color => !isGreen(color)).length, 0, `${name}: frames that are not green`)
}

t.test('a still of a hostile page shows the page', tools, async t => {
  const paths = sample(hostilePages, 5)
  for (const path of paths) await shows(t, path, { ...window, target_url: origin + path }, { env: shell })
  t.comment(`cases: ${paths.length} stills of hostile pages`)
  await shows(t, '/redirect', { ...window, target_url: `${origin}/redirect` }, { env: shell })
  for (const wait_until of sample(['commit', 'domcontentloaded', 'networkidle'] as const, 1)) {
    await shows(t, wait_until, { ...window, target_url: `${origin}/busy`, wait_until }, { env: shell })
  }
})

t.test('a video of a hostile page shows the page with either engine', tools, async t => {
  const paths = whole
    ? hostilePages
    : ['/dialogs', '/reloads', '/throws', '/frame-comes-and-goes', '/policy', '/popups']
  for (const [index, path] of paths.entries())
    for (const CAPTURE_ENGINE of whole ? engines : engines.slice(index % 2, (index % 2) + 1))
      await shows(
        t,
        `${CAPTURE_ENGINE} ${path}`,
        { ...film, target_url: origin + path },
        {
          env: { ...shell, CAPTURE_ENGINE },
        },
      )
  t.comment(`cases: ${paths.length} filmed by ${engines.length} engines`)
})

const fails = async (t: Test, name: string, request: CaptureRequest, run: Run, code: number, reason: RegExp) => {
  const made = await runScript(t, request, { edit: soon, ...run, env: { ...shell, ...run.env } })
  const { stdout, stderr, left, temporary, orphans } = made
  t.strictSame([made.code, stdout, left, temporary, orphans], [code, '', [], [], []], `${name}: ${stderr}`)
  t.match(stderr, reason, name)
  t.match(stderr, /^(?:(?:warning: .*|\d+ % · .*)\n)*error: [^\n]+\n$/, `${name}: one line at the end, no stack`)
}

t.test('a response that is not a page has its exit code and one line with the reason', tools, async t => {
  const rows: readonly (readonly [string, RegExp])[] = [
    ['/404', /answered 404/],
    ['/500', /answered 500/],
    ['/redirect-404', /answered 404/],
    ['/204', /Cannot open the page .*ERR_ABORTED/],
    ['/circle', /ERR_TOO_MANY_REDIRECTS/],
    ['/download', /Download is starting/],
    ['/reset', /ERR_EMPTY_RESPONSE/],
    ['/never', /wait_until load.*Timeout/],
    ['/never-ends', /wait_until load.*Timeout/],
    ['/hangs', /wait_until load.*Timeout/],
  ]
  const tried = sample(rows, 5)
  for (const [path, reason] of tried) await fails(t, path, { ...window, target_url: origin + path }, {}, 4, reason)
  t.comment(`cases: ${tried.length} responses that are not pages`)
  const nobody = { ...window, target_url: 'http://127.0.0.1:9/' }
  await fails(t, 'refused', nobody, {}, 4, /ERR_(CONNECTION_REFUSED|UNSAFE_PORT)/)
  await fails(t, 'no such name', { ...window, target_url: 'http://no.such.invalid/' }, {}, 4, /ERR_NAME_NOT_RESOLVED/)
  await fails(t, 'a film', { ...film, target_url: `${origin}/404` }, {}, 4, /answered 404/)
})

t.test('a page that hangs during a video ends it', tools, async t => {
  for (const CAPTURE_ENGINE of sample(engines, 1)) {
    const request = { ...film, record_duration: '3s', target_url: `${origin}/hangs-later` } as const
    // The page's clock runs while it loads: its 1.5 s end somewhat earlier in the film.
    await fails(t, CAPTURE_ENGINE, request, { env: { CAPTURE_ENGINE } }, 1, /error: The page hangs since [01]\.\d\d s/)
  }
})

t.test('reports a full disk and a killed encoder', tools, async t => {
  const green = { ...window, target_url: `${origin}/green` }
  await fails(t, 'still', green, { diskFull: true }, 1, /ENOSPC: no space left on device/)
  const greenFilm = { ...film, record_duration: '20s', target_url: `${origin}/green` } as const
  await fails(t, 'film', { ...greenFilm, record_duration: '1s' }, { diskFull: true }, 5, /ffmpeg: .*No space left/)
  const encoder = (pid: number) => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const child of children)
      if (readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('image2pipe')) process.kill(Number(child), 'SIGKILL')
  }
  await fails(t, 'killed', greenFilm, { onOutput: [/10 %/, encoder] }, 5, /ffmpeg: it was stopped/)
})

t.test('Ctrl-C at any moment leaves no file and no process, and prints no stack', tools, async t => {
  const moments = whole ? Array.from({ length: 24 }, (_, i) => 150 + i * 170) : [300, 1000, 1400, 3500]
  for (const [i, interruptAt] of moments.entries()) {
    const request = i % 2 ? { ...film, record_duration: '30s' as const } : window
    const run = { interruptAt, env: { ...shell, CAPTURE_ENGINE: engines[(i >> 1) % 2] ?? '' } }
    const { code, signal, stderr, left, temporary, orphans } = await runScript(
      t,
      { ...request, target_url: `${origin}${i % 3 ? '/green' : '/never'}` },
      run,
    )
    // Before Node.js has read the script nothing handles the signal.
    const ended = code === 130 || (code === null && signal === 'SIGINT') || (code === 0 && i % 2 === 0)
    t.ok(ended, `after ${interruptAt} ms: ${code} ${signal} ${stderr}`)
    if (code !== 0) t.strictSame([left, temporary, orphans], [[], [], []], `after ${interruptAt} ms`)
    if (code === 130) t.match(stderr, /error: Interrupted\n$/)
  }
  t.comment(`cases: Ctrl-C at ${moments.length} moments`)
})

t.test('sends cookies and headers of the environment only to the site of the page', tools, async t => {
  const seen: { path: string; host: string; secret: unknown; cookie: unknown }[] = []
  const note = (path: string, headers: NodeJS.Dict<string | string[]>) =>
    seen.push({ path, host: String(headers.host), secret: headers['x-secret'], cookie: headers.cookie })
  const { url: own } = await listen(t, hostileServer(note))
  const { url: other } = await listen(t, hostileServer(note))
  const { url: leading } = await listen(
    t,
    createServer((_, response) => response.writeHead(302, { location: `${other}/green` }).end()),
  )
  const env = { ...shell, CAPTURE_HEADERS: '{"x-secret": "s3cret"}', CAPTURE_COOKIES: '{"session": "c00kie"}' }
  await shows(t, 'own', { ...window, target_url: `${own}/lazy` }, { env })
  t.match(
    seen.filter(({ path }) => path === '/lazy' || path === '/slow.svg'),
    [
      { secret: 's3cret', cookie: 'session=c00kie' },
      { secret: 's3cret', cookie: 'session=c00kie' },
    ],
  )
  seen.length = 0
  await runScript(t, { ...window, target_url: `${leading}/leads-away` }, { edit: soon, env })
  const away = seen.filter(({ host }) => host === new URL(other).host)
  t.ok(away.length > 0)
  t.strictSame(
    away.filter(({ secret }) => secret !== undefined),
    [],
    'a redirect to another site loses the headers',
  )
  for (const CAPTURE_HEADERS of ['{', 'x-secret: a', '{"a": 1}']) {
    const { code, stderr } = await runScript(t, { ...window, target_url: own }, { env: { ...env, CAPTURE_HEADERS } })
    t.equal(code, 2, stderr)
    t.match(stderr, /error: CAPTURE_HEADERS must be a JSON object of texts/)
  }
})
