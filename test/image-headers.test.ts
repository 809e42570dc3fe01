// What is known from the header of a file, before anything is decoded: metadata, memory, frames, and what can be left out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { type Format, formats, type VideoFormat } from '../schemas/media.ts'
import { tiffDirectories } from '../src/image/containers.ts'
import { decodeImage } from '../src/image/decode.ts'
import { checkLimits } from '../src/image/decode-limits.ts'
import { checkScanCount } from '../src/image/formats/jpeg.ts'
import { estimateMemory, probe, repairContainer } from '../src/image/probe.ts'
import { frameSize } from '../src/image/video-container.ts'
import { box, fullBox } from './fixtures/hostile-files/boxes.ts'
import { be16, be32, latin1, le32, noise, repeat } from './fixtures/hostile-files/bytes.ts'
import { film, flat as flatFilm } from './fixtures/hostile-files/film.ts'
import { pngChunk } from './fixtures/hostile-files/png.ts'
import { drawing } from './fixtures/media/pictures.ts'
import { twoColors } from './fixtures/media/wasm-formats.ts'
import { needs } from './helpers/tools.ts'

const mebibyte = 1024 * 1024

/** Noise, so that encoders cannot simplify it. */
function noisy(width: number, height: number): Sharp {
  const noise = { type: 'gaussian', mean: 128, sigma: 9 } as const
  return sharp({ create: { width, height, channels: 3, background: '#357', noise } })
}

function flat(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background: channels === 4 ? 'rgba(200,50,50,0.5)' : '#C83232' } })
}

/** Two frames of one size. */
async function animation(width: number, height: number): Promise<Sharp> {
  const frame = await flat(width, height).png().toBuffer()
  const other = await flat(width, height).negate().png().toBuffer()
  return sharp([frame, other], { join: { animated: true } })
}

/** Memory for decoding, without the bytes of the file. */
function needOf(bytes: Uint8Array, format: Format | VideoFormat): number {
  const { need, limit } = estimateMemory(bytes, format)
  if (!(limit > need)) throw new Error(`A limit of ${limit} for ${need}`)
  return need - bytes.length
}

const [width, height] = [1600, 1200]
const pixels = width * height

t.test('a baseline JPEG takes the same at every size, a progressive one 2 bytes for each sample', async t => {
  const need = async (picture: Sharp, options = {}) => needOf(await picture.jpeg(options).toBuffer(), 'jpeg')
  const baseline = await need(flat(width, height))
  const progressive = await need(flat(width, height), { progressive: true })
  const full = await need(flat(width, height), { progressive: true, chromaSubsampling: '4:4:4' })
  t.equal(baseline, await need(flat(160, 120)))
  t.ok(progressive - baseline >= pixels * 3, `${(progressive - baseline) / pixels} bytes for each pixel`)
  t.equal((full - baseline) / (progressive - baseline), 2, 'twice as many samples without subsampling')
})

/** A frame header without subsampling. */
function frame(marker: number, components = 3): Buffer {
  const head = Buffer.concat([be16(8 + 3 * components), Buffer.of(8), be16(height, width), Buffer.of(components)])
  return Buffer.concat([Buffer.of(0xff, marker), head, repeat(Buffer.of(1, 0x11, 0), components)])
}

function scan(components: number): Buffer {
  const head = Buffer.concat([be16(6 + 2 * components), Buffer.of(components)])
  return Buffer.concat([Buffer.of(0xff, 0xda), head, Buffer.alloc(3 + 2 * components)])
}

function jpegOf(...segments: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.of(0xff, 0xd8), ...segments])
}

t.test('a JPEG whose scans hold one component each takes memory for all samples, one without a scan none', async t => {
  const none = needOf(jpegOf(), 'jpeg')
  t.equal(needOf(jpegOf(frame(0xc0), scan(3)), 'jpeg'), none)
  t.ok(needOf(jpegOf(frame(0xc0), scan(1)), 'jpeg') >= none + pixels * 6)
  t.ok(needOf(jpegOf(frame(0xca), scan(3)), 'jpeg') >= none + pixels * 6, 'arithmetic coding, progressive')
  t.equal(needOf(jpegOf(frame(0xc2)), 'jpeg'), none)
  t.equal(needOf(jpegOf(frame(0xc4), scan(3)), 'jpeg'), none, 'a table is not a frame')
})

/** Runs work that a hostile file could make slow. */
function isQuick(work: () => unknown): boolean {
  const begin = performance.now()
  work()
  return performance.now() - begin < 1000
}

