// GIF files that are small to send and expensive to decode.
import { type Bomb, bombsOf } from './bomb.ts'
import { latin1, le16, lzwZeros, mebibyte, noise, packLowFirst, repeat } from './bytes.ts'

/** GIF89a with a global table of four colours. */
function gifOf(width: number, height: number, ...blocks: readonly Buffer[]): Buffer {
  const colors = Buffer.from([200, 50, 50, 50, 50, 200, 255, 255, 255, 0, 0, 0])
  const screen = Buffer.concat([le16(width, height), Buffer.from([0x81, 0, 0])])
  return Buffer.concat([latin1('GIF89a'), screen, colors, ...blocks, Buffer.of(0x3b)])
}

/** Blocks of at most 255 bytes, then an empty one. */
function subBlocks(data: Buffer): Buffer {
  const pieces = Array.from({ length: Math.ceil(data.length / 255) }, (_, at) =>
    data.subarray(at * 255, at * 255 + 255),
  )
  return Buffer.concat([...pieces.flatMap(piece => [Buffer.of(piece.length), piece]), Buffer.of(0)])
}

interface Frame {
  readonly left?: number
  readonly top?: number
  readonly width: number
  readonly height: number
  /** Pixels that its data really holds. */
  readonly pixels?: number
  readonly isInterlaced?: boolean
  /** 1 leave, 2 clear, 3 restore what was there before. */
  readonly disposal?: number
}

function frame({
  left = 0,
  top = 0,
  width,
  height,
  pixels = width * height,
  isInterlaced = false,
  disposal = 1,
}: Frame): Buffer {
  const control = Buffer.from([0x21, 0xf9, 4, disposal << 2, 1, 0, 0, 0])
  const place = Buffer.concat([Buffer.of(0x2c), le16(left, top, width, height), Buffer.of(isInterlaced ? 0x40 : 0)])
  const data = packLowFirst(lzwZeros(pixels, { sampleBits: 2, early: 0 }))
  return Buffer.concat([control, place, Buffer.of(2), subBlocks(data)])
}

function extension(label: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x21, label]), subBlocks(data)])
}

const dot = { width: 1, height: 1 } as const
const square = { width: 7000, height: 7000 } as const
const loop = Buffer.concat([Buffer.from([0x21, 0xff, 11]), latin1('NETSCAPE2.0'), Buffer.from([3, 1, 0, 0, 0])])

function xmp(length: number): Buffer {
  return Buffer.concat([Buffer.from([0x21, 0xff, 11]), latin1('XMP DataXMP'), subBlocks(Buffer.alloc(length, 32))])
}

export const gifBombs: readonly Bomb[] = bombsOf('gif', [
  ['screen of 65535 x 65535, one pixel in it', 'either', () => gifOf(65_535, 65_535, frame(dot))],
  ['65535 x 762', 'either', () => gifOf(65_535, 762, frame({ width: 65_535, height: 762 }))],
  ['49 MP', 'either', () => gifOf(7000, 7000, frame(square))],
  ['49 MP interlaced', 'either', () => gifOf(7000, 7000, frame({ ...square, isInterlaced: true }))],
  ['49 MP screen, one pixel in it', 'either', () => gifOf(7000, 7000, frame(dot))],
  ['49 MP of which one pixel is there', 'either', () => gifOf(7000, 7000, frame({ ...square, pixels: 1 }))],
  [
    '10,000 frames of 49 MP without data',
    'either',
    () => gifOf(7000, 7000, loop, repeat(frame({ ...square, pixels: 1 }), 10_000)),
  ],
  ['400 frames of 49 MP', 'either', () => gifOf(7000, 7000, loop, repeat(frame(square), 400))],
  [
    '100 frames of 49 MP, each restored',
    'either',
    () => gifOf(7000, 7000, loop, repeat(frame({ ...square, disposal: 3 }), 100)),
  ],
  ['500,000 frames of one pixel', 'either', () => gifOf(16, 16, loop, repeat(frame(dot), 500_000))],
  [
    'comment of 20 MB',
    'either',
    () => gifOf(16, 16, extension(0xfe, noise(20 * mebibyte)), frame({ width: 16, height: 16 })),
  ],
  [
    '4,000,000 empty comments',
    'either',
    () => gifOf(16, 16, repeat(extension(0xfe, Buffer.alloc(0)), 4_000_000), frame({ width: 16, height: 16 })),
  ],
  ['XMP of 20 MB', 'either', () => gifOf(16, 16, xmp(20 * mebibyte), frame({ width: 16, height: 16 }))],
  ['data of 2 GB for 256 pixels', 'either', () => gifOf(16, 16, frame({ width: 16, height: 16, pixels: 2 ** 31 }))],
  [
    'frame far beyond the screen',
    'either',
    () => gifOf(16, 16, frame({ left: 65_000, top: 65_000, width: 535, height: 535 })),
  ],
  ['frame larger than the screen', 'either', () => gifOf(16, 16, frame({ width: 65_535, height: 65_535, pixels: 1 }))],
  ['frame of no size', 'either', () => gifOf(16, 16, frame({ width: 0, height: 0, pixels: 1 }))],
  ['screen of no size', 'either', () => gifOf(0, 0, frame({ width: 16, height: 16 }))],
  ['49 MP, truncated', 'either', () => gifOf(7000, 7000, frame(square)).subarray(0, 10_000)],
])
