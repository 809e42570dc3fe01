// Capture: the configuration of a request, and the text of the script.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { waitConditions } from '../schemas/capture-config.ts'
import type { OutputFormat } from '../schemas/capture-options.ts'
import { bundleScript } from '../src/capture/bundle.mjs'
import { findInapplicableOptions, resolveCaptureConfig, validateOutputSize } from '../src/capture/config.ts'
import { renderScript, renderScriptJson, scriptParts } from '../src/capture/script.ts'
import { allScriptNames, parseScriptName, scriptNameOf } from '../src/capture/script-names.mjs'
import { Problem } from '../src/errors.ts'
import { hostileTargets } from './helpers/hostile-texts.ts'

const target_url = 'https://example.com/'

t.test('resolves a bare URL to a 4K still of a 1080p window, and has no member for what is not set', async t => {
  t.match(resolveCaptureConfig({ target_url }), {
    target_url,
    output_format: 'png',
    output_file: 'example-com-3840x2160.png',
    viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 },
    output_size: { width: 3840, height: 2160 },
    wait_until: 'load',
    timeouts: { launch_ms: 30_000, navigation_ms: 60_000, idle_ms: 10_000, settle_ms: 10_000, run_ms: 600_000 },
    script: { file_name: 'capture.mjs', node: '>=20', requires: ['playwright'], sha256: /^[0-9a-f]{64}$/ },
    warnings: [],
    options: {},
  })
})

t.test('values that change nothing leave no member', async t => {
  const bare = resolveCaptureConfig({ target_url })
  const idle: Partial<CaptureRequest> = {
    full_page: false,
    hide_selectors: [],
    hide_cookie_banners: false,
    hide_overlays: false,
    delay: '0.0s',
    motion: 'none',
    steps: [],
    accept_status: [],
    ignore_https_errors: false,
    strict: false,
    image_type: 'png',
    omit_background: false,
    record_duration: '3s',
  }
  t.strictSame(resolveCaptureConfig({ target_url, ...idle }), bare)
  for (const name of ['record_duration', 'video', 'safe_area', 'banner_selectors']) t.notOk(name in bare, name)
  t.strictSame(resolveCaptureConfig({ target_url, reduced_motion: false }).options, { reduced_motion: false })
})

t.test('a platform sets the size, and the rates of films', async t => {
  const table = [
    ['instagram_reels', 1080, 1920, 60, 25_000_000, true],
    ['youtube_shorts', 1080, 1920, 60, undefined, true],
    ['tiktok', 1080, 1920, 60, undefined, true],
    ['instagram_feed', 1080, 1350, 60, 25_000_000, true],
    ['square', 1080, 1080, 60, 25_000_000, true],
    ['x', 1920, 1080, 30, 25_000_000, undefined],
    ['linkedin', 1920, 1080, 25, 30_000_000, undefined],
    ['web_16_9', 3840, 2160, 60, undefined, undefined],
    // Read as the nearest by shape.
    ['Facebook Stories', 1080, 1920, 60, 25_000_000, true],
    ['4:5', 1080, 1350, 60, 25_000_000, true],
    ['twitter', 1920, 1080, 30, 25_000_000, undefined],
    ['a platform of tomorrow', 3840, 2160, 60, undefined, undefined],
  ] as const
  for (const [platform, width, height, fps, rate, isMobile] of table) {
    const config = resolveCaptureConfig({ target_url, platform, output_format: 'mp4' })
    t.match(config, { output_size: { width, height }, video: { fps } }, platform)
    t.equal(config.video?.max_bit_rate, rate, platform)
    t.equal(config.is_mobile, isMobile, platform)
  }
  const own = resolveCaptureConfig({ target_url, platform: 'linkedin', output_format: 'mp4', fps: 50 })
  t.equal(own.video?.fps, 50)
})

