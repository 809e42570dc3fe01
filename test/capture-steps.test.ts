// The steps of a capture, by the unmodified script with a real browser.
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t from 'tap'
import { formatChecks } from '../plugins/shared/input/formats.ts'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { openBrowser } from './helpers/browser.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(600_000)
t.jobs = 2

const chromium = needs('chromium')
const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const shell = { CHROMIUM_PATH: shellPath ?? '' }
/** The headless shell starts with less than half of the CPU time; Playwright uses it too if both are installed. */
const env = whole || shellPath === undefined ? {} : shell

/** It tells the server what happens to it. A policy forbids style sheets of others, and its menu stands there twice. */
const page = `<!doctype html>
  <meta http-equiv="content-security-policy" content="default-src 'self'; style-src 'sha256-none' 'nonce-a'; script-src 'nonce-a'">
  <style nonce="a">
    body { margin: 0; background: #fff }
    i, a, button { display: block; position: absolute; left: 0; width: 20px; height: 20px; background: #f00; border: 0 }
    [hidden] { display: none }
    #hover:hover { background: #080 }
    input { position: absolute; top: 120px; left: 0; width: 100px }
    footer { margin-top: 2000px; height: 1000px; background: #00f }
  </style>
  <button class="menu" hidden></button><button class="menu" id="menu"></button>
  <i id="hover"></i><i id="styled"></i><input id="text" title="a >> b">
  <footer></footer>
  <script nonce="a">
    for (const [index, name] of ['menu', 'hover', 'styled'].entries()) document.getElementById(name).style.top = 40 * index + 'px'
    let count = 0
    const report = (...facts) => fetch('/report', { method: 'POST', keepalive: true, body: JSON.stringify([location.search, count++, ...facts]) })
    menu.onclick = event => {
      menu.style.background = '#080'
      report('click', event.isTrusted)
    }
    text.oninput = () => report('input', text.value)
    onkeydown = event => event.target === text || report('key', event.key, event.ctrlKey, event.shiftKey)
  </script>`
const covered = `<!doctype html><a href="/other">Other</a><div class="cover" style="position: fixed; inset: 0"></div>`
const other = '<!doctype html><body style="margin: 0; background: #080"><img src="/slow" style="display: block">'
/** It shows what is typed in an element that covers its link, and asks with it for an answer that never comes. */
const login = `<!doctype html><input id="password" type="password"><a href="/other">Other</a>
  <script>
    password.oninput = () => {
      document.body.insertAdjacentHTML('beforeend', '<div style="position: fixed; inset: 50px 0 0"></div>')
      document.body.lastChild.title = password.value
    }
    password.onkeydown = ({ key }) => {
      if (key !== 'Enter') return
      fetch('/report', { method: 'POST', body: JSON.stringify([location.search, 0, password.value]) })
      fetch('/never/' + password.value + '?password=' + password.value)
    }
  </script>`
const pages = new Map([
  ['/login', login.replace('<a', '<a style="position: fixed; top: 60px"')],
  ['/steps', page],
  ['/covered', covered],
  ['/link', covered.replace('cover', 'none').replace('fixed', 'static')],
  ['/other', other],
])
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#00f"/></svg>'

/** What pages told about themselves: their query, the number of the report, facts. The network may exchange reports. */
const reports: [query: string, number: number, ...facts: unknown[]][] = []
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost')
  if (pathname === '/report') {
    reports.push(JSON.parse((await request.toArray()).join('')))
    return response.end()
  }
  if (pathname.startsWith('/never')) return
  const text = pages.get(pathname)
  response.setHeader('content-type', text === undefined ? 'image/svg+xml' : 'text/html')
  setTimeout(() => response.end(text ?? square), pathname === '/slow' ? 500 : 0)
})
const { url: origin } = await listen(t, server)
const viewport = { width: 200, height: 160, deviceScaleFactor: 1 } as const
const reportsOf = (name: string) =>
  reports
    .filter(([query]) => query === `?${name}`)
    .sort(([, a], [, b]) => a - b)
    .map(([, , ...facts]) => facts)

const pixel = async (file: string, left: number, top: number) =>
  (await sharp(file).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer()).toString('hex')

const colorOf = { red: 'ff0000', green: '008800', blue: '0000ff', white: 'ffffff' } as const

