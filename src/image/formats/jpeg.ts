// JPEG (ITU-T T.81): its header, the bytes that decoding needs, its scans, and whether it holds nothing but pixels.
import { Problem } from '../../errors.ts'
import {
  asBuffer,
  type JpegSegment,
  jpegSegments,
  maxHeaderBytes,
  maxParts,
  startOfScan,
  uint16At,
} from '../containers.ts'
import { addRange, type Header, maxMetadataBytes, orientationOf, withoutRanges } from '../header.ts'
import { byteAt, type RasterSize } from '../raster.ts'

/** libjpeg refuses frames of more (MAX_COMPONENTS). */
const maxComponents = 10

/** Application segments that decoders use, by marker and signature: JFIF, Exif, the colour profile and Adobe's transform. */
const usedSegments: Readonly<Record<number, RegExp>> = {
  224: /^/,
  225: /^Exif\0/,
  226: /^ICC_PROFILE\0/,
  238: /^Adobe/,
}

/** Length of the signature `Exif` with two zeros. */
const exifStart = 6
/** Length of the signature `ICC_PROFILE` with a zero, the number of the part and how many there are. */
const profileStart = 14

/** Describes the first picture; MPO, motion photos and gain maps append others behind its end. Of several Exif segments the first counts. */
export function readJpeg(file: Buffer): Header {
  let frame: FrameHeader | undefined
  let orientation: number | undefined
  let parts = 0
  const profile: Buffer[] = []
  for (const segment of jpegSegments(file.subarray(0, maxHeaderBytes))) {
    const { marker, start, end } = segment
    if (parts++ === maxParts) break
    if (marker === startOfScan) return headerOf(frame, byteAt(file, start), orientation ?? 1, profile)
    if (isFrame(marker)) frame = readFrame(file, segment)
    if (!usedSegments[marker]?.test(file.toString('latin1', start, start + 12))) continue
    if (marker === 0xe1) orientation ??= orientationOf(file.subarray(start + exifStart, end))
    if (marker === 0xe2) profile.push(file.subarray(start + profileStart, end))
  }
  return { width: 0, height: 0, alpha: false, isLossless: false, decodingBytes: 0 }
}

interface FrameHeader extends RasterSize {
  readonly marker: number
  readonly bits: number
  readonly components: number
  /** Samples of all components. */
  readonly samples: number
}

function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function readFrame(file: Buffer, { marker, start }: JpegSegment): FrameHeader {
  const [width, height] = [uint16At(file, start + 3), uint16At(file, start + 1)]
  const components = Math.min(byteAt(file, start + 5), maxComponents)
  const factors = Array.from({ length: components }, (_, index) => byteAt(file, start + 7 + index * 3))
  const [across, down] = [factors.map(factor => factor >> 4), factors.map(factor => factor & 15)]
  const blocks = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0)
  const samples = (width * height * blocks) / (Math.max(1, ...across) * Math.max(1, ...down))
  return { marker, width, height, bits: byteAt(file, start), components, samples }
}

const spaces: Readonly<Record<number, 'grey' | 'cmyk'>> = { 1: 'grey', 4: 'cmyk' }

/** Progressive files and those of several scans are kept as coefficients, 2 bytes per sample (T.81, annex G); others by line. */
function headerOf(
  frame: FrameHeader | undefined,
  scanComponents: number,
  orientation: number,
  profile: readonly Buffer[],
): Header {
  const { marker, width, height, bits, components, samples } = frame ?? noFrame
  const isKept = (marker & 3) === 2 || scanComponents < components
  return {
    width,
    height,
    orientation,
    alpha: false,
    space: spaces[components] ?? 'srgb',
    isLossless: false,
    ...(profile.length > 0 && { profile: Buffer.concat(profile).subarray(0, maxMetadataBytes) }),
    decodingBytes: isKept ? samples * 2 : 0,
    variant: (marker & 3) === 3 ? 'a lossless JPEG' : bits === 8 ? undefined : `a JPEG of ${bits} bits per channel`,
  }
}

const noFrame: FrameHeader = { marker: 0xc0, width: 0, height: 0, bits: 8, components: 0, samples: 0 }

/** Numbers restart markers, and removes comments and application segments that nothing uses, when they are large together. */
export function leanJpeg(bytes: Uint8Array): Uint8Array {
  return withRestartNumbers(withoutUnused(bytes))
}

function withoutUnused(bytes: Uint8Array): Uint8Array {
  const unwanted: (readonly [number, number])[] = []
  let keptBytes = 0
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === startOfScan) break
    if (!isApplicationOrComment(marker)) continue
    const signature = asBuffer(bytes.subarray(start, start + 16)).toString('latin1')
    const isWanted = usedSegments[marker]?.test(signature) && keptBytes + end - start <= maxMetadataBytes
    if (isWanted) keptBytes += end - start
    else addRange(unwanted, [start - 4, Math.min(end, bytes.length)])
  }
  return withoutRanges(bytes, unwanted, maxMetadataBytes)
}

