// The clocks of a test page: the markup of each strip and the script that moves it.
import { bits, resolution } from './code.ts'

export interface Clock {
  readonly name: string
  /** Resolution of the clock, ms: the rounding of the browser or the period of a timer; 0: the resolution of the code. */
  readonly tick: number
  readonly html: string
  /** Runs in the page with `strip`, the element around `html`, and the helpers of page.ts. */
  readonly script: string
}

const places = Array.from({ length: bits }, (_, cell) => bits - 1 - cell)
const cell = (place: number) => `<i style="--place:${place}"><b></b></i>`
/** Cells of a strip: `i` is a 0, and an opaque `b` on it makes it a 1. */
const cells = places.map(cell).join('')

/** A cell of the Gray code is a square wave: 0 for a quarter of its period, 1 for half, 0 for a quarter. Shifted by a quarter it is 1 for the first half. */
const wave = (place: number) => ({ period: resolution * 2 ** (place + 2), early: resolution * 2 ** place })

/** Rules for every strip, repeated in shadow roots. A strip that a script draws is blank until then. `blink` is a square wave in opacity, which runs on the compositor. */
export const rules = `
  i { position: relative; display: block; float: left; width: calc(100% / ${bits}); height: 100%;
    background: linear-gradient(#000 50%, #fff 50%) }
  b { position: absolute; inset: 0; opacity: 0; background: linear-gradient(#fff 50%, #000 50%) }
  .strip:not(.shown) > i { visibility: hidden }
  .waves b { animation: blink calc(${resolution}ms * pow(2, var(--place) + 2)) calc(${-resolution}ms * pow(2, var(--place)))
    steps(2, jump-none) infinite }
  .told b { opacity: mod(round(down, (var(--ms) / ${resolution} + pow(2, var(--place))) / pow(2, var(--place) + 1)), 2) }
  @keyframes blink { from { opacity: 0 } to { opacity: 1 } }
`

const drawing = places
  .map((place, column) => {
    const { period, early } = wave(place)
    const animate = `<animate attributeName="opacity" values="0;1" calcMode="discrete" dur="${period}ms" begin="-${early}ms" repeatCount="indefinite"/>`
    return `<path d="M${column} 0v1h1v-1z"/><g opacity="0"><path d="M${column} 0v1h1v-1z" fill="#fff"/><path d="M${column} 1v1h1v-1z"/>${animate}</g>`
  })
  .join('')

const snapshots = places
  .map(
    place => `b:is([style="--place:${place}"] > *) { view-transition-name: b${place} }
    ::view-transition-new(b${place}) { animation: blink ${wave(place).period}ms ${-wave(place).early}ms steps(2, jump-none) infinite }`,
  )
  .join('')

/** An iframe with one other clock in it. */
const frame = (name: string, host = 'location.hostname') => ({
  html: '<iframe></iframe>',
  script: `strip.firstChild.src = 'http://' + ${host} + ':' + location.port + '/?bare&clock=' + encodeURIComponent('${name}')`,
})
/** A worker that posts times. */
const worker = (body: string) => ({
  html: cells,
  script: `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(body)}]))).onmessage = ({ data }) => show(strip, data)`,
})

/** Chromium rounds the time to this for pages that are not cross-origin isolated, ms. */
const coarse = 0.1