t.test('resolves options, a platform and what has no effect', async t => {
  const reel = resolveCaptureConfig(
    { target_url, output_format: 'mp4', platform: 'instagram_reels', motion: 'scroll' },
    [],
  )
  t.match(reel, {
    viewport: { width: 360, height: 640, deviceScaleFactor: 3 },
    output_size: { width: 1080, height: 1920 },
    safe_area: { x: 65, y: 269, width: 950, height: 979 },
    options: { platform: 'instagram_reels', motion: 'scroll' },
  })
  const viewport = { width: 720, deviceScaleFactor: 1 }
  t.match(resolveCaptureConfig({ target_url, platform: 'youtube_shorts', viewport }), {
    viewport: { width: 720, height: 640, deviceScaleFactor: 1 },
    safe_area: { x: 32, y: 96, width: 560, height: 320 },
  })
  t.match(resolveCaptureConfig({ target_url, platform: 'web_16_9' }).output_size, { width: 3840, height: 2160 })
  const page = resolveCaptureConfig({ target_url, full_page: true, delay: '01.50s', reduced_motion: 'reduce' })
  t.match(page, {
    output_file: 'example-com-full-page.png',
    options: { full_page: true, delay: '1.5s', reduced_motion: 'reduce' },
  })
  t.equal(resolveCaptureConfig({ target_url, selector: 'main' }).output_file, 'example-com-element.png')
  const pointersOf = (request: Partial<CaptureRequest>) =>
    findInapplicableOptions({ target_url, ...request }).map(({ pointer }) => pointer)
  t.strictSame(pointersOf({ full_page: true, selector: 'main' }), ['/full_page'])
  t.strictSame(pointersOf({ output_format: 'mp4', full_page: true, selector: 'main' }), ['/full_page', '/selector'])
  t.strictSame(pointersOf({ motion: 'scroll' }), ['/motion'])
  t.strictSame(pointersOf({ output_format: 'mp4', full_page: false, motion: 'scroll' }), [])
  t.strictSame(pointersOf({ full_page: true, motion: 'none' }), [])
  const ignored = resolveCaptureConfig({ target_url, output_format: 'mp4', full_page: true, selector: 'main' })
  t.match(ignored, { output_file: 'example-com-3840x2160.mp4' })
  t.strictSame(ignored.options, {})
})

t.test('each missing member of the viewport has its own default', async t => {
  const rows = [
    [{}, 1920, 1080, 2],
    [{ width: 3840, height: 2160 }, 3840, 2160, 1],
    [{ width: 1921 }, 1921, 1080, 1],
    [{ width: 1920, height: 2160 }, 1920, 2160, 2],
    [{ height: 2161 }, 1920, 2161, 1],
    [{ deviceScaleFactor: 1 }, 1920, 1080, 1],
    [{ width: 3840, deviceScaleFactor: 2 }, 3840, 1080, 2],
  ] as const
  for (const [viewport, width, height, deviceScaleFactor] of rows) {
    t.strictSame(resolveCaptureConfig({ target_url, viewport }).viewport, { width, height, deviceScaleFactor })
  }
})

t.test('the size is the decimal product in whole device pixels, even for a video', async t => {
  const rows = [
    [1920, 2, 3840, 3840],
    [333, 1.5, 499, 498],
    [100, 1.15, 115, 114],
    [700, 0.7, 490, 490],
    [1003, 0.57, 571, 570],
    [57, 3.3333333, 189, 188],
    [17, 0.25, 4, 4],
    [1000, 4.35, 4350, 4350],
  ] as const
  for (const [side, deviceScaleFactor, png, mp4] of rows) {
    const viewport = { width: side, height: side, deviceScaleFactor }
    const size = (output_format: OutputFormat) =>
      resolveCaptureConfig({ target_url, viewport, output_format }).output_size
    t.strictSame(size('png'), { width: png, height: png }, `${side} × ${deviceScaleFactor}`)
    t.strictSame(size('mp4'), { width: mp4, height: mp4 })
  }
})

t.test('normalizes the duration and counts its frames', async t => {
  const rows = [
    [undefined, '10s', 600],
    ['0.1s', '0.1s', 6],
    ['010.50s', '10.5s', 630],
    ['600s', '600s', 36_000],
    ['1.0083s', '1.0083s', 60],
  ] as const
  for (const [requested, normalized, frames] of rows) {
    const request = { target_url, output_format: 'mp4', ...(requested && { record_duration: requested }) } as const
    const { record_duration, video, script } = resolveCaptureConfig(request)
    t.equal(record_duration, normalized)
    t.match(video, { fps: 60, frame_count: frames, codec: 'h264', pixel_format: 'yuv420p' })
    t.strictSame(script.requires, ['playwright', 'ffmpeg'])
  }
  t.equal(resolveCaptureConfig({ target_url, record_duration: '3s' }).record_duration, undefined)
})

t.test('keeps the requested condition and the warnings', async t => {
  for (const wait_until of waitConditions) {
    const config = resolveCaptureConfig({ target_url, wait_until }, ['wait_until: idel is unknown'])
    t.match(config, { wait_until, warnings: ['wait_until: idel is unknown'] })
  }
})

t.test('names the file after the host, safely on every system', async t => {
  const rows = [
    ['http://localhost:5173/a/b', 'localhost'],
    ['http://[::1]:80/', '1'],
    ['https://münchen.example/', 'xn-mnchen-3ya-example'],
    ['http://CON/', 'con'],
    [`http://${'a'.repeat(60)}.${'b'.repeat(60)}.example/`, `${'a'.repeat(60)}-${'b'.repeat(39)}`],
    ['not an address', 'page'],
  ] as const
  for (const [address, stem] of rows) {
    t.equal(resolveCaptureConfig({ target_url: address }).output_file, `${stem}-3840x2160.png`)
  }
})

