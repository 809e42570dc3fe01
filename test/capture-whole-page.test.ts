// Pictures of whole pages and elements whose content depends on the window: frames of other sites, reveals, lists, widths.
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const chromium = needs('chromium')
const light = shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const viewport = { width: 400, height: 300, deviceScaleFactor: 1 } as const

const boxes = (count: number, height: number) =>
  `${'<div class="box"></div>'.repeat(count)}<style>.box { height: ${height}px; background: #a00 } .seen { background: #0a0 }</style>`
const observe = (options: string) =>
  `<script>const observer = new IntersectionObserver(entries => {
    for (const entry of entries) if (entry.isIntersecting) entry.target.classList.add('seen')
  }, ${options})
  for (const box of document.querySelectorAll('.box')) observer.observe(box)</script>`
const rows = `<div id="rows" style="position: relative; height: 4000px"></div><script>
  const show = () => {
    const first = Math.max(0, Math.floor(scrollY / 40) - 2)
    const shown = Array.from({ length: Math.min(14, 100 - first) }, (_, index) => first + index)
    rows.innerHTML = shown.map(row => '<p style="position: absolute; margin: 0; top: ' + 40 * row + 'px">row ' + row + '</p>').join('')
  }
  show()
  addEventListener('scroll', show)</script>`

/** A feed of 1,000 px, of which it adds the last 600 box by box, as soon as its end is near. */
const feed = (
  count: number,
  delay: number,
) => `<style>.box { height: ${600 / count}px; background: #0a0 }</style><div style="height: 400px; background: #0a0"></div><script>
  let isLoading = false
  const load = () => {
    const isNear = scrollY + innerHeight > document.body.offsetHeight - 100
    if (isLoading || !isNear || document.querySelectorAll('.box').length === ${count}) return
    isLoading = true
    setTimeout(() => {
      document.body.insertAdjacentHTML('beforeend', '<div class="box"></div>')
      isLoading = false
      load()
    }, ${delay})
  }
  addEventListener('scroll', load)
  addEventListener('load', load)</script>`

const backToTop = `<div id="back" hidden style="position: fixed; left: 190px; top: 10px; width: 20px; height: 20px; background: #a00"></div><script>
  addEventListener('scroll', () => {
    if (scrollY > 100) back.hidden = false
    else requestAnimationFrame(() => { back.hidden = true })
  })</script>`

const pages: Readonly<Record<string, string>> = {
  '/margin': `${boxes(40, 60)}<div style="height: 100px; background: #0a0"></div>${observe("{ rootMargin: '0px 0px -15% 0px' }")}`,
  '/threshold': `${boxes(10, 220)}${observe('{ threshold: 0.75 }')}`,
  '/view-timeline': `${boxes(12, 150)}<style>
    @keyframes reveal { from { background: #a00 } to { background: #0a0 } }
    .box { animation: reveal linear both; animation-timeline: view(); animation-range: entry 0% cover 40% }</style>`,
  '/replaced': `<script>Element.prototype.scrollTo = scrollTo = () => {}</script>${boxes(10, 300)}${observe('{}')}`,
  '/wide':
    '<div style="height: 400px; background: #0a0"></div><div style="width: 600px; height: 100px; background: #00a"></div>',
  '/clipped':
    '<style>body { overflow-x: hidden }</style><div style="height: 400px; background: #0a0"></div><div style="width: 600px; height: 100px; background: #00a"></div>',
  '/rows': rows,
  '/one-by-one': feed(20, 200),
  '/after-a-second': feed(4, 1000),
  '/framed':
    '<style>iframe { border: 0; width: 400px; height: 300px; display: block }</style><iframe src="/margin"></iframe>',
  '/green': '<style>html { background: #0a0 }</style>',
}
const server = createServer((request, response) => {
  const { pathname, port } = new URL(request.url ?? '/', `http://${request.headers.host}`)
  response.setHeader('content-type', 'text/html')
  const isStrict = pathname === '/frames'
  if (isStrict) response.setHeader('content-security-policy', "img-src 'self'; style-src 'unsafe-inline'")
  const frames = `<div style="height: 900px; background: #00a"></div>
    <iframe src="http://localhost:${port}/green" style="border: 0; width: 300px; height: 500px; display: block"></iframe>
    <div style="height: 200px; background: #00a"></div>`
  response.end(`<!doctype html><body style="margin: 0">${isStrict ? frames + backToTop : pages[pathname]}`)
})
const { url: origin } = await listen(t, server)

async function capture(t: Test, path: string, request: Partial<CaptureRequest>) {
  const { code, stderr, folder, config } = await runCapture(
    t,
    { viewport, ...request, target_url: origin + path },
    { env: light },
  )
  t.equal(code, 0, stderr)
  const { data, info } = await sharp(join(folder, config.output_file))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number) => data.toString('hex', 3 * (y * info.width + x), 3 * (y * info.width + x) + 3)
  const column = Array.from({ length: info.height }, (_, y) => colorAt(200, y))
  return { stderr, width: info.width, height: info.height, colorAt, column }
}

t.test('a frame of another site below the window is in the picture', { ...chromium }, async t => {
  const { height, colorAt, column } = await capture(t, '/frames', { full_page: true })
  t.equal(height, 1600)
  t.strictSame(new Set(column.slice(900, 1400)), new Set(['00aa00']))
  t.equal(colorAt(350, 1000), 'ffffff', 'nothing beside it is covered')
  t.strictSame(
    new Set([...column.slice(0, 900), ...column.slice(1400)]),
    new Set(['0000aa']),
    'nor does a button that comes with scrolling stay',
  )
  const frame = await capture(t, '/frames', { selector: 'iframe' })
  t.equal(frame.height, 500)
  t.strictSame(new Set(frame.column), new Set(['00aa00']))
})

for (const path of ['/margin', '/threshold', '/view-timeline', '/replaced']) {
  t.test(`content that appears in the middle of the window is on a full page: ${path}`, { ...chromium }, async t => {
    const { column, stderr } = await capture(t, path, { full_page: true })
    t.strictSame(new Set(column), new Set(['00aa00']))
    t.equal(stderr.includes('missing'), false)
  })
}

for (const path of ['/one-by-one', '/after-a-second']) {
  t.test(`content that is added at the end is on a full page: ${path}`, { ...chromium }, async t => {
    const { column } = await capture(t, path, { full_page: true })
    t.strictSame([column.length, new Set(column)], [1000, new Set(['00aa00'])])
  })
}

t.test('a full page is as wide as its content, but for what cannot be scrolled to', { ...chromium }, async t => {
  t.match(await capture(t, '/wide', { full_page: true }), { width: 600, height: 500 })
  t.match(await capture(t, '/clipped', { full_page: true }), { width: 400, height: 500 })
})

t.test('a warning names a list that renders a part, and a frame that scrolls', { ...chromium }, async t => {
  const list = await capture(t, '/rows', { full_page: true })
  t.match(list.stderr, /warning: 8\d of 100 texts are missing from the screenshot/)
  const framed = await capture(t, '/framed', { full_page: true })
  t.match(
    framed.stderr,
    `warning: The page is in a frame that scrolls, and the screenshot shows only its first window. Capture ${origin}/margin instead`,
  )
})
