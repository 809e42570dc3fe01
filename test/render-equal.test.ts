// A render is what the script of the same request writes: stored pages by their bytes, other sites by their pixels, films by their frames.
// `npm run verify` compares thirty pages.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { directions } from '../schemas/sparkpage.ts'
import { runScript } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { photographPath } from './helpers/playground.ts'
import { startService } from './helpers/service.ts'
import { chromiumPath, ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

t.setTimeout(3_000_000)

const CHROMIUM_PATH = shellPath ?? chromiumPath ?? ''
const style = { colors: ['#6D28D9', '#F59E0B', '#0F172A'] }
const texts = { headline: 'Evenings by the sea', sub_headline: 'Dinner in the last light.', cta_button_text: 'Reserve' }
const sections = [
  { heading: 'Menu', text: 'Soup: €9\nFish of the day: €24\nCake: €7' },
  { heading: 'Why here?', text: 'Because the boats land at the door.' },
]

/** Stored pages by name: the content of each, and its export settings. */
function storedPages(photograph: string) {
  const image = { src: photograph, alt: 'Coffee' }
  return [
    ...directions.flatMap(direction => [
      [`${direction}, a photograph`, { ...texts, sections, image }, { direction }] as const,
      [`${direction}, without pictures`, { ...texts, sections }, { direction }] as const,
    ]),
    ...['bootstrap', 'tailwind', 'bulma'].map(
      framework => [framework, { ...texts, sections, image }, { framework }] as const,
    ),
  ]
}

const blocks = Array.from({ length: 12 }, (_, index) => `<section style="height: 300px">${index}</section>`).join('')

/** Sites: the body of each page, and the options of its capture. */
const sites: Readonly<Record<string, readonly [body: string, options?: object]>> = {
  'photographs that load late, on the whole page': [
    `${blocks}<img loading="lazy" width="600" src="/photograph.jpg">${blocks}<img loading="lazy" width="600" src="/photograph.jpg">`,
    { full_page: true },
  ],
  'a web font': [
    '<style>@font-face { font-family: F; src: url(/font.woff2) } h1 { font: 60px F }</style><h1>Harbour</h1>',
  ],
  'gradients, shadows, filters and blending': [
    '<style>div { height: 90px; margin: 20px; background: conic-gradient(in oklch, red, blue, red); box-shadow: 0 9px 30px #0008; filter: saturate(2) blur(1px); mix-blend-mode: multiply; border-radius: 30px }</style><div></div><div style="rotate: 7deg"></div>',
  ],
  'drawings and masks': [
    '<svg viewBox="0 0 100 40" width="90%"><defs><filter id="f"><feTurbulence baseFrequency=".05"/></filter></defs><rect width="100" height="40" filter="url(#f)"/><circle cx="20" cy="20" r="15" fill="tomato"/></svg>',
  ],
  'a canvas': [
    '<canvas id="c" width="600" height="300"></canvas><script>const x = c.getContext("2d"); for (let i = 0; i < 300; i++) { x.fillStyle = "hsl(" + i * 7 + " 80% 50%)"; x.beginPath(); x.arc(300 + i * Math.cos(i), 150 + i * Math.sin(i) / 2, 9, 0, 7); x.fill() }</script>',
  ],
  'a frame of another origin': ['<h1>Outside</h1><iframe src="/frame" width="500" height="200"></iframe>'],
  'shadow trees': [
    '<x-card></x-card><script>customElements.define("x-card", class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<style>p { font: 40px serif; color: teal }</style><p>In the shadow" } })</script>',
  ],
  'sections that appear when they are reached': [
    `<style>section { opacity: 0; transition: opacity .6s } .in { opacity: 1; background: linear-gradient(gold, coral) }</style>${blocks}<script>const o = new IntersectionObserver(seen => { for (const { isIntersecting, target } of seen) if (isIntersecting) target.classList.add("in") }); for (const one of document.querySelectorAll("section")) o.observe(one)</script>`,
    { full_page: true },
  ],
  'a dark colour scheme and another language': [
    '<style>@media (prefers-color-scheme: dark) { body { background: #111; color: #eee } }</style><h1 lang="ar" dir="rtl">مساء الخير</h1><p lang="ja">夕方の海</p><p>🌊 ⛵</p><output></output><script>document.querySelector("output").textContent = new Date(0).toLocaleString() + navigator.language</script>',
    { color_scheme: 'dark', locale: 'de-DE', timezone: 'Asia/Tokyo' },
  ],
  'fields and tables': [
    '<form><input value="Name"><input type="checkbox" checked><input type="range"><select><option>One</select><progress value=".4"></progress><textarea>Text</textarea></form><table border>' +
      '<tr><td>1<td>2'.repeat(20) +
      '</table>',
  ],
  'one element': [
    '<main style="padding: 40px"><article id="a" style="width: 333.3px; background: pink"><h2>Only this</h2></article></main>',
    { selector: '#a' },
  ],
  'a dialog that a step opens': [
    '<button onclick="d.showModal()">Open</button><dialog id="d"><h2>Opened</h2></dialog>',
    { steps: [{ action: 'click', selector: 'button' }] },
  ],
}

/** Films of sites: the body of each page. */
const moving: Readonly<Record<string, string>> = {
  'a style sheet moves':
    '<style>div { width: 60px; height: 60px; background: tomato; animation: m 1s ease-in-out infinite alternate } @keyframes m { to { translate: 200px 90px; rotate: 200deg } }</style><div></div>',
  'a drawing moves':
    '<svg viewBox="0 0 320 200" width="320"><rect width="40" height="30" fill="teal"><animate attributeName="x" values="0;280;0" dur="1s" repeatCount="indefinite"/><animateTransform attributeName="transform" type="rotate" from="0 20 15" to="90 20 15" dur="2s" repeatCount="indefinite"/></rect></svg>',
}

t.test('with a browser', needs('chromium', 'ffmpeg'), async t => {
  const environment = {
    RENDER: 'on',
    RENDER_SANDBOX: '0',
    RENDER_CONCURRENCY: '1',
    CHROMIUM_PATH,
    FFMPEG_PATH: ffmpegPath ?? '',
  }
  const { post, listen: open } = await startService(t, environment)
  const base = await open()
  const host = { host: new URL(base).host }
  const photograph = await sharp(photographPath('food-coffee')).resize(1800).jpeg().toBuffer()
  const font = readFileSync(
    createRequire(import.meta.url).resolve('@fontsource/fraunces/files/fraunces-latin-400-normal.woff2'),
  )
  const { url: frameOrigin } = await listen(
    t,
    createServer((_request, response) => response.end('<h2>Inside</h2>')),
  )
  const { url: origin } = await listen(
    t,
    createServer(({ url = '' }, response) => {
      if (url === '/photograph.jpg') return response.end(photograph)
      if (url === '/font.woff2') return response.end(font)
      if (url === '/frame') return response.writeHead(302, { location: frameOrigin }).end()
      const name = decodeURIComponent(url.slice(1))
      response.setHeader('content-type', 'text/html; charset=utf-8')
      return response.end(`<!doctype html><title>Page</title>${sites[name]?.[0] ?? moving[name]}`)
    }),
  )

  /** The file of a request, by the service and by its script. */
  const takeBoth = async (t: Test, request: object) => {
    const answer = await post('/api/v1/renders', request, { ...host, accept: 'image/*, video/*', prefer: 'wait=120' })
    t.equal(answer.statusCode, 200, answer.statusCode === 200 ? '' : answer.payload)
    const script = await post('/api/v1/capture-media', request, { ...host, accept: 'text/javascript' })
    const { code, stderr, folder, left } = await runScript(t, script.payload, { env: { CHROMIUM_PATH } })
    t.equal(code, 0, stderr)
    return { render: answer.rawPayload, file: readFileSync(join(folder, left[0] ?? '')) }
  }
  const buildPage = async (content: object, export_settings: object): Promise<string> => {
    const built = await post('/api/v1/build-sparkpage', { style_metadata: style, content, export_settings }, host)
    return built.json().page.url
  }
  const framesOf = async (t: Test, film: Buffer) => {
    const file = join(t.testdir(), 'film.mp4')
    writeFileSync(file, film)
    const { stdout } = await promisify(execFile)(ffmpegPath ?? 'ffmpeg', [
      '-v',
      'error',
      '-i',
      file,
      '-f',
      'framemd5',
      '-',
    ])
    return stdout.split('\n').filter(line => /^\d/.test(line))
  }

  for (const [name, content, settings] of sample(
    storedPages(`data:image/jpeg;base64,${photograph.toString('base64')}`),
    2,
  ))
    await t.test(`a stored page: ${name}`, async t => {
      const { render, file } = await takeBoth(t, { target_url: await buildPage(content, settings) })
      t.match(await sharp(render).metadata(), { width: 3840, height: 2160 })
      t.ok(render.equals(file), 'the same bytes')
    })

  for (const [name, [, options]] of sample(Object.entries(sites), 2))
    await t.test(`a site: ${name}`, async t => {
      const viewport = { width: 1280, height: 720, deviceScaleFactor: 1.5 }
      const { render, file } = await takeBoth(t, {
        target_url: `${origin}/${encodeURIComponent(name)}`,
        viewport,
        ...options,
      })
      const [one, other] = await Promise.all(
        [render, file].map(bytes => sharp(bytes).raw().toBuffer({ resolveWithObject: true })),
      )
      t.same(one?.info, other?.info)
      t.ok(one && other?.data.equals(one.data), 'the same pixels')
    })

  const page = await buildPage({ ...texts, sections }, {})
  const films = [
    ...Object.keys(moving).map(name => [name, `${origin}/${encodeURIComponent(name)}`, 'none'] as const),
    ['a stored page scrolls', page, 'story'] as const,
  ]
  for (const [name, target_url, motion] of sample(films, 1))
    await t.test(`a film: ${name}`, async t => {
      const film = { target_url, motion, output_format: 'mp4', record_duration: '1s', fps: 30 }
      const viewport = { width: 320, height: 200, deviceScaleFactor: 1 }
      const { render, file } = await takeBoth(t, { ...film, viewport })
      const frames = await framesOf(t, render)
      t.equal(frames.length, 30)
      t.same(frames, await framesOf(t, file), 'the same frames')
    })
})
