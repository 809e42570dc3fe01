// PNG (and APNG) files that are small to send and expensive to decode.
import { crc32 } from 'node:zlib'
import { type Bomb, bombsOf } from './bomb.ts'
import { be16, be32, latin1, mebibyte, noise, repeat, zlibOf, zlibZeros } from './bytes.ts'

const signature = latin1('\x89PNG\r\n\x1a\n')
const nothing = Buffer.alloc(0)

export function pngChunk(type: string, data: Buffer = nothing): Buffer {
  const body = Buffer.concat([latin1(type), data])
  return Buffer.concat([be32(data.length), body, be32(crc32(body))])
}

interface Header {
  readonly width: number
  readonly height: number
  readonly bits?: number
  /** 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  readonly color?: number
  readonly isInterlaced?: boolean
}

const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function header({ width, height, bits = 8, color = 2, isInterlaced = false }: Header): Buffer {
  return pngChunk('IHDR', Buffer.concat([be32(width, height), Buffer.from([bits, color, 0, 0, Number(isInterlaced)])]))
}

/** Origin and step of the seven passes of Adam7 (PNG, 8.2). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Bytes of the picture before compression: each row begins with the number of its filter. */
function rawLength({ width, height, bits = 8, color = 2, isInterlaced = false }: Header): number {
  const rowLength = (pixels: number): number => 1 + Math.ceil((pixels * bits * (channelsOf[color] ?? 1)) / 8)
  if (!isInterlaced) return height * rowLength(width)
  return passes.reduce((sum, [x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX)
    return sum + Math.ceil((height - y) / stepY) * rowLength(columns)
  }, 0)
}

/** A picture of zeros; `before` and `after` are chunks around its data. */
export function blackPng(facts: Header, before: readonly Buffer[] = [], after: readonly Buffer[] = []): Buffer {
  return pngOf(facts, [...before, pngChunk('IDAT', zlibZeros(rawLength(facts))), ...after])
}

function pngOf(facts: Header, chunks: readonly Buffer[]): Buffer {
  const palette = facts.color === 3 ? [pngChunk('PLTE', Buffer.from([200, 50, 50, 20, 20, 200]))] : []
  return Buffer.concat([signature, header(facts), ...palette, ...chunks, pngChunk('IEND')])
}

const tiny = { width: 4, height: 4 } as const
const square = { width: 7000, height: 7000 } as const

/** A text chunk that inflates to so many letters. */
function zTxt(letters: number): Buffer {
  return pngChunk('zTXt', Buffer.concat([latin1('Comment\0\0'), zlibOf({ byte: 97, times: letters })]))
}

function iTxt(letters: number): Buffer {
  return pngChunk('iTXt', Buffer.concat([latin1('Comment\0\x01\0\0\0'), zlibOf({ byte: 97, times: letters })]))
}

/** An ICC header (ICC.1:2010, 7.2) that claims so many bytes, then zeros. */
function iccOf(length: number): Buffer {
  const begin = Buffer.concat([
    be32(length),
    latin1('lcms'),
    be32(0x02400000),
    latin1('mntrRGB XYZ '),
    Buffer.alloc(12),
  ])
  return Buffer.concat([begin, latin1('acsp'), Buffer.alloc(28), be32(0xf6d6, 0x10000, 0xd32d), Buffer.alloc(48)])
}

function iccp(length: number): Buffer {
  const profile = iccOf(length)
  const stream = zlibOf(profile, { byte: 0, times: length - profile.length })
  return pngChunk('iCCP', Buffer.concat([latin1('profile\0\0'), stream]))
}

/** The picture in as many chunks as it has bytes. */
function singleByteChunks(facts: Header): Buffer {
  const rowLength = facts.width * 3
  const rows = Array.from({ length: facts.height }, () => Buffer.concat([Buffer.of(0), noise(rowLength)]))
  return pngOf(
    facts,
    [...zlibOf(...rows)].map(byte => pngChunk('IDAT', Buffer.of(byte))),
  )
}

function frameControl(sequence: number, { width, height }: Header): Buffer {
  const delays = Buffer.concat([be16(1, 30), Buffer.from([0, 0])])
  return pngChunk('fcTL', Buffer.concat([be32(sequence, width, height, 0, 0), delays]))
}

function animated(facts: Header, frames: number, claimed = frames): Buffer {
  const data = zlibZeros(rawLength(facts))
  const more = Array.from({ length: frames - 1 }, (_, at) =>
    Buffer.concat([frameControl(at * 2 + 1, facts), pngChunk('fdAT', Buffer.concat([be32(at * 2 + 2), data]))]),
  )
  return blackPng(facts, [pngChunk('acTL', be32(claimed, 0)), frameControl(0, facts)], more)
}

function truncated(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

/** The bomb of the films and drawings, too: 200 texts of 7 MB. */
export function zTxtBomb(): Buffer {
  return blackPng(tiny, [repeat(zTxt(7 * mebibyte), 200)])
}

export function pngOf50Megapixels(): Buffer {
  return blackPng({ width: 7071, height: 7071, color: 6 })
}

export const pngBombs: readonly Bomb[] = bombsOf('png', [
  ['200 zTXt of 7 MB', 'either', zTxtBomb],
  ['200 zTXt of 7 MB behind the data', 'either', () => blackPng(tiny, [], [repeat(zTxt(7 * mebibyte), 200)])],
  ['1000 zTXt of 7.9 MB', 'either', () => blackPng(tiny, [repeat(zTxt(7_900_000), 1000)])],
  ['200 compressed iTXt of 7 MB', 'either', () => blackPng(tiny, [repeat(iTxt(7 * mebibyte), 200)])],
  ['one zTXt of 2 GB', 'either', () => blackPng(tiny, [zTxt(2047 * mebibyte)])],
  [
    'tEXt of 20 MB',
    'either',
    () => blackPng(tiny, [pngChunk('tEXt', Buffer.concat([latin1('Comment\0'), Buffer.alloc(20 * mebibyte, 97)]))]),
  ],
  [
    '999 tEXt of 20 kB',
    'either',
    () =>
      blackPng(tiny, [repeat(pngChunk('tEXt', Buffer.concat([latin1('Comment\0'), Buffer.alloc(20_000, 97)])), 999)]),
  ],
  ['iCCP that inflates to 7 MB', 'either', () => blackPng(tiny, [iccp(7_000_000)])],
  ['iCCP that inflates to 400 MB', 'either', () => blackPng(tiny, [iccp(400 * mebibyte)])],
  ['iCCP that inflates to 4 GB', 'either', () => blackPng(tiny, [iccp(0xfffffff0)])],
  ['16-bit RGBA interlaced 49 MP', 'either', () => blackPng({ ...square, bits: 16, color: 6, isInterlaced: true })],
  ['16-bit RGB 50 MP', 'either', () => blackPng({ width: 7071, height: 7071, bits: 16 })],
  [
    '16-bit grey with alpha interlaced 49 MP',
    'either',
    () => blackPng({ ...square, bits: 16, color: 4, isInterlaced: true }),
  ],
  ['8-bit RGB interlaced 50 MP', 'either', () => blackPng({ width: 7071, height: 7071, isInterlaced: true })],
  ['8-bit RGBA 50 MP', 'either', pngOf50Megapixels],
  ['1-bit palette 49 MP', 'either', () => blackPng({ ...square, bits: 1, color: 3 })],
  ['1-bit palette interlaced 49 MP', 'either', () => blackPng({ ...square, bits: 1, color: 3, isInterlaced: true })],
  [
    '2147483647 x 1',
    'refused',
    () => pngOf({ width: 0x7fffffff, height: 1, color: 0 }, [pngChunk('IDAT', zlibZeros(mebibyte))]),
  ],
  ['1 x 50000000', 'either', () => blackPng({ width: 1, height: 50_000_000, color: 0 })],
  ['50000000 x 1', 'either', () => blackPng({ width: 50_000_000, height: 1, color: 0 })],
  ['1 x 50000000 interlaced', 'either', () => blackPng({ width: 1, height: 50_000_000, color: 0, isInterlaced: true })],
  ['30000 x 1666 RGBA', 'either', () => blackPng({ width: 30_000, height: 1666, color: 6 })],
  ['300,000 IDAT of one byte', 'either', () => singleByteChunks({ width: 400, height: 250 })],
  ['1,000,000 empty IDAT', 'either', () => blackPng(tiny, [repeat(pngChunk('IDAT'), 1_000_000)])],
  ['1,900,000 empty unknown chunks', 'either', () => blackPng(tiny, [repeat(pngChunk('abCd'), 1_900_000)])],
  ['500,000 unknown chunks', 'either', () => blackPng(tiny, [repeat(pngChunk('abCd', noise(30)), 500_000)])],
  [
    '50,000 tIME, gAMA and bKGD',
    'either',
    () =>
      blackPng(tiny, [
        repeat(
          Buffer.concat([
            pngChunk('tIME', Buffer.alloc(7, 1)),
            pngChunk('gAMA', be32(45_455)),
            pngChunk('bKGD', Buffer.alloc(6)),
          ]),
          50_000,
        ),
      ]),
  ],
  [
    '1000 sPLT of 20 kB',
    'either',
    () => blackPng(tiny, [repeat(pngChunk('sPLT', Buffer.concat([latin1('p\0\x10'), Buffer.alloc(20_000)])), 1000)]),
  ],
  [
    'eXIf of 20 MB',
    'either',
    () => blackPng(tiny, [pngChunk('eXIf', Buffer.concat([latin1('MM\0*\0\0\0\x08'), Buffer.alloc(20 * mebibyte)]))]),
  ],
  ['APNG of 100,000 frames', 'either', () => animated(tiny, 100_000)],
  ['APNG of 200 frames of 49 MP', 'either', () => animated({ ...square, color: 0 }, 200)],
  ['APNG that claims 2147483647 frames', 'either', () => animated(tiny, 2, 0x7fffffff)],
  ['IDAT of 4 GB for 16 pixels', 'either', () => pngOf(tiny, [pngChunk('IDAT', zlibZeros(4096 * mebibyte))])],
  [
    '16-bit RGBA interlaced 49 MP, truncated',
    'either',
    () => truncated(blackPng({ ...square, bits: 16, color: 6, isInterlaced: true })),
  ],
  ['8-bit RGBA 50 MP, truncated', 'either', () => truncated(pngOf50Megapixels())],
])