t.test('steps happen in their order, as if by hand, and the picture shows what they did', { ...chromium }, async t => {
  const hostile = "'); process.exit(9); (</script>😀"
  const { code, stderr, folder, config } = await runCapture(
    t,
    {
      target_url: `${origin}/steps?all`,
      viewport,
      steps: [
        { action: 'press', key: 'Control+Shift+K' },
        { action: 'click', selector: '.menu' },
        { action: 'type', selector: '[title="a >> b"]', text: hostile },
        { action: 'press', selector: '#text', key: 'Backspace' },
        { action: 'css', css: '#styled { background: #080 !important } </style><script>report("script")</script>' },
        { action: 'wait', duration: '0.3s' },
        { action: 'hover', selector: '#hover' },
      ],
    },
    { env },
  )
  t.equal(code, 0, stderr)
  const found = reportsOf('all')
  t.strictSame(found.slice(0, 4), [
    ['key', 'Control', true, false],
    ['key', 'Shift', true, true],
    ['key', 'K', true, true],
    ['click', true],
  ])
  const inputs = found.slice(4)
  t.strictSame(inputs.at(-2), ['input', hostile], 'each character is typed')
  t.strictSame(inputs.at(-1), ['input', hostile.slice(0, -2)], 'and a key deletes one')
  t.equal(inputs.length, [...hostile].length + 1, 'nothing else happened')
  const file = join(folder, config.output_file)
  for (const top of [10, 50, 90]) t.equal(await pixel(file, 5, top), colorOf.green, `at ${top} px`)
})

t.test('a picture is taken where the page was scrolled to', { ...chromium }, async t => {
  const request = {
    target_url: `${origin}/steps`,
    viewport,
    steps: [{ action: 'scroll_to' as const, selector: 'footer' }],
  }
  const { code, stderr, folder, config } = await runCapture(t, request, { env })
  t.equal(code, 0, stderr)
  for (const top of [1, 158]) t.equal(await pixel(join(folder, config.output_file), 150, top), colorOf.blue)
})

t.test('a click can open another page, which is captured when it has loaded', { ...chromium }, async t => {
  const request = { target_url: `${origin}/link`, viewport, steps: [{ action: 'click' as const, selector: 'a' }] }
  const { code, stderr, folder, config } = await runCapture(t, request, { env })
  t.equal(code, 0, stderr)
  const file = join(folder, config.output_file)
  t.strictSame([await pixel(file, 20, 20), await pixel(file, 100, 100)], [colorOf.blue, colorOf.green])
})

const edit = (config: CaptureConfig) => ({ ...config, timeouts: { ...config.timeouts, settle_ms: 1500 } })
const failures = [
  ['/steps', { action: 'click', selector: '.none' }, 4, 'Step 2 (click): there is no visible .none on the page'],
  ['/steps', { action: 'hover', selector: '[hidden]' }, 4, 'Step 2 (hover): there is no visible [hidden] on the page'],
  [
    '/covered',
    { action: 'click', selector: 'a' },
    4,
    'Step 2 (click): <div class="cover"></div> intercepts pointer events',
  ],
  ['/steps', { action: 'press', key: 'Nope' }, 4, 'Step 2 (press): Unknown key: "Nope"'],
  ['/steps', { action: 'scroll_to', selector: 'main' }, 4, 'Step 2 (scroll_to): Timeout 1500ms exceeded.'],
] as const
for (const [path, step, exitCode, message] of failures) {
  t.test(`${JSON.stringify(step)} fails with one line: ${message}`, { ...chromium }, async t => {
    const steps = [{ action: 'wait', duration: '0s' } as const, step]
    const request = { target_url: origin + path, viewport, steps }
    const { code, stderr, left } = await runCapture(t, request, { edit, env })
    t.strictSame([code, left], [exitCode, []])
    t.ok(stderr.endsWith(`error: ${message}\n`), stderr)
  })
}

const secret = 'Correct-horse <9>'
const signIn = [
  { action: 'type', selector: '#password', text: { env: 'LOGIN_PASSWORD' } },
  { action: 'press', selector: '#password', key: 'Enter' },
] as const
const variables = { ...env, LOGIN_PASSWORD: secret }
const shortened = [...secret.split(/[ <]/), encodeURIComponent(secret)]

