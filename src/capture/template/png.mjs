// A section of the capture script: one PNG of several (ISO/IEC 15948).
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { fail } from './failure.mjs'

// --- One PNG of several

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** CRC-32 of each byte. */
const crcs = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  return crc
})

/** @param {string} type @param {Uint8Array} data */
function pngChunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data])
  let crc = -1
  for (const byte of body) crc = (crc >>> 8) ^ Number(crcs[(crc ^ byte) & 255])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeInt32BE(~crc, 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** @param {Buffer} png @returns {{ header: Buffer, rows: Buffer }} the IHDR chunk's data, and the filtered rows */
function readPng(png) {
  const parts = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return { header: png.subarray(16, 29), rows: zlib.inflateSync(Buffer.concat(parts)) }
}

/**
 * Filters a first row anew, so that it may follow other rows: its filter took the row above as black.
 * @param {Buffer} row The number of its filter, then its bytes.
 * @param {number} step Bytes of a pixel.
 */
function detachRow(row, step) {
  const [none, sub, up, average] = [0, 1, 2, 3]
  const filter = row[0] ?? none
  if (filter > average) row[0] = sub // Paeth
  if (filter === up || filter === average) row[0] = none
  if (filter !== average) return
  for (let at = step + 1; at < row.length; at += 1) row[at] = Number(row[at]) + (Number(row[at - step]) >> 1)
}

/**
 * Joins pictures one below the other, exactly; one at a time is in memory.
 * @param {string} file
 * @param {{ width: number, height: number }} size Of the result.
 * @param {AsyncIterable<Buffer>} pictures PNGs of that width.
 */
async function joinPngs(file, { width, height }, pictures) {
  /** @type {Buffer | undefined} */
  let header
  async function* filteredRows() {
    for await (const picture of pictures) {
      const png = readPng(picture)
      header ??= png.header
      const [depth = 8, colors = 2] = header.subarray(8)
      if (!png.header.subarray(8).equals(header.subarray(8))) fail('other', 'The parts of the page differ in format')
      const step = (depth / 8) * (colors === 6 ? 4 : 3)
      detachRow(png.rows.subarray(0, 1 + width * step), step)
      yield png.rows
    }
  }
  const out = fs.createWriteStream(file)
  await pipeline(
    filteredRows,
    zlib.createDeflate(),
    async function* (/** @type {AsyncIterable<Buffer>} */ data) {
      let isFirst = true
      for await (const part of data) {
        const sized = Buffer.from(header ?? signature)
        if (isFirst) sized.writeUInt32BE(height, 4)
        if (isFirst) yield Buffer.concat([signature, pngChunk('IHDR', sized)])
        isFirst = false
        yield pngChunk('IDAT', part)
      }
      yield pngChunk('IEND', Buffer.alloc(0))
    },
    out,
  )
}

export { joinPngs }