t.test('a JPEG of millions of segments is parsed quickly', async t => {
  t.ok(isQuick(() => needOf(jpegOf(repeat(Buffer.of(0xff, 0xc2, 0, 2), 2 * mebibyte)), 'jpeg')))
  t.ok(isQuick(() => needOf(jpegOf(repeat(frame(0xc2, 255), 9000)), 'jpeg')))
})

t.test('a JPEG of too many scans for its size is rejected before it is decoded', async t => {
  const options = { depth: 'low', maxPixels: 50e6 } as const
  const message = /3000 scans of 1600 × 1200/
  await t.rejects(decodeImage(jpegOf(frame(0xc2), repeat(scan(1), 3000)), options), { code: 'source_timeout', message })
  const small = { width: 160, height: 160 }
  t.doesNotThrow(() => checkScanCount(jpegOf(frame(0xc2), repeat(scan(1), 3000)), small), 'a small picture')
  const markers = Buffer.concat([Buffer.of(0xff, 0xd9), repeat(Buffer.of(0xff, 0xda), 20_000)])
  const large = { width: 1600, height: 1200 }
  t.doesNotThrow(() => checkScanCount(jpegOf(frame(0xc2), scan(3), markers), large), 'markers behind the end')
})

t.test('an interlaced PNG takes memory for all pixels, any other for some lines', async t => {
  const need = async (picture: Sharp, options = {}) => needOf(await picture.png(options).toBuffer(), 'png')
  const plain = await need(flat(width, height))
  t.ok(plain < (await need(flat(200, 150))) + pixels * 3)
  t.ok((await need(flat(width, height), { progressive: true })) >= plain + pixels * 3)
  t.ok((await need(flat(width, height, 4))) > plain)
  t.ok((await need(flat(width, height).toColourspace('rgb16'))) > plain)
  t.ok((await need(flat(width, height).toColourspace('b-w'))) < plain)
  const odd = await flat(width, height).png().toBuffer()
  odd[25] = 9
  t.equal(needOf(odd, 'png'), await need(flat(width, height, 4)), 'an unknown kind counts as the largest')
})

t.test('a WebP that is lossless, transparent or animated takes memory for all pixels', async t => {
  const need = async (picture: Sharp, options = {}) =>
    needOf(await picture.webp({ effort: 0, ...options }).toBuffer(), 'webp')
  const [wide, tall] = [3200, 2400]
  const lossy = await need(flat(wide, tall))
  t.ok(lossy < wide * tall * 4, 'it is shrunk while it is decoded')
  t.ok(lossy < (await need(flat(wide, tall), { lossless: true })))
  t.ok(lossy < (await need(flat(wide, tall, 4))))
  t.ok(lossy < (await need(flat(wide, tall, 4), { lossless: true })))
  const tagged = await flat(wide, tall).withIccProfile('p3').webp({ effort: 0 }).toBuffer()
  t.equal(needOf(tagged, 'webp'), lossy, 'a profile alone changes nothing')
  t.ok(lossy < (await need(await animation(wide, tall))))
})

const ftyp = box('ftyp', latin1('avif'), be32(0), latin1('avifmif1'))

t.test('an AVIF takes more with more bits and more colour', async t => {
  const need = async (side: number, options: Parameters<Sharp['avif']>[0] = {}) => {
    const picture = flat(side, side).avif({ effort: 0, ...options })
    return needOf(await picture.toBuffer(), 'avif')
  }
  const small = await need(64)
  const subsampled = await need(512, { chromaSubsampling: '4:2:0' })
  const full = await need(512, { chromaSubsampling: '4:4:4' })
  const deep = await need(512, { chromaSubsampling: '4:4:4', bitdepth: 10 })
  t.ok(small < subsampled && subsampled < full && full < deep, `${small} ${subsampled} ${full} ${deep}`)
  for (const large of [false, true]) {
    const [single, grid] = [needOf(avifOf('av01', large), 'avif'), needOf(avifOf('grid', large), 'avif')]
    t.equal(single - grid, 512 * 512 * 9, 'of a grid one tile at a time')
  }
  const properties = repeat(fullBox('ispe', 0, 0, be32(1, 1)), mebibyte)
  const many = Buffer.concat([ftyp, metaOf(box('iprp', box('ipco', properties)))])
  t.ok(isQuick(() => needOf(many, 'avif')))
})

