// The frame size that the header of a video declares: before a program reads it, the memory for its frames has to be known.
import type { Size } from '../../schemas/types.ts'

/** Assumed where the header declares no size at a known place, as in MPEG-TS, FLV and WMV: 4K. */
const defaultSize: Size = { width: 3840, height: 2160 }

/** @returns the size of the largest frame that any track of the file declares. */
export function frameSize(file: Buffer): Size {
  const declared = sizesIn(file)
  const sizes = declared.filter(({ width, height }) => width * height > 0)
  return sizes.reduce(
    (largest, size) => (size.width * size.height > largest.width * largest.height ? size : largest),
    sizes[0] ?? defaultSize,
  )
}

function sizesIn(file: Buffer): readonly Size[] {
  const head = file.toString('latin1', 0, 12)
  if (head.startsWith('\x1A\x45\xDF\xA3')) return [...matroskaSizes(file)]
  if (head.startsWith('RIFF') && file.length >= 72)
    return [{ width: file.readUInt32LE(64), height: file.readUInt32LE(68) }]
  if (/^(?:FLV|G|\x30\x26\xB2\x75)/.test(head)) return []
  return endsOf(file).flatMap(end => [...mp4Sizes(end)])
}

/** PixelWidth and PixelHeight of Matroska (RFC 9559, 5.1.4.1.28), close to each other, each in one or two bytes. */
const matroskaSize = /\xB0(?:\x81([\s\S])|\x82([\s\S]{2}))[\s\S]{0,64}?\xBA(?:\x81([\s\S])|\x82([\s\S]{2}))/g

/** Tracks precede the first cluster, near the beginning. */
const matroskaHeaderBytes = 65_536

function* matroskaSizes(file: Buffer): Generator<Size, void> {
  const numberFrom = (...groups: readonly (string | undefined)[]): number =>
    Buffer.from(groups.join(''), 'latin1').reduce((sum, byte) => sum * 256 + byte, 0)
  const header = file.toString('latin1', 0, matroskaHeaderBytes)
  for (const [, width1, width2, height1, height2] of header.matchAll(matroskaSize))
    yield { width: numberFrom(width1, width2), height: numberFrom(height1, height2) }
}

/** The sample tables precede all frames or follow them. Only this many bytes at either end are searched. */
const endBytes = 8 * 1024 * 1024

function endsOf(file: Buffer): readonly Buffer[] {
  return file.length <= 2 * endBytes ? [file] : [file.subarray(0, endBytes), file.subarray(-endBytes)]
}

/** Sample tables that are read: more than files have, since data between the frames may look like one. */
const maxTracks = 256

/** Offsets in a visual sample entry, from its type (ISO/IEC 14496-12, 12.1.3). */
const sampleEntry = { fromTable: 16, width: 28, height: 30, end: 32 } as const

/** The first sample entry of each table; in audio tracks these bytes are a sample rate and zeros. */
function* mp4Sizes(file: Buffer): Generator<Size, void> {
  let at = file.indexOf('stsd')
  for (let count = 0; at >= 0 && count < maxTracks; at = file.indexOf('stsd', at + 4), count++) {
    const type = at + sampleEntry.fromTable
    if (type + sampleEntry.end > file.length) return
    yield { width: file.readUInt16BE(type + sampleEntry.width), height: file.readUInt16BE(type + sampleEntry.height) }
  }
}
