// Videos: keyframes through ffmpeg, within bounds, whatever the file holds.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t, { type Test } from 'tap'
import type { Depth } from '../schemas/provenance.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { Problem } from '../src/errors.ts'
import { decodeImage } from '../src/image/decode.ts'
import { createLogParser, type Frame, parsePpmFrames } from '../src/image/ffmpeg.ts'
import type { DecodedImage } from '../src/image/raster.ts'
import { createThumbnail } from '../src/image/thumbnail.ts'
import { createKeyframeBuffer, detectScenes, sampleFrames, stackFrames } from '../src/image/video.ts'
import { faststart } from '../src/image/video-container.ts'
import { random, toneOf } from './fixtures/media/pictures.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { ffmpegPath as installed, needs } from './helpers/tools.ts'

const run = promisify(execFile)
const ffmpegPath = installed ?? 'ffmpeg'
const colors = ['#C83232', '#1E64C8', '#F0C814'] as const
const options = { depth: 'medium', maxPixels: 50e6, ffmpegPath } as const

/** Two seconds of each colour, 25 frames a second, a keyframe every second. */
const film = async (t: Test, name: string, ...more: readonly string[]): Promise<Buffer> => {
  const file = join(t.testdir(), name)
  const inputs = colors.flatMap(color => ['-f', 'lavfi', '-i', `color=${color}:s=320x180:r=25:d=2`])
  const joined = ['-filter_complex', '[0][1][2]concat=n=3:v=1', '-pix_fmt', 'yuv420p', '-g', '25', '-bitexact']
  await run(ffmpegPath, ['-v', 'error', ...inputs, ...joined, ...more, file])
  return readFile(file)
}

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast'] as const
const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '1M'] as const

/** Part of the pixels of a sample that shows each colour. */
const shares = ({ pixels }: DecodedImage): readonly number[] => {
  const wanted = colors.map(toneOf)
  const counts = wanted.map(() => 0)
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 4)
    const seen = sampleColor({ red, green, blue })
    const found = wanted.findIndex(color => deltaE00(color, seen) < 2)
    if (found >= 0) counts[found] = (counts[found] ?? 0) + 4 / pixels.length
  }
  return counts
}

const problemOf = async (
  bytes: Uint8Array,
  more: Partial<Parameters<typeof decodeImage>[1]> = {},
): Promise<Problem> => {
  try {
    await decodeImage(bytes, { ...options, ...more })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was read.')
}

for (const [name, file, format, codec, more] of [
  ['MP4 with its index at the end', 'a.mp4', 'mp4', 'h264', h264],
  ['MP4 with its index first', 'a.mp4', 'mp4', 'h264', [...h264, '-movflags', '+faststart']],
  ['fragmented MP4', 'a.mp4', 'mp4', 'h264', [...h264, '-movflags', 'frag_keyframe+empty_moov']],
  ['MOV', 'a.mov', 'mov', 'h264', h264],
  ['WebM', 'a.webm', 'webm', 'vp8', vp8],
  ['WebM without a length', 'a.webm', 'webm', 'vp8', [...vp8, '-live', '1']],
  ['Matroska', 'a.mkv', 'mkv', 'h264', h264],
] as const) {
  t.test(`${name} gives the colours of its frames together`, needs('ffmpeg'), async t => {
    const bytes = await film(t, file, ...more)
    const sample = await decodeImage(bytes, options)
    for (const share of shares(sample)) t.ok(share > 0.32, `${share}`)
    t.match(sample.media, { type: 'video', format, width: 320, height: 180, bytes: bytes.length, orientation: 1 })
    t.match(sample.video, { fps: 25, width: 320, height: 180, codec })
    t.ok(Math.abs((sample.video?.duration ?? 0) - 6) < 0.1, `${sample.video?.duration} s`)
    t.equal(sample.height, 72 * (sample.frames ?? 0))
    t.equal(sample.pixels.length, sample.width * sample.height * 4)
  })
}

t.test('depth decides how many frames are measured, and high tells the scenes', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'a.mp4', ...h264)
  const at = async (depth: Depth) => (await decodeImage(bytes, { ...options, depth })).video
  t.match(await at('low'), { frames: 1 })
  t.match(await at('medium'), { frames: 6 })
  t.equal((await at('medium'))?.scenes, undefined)
  t.same((await at('high'))?.scenes, [
    { start: 0, end: 2 },
    { start: 2, end: 4 },
    { start: 4, end: 6 },
  ])
})

t.test('the same video decodes to the same image', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'a.webm', ...vp8)
  t.same(await decodeImage(bytes, options), await decodeImage(bytes, options))
})