function isApplicationOrComment(marker: number): boolean {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe
}

/** Marker of the restart interval (T.81, B.2.4.4). */
const restartInterval = 0xdd
/** Marker of the first restart: they are numbered from 0 to 7 again and again (T.81, B.1.1.2). */
const firstRestart = 0xd0

/**
 * Numbers the restart markers where the encoder counted from another number, or not at all: libjpeg would leave out parts of the picture,
 * and libvips gives up after a hundred warnings. In any other order some may be missing, and libjpeg finds out which.
 */
function withRestartNumbers(bytes: Uint8Array): Uint8Array {
  const scans: number[] = []
  let interval = 0
  for (const { marker, start, end } of jpegSegments(bytes)) {
    if (marker === restartInterval) interval = uint16At(bytes, start)
    if (marker !== startOfScan) continue
    // Most files end here.
    if (scans.length === 0 && (interval === 0 || beginsRight(bytes, end))) return bytes
    scans.push(end)
  }
  const numbered = Buffer.from(bytes)
  for (const markers of scans.map(end => [...restartsAfter(bytes, end)]))
    if (isMiscounted(markers.map(at => byteAt(bytes, at))))
      for (const [index, at] of markers.entries()) numbered[at] = firstRestart + (index % 8)
  return numbered
}

/** Yields where the numbers of the restart markers of a scan are. */
function* restartsAfter(bytes: Uint8Array, start: number): Generator<number, void> {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const marker = byteAt(bytes, at + 1)
    if (marker >= firstRestart && marker < firstRestart + 8) yield at + 1
    else if (marker !== 0 && marker !== 0xff) return
  }
}

function beginsRight(bytes: Uint8Array, start: number): boolean {
  const [first, second] = restartsAfter(bytes, start)
  const isRight = (at: number | undefined, number: number) =>
    at === undefined || byteAt(bytes, at) === firstRestart + number
  return isRight(first, 0) && isRight(second, 1)
}

/** Whether each number is one more than that before it, or all are the same. */
function isMiscounted(numbers: readonly number[]): boolean {
  const steps = new Set(numbers.slice(1).map((number, index) => (number - (numbers[index] ?? 0) + 8) % 8))
  return steps.size === 1 && (steps.has(0) || steps.has(1))
}

/**
 * Pixels of all scans together: a hundred scans of 50 megapixels, about four seconds. Every scan passes over the whole image, in one step
 * that no timeout can interrupt. Encoders write ten scans, rarely twenty.
 */
const maxScanPixels = 5e9

/** Up to this many scans the segments are not parsed: the marker occurs less often than this in most files, even by chance. */
const uncountedScans = 20

/** @throws Problem `source_timeout` when a JPEG has too many scans for its size. */
export function checkScanCount(file: Buffer, { width, height }: RasterSize): void {
  const maxScans = Math.floor(maxScanPixels / (width * height))
  if (maxScans >= uncountedScans && countScanMarkers(file) < uncountedScans) return
  let scans = 0
  for (const { marker } of jpegSegments(file)) if (marker === startOfScan) scans++
  if (scans <= maxScans) return
  throw new Problem('source_timeout', {
    detail: `The image has ${scans} scans of ${width} × ${height} pixels, which take too long to read. Save it again as a baseline JPEG, or as a progressive JPEG with default settings.`,
  })
}

/** Occurrences of the scan marker anywhere in a file, counted up to `uncountedScans`: never fewer than there are scans. */
function countScanMarkers(file: Buffer): number {
  let count = 0
  for (let at = 0; at >= 0 && count <= uncountedScans; at = file.indexOf('\xFF\xDA', at + 2, 'latin1')) count++
  return count - 1
}

/** Frames of 8 bits that all browsers read. */
const frames = [0xc0, 0xc1, 0xc2]
/** Segments that decoding them needs: tables and restart intervals. */
const tables = [0xc4, 0xdb, 0xdd]
const jfif = 0xe0

/** Contents of a JFIF segment without a thumbnail (JFIF 1.02), bytes. */
const jfifBytes = 14

/** Whether a file holds nothing but pixels: grey or Y′CbCr in 8 bits, in segments that decoding needs, and JFIF. */
export function isCleanJpeg(file: Buffer, { space, variant }: Header): boolean {
  if (space === 'cmyk' || variant !== undefined) return false
  let end = 2
  let hasScan = false
  for (const segment of jpegSegments(file)) {
    const { marker, start, isDetached } = segment
    const isTable = tables.includes(marker) || marker === startOfScan
    const isFirst = !hasScan && (frames.includes(marker) || (marker === jfif && segment.end - start === jfifBytes))
    if ((!isTable && !isFirst) || (isDetached && !hasScan)) return false
    hasScan ||= marker === startOfScan
    end = segment.end
  }
  return hasScan && file.indexOf('\xFF\xD9', end, 'latin1') === file.length - 2
}
