// The modules of the capture script one by one: inputs, results and failures.
import { join, resolve } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { OutputFormat } from '../schemas/capture-options.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { findPlaywright } from '../src/capture/script/node/browser.mjs'
import { checkFfmpeg, createProgress, startEncoder } from '../src/capture/script/node/encoder.mjs'
import { CaptureError, exitCodeOf, fail, firstLine, warn } from '../src/capture/script/node/errors.mjs'
import { joinPngs } from '../src/capture/script/node/png.mjs'
import { checkConfig, readSettings } from '../src/capture/script/node/settings.mjs'
import { scriptParts } from '../src/capture/script.ts'
import { factsOf } from './fixtures/capture/coded/facts.ts'
import { ffmpegPath, filmTools, needs } from './helpers/tools.ts'

const ffmpeg = ffmpegPath ?? 'ffmpeg'
const target_url = 'https://example.com/'
const otherTypes = '. output_format and image_type of the request (npm run capture: --image-type) choose another type'

/** The exit code and message of a failure; any other error as it is. */
async function failureOf(run: () => unknown): Promise<unknown> {
  try {
    await run()
  } catch (error) {
    return error instanceof CaptureError ? [exitCodeOf(error), error.message] : error
  }
  return 'no failure'
}

function configIn(folder: string, output_format: OutputFormat = 'png') {
  const output_file = join(folder, `named-by-config.${output_format}`)
  return { ...resolveCaptureConfig({ target_url, output_format }), output_file }
}

t.test('uses the configuration and the default programs without overrides', async t => {
  const folder = t.testdir()
  const settings = {
    output: join(folder, 'named-by-config.png'),
    ffmpeg: 'ffmpeg',
    chromium: undefined,
    channel: undefined,
    cookies: [],
    headers: [],
    strict: false,
  }
  t.strictSame(readSettings([], {}, configIn(folder)), settings)
  const names = [
    'CAPTURE_OUTPUT',
    'FFMPEG_PATH',
    'CHROMIUM_PATH',
    'CAPTURE_CHANNEL',
    'CAPTURE_NO_SANDBOX',
    'CAPTURE_PROXY',
  ]
  const empty = Object.fromEntries(names.map(name => [name, '']))
  t.strictSame(readSettings([], empty, configIn(folder)), settings, 'an empty variable counts as unset')
})

t.test('applies every override, and prefers the command line to the environment', async t => {
  const folder = t.testdir()
  const env = {
    CAPTURE_OUTPUT: join(folder, 'by-environment.MP4'),
    FFMPEG_PATH: '/else/ffmpeg',
    CHROMIUM_PATH: '/else/chromium',
    CAPTURE_CHANNEL: 'chrome-beta',
    CAPTURE_NO_SANDBOX: '1',
    CAPTURE_PROXY: 'http://ada:p%40ss@proxy.test:3128',
    CAPTURE_COOKIES: '{"session": "a=b; c", "": ""}',
    CAPTURE_HEADERS: '{"authorization": "Bearer x", "__proto__": "y"}',
  }
  const settings = {
    output: join(folder, 'by-environment.MP4'),
    ffmpeg: '/else/ffmpeg',
    chromium: '/else/chromium',
    channel: 'chrome-beta',
    sandbox: false,
    proxy: { server: 'http://proxy.test:3128', username: 'ada', password: 'p@ss' },
    cookies: [
      ['session', 'a=b; c'],
      ['', ''],
    ],
    headers: [
      ['authorization', 'Bearer x'],
      ['__proto__', 'y'],
    ],
    strict: false,
  }
  t.strictSame(readSettings([], env, configIn(folder, 'mp4')), settings)
  const output = join(folder, 'by-command-line.mp4')
  t.strictSame(readSettings([output], env, configIn(folder, 'mp4')), { ...settings, output })
  t.equal(readSettings(['--strict', output], env, configIn(folder, 'mp4')).strict, true)
})

t.test('resolves a relative output file against the working directory', async t => {
  const folder = t.testdir()
  const before = process.cwd()
  t.teardown(() => process.chdir(before))
  process.chdir(folder)
  t.equal(readSettings(['a.png'], {}, configIn(folder)).output, resolve('a.png'))
})

