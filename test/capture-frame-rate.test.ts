// Films of each frame rate, by the unmodified script: every clock of the page shows the time of its frame.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { clocks } from './fixtures/capture/coded/clocks.ts'
import { measureFilm } from './fixtures/capture/coded/measure.ts'
import { makeMedia } from './fixtures/capture/coded/media.ts'
import { serveClocks } from './fixtures/capture/coded/serve.ts'
import { runCapture } from './fixtures/capture/run-script.ts'
import { ffmpegPath, filmTools, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

t.setTimeout(600_000)

const filmNeeds = needs('chromium', 'headless_shell', 'ffmpeg')
const media = mkdtempSync(join(tmpdir(), 'rates-'))
t.teardown(() => rmSync(media, { recursive: true }))
if (!filmNeeds.skip) await makeMedia(ffmpegPath ?? '', media, 2)
const names = ['rAF', 'performance.now', 'setTimeout chain', 'CSS animation', 'CSS transition', 'WAAPI', 'SMIL']
const shown = clocks.filter(({ name }) => names.includes(name))
const host = filmNeeds.skip ? undefined : await serveClocks(media)
t.teardown(() => host?.close())

const browsers = [
  { browser: 'headless shell', env: { CHROMIUM_PATH: shellPath ?? '' } },
  { browser: 'Chromium', env: {} },
] as const
/** Chromium rounds the times that it reports to 0.1 ms. */
const maxError = 0.1
const rates = [24, 25, 30, 50] as const
const films = rates.flatMap((fps, index) => browsers.map((one, at) => ({ fps, ...one, turn: (index + at) % 2 })))
/** Each rate in one browser; all films on request. */
const sampled = whole ? films : films.filter(({ turn }) => turn === 0)

for (const { fps, browser, env } of sampled) {
  t.test(`${browser}: a film of ${fps} frames per second shows the time of each frame`, { ...filmNeeds }, async t => {
    const frames = 12
    const { code, stderr, stdout, folder, config } = await runCapture(
      t,
      {
        target_url: host?.address(names) ?? '',
        output_format: 'mp4',
        fps,
        record_duration: `${frames / fps}s`,
        viewport: { width: 1281, height: 481, deviceScaleFactor: 1 },
      },
      { env },
    )
    t.equal(code, 0, stderr)
    t.match(config.video, { fps, frame_count: frames })
    t.match(JSON.parse(stdout), { frames, fps, duration: frames / fps })
    const measured = await measureFilm(filmTools, join(folder, config.output_file), shown, fps)
    t.match(measured, { leadIn: 0, facts: { frames, steady: true } })
    // Players round the duration of a film to milliseconds.
    t.ok(Math.abs(measured.facts.fps - fps) < 0.001, `${measured.facts.fps}`)
    for (const [clock, { undecodable, dropped, doubled, beyondTick }] of Object.entries(measured.clocks)) {
      t.strictSame([undecodable, dropped, doubled], [0, 0, 0], `${clock}: undecodable, dropped, doubled`)
      t.ok(beyondTick <= maxError, `${clock}: ${beyondTick} ms`)
    }
  })
}
