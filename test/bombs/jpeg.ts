// JPEG files that are small to send and expensive to decode.
import { type Bomb, bombsOf } from './bomb.ts'
import { be16, be32, latin1, mebibyte, noise, packHighFirst, patched, repeat } from './bytes.ts'

/** Markers (ITU-T T.81, table B.1): the second byte. */
const marker = { dht: 0xc4, dac: 0xcc, sos: 0xda, dqt: 0xdb, dnl: 0xdc, dri: 0xdd, app: 0xe0, com: 0xfe } as const
const startOfImage = Buffer.from([0xff, 0xd8])
const endOfImage = Buffer.from([0xff, 0xd9])

function segment(code: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0xff, code]), be16(data.length + 2), data])
}

interface Frame {
  readonly width: number
  readonly height: number
  /** Second byte of SOFn: 0xc0 baseline, 0xc1 extended, 0xc2 progressive, 0xc3 lossless, 0xc9 arithmetic, 0xca both. */
  readonly kind?: number
  readonly bits?: number
  /** Horizontal and vertical sampling factors of each component. */
  readonly sampling?: readonly (readonly [horizontal: number, vertical: number])[]
}

const equal = [
  [1, 1],
  [1, 1],
  [1, 1],
] as const
const equalFour = [...equal, [1, 1]] as const

function startOfFrame({ width, height, kind = 0xc0, bits = 8, sampling = equal }: Frame): Buffer {
  const components = sampling.map(([horizontal, vertical], at) => Buffer.from([at + 1, horizontal * 16 + vertical, 0]))
  const size = Buffer.concat([Buffer.of(bits), be16(height, width), Buffer.of(sampling.length)])
  return segment(kind, Buffer.concat([size, ...components]))
}

/** A Huffman table of one symbol, whose code is a single 0. `place` is 0 for DC and 0x10 for AC. */
function oneSymbol(place: number, symbol: number): Buffer {
  return segment(marker.dht, Buffer.concat([Buffer.from([place, 1]), Buffer.alloc(15), Buffer.of(symbol)]))
}

function scan(
  components: readonly number[],
  spectral: readonly [begin: number, end: number, bits: number],
  data: Buffer,
): Buffer {
  const list = Buffer.from(components.flatMap(number => [number, 0]))
  return Buffer.concat([
    segment(marker.sos, Buffer.concat([Buffer.of(components.length), list, Buffer.from(spectral)])),
    data,
  ])
}

const quantization = segment(marker.dqt, Buffer.concat([Buffer.of(0), Buffer.alloc(64, 1)]))
/** DC difference 0 and end of block: two zero bits a block. */
const flatTables = Buffer.concat([quantization, oneSymbol(0, 0), oneSymbol(0x10, 0)])

/** Blocks of all components, in whole MCUs (T.81, A.2). */
function blocksOf({ width, height, sampling = equal }: Frame): number {
  const widest = Math.max(...sampling.map(([horizontal]) => horizontal))
  const highest = Math.max(...sampling.map(([, vertical]) => vertical))
  const units = Math.ceil(width / (8 * widest)) * Math.ceil(height / (8 * highest))
  return units * sampling.reduce((sum, [horizontal, vertical]) => sum + horizontal * vertical, 0)
}

const everything = [0, 63, 0] as const

function numbersOf({ sampling = equal }: Frame): readonly number[] {
  return sampling.map((_, at) => at + 1)
}

/** A picture of one colour. */
export function flatJpeg(frame: Frame, before: readonly Buffer[] = []): Buffer {
  const data = Buffer.alloc(Math.ceil((blocksOf(frame) * 2) / 8))
  const picture = [startOfFrame(frame), flatTables, scan(numbersOf(frame), everything, data)]
  return Buffer.concat([startOfImage, ...before, ...picture, endOfImage])
}

/** Adobe's marker: 0 is CMYK or RGB, 2 is YCCK. */
function adobe(transform: number): Buffer {
  return segment(marker.app + 14, Buffer.concat([latin1('Adobe'), be16(100, 0, 0), Buffer.of(transform)]))
}