/** Clocks that a video of a page must show correctly. */
export const clocks: readonly Clock[] = [
  { name: 'rAF', tick: coarse, html: cells, script: 'each(time => show(strip, time))' },
  { name: 'performance.now', tick: coarse, html: cells, script: 'each(() => show(strip, performance.now()))' },
  { name: 'Date', tick: 1, html: cells, script: 'each(() => show(strip, Date.now()))' },
  { name: 'setInterval', tick: 5, html: cells, script: 'let n = 0; setInterval(() => show(strip, 5 * ++n), 5)' },
  {
    name: 'setTimeout chain',
    tick: 6,
    html: cells,
    script: 'let n = 0; const link = () => { show(strip, 6 * n++); setTimeout(link, 6) }; link()',
  },
  {
    name: 'document.timeline',
    tick: coarse,
    html: cells,
    script: 'each(() => show(strip, document.timeline.currentTime))',
  },
  { name: 'CSS animation', tick: 0, html: `<div class="waves">${cells}</div>`, script: '' },
  {
    name: 'CSS transition',
    tick: 0,
    html: `<div class="told" style="--ms: 0; transition: --ms 300s linear">${cells}</div>`,
    script: "requestAnimationFrame(() => strip.firstChild.style.setProperty('--ms', 300_000))",
  },
  {
    name: 'WAAPI',
    tick: 0,
    html: `<div class="whole">${cells}</div>`,
    script: `strip.querySelectorAll('b').forEach((b, i) => {
      const early = ${resolution} * 2 ** (${bits - 1} - i)
      const timing = { duration: early * 4, delay: -early, easing: 'steps(2, jump-none)', iterations: Infinity }
      b.animate({ opacity: [0, 1] }, timing)
    })`,
  },
  {
    name: 'SMIL',
    tick: 0,
    html: `<svg viewBox="0 0 ${bits} 2" preserveAspectRatio="none"><rect width="100%" height="100%" fill="#fff"/>${drawing}</svg>`,
    script: '',
  },
  {
    name: 'closed shadow root',
    tick: 0,
    html: '<div class="whole"></div>',
    script: `strip.firstChild.attachShadow({ mode: 'closed' }).innerHTML =
      ${JSON.stringify(`<style>div { height: 100% } ${rules}</style><div class="waves">${cells}</div>`)}`,
  },
  {
    name: 'scroll-driven',
    tick: coarse,
    html: `<div class="told">${cells}</div><div class="scroller"><p></p></div>`,
    script: `const [told, source] = strip.children
      told.animate({ '--ms': [0, 100_000] }, { timeline: new ScrollTimeline({ source }), fill: 'both' })
      each(time => { source.scrollTop = time * 20 })`,
  },
  { name: 'same-site frame', tick: coarse, ...frame('rAF') },
  { name: 'same-site frame, CSS', tick: 0, ...frame('CSS animation') },
  { name: 'cross-site frame', tick: coarse, ...frame('rAF', "'localhost'") },
  { name: 'cross-site frame, CSS', tick: 0, ...frame('CSS animation', "'localhost'") },
  {
    name: 'H.264, 60 a second',
    tick: 1000 / 60,
    html: '<video src="/clock.mp4" muted autoplay playsinline></video>',
    script: '',
  },
  {
    name: 'VP9, 25 a second',
    tick: 40,
    html: '<video src="/clock.webm" muted autoplay playsinline></video>',
    script: '',
  },
  {
    name: 'canvas',
    tick: coarse,
    html: `<canvas width="${bits}" height="2"></canvas>`,
    script: `const pen = strip.firstChild.getContext('2d')
      each(time => paint(time, (x, y, color) => { pen.fillStyle = color; pen.fillRect(x, y, 1, 1) }))`,
  },
  {
    name: 'WebGL',
    tick: coarse,
    html: `<canvas width="${bits}" height="2"></canvas>`,
    script: `const gl = strip.firstChild.getContext('webgl')
      gl.enable(gl.SCISSOR_TEST)
      each(time => paint(time, (x, y, color) => {
        const level = color === '#fff' ? 1 : 0
        gl.scissor(x, 1 - y, 1, 1)
        gl.clearColor(level, level, level, 1)
        gl.clear(gl.COLOR_BUFFER_BIT)
      }))`,
  },
]

/** Clocks that may run in real time in a video captured frame by frame, and that few recorders support. */
export const furtherClocks: readonly Clock[] = [
  { name: 'view transition', tick: 0, ...frame('inside a view transition') },
  { name: 'GIF', tick: 20, html: '<img src="/clock.gif" alt="">', script: '' },
  { name: 'worker, performance.now', tick: 5, ...worker('setInterval(() => postMessage(performance.now()), 5)') },
  { name: 'worker, setInterval', tick: 5, ...worker('let n = 0; setInterval(() => postMessage(5 * ++n), 5)') },
  {
    name: 'worker, canvas',
    tick: coarse,
    html: `<canvas width="${bits}" height="2"></canvas>`,
    script: `const canvas = strip.firstChild.transferControlToOffscreen()
      const body = 'const paint = ' + paint + ';const codeOf = ' + codeOf + \`
        onmessage = ({ data }) => {
          const pen = data.getContext('2d')
          requestAnimationFrame(function next(time) {
            paint(time, (x, y, color) => { pen.fillStyle = color; pen.fillRect(x, y, 1, 1) })
            requestAnimationFrame(next)
          })
        }\`
      new Worker(URL.createObjectURL(new Blob([body]))).postMessage(canvas, [canvas])`,
  },
  {
    name: 'scheduler.postTask',
    tick: 7,
    html: cells,
    script: `let n = 0
      const link = () => { show(strip, 7 * n++); scheduler.postTask(link, { delay: 7 }) }
      link()`,
  },
  {
    name: 'performance.mark',
    tick: coarse,
    html: cells,
    script: `each(() => { show(strip, performance.mark('now').startTime); performance.clearMarks('now') })`,
  },
  {
    name: 'event.timeStamp',
    tick: coarse,
    html: cells,
    script: "each(() => show(strip, new Event('now').timeStamp))",
  },
  {
    name: 'Temporal',
    tick: 1,
    html: cells,
    script: 'each(() => show(strip, Temporal.Now.instant().epochMilliseconds))',
  },
]

/** Clocks that only appear in iframes. */
export const innerClocks: readonly Clock[] = [
  {
    name: 'inside a view transition',
    tick: 0,
    html: `<div class="whole">${cells}</div><style>
      b { opacity: 1; background: #808080 }
      .begun b { background: linear-gradient(#fff 50%, #000 50%) }
      ::view-transition-group(*) { animation: none }
      ::view-transition-old(*) { display: none }
      ::view-transition-new(*) { animation: none; mix-blend-mode: normal }
      ${snapshots}</style>`,
    // Chromium cancels a transition when the size or scale of the iframe changes meanwhile.
    script: `const begin = () => document.startViewTransition(() => document.body.classList.add('begun'))
      addEventListener('load', () => setTimeout(begin, 200))`,
  },
]
