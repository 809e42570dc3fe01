// PNG (third edition): its header and how its colours are encoded, the chunks that decoding needs, and whether it holds nothing but pixels.
import { inflateSync } from 'node:zlib'
import { type ColorEncoding, encodingOfCodes, encodingOfGamma, srgbPrimaries } from '../../color/cicp.ts'
import { asBuffer, maxParts, pngChunks } from '../containers.ts'
import { addRange, type Header, maxMetadataBytes, orientationOf, rowsBytes, withoutRanges } from '../header.ts'
import { byteAt } from '../raster.ts'

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

/** The brightest light of the picture (cLLI), else of the display that it was mastered on (mDCV), in 0.0001 cd/m². */
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

export function leanPng(bytes: Uint8Array): Uint8Array {
  const animation = withFirstFrame(asBuffer(bytes))
  if (animation) return leanPng(animation)
  const unwanted: (readonly [number, number])[] = []
  for (const { name, start, end, data } of pngChunks(asBuffer(bytes))) {
    const isWanted =
      usedChunks.includes(name) &&
      (name !== 'eXIf' || data.length <= maxMetadataBytes) &&
      (name !== 'iCCP' || inflateProfile(data) !== undefined)
    if (!isWanted) addRange(unwanted, [start, end])
  }
  return withoutRanges(bytes, unwanted, 0)
}

/** Number in front of the contents of fcTL and fdAT, bytes (11.3.6). */
const sequenceBytes = 4

/**
 * In browsers an animation begins with its first frame; the image that other programs show may be another one.
 *
 * @returns the first frame in place of that image; undefined without one of the same size.
 */
function withFirstFrame(file: Buffer): Buffer | undefined {
  let [headerEnd, isControlled, isAnimated] = [0, false, false]
  const frame: Buffer[] = []
  for (const { name, start, data } of pngChunks(file)) {
    if (name === 'acTL') isAnimated = true
    if (name === 'IDAT') {
      if (!isAnimated) return undefined
      headerEnd ||= start
    }
    if (name === 'fcTL') {
      const isWhole = data.subarray(sequenceBytes, 20).equals(wholeFrame(file))
      if (headerEnd === 0 || frame.length > 0 || !isWhole) break
      isControlled = true
    }
    if (name === 'fdAT' && isControlled && frame.length < maxParts) frame.push(data.subarray(sequenceBytes))
  }
  if (frame.length === 0) return undefined
  return Buffer.concat([file.subarray(0, headerEnd), chunk('IDAT', frame), chunk('IEND', [])])
}

/** Width, height and position of a frame that covers the image. */
function wholeFrame(file: Buffer): Buffer {
  return Buffer.concat([file.subarray(16, 24), Buffer.alloc(8)])
}

/** The decoder ignores checksums. */
function chunk(name: string, contents: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, 0))
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...contents, Buffer.alloc(4)])
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