/** The second item of a file of 512 × 512 is the picture. @param isLarge whether its numbers have 32 bits. */
function avifOf(type: 'av01' | 'grid', isLarge: boolean): Buffer {
  const id = (value: number) => (isLarge ? be32(value) : be16(value))
  const version = isLarge ? 1 : 0
  const infe = (item: number, type: string) =>
    fullBox('infe', isLarge ? 3 : 2, 0, id(item), be16(0), latin1(type), Buffer.of(0))
  const properties = [fullBox('ispe', 0, 0, be32(512, 512)), box('av1C', Buffer.of(0x81, 0, 0x0c, 0))]
  const meta = metaOf(
    fullBox('pitm', version, 0, id(2)),
    fullBox('iinf', version, 0, id(2), infe(1, type === 'grid' ? 'av01' : 'grid'), infe(2, type)),
    box('iprp', box('ipco', ...properties), fullBox('ipma', version, 0, be32(1), id(2), Buffer.of(2, 1, 2))),
  )
  return Buffer.concat([ftyp, meta])
}

t.test('names of boxes in the pixels or in a free box of an AVIF change no estimate', async t => {
  const picture = await flat(512, 512).avif({ effort: 0, chromaSubsampling: '4:4:4' }).toBuffer()
  const need = needOf(picture, 'avif')
  const [start, mdat] = [picture.indexOf('meta') - 4, picture.indexOf('mdat') - 4]
  const subsampled = box('av1C', Buffer.of(0x81, 0, 0x0c, 0))
  for (const planted of [latin1('grid'), fullBox('ispe', 0, 0, be32(9000, 9000)), subsampled]) {
    const pixels = Buffer.concat([picture.subarray(mdat + 8), planted])
    const behind = Buffer.concat([picture.subarray(0, mdat), box('mdat', pixels)])
    t.match((await decodeImage(behind, { depth: 'low', maxPixels: 1e6 })).media, { width: 512 })
    t.equal(needOf(behind, 'avif'), need)
    const before = Buffer.concat([picture.subarray(0, start), box('free', planted), picture.subarray(start)])
    t.equal(needOf(before, 'avif'), need)
  }
})

t.test('a GIF takes a frame, a TIFF its rows, tiles or strips', async t => {
  const gif = async (side: number) => needOf(await flat(side, side).gif().toBuffer(), 'gif')
  t.ok((await gif(1000)) - (await gif(10)) >= 1000 * 1000 * 4)
  const disposed = (method: number): Buffer =>
    Buffer.concat([
      latin1('GIF89a\xE8\x03\xE8\x03\0\0\0'),
      latin1('!\xFE\x04!\xF9\x04\0\0'),
      Buffer.from([0x21, 0xf9, 4, method << 2, 0, 0, 0, 0]),
      latin1(',\0\0\0\0\xE8\x03\xE8\x03\0'),
    ])
  t.equal(needOf(disposed(3), 'gif') - needOf(disposed(2), 'gif'), 1000 * 1000 * 4, 'the previous frame is kept')
  const tiff = async (options: Parameters<Sharp['tiff']>[0]) =>
    needOf(await flat(width, height).tiff(options).toBuffer(), 'tiff')
  const plain = await tiff({ compression: 'none' })
  t.ok((await tiff({ compression: 'lzw', tile: true, tileWidth: 512, tileHeight: 512 })) > plain)
  t.ok((await tiff({ compression: 'jpeg' })) >= plain, 'JPEG strips as a whole')
  t.equal(needOf(Buffer.from('II*\0'), 'tiff'), needOf(Buffer.from('GIF89a'), 'gif'), 'a header alone')
})

t.test('an SVG takes a multiple of its size, up to a limit', async t => {
  const [small, large, huge] = [100, 100_000, 30 * mebibyte].map(length => needOf(Buffer.alloc(length, 32), 'svg'))
  t.ok(small !== undefined && large !== undefined && huge !== undefined && small < large && large < huge)
  t.equal(huge, needOf(Buffer.alloc(31 * mebibyte, 32), 'svg'))
})

t.test('many short elements of an SVG take more than their text', async t => {
  const need = (element: string, count: number) => needOf(Buffer.from(element.repeat(count)), 'svg')
  t.ok(need('<a/>', 20_000) > 4 * need('    ', 20_000))
  t.equal(need('<a>1</a>', 20_000), need('<a>12</a>', 20_000), 'a closing tag is no element')
  t.equal(need('<a/>', 1e6), need('<a/>', 2e6), 'up to a limit')
})

t.test('a video takes what its frames take, and no more than the largest accepted one', async t => {
  const need = (width: number, height: number) => needOf(mp4Of(width, height), 'mp4')
  t.ok(need(320, 180) < need(1920, 1080) && need(1920, 1080) < need(7680, 4320))
  t.equal(need(65_535, 65_535), need(32_768, 32_768))
  t.ok(needOf(Buffer.alloc(9), 'mp4') > need(1920, 1080), 'a video without a size may be large')
})

