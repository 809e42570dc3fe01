// Stills of pages that move, load late or scroll in unusual ways: what they show at rest, with the same bytes each time.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { type Run, runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { needs, shellPath } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

t.setTimeout(1_500_000)
t.jobs = 2

const chromium = needs('chromium')
/** The headless shell starts with less than half of the CPU time. */
const light = whole || shellPath === undefined ? {} : { CHROMIUM_PATH: shellPath }
const viewport = { width: 400, height: 300, deviceScaleFactor: 1 } as const

/** A canvas of the whole window; `draw(share)` fills it from the left. */
const canvas = `<canvas id="c" width="400" height="300"></canvas><script>
  const context = c.getContext('2d')
  const draw = share => {
    context.clearRect(0, 0, 400, 300)
    context.fillStyle = '#0a0'
    context.fillRect(0, 0, 400 * share, 300)
  }
  const turn = angle => {
    context.clearRect(0, 0, 400, 300)
    context.setTransform(Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle), 200, 150)
    context.fillRect(-90, -9, 180, 18)
    context.resetTransform()
  }
  </script>`
const box = '<div id="box" style="width: 400px; height: 300px; background: #a00"></div>'
/** Runs in a worker: fills the canvas that it gets, in 80 frames. */
const workerCode = `onmessage = ({ data }) => {
  const context = data.getContext('2d')
  context.fillStyle = '#0a0'
  let frames = 0
  const draw = () => {
    frames += 1
    context.fillRect(0, 0, frames * 5, 300)
    if (frames < 80) requestAnimationFrame(draw)
  }
  draw()
}`

