// `npm run capture` and the program of the image `capture`: real captures of pages and of what a real service has stored.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { CaptureRequest } from '../schemas/capture.ts'
import { bundleScript } from '../src/capture/bundle.mjs'
import { scriptNameOf } from '../src/capture/script-names.mjs'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, ffmpegPath, needs, shellPath } from './helpers/tools.ts'

t.setTimeout(300_000)

const root = join(import.meta.dirname, '..')
const browser = needs('chromium')

/** Red, with a blue box of 40 × 30 px. */
const html =
  '<!doctype html><body style="margin:0;background:red"><p style="margin:0;width:40px;height:30px;background:blue">'
/** Tells the server what is typed into it. */
const loginPage = `<input onchange="fetch('/typed?' + value)" oninput="value.length === 6 && onchange()">`
let typed = ''
const site = createServer(({ url = '' }, response) => {
  if (url === '/never') return
  if (url.startsWith('/typed')) typed = url
  response
    .writeHead(/^\/(?:login)?$/.test(url) ? 200 : 404, { 'content-type': 'text/html' })
    .end(url === '/login' ? loginPage : html)
})
const { url: page } = await listen(t, site)

const service = await startService(t, { API_KEYS: 'team:secret-of-the-team-1' })
const address = await service.listen()
const key = { CAPTURE_API_KEY: 'secret-of-the-team-1' }

async function store(request: CaptureRequest): Promise<string> {
  const headers = { authorization: 'Bearer secret-of-the-team-1' }
  const id = (await service.post('/api/v1/capture-media', request, headers)).headers['x-capture-id']
  return `${address}/api/v1/captures/${id}`
}

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly program?: readonly string[]
  /** Called once the page has been asked for. */
  readonly onRequest?: (pid: number) => void
}

/** Runs the command in an empty folder. @returns `left`: what it leaves in the folder for temporary files */
async function capture(t: Test, args: readonly string[], { env, program, onRequest }: Options = {}) {
  const cwd = t.testdir({})
  const TMPDIR = mkdtempSync(join(tmpdir(), 'capture-'))
  t.teardown(() => rmSync(TMPDIR, { recursive: true, force: true }))
  const tools = {
    CHROMIUM_PATH: shellPath ?? chromiumPath ?? '',
    FFMPEG_PATH: ffmpegPath ?? '',
    CAPTURE_NO_SANDBOX: '1',
  }
  const words = program ?? [process.execPath, join(root, 'scripts/capture.mjs')]
  const child = spawn('env', ['-u', 'NODE_OPTIONS', ...words, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: TMPDIR, TMPDIR, ...tools, ...env },
  })
  if (onRequest) site.once('request', () => onRequest(child.pid ?? 0))
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', text => {
      output[name] += text
    })
  const [code] = await once(child, 'close')
  const left = readdirSync(TMPDIR).filter(name => /^capture-|playwright/.test(name))
  return { code, ...output, cwd, files: readdirSync(cwd), left }
}

t.test('captures a page with options, and prints the result', { ...browser }, async t => {
  const args = [
    page,
    '--width=320',
    '--height',
    '200',
    '--device-scale-factor',
    '1',
    '--wait-until',
    'idel',
    '--fps=24',
  ]
  const { code, stdout, stderr, cwd, files, left } = await capture(t, args)
  t.same([code, files, left], [0, ['127-0-0-1-320x200.png'], []], stderr)
  t.match(JSON.parse(stdout), { output: join(cwd, '127-0-0-1-320x200.png'), width: 320, height: 200 })
  t.match(stderr, /^warning: --wait-until: Unknown value idel\. Send one of load, /m)
  t.match(stderr, /^warning: --fps: The property fps has no effect on png/m)
})

t.test('reads the configuration of a stored capture, which options replace', { ...browser }, async t => {
  const viewport = { width: 320, height: 200, deviceScaleFactor: 1 }
  const stored = await store({
    target_url: page,
    viewport,
    selector: 'p',
    image_type: 'jpeg',
    quality: 50,
    delay: '0.1s',
  })
  const { code, stderr, cwd, files } = await capture(t, [stored, '--image-type', 'webp', '--output', 'p.webp'], {
    env: key,
  })
  t.same([code, files], [0, ['p.webp']], stderr)
  t.match(await sharp(readFileSync(join(cwd, 'p.webp'))).metadata(), { format: 'webp', width: 40, height: 30 })
})

