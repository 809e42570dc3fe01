// WebP files that are small to send and expensive to decode.
import sharp from 'sharp'
import { type Bomb, bombsOf } from './bomb.ts'
import { type BitField, latin1, le24, le32, mebibyte, noise, packLowFirst, patched, repeat } from './bytes.ts'
import { stored } from './stored.ts'

function chunk(type: string, data: Buffer): Buffer {
  return Buffer.concat([latin1(type), le32(data.length), data, Buffer.alloc(data.length % 2)])
}

function riff(chunks: readonly Buffer[], claimed?: number): Buffer {
  const body = Buffer.concat([latin1('WEBP'), ...chunks])
  return Buffer.concat([latin1('RIFF'), le32(claimed ?? body.length), body])
}

/** A prefix code of one symbol, which then takes no bits at all (VP8L, 6.2.1). */
function oneSymbol(symbol: number): readonly BitField[] {
  return [
    [1, 1],
    [0, 1],
    [1, 1],
    [symbol, 8],
  ]
}

/** Green, red, blue, alpha and distance. */
const constantCodes: readonly BitField[] = [60, 200, 60, 255, 0].flatMap(oneSymbol)

function losslessHeader(width: number, height: number): readonly BitField[] {
  return [
    [0x2f, 8],
    [width - 1, 14],
    [height - 1, 14],
    [1, 1],
    [0, 3],
  ]
}

/** One colour: no transform, no colour cache, no meta prefix, and not a bit for any pixel. */
function constantImage(width: number, height: number): Buffer {
  const fields: readonly BitField[] = [...losslessHeader(width, height), [0, 1], [0, 1], [0, 1], ...constantCodes]
  return packLowFirst(fields)
}

/** Subtract green, predictor, colour and palette transforms before the picture (VP8L, 4). */
function transformedImage(width: number, height: number): Buffer {
  const image: readonly BitField[] = [[0, 1], ...constantCodes]
  const blocks = (kind: number): readonly BitField[] => [[1, 1], [kind, 2], [0, 3], ...image]
  const palette: readonly BitField[] = [[1, 1], [3, 2], [15, 8], ...image]
  const transforms = [...blocks(0), ...blocks(1), [1, 1] as const, [2, 2] as const, ...palette]
  return packLowFirst([...losslessHeader(width, height), ...transforms, [0, 1], [0, 1], [0, 1], ...constantCodes])
}

/** Every pixel names the last of 65,536 groups of prefix codes, and each has a colour cache of 2^11 colours. */
function manyGroups(width: number, height: number): Buffer {
  const named: readonly BitField[] = [[0, 1], ...[255, 255, 0, 255, 0].flatMap(oneSymbol)]
  const groups = Array.from({ length: 65_536 }, () => constantCodes).flat()
  const cache: readonly BitField[] = [
    [1, 1],
    [11, 4],
  ]
  return packLowFirst([...losslessHeader(width, height), [0, 1], ...cache, [1, 1], [0, 3], ...named, ...groups])
}

interface Canvas {
  readonly width: number
  readonly height: number
  /** Bits of VP8X: 2 animation, 4 XMP, 8 EXIF, 16 alpha, 32 ICC. */
  readonly flags: number
}

function extended({ width, height, flags }: Canvas): Buffer {
  return chunk('VP8X', Buffer.concat([le32(flags), le24(width - 1), le24(height - 1)]))
}

const animation = chunk('ANIM', Buffer.alloc(6))

function frame(width: number, height: number, picture: Buffer): Buffer {
  const place = Buffer.concat([le24(0), le24(0), le24(width - 1), le24(height - 1), le24(10), Buffer.of(0)])
  return chunk('ANMF', Buffer.concat([place, chunk('VP8L', picture)]))
}

function animated(canvas: Omit<Canvas, 'flags'>, frames: number, width = canvas.width, height = canvas.height): Buffer {
  const one = frame(width, height, constantImage(width, height))
  return riff([extended({ ...canvas, flags: 2 }), animation, repeat(one, frames)])
}

const largest = { width: 16_383, height: 3051 } as const

/** 16383 x 3051 in one colour. */
function lossy(): Promise<Buffer> {
  const create = { ...largest, channels: 3, background: '#C83232' } as const
  const make = () => sharp({ create, limitInputPixels: false }).webp({ effort: 0, quality: 1 }).toBuffer()
  return stored('webp 16383 x 3051 lossy', make)
}