/** Pages that are all green at rest, by what moves them. */
const resting: Readonly<Record<string, string>> = {
  'a chart that is drawn by the date': `${canvas}<script>
    const start = Date.now()
    const frame = () => {
      const share = Math.min(1, (Date.now() - start) / 1000)
      draw(share ** 0.5)
      if (share < 1) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)</script>`,
  'an intro of 2.5 s after 1.2 s, whose frames never end': `${canvas}<script>
    let start
    const frame = time => {
      start ??= time
      draw(Math.min(1, Math.max(0, (time - start - 1200) / 2500)))
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)</script>`,
  'a counter that begins when it is seen': `${box}<script>
    let count = 0
    new IntersectionObserver((entries, observer) => {
      observer.disconnect()
      const timer = setInterval(() => {
        count += 1
        if (count < 50) return
        clearInterval(timer)
        box.style.background = '#0a0'
      }, 30)
    }).observe(box)</script>`,
  'a transition whose end starts timers and frames': `<style>#box { transition: opacity 2s }</style>${box}<script>
    setTimeout(() => { box.style.opacity = 0.5 }, 300)
    box.ontransitionend = () => {
      box.ontransitionend = null
      box.style.opacity = 1
      setTimeout(() => requestAnimationFrame(() => { box.style.background = '#0a0' }), 700)
    }</script>`,
  'a chart of data that is requested late': `${canvas}<script>
    setTimeout(async () => {
      await (await fetch('/slow.svg')).text()
      let frames = 0
      const timer = setInterval(() => {
        frames += 1
        draw(frames / 60)
        if (frames === 60) clearInterval(timer)
      }, 16)
    }, 400)</script>`,
  'a chart of data that arrives slowly': `${canvas}<script>
    fetch('/slow-body').then(answer => answer.text()).then(() => {
      let frames = 0
      const frame = () => { frames += 1; draw(frames / 60); if (frames < 60) requestAnimationFrame(frame) }
      frame()
    })</script>`,
  'a loop that waits for a time': `${box}<script>
    const start = Date.now()
    while (Date.now() < start + 300);
    while (performance.now() < 500);
    box.style.background = '#0a0'</script>`,
  'a worker': `<canvas id="c" width="400" height="300"></canvas><script>
    const offscreen = c.transferControlToOffscreen()
    new Worker(URL.createObjectURL(new Blob([${JSON.stringify(workerCode)}]))).postMessage(offscreen, [offscreen])</script>`,
  'a shared worker, whose request has no end': `${box}<script>
    new SharedWorker('/slow-worker.js').port.onmessage = () => { box.style.background = '#0a0' }
    setTimeout(() => {}, 3000)</script>`,
  'tasks that begin each other when the browser is idle': `${box}<script>
    const wait = (count, next) => count === 0 ? true : next().then(() => wait(count - 1, next))
    const idle = () => new Promise(requestIdleCallback).then(deadline => { while (deadline.timeRemaining() > 0); })
    wait(60, idle).then(() => { box.style.background = '#0a0' })</script>`,
  'SVG animations that follow each other, and that never end': `
    <svg width="400" height="300" fill="#a00">
      <rect width="400" height="150">
        <animate id="first" attributeName="fill" to="#a00" begin="0s" dur="1s" fill="freeze"/>
        <set attributeName="fill" to="#0a0" begin="first.end + 1s" dur="1s" fill="freeze"/></rect>
      <rect y="150" width="400" height="150" fill="#0a0">
        <animate id="one" attributeName="x" to="0" begin="0s; other.end" dur="0.2s"/>
        <animate id="other" attributeName="x" to="0" begin="one.end" dur="0.2s"/></rect>
    </svg>`,
  'a smooth scroll': `<div id="tall" style="height: 3000px; background: linear-gradient(#a00 2000px, #0a0 2000px)"></div>
    <script>setTimeout(() => scrollTo({ top: 2500, behavior: 'smooth' }), 100)</script>`,
  'an intro in an iframe': `<iframe width="400" height="300" style="border: 0" src="/late-frame"></iframe>`,
  'timers in order, with text as code, errors and cancelled ones': `${box}<script>
    const ran = []
    const add = (name, ms) => setTimeout(name => ran.push(name), ms, name)
    add('c', 30)
    add('a', '10')
    clearTimeout(add('none', 5))
    cancelAnimationFrame(requestAnimationFrame(() => ran.push('none')))
    setTimeout('ran.push("text")', 20)
    setTimeout(() => { throw new Error('on purpose') }, 25)
    const nest = depth => depth === 0 ? ran.push(Math.round(performance.now())) : setTimeout(nest, 0, depth - 1)
    setTimeout(nest, 100, 10)
    setTimeout(() => {
      const isDate = new Date().constructor === Date && Date().slice(0, 10) === new Date().toString().slice(0, 10)
      if (isDate && String(ran) === 'a,c,110,text') box.style.background = '#0a0'
      else document.title = ran
    }, 500)</script>`,
}

/** Pages that never rest: each shows the same at each run. */
const endless: Readonly<Record<string, string>> = {
  'a spinner by frames': `${canvas}<script>
    const frame = time => { turn(time / 300); requestAnimationFrame(frame) }
    requestAnimationFrame(frame)</script>`,
  'particles at random': `${canvas}<script>
    const dots = Array.from({ length: 99 }, () => ({ x: Math.random() * 400, y: Math.random() * 300, step: Math.random() }))
    setInterval(() => {
      context.clearRect(0, 0, 400, 300)
      for (const dot of dots) context.fillRect((dot.x += dot.step), dot.y, 3, 3)
    }, 20)</script>`,
  'text that is typed': `<h1 id="text"></h1><script>
    let length = 0
    setInterval(() => { text.textContent = 'a page that types'.slice(0, (length += 1) % 18) }, 90)</script>`,
  'CSS animations and a marquee': `<style>
    @keyframes turn { to { transform: rotate(1turn) } }
    i { display: block; width: 90px; height: 9px; background: #00a; animation: turn 0.7s linear infinite }
    </style><i></i><marquee>news</marquee><marquee behavior="alternate">more</marquee>`,
}

const bands = (heights: string, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `<section style="height: ${heights}; background: #${100 + index}">${'</section>'}`,
  ).join('')
