// The script against hostile pages, failing tools, full disks and interrupts: a correct result, or one line with the reason.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { hostilePages, hostileServer } from './fixtures/capture/hostile-pages.ts'
import { type Run, runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const execute = promisify(execFile)
const tools = needs('chromium', 'headless_shell', 'ffmpeg')
const { url: origin } = await listen(t, hostileServer())
const still = { viewport: { width: 320, height: 200, deviceScaleFactor: 1 }, target_url: `${origin}/green` } as const
const film = { ...still, output_format: 'mp4', record_duration: whole ? '0.8s' : '0.2s' } as const

interface Options extends Run {
  /** How long opening the page, and each frame, may take. */
  readonly navigation_ms?: number
  readonly editScript?: (script: string) => string
}

/** Runs the script with the headless shell and with timeouts shorter than the defaults. */
function run(t: Test, request: CaptureRequest, { env, navigation_ms = 8000, ...options }: Options = {}) {
  const edit = (config: CaptureConfig): CaptureConfig => ({
    ...config,
    timeouts: { ...config.timeouts, navigation_ms, settle_ms: 3000, idle_ms: 1000 },
  })
  return runCapture(t, request, { edit, env: { CHROMIUM_PATH: shellPath ?? '', ...env }, ...options })
}

/** The colours at (20, 20) in every frame. */
async function colorsOf(file: string): Promise<Uint8Array[]> {
  const box = { left: 20, top: 20, width: 1, height: 1 }
  if (file.endsWith('.png')) return [await sharp(file).extract(box).removeAlpha().raw().toBuffer()]
  const args = ['-v', 'error', '-i', file, '-vf', 'crop=2:2:20:20', '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-']
  const { stdout } = await execute(ffmpegPath ?? '', args, { encoding: 'buffer' })
  return Array.from({ length: stdout.length / 12 }, (_, frame) => stdout.subarray(frame * 12))
}

function isGreen([red = 255, green = 0, blue = 255]: Uint8Array): boolean {
  return red < 40 && green > 215 && blue < 40
}

/** A film begins with the first moment of its page, and this one leaves after 20 ms. */
const maxOtherFrames: Readonly<Record<string, number>> = { '/script-redirect': 2 }

async function shows(t: Test, request: CaptureRequest, options: Run): Promise<void> {
  const { code, stderr, folder, left, leaked, config } = await run(t, request, options)
  t.strictSame([code, left, leaked], [0, [config.output_file], []], stderr)
  if (code !== 0) return
  const colors = await colorsOf(join(folder, config.output_file))
  t.equal(colors.length, config.video?.frame_count ?? 1, 'frames')
  const others = config.video ? (maxOtherFrames[new URL(request.target_url).pathname] ?? 0) : 0
  t.strictSame(
    colors.slice(others).filter(color => !isGreen(color)),
    [],
    'every frame is green',
  )
}

const matrix = hostilePages.flatMap(path => [
  { path, name: 'a still', request: still },
  { path, name: 'a video', request: film },
])
/** One of the two of each page, in turn. */
const turns = matrix.filter((_, at) => at % 2 === Math.floor(at / 2) % 2)
const sampled = whole ? matrix : sample(turns, 5)
const cases = matrix.filter(one => sampled.includes(one) || one.path === '/broken-builtins')
t.comment(`cases: ${cases.length} captures of hostile pages`)
for (const { path, name, request } of cases) {
  t.test(`${name} of a hostile page shows the page: ${path}`, { ...tools }, t =>
    shows(t, { ...request, target_url: origin + path }, {}),
  )
}

async function fails(
  t: Test,
  request: CaptureRequest,
  options: Options,
  exitCode: number,
  reason: RegExp,
): Promise<void> {
  const { code, stdout, stderr, left, leaked } = await run(t, request, options)
  t.strictSame([code, stdout, left, leaked], [exitCode, '', [], []], stderr)
  t.match(stderr, reason)
  t.match(stderr, /^(?:(?:warning: .*|\d+ % · .*)\n)*error: [^\n]+\n$/, 'one line at the end, no stack')
}

const responses: readonly (readonly [string, RegExp])[] = [
  ['/404', /answered 404/],
  ['/500', /answered 500/],
  ['/redirect-404', /answered 404/],
  ['http://no.such.invalid/', /Cannot open the page .wait_until load.: net::ERR_NAME_NOT_RESOLVED/],
  ['http://127.0.0.1:9/', /ERR_(CONNECTION_REFUSED|UNSAFE_PORT)/],
  ['/circle', /ERR_TOO_MANY_REDIRECTS/],
  ['/download', /it is a file to download/],
  ['/204', /Cannot open the page .*ERR_ABORTED/],
  ['/reset', /ERR_EMPTY_RESPONSE/],
]
for (const [address, reason] of sample(responses, 1)) {
  t.test(`fails with the reason if the response is not a page: ${address}`, { ...tools }, t =>
    fails(t, { ...still, target_url: new URL(address, origin).href }, {}, 4, reason),
  )
}

for (const path of sample(['/never-ends', '/never', '/hangs'], 1)) {
  t.test(`fails if the page does not load within the timeout: ${path}`, { ...tools }, t =>
    fails(t, { ...still, target_url: origin + path }, { navigation_ms: 3000 }, 4, /wait_until load.*Timeout/),
  )
}

t.test('a page that hangs during a video ends it', { ...tools }, t => {
  const request = { ...film, record_duration: '3s', target_url: `${origin}/hangs-later` } as const
  // The page's clock runs while it loads: its 1.5 s end somewhat earlier in the film.
  return fails(
    t,
    request,
    { navigation_ms: 2000 },
    1,
    /error: The page stopped responding at [01]\.\d\d s of the video/,
  )
})

t.test('a page that hangs while it loads ends its film', { ...tools }, t => {
  // While the script waits the page keeps a processor busy.
  const limit = 'const answerMs = 60_000'
  const editScript = (script: string): string => {
    t.match(script, limit)
    return whole ? script : script.replace(limit, 'const answerMs = 5000')
  }
  return fails(
    t,
    { ...film, target_url: `${origin}/hangs-soon` },
    { editScript },
    1,
    /error: The page does not respond$/m,
  )
})

t.test('reports a full disk while a still is written', { ...tools }, t => {
  const files = { '127-0-0-1-320x200.png.part': t.fixture('symlink', '/dev/full') }
  return fails(t, still, { files }, 1, /ENOSPC: no space left on device/)
})

t.test('reports a full disk while a video is written', { ...tools }, t => {
  const files = { '127-0-0-1-320x200.mp4.part': t.fixture('symlink', '/dev/full') }
  return fails(t, film, { files }, 5, /ffmpeg: .*No space left/)
})

const long = { ...film, record_duration: '20s' } as const

t.test('reports a killed encoder', { ...tools }, t => {
  const kill = (pid: number) => {
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')) {
      if (readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('image2pipe')) process.kill(Number(child), 'SIGKILL')
    }
  }
  return fails(t, { ...long, record_duration: '3s' }, { onOutput: [/10 %/, kill] }, 5, /ffmpeg: it was stopped/)
})

