// MP4, MOV and WebM films that are small to send and expensive to read. Without ffmpeg there are none.
import { ffmpegPath } from '../tools.ts'
import { type Bomb, bombsOf } from './bomb.ts'
import { fullBox } from './boxes.ts'
import { be16, be32, latin1, mebibyte, noise, repeat } from './bytes.ts'
import { film, flat, overwritten, rewritten } from './film.ts'
import { flatJpeg, jpegOf50Megapixels } from './jpeg.ts'
import { blackPng, pngOf50Megapixels, zTxtBomb } from './png.ts'

const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1'] as const
const eightK = '8192x4352'

/** ffmpeg writes mdat before moov: what changes in moov moves no sample. */
function small(): Promise<Buffer> {
  return film('small.mp4', [...flat('64x64', 25), ...h264, '-pix_fmt', 'yuv420p'])
}

function manyKeyframes(): Promise<Buffer> {
  return film('keyframes.mp4', [...flat('64x64', 20_000), ...h264, '-g', '1', '-pix_fmt', 'yuv420p'])
}

async function endless(): Promise<Buffer> {
  const forever = be32(0xffffffff)
  const media = rewritten(await small(), ['moov', 'trak', 'mdia', 'mdhd'], content => overwritten(content, 16, forever))
  const track = rewritten(media, ['moov', 'trak', 'tkhd'], content => overwritten(content, 20, forever))
  const movie = rewritten(track, ['moov', 'mvhd'], content => overwritten(content, 16, forever))
  const times = Buffer.concat([be32(0, 1, 25, 0x7fffffff)])
  return rewritten(movie, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stts'], () => times)
}

async function edited(entries: number): Promise<Buffer> {
  const list = Buffer.concat([be32(0, entries), repeat(be32(1, 0, 0x10000), entries)])
  return rewritten(await small(), ['moov', 'trak', 'edts', 'elst'], () => list)
}

/** A table of the samples with so many entries, of which the film has 25. */
async function longTable(name: 'stts' | 'stsc' | 'stss', entries: number, entry: Buffer): Promise<Buffer> {
  const table = Buffer.concat([be32(0, entries), repeat(entry, entries)])
  return rewritten(await small(), ['moov', 'trak', 'mdia', 'minf', 'stbl', name], () => table)
}

/** 2^32 - 1 samples of one size, which needs no table. */
async function manySamples(): Promise<Buffer> {
  return rewritten(await small(), ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz'], () => be32(0, 1, 0xffffffff))
}

async function largeMovieBox(): Promise<Buffer> {
  return rewritten(await small(), ['moov'], content =>
    Buffer.concat([content, fullBox('udta', 0, 0, noise(20 * mebibyte))]),
  )
}

async function nestedBoxes(depth: number): Promise<Buffer> {
  let inner = Buffer.alloc(0)
  for (let level = 0; level < depth; level++) inner = Buffer.concat([be32(inner.length + 8), latin1('trak'), inner])
  return rewritten(await small(), ['moov'], content => Buffer.concat([content, inner]))
}

/** The size of the sample entry, which ffmpeg believes until the first frame says otherwise. */
async function claimingSize(): Promise<Buffer> {
  const size = be16(65_535, 65_535)
  return rewritten(await small(), ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'], content =>
    overwritten(content, 40, size),
  )
}

/** Every stream is the same film. */
function manyStreams(name: string): Promise<Buffer> {
  const maps = Array.from({ length: 100 }, () => ['-map', '0:v']).flat()
  return film(name, ['-i', 'small.mp4', ...maps, '-c', 'copy'], { 'small.mp4': small })
}

function vp9(name: string, size: string): Promise<Buffer> {
  const quick = ['-deadline', 'realtime', '-cpu-used', '8', '-threads', '1']
  return film(name, [...flat(size, 1), '-c:v', 'libvpx-vp9', ...quick, '-pix_fmt', 'yuv420p'])
}

/** Every part has another size than the one before. */
function changingSize(): Promise<Buffer> {
  const sizes = ['64x64', '3840x2160', '17x4001', '2x2', '4001x17', '1920x1080'] as const
  const parts = sizes.map(size => [`${size}.webm`, () => vp9(`${size}.webm`, size)] as const)
  const list = parts.map(([name]) => `file ${name}\n`).join('')
  const args = ['-f', 'concat', '-i', 'list.txt', '-c', 'copy']
  return film('changing.webm', args, { ...Object.fromEntries(parts), 'list.txt': () => Buffer.from(list) })
}

/** The same picture as every frame. */
function pictures(name: string, format: 'mjpeg' | 'png_pipe', picture: () => Buffer, count: number): Promise<Buffer> {
  return film(name, ['-f', format, '-i', 'pictures', '-c', 'copy'], { pictures: () => repeat(picture(), count) })
}

/** A cover is a picture that belongs to no frame. */
function withCover(picture: () => Buffer): Promise<Buffer> {
  const args = [
    '-i',
    'small.mp4',
    '-i',
    'cover.png',
    '-map',
    '0',
    '-map',
    '1',
    '-c',
    'copy',
    '-disposition:v:1',
    'attached_pic',
  ]
  return film(`cover-${picture.name}.mp4`, args, { 'small.mp4': small, 'cover.png': picture })
}

function withAttachments(count: number): Promise<Buffer> {
  const attachments = Array.from({ length: count }, (_, at) => [
    '-attach',
    'a.png',
    `-metadata:s:t:${at}`,
    'mimetype=image/png',
  ])
  const args = ['-i', 'small.mp4', ...attachments.flat(), '-c', 'copy']
  return film('attachments.mkv', args, { 'small.mp4': small, 'a.png': zTxtBomb })
}

const deepPng = () => blackPng({ width: 7000, height: 7000, bits: 16, color: 6, isInterlaced: true })
const longJpeg = () => flatJpeg({ width: 65_500, height: 760 })

const bombs = bombsOf('video', [
  ['H.264 8192 x 4352', 'either', () => film('h264.mp4', [...flat(eightK, 1), ...h264, '-pix_fmt', 'yuv420p'])],
  [
    'H.264 10 bits 4:4:4 8192 x 4352',
    'either',
    () => film('deep.mp4', [...flat(eightK, 1), ...h264, '-pix_fmt', 'yuv444p10le']),
  ],
  [
    'H.264 8192 x 4352, 16 reference frames',
    'either',
    () => film('references.mp4', [...flat(eightK, 6), ...h264, '-refs', '16', '-bf', '0', '-pix_fmt', 'yuv420p']),
  ],
  [
    'H.264 4K, 100 keyframes',
    'either',
    () => film('intra.mp4', [...flat('3840x2160', 100), ...h264, '-g', '1', '-pix_fmt', 'yuv420p']),
  ],
  ['20,000 keyframes of 64 x 64', 'either', manyKeyframes],
  [
    '20,000 fragments',
    'either',
    () =>
      film('fragments.mp4', ['-i', 'keyframes.mp4', '-c', 'copy', '-movflags', 'frag_every_frame+empty_moov'], {
        'keyframes.mp4': manyKeyframes,
      }),
  ],
  [
    'HEVC 10 bits 4:4:4 8192 x 4320',
    'either',
    () =>
      film('hevc.mp4', [
        ...flat('8192x4320', 1),
        '-c:v',
        'libx265',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=none',
        '-pix_fmt',
        'yuv444p10le',
      ]),
  ],
  ['VP9 8192 x 4352', 'either', () => vp9('vp9.webm', eightK)],
  ['VP9 16384 x 16', 'either', () => vp9('wide.webm', '16384x16')],
  [
    'AV1 8192 x 4352',
    'either',
    () =>
      film('av1.mp4', [
        ...flat(eightK, 1),
        '-c:v',
        'libaom-av1',
        '-cpu-used',
        '8',
        '-usage',
        'realtime',
        '-pix_fmt',
        'yuv420p',
      ]),
  ],
  [
    'ProRes 8192 x 4320',
    'either',
    () => film('prores.mov', [...flat('8192x4320', 1), '-c:v', 'prores_aw', '-pix_fmt', 'yuv422p10le']),
  ],
  [
    'FFV1 16 bits 8192 x 4352',
    'either',
    () => film('ffv1.mkv', [...flat(eightK, 1), '-c:v', 'ffv1', '-level', '3', '-pix_fmt', 'gbrp16le']),
  ],
  [
    'QuickTime run lengths 16000 x 3000',
    'either',
    () => film('rle.mov', [...flat('16000x3000', 20), '-c:v', 'qtrle', '-pix_fmt', 'argb']),
  ],
  [
    'uncompressed 10 bits 4096 x 2160',
    'either',
    () => film('v210.mov', [...flat('4096x2160', 2), '-c:v', 'v210', '-pix_fmt', 'yuv422p10le']),
  ],
  ['20 JPEG of 50 MP', 'either', () => pictures('jpeg.mov', 'mjpeg', jpegOf50Megapixels, 20)],
  ['20 JPEG of 65500 x 760', 'either', () => pictures('long.mov', 'mjpeg', longJpeg, 20)],
  ['20 PNG of 50 MP', 'either', () => pictures('png.mov', 'png_pipe', pngOf50Megapixels, 20)],
  ['20 PNG of 49 MP, 16 bits, interlaced', 'either', () => pictures('deep.mov', 'png_pipe', deepPng, 20)],
  ['5 PNG with 200 zTXt', 'either', () => pictures('text.mov', 'png_pipe', zTxtBomb, 5)],
  ['cover of 50 MP', 'either', () => withCover(pngOf50Megapixels)],
  ['cover with 200 zTXt', 'either', () => withCover(zTxtBomb)],
  ['15 attachments with 200 zTXt', 'either', () => withAttachments(15)],
  ['100 streams in MP4', 'either', () => manyStreams('streams.mp4')],
  ['100 streams in Matroska', 'either', () => manyStreams('streams.mkv')],
  ['size that changes six times', 'either', changingSize],
  ['durations of 2^32 - 1', 'either', endless],
  ['1,000,000 edits', 'either', () => edited(1_000_000)],
  ['2^32 - 1 samples', 'either', manySamples],
  ['2,500,000 entries of stts', 'either', () => longTable('stts', 2_500_000, be32(1, 1))],
  ['1,500,000 entries of stsc', 'either', () => longTable('stsc', 1_500_000, be32(1, 1, 1))],
  ['5,000,000 entries of stss', 'either', () => longTable('stss', 5_000_000, be32(1))],
  ['moov of 20 MB', 'either', largeMovieBox],
  ['boxes 2000 deep', 'either', () => nestedBoxes(2000)],
  ['sample entry of 65535 x 65535', 'either', claimingSize],
  [
    'index of 20 MB in WebM',
    'either',
    async () =>
      film('index.webm', ['-i', 'vp9.webm', '-c', 'copy', '-reserve_index_space', '20000000'], {
        'vp9.webm': () => vp9('64x64.webm', '64x64'),
      }),
  ],
  [
    'H.264 8192 x 4352, truncated',
    'either',
    async () => (await film('h264.mp4', [...flat(eightK, 1), ...h264, '-pix_fmt', 'yuv420p'])).subarray(0, 50_000),
  ],
])

/** Empty without ffmpeg, which makes them. */
export const videoBombs: readonly Bomb[] = ffmpegPath === undefined ? [] : bombs
