// The measurer of films, fed with films whose faults are known.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import t from 'tap'
import { cellsOf, cycle, resolution, timeOf } from './fixtures/capture/coded/code.ts'
import { judge } from './fixtures/capture/coded/judge.ts'
import { type Measured, measureFilm } from './fixtures/capture/coded/measure.ts'
import { codedPicture } from './fixtures/capture/coded/media.ts'
import { patches } from './fixtures/capture/coded/patches.ts'
import { ffmpegPath, filmTools, needs } from './helpers/tools.ts'

/** Cells as a sharp picture shows them. */
const seen = (ms: number) => cellsOf(ms).map((on): readonly [number, number] => (on ? [255, 0] : [0, 255]))

t.test('the code tells every time to its resolution, and neighbours differ in one cell', async t => {
  for (const ms of [0, 0.02, 16.67, 1000 / 3, 99_999.99, cycle - resolution, 1_800_000_000_000]) {
    const expected = Math.floor(ms / resolution) % 2 ** 24
    t.equal(Math.round((timeOf(seen(ms)) ?? Number.NaN) / resolution), expected, `${ms}`)
  }
  const ticks = Array.from({ length: 5000 }, (_, tick) => cellsOf((tick + 0.5) * resolution))
  const turned = ticks.slice(1).map((cells, tick) => cells.filter((on, cell) => on !== ticks[tick]?.[cell]).length)
  t.strictSame([...new Set(turned)], [1])
})

t.test('cells that are blank, or blended of two times, are not read', async t => {
  t.equal(timeOf(seen(5).map((cell, index) => (index === 3 ? [128, 128] : cell))), undefined)
  const [a, b] = [seen(100), seen(200)]
  const mean = (one = 0, other = 0) => (one + other) / 2
  t.equal(timeOf(a.map(([upper, lower], cell) => [mean(upper, b[cell]?.[0]), mean(lower, b[cell]?.[1])])), undefined)
})

const period = 1000 / 60
const steady = (index: number) => index * period

t.test('clocks are judged by their steps, by their error, and by what their tick explains', async t => {
  const of = (timeAt: (index: number) => number | undefined, tick = 0, frames = 60) =>
    judge(
      Array.from({ length: frames }, (_, index) => timeAt(index)),
      tick,
      60,
    )
  const floored = (tick: number) => (index: number) => Math.floor((steady(index) + 1.3) / tick) * tick
  t.match(of(steady), { read: 60, undecodable: 0, dropped: 0, doubled: 0, error: 0, beyondTick: 0 })
  t.match(
    of(index => (index < 30 ? undefined : steady(index))),
    { read: 30, undecodable: 30, dropped: 0, doubled: 0, error: 0 },
  )
  for (const tick of [0.1, 1, 5, 6, 20, 1000 / 30]) {
    const { dropped, doubled, error, beyondTick } = of(floored(tick), tick)
    t.strictSame([dropped, doubled, beyondTick], [0, 0, 0], `tick ${tick}`)
    t.ok(error <= tick + 1e-9, `tick ${tick}: ${error}`)
  }
  // Half of the frames 2 ms late: ticks of 1 ms spread over 2/3 ms by themselves, so that 1 2/3 ms remain.
  t.equal(of(index => floored(1)(index) - (index > 30 ? 2 : 0), 1).beyondTick.toFixed(2), '1.67')
  // A clock in real time, five times too fast; one that stands still; one that passes the end of the code.
  t.match(
    of(index => steady(index * 5)),
    { dropped: 59 * 4, doubled: 0 },
  )
  t.match(
    of(() => 7),
    { dropped: 0, doubled: 59, error: 983.333 },
  )
  t.match(
    of(index => (cycle - 200 + steady(index)) % cycle),
    { dropped: 0, doubled: 0 },
  )
  t.ok(of(index => (cycle - 200 + steady(index)) % cycle).error < 1e-6)
  // Pictures of a film of 50 a second: each stands for one frame or two.
  t.match(
    of(index => Math.floor(index / 2) * 20, 20),
    { dropped: 0, doubled: 0 },
  )
  t.match(
    of(index => Math.floor(index / 3) * 20, 20),
    { dropped: 0, doubled: 20 },
  )
  t.match(
    of(index => index * 40, 20),
    { dropped: 59, doubled: 0 },
  )
  t.match(
    of(() => undefined),
    { read: 0, undecodable: 60, dropped: 0, doubled: 0 },
  )
})

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
const timesAt = (index: number): readonly (number | undefined)[] => [
  steady(index),
  steady(index < 12 ? index : index + 1),
  steady(index < 15 || index > 17 ? index : 15),
  index === 20 || index === 30 ? undefined : steady(index),
  steady(index) + (index === 25 ? -3 : 0),
  Math.floor(steady(index) / 5) * 5,
]

const grey = Buffer.alloc(width * height * 3, 128)
const strip = (ms: number | undefined) =>
  ms === undefined ? grey : Buffer.from([...codedPicture(ms)].flatMap(level => [level, level, level]))

/** The strip of colours; one channel of the ninth is 12 levels off. */
const colors = (() => {
  const row = patches.flatMap((color, patch) => {
    const channels = [1, 3, 5].map(from => Number.parseInt(color.slice(from, from + 2), 16))
    if (patch === 8) channels[1] = (channels[1] ?? 0) + 12
    return Array<number[]>(width / patches.length)
      .fill(channels)
      .flat()
  })
  return Buffer.concat(Array(height).fill(Buffer.from(row)))
})()

/** Writes a film as a recorder would; `words` are its encoder's. */
const film = async (folder: string, rate: number, words: readonly string[]): Promise<string> => {
  const file = join(folder, `${rate}.mp4`)
  const size = `${width}x${height * (clocks.length + 1)}`
  const input = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', size, '-framerate', `${rate}`, '-i', 'pipe:0']
  const child = spawn(ffmpegPath ?? '', ['-v', 'error', '-y', ...input, ...words, file], {
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
  return file
}

const bt709 = [
  '-vf',
  'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p',
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
]

t.test('a film is measured frame by frame: each fault in its own clock', needs('ffmpeg'), async t => {
  const file = await film(t.testdir(), 60, [...bt709, '-c:v', 'libx264', '-crf', '12', '-profile:v', 'high'])
  const { facts, leadIn, clocks: judged, colorError }: Measured = await measureFilm(filmTools, file, clocks, 60)
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

t.test('a film of another rate is judged as it looks at the rate that was asked', needs('ffmpeg'), async t => {
  const file = await film(t.testdir(), 30, [...bt709, '-c:v', 'libx264', '-crf', '12'])
  const { facts, leadIn, clocks: judged } = await measureFilm(filmTools, file, clocks, 60)
  t.equal(facts.frames, frames + lead)
  t.equal(leadIn, lead * 2)
  t.match(judged.exact, { read: frames * 2, doubled: frames, dropped: 0 })
})

t.test('colours of a film that is not tagged, and of the older matrix, are off', needs('ffmpeg'), async t => {
  const file = await film(t.testdir(), 60, [
    '-pix_fmt',
    'yuv420p',
    '-c:v',
    'libx264',
    '-crf',
    '12',
    '-colorspace',
    'bt709',
  ])
  const { colorError } = await measureFilm(filmTools, file, clocks, 60)
  t.ok(colorError > 30, `colours: ${colorError}`)
})