t.test('rejects wrong usage, and an output file of another type', async t => {
  const folder = t.testdir()
  const usage = 'Usage: node capture.mjs [output file] [--strict]; its first lines explain more'
  const wrongExtension = ['', 'a', 'a.gif', 'a.png.bmp', 'png', '.png', 'a.png ']
  const rows: readonly (readonly [readonly string[], string])[] = [
    [[join(folder, 'a.png'), 'b.png'], usage],
    ...['-', '-o', '--help', '-a.png'].map(option => [[option], usage] as const),
    ...wrongExtension.map(name => [[name], `The output file must end in .png: ${name}${otherTypes}`] as const),
  ]
  for (const [args, message] of rows) {
    t.strictSame(await failureOf(() => readSettings(args, {}, configIn(folder))), [2, message])
  }
  const env = { CAPTURE_OUTPUT: 'a.gif' }
  const message = `The output file must end in .png: a.gif${otherTypes}`
  t.strictSame(await failureOf(() => readSettings([], env, configIn(folder))), [2, message])
})

t.test('CAPTURE_NO_SANDBOX is 1 or 0; cookies and headers are JSON objects with string values', async t => {
  const config = configIn(t.testdir())
  t.equal(readSettings([], { CAPTURE_NO_SANDBOX: '1' }, config).sandbox, false)
  t.equal(readSettings([], { CAPTURE_NO_SANDBOX: '0' }, config).sandbox, true)
  for (const CAPTURE_NO_SANDBOX of ['true', 'no', '2', '01', ' 1', '1 ', 'null']) {
    const failure = await failureOf(() => readSettings([], { CAPTURE_NO_SANDBOX }, config))
    t.strictSame(failure, [2, 'CAPTURE_NO_SANDBOX must be 1 or 0'], CAPTURE_NO_SANDBOX)
  }
  for (const name of ['CAPTURE_COOKIES', 'CAPTURE_HEADERS']) {
    for (const json of [
      '{',
      'a=b',
      'null',
      '{"a": 1}',
      '{"a": "b", "c": null}',
      '{"a": ["b"]}',
      '[1]',
      '["a"]',
      '"a"',
      '7',
      "{'a': 'b'}",
    ]) {
      const failure = await failureOf(() => readSettings([], { [name]: json }, config))
      t.strictSame(failure, [2, `${name} must be a JSON object of strings: {"name": "value"}`], json)
    }
  }
})

t.test('an option without code, and a text without its variable, are refused before the page is opened', async t => {
  const config = configIn(t.testdir())
  const withOptions = (options: object) => ({ ...config, options })
  t.equal(checkConfig(withOptions({ delay: '1s' }), ['delay', 'steps']), undefined)
  const failure = await failureOf(() => checkConfig(withOptions({ delay: '1s', hide_selector: ['a'] }), ['delay']))
  t.strictSame(failure, [2, 'This script has no code for options.hide_selector. Request a new script with this option'])
  const typing = (text: unknown) => withOptions({ steps: [{ action: 'type', selector: 'a', text }] })
  t.equal(checkConfig(typing(''), ['steps']), undefined)
  t.strictSame(await failureOf(() => checkConfig(typing({ env: 'NO_SUCH_VARIABLE' }), ['steps'])), [
    2,
    'Step 1 (type): set the environment variable NO_SUCH_VARIABLE to the text to type',
  ])
})

t.test('the script depends on the options that a request sets, not on their values', t => {
  const bodyOf = (options: object) => scriptParts(resolveCaptureConfig({ target_url, ...options })).sha256
  for (const text of ['none', 'null', 'false', '0s']) {
    t.equal(bodyOf({ selector: text }), bodyOf({ selector: 'main' }), text)
    t.equal(bodyOf({ wait_for_selector: text, storage_state: text }), bodyOf({}), text)
  }
  t.not(bodyOf({ selector: 'none' }), bodyOf({}))
  t.end()
})

t.test('a film in another codec is refused', async t => {
  t.strictSame(await failureOf(() => checkFfmpeg('ffmpeg', 'vp9')), [2, 'video.codec must be h264, not vp9'])
})

