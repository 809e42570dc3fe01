// Writes TIFF and BigTIFF files, also such as no program would write.
import { latin1, le16, le32 } from './bytes.ts'

/** Tags (TIFF 6.0 and its supplements). */
export const tag = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripLengths: 279,
  planar: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileLengths: 325,
  subDirectories: 330,
  extraSamples: 338,
  sampleFormat: 339,
  subsampling: 530,
  referenceBlackWhite: 532,
  xmp: 700,
  icc: 34_675,
} as const

export const compression = {
  none: 1,
  g4: 4,
  lzw: 5,
  oldJpeg: 6,
  jpeg: 7,
  deflate: 8,
  packBits: 32_773,
  zstd: 50_000,
} as const
export const photometric = { white: 0, black: 1, rgb: 2, cmyk: 5, ycbcr: 6 } as const

/** A value list (shorts if all are below 65,536 and `type` is not 4, else longs) or bytes; `count` is what the entry claims instead of the truth. */
export interface Entry {
  readonly tag: number
  readonly value: readonly number[] | Buffer
  readonly type?: number
  readonly count?: number
}

function le64(value: number): Buffer {
  return le32(value % 2 ** 32, Math.floor(value / 2 ** 32))
}

/** The field of an entry: type, count and the bytes of its values. */
function encoded({ value, type, count }: Entry): readonly [type: number, count: number, bytes: Buffer] {
  if (Buffer.isBuffer(value)) return [type ?? 7, count ?? value.length, value]
  const isShort = type !== 4 && value.every(number => number < 65_536)
  const bytes = Buffer.alloc(value.length * (isShort ? 2 : 4))
  for (const [at, number] of value.entries()) {
    if (isShort) bytes.writeUInt16LE(number, at * 2)
    else bytes.writeUInt32LE(number, at * 4)
  }
  return [type ?? (isShort ? 3 : 4), count ?? value.length, bytes]
}

interface Placement {
  /** Where the directory begins in the file. */
  readonly at: number
  /** 0 ends the list; `circular` names the directory itself. */
  readonly next?: number | 'behind' | 'circular'
  readonly isBig?: boolean
}

/** A directory and, behind it, the values that do not fit into its entries. */
export function directory(entries: readonly Entry[], { at, next = 0, isBig = false }: Placement): Buffer {
  const number = isBig ? le64 : (value: number) => le32(value)
  const room = isBig ? 8 : 4
  const sorted = entries.toSorted((one, other) => one.tag - other.tag)
  const length = (isBig ? 8 : 2) + sorted.length * (isBig ? 20 : 12) + room
  const outside: Buffer[] = []
  let end = at + length
  const rows = sorted.map(entry => {
    const [type, count, bytes] = encoded(entry)
    const head = Buffer.concat([le16(entry.tag, type), number(count)])
    if (bytes.length <= room) return Buffer.concat([head, bytes, Buffer.alloc(room - bytes.length)])
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
    outside.push(padded)
    end += padded.length
    return Buffer.concat([head, number(end - padded.length)])
  })
  const following = next === 'behind' ? end : next === 'circular' ? at : next
  const count = isBig ? le64(sorted.length) : le16(sorted.length)
  return Buffer.concat([count, ...rows, number(following), ...outside])
}

export interface Picture {
  readonly width: number
  readonly height: number
  readonly bits?: readonly number[]
  readonly compression?: number
  readonly photometric?: number
  readonly more?: readonly Entry[]
}

export function facts({ width, height, bits = [8, 8, 8], more = [], ...kinds }: Picture): readonly Entry[] {
  return [
    { tag: tag.width, value: [width] },
    { tag: tag.height, value: [height] },
    { tag: tag.bits, value: bits },
    { tag: tag.compression, value: [kinds.compression ?? compression.none] },
    { tag: tag.photometric, value: [kinds.photometric ?? photometric.rgb] },
    { tag: tag.samples, value: [bits.length] },
    ...more,
  ]
}

export interface Layout {
  readonly data: Buffer
  /** How many strips or tiles there are; all of them are the same bytes. */
  readonly pieces?: number
  /** Rows of a strip, or both sides of a tile. */
  readonly rows?: number
  readonly tile?: number
  readonly isBig?: boolean
  readonly next?: Placement['next']
}

export function head(at: number, isBig: boolean): Buffer {
  return isBig ? Buffer.concat([latin1('II+\0'), le16(8, 0), le64(at)]) : Buffer.concat([latin1('II*\0'), le32(at)])
}

/** One picture: head, data, directory. */
export function tiffOf(
  picture: Picture,
  { data, pieces = 1, rows = picture.height, tile, isBig = false, next = 0 }: Layout,
): Buffer {
  const begin = isBig ? 16 : 8
  const padded = Buffer.concat([data, Buffer.alloc(data.length % 2)])
  const offsets = Array.from({ length: pieces }, () => begin)
  const lengths = Array.from({ length: pieces }, () => data.length)
  const strips = [
    { tag: tag.stripOffsets, value: offsets, type: 4 },
    { tag: tag.stripLengths, value: lengths, type: 4 },
    { tag: tag.rowsPerStrip, value: [rows] },
  ]
  const tiles = [
    { tag: tag.tileOffsets, value: offsets, type: 4 },
    { tag: tag.tileLengths, value: lengths, type: 4 },
    { tag: tag.tileWidth, value: [tile ?? 0] },
    { tag: tag.tileHeight, value: [tile ?? 0] },
  ]
  const at = begin + padded.length
  const entries = [...facts(picture), ...(tile === undefined ? strips : tiles)]
  return Buffer.concat([head(at, isBig), padded, directory(entries, { at, isBig, next })])
}
