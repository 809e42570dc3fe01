// A section of the capture script: one PNG of several (ISO/IEC 15948).
import fs from 'node:fs'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import { fail } from './failure.mjs'

// --- Joining PNG files

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

const uint32 = (number = 0) => Buffer.from([number >>> 24, number >>> 16, number >>> 8, number])

/** @param {Uint8Array} [data] */
function pngChunk(type = '', data = Buffer.alloc(0)) {
	const body = Buffer.concat([Buffer.from(type), data])
	// gzip ends with the same CRC-32.
	const gzip = zlib.gzipSync(body, { level: 0 })
	return Buffer.concat([uint32(data.length), body, uint32(gzip.readUInt32LE(gzip.length - 8))])
}

/** Returns its IHDR without the size, and its filtered rows. @param {Buffer} png */
function readPng(png) {
	const parts = []
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at))
		if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(data)
	}
	return { format: png.subarray(24, 29), rows: zlib.inflateSync(Buffer.concat(parts)) }
}

/**
 * Joins images one below the other. Each but the first begins with the last row of the one before, to which the
 * filter of its next row refers.
 * @param {AsyncIterable<Buffer>} images
 */
async function joinPngs(file = '', { width = 0, height = 0 }, images) {
	/** @type {Buffer} */
	let format = Buffer.alloc(0)
	async function* filteredRows() {
		for await (const image of images) {
			const png = readPng(image)
			const [, colors] = png.format
			if (format[0] && !format.equals(png.format)) fail('other', 'The parts of the page differ in format')
			const isFirst = !format[0]
			format = png.format
			yield isFirst ? png.rows : png.rows.subarray(1 + width * (colors === 6 ? 4 : 3))
		}
	}
	/** @param {AsyncIterable<Buffer>} data */
	async function* chunks(data) {
		let isFirst = true
		for await (const part of data) {
			const header = Buffer.concat([uint32(width), uint32(height), format])
			if (isFirst) yield Buffer.concat([signature, pngChunk('IHDR', header)])
			isFirst = false
			yield pngChunk('IDAT', part)
		}
		yield pngChunk('IEND')
	}
	await pipeline(filteredRows, zlib.createDeflate(), chunks, fs.createWriteStream(file))
}

export { joinPngs }
