// Decoding of videos: keyframes by ffmpeg, within limits, whatever the file holds.
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import sharp from 'sharp'
import t from 'tap'
import type { Depth } from '../schemas/provenance.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { Problem } from '../src/errors.ts'
import { decodeImage } from '../src/image/decode.ts'
import { createThumbnail } from '../src/image/encode-picture.ts'
import { createLogParser, readLines, runOnVideo } from '../src/image/ffmpeg.ts'
import type { DecodedImage } from '../src/image/raster.ts'
import { detectScenes } from '../src/image/scenes.ts'
import { inProportion, stackFrames } from '../src/image/video.ts'
import { withVideoFile } from '../src/image/video-file.ts'
import { box } from './fixtures/hostile-files/boxes.ts'
import { latin1 } from './fixtures/hostile-files/bytes.ts'
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

t.test('an encrypted video is refused, rather than measured as grey', needs('ffmpeg'), async t => {
  await encode('clear.mp4', '-f', 'lavfi', '-i', 'color=red:s=64x64:r=5:d=1', ...h264)
  const key = ['-encryption_key', '0123456789abcdef'.repeat(2), '-encryption_kid', 'fedcba9876543210'.repeat(2)]
  const encrypted = await remux('clear.mp4', 'encrypted.mp4', '-encryption_scheme', 'cenc-aes-ctr', ...key)
  await t.rejects(decodeImage(encrypted, options), { statusCode: 422, code: 'source_unsupported' })
})

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
  t.match(await at('medium'), { frames: 12, scenes: undefined })
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
})

t.test('without ffmpeg or ffprobe a video is rejected, naming what is missing', async t => {
  const { PATH } = process.env
  t.teardown(() => {
    process.env.PATH = PATH
  })
  const missing = { ...options, ffmpegPath: join(folder, 'missing', 'ffmpeg') }
  const bytes = latin1('\0\0\0\x18ftypisom\0\0\0\0isomavc1')
  if (installed)
    await t.rejects(decodeImage(mp4, missing), { code: 'video_unavailable', message: /: ffmpeg is missing/ })
  process.env.PATH = folder
  const noProbe = { code: 'video_unavailable', statusCode: 501, message: /: ffprobe.* is missing/ }
  await t.rejects(decodeImage(bytes, missing), noProbe)
  await t.rejects(decodeImage(bytes, { ...options, ffmpegPath: 'ffmpeg' }), noProbe)
})

t.test('a film is no file with a name, and none is left', needs('ffmpeg'), async t => {
  const { TMPDIR } = process.env
  t.teardown(() => {
    if (TMPDIR === undefined) Reflect.deleteProperty(process.env, 'TMPDIR')
    else process.env.TMPDIR = TMPDIR
  })
  const temporary = t.testdir()
  process.env.TMPDIR = temporary
  await withVideoFile(mp4, 'mp4', async ({ path }) => {
    t.same(await readdir(temporary), process.platform === 'linux' ? [] : [basename(path)])
  })
  t.same(await readdir(temporary), [])
  process.env.TMPDIR = join(temporary, 'missing')
  await t.rejects(decodeImage(mp4, options), { code: 'video_unavailable', message: /TMPDIR/ })
})

