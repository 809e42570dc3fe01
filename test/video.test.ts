// Decoding of videos: keyframes by ffmpeg, within limits, whatever the file holds.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
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
import { box } from './fixtures/hostile-files/boxes.ts'
import { be32, latin1 } from './fixtures/hostile-files/bytes.ts'
import { random, toneOf } from './fixtures/media/pictures.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'
import { ffmpegPath as installed, needs } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const run = promisify(execFile)
const ffmpegPath = installed ?? 'ffmpeg'
const colors = ['#C83232', '#1E64C8', '#F0C814'] as const
const options = { depth: 'medium', maxPixels: 50e6, ffmpegPath } as const
const notPicture = { statusCode: 422, code: 'source_not_picture' } as const
const folder = t.testdir()

/** Runs ffmpeg. @returns the file that it writes. */
async function encode(name: string, ...args: readonly string[]): Promise<Buffer> {
  const file = join(folder, name)
  await run(ffmpegPath, ['-v', 'error', '-y', ...args, file])
  return readFile(file)
}

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5'] as const
const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-b:v', '1M', '-g', '5'] as const

/** Two seconds of each colour, 5 frames per second, a keyframe every second. */
function encodeColors(name: string, codec: readonly string[]): Promise<Buffer> {
  const inputs = colors.flatMap(color => ['-f', 'lavfi', '-i', `color=${color}:s=320x180:r=5:d=2`])
  const joined = ['-filter_complex', '[0][1][2]concat=n=3:v=1', '-pix_fmt', 'yuv420p', '-bitexact']
  return encode(name, ...inputs, ...joined, ...codec)
}

/** The frames of another file in another container. */
function remux(source: string, name: string, ...args: readonly string[]): Promise<Buffer> {
  return encode(name, '-i', join(folder, source), '-c', 'copy', '-bitexact', ...args)
}

const mp4 = installed === undefined ? Buffer.alloc(0) : await encodeColors('a.mp4', h264)
const webm = installed === undefined ? Buffer.alloc(0) : await encodeColors('a.webm', vp8)

let decodedMp4: Promise<DecodedImage> | undefined

/** The same file at the same depth, decoded once for all tests. */
function decodeMp4(): Promise<DecodedImage> {
  decodedMp4 ??= decodeImage(mp4, options)
  return decodedMp4
}

/** Part of the pixels of an image that shows each colour, by every seventh pixel. */
function shares({ pixels }: DecodedImage): readonly number[] {
  const expected = colors.map(toneOf)
  const counts = expected.map(() => 0)
  const step = 7 * 4
  for (let at = 0; at < pixels.length; at += step) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 4)
    const color = sampleColor({ red, green, blue })
    const found = expected.findIndex(other => deltaE00(color, other) < 2)
    if (found >= 0) counts[found] = (counts[found] ?? 0) + step / pixels.length
  }
  return counts
}

t.test('decodes the colours and the metadata of every container', needs('ffmpeg'), async t => {
  for (const [name, format, codec, bytes] of [
    ['MP4 with its index at the end', 'mp4', 'h264', mp4],
    ['MP4 with its index first', 'mp4', 'h264', await remux('a.mp4', 'first.mp4', '-movflags', '+faststart')],
    ['fragmented MP4', 'mp4', 'h264', await remux('a.mp4', 'parts.mp4', '-movflags', 'frag_keyframe+empty_moov')],
    ['MOV', 'mov', 'h264', await remux('a.mp4', 'a.mov')],
    ['WebM', 'webm', 'vp8', webm],
    ['WebM without a length', 'webm', 'vp8', await remux('a.webm', 'live.webm', '-live', '1')],
    ['Matroska', 'mkv', 'h264', await remux('a.mp4', 'a.mkv')],
  ] as const) {
    const image = await (bytes === mp4 ? decodeMp4() : decodeImage(bytes, options))
    for (const share of shares(image)) t.ok(share > 0.32, `${name}: ${share}`)
    t.match(image.media, { type: 'video', format, width: 320, height: 180, bytes: bytes.length, orientation: 1 }, name)
    t.match(image.video, { fps: 5, width: 320, height: 180, codec }, name)
    t.ok(Math.abs((image.video?.duration ?? 0) - 6) < 0.3, `${name}: ${image.video?.duration} s`)
    t.equal(image.height, 72 * (image.frames ?? 0))
    t.equal(image.pixels.length, image.width * image.height * 4)
  }
})

t.test('the depth decides how many frames are analyzed; high adds scenes', needs('ffmpeg'), async t => {
  const at = async (depth: Depth) =>
    (await (depth === options.depth ? decodeMp4() : decodeImage(mp4, { ...options, depth }))).video
  t.match(await at('low'), { frames: 1, scenes: undefined })
  t.match(await at('medium'), { frames: 6, scenes: undefined })
  t.same(
    (await at('high'))?.scenes,
    [0, 2, 4].map(start => ({ start, end: start + 2 })),
  )
})

