// Files that end early, and the part of their picture that was never there.
import type { Format } from '../../schemas/media.ts'
import type { Raster } from './sample.ts'

const lastIndex = (bytes: Uint8Array, text: string): number =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(text, undefined, 'latin1')

/** Whether the end mark of a format is missing. Formats that are not named here are read whole or not at all. */
const ends: Partial<Record<Format, (bytes: Uint8Array) => boolean>> = {
  // A thumbnail in front has an end mark of its own, so only what follows the last scan counts.
  jpeg: bytes => lastIndex(bytes, '\xFF\xD9') < lastIndex(bytes, '\xFF\xDA'),
  png: bytes => lastIndex(bytes, 'IEND') < 0,
  gif: bytes => bytes.at(-1) !== 0x3b,
  webp: bytes => Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8 > bytes.length,
}

/** @returns whether a file of a format ends before its picture does. */
export const isTruncated = (bytes: Uint8Array, format: Format): boolean => ends[format]?.(bytes) ?? false

const row = ({ pixels, width }: Raster, y: number): Buffer =>
  Buffer.from(pixels.buffer, pixels.byteOffset + y * width * 4, width * 4)

/** What decoders put where nothing was: middle grey (JPEG), black, or nothing. */
const fills = ['808080ff', '000000ff', '00000000']

const isFill = (line: Buffer): boolean => {
  const first = line.toString('hex', 0, 4)
  return fills.includes(first) && line.every((byte, at) => byte === line[at % 4])
}

/** Whether a row was never there: it equals the last one, or it ends in the fill that the last one consists of. */
const standsIn = (line: Buffer, last: Buffer): boolean =>
  line.equals(last) || (isFill(last) && line.subarray(-4).equals(last.subarray(-4)))

/**
 * Cuts off the rows at the bottom with which decoders stand in for what a truncated file lacks.
 *
 * @param raster pixels as they lie in the file.
 * @returns the rows above; the whole when all rows are one real colour; undefined when no row was ever there.
 */
export const presentRows = (raster: Raster): Raster | undefined => {
  const last = row(raster, raster.height - 1)
  let height = raster.height - 1
  while (height > 0 && standsIn(row(raster, height - 1), last)) height--
  if (height > 0) return { ...raster, height, pixels: raster.pixels.subarray(0, height * raster.width * 4) }
  return isFill(last) ? undefined : raster
}