t.test('skips a black beginning', needs('ffmpeg'), async t => {
  const file = join(t.testdir(), 'a.mp4')
  const inputs = ['-f', 'lavfi', '-i', 'color=black:s=64x64:d=1', '-f', 'lavfi', '-i', 'color=#C83232:s=64x64:d=1']
  await run(ffmpegPath, ['-v', 'error', ...inputs, '-filter_complex', 'concat=n=2', ...h264, '-g', '25', file])
  const [red = 0] = shares(await decodeImage(await readFile(file), { ...options, depth: 'low' }))
  t.ok(red > 0.9)
})

t.test('analyzes a rotated video upright', needs('ffmpeg'), async t => {
  const folder = t.testdir({ 'a.mp4': await film(t, 'b.mp4', ...h264) })
  const turned = join(folder, 'turned.mp4')
  await run(ffmpegPath, [
    '-v',
    'error',
    '-i',
    join(folder, 'a.mp4'),
    '-c',
    'copy',
    '-metadata:s:v',
    'rotate=90',
    turned,
  ])
  const sample = await decodeImage(await readFile(turned), options)
  t.match(sample.media, { width: 180, height: 320 })
  t.equal(sample.width, 72)
})

t.test('moves an index behind many frames to the front', needs('ffmpeg'), async t => {
  const folder = t.testdir()
  const [last, first] = [join(folder, 'last.mp4'), join(folder, 'first.mp4')]
  const noise = ['-f', 'lavfi', '-i', 'nullsrc=s=640x360:d=2,geq=random(1)*255:128:128', '-pix_fmt', 'yuv420p']
  await run(ffmpegPath, ['-v', 'error', ...noise, ...h264, '-g', '10', '-bitexact', last])
  await run(ffmpegPath, ['-v', 'error', '-i', last, '-c', 'copy', '-movflags', '+faststart', '-bitexact', first])
  const bytes = await readFile(last)
  t.ok(bytes.length > 2e6)
  const [one, other] = [await decodeImage(bytes, options), await decodeImage(await readFile(first), options)]
  t.equal(Buffer.compare(one.pixels, other.pixels), 0)
  t.same(one.video, other.video)
  t.same(Buffer.concat(faststart(bytes)).length, bytes.length)
})

const box = (type: string, ...contents: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(contents)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const numbers = (...values: readonly number[]): Buffer => {
  const buffer = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) buffer.writeUInt32BE(value, at * 4)
  return buffer
}
const moov = (table: Buffer): Buffer => box('moov', box('trak', box('mdia', box('minf', box('stbl', table)))))

t.test('offsets of 32 and 64 bits move with the frames; what points elsewhere stays', async t => {
  const [head, frames] = [box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(32))]
  const short = moov(box('stco', numbers(0, 3, 20, 4, 0xfffffff0)))
  const moved = Buffer.concat(faststart(Buffer.concat([head, frames, short])))
  t.same(moved.subarray(12, 12 + short.length), moov(box('stco', numbers(0, 3, 20 + short.length, 4, 0xfffffff0))))
  const long = moov(box('co64', numbers(0, 1, 0, 20)))
  t.same(
    Buffer.concat(faststart(Buffer.concat([head, frames, long]))).subarray(12, 12 + long.length),
    moov(box('co64', numbers(0, 1, 0, 20 + long.length))),
  )
})

t.test('ignores boxes with a wrong size', async t => {
  const wide = (size: number): Buffer => Buffer.concat([numbers(1), Buffer.from('mdat'), numbers(0, size)])
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(7),
    Buffer.concat([numbers(4), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([numbers(0), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([numbers(9999), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([wide(8), moov(Buffer.alloc(0))]),
    wide(16).subarray(0, 12),
    Buffer.concat([moov(Buffer.alloc(0)), box('mdat')]),
  ]) {
    t.same(faststart(bytes), [bytes])
  }
  const bytes = Buffer.concat([wide(16), moov(box('stco', numbers(0, 1)))])
  t.equal(faststart(bytes).length, 4)
})

const still = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

t.test('without ffmpeg a video is refused, and images are still decoded', async t => {
  const bytes = Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isomavc1', 'latin1')
  const missing = { ffmpegPath: join(t.testdir(), 'ffmpeg') }
  t.match(await problemOf(bytes, missing), { code: 'video_unavailable', statusCode: 501, message: /ffmpeg/ })
  t.match(await decodeImage(Buffer.from(still, 'base64'), { ...options, ...missing }), { width: 1 })
})

t.test('too many bytes and too many pixels are refused', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'a.mp4', ...h264)
  t.match(await problemOf(bytes, { maxPixels: 5000 }), { code: 'source_too_many_pixels', message: /320 × 180/ })
  const large = Buffer.alloc(64 * 1024 * 1024 + 1)
  bytes.copy(large)
  t.match(await problemOf(large), { code: 'source_too_large', message: /67108864/ })
})

t.test('truncated and damaged videos give an image or a Problem within the limits', needs('ffmpeg'), async t => {
  const next = random(5)
  const whole = [await film(t, 'a.mp4', ...h264), await film(t, 'b.webm', ...vp8)]
  let read = 0
  for (const bytes of whole) {
    for (let round = 0; round < 12; round++) {
      const copy = Buffer.from(round % 3 === 0 ? bytes.subarray(0, 64 + next() * bytes.length) : bytes)
      if (round % 3 > 0)
        for (let flips = 0; flips < 40; flips++) copy[Math.floor(40 + next() * copy.length)] = next() * 256
      try {
        const { width, height, pixels } = await decodeImage(copy, options)
        t.equal(pixels.length, width * height * 4)
        read++
      } catch (error) {
        t.ok(error instanceof Problem && error.statusCode === 422, `${error}`)
      }
    }
  }
  t.ok(read > 4)
})

t.test('ignores a duration of years in the header', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'a.mp4', ...h264)
  const header = bytes.indexOf('mvhd')
  for (const at of [header, bytes.indexOf('tkhd') + 4, bytes.indexOf('mdhd')]) bytes.writeUInt32BE(0xfffffff0, at + 20)
  const sample = await decodeImage(bytes, options)
  t.ok((sample.video?.duration ?? 0) < 7, `${sample.video?.duration} s`)
})