t.test('decodes a rotated video upright', needs('ffmpeg'), async t => {
  const bytes = await remux('a.mp4', 'rotated.mp4', '-metadata:s:v', 'rotate=90')
  t.match(await decodeImage(bytes, options), { media: { width: 180, height: 320 }, width: 72 })
})

t.test('skips a black beginning, also for the thumbnail', needs('ffmpeg'), async t => {
  const inputs = ['black', '#C83232'].flatMap(color => ['-f', 'lavfi', '-i', `color=${color}:s=320x180:r=5:d=1`])
  const bytes = await encode('black.mp4', ...inputs, '-filter_complex', 'concat=n=2', '-pix_fmt', 'yuv420p', ...h264)
  const [red = 0] = shares(await decodeImage(bytes, { ...options, depth: 'low' }))
  t.ok(red > 0.9)
  const jpeg = await createThumbnail({ bytes, mediaType: undefined, maxPixels: 50e6, ffmpegPath })
  const { channels } = await sharp(jpeg).stats()
  t.match(await sharp(jpeg).metadata(), { format: 'jpeg', width: 320, height: 180 })
  for (const [at, level] of [200, 50, 50].entries()) t.ok(Math.abs((channels[at]?.mean ?? 0) - level) < 4)
})

t.test('reads an index that a megabyte separates from the frames', needs('ffmpeg'), async t => {
  const index = mp4.indexOf('moov') - 4
  const bytes = Buffer.concat([mp4.subarray(0, index), box('mdat', Buffer.alloc(1e6)), mp4.subarray(index)])
  const [image, expected] = [await decodeImage(bytes, options), await decodeMp4()]
  t.ok(Buffer.from(image.pixels).equals(expected.pixels))
  t.same(image.video, expected.video)
  t.equal(Buffer.concat(faststart(bytes)).length, bytes.length)
})

function moov(table: Buffer): Buffer {
  return ['stbl', 'minf', 'mdia', 'trak', 'moov'].reduce((content, type) => box(type, content), table)
}

t.test('offsets of 32 and 64 bits move with the frames; what points elsewhere stays', async t => {
  const [head, frames] = [box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(32))]
  const short = moov(box('stco', be32(0, 3, 20, 4, 0xfffffff0)))
  const moved = Buffer.concat(faststart(Buffer.concat([head, frames, short])))
  t.same(moved.subarray(12, 12 + short.length), moov(box('stco', be32(0, 3, 20 + short.length, 4, 0xfffffff0))))
  const long = moov(box('co64', be32(0, 1, 0, 20)))
  t.same(
    Buffer.concat(faststart(Buffer.concat([head, frames, long]))).subarray(12, 12 + long.length),
    moov(box('co64', be32(0, 1, 0, 20 + long.length))),
  )
})

