// Films begin at the first moment of their page, are equal, and follow all that moves a page, in the headless shell; `npm run verify` also in Chromium.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { CaptureRequest } from '../schemas/capture.ts'
import { lazy } from '../src/values/lazy.ts'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { boxWidth, laneHeight, lanes, lanesPage, laneWidth } from './fixtures/capture/lanes.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

t.setTimeout(1_500_000)

const needed = needs('chromium', 'headless_shell', 'ffmpeg')
const browsers = [
  { name: 'headless shell', env: { CHROMIUM_PATH: shellPath ?? '' } },
  { name: 'Chromium', env: {} },
] as const

const moving = `<!doctype html><style>
    body { margin: 0; background: #fff }
    i { position: absolute; width: ${boxWidth}px; height: ${laneHeight}px; background: #000; animation: go 1s linear both }
    @keyframes go { to { translate: 240px } }
  </style><i></i>`
const pages: Readonly<Record<string, string>> = {
  '/lanes': lanesPage,
  '/waits': `${moving}<script>setTimeout(() => { document.body.append(document.createElement('hr')) }, 250)</script>`,
  '/restless': `${moving}<script>
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => port2.postMessage(0)
    port1.onmessage()
  </script>`,
  '/videos': `<!doctype html><video src="/video.mp4" autoplay muted></video><script>
    const inside = document.querySelector('video')
    const outside = document.createElement('video')
    const facts = { times: [], paused: [], ready: 0, sought: 0 }
    for (const video of [inside, outside]) {
      video.addEventListener('canplay', () => { facts.ready += 1 })
      video.addEventListener('seeked', () => { facts.sought += 1 })
    }
    Object.assign(outside, { src: '/video.mp4', muted: true, oncanplay: () => { outside.oncanplay = null; outside.play() } })
    function draw() {
      facts.times.push([performance.now(), inside.currentTime, outside.currentTime])
      facts.paused.push(inside.paused || outside.paused)
      if (facts.times.length === 12) fetch('/report', { method: 'POST', body: JSON.stringify(facts) })
      requestAnimationFrame(draw)
    }
    draw()
  </script>`,
  '/present': `<!doctype html><script>
    const utc = new Intl.DateTimeFormat('en', { timeZone: 'UTC', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
    const seen = []
    function note() {
      const now = self.Temporal?.Now.instant().epochMilliseconds ?? Date.now()
      seen.push([utc.format() === utc.format(Date.now()), utc.formatToParts().map(({ value }) => value).join('') === utc.format(), now === Date.now()].join())
      if (seen.length === 4) fetch('/report', { method: 'POST', body: JSON.stringify([crypto.randomUUID(), ...crypto.getRandomValues(new Uint8Array(4)), ...new Set(seen)]) })
      requestAnimationFrame(note)
    }
    note()
  </script>`,
  '/hanging': `${moving}<script>setTimeout(() => fetch('/never'), 100)</script>`,
}
/** What pages reported. */
const reports: string[] = []
const server = createServer((request, response) => {
  const { url = '' } = request
  if (url === '/never') return
  if (url === '/report') {
    text(request).then(report => reports.push(report))
    return response.end()
  }
  // A server without ranges: its videos cannot be sought.
  if (url === '/video.mp4') return response.setHeader('content-type', 'video/mp4').end(video())
  const delay = url.startsWith('/late') ? 150 + Math.random() * 300 : 0
  response.setHeader('content-type', url === '/late.css' ? 'text/css' : 'text/html')
  setTimeout(() => response.end(pages[url] ?? ''), delay)
})
const { url: origin } = await listen(t, server)

const video = lazy(() => {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=60:d=2', '-pix_fmt', 'yuv420p']
  const container = ['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', '-']
  return execFileSync(ffmpegPath ?? '', ['-v', 'error', ...source, ...container])
})

type Film = Partial<CaptureRequest> & { readonly lanes?: number }

/** Films a page; the left edge of the black box of each lane in each frame, NaN without one. */
async function filmLanes(
  t: Test,
  path: string,
  env: Readonly<Record<string, string>>,
  { lanes = 1, ...options }: Film = {},
) {
  const [width, height] = [laneWidth, lanes * laneHeight]
  const { code, stderr, folder, config } = await runCapture(
    t,
    {
      target_url: `${origin}${path}`,
      output_format: 'mp4',
      record_duration: '0.5s',
      viewport: { width, height, deviceScaleFactor: 1 },
      ...options,
    },
    { env, edit: config => ({ ...config, timeouts: { ...config.timeouts, settle_ms: 1500 } }) },
  )
  t.equal(code, 0, stderr)
  const file = join(folder, config.output_file)
  const frames: number[][] = []
  for await (const frame of framesOf(ffmpegPath ?? '', file, { width, height, channels: 1, filters: [] })) {
    frames.push(Array.from({ length: lanes }, (_, lane) => leftOf(frame.subarray(lane * laneHeight * width), width)))
  }
  return { frames, stderr, hash: createHash('sha256').update(readFileSync(file)).digest('hex') }
}

