// Joining PNG files: one file of several, one below the other (ISO/IEC 15948).
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { fail } from './errors.mjs'

/** @import { Size } from './types.mjs' */

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/**
 * Writes a PNG file of several. Each but the first begins with the last row of the one before, to which the filter of
 * its next row refers.
 *
 * @param {string} file
 * @param {Size} size of all of them
 * @param {AsyncIterable<Buffer>} images
 */
export async function joinPngs(file, size, images) {
  /** @type {Buffer | undefined} */
  let format
  async function* filteredRows() {
    for await (const image of images) {
      const png = readPng(image)
      if (format && !format.equals(png.format)) fail('other', 'The parts of the page differ in format')
      // Color type 6 is RGBA, and a row begins with the type of its filter.
      const rowLength = 1 + size.width * (png.format[1] === 6 ? 4 : 3)
      const isFirst = format === undefined
      format = png.format
      yield isFirst ? png.rows : png.rows.subarray(rowLength)
    }
  }
  /** @param {AsyncIterable<Buffer>} data */
  async function* fileParts(data) {
    let isFirst = true
    for await (const part of data) {
      if (isFirst) yield pngHeader(size, format ?? Buffer.alloc(0))
      isFirst = false
      yield pngChunk('IDAT', part)
    }
    yield pngChunk('IEND')
  }
  await pipeline(filteredRows, zlib.createDeflate(), fileParts, fs.createWriteStream(file))
}

/** Its IHDR without the size, and its filtered rows. @param {Buffer} png */
function readPng(png) {
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data)
  }
  return { format: png.subarray(24, 29), rows: zlib.inflateSync(Buffer.concat(parts)) }
}

/** @param {Size} size @param {Buffer} format */
function pngHeader({ width, height }, format) {
  return Buffer.concat([pngSignature, pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), format]))])
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