t.test('ignores boxes with a wrong size', async t => {
  const wide = (size: number) => Buffer.concat([be32(1), Buffer.from('mdat'), be32(0, size)])
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(7),
    Buffer.concat([be32(4), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([be32(0), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([be32(9999), Buffer.from('mdat'), moov(Buffer.alloc(0))]),
    Buffer.concat([wide(8), moov(Buffer.alloc(0))]),
    wide(16).subarray(0, 12),
    Buffer.concat([moov(Buffer.alloc(0)), box('mdat')]),
  ]) {
    t.same(faststart(bytes), [bytes])
  }
  const bytes = Buffer.concat([wide(16), moov(box('stco', be32(0, 1)))])
  t.equal(faststart(bytes).length, 4)
})

t.test('without ffmpeg a video is rejected', async t => {
  const missing = { ...options, ffmpegPath: join(folder, 'missing') }
  const bytes = latin1('\0\0\0\x18ftypisom\0\0\0\0isomavc1')
  await t.rejects(decodeImage(bytes, missing), { code: 'video_unavailable', statusCode: 501, message: /ffmpeg/ })
})

t.test('rejects too many bytes, too many pixels, and a file without a video', needs('ffmpeg'), async t => {
  const sound = await encode('sound.mp4', '-f', 'lavfi', '-i', 'sine=d=1', '-c:a', 'aac')
  for (const [bytes, maxPixels, code, message] of [
    [mp4, 5000, 'source_too_many_pixels', /320 × 180/],
    [Buffer.concat([mp4, Buffer.alloc(64 * 1024 * 1024)]), 50e6, 'source_too_large', /67108864/],
    [sound, 50e6, 'source_not_picture', /no video in a known codec/],
  ] as const)
    await t.rejects(decodeImage(bytes, { ...options, maxPixels }), { code, message })
})

t.test('truncated and damaged videos give an image or a Problem', needs('ffmpeg'), async t => {
  const next = random(5)
  const rounds = whole ? 90 : 3
  let decoded = 0
  for (const bytes of [mp4, webm])
    for (let round = 0; round < rounds; round++) {
      const copy = Buffer.from(round % 3 === 0 ? bytes.subarray(0, 64 + next() * bytes.length) : bytes)
      if (round % 3 > 0)
        for (let flips = 0; flips < 8; flips++) copy[Math.floor(40 + next() * copy.length)] = next() * 256
      try {
        const { width, height, pixels } = await decodeImage(copy, options)
        t.equal(pixels.length, width * height * 4)
        decoded++
      } catch (error) {
        t.ok(error instanceof Problem && error.statusCode === 422, `${error}`)
      }
    }
  t.ok(decoded > 0, `${decoded}`)
  t.comment(`cases: ${rounds * 2} damaged videos`)
})

t.test('ignores a duration of years in the header', needs('ffmpeg'), async t => {
  const bytes = Buffer.from(mp4)
  for (const at of [bytes.indexOf('mvhd'), bytes.indexOf('tkhd') + 4, bytes.indexOf('mdhd')])
    bytes.writeUInt32BE(0xfffffff0, at + 20)
  const { video } = await decodeImage(bytes, options)
  t.ok((video?.duration ?? 99) < 7, `${video?.duration} s`)
})

t.test('no file makes ffmpeg open an address or another file', needs('ffmpeg'), async t => {
  const requested: unknown[] = []
  const server = createServer((request, response) => {
    requested.push(request.url)
    response.end()
  })
  const { url: origin } = await listen(t, server)
  const file = join(folder, 'a.mp4')
  const lists = [
    `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${origin}/a.ts\n#EXTINF:1,\nfile://${file}\n#EXT-X-ENDLIST\n`,
    `ffconcat version 1.0\nfile ${origin}/a.mp4\nfile ${file}\n`,
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet><SegmentList><SegmentURL media="${origin}/a"/></SegmentList></AdaptationSet></Period></MPD>`,
    `v=0\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`,
  ]
  const signatures = ['\0\0\0\x10ftypisom\0\0\0\0', '\x1A\x45\xDF\xA3\x84webm', '\0\0\0\x08wide']
  const files = lists.flatMap(list => signatures.map(signature => `${signature}${list}`))
  // Five contain every list and every signature.
  for (const text of sample(files, 5)) await t.rejects(decodeImage(latin1(text), options), notPicture)
  t.same(requested, [])
})

function frame(level: number, width = 2, height = 1): Frame {
  return { width, height, rgb: Buffer.alloc(width * height * 3, level) }
}

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
  const expected = {
    ...{ duration: 3723.5, end: 62, fps: 1000, codec: 'vp9', codedWidth: 64, codedHeight: 32, width: 32, height: 64 },
    ...{ colorSpace: 'bt709', times: [0, 0] },
  }
  for (const size of [1, 50, 100_000]) {
    const log = createLogParser()
    for (let at = 0; at < text.length; at += size) log.add(text.slice(at, at + size))
    t.same(log.result(), expected)
  }
  const bare = createLogParser()
  bare.add('  Stream #0:0: Video: mjpeg, gray, 8x4, 90k tbr\n')
  t.match(bare.result(), { fps: 0, codec: 'mjpeg', colorSpace: 'yuv' }, 'a stream without rate and matrix')
})

t.test('keeps any number of keyframes in bounded memory, deterministically', async t => {
  const keyframes = createKeyframeBuffer()
  for (let number = 0; number < 3000; number++) keyframes.add(frame(0), number)
  const numbers = keyframes.all().map(({ number }) => number)
  t.ok(numbers.length > 200 && numbers.length <= 400)
  t.ok(numbers.every(number => number % 8 === 0))
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

t.test('the service analyzes a video as this process does', needs('ffmpeg'), async t => {
  const service = await startService(t, { FFMPEG_PATH: ffmpegPath })
  const { statusCode, json } = await service.post('/api/v1/analyze-vibe', {
    source_url: `data:video/mp4;base64,${mp4.toString('base64')}`,
    media_type: 'video',
    analysis_depth: 'high',
  })
  t.equal(statusCode, 200)
  const { style_metadata } = json()
  const task = { bytes: mp4, depth: 'high', platform: 'web_16_9', mediaType: 'video', maxPixels: 50e6 } as const
  t.same(style_metadata, await analyze({ ...task, ffmpegPath }))
  t.equal(style_metadata.colors.length, 3)
  t.match(style_metadata, { media: { type: 'video', format: 'mp4' }, video: { duration: 6, scenes: { length: 3 } } })
})
