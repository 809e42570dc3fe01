// PNG (third edition): its header and how its colours are encoded, the chunks that decoding needs, the rows that can be read, and whether it holds nothing but pixels.
import { constants, createInflate, inflateSync } from 'node:zlib'
import { type ColorEncoding, encodingOfCodes, encodingOfGamma, srgbPrimaries } from '../../color/cicp.ts'
import { asBuffer, maxParts, pngChunks } from '../containers.ts'
import { addRange, type Header, maxMetadataBytes, orientationOf, rowsBytes, withoutRanges } from '../header.ts'
import { byteAt, type RasterSize, type Thumbnail } from '../raster.ts'

/** By colour type (11.2.1): channels, where palettes are expanded, alpha and grey. */
const colorTypes: Readonly<
  Record<number, { readonly channels: number; readonly alpha: boolean; readonly isGrey: boolean }>
> = {
  0: { channels: 1, alpha: false, isGrey: true },
  2: { channels: 3, alpha: false, isGrey: false },
  3: { channels: 4, alpha: false, isGrey: false },
  4: { channels: 2, alpha: true, isGrey: true },
  6: { channels: 4, alpha: true, isGrey: false },
}
const palette = 3
const unknownType = { channels: 4, alpha: false, isGrey: false } as const

/** Interlaced images are decoded as a whole, with a pointer per row, all others row by row. */
export function readPng(file: Buffer): Header {
  if (file.length < 33 || file.toString('latin1', 12, 16) !== 'IHDR')
    return { width: 0, height: 0, alpha: false, isLossless: true, decodingBytes: 0 }
  const [width, height, bits] = [file.readUInt32BE(16), file.readUInt32BE(20), byteAt(file, 24)]
  const { channels, alpha, isGrey } = colorTypes[byteAt(file, 25)] ?? unknownType
  const pixelBytes = channels * (bits === 16 ? 2 : 1)
  const chunks = readChunks(file)
  const exif = chunks.get('eXIf')
  return {
    width,
    height,
    bits: Math.max(8, bits),
    alpha: alpha || chunks.has('tRNS'),
    isLossless: true,
    orientation: exif ? orientationOf(exif) : 1,
    frames: chunks.get('acTL')?.readUInt32BE(0) ?? 1,
    space: isGrey ? 'grey' : 'srgb',
    ...colorOf(chunks),
    decodingBytes: rowsBytes(width * pixelBytes, height) + (file[28] === 0 ? 0 : height * (width * pixelBytes + 8)),
  }
}

/** Chunks that say more than the pixels do, with their shortest length, bytes. */
const facts: Readonly<Record<string, number>> = {
  tRNS: 0,
  eXIf: 8,
  acTL: 8,
  cICP: 4,
  cLLI: 8,
  mDCV: 24,
  iCCP: 3,
  sRGB: 1,
  gAMA: 4,
  cHRM: 32,
}

/** The first of each kind before the pixels. */
function readChunks(file: Buffer): ReadonlyMap<string, Buffer> {
  const found = new Map<string, Buffer>()
  let parts = 0
  for (const { name, data } of pngChunks(file)) {
    if (name === 'IDAT' || parts++ === maxParts) break
    if (!found.has(name) && data.length >= (facts[name] ?? Number.POSITIVE_INFINITY)) found.set(name, data)
  }
  return found
}

/** cICP before iCCP, sRGB, and gAMA with cHRM (section 4.3). As in browsers, cHRM alone says nothing, nor does a cICP of limited range. */
function colorOf(chunks: ReadonlyMap<string, Buffer>): Pick<Header, 'profile' | 'encoding'> {
  const [primaries, transfer, matrix, range] = chunks.get('cICP') ?? []
  const isCoded = primaries !== undefined && transfer !== undefined && matrix === 0 && range === 1
  const encoding = isCoded ? encodingOfCodes(primaries, transfer, 2.4) : undefined
  if (encoding) return { encoding: { ...encoding, peakNits: peakOf(chunks.get('cLLI'), chunks.get('mDCV')) } }
  const profile = inflateProfile(chunks.get('iCCP'))
  if (profile) return { profile }
  return chunks.has('sRGB') ? {} : { encoding: gammaOf(chunks.get('gAMA'), chunks.get('cHRM')) }
}

/** Peak luminance of the picture (cLLI), otherwise that of its mastering display (mDCV), in 0.0001 cd/m². */
function peakOf(light: Buffer | undefined, display: Buffer | undefined): number | undefined {
  const peak = light?.readUInt32BE(0) || display?.readUInt32BE(16)
  return peak ? peak / 10_000 : undefined
}