/** Band after band of nothing: each run of 32,767 empty blocks is one bit and 14 more (T.81, G.1.2.2). */
function progressive(frame: Frame, scans: number): Buffer {
  const shape = { ...frame, kind: 0xc2 }
  const blocks = blocksOf(frame) / numbersOf(frame).length
  const runs = packHighFirst(Array.from({ length: Math.ceil(blocks / 32_767) }, () => [16_383, 15] as const))
  const first = scan(numbersOf(frame), [0, 0, 0], Buffer.alloc(Math.ceil((blocks * numbersOf(frame).length) / 8)))
  const stuffed = Buffer.from([...runs].flatMap(byte => (byte === 255 ? [255, 0] : [byte])))
  const bands = Array.from({ length: scans }, (_, at) =>
    scan([1 + (at % 3)], [1 + (at % 63), 1 + (at % 63), 0], stuffed),
  )
  const tables = Buffer.concat([quantization, oneSymbol(0, 0), oneSymbol(0x10, 0xe0)])
  return Buffer.concat([startOfImage, startOfFrame(shape), tables, first, ...bands, endOfImage])
}

/** A restart marker after every MCU. */
function restarting(frame: Frame): Buffer {
  const units = blocksOf(frame) / numbersOf(frame).length
  const interval = Buffer.concat(Array.from({ length: 8 }, (_, at) => Buffer.from([0x00, 0xff, 0xd0 + at])))
  const head = [startOfImage, startOfFrame(frame), flatTables, segment(marker.dri, be16(1))]
  return Buffer.concat([
    ...head,
    scan(numbersOf(frame), everything, repeat(interval, Math.ceil(units / 8))),
    endOfImage,
  ])
}

/** An ICC profile in as many segments as there can be (ICC.1:2010, B.4). */
function iccSegments(count: number): readonly Buffer[] {
  const size = 65_519
  const begin = Buffer.concat([be32(count * size), latin1('lcms'), be32(0x02400000), latin1('mntrRGB XYZ ')])
  return Array.from({ length: count }, (_, at) => {
    const piece = Buffer.alloc(size)
    if (at === 0) begin.copy(piece)
    if (at === 0) piece.write('acsp', 36, 'latin1')
    return segment(marker.app + 2, Buffer.concat([latin1('ICC_PROFILE\0'), Buffer.from([at + 1, count]), piece]))
  })
}

/** EXIF whose second directory is a thumbnail, which is a JPEG with EXIF, and so on. */
function exifOf(thumbnail: Buffer): Buffer {
  const first = Buffer.concat([be16(0), be32(14)])
  const second = Buffer.concat([
    be16(2),
    be16(0x201, 4),
    be32(1, 44),
    be16(0x202, 4),
    be32(1, thumbnail.length),
    be32(0),
  ])
  return segment(marker.app + 1, Buffer.concat([latin1('Exif\0\0MM\0*'), be32(8), first, second, thumbnail]))
}

const tiny = { width: 16, height: 16 } as const
const square = { width: 7071, height: 7071 } as const

function nestedThumbnails(): Buffer {
  let picture = flatJpeg(tiny)
  while (picture.length < 64_000) picture = flatJpeg(tiny, [exifOf(picture)])
  return picture
}

/** EXIF whose directory names itself as the next one. */
function circularExif(): Buffer {
  return segment(
    marker.app + 1,
    Buffer.concat([latin1('Exif\0\0MM\0*'), be32(8), be16(1), be16(0x8769, 4), be32(1, 8, 8)]),
  )
}

function manySegments(code: number, size: number, count: number): Buffer {
  return flatJpeg(tiny, [repeat(segment(code, noise(size)), count)])
}

function noHeight(): Buffer {
  const whole = flatJpeg({ ...square, height: 0 })
  const lines = segment(marker.dnl, be16(7071))
  return Buffer.concat([whole.subarray(0, -2), Buffer.alloc(586_000), lines, endOfImage])
}

/** Arithmetic coding ends with zeros for ever: nothing needs to be there (T.81, D.2.6). */
function arithmetic(kind: number, frame: Frame): Buffer {
  const head = [startOfImage, startOfFrame({ ...frame, kind }), quantization]
  const conditioning = segment(marker.dac, Buffer.from([0x00, 0x10, 0x10, 5]))
  const spectral = kind === 0xca ? ([0, 0, 0] as const) : everything
  return Buffer.concat([...head, conditioning, scan(numbersOf(frame), spectral, Buffer.alloc(64)), endOfImage])
}

export function jpegOf50Megapixels(): Buffer {
  return flatJpeg(square)
}