t.test('types a variable of a stored capture only with permission', { ...browser }, async t => {
  const typing = { action: 'type', selector: 'input', text: { env: 'LOGIN_PASSWORD' } } as const
  const stored = await store({ target_url: `${page}/login`, steps: [typing] })
  const env = { ...key, LOGIN_PASSWORD: 'sesame' }
  const refused = await capture(t, [stored], { env })
  t.same([refused.code, refused.files], [2, []])
  const message = `error: The stored capture types the environment variable LOGIN_PASSWORD into ${page}/login. Add --env LOGIN_PASSWORD to allow it.`
  t.equal(refused.stderr.trim(), message)
  t.equal((await capture(t, [stored, '--env', 'PATH'], { env })).code, 2)
  const unset = await capture(t, [stored, '--env', 'LOGIN_PASSWORD'], { env: key })
  t.same([unset.code, unset.files], [2, []])
  t.match(unset.stderr, 'Step 1 (type): set the environment variable LOGIN_PASSWORD to the text to type')
  for (const args of [
    [stored, '--env', 'LOGIN_PASSWORD'],
    [`${page}/login`, '--steps', JSON.stringify(typing)],
  ]) {
    typed = ''
    const { code, stdout, stderr } = await capture(t, args, { env })
    t.same([code, typed], [0, '/typed?sesame'], stderr)
    t.notMatch(stdout + stderr, 'sesame')
  }
})

t.test('a stored film', needs('chromium', 'ffmpeg'), async t => {
  const viewport = { width: 64, height: 64, deviceScaleFactor: 1 }
  const stored = await store({ target_url: page, viewport, output_format: 'mp4', record_duration: '3s', fps: 30 })
  const { code, stdout, stderr, files } = await capture(t, [stored, '--duration', '0.2s'], { env: key })
  t.same([code, files], [0, ['127-0-0-1-64x64.mp4']], stderr)
  t.match(JSON.parse(stdout), { frames: 6, fps: 30 })
})

t.test('takes neither code nor the name of a file from an address', { ...browser }, async t => {
  const config = {
    target_url: page,
    viewport: { width: 64, height: 64, deviceScaleFactor: 1 },
    output_file: '../../x.png',
  }
  const playwright_script = "import fs from 'node:fs'; fs.writeFileSync('run', '')"
  const answer = {
    playwright_script,
    capture_config: { ...config, options: { unknown: 1, delay: '0s', selector: null } },
  }
  const other = createServer((_, response) => response.end(JSON.stringify(answer)))
  const { url } = await listen(t, other)
  const { code, stderr, files } = await capture(t, [`${url}/api/v1/captures/cap_${'0'.repeat(32)}`])
  t.same([code, files], [0, ['127-0-0-1-64x64.png']], stderr)
})