/** Full pages: 6 bands of a height, grey from #100 on, in a page that needs some care. */
const wholePages: Readonly<Record<string, string>> = {
  'scrolls in body': `<style>html, body { height: 100%; overflow-x: hidden }</style>${bands('200px', 6)}`,
  'scrolls in its main element, beside a sidebar and below a header that stay': `<style>
    body { display: flex; flex-direction: column; height: 100vh; overflow: hidden }
    header { height: 50px; background: #00f; flex: none }
    #row { display: flex; flex: 1 1 0; min-height: 0 }
    nav { width: 90px; height: 100%; overflow: auto; background: #0ff }
    main { flex: 1; overflow-y: auto; position: relative }
    </style><header></header><div id="row"><nav></nav><main>${bands('200px', 6)}</main></div>`,
  'snaps to sections as high as the window, in a fixed element': `<style>
    body { height: 100vh; overflow: hidden }
    main { position: fixed; inset: 0; overflow-y: scroll; scroll-snap-type: y mandatory }
    section { scroll-snap-align: start }
    </style><main>${bands('100vh', 6)}</main>`,
  'scrolls inside a component, and by a margin itself': `<style>my-app { display: block; height: 100vh; margin: 9px 0 }</style>
    <my-app>${bands('200px', 6)}</my-app><script>
    const root = document.querySelector('my-app').attachShadow({ mode: 'open' })
    root.innerHTML = '<div style="position: absolute; inset: 0; overflow: auto"><slot></slot></div>'</script>`,
  'skips content outside the window': `<style>section { content-visibility: auto; contain-intrinsic-size: 20px }
    b { display: block; height: 500px }</style>${bands('auto', 6).replaceAll('</section>', '<b></b></section>')}`,
}
/** 12 boxes that are green when they have loaded. */
const lazyPages: Readonly<Record<string, string>> = {
  'that stays in view for 300 ms': `<script>
    const observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(target.timer)
        if (isIntersecting) target.timer = setTimeout(() => { target.style.background = '#0a0' }, 300)
      }
    })
    for (const box of document.querySelectorAll('p')) observer.observe(box)</script>`,
  'whose download ends in view': `<script>
    const observer = new IntersectionObserver(entries => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          target.request = new AbortController()
          fetch('/slow.svg', { signal: target.request.signal }).then(answer => answer.text()).then(() => {
            observer.unobserve(target)
            target.style.background = '#0a0'
          }, () => {})
        } else target.request?.abort()
      }
    })
    for (const box of document.querySelectorAll('p')) observer.observe(box)</script>`,
}
const lazyBoxes = `<style>p { margin: 0; height: 250px; background: #ccc }</style>${'<p></p>'.repeat(12)}`
const endlessPage = `<style>div { height: 200px; background: #0a0 }</style><div></div><script>
  addEventListener('scroll', () => {
    if (innerHeight + scrollY < document.body.scrollHeight - 500) return
    for (let added = 0; added < 5; added += 1) document.body.append(document.createElement('div'))
  })
  document.body.append(...Array.from({ length: 4 }, () => document.createElement('div')))</script>`

/** What never answers, and what is seen without it. */
const hanging: Readonly<Record<string, string>> = {
  'a picture': '<img src="/never" width="9" height="9" alt="">',
  'a font': '<style>@font-face { font-family: late; src: url(/never) } p { font-family: late }</style><p>text</p>',
  'a style sheet': '<link rel="stylesheet" href="/never">',
  'a script': '<script src="/never"></script>',
  'a request of a script': "<script>fetch('/never')</script>",
  'an iframe': '<iframe src="/never"></iframe>',
}

const elementPage = `<style>body { height: 900px } .box { width: 50px; height: 40px; background: #0a0 }</style>
  <header style="position: fixed; inset: 0 0 auto; height: 30px; background: #a00"></header>
  <div style="height: 60px"></div>
  <div id="contents" style="display: contents"><div class="box"></div><div class="box"></div></div>
  <div id="scrolls" style="width: 80px; height: 50px; overflow: auto; background: #0a0"><div style="height: 700px"></div></div>
  <iframe style="border: 3px solid #a00; padding: 2px; width: 100px; height: 90px" srcdoc="
    <style>body { margin: 0 } #inner { margin-top: 300px; width: 50px; height: 40px; background: #0a0 }</style>
    <div id=inner></div>"></iframe>`

