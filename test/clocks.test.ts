// Pages that tell the time, filmed by either engine: every clock at its time in every picture.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { clocks } from './fixtures/capture/coded/clocks.ts'
import { measureFilm } from './fixtures/capture/coded/measure.ts'
import { makeMedia } from './fixtures/capture/coded/media.ts'
import { serveClocks } from './fixtures/capture/coded/serve.ts'
import { runScript } from './fixtures/capture/run-script.ts'
import { ffmpegPath, filmTools, needs, shellPath } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const viewport = whole
  ? { width: 1920, height: 1080, deviceScaleFactor: 2 }
  : { width: 480, height: 270, deviceScaleFactor: 2 }
const seconds = whole ? 2 : 1
/** Largest error apart from a clock's own tick, milliseconds: Chromium rounds to 0.1 ms what it tells, either way. */
const engines = { 'begin-frame': 0.2, 'page-clock': 0.1 } as const
const tools = needs('chromium', 'headless_shell', 'ffmpeg')
t.setTimeout(1_500_000)

const folder = mkdtempSync(join(tmpdir(), 'clocks-'))
t.teardown(() => rmSync(folder, { recursive: true }))
if (!tools.skip) await makeMedia(ffmpegPath ?? '', folder, 90)

for (const [CAPTURE_ENGINE, most] of Object.entries(engines)) {
  const size = `${viewport.width * 2} × ${viewport.height * 2}`
  t.test(`${CAPTURE_ENGINE}: ${clocks.length} clocks at ${size}, 60 frames a second`, tools, async t => {
    const host = await serveClocks(folder)
    t.teardown(host.close)
    const made = await runScript(
      t,
      { target_url: host.address(), output_format: 'mp4', record_duration: `${seconds}s`, viewport },
      { env: { CAPTURE_ENGINE, CHROMIUM_PATH: shellPath ?? '' } },
    )
    t.strictSame([made.code, made.left], [0, [made.config.output_file]], made.stderr)
    const file = join(made.folder, made.config.output_file)
    const { facts, leadIn, clocks: judged, colorError } = await measureFilm(filmTools, file, clocks, 60)
    t.match(facts, { width: viewport.width * 2, height: viewport.height * 2, frames: seconds * 60, steady: true })
    t.comment(`cases: ${CAPTURE_ENGINE}: ${clocks.length} clocks in each of ${facts.frames} pictures of ${size}`)
    t.equal(leadIn, 0, 'no blank lead-in')
    t.ok(colorError <= 4, `flat colours within 4 of 255: ${colorError}`)
    for (const [name, { undecodable, dropped, doubled, beyondTick }] of Object.entries(judged)) {
      t.strictSame([undecodable, dropped, doubled], [0, 0, 0], `${name}: undecodable, dropped, doubled`)
      t.ok(beyondTick <= most, `${name}: ${beyondTick} ms`)
    }
  })
}