const missing = `${address}/api/v1/captures/cap_${'0'.repeat(32)}`
const mistakes: readonly (readonly [
  name: string,
  args: readonly string[],
  code: number,
  errors: readonly RegExp[],
  Options?,
])[] = [
  ['no address', [], 2, [/^error: Give the address of a page\. --help explains all options\.$/]],
  ['two addresses', [page, page], 2, [/^error: Send one address, not 2/]],
  ['an unknown option', [page, '--platfrom', 'x'], 2, [/^error: There is no --platfrom\. Did you mean --platform\?/]],
  ['an option without its value', [page, '--delay'], 2, [/^error: Option '--delay <value>' argument missing$/]],
  ['words for numbers', [page, '--width', 'x'], 2, [/^error: --viewport-width: Send an integer, not a string\.$/]],
  ['no JSON', [page, '--steps', 'x'], 2, [/^error: --steps: Send JSON, not x$/]],
  [
    'several mistakes',
    [
      'ftp://x/',
      '--width',
      '1',
      '--fps',
      '61',
      '--quality',
      '101',
      '--reduced-motion',
      'maybe',
      '--delay',
      '2',
      ...['--hide-selectors', 'p', '--hide-selectors', '[', '--accept-status', '404', '--accept-status', '500'],
      ...['--steps', '[{"action": "click", "selector": "p"}, {"action": "fly"}]'],
    ],
    2,
    [
      /^error: URL: Send an http/,
      /--viewport-width: Send a number from 16/,
      /--fps: Send one of 24,/,
      ...[
        /--quality: Send a number from 0 to 100/,
        /--reduced-motion: Send one of true,/,
        /--delay: Send a duration in seconds/,
      ],
      /--hide-selectors: Send a CSS/,
      /--accept-status: Send a number from 400/,
      /--steps: Send one of click,/,
    ],
  ],
  [
    'too many pixels',
    [page, '--width', '16384', '--device-scale-factor', '8'],
    2,
    [/^error: --viewport-width: Width and/],
  ],
  ['a capture without its key', [missing], 4, [/did not open: the service answered 401: .* Set CAPTURE_API_KEY\.$/]],
  ['a capture that is not stored', [missing], 4, [/did not open: the service answered 404: /], { env: key }],
  ['no service', [missing.replace(/:\d+/, ':9')], 4, [/did not open: (?:connect ECONNREFUSED|bad port)/]],
  ['no page', [`${page}/nothing`], 4, [/404/]],
  ['no ffmpeg', [page, '--output-format', 'mp4'], 3, [/ffmpeg/], { env: { FFMPEG_PATH: '/nowhere/ffmpeg' } }],
]
for (const [name, args, expected, errors, options = {}] of mistakes)
  t.test(`${name}: exit code ${expected}`, /page|ffmpeg/.test(name) ? browser : {}, async t => {
    const { code, stdout, stderr, files, left } = await capture(t, args, options)
    t.same([code, stdout, files, left], [expected, '', [], []], stderr)
    for (const error of errors) t.match(stderr.trim(), error)
  })

t.test('a signal ends the browser, too', { ...browser }, async t => {
  const { code, stderr, files, left } = await capture(t, [`${page}/never`], {
    onRequest: pid => process.kill(pid, 'SIGTERM'),
  })
  t.same([code, files, left], [130, [], []], stderr)
})

t.test('--help explains an option for every member of a request', async t => {
  const { code, stdout, stderr } = await capture(t, ['--help'])
  t.equal(code, 0, stderr)
  for (const name of Object.keys(CaptureRequest.properties))
    if (name !== 'target_url') t.match(stdout, `\n  --${name.replaceAll('_', '-')}`)
})

t.test('the files that the image contains are enough', { ...browser }, async t => {
  const stage = /^FROM \S+ AS capture\n(.*?)^FROM/ms.exec(readFileSync(join(root, 'Dockerfile'), 'utf8'))?.[1] ?? ''
  const image = mkdtempSync(join(tmpdir(), 'image-'))
  t.teardown(() => rmSync(image, { recursive: true, force: true }))
  mkdirSync(join(image, 'scripts'))
  for (const [, sources = ''] of stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm))
    for (const source of sources.split(' ')) cpSync(join(root, source), join(image, source), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'))
  // From the stage that builds the service. The image has no bundler.
  t.match(stage, 'COPY --from=build /app/dist/src/capture/built src/capture/built\n')
  mkdirSync(join(image, 'src/capture/built'))
  const name = scriptNameOf('picture', {})
  writeFileSync(join(image, `src/capture/built/${name}.mjs`), await bundleScript(name))
  rmSync(join(image, 'src/capture/bundle.mjs'))
  const [, program = ''] = /^ENTRYPOINT \["node", "\/app\/([^"]+)"\]$/m.exec(stage) ?? []
  // The Node.js of the image runs TypeScript.
  const words = [process.execPath, '--import', join(root, 'node_modules/tsx/dist/loader.mjs'), join(image, program)]
  const { code, stderr, files } = await capture(t, [page, '--width', '64', '--height', '64'], { program: words })
  t.same([code, files], [0, ['127-0-0-1-128x128.png']], stderr)
})