const pages = new Map<string, string>([
  ['/elements', elementPage],
  ['/endless-page', endlessPage],
  [
    '/late-frame',
    `${canvas}<script>
    let frames = 0
    const frame = () => { frames += 1; draw(frames / 90); if (frames < 90) setTimeout(frame, 16) }
    frame()</script>`,
  ],
])
const pathOf = (name: string) => `/${name.replaceAll(/[^a-z0-9]+/gi, '-')}`
for (const [name, page] of Object.entries({ ...resting, ...endless, ...wholePages })) pages.set(pathOf(name), page)
for (const [name, script] of Object.entries(lazyPages)) pages.set(pathOf(name), lazyBoxes + script)
for (const [name, page] of Object.entries(hanging))
  pages.set(pathOf(name), `<style>html { background: #0a0 }</style>${page}<hr style="height: 9px; background: #000">`)
/** What overflows to the left must not move the picture. */
pages.set(
  '/rtl',
  `<html dir="rtl"><style>div { height: 300px; background: #0a0 } #wide { margin: 0 -40px; height: 1px }</style>
  <div></div><div id="wide"></div>`,
)

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M0 0h40v40H0z" fill="#0a0"/></svg>'
const server = createServer(({ url = '' }, response) => {
  if (url === '/never') return
  const page = pages.get(url)
  if (url === '/slow-worker.js') {
    response.setHeader('content-type', 'text/javascript')
    return setTimeout(() => response.end('onconnect = ({ ports: [port] }) => port.postMessage(0)'), 400)
  }
  if (url === '/slow-body') {
    response.writeHead(200, { 'content-length': 2 }).write('o')
    return setTimeout(() => response.end('k'), 1200)
  }
  response.setHeader('content-type', page === undefined ? 'image/svg+xml' : 'text/html')
  const text = page === undefined ? svg : `<!doctype html><body style="margin: 0">${page}`
  return setTimeout(() => response.end(text), url === '/slow.svg' ? 400 : 0)
})
const { url: origin } = await listen(t, server)

/** Runs a request, by default several times when matrices run whole: the file, and what the last run printed. */
async function captureOften(
  t: Test,
  request: Partial<CaptureRequest> & { readonly path: string },
  { times = whole ? 3 : 1, ...run }: Run & { readonly times?: number } = {},
) {
  const { path, ...members } = request
  const hashes = new Set<string>()
  let [file, stderr] = ['', '']
  for (let time = 0; time < times; time += 1) {
    const result = await runCapture(t, { viewport, ...members, target_url: origin + path }, { env: light, ...run })
    t.equal(result.code, 0, result.stderr)
    file = join(result.folder, result.config.output_file)
    stderr = result.stderr
    hashes.add(createHash('sha256').update(readFileSync(file)).digest('hex'))
  }
  t.equal(hashes.size, 1, 'the same bytes')
  return { file, stderr }
}

/** The colours of a picture, as hex digits. */
async function colorsOf(file: string): Promise<string[]> {
  const { data } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colors = new Set<string>()
  for (let at = 0; at < data.length; at += 3) colors.add(data.toString('hex', at, at + 3))
  return [...colors]
}

for (const name of Object.keys(resting)) {
  t.test(`a still shows the end of ${name}`, { ...chromium }, async t => {
    const { file, stderr } = await captureOften(t, { path: pathOf(name) })
    t.strictSame(await colorsOf(file), ['00aa00'])
    t.notMatch(stderr, 'keeps changing')
    t.notMatch(stderr, 'No response within')
  })
}

for (const name of Object.keys(endless)) {
  t.test(`a still of ${name} has the same bytes each time`, { ...chromium }, async t => {
    const { file } = await captureOften(t, { path: pathOf(name) }, { times: whole ? 3 : 2 })
    t.ok((await colorsOf(file)).length > 1, 'it shows something')
  })
}