t.test('a program that is ended from outside is started once more, and is no fault of the film', async t => {
  const count = join(t.testdir(), 'count')
  const program = async (name: string, text: string): Promise<string> => {
    const path = join(t.testdirName, name)
    await writeFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    return path
  }
  const once = await program('once', `echo run >> ${count}; test $(wc -l < ${count}) = 2 && exit; kill -9 $$`)
  const always = await program('always', 'kill -9 $$')
  const start = () => ({ args: [], read: async () => undefined })
  await withVideoFile(mp4, 'mp4', async file => {
    await runOnVideo([once], file, start)
    t.equal(await readFile(count, 'utf8'), 'run\nrun\n')
    await t.rejects(runOnVideo([always], file, start), { code: 'overloaded', headers: { 'retry-after': '2' } })
  })
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

t.test('parses the log of frames, and leaves out an incomplete one', async t => {
  const text = [
    '  Stream #0:0[0x1](und): Video: vp9 (Profile 0), yuva420p(tv, bt709), 64x32 [SAR 1:1 DAR 2:1], 1k fps, 1k tbr',
    '[Parsed_showinfo_2 @ 0x5] n:   0 pts:     -3 pts_time:-.5       pos: 1 fmt:yuva420p cl:left sar:4/3 s:64x32 i:P iskey:1',
    '[Parsed_showinfo_2 @ 0x5] color_range:tv color_space:bt709 color_primaries:bt2020 color_trc:smpte2084',
    '[Parsed_showinfo_4 @ 0x5] n:   0 pts:     -3 pts_time:-.5       pos: 1 fmt:yuva444p16le sar:1/1 s:2x1 i:P iskey:1',
    '[Parsed_showinfo_4 @ 0x5] color_range:tv color_space:unknown color_primaries:unknown color_trc:unknown',
    '[Parsed_showinfo_2 @ 0x5] n:   1 pts:      5 pts_time:NOPTS     pos: 1 fmt:yuv420p sar:0/1 s:16x16 i:P iskey:1',
    '[Parsed_showinfo_4 @ 0x5] n:   1 pts:      5 pts_time:NOPTS     pos: 1 fmt:yuva444p16le sar:1/1 s:1x1 i:P iskey:1',
    `title: ${'x'.repeat(9000)}`,
    '[Parsed_showinfo_2 @ 0x5] n:   2 pts:      7 pts_time:NOPTS     pos: 1 fmt:yuv420p sar:1/1 s:16x16 i:P iskey:1',
    '[Parsed_showinfo_4 @ 0x5] n:   2 pts:      7 pts_time:NOPTS     pos: 1 fmt:yuva444p16le sar:1/1 s:1x1 i:P iskey:1',
    '',
  ].join('\n')
  const output = Buffer.from(Array.from({ length: 30 }, (_, at) => at))
  const unknown = { matrix: 'unknown', primaries: 'unknown', transfer: 'unknown' } as const
  const hdr = { matrix: 'bt709', primaries: 'bt2020', transfer: 'smpte2084' } as const
  const wide = { codedWidth: 64, codedHeight: 32, pixelAspect: 4 / 3, pixelFormat: 'yuva420p', width: 2, height: 1 }
  const plain = { codedWidth: 16, codedHeight: 16, pixelAspect: 1, pixelFormat: 'yuv420p', width: 1, height: 1 }
  for (const size of [1, 50, 100_000]) {
    const log = createLogParser()
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    )
    await readLines(Readable.from(pieces, { objectMode: false }), log.add)
    t.same(log.result(output), [
      { timestamp: -3, ...wide, ...hdr, planes: output.subarray(0, 16) },
      { timestamp: 5, ...plain, ...unknown, planes: output.subarray(16, 24) },
    ])
  }
})

t.test('a picture counts by its share of the samples', async t => {
  t.same(inProportion(['a', 'a', 'a', 'a', 'b', 'b']), ['a', 'a', 'b'])
  t.same(inProportion(['a', 'b', 'c']), ['a', 'b', 'c'])
})

function picture(level: number, start: number, isEntry = true, width = 2, height = 1) {
  return { width, height, pixels: new Uint8Array(width * height * 4).fill(level), start, isEntry }
}

t.test('scenes begin where keyframes share few colours, at most 64', async t => {
  const pictures = Array.from({ length: 100 }, (_, at) => picture((at % 2) * 255, at))
  const scenes = detectScenes(pictures, 100)
  t.equal(scenes.length, 64)
  t.same(scenes.at(-1), { start: 63, end: 100 })
  t.same(detectScenes([picture(9, 0)], 0), [{ start: 0, end: 0 }])
})

t.test('a cut between keyframes is one if the picture stays; a fade has none', async t => {
  const cut = [0, 0, 255, 255].map((level, at) => picture(level, at, at === 0))
  t.same(detectScenes(cut, 4), [
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ])
  const fade = [0, 80, 160, 240].map((level, at) => picture(level, at, at === 0))
  t.equal(detectScenes([...fade, picture(250, 4, false)], 5).length, 2, 'its end')
})

t.test('pictures of another size than the first are left out of the stack', async t => {
  const { width, height, frames, pixels } = stackFrames(picture(7, 0), [
    picture(7, 0),
    picture(9, 1, true, 1, 1),
    picture(8, 2),
  ])
  t.same([width, height, frames, [...pixels]], [2, 2, 2, [...Array(8).fill(7), ...Array(8).fill(8)]])
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
  // The address is that of the request.
  Reflect.deleteProperty(style_metadata.analysis, 'url')
  const task = { bytes: mp4, depth: 'high', platform: 'web_16_9', mediaType: 'video', maxPixels: 50e6 } as const
  t.same(style_metadata, await analyze({ ...task, ffmpegPath }))
  t.equal(style_metadata.colors.length, 3)
  t.match(style_metadata, { media: { type: 'video', format: 'mp4' }, video: { duration: 6, scenes: { length: 3 } } })
})