const encoders: Readonly<Record<Format, (picture: Sharp) => Promise<Buffer>>> = {
  jpeg: picture => picture.jpeg({ progressive: true }).toBuffer(),
  png: picture => picture.png({ progressive: true }).toBuffer(),
  webp: picture => picture.webp({ lossless: true }).toBuffer(),
  avif: picture => picture.avif({ effort: 0 }).toBuffer(),
  gif: picture => picture.gif().toBuffer(),
  tiff: picture => picture.tiff({ tile: true, compression: 'jpeg' }).toBuffer(),
  svg: async () => drawing(9, 9, '<path d="M0 0h9"/>'),
  heic: async () => twoColors.heic,
  jxl: async () => twoColors.jxl,
  bmp: async () => twoColors.bmp,
  ico: async () => twoColors.ico,
  psd: async () => twoColors.psd,
}
const files = new Map(
  await Promise.all(formats.map(async format => [format, await encoders[format](noisy(40, 30))] as const)),
)
const all: readonly (Format | VideoFormat)[] = [...formats, 'mp4', 'mov', 'webm', 'mkv']

const isSound = (bytes: Uint8Array, format: Format | VideoFormat): boolean => {
  const { need, limit } = estimateMemory(bytes, format)
  return Number.isFinite(limit) && need >= bytes.length && limit > need
}

t.test('any bytes have a finite estimate', async () =>
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), bytes => all.every(format => isSound(bytes, format)))),
)

t.test('a file that is cut off or damaged has a finite estimate', async () =>
  fc.assert(
    fc.property(
      fc.constantFrom(...files),
      fc.nat(400),
      fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 }),
      ([format, bytes], end, changes) => {
        const damaged = Buffer.from(bytes)
        for (const [at, value] of changes) damaged[at % damaged.length] = value
        return isSound(damaged, format) && isSound(damaged.subarray(0, end), format)
      },
    ),
    { numRuns: 500 },
  ),
)

/** One video track with a sample entry of the size. */
function mp4Of(width: number, height: number): Buffer {
  const entry = Buffer.alloc(78)
  entry.writeUInt16BE(width, 24)
  entry.writeUInt16BE(height, 26)
  return Buffer.concat([box('ftyp', latin1('isom')), fullBox('stsd', 0, 0, be32(1), box('avc1', entry))])
}

t.test('the frame size of a video is that of its largest track', async t => {
  t.same(frameSize(mp4Of(640, 360)), { width: 640, height: 360 })
  t.same(frameSize(Buffer.concat([mp4Of(640, 360), mp4Of(1280, 720), mp4Of(320, 180)])), { width: 1280, height: 720 })
  t.same(frameSize(mp4Of(0, 0)), { width: 3840, height: 2160 })
  const frames = Buffer.alloc(20_000_000)
  t.same(frameSize(Buffer.concat([frames, mp4Of(640, 360)])), { width: 640, height: 360 }, 'at the end of a long file')
  t.same(frameSize(Buffer.concat([mp4Of(640, 360), frames])), { width: 640, height: 360 }, 'at its beginning')
  t.same(frameSize(mp4Of(640, 360).subarray(0, 50)), { width: 3840, height: 2160 })
  const ebml = latin1('\x1A\x45\xDF\xA3')
  t.same(frameSize(Buffer.concat([ebml, latin1('\xB0\x82\x05\x00\xBA\x82\x02\xD0')])), { width: 1280, height: 720 })
  t.same(frameSize(Buffer.concat([ebml, latin1('\xB0\x81\x40\xBA\x81\x20')])), { width: 64, height: 32 })
  t.same(frameSize(ebml), { width: 3840, height: 2160 })
})

t.test('reads the frame size of videos by ffmpeg', needs('ffmpeg'), async t => {
  for (const [name, codec] of [
    ['size.mp4', ['-c:v', 'libx264', '-preset', 'ultrafast']],
    ['size.webm', ['-c:v', 'libvpx', '-deadline', 'realtime']],
  ] as const)
    t.same(frameSize(await film(name, [...flatFilm('352x288', 2), ...codec])), { width: 352, height: 288 }, name)
})