/** The chunk of the picture alone. */
async function lossyChunk(): Promise<Buffer> {
  return (await lossy()).subarray(12)
}

/** The compressed alpha plane has the same form as a picture, without its header (RFC 9649, 2.7.1.2). */
function alphaPlane(): Buffer {
  const fields: readonly BitField[] = [[0, 1], [0, 1], [0, 1], ...constantCodes]
  return chunk('ALPH', Buffer.concat([Buffer.of(1), packLowFirst(fields)]))
}

const dot = chunk('VP8L', constantImage(16, 16))

function withMetadata(type: string, flags: number): Buffer {
  const data = chunk(type, noise(20 * mebibyte))
  const canvas = extended({ width: 16, height: 16, flags })
  return riff(type === 'ICCP' ? [canvas, data, dot] : [canvas, dot, data])
}

const lossless = chunk('VP8L', constantImage(largest.width, largest.height))

export const webpBombs: readonly Bomb[] = bombsOf('webp', [
  ['lossless 50 MP in 38 bytes', 'either', () => riff([lossless])],
  ['lossless 16383 x 3052', 'refused', () => riff([chunk('VP8L', constantImage(16_383, 3052))])],
  ['lossless 16384 x 16384', 'refused', () => riff([chunk('VP8L', constantImage(16_384, 16_384))])],
  [
    'lossless 50 MP with all transforms',
    'either',
    () => riff([chunk('VP8L', transformedImage(largest.width, largest.height))]),
  ],
  ['65,536 groups of prefix codes', 'either', () => riff([chunk('VP8L', manyGroups(1024, 1024))])],
  ['lossy 50 MP', 'either', lossy],
  [
    'lossy 50 MP with alpha plane',
    'either',
    async () => riff([extended({ ...largest, flags: 16 }), alphaPlane(), await lossyChunk()]),
  ],
  [
    'lossy 16 x 16 with alpha plane of 50 MP',
    'either',
    () => riff([extended({ ...largest, flags: 16 }), alphaPlane(), dot]),
  ],
  ['lossy 50 MP, truncated', 'either', async () => (await lossy()).subarray(0, 60_000)],
  ['5000 frames of 50 MP', 'either', () => animated(largest, 5000)],
  ['300,000 frames of 16 x 16', 'either', () => animated({ width: 16, height: 16 }, 300_000)],
  ['canvas of 50 MP, 100 frames of 16 x 16', 'either', () => animated(largest, 100, 16, 16)],
  ['canvas of 65535 x 762, one frame of 1 x 1', 'either', () => animated({ width: 65_535, height: 762 }, 1, 1, 1)],
  ['canvas of 16777216 x 255', 'refused', () => animated({ width: 0x1000000, height: 255 }, 1, 16, 16)],
  ['frame larger than its canvas', 'either', () => animated({ width: 16, height: 16 }, 1, 16_383, 3051)],
  [
    'canvas of 16 x 16, picture of 50 MP',
    'either',
    () => riff([extended({ width: 16, height: 16, flags: 0 }), lossless]),
  ],
  ['ICCP of 20 MB', 'either', () => withMetadata('ICCP', 32)],
  ['EXIF of 20 MB', 'either', () => withMetadata('EXIF', 8)],
  ['XMP of 20 MB', 'either', () => withMetadata('XMP ', 4)],
  ['RIFF that claims 4 GB', 'either', () => riff([lossless], 0xfffffffe)],
  ['RIFF that claims nothing', 'either', () => riff([lossless], 0)],
  ['VP8L that claims 4 GB', 'either', () => patched(riff([lossless]), 'VP8L', 0, le32(0xfffffff0))],
  [
    '100,000 unknown chunks',
    'either',
    () => riff([extended({ width: 16, height: 16, flags: 0 }), repeat(chunk('JUNK', noise(30)), 100_000), dot]),
  ],
  [
    '2,900,000 empty chunks',
    'either',
    () => riff([extended({ width: 16, height: 16, flags: 0 }), dot, repeat(chunk('JUNK', Buffer.alloc(0)), 2_900_000)]),
  ],
])