/** Values of gAMA and cHRM are stored times this. */
const scale = 100_000

function gammaOf(gamma: Buffer | undefined, chromaticities: Buffer | undefined): ColorEncoding | undefined {
  if (gamma === undefined) return undefined
  if (chromaticities === undefined) return encodingOfGamma(scale / gamma.readUInt32BE(0), srgbPrimaries)
  const [wx = 0, wy = 0, rx = 0, ry = 0, gx = 0, gy = 0, bx = 0, by = 0] = Array.from(
    { length: 8 },
    (_, index) => chromaticities.readUInt32BE(4 * index) / scale,
  )
  return encodingOfGamma(scale / gamma.readUInt32BE(0), [rx, ry, gx, gy, bx, by, wx, wy])
}

/** @returns a compressed profile (11.3.2.3: name, 0, method, data); undefined when it is none or unpacks to more than is accepted. */
function inflateProfile(data: Buffer | undefined): Uint8Array | undefined {
  if (data === undefined) return undefined
  try {
    const profile = inflateSync(data.subarray(data.indexOf(0) + 2), { maxOutputLength: maxMetadataBytes })
    return profile.length > 0 ? profile : undefined
  } catch {
    return undefined
  }
}

/** Chunks that define how the pixels look; libpng would decompress all others, which may be gigabytes of text. */
const usedChunks = [
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'sBIT',
  'cICP',
  'pHYs',
  'eXIf',
  'iCCP',
]

/** In browsers an animation begins with its first frame; the image that other programs show may be another one, which it replaces. */
export function leanPng(bytes: Uint8Array): Uint8Array {
  const file = asBuffer(bytes)
  const [first] = animationFrames(file)
  if (first && !first.isStill && first.data.length > 0 && coversPicture(file, first)) return separate(file, first)
  const unwanted: (readonly [number, number])[] = []
  for (const { name, start, end, data } of pngChunks(file)) {
    const isWanted =
      usedChunks.includes(name) &&
      (name !== 'eXIf' || data.length <= maxMetadataBytes) &&
      (name !== 'iCCP' || inflateProfile(data) !== undefined)
    if (!isWanted) addRange(unwanted, [start, end])
  }
  return withProfileFirst(withoutRanges(bytes, unwanted, 0))
}

/** Browsers use a profile after the palette, too, which libpng ignores. */
function withProfileFirst(bytes: Uint8Array): Uint8Array {
  const file = asBuffer(bytes)
  let palette: number | undefined
  for (const { name, start, end } of pngChunks(file)) {
    if (name === 'PLTE') palette = start
    if (name === 'IDAT') return bytes
    if (name !== 'iCCP') continue
    if (palette === undefined) return bytes
    const parts = [file.subarray(0, palette), file.subarray(start, end), file.subarray(palette, start)]
    return Buffer.concat([...parts, file.subarray(end)])
  }
  return bytes
}

/** A frame of an animation as a separate picture. */
export interface PngFrame extends RasterSize {
  readonly bytes: Uint8Array
  /** Its place in the image. */
  readonly left: number
  readonly top: number
  /** Whether it is drawn over what was there before, instead of replacing it. */
  readonly isOver: boolean
}

/** @returns undefined where the animation has no frame of this number, or one that does not lie in the image. */
export function readPngFrame(file: Buffer, number: number): PngFrame | undefined {
  let index = 0
  for (const frame of animationFrames(file)) {
    if (index++ < number) continue
    const at = (offset: number): number => frame.control.readUInt32BE(offset)
    const [width, height, left, top] = [at(4), at(8), at(12), at(16)]
    const isInside = left + width <= file.readUInt32BE(16) && top + height <= file.readUInt32BE(20)
    if (!isInside || width * height === 0) return undefined
    return { bytes: separate(file, frame), width, height, left, top, isOver: frame.control[25] === 1 }
  }
  return undefined
}

interface AnimationFrame {
  /** Contents of its control chunk (11.3.6.2). */
  readonly control: Buffer
  /** Its compressed pixels. */
  readonly data: Buffer[]
  /** Whether it is the image that other programs show. */
  readonly isStill: boolean
  /** End of the chunks before the pixels of the file. */
  readonly headerEnd: number
}

/** Length of a control chunk (11.3.6), bytes. */
const controlBytes = 26
/** Length of the number in front of the contents of fcTL and fdAT, bytes. */
const sequenceBytes = 4

