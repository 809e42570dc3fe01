// What a decoder reported as missing from a file, and the rows that it filled in instead.
import type { Format } from '../../schemas/media.ts'
import { asBuffer } from './containers.ts'
import { undecodable } from './format.ts'
import { isCutGif } from './formats/gif.ts'
import { isCutWebp } from './formats/webp.ts'
import type { Raster } from './raster.ts'

/** Warnings of the decoders about pixels that they do not have; all others, and other formats, are decoded completely or not at all. */
const complaints: Partial<Record<Format, RegExp>> = {
  // One warning more than that of the missing end marker. Stray bytes between segments do not matter.
  jpeg: /premature end of JPEG image[\s\S]*gave (?!1 )|gave (?!1 )[\s\S]*premature end of JPEG image|Corrupt JPEG data: (?!\d+ extraneous)/,
  png: /not enough data|read error|filter value|IDAT: (?:invalid|unknown|too many length|incorrect header)/i,
}

/**
 * @param bytes the file, as it was sent.
 * @param warnings of its decoder.
 * @param pixels that it returned.
 */
export function hasMissingRows(
  bytes: Uint8Array,
  format: Format,
  warnings: readonly string[],
  pixels: Uint8Array,
): boolean {
  // Their decoders are given files that are whole.
  if (format === 'webp') return isCutWebp(asBuffer(bytes))
  if (format === 'gif') return pixels.at(-1) === 0 && isCutGif(asBuffer(bytes))
  return complaints[format]?.test(warnings.join('\n')) ?? false
}

/**
 * Cuts off the rows at the bottom that a decoder filled in.
 *
 * @param raster pixels as they are stored in the file.
 * @returns the rows above: all where the decoder had a part of every row, as of a progressive JPEG.
 * @throws Problem `source_not_picture` when no row was present.
 */
export function cropMissingRows(raster: Raster, format: Format): Raster {
  const last = rowAt(raster, raster.height - 1)
  const isFilled = fills[format] ?? isUniform
  if (!isFilled(last)) return raster
  let height = raster.height - 1
  while (height > 0 && isMissing(rowAt(raster, height - 1), last)) height--
  if (height > 0) return { ...raster, height, pixels: raster.pixels.subarray(0, height * raster.width * 4) }
  if (fills[format] === undefined && !isBlack(last)) return raster
  throw undecodable(format, 'the file ends before its first row')
}

/** Levels that a JPEG decoder uses for missing rows: the middle of each range, which is darker for inks. */
const filler = { min: 50, max: 150, maxDifference: 16 } as const

/** Whether a row has what a decoder fills in. Others leave black, or repeat the row before. */
const fills: Partial<Record<Format, (row: Buffer) => boolean>> = {
  jpeg: row => isUniform(row) && isMiddleGrey(row.subarray(0, 3)),
  gif: row => row.at(-1) === 0,
}

function isMiddleGrey(color: Buffer): boolean {
  const [min, max] = [Math.min(...color), Math.max(...color)]
  return min >= filler.min && max <= filler.max && max - min <= filler.maxDifference
}

function rowAt({ pixels, width }: Raster, y: number): Buffer {
  return asBuffer(pixels.subarray(y * width * 4, (y + 1) * width * 4))
}

/** Whether a row was filled in: it equals the last one, or its end does. */
function isMissing(row: Buffer, last: Buffer): boolean {
  return row.equals(last) || (isUniform(last) && row.subarray(-4).equals(last.subarray(-4)))
}

function isUniform(row: Buffer): boolean {
  return row.every((byte, at) => byte === row[at % 4])
}

function isBlack(row: Buffer): boolean {
  return row[0] === 0 && row[1] === 0 && row[2] === 0
}
