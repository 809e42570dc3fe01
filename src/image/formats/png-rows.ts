// The rows of a damaged PNG that can be read: its decoder goes on behind the first that cannot, with wrong pixels.
import { constants, createInflate } from 'node:zlib'
import { pngChunks } from '../containers.ts'
import { byteAt, type Thumbnail } from '../raster.ts'

/** Channels of a pixel as it is stored, by colour type (11.2.1); there are no types 1 and 5. */
const storedChannels = Uint8Array.of(1, 0, 3, 1, 2, 0, 4)

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
  const bits = byteAt(file, 24) * byteAt(storedChannels, byteAt(file, 25))
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