function* animationFrames(file: Buffer): Generator<AnimationFrame, void> {
  let [headerEnd, isAnimated] = [0, false]
  let frame: AnimationFrame | undefined
  for (const { name, start, data } of pngChunks(file)) {
    if (name === 'acTL') isAnimated = true
    if (name === 'IDAT') {
      if (!isAnimated) return
      headerEnd ||= start
    }
    if (name === 'fcTL' && data.length >= controlBytes) {
      if (frame) yield { ...frame, headerEnd }
      frame = { control: data, data: [], isStill: headerEnd === 0, headerEnd }
    }
    if (frame === undefined || frame.data.length === maxParts) continue
    if (name === 'IDAT') frame.data.push(data)
    if (name === 'fdAT') frame.data.push(data.subarray(sequenceBytes))
  }
  if (frame) yield { ...frame, headerEnd }
}

/** Whether the frame has the size of the image. */
function coversPicture(file: Buffer, { control }: AnimationFrame): boolean {
  return control.subarray(4, 20).equals(Buffer.concat([file.subarray(16, 24), Buffer.alloc(8)]))
}

function separate(file: Buffer, { control, data, headerEnd }: AnimationFrame): Buffer {
  const header = Buffer.from(file.subarray(0, headerEnd))
  control.copy(header, 16, 4, 12)
  return Buffer.concat([leanPng(header), ...chunk('IDAT', data), ...chunk('IEND', [])])
}

/** The parts of a chunk. The decoder ignores checksums. */
function chunk(name: string, contents: readonly Buffer[]): readonly Buffer[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, 0))
  head.write(name, 4, 'latin1')
  return [head, ...contents, Buffer.alloc(4)]
}

/** The filters of rows have the numbers 0 to 4 (9.2). */
const maxFilter = 4

/** Output of one step of decompression, bytes: what a step yields is lost when it ends with an error. */
const stepBytes = { min: 64, max: 16_384 } as const

/**
 * The rows before the first one that has an unknown filter, is missing or cannot be decompressed. Damaged interlaced pictures, whose rows
 * are not in order, are not decoded at all.
 */
async function countReadableRows(file: Buffer): Promise<number> {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const type = byteAt(file, 25)
  const channels = type === palette ? 1 : (colorTypes[type] ?? unknownType).channels
  const bits = byteAt(file, 24) * channels
  const rowBytes = 1 + Math.ceil((width * bits) / 8)
  const chunkSize = Math.max(stepBytes.min, Math.min(stepBytes.max, rowBytes))
  const inflate = createInflate({ chunkSize, finishFlush: constants.Z_SYNC_FLUSH })
  inflate.end(Buffer.concat([...pngChunks(file)].flatMap(({ name, data }) => (name === 'IDAT' ? data : []))))
  let [length, next] = [0, 0]
  try {
    for await (const piece of inflate) {
      for (; next < length + piece.length; next += rowBytes)
        if (next === rowBytes * height || byteAt(piece, next - length) > maxFilter) return next / rowBytes
      length += piece.length
    }
  } catch {}
  return Math.min(height, Math.floor(length / rowBytes))
}

/**
 * Clears what the decoder of a damaged PNG put in place of the rows that cannot be read.
 *
 * @param thumbnail of the whole picture. @param file the PNG that was decoded.
 * @returns the pixels with transparent rows instead, and whether there are any.
 */
export async function clearUnreadableRows(thumbnail: Thumbnail, file: Buffer) {
  const height = file.readUInt32BE(20)
  const rows = await countReadableRows(file)
  const pixels = thumbnail.pixels.slice()
  pixels.fill(0, Math.floor((rows * thumbnail.height) / height) * thumbnail.width * 4)
  return { ...thumbnail, pixels, isIncomplete: rows < height }
}

/** Chunks that decoding needs, and short ones that say nothing about who made the file; the last two only beside sRGB, which overrides them. */
const cleanChunks = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'sBIT', 'bKGD', 'pHYs', 'gAMA', 'cHRM']
/** A palette of 256 colours, bytes. */
const maxCleanChunk = 768

export function isCleanPng(file: Buffer): boolean {
  const names = new Set<string>()
  for (const { name, end, data } of pngChunks(file)) {
    if (!cleanChunks.includes(name) || (name !== 'IDAT' && data.length > maxCleanChunk)) return false
    names.add(name)
    if (name === 'IEND') return end === file.length && ((!names.has('gAMA') && !names.has('cHRM')) || names.has('sRGB'))
  }
  return false
}