/** The colours down the middle of a picture, each with its height. */
async function bandsOf(file: string): Promise<[string, number][]> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const found: [string, number][] = []
  for (let y = 0; y < info.height; y += 1) {
    const at = 3 * (y * info.width + Math.floor(info.width / 2))
    const color = data.toString('hex', at, at + 3)
    const last = found.at(-1)
    if (last?.[0] === color) last[1] += 1
    else found.push([color, 1])
  }
  return found
}

const grey = (index: number) => [...String(100 + index)].map(digit => digit + digit).join('')

for (const [name, page] of Object.entries(wholePages)) {
  t.test(`a full page that ${name} is whole`, { ...chromium }, async t => {
    const { file } = await captureOften(t, { path: pathOf(name), full_page: true })
    const height = page.includes('500px') ? 500 : page.includes('100vh; background') ? 300 : 200
    const header: [string, number][] = page.includes('header') ? [['0000ff', 50]] : []
    t.strictSame(await bandsOf(file), [...header, ...[0, 1, 2, 3, 4, 5].map(index => [grey(index), height])])
  })
}

for (const name of Object.keys(lazyPages)) {
  t.test(`a full page has content ${name}`, { ...chromium }, async t => {
    const { file } = await captureOften(t, { path: pathOf(name), full_page: true })
    t.strictSame(await bandsOf(file), [['00aa00', 3000]])
  })
}

t.test('a page without an end is cut, and the warning says where', { ...chromium }, async t => {
  const { file, stderr } = await captureOften(t, { path: '/endless-page', full_page: true })
  t.match(stderr, 'warning: The page grows while it is scrolled; cut at 10200 px')
  t.strictSame(await bandsOf(file), [['00aa00', 10_200]])
})

t.test('a page whose content overflows to the left is shown from its right edge', { ...chromium }, async t => {
  for (const full_page of [false, true]) {
    const { file } = await captureOften(t, { path: '/rtl', full_page })
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    t.equal(data.toString('hex', 0, 3), '00aa00', 'the left edge')
    t.equal(data.toString('hex', 3 * info.width - 3, 3 * info.width), '00aa00', 'the right edge')
  }
})

for (const name of sample(Object.keys(hanging), 3)) {
  t.test(`${name} that never answers is left out with a warning`, { ...chromium }, async t => {
    const edit = (config: CaptureConfig) => ({ ...config, timeouts: { ...config.timeouts, settle_ms: 700 } })
    const request = { viewport, target_url: origin + pathOf(name) }
    const { code, stderr, folder, config } = await runCapture(t, request, { edit, env: light })
    t.equal(code, 0, stderr)
    t.match(stderr, `warning: No response within 0.7 s (timeouts.settle_ms); continuing without ${origin}/never`)
    const colors = await colorsOf(join(folder, config.output_file))
    t.ok(colors.includes('00aa00') && colors.includes('000000'), 'the rest of the page')
  })
}

const elements = [
  ['#contents', 50, 80],
  ['#scrolls', 80, 700],
  ['#inner', 50, 40],
] as const
for (const [selector, width, height] of elements) {
  t.test(`a selector captures all of ${selector}`, { ...chromium }, async t => {
    const { file } = await captureOften(t, { path: '/elements', selector })
    t.match(await sharp(file).metadata(), { width, height })
    t.strictSame(await colorsOf(file), ['00aa00'])
  })
}

t.test('the page moves while an element or the delay is waited for', { ...chromium }, async t => {
  pages.set(
    '/late',
    `${box}<script>
    setTimeout(() => { box.className = 'here' }, 400)
    setTimeout(() => { box.style.background = '#0a0' }, 2600)</script>`,
  )
  const request = { path: '/late', wait_for_selector: '.here', delay: '3s' }
  const { file } = await captureOften(t, request)
  t.strictSame(await colorsOf(file), ['00aa00'])
})
