// What files that ImageMagick decodes declare in their first bytes, by which their decoding is admitted. The rest is known once they are decoded.
import type { WasmFormat } from '../../../schemas/media.ts'
import { isoBoxes } from '../containers.ts'
import type { Header } from '../header.ts'
import { byteAt, type RasterSize } from '../raster.ts'
import { readHeic } from './avif.ts'

/** The library with its code, bytes. */
export const libraryBytes = 48 * 1024 * 1024

/** Bytes per pixel: what the coder takes (JPEG XL: 15 with losses, 33 without), the picture in the library, and its copy. */
const pixelBytes: Readonly<Record<Exclude<WasmFormat, 'heic'>, number>> = { jxl: 36, bmp: 16, ico: 16, psd: 20 }
const heicPixelBytes = { usual: 14, deep: 24 } as const
/** More for each channel of a PSD, of which it may have 56. */
const psdChannelBytes = 3

const readers: Readonly<Record<Exclude<WasmFormat, 'heic'>, (file: Buffer) => RasterSize>> = {
  jxl: readJxlSize,
  bmp: readBmpSize,
  ico: file => largestIcon(file)?.size ?? noSize,
  psd: file => (file.length < 26 ? noSize : { width: file.readUInt32BE(18), height: file.readUInt32BE(14) }),
}

const noSize: RasterSize = { width: 0, height: 0 }

/** @returns a size of 0 if the first bytes contain none. */
export function readDeclared(file: Buffer, format: WasmFormat): Header {
  if (format === 'heic') {
    const header = readHeic(file)
    const perPixel = (header.bits ?? 8) > 8 ? heicPixelBytes.deep : heicPixelBytes.usual
    return { ...header, decodingBytes: libraryBytes + header.width * header.height * perPixel }
  }
  const size = readers[format](file)
  const channelBytes = format === 'psd' ? byteAt(file, 13) * psdChannelBytes : 0
  const decodingBytes = libraryBytes + size.width * size.height * (pixelBytes[format] + channelBytes)
  return { ...size, alpha: format !== 'bmp' || hasAlphaMask(file), isLossless: false, decodingBytes }
}

/** Its header begins with its own size; that of OS/2 has numbers of 16 bits (BITMAPCOREHEADER). */
function readBmpSize(file: Buffer): RasterSize {
  if (file.length < 26) return noSize
  return file.readUInt32LE(14) === 12
    ? { width: file.readUInt16LE(18), height: file.readUInt16LE(20) }
    : { width: Math.abs(file.readInt32LE(18)), height: Math.abs(file.readInt32LE(22)) }
}

/** With a BITMAPINFOHEADER, browsers ignore the fourth byte of a pixel, whatever it contains. */
function hasAlphaMask(file: Buffer): boolean {
  return byteAt(file, 14) > 40
}

/** Head of an icon file, and of each picture in its directory. */
const iconFile = { headBytes: 6, entryBytes: 16 } as const

interface IconPicture {
  readonly size: RasterSize
  /** The file with this picture alone. */
  readonly file: Buffer
}

/** The largest picture of an icon file, of equal ones the one with most colours. A PNG says its size itself. */
export function largestIcon(file: Buffer): IconPicture | undefined {
  if (file.length < iconFile.headBytes) return undefined
  const pictures = Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = iconFile.headBytes + index * iconFile.entryBytes
    const entry = file.subarray(at, at + iconFile.entryBytes)
    if (entry.length < iconFile.entryBytes) return []
    const [bytes, start] = [entry.readUInt32LE(8), entry.readUInt32LE(12)]
    const data = file.subarray(start, start + bytes)
    if (data.length < 40) return []
    const size =
      data.readUInt32BE(0) === 0x89504e47
        ? { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
        : { width: byteAt(entry, 0) || 256, height: byteAt(entry, 1) || 256 }
    return [{ size, entry, data, bits: data.readUInt16LE(14) }]
  }).flat()
  const area = ({ size }: { readonly size: RasterSize }) => size.width * size.height
  const [largest] = pictures.sort((one, other) => area(other) - area(one) || other.bits - one.bits)
  if (largest === undefined) return undefined
  const head = Buffer.concat([file.subarray(0, iconFile.headBytes), largest.entry])
  head.writeUInt16LE(1, 4)
  head.writeUInt32LE(head.length, head.length - 4)
  return { size: largest.size, file: Buffer.concat([head, largest.data]) }
}

/** Bits of a number of pixels, by its first two (ISO/IEC 18181-1, D.2). */
const jxlBits = [9, 13, 18, 30] as const
/** Width ÷ height. */
const jxlRatios = [1, 1, 12 / 10, 4 / 3, 3 / 2, 16 / 9, 5 / 4, 2] as const

/** The size before it is turned. */
function readJxlSize(file: Buffer): RasterSize {
  const read = bitReader(jxlCodestream(file).subarray(2, 16))
  const isSmall = read(1) === 1
  const side = () => (isSmall ? (read(5) + 1) * 8 : read(jxlBits[read(2)] ?? 30) + 1)
  const height = side()
  const ratio = read(3)
  return { width: ratio === 0 ? side() : Math.floor(height * (jxlRatios[ratio] ?? 1)), height }
}

/** The codestream of a file, or its first part. */
function jxlCodestream(file: Buffer): Buffer {
  if (file[0] === 0xff) return file
  for (const { type, content, end } of isoBoxes(file, 0, file.length, true))
    if (type === 'jxlc' || type === 'jxlp') return file.subarray(content + (type === 'jxlp' ? 4 : 0), end)
  return Buffer.alloc(0)
}

/** @returns reads a number of so many bits, the lowest first; 0 after the end. */
function bitReader(bytes: Buffer): (bits: number) => number {
  let position = 0
  return bits => {
    let value = 0
    for (let bit = 0; bit < bits; bit++, position++)
      value += ((byteAt(bytes, position >> 3) >> (position & 7)) & 1) * 2 ** bit
    return value
  }
}
