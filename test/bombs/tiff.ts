// TIFF files that are small to send and expensive to decode.
import { type Bomb, bombsOf } from './bomb.ts'
import { be32, le16, le32, lzwZeros, mebibyte, noise, packHighFirst, repeat, zlibZeros } from './bytes.ts'
import { flatJpeg } from './jpeg.ts'
import {
  compression,
  directory,
  type Entry,
  facts,
  head,
  type Layout,
  type Picture,
  photometric,
  tag,
  tiffOf,
} from './tiff-file.ts'

const square = { width: 7000, height: 7000 } as const
const pixels = 49_000_000
const tiny = { width: 16, height: 16 } as const
const dot = noise(16 * 16 * 3)

function samplesOf(count: number, bits: number): readonly number[] {
  return Array.from({ length: count }, () => bits)
}

/** In one strip. */
function deflated(picture: Picture, length: number): Buffer {
  return tiffOf({ ...picture, compression: compression.deflate }, { data: zlibZeros(length) })
}

/** As floating point numbers. */
function floats(bits: 32 | 64, more: readonly Entry[] = []): Buffer {
  const format = { tag: tag.sampleFormat, value: samplesOf(4, 3) }
  const extra = { tag: tag.extraSamples, value: [2] }
  return deflated({ ...square, bits: samplesOf(4, bits), more: [format, extra, ...more] }, (pixels * 4 * bits) / 8)
}

function lzw(): Buffer {
  return packHighFirst(lzwZeros(pixels * 3, { sampleBits: 8, early: 1 }))
}

/** Zstandard (RFC 8878): blocks of one byte, repeated 128 Ki times. */
function zstdZeros(length: number): Buffer {
  const size = 131_072
  const block = (bytes: number, isLast: boolean) =>
    Buffer.concat([le32((bytes << 3) | 2 | Number(isLast)).subarray(0, 3), Buffer.of(0)])
  const begin = Buffer.concat([be32(0x28b52ffd), Buffer.from([0x80, 0x50]), le32(length)])
  return Buffer.concat([begin, repeat(block(size, false), Math.floor(length / size)), block(length % size, true)])
}

/** One row, named by every strip: the file is a thousandth of what is read. */
function oneRow(picture: Picture, rowLength: number, more: Partial<Layout> = {}): Buffer {
  return tiffOf(picture, { data: noise(rowLength), pieces: picture.height, rows: 1, ...more })
}

const planar = { tag: tag.planar, value: [2] }

/** Luma blocks of `across` x `down` pixels and one pair of chroma, uncompressed, all strips the same. */
function subsampled(across: number, down: number): Buffer {
  const black = [0, 1, 255, 1, 128, 1, 255, 1, 128, 1, 255, 1]
  const more: readonly Entry[] = [
    { tag: tag.subsampling, value: [across, down] },
    { tag: tag.referenceBlackWhite, value: Buffer.concat(black.map(value => le32(value))), type: 5, count: 6 },
  ]
  const rowLength = Math.ceil(7000 / across) * (across * down + 2)
  return oneRow({ ...square, photometric: photometric.ycbcr, more }, rowLength, {
    pieces: Math.ceil(7000 / down),
    rows: down,
  })
}

/** Directories one behind the other, all of the same data. */
function pages(picture: Picture, data: Buffer, count: number): Buffer {
  const strip: readonly Entry[] = [
    { tag: tag.stripOffsets, value: [8], type: 4 },
    { tag: tag.stripLengths, value: [data.length], type: 4 },
    { tag: tag.rowsPerStrip, value: [picture.height] },
  ]
  const list: Buffer[] = [head(8 + data.length, false), data]
  let at = 8 + data.length
  for (let page = 1; page <= count; page++) {
    const one = directory([...facts(picture), ...strip], { at, next: page < count ? 'behind' : 0 })
    list.push(one)
    at += one.length
  }
  return Buffer.concat(list)
}

