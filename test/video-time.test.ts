// Which pictures of a film are measured: by their time, whatever its keyframes.
import t from 'tap'
import type { Depth } from '../schemas/provenance.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { decodeImage } from '../src/image/decode.ts'
import { decodeFrames } from '../src/image/ffmpeg.ts'
import { probeVideo } from '../src/image/ffprobe.ts'
import { requireFormat } from '../src/image/format.ts'
import type { DecodedImage } from '../src/image/raster.ts'
import { withVideoFile } from '../src/image/video-file.ts'
import { film } from './fixtures/hostile-files/film.ts'
import { ffmpegPath as installed, needs } from './helpers/tools.ts'

const ffmpegPath = installed ?? 'ffmpeg'

function decode(bytes: Uint8Array, depth: Depth = 'medium'): Promise<DecodedImage> {
  return decodeImage(bytes, { depth, maxPixels: 50e6, ffmpegPath })
}

/** Two colours one after the other, as the arguments of ffmpeg. */
function twoColors(size: string, [first, second]: readonly [seconds: number, seconds: number]): readonly string[] {
  const inputs = [`0xD02020:d=${first}`, `0x2040D0:d=${second}`].flatMap(color => [
    '-f',
    'lavfi',
    '-i',
    `color=${color}:s=${size}:r=25`,
  ])
  return [...inputs, '-filter_complex', 'concat=n=2:v=1', '-pix_fmt', 'yuv420p']
}

const h264 = '-c:v libx264 -preset veryfast -g 9999 -sc_threshold 0'.split(' ')

/** Part of the visible pixels in which red, or blue, prevails. */
function parts({ pixels }: DecodedImage): { readonly red: number; readonly blue: number; readonly black: number } {
  const counts = { red: 0, blue: 0, black: 0 }
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, , blue = 0] = pixels.subarray(at, at + 3)
    if (Math.max(red, blue) < 40) counts.black++
    else counts[red > blue ? 'red' : 'blue']++
  }
  const share = 4 / pixels.length
  return { red: counts.red * share, blue: counts.blue * share, black: counts.black * share }
}

t.test('one keyframe is enough, in every codec', needs('ffmpeg'), async t => {
  for (const [name, codec] of [
    ['one.mp4', h264.join(' ')],
    ['one.mkv', `${h264.join(' ')} -bf 3`],
    ['one.webm', '-c:v libvpx -deadline realtime -g 9999'],
    ['vp9.webm', '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 9999'],
    ['av1.mp4', '-c:v libaom-av1 -cpu-used 8 -usage realtime -g 9999'],
    ['hevc.mp4', '-c:v libx265 -preset ultrafast -g 9999 -x265-params log-level=none:scenecut=0'],
  ] as const) {
    const image = await decode(await film(name, [...twoColors('160x90', [1, 4]), ...codec.split(' ')]))
    const { red, blue } = parts(image)
    t.ok(Math.abs(red - 1 / 6) < 0.01 && Math.abs(blue - 5 / 6) < 0.01, `${name}: ${red} ${blue}`)
    t.match(image, { video: { frames: 12, fps: 25, duration: 5 }, media: { frames: 125 }, missing: undefined }, name)
  }
})

t.test('a film that fades in from black is measured after it', needs('ffmpeg'), async t => {
  const source = 'color=0xE07020:s=160x90:r=25:d=8,fade=in:0:25'
  const bytes = await film('fade.mp4', ['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', ...h264])
  for (const [depth, most] of [
    ['low', 0],
    ['medium', 0.1],
    ['high', 0.1],
  ] as const) {
    const image = await decode(bytes, depth)
    t.ok(parts(image).black <= most, `${depth}: ${parts(image).black}`)
    t.equal(image.video?.duration, 8, depth)
  }
})

t.test('a film that was cut without encoding it anew begins before its first keyframe', needs('ffmpeg'), async t => {
  const whole = await film('whole.mp4', [...twoColors('160x90', [2, 3]), ...h264])
  const bytes = await film('cut.mp4', ['-ss', '2.5', '-i', 'whole.mp4', '-c', 'copy'], { 'whole.mp4': () => whole })
  const image = await decode(bytes)
  t.equal(parts(image).blue, 1)
  t.ok(Math.abs((image.video?.duration ?? 0) - 2.5) < 0.05, `${image.video?.duration} s`)
  t.equal(image.video?.fps, 25)
})