t.test('reports a result that is too large as a fault of the viewport', async t => {
  const of = (width: number, height: number, deviceScaleFactor: number, output_format: OutputFormat) => ({
    target_url,
    output_format,
    viewport: { width, height, deviceScaleFactor },
  })
  t.strictSame(validateOutputSize(of(16_384, 16_384, 1, 'png')), [])
  t.strictSame(validateOutputSize(of(7680, 4320, 1, 'mp4')), [])
  t.strictSame(validateOutputSize({}), [])
  t.match(validateOutputSize(of(16_384, 16, 1.1, 'png')), [
    { pointer: '/viewport', code: 'out_of_range', message: /18022 × 17/ },
  ])
  t.match(validateOutputSize(of(3841, 2162, 2, 'mp4')), [
    { pointer: '/viewport', message: /at most 33177600 px per frame/ },
  ])
  const refused = t.throws(() => resolveCaptureConfig(of(16_384, 16_384, 2, 'png')))
  t.match(refused, { code: 'invalid_request', fieldErrors: [{ pointer: '/viewport', code: 'out_of_range' }] })
  t.ok(refused instanceof Problem)
})

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What Node.js reports when it parses a module: nothing for a valid one. */
function syntaxErrorsOf(script: string): string {
  const options = { input: script, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } } as const
  return spawnSync(process.execPath, ['--check', '--input-type=module'], options).stderr
}