/** Entries that no reader knows, beside those of a picture. */
function manyEntries(count: number, isBig: boolean): Buffer {
  const more = Array.from({ length: count }, (_, at) => ({ tag: Math.min(65_535, 40_000 + (at >> 6)), value: [1] }))
  return tiffOf({ ...tiny, more }, { data: dot, isBig })
}

function claiming(entry: Entry): Buffer {
  return tiffOf({ ...tiny, more: [entry] }, { data: dot })
}

/** Strips whose list claims to have 2^32 - 1 entries. */
function endlessStrips(): Buffer {
  const strips: readonly Entry[] = [
    { tag: tag.stripOffsets, value: [8, 8], type: 4, count: 0xffffffff },
    { tag: tag.stripLengths, value: [dot.length, dot.length], type: 4, count: 0xffffffff },
    { tag: tag.rowsPerStrip, value: [1] },
  ]
  const at = 8 + dot.length
  return Buffer.concat([head(at, false), dot, directory([...facts(tiny), ...strips], { at })])
}

/** A bilevel picture of white rows: one bit each (ITU-T T.6). */
function faxed(width: number, height: number): Buffer {
  const picture = { width, height, bits: [1], compression: compression.g4, photometric: photometric.white }
  return tiffOf(picture, { data: Buffer.alloc(Math.ceil(height / 8) + 8, 255) })
}

/** A JPEG in each strip, all of them the same. */
function jpegStrips(kind: number, rows: number): Buffer {
  const more = [{ tag: tag.subsampling, value: [1, 1] }]
  const picture = { ...square, compression: kind, photometric: photometric.ycbcr, more }
  const pieces = Math.ceil(square.height / rows)
  return tiffOf(picture, { data: flatJpeg({ width: square.width, height: rows }), pieces, rows })
}

const gray = { bits: [8], photometric: photometric.black } as const
const manySamples = { ...square, bits: samplesOf(300, 8), more: [{ tag: tag.extraSamples, value: samplesOf(297, 0) }] }