t.test('a password is typed from the environment, and no output has it', { ...chromium }, async t => {
  const request = { target_url: `${origin}/login?signed`, viewport, steps: [...signIn] }
  const { code, stdout, stderr, left, config } = await runCapture(t, request, { edit, env: variables })
  t.equal(code, 0, stderr)
  t.strictSame(reportsOf('signed'), [[secret]])
  t.match(stderr, `continuing without ${origin}\n`, 'the path of a request may contain it')
  t.strictSame(left, [config.output_file])
  for (const part of shortened) t.notMatch(`${stdout}${stderr}${left}`, part)
})

t.test('an element that shows the password is not named where it covers another', { ...chromium }, async t => {
  const steps = [...signIn, { action: 'click', selector: 'a' } as const]
  const request = { target_url: `${origin}/login?covered`, viewport, steps }
  const { code, stderr, left } = await runCapture(t, request, { edit, env: variables })
  t.strictSame([code, left], [4, []])
  t.ok(stderr.endsWith('error: Step 3 (click): another element covers it\n'), stderr)
  for (const part of shortened) t.notMatch(stderr, part)
})

for (const output_format of ['png', 'mp4'] as const) {
  t.test(`${output_format}: without the variable of a step the script ends before it starts a browser`, async t => {
    const steps = [{ action: 'wait', duration: '1s' } as const, ...signIn]
    const unset = { CHROMIUM_PATH: '/nowhere', LOGIN_PASSWORD: '' }
    const request = { target_url: `${origin}/login`, output_format, viewport, steps }
    const { code, stdout, stderr } = await runCapture(t, request, { env: unset })
    t.strictSame([code, stdout], [2, ''])
    const message = 'Step 2 (type): set the environment variable LOGIN_PASSWORD to the text to type'
    t.ok(stderr.endsWith(`error: ${message}\n`), stderr)
  })
}

t.test('a film types a password from the environment', { ...filmNeeds }, async t => {
  const film = { output_format: 'mp4', record_duration: '0.1s' } as const
  const request = { target_url: `${origin}/login?film`, viewport, ...film, steps: [...signIn] }
  const { code, stdout, stderr } = await runCapture(t, request, { edit, env: { ...variables, ...shell } })
  t.equal(code, 0, stderr)
  t.strictSame(reportsOf('film'), [[secret]])
  for (const part of shortened) t.notMatch(`${stdout}${stderr}`, part)
})

for (const [browser, env] of [
  ['shell', shell],
  ['chromium', {}],
] as const) {
  t.test(`${browser}: a film begins after the steps`, { ...filmNeeds }, async t => {
    const { code, stderr, folder, config } = await runCapture(
      t,
      {
        target_url: `${origin}/steps?${browser}`,
        output_format: 'mp4',
        record_duration: '0.1s',
        viewport,
        steps: [
          { action: 'click', selector: '.menu' },
          { action: 'css', css: '#styled { background: #080 !important }' },
        ],
      },
      { env },
    )
    t.equal(code, 0, stderr)
    t.strictSame(reportsOf(browser), [['click', true]])
    const size = { width: viewport.width, height: viewport.height, channels: 3, filters: [] } as const
    for await (const frame of framesOf(ffmpegPath ?? '', join(folder, config.output_file), size)) {
      for (const top of [10, 90]) {
        const [red = 255, green = 0] = frame.subarray((top * viewport.width + 5) * 3)
        t.ok(red < 12 && green > 124, `${red} ${green} at ${top} px`)
      }
    }
  })
}

t.test('Playwright knows every key that requests may name', { ...chromium }, async t => {
  const names = [
    'Backspace',
    'Delete',
    'End',
    'Enter',
    'Escape',
    'Home',
    'Insert',
    'PageDown',
    'PageUp',
    'Space',
    'Tab',
  ]
  const arrows = ['ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowUp']
  const functions = Array.from({ length: 12 }, (_, index) => `F${index + 1}`)
  const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index))
  const modifiers = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'].map(name => `${name}+a`)
  const browser = await openBrowser(t)
  const tab = await browser.newPage()
  for (const key of [...names, ...arrows, ...functions, ...characters, ...modifiers, 'Control++']) {
    t.ok(formatChecks.key?.isValid(key), key)
    await tab.keyboard.press(key)
  }
})