t.test('no URL changes a byte outside the CONFIG literal, and the literal contains exactly that URL', async t => {
  for (const address of hostileTargets) {
    const config = resolveCaptureConfig({ target_url: address, output_format: 'mp4' }, [address])
    const script = renderScript(config)
    const { head, body } = scriptParts(config)
    t.ok(script.startsWith(head) && script.endsWith(`\n${body}`))
    t.equal(renderScriptJson(config).parts.join(''), JSON.stringify(script))
    const literal = script.slice(head.length, -body.length)
    t.notMatch(
      literal,
      /<|\*\/|[\0-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u,
    )
    const { script: info, output_size: _size, record_duration: _duration, ...read } = config
    t.strictSame(JSON.parse(literal), read, 'what the script reads')
    t.strictSame(JSON.parse(JSON.stringify(runInNewContext(`(${literal})`))), read)
    // The text below CONFIG is what follows the first line that is only a closing brace.
    t.equal(sha256(script.slice(script.indexOf('\n}\n') + 3)), info.sha256)
  }
})

/** Every kind of script: the formats with each of their options, and all of them together. */
const kinds: readonly CaptureRequest[] = [
  { target_url },
  { target_url, full_page: true },
  { target_url, selector: 'main' },
  { target_url, hide_cookie_banners: true },
  { target_url, storage_state: 'state.json' },
  { target_url, platform: 'web_16_9' },
  { target_url, platform: 'youtube_shorts' },
  { target_url, image_type: 'jpeg' },
  { target_url, locale: 'de-DE', accept_status: [404] },
  { target_url, full_page: true, max_height: 5000, timezone: 'Europe/Berlin', ignore_https_errors: true },
  { target_url, steps: [{ action: 'click', selector: 'a' }] },
  { target_url, steps: [{ action: 'type', selector: 'a', text: { env: 'NAME' } }] },
  { target_url, image_type: 'webp', quality: 100, full_page: true, omit_background: true },
  { target_url, full_page: true, hide_cookie_banners: true, storage_state: 'state.json', platform: 'instagram_reels' },
  { target_url, output_format: 'mp4' },
  { target_url, output_format: 'mp4', motion: 'scroll' },
  { target_url, output_format: 'mp4', motion: 'story' },
  {
    target_url,
    output_format: 'mp4',
    motion: 'scroll',
    hide_cookie_banners: true,
    storage_state: 'state.json',
    platform: 'instagram_reels',
    fps: 24,
    steps: [{ action: 'press', key: 'Escape' }],
    color_scheme: 'dark',
    reduced_motion: true,
    hide_selectors: ['nav'],
    wait_for_selector: 'main',
    wait_until: 'networkidle',
  },
]
const scriptOf = (request: CaptureRequest) => renderScript(resolveCaptureConfig(request))

t.test('Node.js parses every kind of script', async t => {
  // The literal is an expression, as the test above shows: no configuration can make another script invalid.
  for (const kind of kinds) t.equal(syntaxErrorsOf(scriptOf(kind)), '', JSON.stringify(kind))
  t.match(syntaxErrorsOf(`${scriptOf({ target_url })}}`), /SyntaxError/, 'an invalid script is reported')
})

t.test('a script has the code of its kind, and of the options that its request sets', async t => {
  const steps: CaptureRequest['steps'] = [{ action: 'click', selector: 'a' }]
  const options = [/takeSteps|withoutSecrets/, /hideOverlays|isBanner|keepOverlays/, /planStory/]
  const rows: readonly [CaptureRequest, readonly RegExp[], readonly RegExp[]][] = [
    [{ target_url }, [/startPicture/], [...options, /joinPngs/, /ffmpeg -|libx264/, /showScreen/, /decodeFrame/]],
    [{ target_url, full_page: true }, [/joinPngs/, /rememberScreen/], [...options, /measureElement/]],
    [{ target_url, selector: 'p' }, [/joinPngs/, /measureElement/], [...options, /libx264/, /rememberScreen/]],
    [{ target_url, output_format: 'mp4' }, [/libx264/, /takeOverTime/], [...options, /joinPngs/, /scrollToProgress/]],
    [{ target_url, steps }, [/takeSteps/], options.slice(1)],
    [{ target_url, hide_overlays: true }, [/isBanner/, /hideOverlays/], [/takeSteps|keepOverlays/]],
    [{ target_url, hide_overlays: true, steps }, [/takeSteps/, /keepOverlays/], [/planStory/]],
    [{ target_url, output_format: 'mp4', motion: 'story' }, [/planStory/, /measureContents/], [/takeSteps/]],
  ]
  for (const [request, own, others] of rows) {
    const { body } = scriptParts(resolveCaptureConfig(request))
    for (const mark of own) t.match(body, mark)
    for (const mark of others) t.notMatch(body, mark)
  }
})

t.test('the name of a script tells its kind and its features', async t => {
  t.equal(scriptNameOf('picture', { delay: '1s' }), 'picture')
  t.equal(scriptNameOf('page', { omit_background: true, steps: [], hide_cookie_banners: true }), 'page-steps-overlays')
  t.equal(allScriptNames().length, 3 * 2 ** 2 + 2 ** 3)
  t.strictSame(parseScriptName('video-steps'), {
    kind: 'video',
    features: ['steps'],
    missingOptions: [
      ...['full_page', 'max_height', 'selector', 'image_type', 'omit_background'],
      ...['hide_overlays', 'hide_cookie_banners', 'motion'],
    ],
  })
  t.throws(() => parseScriptName('constructor'), /No such script/)
})

t.test('a bundle is the same each time', async t => {
  const { body } = scriptParts(resolveCaptureConfig({ target_url }))
  const bundle = await bundleScript(scriptNameOf('picture', {}))
  t.equal(`\n${bundle}`.replace('knownOptions = []', /knownOptions = .*?split.*?$/ms.exec(body)?.[0] ?? ''), body)
})

t.test('a script is readable: its modules are joined under the names that they have in the sources', async t => {
  for (const kind of kinds) {
    const lines = scriptOf(kind).split('\n')
    t.match(lines.slice(0, 8).join('\n'), /npm install playwright\n.*npx playwright install chromium\n/)
    t.strictSame(
      lines.filter(line => line.length >= 120),
      [],
    )
    t.notMatch(lines.join('\n'), / from '\.|\w\$\d+\b(?!')/)
    t.strictSame(
      lines.filter(line => line.startsWith('export ')),
      ['export { capture, warnings }'],
    )
  }
})

t.test('each module of the script is part of one', async t => {
  const folder = join(import.meta.dirname, '../src/capture/script')
  const text = kinds.map(kind => scriptOf(kind)).join('\n')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    name => name.endsWith('.mjs') && !/(?:types|config|features)\.mjs$/.test(name),
  )
  for (const name of files) {
    const [title = ''] = readFileSync(join(folder, name), 'utf8').split('\n')
    t.ok(text.includes(title), name)
  }
})

t.test('a script begins with its help, and has no types', async t => {
  for (const kind of kinds) {
    const script = scriptOf(kind)
    t.match(script, /^\/\/ capture\.mjs (takes|records) .*\n\/\/\n\/\/ {3}npm install playwright\n/)
    t.match(script, /CAPTURE_CHANNEL .*chrome/)
    t.notMatch(script, /@(param|returns|type|typedef|import)\b/)
  }
})

t.test('a script that is imported does nothing', async t => {
  const folder = t.testdir({ 'capture.mjs': scriptOf({ target_url }) })
  const program = `import('${join(folder, 'capture.mjs')}').then(({ capture }) => console.log(typeof capture))`
  const env = { ...process.env, NODE_OPTIONS: '' }
  // The first argument of the importing program may be anything.
  for (const args of [[], ['no-such-file'], [folder]]) {
    const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program, ...args], { encoding: 'utf8', env })
    t.strictSame([stdout, stderr, status], ['function\n', '', 0])
  }
})