export const tiffBombs: readonly Bomb[] = bombsOf('tiff', [
  ['49 MP of one row', 'either', () => oneRow(square, 21_000)],
  [
    '49 MP of 16-bit RGBA of one row',
    'either',
    () => oneRow({ ...square, bits: samplesOf(4, 16), more: [{ tag: tag.extraSamples, value: [2] }] }, 56_000),
  ],
  ['49 MP of 300 samples of one row', 'either', () => oneRow(manySamples, 2_100_000)],
  [
    '1 x 50000000 of one row',
    'either',
    () => tiffOf({ width: 1, height: 50_000_000, ...gray }, { data: noise(50_000), pieces: 1000, rows: 50_000 }),
  ],
  ['50000000 x 1', 'either', () => deflated({ width: 50_000_000, height: 1, ...gray }, 50_000_000)],
  ['deflate 49 MP in one strip', 'either', () => deflated(square, pixels * 3)],
  ['deflate 4 GB in a strip of 16 x 16', 'either', () => deflated(tiny, 4096 * mebibyte)],
  ['LZW 49 MP in one strip', 'either', () => tiffOf({ ...square, compression: compression.lzw }, { data: lzw() })],
  [
    'PackBits 49 MP in one strip',
    'either',
    () =>
      tiffOf(
        { ...square, compression: compression.packBits },
        { data: repeat(Buffer.from([0x81, 0]), (pixels * 3) / 128 + 1) },
      ),
  ],
  [
    'zstd 49 MP in one strip',
    'either',
    () => tiffOf({ ...square, compression: compression.zstd }, { data: zstdZeros(pixels * 3) }),
  ],
  ['JPEG 49 MP in one strip', 'either', () => jpegStrips(compression.jpeg, 7000)],
  ['JPEG 49 MP in strips of 16 rows', 'either', () => jpegStrips(compression.jpeg, 16)],
  ['old JPEG 49 MP', 'either', () => jpegStrips(compression.oldJpeg, 7000)],
  ['G4 49 MP', 'either', () => faxed(7000, 7000)],
  ['G4 of 1 GP', 'refused', () => faxed(31_623, 31_623)],
  [
    '16-bit RGBA 49 MP',
    'either',
    () => deflated({ ...square, bits: samplesOf(4, 16), more: [{ tag: tag.extraSamples, value: [2] }] }, pixels * 8),
  ],
  ['32-bit float RGBA 49 MP', 'either', () => floats(32)],
  ['64-bit float RGBA 49 MP', 'either', () => floats(64)],
  ['32-bit float RGBA 49 MP, predictor 3', 'either', () => floats(32, [{ tag: tag.predictor, value: [3] }])],
  [
    '16-bit RGB 49 MP, predictor 2',
    'either',
    () => deflated({ ...square, bits: samplesOf(3, 16), more: [{ tag: tag.predictor, value: [2] }] }, pixels * 6),
  ],
  [
    'CMYK 49 MP',
    'either',
    () => deflated({ ...square, bits: samplesOf(4, 8), photometric: photometric.cmyk }, pixels * 4),
  ],
  [
    '16-bit CMYK 49 MP',
    'either',
    () => deflated({ ...square, bits: samplesOf(4, 16), photometric: photometric.cmyk }, pixels * 8),
  ],
  [
    'one tile of 7008 x 7008',
    'either',
    () => tiffOf({ ...square, compression: compression.deflate }, { data: zlibZeros(7008 * 7008 * 3), tile: 7008 }),
  ],
  ['191,844 tiles of 16 x 16', 'either', () => tiffOf(square, { data: dot, pieces: 438 * 438, tile: 16 })],
  [
    'tile of 65536 x 65536 for 16 pixels',
    'either',
    () => tiffOf({ ...tiny, compression: compression.deflate }, { data: zlibZeros(mebibyte), tile: 65_536 }),
  ],
  ['49 MP in planes', 'either', () => oneRow({ ...square, more: [planar] }, 7000, { pieces: 21_000 })],
  [
    '16-bit RGBA 49 MP in planes',
    'either',
    () =>
      oneRow({ ...square, bits: samplesOf(4, 16), more: [planar, { tag: tag.extraSamples, value: [2] }] }, 14_000, {
        pieces: 28_000,
      }),
  ],
  ['5000 pages', 'either', () => pages(tiny, dot, 5000)],
  [
    '5000 pages of 49 MP',
    'either',
    () => pages({ ...square, compression: compression.deflate }, zlibZeros(pixels * 3), 5000),
  ],
  ['directory that is its own next', 'either', () => tiffOf(tiny, { data: dot, next: 'circular' })],
  [
    '5000 subdirectories that are the same',
    'either',
    () => claiming({ tag: tag.subDirectories, value: samplesOf(5000, 776), type: 4 }),
  ],
  ['60,000 entries', 'either', () => manyEntries(60_000, false)],
  ['BigTIFF of 1,000,000 entries', 'either', () => manyEntries(1_000_000, true)],
  [
    'BigTIFF 49 MP',
    'either',
    () => tiffOf({ ...square, compression: compression.deflate }, { data: zlibZeros(pixels * 3), isBig: true }),
  ],
  ['2^32 - 1 strips', 'either', endlessStrips],
  [
    'XMP that claims 2^32 - 1 bytes',
    'either',
    () => claiming({ tag: tag.xmp, value: Buffer.alloc(8), type: 1, count: 0xffffffff }),
  ],
  ['ICC of 20 MB', 'either', () => claiming({ tag: tag.icc, value: noise(20 * mebibyte) })],
  ['XMP of 20 MB', 'either', () => claiming({ tag: tag.xmp, value: Buffer.alloc(20 * mebibyte, 32), type: 1 })],
  ['subsampling 4 x 4 49 MP', 'either', () => subsampled(4, 4)],
  ['subsampling 1 x 4 49 MP', 'either', () => subsampled(1, 4)],
  ['subsampling 3 x 5', 'either', () => subsampled(3, 5)],
  ['deflate 49 MP without its directory', 'either', () => deflated(square, pixels * 3).subarray(0, 70_000)],
  ['16-bit lengths only', 'either', () => Buffer.concat([head(8, false), le16(65_535), noise(20 * mebibyte)])],
])
