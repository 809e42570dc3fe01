// Joining PNG files: one file of several, one below the other (ISO/IEC 15948).
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { fail } from './errors.mjs'

/** @import { Size } from './types.mjs' */

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** 8 bits of red, green and blue: Chromium leaves the transparency out of an opaque picture. */
const pngFormat = Buffer.from([8, 2, 0, 0, 0])

/**
 * Writes a PNG file of several. Each but the first begins with the last row of the one before, to which the filter of
 * its next row refers.
 *
 * @param {string} file
 * @param {Size} size of all of them
 * @param {AsyncIterable<Buffer>} images
 */
export async function joinPngs(file, { width, height }, images) {
  async function* filteredRows() {
    // The type of the filter, and the pixels.
    const rowLength = 1 + 3 * width
    let start = 0
    for await (const image of images) {
      yield readRows(image, width).subarray(start)
      start = rowLength
    }
  }
  /** @param {AsyncIterable<Buffer>} data */
  async function* fileParts(data) {
    yield pngSignature
    yield pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), pngFormat]))
    for await (const part of data) yield pngChunk('IDAT', part)
    yield pngChunk('IEND')
  }
  await pipeline(filteredRows, zlib.createDeflate(), fileParts, fs.createWriteStream(file))
}

/** The filtered rows. @param {Buffer} png @param {number} width */
function readRows(png, width) {
  if (png.readUInt32BE(16) !== width || !png.subarray(24, 29).equals(pngFormat))
    fail('encoding', `A part of the page is not a PNG file in RGB of ${width} px`)
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data)
  }
  return zlib.inflateSync(Buffer.concat(parts))
}

/** @param {string} type @param {Uint8Array} [data] */
function pngChunk(type, data = Buffer.alloc(0)) {
  const body = Buffer.concat([Buffer.from(type), data])
  // gzip ends with the CRC-32 that PNG uses; zlib.crc32 needs Node.js 22.
  const gzip = zlib.gzipSync(body, { level: 0 })
  return Buffer.concat([uint32(data.length), body, uint32(gzip.readUInt32LE(gzip.length - 8))])
}

/** @param {number} value */
function uint32(value) {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