t.test('the directories of a TIFF, classic and BigTIFF, little- and big-endian', async t => {
  for (const bigtiff of [false, true]) {
    const bytes = await flat(300, 200).tiff({ bigtiff, compression: 'none' }).toBuffer()
    const [directory, ...more] = [...tiffDirectories(bytes)]
    t.same(
      [256, 257, 258, 277].map(tag => directory?.first(tag)),
      [300, 200, 8, 3],
      `${bigtiff}`,
    )
    t.equal(directory?.first(60_000), undefined)
    t.ok((directory?.valueBytes() ?? 0) > 40)
    t.same(more, [])
  }
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([be16(tag, type), be32(count), value])
  const big = Buffer.concat([
    latin1('MM\0*'),
    be32(8),
    be16(2),
    entry(256, 3, 1, be16(300, 0)),
    entry(258, 3, 3, be32(99_999)),
    be32(8),
  ])
  const directories = [...tiffDirectories(big)]
  t.equal(directories.length, 1, 'a cycle ends')
  t.same(
    [256, 258].map(tag => directories[0]?.first(tag)),
    [300, 0],
    'bytes beyond the file are 0',
  )
  t.equal(directories[0]?.valueBytes(), 8)
  const odd = Buffer.concat([latin1('MM\0*'), be32(8), be16(1), entry(1, 99, 9, be32(0))])
  t.equal([...tiffDirectories(odd)][0]?.valueBytes(), 0, 'an unknown type has no size')
})

/** Extents of an item: index, offset and length in this many bytes each. */
function ilocOf(version: 0 | 1 | 2, extents: number, length: number): Buffer {
  const [count, id] = version === 2 ? [be32(1), be32(1)] : [be16(1), be16(1)]
  const index = version === 0 ? Buffer.alloc(0) : be32(0)
  const sizes = Buffer.of(0x44, version === 0 ? 0 : 4)
  const method = version === 0 ? Buffer.alloc(0) : be16(0)
  const item = Buffer.concat([id, method, be16(0, extents), repeat(Buffer.concat([index, be32(0, length)]), extents)])
  return fullBox('iloc', version, 0, sizes, count, item)
}

function metaOf(...boxes: readonly Buffer[]): Buffer {
  return fullBox('meta', 0, 0, ...boxes)
}

/** What happens before a file is decoded. */
function checkFile(bytes: Buffer, format: Format): void {
  checkLimits(bytes, probe(bytes, format).metadata, Number.POSITIVE_INFINITY)
}

t.test('an AVIF whose items claim several times its own bytes is rejected', async t => {
  const rejected = { code: 'source_not_picture' }
  const check = (...boxes: readonly Buffer[]) => checkFile(Buffer.concat([ftyp, ...boxes]), 'avif')
  for (const version of [0, 1, 2] as const) {
    const [usual, hostile] = [ilocOf(version, 3, 9), ilocOf(version, 200, mebibyte)]
    t.doesNotThrow(() => check(metaOf(usual)))
    t.throws(() => check(metaOf(hostile)), rejected)
    t.throws(() => check(box('free', usual), metaOf(hostile)), rejected, 'behind a decoy')
    t.throws(() => check(metaOf(usual), metaOf(hostile)), rejected, 'in a second box of items')
    t.doesNotThrow(() => check(box('free', hostile), metaOf(usual)))
  }
  t.doesNotThrow(() => checkFile(latin1('no items'), 'avif'))
})

t.test('an extent without a length is the rest of the file', async t => {
  const withoutLength = (extents: number) =>
    Buffer.concat([
      ftyp,
      metaOf(fullBox('iloc', 0, 0, Buffer.of(0x40, 0), be16(1, 1, 0, extents), Buffer.alloc(extents * 4))),
      box('mdat', Buffer.alloc(mebibyte)),
    ])
  t.doesNotThrow(() => checkFile(withoutLength(1), 'avif'))
  t.throws(() => checkFile(withoutLength(9), 'avif'), { code: 'source_not_picture' })
  const empty = metaOf(fullBox('iloc', 1, 0, Buffer.alloc(2), repeat(Buffer.of(255), 4 * mebibyte)))
  const isChecked = isQuick(() => {
    t.throws(() => checkFile(empty, 'avif'), { code: 'source_not_picture' })
    t.doesNotThrow(() => checkFile(empty, 'heic'))
  })
  t.ok(isChecked, 'extents without any number are not counted one by one')
})

t.test('a HEIC without its data is rejected, whatever stands before its items', async t => {
  const cut = twoColors.heic.subarray(0, -200)
  const start = cut.indexOf('meta') - 4
  const decoy = Buffer.concat([cut.subarray(0, start), box('free', ilocOf(0, 1, 9)), cut.subarray(start)])
  for (const bytes of [cut, decoy]) t.throws(() => checkFile(bytes, 'heic'), { code: 'source_not_picture' })
})

