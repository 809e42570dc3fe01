// The program that measures videos of the capture script finds the known faults of a video.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import t from 'tap'
import { resolution } from './fixtures/capture/coded/code.ts'
import { measureFilm } from './fixtures/capture/coded/measure.ts'
import { codedPicture } from './fixtures/capture/coded/media.ts'
import { patches } from './fixtures/capture/coded/patches.ts'
import { repeat } from './fixtures/hostile-files/bytes.ts'
import { filmTools, needs } from './helpers/tools.ts'

const period = 1000 / 60

function steady(index: number): number {
  return index * period
}

const clocks = ['exact', 'drops', 'doubles', 'blank', 'late', 'coarse'].map(name => ({
  name,
  tick: name === 'coarse' ? 5 : 0,
  html: '',
  script: '',
}))
const [width, height] = [24 * 16, 32]
const frames = 40
const lead = 2

/** What the strips of a frame show. */
function timesAt(index: number): readonly (number | undefined)[] {
  return [
    steady(index),
    steady(index < 12 ? index : index + 1),
    steady(index < 15 || index > 17 ? index : 15),
    index === 20 || index === 30 ? undefined : steady(index),
    steady(index) + (index === 25 ? -3 : 0),
    Math.floor(steady(index) / 5) * 5,
  ]
}

const grey = Buffer.alloc(width * height * 3, 128)

function strip(ms: number | undefined): Buffer {
  return ms === undefined ? grey : Buffer.from([...codedPicture(ms)].flatMap(level => [level, level, level]))
}

/** The strip of colours; one channel of the ninth is 12 levels off. */
const colors = repeat(
  Buffer.from(
    patches.flatMap((color, patch) => {
      const [red = 0, green = 0, blue = 0] = Buffer.from(color.slice(1), 'hex')
      return Array.from({ length: width / patches.length }, () => [red, green + (patch === 8 ? 12 : 0), blue]).flat()
    }),
  ),
  height,
)

/** Encodes the frames as a recorder does. */
async function encodeFilm(file: string): Promise<void> {
  const size = `${width}x${height * (clocks.length + 1)}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-framerate', '60', '-i', 'pipe:0']
  const scale = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p'
  const color = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const codec = ['-c:v', 'libx264', '-crf', '12', '-profile:v', 'high']
  const child = spawn(filmTools.ffmpeg, ['-v', 'error', ...input, '-vf', scale, ...color, ...codec, file], {
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const closed = once(child, 'close')
  const pictures = Array.from({ length: lead + frames }, (_, index) =>
    Buffer.concat([
      ...(index < lead ? clocks.map(() => grey) : timesAt(index - lead).map(strip)),
      index < lead ? grey : colors,
    ]),
  )
  await pipeline(Readable.from(pictures), child.stdin)
  await closed
}

t.test('each fault of a film is found in its own clock', needs('ffmpeg'), async t => {
  const file = join(t.testdir(), 'film.mp4')
  await encodeFilm(file)
  const { facts, leadIn, clocks: judged, colorError } = await measureFilm(filmTools, file, clocks, 60)
  t.match(facts, { width, height: height * 7, frames: frames + lead, steady: true, codec: 'h264', profile: 'High' })
  t.match(facts, { pixelFormat: 'yuv420p', color: ['bt709', 'bt709', 'bt709', 'tv'] })
  t.ok(Math.abs(facts.fps - 60) < 0.01 && Math.abs(facts.duration - 0.7) < 0.001, JSON.stringify(facts))
  t.equal(leadIn, lead)
  const good = { read: frames, undecodable: 0, dropped: 0, doubled: 0 }
  t.match(judged.exact, good)
  t.match(judged.drops, { ...good, dropped: 1 })
  t.match(judged.doubles, { ...good, doubled: 2, dropped: 2 })
  t.match(judged.blank, { ...good, read: frames - 2, undecodable: 2 })
  t.match(judged.late, good)
  t.match(judged.coarse, good)
  const errors = Object.values(judged).map(({ error }) => error)
  const expected = [0, period, period * 2, 0, 3, 3.34]
  for (const [clock, error] of errors.entries()) {
    const off = Math.abs(error - (expected[clock] ?? 0))
    t.ok(off <= resolution + 1e-9, `${clocks[clock]?.name}: ${error}`)
  }
  t.equal(judged.coarse?.beyondTick, 0)
  t.ok(Math.abs((judged.late?.beyondTick ?? 0) - 3) <= 2 * resolution, `${judged.late?.beyondTick}`)
  t.ok(Math.abs(colorError - 12) <= 3, `colours: ${colorError}`)
})