/** By the centre of what is dark in the middle row of a lane. */
function leftOf(lane: Uint8Array, width: number): number {
  const row = lane.subarray((laneHeight / 2) * width, (laneHeight / 2 + 1) * width)
  let [sum, moment] = [0, 0]
  for (const [x, grey] of row.entries()) {
    const dark = Math.max(0, 235 - grey)
    sum += dark
    moment += dark * (x + 0.5)
  }
  return sum < 20 * 100 ? Number.NaN : moment / sum - boxWidth / 2
}

for (const { name, env } of sample(browsers, 1)) {
  t.test(`${name}: everything that moves a page moves from the first frame on`, { ...needed }, async t => {
    const { frames } = await filmLanes(t, '/lanes', env, { lanes: lanes.length })
    for (const [lane, { name, left, tolerance }] of lanes.entries()) {
      const errors = frames.map((lefts, frame) =>
        Math.abs(Number(lefts[lane]) - (left(frame + 1) ?? Number(lefts[lane]))),
      )
      t.ok(
        Math.max(...errors.filter(error => !Number.isNaN(error)), 0) <= tolerance,
        `${name}: ${errors.map(error => error.toFixed(1))}`,
      )
    }
  })

  t.test(`${name}: two films of a page are the same file, however late its resources are`, { ...needed }, async t => {
    const options = { lanes: lanes.length, record_duration: '0.4s' } as const
    const first = await filmLanes(t, '/lanes', env, options)
    const second = await filmLanes(t, '/lanes', env, options)
    t.equal(second.hash, first.hash)
  })

  t.test(`${name}: the delay is time of the page, and so is the wait for a selector`, { ...needed }, async t => {
    const delayed = await filmLanes(t, '/waits', env, { record_duration: '0.1s', delay: '0.5s' })
    t.ok(Math.abs(Number(delayed.frames[0]) - 31 * 4) < 1, `${delayed.frames[0]}`)
    const waited = await filmLanes(t, '/waits', env, { record_duration: '0.1s', wait_for_selector: 'hr' })
    t.ok(Math.abs(Number(waited.frames[0]) - 16 * 4) < 1, `${waited.frames[0]}`)
  })

  t.test(`${name}: pages that never rest and requests without an answer do not stop a film`, { ...needed }, async t => {
    for (const path of ['/restless', '/hanging']) {
      const { frames, stderr } = await filmLanes(t, path, env)
      t.ok(Math.abs(Number(frames[29]) - 30 * 4) < 1, `${path}: ${frames[29]}`)
      t.equal(stderr.includes('No response within 1.5 s'), path === '/hanging', stderr)
    }
  })

  t.test(
    `${name}: videos play for the page, in the document or not, also from a server without ranges`,
    { ...needed },
    async t => {
      reports.length = 0
      await filmLanes(t, '/videos', env, { record_duration: '0.3s' })
      const { times, paused, ready, sought } = JSON.parse(reports[0] ?? '')
      t.notOk(paused.slice(3).includes(true), `${paused}`)
      t.ok(ready <= 4, `canplay: ${ready} times, once before and once after the whole file was loaded`)
      t.equal(sought, 0)
      const [[start, ...offsets]] = times.slice(3)
      for (const [time, ...positions] of times.slice(3))
        for (const [index, position] of positions.entries())
          t.ok(Math.abs(position - offsets[index] - (time - start) / 1000) < 0.002, `${time} ms: ${position} s`)
    },
  )

  t.test(
    `${name}: Intl and Temporal have the time of the film, and crypto the same numbers`,
    { ...needed },
    async t => {
      reports.length = 0
      for (const _ of [1, 2]) await filmLanes(t, '/present', env, { record_duration: '0.2s' })
      t.equal(reports.length, 2)
      t.equal(reports[0], reports[1])
      t.match(JSON.parse(reports[0] ?? '').at(-1), 'true,true,true')
      t.match(JSON.parse(reports[0] ?? '')[0], /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    },
  )
}