t.test('rejects more than 5000 frames, counted block by block', async t => {
  const rejected = { code: 'source_timeout', message: /more than 5000 frames/ }
  const animated = await (await animation(9, 9)).gif().toBuffer()
  t.doesNotThrow(() => checkFile(animated, 'gif'))
  const block = (flags: number) =>
    Buffer.concat([
      latin1('\x21\xf9\x04\0\0\0\0\0,'),
      Buffer.alloc(8),
      Buffer.of(flags),
      Buffer.alloc(flags ? 6 : 0),
      latin1('\x02\x02\x44\x01\0'),
    ])
  for (const [table, flags] of [
    [Buffer.alloc(0), 0],
    [Buffer.alloc(6), 0x80],
  ] as const) {
    const head = Buffer.concat([latin1('GIF89a'), Buffer.alloc(4), Buffer.of(flags, 0, 0), table])
    const of = (count: number, tail = ';') => Buffer.concat([head, repeat(block(flags), count), latin1(tail)])
    t.doesNotThrow(() => checkFile(of(5000), 'gif'))
    t.throws(() => checkFile(of(5001), 'gif'), rejected)
    t.doesNotThrow(() => checkFile(of(9, '').subarray(0, 100), 'gif'))
    t.doesNotThrow(() => checkFile(of(9, 'junk'), 'gif'))
  }
  const webp = (frames: number) => Buffer.concat([latin1('RIFF\0\0\0\0WEBP'), repeat(latin1('ANMF\0\0\0\0'), frames)])
  t.doesNotThrow(() => checkFile(webp(5000), 'webp'))
  t.throws(() => checkFile(webp(5001), 'webp'), rejected)
  await t.rejects(decodeImage(webp(5001), { depth: 'low', maxPixels: 1 }), rejected)
  t.doesNotThrow(() => checkFile(Buffer.from('RIFF'), 'webp'))
  /** Empty directories. */
  const tiff = (count: number) => {
    const next = Array.from({ length: count }, (_, at) => Buffer.concat([be16(0), be32(8 + 6 * (at + 1))]))
    return Buffer.concat([latin1('MM\0*'), be32(8), ...next])
  }
  /** A BigTIFF of them. */
  const big = (count: number) => {
    const next = Array.from({ length: count }, (_, at) => be32(0, 0, 0, 16 + 16 * (at + 1)))
    return Buffer.concat([latin1('MM\0\x2B\0\x08\0\0'), be32(0, 16), ...next])
  }
  for (const build of [tiff, big]) {
    t.doesNotThrow(() => checkFile(build(5000), 'tiff'))
    t.throws(() => checkFile(build(5001), 'tiff'), rejected)
  }
  const oversized = Buffer.concat([latin1('MM\0*'), be32(8), be16(1), be16(273, 4), be32(99_999_999, 0)])
  t.throws(() => checkFile(oversized, 'tiff'), { code: 'source_not_picture' }, 'more values than bytes')
  t.doesNotThrow(() => checkFile(latin1('II*\0\x08\0\0\0\0\0\x08\0\0\0'), 'tiff'), 'its own next')
})

function rawOf(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer()
}

t.test('removes the chunks of a PNG that do not affect its pixels', async t => {
  const plain = await flat(60, 40, 4).png().toBuffer()
  t.equal(repairContainer(plain, 'png'), plain, 'the same array')
  const profiled = await noisy(60, 40)
    .withIccProfile('p3')
    .withExif({ IFD0: { Artist: 'A' } })
    .png()
    .toBuffer()
  t.equal(repairContainer(profiled, 'png'), profiled, 'its profile and Exif stay')
  const begin = 33
  const text = pngChunk('zTXt', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(mebibyte))]))
  const stuffed = Buffer.concat([
    plain.subarray(0, begin),
    repeat(text, 50),
    plain.subarray(begin),
    latin1('behind it all'),
  ])
  const lean = repairContainer(stuffed, 'png')
  t.ok(lean.length < plain.length + 20)
  t.same(await rawOf(lean), await rawOf(plain))
  const [one, other] = await Promise.all(
    [plain, stuffed].map(file => decodeImage(file, { depth: 'low', maxPixels: 1e6 })),
  )
  t.same(one?.pixels, other?.pixels)
  t.equal(other?.media.bytes, stuffed.length, 'the size is that of the original file')
  for (const [name, chunk] of [
    ['Exif of 2 MB', pngChunk('eXIf', Buffer.alloc(2 * mebibyte))],
    [
      'a profile that unpacks to 2 MB',
      pngChunk('iCCP', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(2 * mebibyte))])),
    ],
    ['a profile that is none', pngChunk('iCCP', latin1('a\0\0nothing'))],
    ['an empty profile', pngChunk('iCCP', Buffer.concat([latin1('a\0\0'), deflateSync(Buffer.alloc(0))]))],
  ] as const) {
    const bytes = Buffer.concat([plain.subarray(0, begin), chunk, plain.subarray(begin)])
    t.same(repairContainer(bytes, 'png'), plain, name)
  }
  t.same(repairContainer(plain.subarray(0, 50), 'png'), plain.subarray(0, 50))
})

