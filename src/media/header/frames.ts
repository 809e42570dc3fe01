// Files of many pictures: libwebp goes through all frames to find the last, libtiff reads every directory, in one step that no clock can end.
import type { Format } from '../../../schemas/media.ts'
import { Problem } from '../../problem.ts'

/** Most pictures in a file. Five thousand take half a second; in 24 MB is room for minutes (TIFF) and an hour (WebP). */
const most = 5000

/** Where the first chunk of a RIFF file begins, and how long the header of a chunk is: its name, and the length of what follows. */
const firstChunk = 12
const header = 8

/** Frames of an animation (RFC 9649, 2.7.1.1). */
const webp = (file: Buffer): number => {
  let frames = 0
  for (let at = firstChunk; at + header <= file.length; ) {
    const length = file.readUInt32LE(at + 4)
    if (file.toString('latin1', at, at + 4) === 'ANMF') frames++
    at += header + length + (length % 2)
  }
  return frames
}

/** Whole numbers as a TIFF writes them: `width` bytes long; beyond the file there is nothing but zeros. */
const tiffReader = (file: Buffer) => {
  const little = file[0] === 0x49
  return (at: number, width: number): number => {
    const bytes = [...file.subarray(at, at + width)]
    return (little ? bytes.reverse() : bytes).reduce((sum, byte) => sum * 256 + byte, 0)
  }
}

/** Sizes in bytes: an offset, the count of entries, an entry (TIFF 6.0, section 2, and BigTIFF). */
const tiffLayout = { classic: { offset: 4, count: 2, entry: 12 }, big: { offset: 8, count: 8, entry: 20 } } as const

/** Directories, each of which tells where the next one is. */
const tiff = (file: Buffer): number => {
  const read = tiffReader(file)
  const isBig = read(2, 2) === 43
  const { offset, count, entry } = tiffLayout[isBig ? 'big' : 'classic']
  const seen = new Set<number>()
  for (let at = read(isBig ? 8 : 4, offset); at > 0 && at < file.length && seen.size <= most && !seen.has(at); ) {
    seen.add(at)
    at = read(at + count + read(at, count) * entry, offset)
  }
  return seen.size
}

const counts: Partial<Record<Format, (file: Buffer) => number>> = { webp, tiff }

/** @throws Problem `source_timeout` when a file holds too many pictures. */
export const checkFrames = (bytes: Uint8Array, format: Format): void => {
  const frames = counts[format]?.(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)) ?? 0
  if (frames <= most) return
  throw new Problem('source_timeout', {
    detail: `The file holds more than ${most} pictures, which take too long to read. Send fewer, or a video.`,
  })
}