t.test(
  'the duration is that of the film, with its sound, and frames may be seconds apart',
  needs('ffmpeg'),
  async t => {
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=1/3:d=15', '-f', 'lavfi', '-i', 'sine=d=40']
    for (const [name, codecs] of [
      ['slow.mp4', '-pix_fmt yuv420p -c:v libx264 -c:a aac'],
      ['slow.webm', '-c:v libvpx -c:a libopus'],
    ] as const) {
      const { video } = await decode(await film(name, [...source, ...codecs.split(' ')]), 'low')
      t.ok(Math.abs((video?.duration ?? 0) - 40) < 0.2, `${name}: ${video?.duration} s`)
      t.equal(video?.fps, 0.333, name)
    }
  },
)

t.test('a rate that no header names is that of the frames', needs('ffmpeg'), async t => {
  const bytes = await film('rate.webm', '-f lavfi -i color=red:s=64x64:r=25:d=2 -c:v libvpx'.split(' '))
  const id = bytes.indexOf('23e383', 'hex')
  bytes.writeUInt8(0x84, id + 2)
  t.match(await decode(bytes, 'low'), { video: { fps: 25 } })
})

t.test('with a variable frame rate a colour counts by its time, not by its frames', needs('ffmpeg'), async t => {
  // Every frame of one colour, and one in a second of the other.
  for (const [seconds, select] of [
    [[1, 9], 'lt(t,1)+not(mod(n,25))'],
    [[9, 1], 'gte(t,9)+not(mod(n,25))'],
  ] as const)
    for (const [name, options] of [
      ['variable.mp4', h264],
      ['variable-fragments.mp4', [...h264, '-g', '5', '-bf', '0', '-movflags', 'frag_keyframe+empty_moov']],
      ['variable.mkv', h264],
      ['variable.webm', '-c:v libvpx -deadline realtime -g 9999'.split(' ')],
    ] as const) {
      const source = twoColors('160x90', seconds).map(part => part.replace('concat=n=2:v=1', `$&,select='${select}'`))
      const image = await decode(await film(name, [...source, '-vsync', 'vfr', ...options]))
      const { red, blue } = parts(image)
      const expected = seconds[0] / 10
      const label = `${name}, ${seconds}: ${red} ${blue}, ${image.video?.duration} s`
      t.ok(Math.abs(red - expected) < 0.05 && Math.abs(blue - 1 + expected) < 0.05, label)
      t.ok(Math.abs((image.video?.duration ?? 0) - 10) < 1.01, label)
      t.equal(image.missing, undefined, label)
    }
})

t.test('the last frame stays to the end of the film if nothing says how long', needs('ffmpeg'), async t => {
  const slides = '-f lavfi -i color=0xD02020:s=64x64:r=1:d=1 -f lavfi -i color=0x2040D0:s=64x64:r=1:d=1'.split(' ')
  const joined = '-filter_complex concat=n=2:v=1,setpts=N/TB -c:v libvpx'.split(' ')
  for (const [name, args, frames, duration] of [
    ['slides.webm', [...slides, ...joined], 2, 2],
    ['one-slide.webm', [...slides.slice(4), '-c:v', 'libvpx'], 1, 1],
  ] as const) {
    const bytes = await film(name, args)
    bytes.writeUInt8(0x84, bytes.indexOf('23e383', 'hex') + 2)
    const image = await decode(bytes)
    t.ok(Math.abs(parts(image).blue - 1 / frames) < 0.01, `${name}: ${parts(image).blue}`)
    t.match(image, { video: { fps: frames - 1, duration }, media: { frames } }, name)
    // The duration of the film, an element of eight bytes.
    bytes.writeUInt8(0x8a, bytes.indexOf('448988', 'hex') + 1)
    t.match(await decode(bytes), { video: { frames: 1, fps: frames - 1, duration: frames - 1 } }, name)
  }
})

t.test('a film that is black throughout is black', needs('ffmpeg'), async t => {
  const bytes = await film('black.webm', '-f lavfi -i color=black:s=64x64:r=25:d=2 -c:v libvpx'.split(' '))
  t.equal(parts(await decode(bytes, 'low')).black, 1)
})