t.test('removes comments and application segments of a JPEG when they are large', async t => {
  const plain = await noisy(60, 40).withIccProfile('p3').jpeg().toBuffer()
  const segment = (marker: number, data: Buffer) =>
    Buffer.concat([Buffer.of(0xff, marker), be16(data.length + 2), data])
  const stuffedBy = (marker: number, data: Buffer, times: number) =>
    Buffer.concat([plain.subarray(0, 2), repeat(segment(marker, data), times), plain.subarray(2)])
  const few = stuffedBy(0xfe, noise(60_000), 3)
  t.equal(repairContainer(few, 'jpeg'), few)
  for (const [name, marker, data] of [
    ['comments', 0xfe, noise(60_000)],
    ['data of Photoshop', 0xed, noise(60_000)],
    ['XMP', 0xe1, Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), noise(60_000)])],
  ] as const) {
    const lean = repairContainer(stuffedBy(marker, data, 40), 'jpeg')
    t.same(lean, plain, name)
  }
  const exif = repairContainer(stuffedBy(0xe1, Buffer.concat([latin1('Exif\0\0'), Buffer.alloc(60_000)]), 60), 'jpeg')
  t.ok(exif.length > plain.length && exif.length < 1.2 * mebibyte, 'what is read is bounded, too')
  const cut = stuffedBy(0xfe, noise(60_000), 40).subarray(0, 2_100_000)
  t.ok(repairContainer(cut, 'jpeg').length < cut.length)
})

t.test('removes metadata chunks of a WebP when they are large, and keeps its pixels', async t => {
  const plain = await noisy(60, 40).withIccProfile('p3').webp({ lossless: true }).toBuffer()
  t.equal(repairContainer(plain, 'webp'), plain)
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([latin1(name), le32(data.length), data, Buffer.alloc(data.length % 2)])
  for (const name of ['XMP ', 'EXIF', 'abcd']) {
    const stuffed = Buffer.concat([plain, chunk(name, noise(2 * mebibyte + 1))])
    stuffed.writeUInt32LE(stuffed.length - 8, 4)
    const lean = repairContainer(stuffed, 'webp')
    t.same(lean, plain, name)
    const small = Buffer.concat([plain, chunk(name, noise(3))])
    small.writeUInt32LE(small.length - 8, 4)
    if (name === 'EXIF') t.same(repairContainer(small, 'webp'), plain)
    else t.equal(repairContainer(small, 'webp'), small)
  }
})

t.test('photos of cameras and programs keep their pixels', async t => {
  const folder = join(import.meta.dirname, 'fixtures/pictures')
  const names = readdirSync(folder).filter(name => name.endsWith('.jpg'))
  t.ok(names.length > 30)
  for (const name of names) {
    const bytes = readFileSync(join(folder, name))
    const lean = repairContainer(bytes, 'jpeg')
    if (lean !== bytes) t.same(await rawOf(lean), await rawOf(bytes), name)
    const { need, limit } = estimateMemory(bytes, 'jpeg')
    t.ok(need < 64 * mebibyte && limit > need, `${name}: ${need}`)
  }
})