t.test('each kind of failure has its exit code', async t => {
  const rows = [
    ['other', 1],
    ['setting', 2],
    ['tool', 3],
    ['navigation', 4],
    ['encoding', 5],
    ['interrupted', 130],
  ] as const
  for (const [kind, exitCode] of rows) t.strictSame(await failureOf(() => fail(kind, 'a')), [exitCode, 'a'])
})

t.test('reports the first line of an error, without the name of the call', async t => {
  const rows = [
    [new Error('one line'), 'one line'],
    [
      new Error('page.goto: net::ERR_ABORTED at http://a/\nCall log:\n  - navigating to "http://a/"'),
      'net::ERR_ABORTED at http://a/',
    ],
    [new Error('browserType.launch: Failed to launch\n\n╔═══╗\n║ a ║\n╚═══╝'), 'Failed to launch'],
    [new Error('page.evaluate: page.goto: both'), 'page.goto: both'],
    [new Error('browserContext.cdpSession.send: three'), 'browserContext.cdpSession.send: three'],
    [new Error('Timeout 60000ms exceeded.\nwaiting'), 'Timeout 60000ms exceeded.'],
    [new Error('host.example:80 refused'), 'host.example:80 refused'],
    [new TypeError('Error: a'), 'Error: a'],
    [new Error('\n\n  later\nnext'), 'later'],
    [new Error(''), ''],
    ['\n[libx264 @ 0x1] a\npipe:0: b\n', '[libx264 @ 0x1] a'],
    ['page.goto: text', 'text'],
    [undefined, 'undefined'],
    [null, 'null'],
    [7, '7'],
    [{ message: 'no error' }, '[object Object]'],
  ] as const
  for (const [error, line] of rows) t.equal(firstLine(error), line)
})

/** The output while all frames are captured, each in the given milliseconds. */
function progressTexts(total: number, frameTime: number): readonly string[] {
  const texts: string[] = []
  let time = 1_000_000
  const progress = createProgress({ write: text => texts.push(text) }, total, () => time)
  for (let done = 1; done <= total; done += 1) {
    time += frameTime
    progress(done)
  }
  return texts
}

t.test('prints a line every 10 % with the remaining time', async t => {
  t.strictSame(progressTexts(1, 2500), ['100 % · 1 of 1 frames · 0 s left\n'])
  t.strictSame(progressTexts(7, 2000), [
    '14 % · 1 of 7 frames · 12 s left\n',
    '28 % · 2 of 7 frames · 10 s left\n',
    '42 % · 3 of 7 frames · 8 s left\n',
    '57 % · 4 of 7 frames · 6 s left\n',
    '71 % · 5 of 7 frames · 4 s left\n',
    '85 % · 6 of 7 frames · 2 s left\n',
    '100 % · 7 of 7 frames · 0 s left\n',
  ])
  const tenths = Array.from({ length: 10 }, (_, i) => i + 1)
  t.strictSame(
    progressTexts(36_000, 50),
    tenths.map(n => `${n * 10} % · ${n * 3600} of 36000 frames · ${1800 - n * 180} s left\n`),
  )
  t.strictSame(progressTexts(11, 10).length, 10, 'none at the first of eleven')
})

t.test('prints a warning once', async t => {
  const written = t.capture(process.stderr, 'write')
  for (const message of ['a', 'b', 'a']) warn(message)
  t.strictSame(
    written().map(({ args }) => args[0]),
    ['warning: a\n', 'warning: b\n'],
  )
})

t.test('parts of a page are joined where they have its width and no transparency', async t => {
  const part = (width: number, height: number, channels: 3 | 4, background: string) =>
    sharp({ create: { width, height, channels, background } }).png().toBuffer()
  const join2 = async (file: string, ...parts: Promise<Buffer>[]) =>
    joinPngs(
      file,
      { width: 2, height: 4 },
      (async function* () {
        for (const one of parts) yield one
      })(),
    )
  const file = join(t.testdir(), 'joined.png')
  // The second part begins with the last row of the first.
  await join2(file, part(2, 3, 3, '#f00'), part(2, 2, 3, '#00f'))
  t.strictSame([...(await sharp(file).raw().toBuffer())].slice(-12), [255, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 255])
  const reason = 'A part of the page is not a PNG file in RGB of 2 px'
  for (const wrong of [part(3, 2, 3, '#f00'), part(2, 2, 4, '#f008')])
    t.strictSame(await failureOf(() => join2(file, part(2, 3, 3, '#f00'), wrong)), [5, reason])
})

