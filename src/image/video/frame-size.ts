// The size of the frames of a video, as its header tells it before any decoder sees it.

export interface FrameSize {
  readonly width: number
  readonly height: number
}

/** What is assumed where nothing is found: 4K. */
const assumed: FrameSize = { width: 3840, height: 2160 }

/** Offsets in a visual sample entry, counted from its type (ISO/IEC 14496-12, 12.1.3). */
const entry = { fromTable: 16, width: 28, height: 30, end: 32 } as const

/** More tables than files have; what lies between the frames may look like one. */
const maxTracks = 256

/** The tables stand before all frames or behind them, and this runs on the event loop. Bytes at either end that are looked at. */
const endBytes = 8 * 1024 * 1024

const endsOf = (file: Buffer): readonly Buffer[] =>
  file.length <= 2 * endBytes ? [file] : [file.subarray(0, endBytes), file.subarray(-endBytes)]

/** The first sample entry of each table; of audio these bytes are a sample rate and zeros. */
function* sampleEntries(file: Buffer): Generator<FrameSize, void> {
  for (
    let at = file.indexOf('stsd'), count = 0;
    at >= 0 && count < maxTracks;
    at = file.indexOf('stsd', at + 4), count++
  ) {
    const type = at + entry.fromTable
    if (type + entry.end > file.length) return
    yield { width: file.readUInt16BE(type + entry.width), height: file.readUInt16BE(type + entry.height) }
  }
}

/** PixelWidth and PixelHeight of Matroska (RFC 9559, 5.1.4.1.28), written next to each other in one or two bytes. */
const pixels = /\xB0(?:\x81([\s\S])|\x82([\s\S]{2}))[\s\S]{0,64}?\xBA(?:\x81([\s\S])|\x82([\s\S]{2}))/g

/** Tracks stand before the first cluster, near the beginning. */
const headBytes = 65_536

function* tracks(file: Buffer): Generator<FrameSize, void> {
  const numberOf = (...groups: readonly (string | undefined)[]): number =>
    Buffer.from(groups.join(''), 'latin1').reduce((sum, byte) => sum * 256 + byte, 0)
  for (const [, width1, width2, height1, height2] of file.toString('latin1', 0, headBytes).matchAll(pixels))
    yield { width: numberOf(width1, width2), height: numberOf(height1, height2) }
}

/** @returns the largest frame that the file names. */
export function frameSize(file: Buffer): FrameSize {
  const isMatroska = file.indexOf('\x1A\x45\xDF\xA3', 0, 'latin1') === 0
  const sizes = [...(isMatroska ? tracks(file) : endsOf(file).flatMap(end => [...sampleEntries(end)]))].filter(
    ({ width, height }) => width * height > 0,
  )
  return sizes.reduce(
    (most, size) => (size.width * size.height > most.width * most.height ? size : most),
    sizes[0] ?? assumed,
  )
}