t.test('metadata equals that of libvips', async t => {
  const small = flat(70, 50)
  const transparent = flat(70, 50, 4)
  const grey = small.clone().toColourspace('b-w')
  const rotated = small.clone().withMetadata({ orientation: 6 })
  const tagged = small.clone().withIccProfile('p3')
  const deep = small.clone().toColourspace('rgb16')
  const frames = await animation(70, 50)
  const lossless = { lossless: true } as const
  const fast = { effort: 0 } as const
  for (const [name, format, picture, facts] of [
    ['JPEG', 'jpeg', small.clone().jpeg(), {}],
    ['progressive JPEG', 'jpeg', small.clone().jpeg({ progressive: true }), {}],
    ['grey JPEG', 'jpeg', grey.clone().jpeg(), { color_space: 'grey' }],
    ['CMYK JPEG', 'jpeg', small.clone().toColourspace('cmyk').jpeg(), { color_space: 'cmyk' }],
    ['rotated JPEG', 'jpeg', rotated.clone().jpeg(), { orientation: 6 }],
    ['JPEG with a profile', 'jpeg', tagged.clone().jpeg(), { color_space: 'display-p3' }],
    ['PNG', 'png', small.clone().png(), {}],
    ['transparent PNG', 'png', transparent.clone().png(), { alpha: true }],
    ['grey PNG', 'png', grey.clone().png(), { color_space: 'grey' }],
    [
      'transparent grey PNG',
      'png',
      transparent.clone().toColourspace('b-w').png(),
      { alpha: true, color_space: 'grey' },
    ],
    ['indexed PNG', 'png', small.clone().png({ palette: true }), {}],
    ['transparent indexed PNG', 'png', transparent.clone().png({ palette: true }), { alpha: true }],
    ['rotated PNG', 'png', rotated.clone().png(), { orientation: 6 }],
    ['PNG with a profile', 'png', tagged.clone().png(), { color_space: 'display-p3' }],
    ['PNG of 16 bits', 'png', deep.clone().png(), {}],
    ['WebP', 'webp', small.clone().webp(), {}],
    ['lossless WebP', 'webp', small.clone().webp(lossless), {}],
    ['transparent WebP', 'webp', transparent.clone().webp(), { alpha: true }],
    ['transparent lossless WebP', 'webp', transparent.clone().webp(lossless), { alpha: true }],
    ['WebP with a profile', 'webp', tagged.clone().webp(), { color_space: 'display-p3' }],
    ['animated WebP', 'webp', frames.clone().webp(), { frames: 2 }],
    ['AVIF', 'avif', small.clone().avif(fast), {}],
    ['AVIF of 10 bits', 'avif', deep.clone().avif({ ...fast, bitdepth: 10 }), {}],
    ['transparent AVIF', 'avif', transparent.clone().avif(fast), { alpha: true }],
    ['AVIF with a profile', 'avif', tagged.clone().avif(fast), { color_space: 'display-p3' }],
    ['GIF', 'gif', small.clone().gif(), { alpha: true }],
    ['animated GIF', 'gif', frames.clone().gif(), { alpha: true, frames: 2 }],
    ['TIFF', 'tiff', small.clone().tiff(), {}],
    ['transparent TIFF', 'tiff', transparent.clone().tiff({ compression: 'lzw' }), { alpha: true }],
    ['CMYK TIFF', 'tiff', small.clone().toColourspace('cmyk').tiff({ compression: 'lzw' }), { color_space: 'cmyk' }],
    ['Lab TIFF', 'tiff', small.clone().toColourspace('lab').tiff({ compression: 'none' }), { color_space: 'lab' }],
    ['rotated TIFF', 'tiff', rotated.clone().tiff({ compression: 'lzw' }), { orientation: 6 }],
    ['TIFF with a profile', 'tiff', tagged.clone().tiff({ compression: 'lzw' }), { color_space: 'display-p3' }],
  ] as const) {
    const bytes = await picture.toBuffer()
    const { autoOrient, pages = 1, hasAlpha, orientation = 1 } = await sharp(bytes).metadata()
    const defaults = { color_space: 'srgb', alpha: false, orientation: 1, frames: 1 }
    const expected = { format, ...autoOrient, bytes: bytes.length, ...defaults, ...facts }
    t.same(probe(bytes, format).metadata, expected, name)
    const { color_space: _, ...known } = { ...defaults, ...facts }
    t.same({ alpha: hasAlpha, orientation, frames: pages }, known, name)
  }
})

t.test('a header that is cut off or damaged has a size of 0', async t => {
  const jpeg = await flat(70, 50).jpeg().toBuffer()
  const at = jpeg.indexOf('\xFF\xC0', 0, 'latin1')
  const png = await flat(70, 50).png().toBuffer()
  for (const [name, format, bytes] of [
    ['JPEG before its pixels', 'jpeg', jpeg.subarray(0, at + 40)],
    ['JPEG signature', 'jpeg', jpeg.subarray(0, 2)],
    ['JPEG without a frame', 'jpeg', jpegOf(scan(3))],
    ['PNG', 'png', png.subarray(0, 30)],
    ['WebP', 'webp', latin1('RIFF\0\0\0\0WEBP')],
    ['GIF', 'gif', latin1('GIF89a')],
    ['TIFF', 'tiff', latin1('II*\0')],
    ['AVIF', 'avif', latin1('....ftypavif')],
  ] as const) {
    t.match(probe(bytes, format).metadata, { width: 0, height: 0 }, name)
    await t.rejects(decodeImage(Buffer.concat([bytes, Buffer.alloc(9)]), { depth: 'low', maxPixels: 1e6 }), {
      code: 'source_not_picture',
    })
  }
})

t.test('an AVIF that ends within the number of its image has no size', async t => {
  const head = fullBox('ftyp', 0, 0, latin1('avif'))
  t.match(probe(Buffer.concat([head, fullBox('meta', 0, 0, fullBox('pitm', 0, 0))]), 'avif').metadata, {
    width: 0,
    height: 0,
  })
})