export const jpegBombs: readonly Bomb[] = bombsOf('jpeg', [
  ['4:4:4 50 MP', 'either', jpegOf50Megapixels],
  ['CMYK 50 MP', 'either', () => flatJpeg({ ...square, sampling: equalFour }, [adobe(0)])],
  ['YCCK 50 MP', 'either', () => flatJpeg({ ...square, sampling: equalFour }, [adobe(2)])],
  ['four components without Adobe marker 50 MP', 'either', () => flatJpeg({ ...square, sampling: equalFour })],
  ['progressive 50 MP', 'either', () => progressive(square, 9)],
  ['progressive 50 MP of 5000 scans', 'either', () => progressive(square, 5000)],
  ['progressive of 30,000 scans', 'either', () => progressive({ width: 1024, height: 1024 }, 30_000)],
  ['progressive 65500 x 760', 'either', () => progressive({ width: 65_500, height: 760 }, 60)],
  ['12-bit 50 MP', 'either', () => flatJpeg({ ...square, kind: 0xc1, bits: 12 })],
  ['lossless 16-bit 50 MP', 'either', () => flatJpeg({ ...square, kind: 0xc3, bits: 16 })],
  ['arithmetic 50 MP', 'either', () => arithmetic(0xc9, square)],
  ['arithmetic progressive 50 MP', 'either', () => arithmetic(0xca, square)],
  ['65535 x 65535', 'refused', () => patched(flatJpeg(tiny), '\xff\xc0', 3, be16(65_535, 65_535))],
  ['65500 x 760', 'either', () => flatJpeg({ width: 65_500, height: 760 })],
  ['1 x 65500', 'ok', () => flatJpeg({ width: 1, height: 65_500 })],
  ['50 MP without any data', 'either', () => patched(flatJpeg(tiny), '\xff\xc0', 3, be16(7071, 7071))],
  ['64 kB of nested EXIF thumbnails', 'ok', nestedThumbnails],
  ['EXIF directory that names itself', 'ok', () => flatJpeg(tiny, [circularExif()])],
  ['ICC profile of 16 MB in 255 segments', 'either', () => flatJpeg(tiny, iccSegments(255))],
  ['370 segments of 64 kB', 'either', () => manySegments(marker.app + 5, 65_000, 370)],
  [
    '370 EXIF segments of 64 kB',
    'either',
    () =>
      flatJpeg(tiny, [
        repeat(segment(marker.app + 1, Buffer.concat([latin1('Exif\0\0MM\0*'), Buffer.alloc(65_000)])), 370),
      ]),
  ],
  [
    '370 XMP segments of 64 kB',
    'either',
    () =>
      flatJpeg(tiny, [
        repeat(
          segment(marker.app + 1, Buffer.concat([latin1('http://ns.adobe.com/xap/1.0/\0'), Buffer.alloc(65_000, 32)])),
          370,
        ),
      ]),
  ],
  ['4,000,000 comments of one byte', 'either', () => manySegments(marker.com, 1, 4_000_000)],
  [
    '4,000,000 fill bytes before each segment',
    'either',
    () => flatJpeg(tiny, [Buffer.alloc(4_000_000, 255), adobe(1)]),
  ],
  [
    'sampling 4 x 4 50 MP',
    'either',
    () =>
      flatJpeg({
        ...square,
        sampling: [
          [4, 4],
          [1, 1],
          [1, 1],
        ],
      }),
  ],
  [
    'sampling 3 x 1 and 1 x 3 50 MP',
    'either',
    () =>
      flatJpeg({
        ...square,
        sampling: [
          [3, 1],
          [1, 3],
          [1, 1],
        ],
      }),
  ],
  [
    'ten components',
    'either',
    () => flatJpeg({ ...square, sampling: Array.from({ length: 10 }, () => [1, 1] as const) }),
  ],
  [
    '255 components',
    'either',
    () => flatJpeg({ width: 4000, height: 4000, sampling: Array.from({ length: 255 }, () => [1, 1] as const) }),
  ],
  ['a restart after each block 50 MP', 'either', () => restarting(square)],
  ['height only behind the data', 'either', noHeight],
  ['1000 pictures one behind the other', 'either', () => Buffer.concat([flatJpeg(tiny), repeat(flatJpeg(tiny), 999)])],
  ['10,000 starts', 'either', () => Buffer.concat([repeat(startOfImage, 10_000), flatJpeg(tiny)])],
  ['1000 frame headers', 'either', () => flatJpeg(tiny, [repeat(startOfFrame(square), 1000)])],
  ['20 MB behind the end', 'either', () => Buffer.concat([flatJpeg(tiny), noise(20 * mebibyte)])],
])