t.test('Ctrl-C during a video exits with 130 and leaves no file', { ...tools }, t => {
  // The encoder opens its file only after some pictures; before that there is no file to leave.
  const interrupt = async (pid: number) => {
    while (!existsSync(join(t.testdirName, '127-0-0-1-320x200.mp4.part'))) await delay(20)
    process.kill(pid, 'SIGINT')
  }
  return fails(t, long, { onOutput: [/ %/, interrupt] }, 130, /error: Interrupted\n$/)
})

const moments = whole ? Array.from({ length: 24 }, (_, i) => 150 + i * 170) : []
t.comment(`cases: Ctrl-C at ${moments.length} moments`)
for (const [i, interruptAt] of moments.entries()) {
  t.test(`Ctrl-C after ${interruptAt} ms leaves no file and no process, and prints no stack`, { ...tools }, async t => {
    const request = { ...(i % 2 ? long : still), target_url: `${origin}${i % 3 ? '/green' : '/never'}` }
    const { code, signal, stderr, left, leaked } = await run(t, request, { interruptAt })
    // Before Node.js has read the script nothing handles the signal; a still may be complete.
    t.ok(code === 130 || signal === 'SIGINT' || (code === 0 && i % 2 === 0), `${code} ${signal} ${stderr}`)
    if (code !== 0) t.strictSame([left, leaked], [[], []])
    if (code === 130) t.match(stderr, /error: Interrupted\n$/)
  })
}

t.test('sends cookies and headers of the environment only to the site of the page', { ...tools }, async t => {
  const requests: { path: string; host: string; secret: unknown; cookie: unknown }[] = []
  const record = (path: string, { host = '', 'x-secret': secret, cookie }: NodeJS.Dict<string | string[]>) =>
    requests.push({ path, host: `${host}`, secret, cookie })
  const { url: own } = await listen(t, hostileServer(record))
  const { url: other } = await listen(t, hostileServer(record))
  const redirect = createServer(({ url }, response) => {
    const page = '<!doctype html><img src="/away"><iframe src="/away"></iframe><script src="/away"></script>'
    if (url === '/page') return response.setHeader('content-type', 'text/html').end(page)
    return response.writeHead(302, { location: `${other}/green` }).end()
  })
  const { url: redirecting } = await listen(t, redirect)
  const env = { CAPTURE_HEADERS: '{"x-secret": "s3cret"}', CAPTURE_COOKIES: '{"session": "c00kie"}' }
  await shows(t, { ...still, target_url: `${own}/lazy` }, { env })
  const sent = { secret: 's3cret', cookie: 'session=c00kie' }
  t.match(
    requests.filter(({ path }) => path === '/lazy' || path === '/slow.svg'),
    [sent, sent],
  )
  requests.length = 0
  await shows(t, { ...still, target_url: `${own}/redirect` }, { env })
  t.match(
    requests,
    [
      { path: '/redirect', ...sent },
      { path: '/green', ...sent },
    ],
    'after a redirect within the site',
  )
  await shows(t, { ...still, target_url: `${own}/streams`, delay: '1s' }, { env })
  requests.length = 0
  await run(t, { ...still, target_url: redirecting }, { env })
  const green = { path: '/green', secret: undefined }
  const elsewhere = () => requests.filter(({ host }) => other.endsWith(host))
  t.match(elsewhere(), [green], 'a redirect to another site loses the headers')
  requests.length = 0
  await run(t, { ...still, target_url: `${redirecting}/page` }, { env })
  t.match(elsewhere(), [green, green, green], 'so do redirects of an image, a frame and a script')
})