/** A package that Node.js finds from the folder, with the modules that tell which one it is. */
const packageAt = (name: string) => ({
  node_modules: { [name]: { 'package.json': '{"main": "i.js"}', 'i.js': `exports.chromium = '${name}'` } },
})

t.test('finds every package that has Playwright, in the working directory, too', async t => {
  const before = process.cwd()
  t.teardown(() => process.chdir(before))
  const testPackage = { node_modules: { '@playwright': packageAt('test').node_modules } }
  process.chdir(t.testdir(testPackage))
  // The project itself has playwright-core.
  t.equal(findPlaywright(['@playwright/test']).program, 'playwright')
  t.equal(findPlaywright().program, 'playwright-core')
  t.strictSame(await failureOf(() => findPlaywright(['no-such-package'])), [
    3,
    'Playwright is missing. Run: npm install playwright && npx playwright install chromium',
  ])
})

const filmConfig = resolveCaptureConfig(
  {
    target_url,
    output_format: 'mp4',
    record_duration: '0.5s',
    viewport: { width: 640, height: 480, deviceScaleFactor: 1 },
  },
  [],
)

/** A running ffmpeg for a video of 640 × 480 px: its file, its input, and the cleanup step. */
function encoderIn(t: Test, program = ffmpeg, preset = 'ultrafast') {
  const file = join(t.testdir(), 'film.mp4')
  const video = { ...(filmConfig.video ?? fail('other', 'no video')), preset }
  const cleanups: (() => unknown)[] = []
  const settings = { ...readSettings([join(t.testdir(), 'film.mp4')], {}, filmConfig), ffmpeg: program }
  const encoder = startEncoder({ settings, cleanups }, file, filmConfig.output_size, video)
  const [stop] = cleanups
  t.teardown(() => stop?.())
  return { ...encoder, file, stop }
}

const canvas = { width: 640, height: 480, channels: 3, background: '#246' } as const
/** 2 kB: less than a stream buffers (16 kB). */
const flat = sharp({ create: canvas }).jpeg().toBuffer()
/** 290 kB: more than a stream and a pipe buffer. */
const noise = sharp({ create: { ...canvas, noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
  .jpeg({ quality: 95 })
  .toBuffer()

t.test('encodes pictures, and waits while ffmpeg accepts no more', needs('ffmpeg'), async t => {
  const { write, finish, file } = encoderIn(t)
  const isWrittenAtOnce = async (picture: Buffer) => {
    let written = false
    const writing = write(picture).then(() => {
      written = true
    })
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    const atOnce = written
    await writing
    return atOnce
  }
  t.equal(await isWrittenAtOnce(await noise), false)
  t.equal(await isWrittenAtOnce(await flat), true)
  for (let frame = 2; frame < 30; frame += 1) await write(await flat)
  await finish()
  t.match(await factsOf(filmTools.ffprobe, file), { width: 640, height: 480, frames: 30, steady: true })
})

t.test('an encoder that fails is an encoding failure with its first line', needs('ffmpeg'), async t => {
  const reason = /^ffmpeg: .*preset.*no-such-preset.*$/
  const atTheEnd = encoderIn(t, ffmpeg, 'no-such-preset')
  await atTheEnd.write(await flat)
  t.match(await failureOf(atTheEnd.finish), [5, reason])
  const whileWriting = encoderIn(t, ffmpeg, 'no-such-preset')
  const picture = await noise
  const write = async () => {
    for (let frame = 0; frame < 10_000; frame += 1) await whileWriting.write(picture)
  }
  t.match(await failureOf(write), [5, reason])
  t.match(await failureOf(encoderIn(t).finish), [5, /^ffmpeg: ./], 'without a picture')
  const stopped = encoderIn(t)
  await stopped.stop?.()
  t.strictSame(await failureOf(stopped.finish), [5, 'ffmpeg: it was stopped'])
  t.strictSame(await failureOf(encoderIn(t, '/no/ffmpeg').finish), [5, 'ffmpeg: it was stopped'])
})