t.test('with memory for keyframes only, these stand for the time around them', needs('ffmpeg'), async t => {
  const codecs = {
    'open.mp4': '-c:v libx264 -preset ultrafast -bf 2 -x264-params open-gop=1:keyint=10:min-keyint=10:scenecut=0',
    'closed.mkv': '-c:v libx264 -preset ultrafast -g 10',
    'open.hevc.mp4': '-c:v libx265 -preset ultrafast -x265-params log-level=none:open-gop=1:keyint=10:bframes=4',
    'av1.mp4': '-c:v libaom-av1 -cpu-used 8 -usage realtime -g 10',
    'vp9.webm': '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -g 10',
  } as const
  for (const [name, codec] of Object.entries(codecs)) {
    const bytes = await film(name, [...twoColors('160x90', [1, 1]), ...codec.split(' ')])
    const options = { depth: 'medium', maxPixels: 50e6, ffmpegPath, isKeyframesOnly: true } as const
    const image = await decodeImage(bytes, options)
    const { red, blue } = parts(image)
    t.ok(Math.abs(red - 0.5) < 0.1 && Math.abs(blue - 0.5) < 0.1, `${name}: ${red} ${blue}`)
    if (name === 'closed.mkv') t.match(image, { missing: { measured: 4, wanted: 12 } }, name)
  }
})

t.test('decoding begins at any keyframe, in every container', needs('ffmpeg'), async t => {
  const x264 = '-c:v libx264 -preset ultrafast -bf 2 -g 10'
  for (const [name, format, codec] of [
    ['parts.mp4', 'mp4', x264],
    ['fragments.mp4', 'mp4', `${x264} -movflags frag_keyframe+empty_moov`],
    ['parts.mov', 'mov', x264],
    ['parts.hevc.mp4', 'mp4', '-c:v libx265 -preset ultrafast -x265-params log-level=none:open-gop=1:keyint=10'],
    ['parts.webm', 'webm', '-c:v libvpx -deadline realtime -g 10'],
    ['parts.mkv', 'mkv', x264],
    ['parts.ts', 'ts', x264],
    ['parts.avi', 'avi', '-c:v mpeg4 -g 10'],
    ['parts.flv', 'flv', '-c:v flv -g 10'],
    ['parts.wmv', 'wmv', '-c:v wmv2 -g 10'],
  ] as const) {
    const bytes = await film(name, [...twoColors('160x90', [2, 2]), ...codec.split(' ')])
    t.equal(requireFormat(bytes, undefined), format, name)
    await withVideoFile(bytes, format, async file => {
      const found = await probeVideo(file, ffmpegPath)
      const keyframes = found?.packets.filter(({ isKey }) => isKey) ?? []
      t.ok(keyframes.length >= 10, `${name}: ${keyframes.length} keyframes`)
      for (const { timestamp } of [keyframes[2], keyframes[8]].flatMap(keyframe => keyframe ?? [])) {
        const [tick, rate] = [Number(found?.tick), 1 / 25]
        const time = (timestamp - Number(found?.begin)) * tick
        const wanted = [timestamp, Math.round(timestamp + rate / tick)]
        const part = { from: timestamp * tick, wanted, until: timestamp + 1 / tick }
        const limits = { ffmpegPath, side: 8, maxPixels: 1e6, skip: 'default' } as const
        const frames = await decodeFrames(file, part, limits)
        const distances = frames.map((frame, at) => Math.abs(frame.timestamp - Number(wanted[at])) * tick)
        t.ok(
          distances.length === 2 && distances.every(distance => distance <= rate),
          `${name} at ${time}: ${distances}`,
        )
        for (const { planes, width, height } of frames) {
          const [blue, red] = [1, 2].map(plane => planes.readUInt16LE(plane * width * height * 2))
          t.equal(Number(red) > Number(blue), time < 1.9, `${name} at ${time}`)
        }
      }
    })
  }
})

t.test('films of more keyframes than are compared, all of which differ', needs('ffmpeg'), async t => {
  const source =
    'color=black:s=64x64:r=25:d=16,drawbox=x=0:y=0:w=64:h=64:t=fill:color=white:enable=gte(mod(t\\,1)\\,.5)'
  const bytes = await film('flicker.mp4', [
    '-f',
    'lavfi',
    '-i',
    source,
    ...'-c:v libx264 -g 1 -pix_fmt yuv420p'.split(' '),
  ])
  t.match(await decode(bytes, 'high'), { missing: undefined, video: { frames: 24, scenes: { length: 32 } } })
})

t.test('a warning says how many pictures were measured', needs('ffmpeg'), async t => {
  const bytes = await film('one.key.mp4', [...twoColors('160x90', [1, 1]), ...h264])
  const limits = { maxPixels: 50e6, ffmpegPath, isKeyframesOnly: true } as const
  const task = { bytes, depth: 'medium', platform: 'web_16_9', mediaType: 'video', ...limits } as const
  const { analysis } = await analyze(task)
  t.match(analysis.warnings, [/^1 of 12 frames of the video were measured/])
})