t.test('no file makes ffmpeg open an address or another file', needs('ffmpeg'), async t => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const { url: origin } = await listen(t, server)
  const file = join(t.testdir({ 'a.mp4': await film(t, 'b.mp4', ...h264) }), 'a.mp4')
  const lists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${origin}/a.ts\n#EXTINF:1,\nfile://${file}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile ${origin}/a.mp4\nfile ${file}\n`,
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><SegmentList><SegmentURL media="${origin}/a"/></SegmentList></AdaptationSet></Period></MPD>`,
    `v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`,
    `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${origin}/a.mp4" width="9" height="9"/></svg>`,
  ]
  const disguises = ['', '\0\0\0\x10ftypisom\0\0\0\0', '\x1A\x45\xDF\xA3\x84webm', '\0\0\0\x08wide']
  for (const list of lists) {
    for (const disguise of disguises) {
      const bytes = Buffer.from(`${disguise}${list}`, 'latin1')
      if (disguise === '' && list.startsWith('<svg')) t.equal((await decodeImage(bytes, options)).pixels[3], 0)
      else t.match(await problemOf(bytes), { statusCode: 422, code: 'source_not_picture' })
    }
  }
  t.same(asked, [])
})

t.test('a file without a video says so', needs('ffmpeg'), async t => {
  const file = join(t.testdir(), 'a.mp4')
  await run(ffmpegPath, ['-v', 'error', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac', file])
  t.match(await problemOf(await readFile(file)), { code: 'source_not_picture', message: /no video in a known codec/ })
})

const frame = (level: number, width = 2, height = 1): Frame => ({
  width,
  height,
  rgb: Buffer.alloc(width * height * 3, level),
})

t.test('parses frames from a pipe however it is split', async t => {
  const bytes = Buffer.from('P6\n2 1\n255\nabcdefP6\n1 1\n255\nxyzP6\n9 9\n255\nrest', 'latin1')
  for (const size of [1, 2, 7, 11, 64]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    )
    const pipe = async function* () {
      yield* pieces
    }
    const found: Frame[] = []
    for await (const next of parsePpmFrames(pipe())) found.push(next)
    t.same(
      found.map(({ width, rgb }) => [width, rgb.toString()]),
      [
        [2, 'abcdef'],
        [1, 'xyz'],
      ],
    )
  }
})

t.test('parses the log however it is split, and only its first video stream', async t => {
  const text = [
    '  Duration: 01:02:03.50, start: 0.000000',
    '  Stream #0:1[0x2](und): Audio: aac (LC)',
    '  Stream #0:0[0x1](und): Video: vp9 (Profile 0), yuv420p(tv, bt709), 64x32 [SAR 1:1 DAR 2:1], 1k fps, 1k tbr',
    '  Stream #0:0: Video: ppm, rgb24, 8x4, 25 fps',
    '[Parsed_showinfo_0 @ 0x5] n:   0 pts:      0 pts_time:-0.5       pos: 1 fmt:yuv420p sar:1/1 s:32x64 i:P iskey:1',
    '[Parsed_showinfo_0 @ 0x5] n:   1 pts:      0 pts_time:NOPTS      pos: 1 fmt:yuv420p sar:1/1 s:16x16 i:P iskey:1',
    `title: ${'x'.repeat(9000)}`,
    'frame=    6 fps=0.0 q=-0.0 Lq=-1.0 size=     162kB time=00:01:02.00 bitrate= 263.4kbits/s',
    '',
  ].join('\n')
  const wanted = {
    ...{ duration: 3723.5, end: 62, fps: 1000, codec: 'vp9', codedWidth: 64, codedHeight: 32, width: 32, height: 64 },
    ...{ colorSpace: 'bt709', times: [0, 0] },
  }
  for (const size of [1, 50, 100_000]) {
    const log = createLogParser()
    for (let at = 0; at < text.length; at += size) log.add(text.slice(at, at + size))
    t.same(log.result(), wanted)
  }
})

t.test('a stream without rate and matrix has none', async t => {
  const log = createLogParser()
  log.add('  Stream #0:0: Video: mjpeg, gray, 8x4, 90k tbr\n')
  t.match(log.result(), { fps: 0, codec: 'mjpeg', colorSpace: 'yuv' })
})

t.test('keeps any number of keyframes in bounded memory, deterministically', async t => {
  const keeper = createKeyframeBuffer()
  for (let number = 0; number < 3000; number++) keeper.add(frame(0), number)
  const kept = keeper.all().map(({ number }) => number)
  t.ok(kept.length > 200 && kept.length <= 400)
  t.ok(kept.every(number => number % 8 === 0))
})

t.test('a keyframe counts by the time it is shown', async t => {
  const [one, other] = [frame(1), frame(2)]
  const keyframes = [
    { frame: one, start: 0 },
    { frame: other, start: 3 },
  ]
  t.same(sampleFrames(keyframes, 4, 12), [one, one, one, other])
  t.same(sampleFrames([{ frame: one, start: 5 }], 4, 12), [one])
  t.same(sampleFrames(keyframes, 0, 12), [one])
})

t.test('scenes begin where keyframes share few colours, at most 64', async t => {
  const keyframes = Array.from({ length: 100 }, (_, at) => ({ frame: frame((at % 2) * 255), start: at }))
  const scenes = detectScenes(keyframes, 100)
  t.equal(scenes.length, 64)
  t.same(scenes.at(-1), { start: 63, end: 100 })
  t.same(detectScenes([{ frame: frame(9), start: 0 }], 0), [{ start: 0, end: 0 }])
})

t.test('frames of another size than the first are left out of the stack', async t => {
  const { width, height, frames, pixels } = stackFrames(frame(7), [frame(7), frame(9, 1, 1), frame(8)])
  t.same([width, height, frames, [...pixels]], [2, 2, 2, [7, 7, 7, 255, 7, 7, 7, 255, 8, 8, 8, 255, 8, 8, 8, 255]])
})

t.test('over HTTP a video gives its palette and its facts, or 501', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'a.mp4', ...h264)
  const source_url = `data:video/mp4;base64,${bytes.toString('base64')}`
  const service = await startService(t, { FFMPEG_PATH: ffmpegPath })
  const answer = await service.post('/api/v1/analyze-vibe', { source_url, media_type: 'video', analysis_depth: 'high' })
  t.equal(answer.statusCode, 200)
  const { style_metadata } = answer.json()
  const task = {
    bytes,
    depth: 'high',
    platform: 'web_16_9',
    mediaType: 'video',
    maxPixels: 50e6,
  } as const
  t.same(style_metadata, await analyze({ ...task, ffmpegPath }), 'another process measures the same')
  t.equal(style_metadata.colors.length, 3)
  t.match(style_metadata, { media: { type: 'video', format: 'mp4' }, video: { duration: 6, scenes: { length: 3 } } })
  t.match((await service.post('/api/v1/analyze-vibe', { source_url, media_type: 'image' })).json(), {
    code: 'source_mismatch',
  })
  const bare = await startService(t, { FFMPEG_PATH: 'no-such-program' })
  t.equal((await bare.post('/api/v1/analyze-vibe', { source_url })).statusCode, 501)
  t.equal(
    (await bare.post('/api/v1/analyze-vibe', { source_url: `data:;base64,${still}`, media_type: 'video' })).statusCode,
    200,
  )
})

t.test('the thumbnail of a video is its first frame that is not black', needs('ffmpeg'), async t => {
  const bytes = await film(t, 'film.mp4', ...h264)
  const jpeg = await createThumbnail({ bytes, mediaType: undefined, maxPixels: 50e6, ffmpegPath })
  const { channels } = await sharp(jpeg).stats()
  t.match(await sharp(jpeg).metadata(), { format: 'jpeg', width: 320, height: 180 })
  for (const [at, level] of [200, 50, 50].entries()) t.ok(Math.abs((channels[at]?.mean ?? 0) - level) < 4)
})
