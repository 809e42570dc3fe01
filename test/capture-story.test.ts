// Films that rest at each section of a page, measured in their pixels: where each frame stands, and for how long.
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { framesOf } from './fixtures/capture/coded/frames.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { listen } from './helpers/loopback.ts'
import { ffmpegPath, needs, shellPath } from './helpers/tools.ts'
import { sample } from './helpers/whole.ts'

t.setTimeout(600_000)
t.jobs = 2

const needed = needs('chromium', 'headless_shell', 'ffmpeg')

/** Grey levels and words of sections that are as high as the window. */
const sections = [
  { grey: 40, words: 7 },
  { grey: 110, words: 14 },
  { grey: 180, words: 0 },
] as const
const [width, height, fps] = [160, 120, 24] as const

/** Sections in a wrapper; the words stand outside the column that is measured, and one is hidden. */
const sectionPage = `<!doctype html><html lang="en"><title>Story</title>
<style>body { margin: 0; font: 8px/1 sans-serif; color: #fff }
section { box-sizing: border-box; height: ${height}px; padding-left: 20px }</style><main>
${sections.map(({ grey, words }) => `<section style="background: rgb(${grey},${grey},${grey})">${'word '.repeat(words)}</section>`).join('')}
</main><p hidden>not shown</p>`

/** One section of two windows and a half, below a header that stays, in an element that scrolls. */
const tallPage = `<!doctype html><html lang="ja"><title>Story</title>
<style>html, body { margin: 0; height: 100%; overflow: hidden }
main { height: 100%; overflow-y: auto }
header { position: sticky; top: 0; height: 20px; background: #fff }
article { height: ${2.5 * height}px; background: linear-gradient(#000, #fff) }</style>
<main><header>見出し</header><article>これは長い記事です</article></main>`

const pages = new Map([
  ['/sections', sectionPage],
  ['/tall', tallPage],
  ['/short', '<!doctype html><html lang="en"><title>Story</title><body style="background: #555">One screen'],
])
const server = createServer(({ url = '' }, response) => {
  response.setHeader('content-type', 'text/html')
  response.end(pages.get(url))
})
const { url: origin } = await listen(t, server)

const browsers = [
  { name: 'headless shell', env: { CHROMIUM_PATH: shellPath ?? '' } },
  { name: 'Chromium', env: {} },
] as const

/** @returns the grey of the first and last row of each frame, at the left. */
async function filmOf(
  t: Test,
  path: string,
  seconds: number,
  {
    env = browsers[0].env,
    edit,
  }: { env?: Record<string, string>; edit?: (config: CaptureConfig) => CaptureConfig } = {},
) {
  const request = {
    target_url: origin + path,
    viewport: { width, height, deviceScaleFactor: 1 },
    output_format: 'mp4',
    record_duration: `${seconds}s`,
    motion: 'story',
    fps,
  } as const
  const { code, stderr, folder, config } = await runCapture(t, request, { env, ...(edit && { edit }) })
  t.equal(code, 0, stderr)
  const rows: { readonly top: number; readonly bottom: number }[] = []
  const size = { width, height, channels: 1, filters: [] } as const
  for await (const frame of framesOf(ffmpegPath ?? '', join(folder, config.output_file), size))
    rows.push({ top: Number(frame[2]), bottom: Number(frame[(height - 1) * width + 2]) })
  t.equal(rows.length, seconds * fps)
  return { rows, stderr }
}

/** Seconds in which frames show one section only. */
function restsIn(rows: Awaited<ReturnType<typeof filmOf>>['rows']) {
  const isAt = (level: number, grey: number) => Math.abs(level - grey) < 6
  return sections.map(
    ({ grey }) => rows.filter(({ top, bottom }) => isAt(top, grey) && isAt(bottom, grey)).length / fps,
  )
}

/** A scroll of a second moves by less than half a pixel at its ends, seconds. */
const stillness = 0.2

for (const { name, env } of sample(browsers, 1)) {
  t.test(`${name}: each section stays as long as its words take`, { ...needed }, async t => {
    const { rows, stderr } = await filmOf(t, '/sections', 9, { env })
    for (const [index, rest] of restsIn(rows).entries()) {
      const wanted = [2, 4, 1][index] ?? 0
      t.ok(rest > wanted - 0.1 && rest < wanted + stillness, `section ${index + 1}: ${rest} s of ${wanted}`)
    }
    t.notMatch(stderr, 'record_duration')
    t.ok(
      rows.every(({ top }, index) => index === 0 || top >= Number(rows[index - 1]?.top) - 6),
      'and the film never goes back',
    )
  })
}

t.test(
  'in a short film rests shrink in proportion, and the length that is needed is printed',
  { ...needed },
  async t => {
    const { rows, stderr } = await filmOf(t, '/sections', 5)
    t.match(
      stderr,
      'The video is too short to read every section, so it pauses for less time at each. Set record_duration to 9s or more',
    )
    // 3 s of rests for 7.
    for (const [index, rest] of restsIn(rows).entries()) {
      const wanted = ([2, 4, 1][index] ?? 0) * (3 / 7)
      t.ok(rest > wanted - 0.1 && rest < wanted + stillness, `section ${index + 1}: ${rest} s of ${wanted}`)
    }
  },
)

t.test('a section begins below what the platform covers', { ...needed }, async t => {
  const edit = (config: CaptureConfig) => ({ ...config, safe_area: { x: 0, y: 30, width, height: 60 } })
  const { rows } = await filmOf(t, '/sections', 2, { edit })
  // At the second stop 30 px of the first section are left.
  const isRest = ({ top, bottom }: { top: number; bottom: number }) => top < 46 && Math.abs(bottom - 110) < 6
  t.ok(rows.filter(isRest).length >= 3)
})

t.test('a section that is higher than the window is shown in several stops', { ...needed }, async t => {
  const { rows } = await filmOf(t, '/tall', 4)
  const levels = rows.map(({ bottom }) => bottom)
  const rests = levels.filter((level, index) => level !== levels[index - 1] && level === levels[index + 3])
  t.ok(rests.length >= 3, `${rests}`)
  t.ok(Number(levels.at(-1)) > 245, `the end is reached: ${levels.at(-1)}`)
})

t.test('a page of one screen stands still', { ...needed }, async t => {
  const { rows, stderr } = await filmOf(t, '/short', 1)
  t.ok(rows.every(({ top }) => Math.abs(top - 0x55) < 6))
  t.notMatch(stderr, 'record_duration')
})
