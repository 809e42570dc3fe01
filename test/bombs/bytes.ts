// Byte-level builders that all formats share: integers, repetition, noise, bit fields, and zlib streams of any length.
import { createCipheriv } from 'node:crypto'
import { constants, deflateRawSync } from 'node:zlib'

export const mebibyte = 1024 * 1024

export function be16(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map(value => Buffer.from([(value >>> 8) & 255, value & 255])))
}

export function be32(...values: readonly number[]): Buffer {
  return Buffer.concat(
    values.map(value => Buffer.from([value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255])),
  )
}

export function le16(...values: readonly number[]): Buffer {
  return be16(...values.toReversed()).reverse()
}

export function le24(value: number): Buffer {
  return le32(value).subarray(0, 3)
}

export function le32(...values: readonly number[]): Buffer {
  return be32(...values.toReversed()).reverse()
}

export function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

export function repeat(unit: Buffer, times: number): Buffer {
  return Buffer.alloc(unit.length * times, unit)
}

/** Bytes that do not compress, the same in every run. */
export function noise(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length))
}

/** The same file with other bytes behind the first `marker`. */
export function patched(bytes: Buffer, marker: string, after: number, value: Buffer): Buffer {
  const found = bytes.indexOf(marker, 0, 'latin1')
  if (found < 0) throw new Error(`No ${JSON.stringify(marker)} in the file`)
  const copy = Buffer.from(bytes)
  value.copy(copy, found + marker.length + after)
  return copy
}

export type BitField = readonly [value: number, width: number]

/** Bit fields one after the other, lowest bit first, as GIF and WebP have them. */
export function packLowFirst(fields: Iterable<BitField>): Buffer {
  const bytes: number[] = []
  let held = 0
  let count = 0
  for (const [value, width] of fields) {
    held |= value << count
    for (count += width; count >= 8; count -= 8) {
      bytes.push(held & 255)
      held >>>= 8
    }
  }
  return Buffer.from(count > 0 ? [...bytes, held & 255] : bytes)
}

/** Bit fields one after the other, highest bit first, as TIFF and JPEG have them. */
export function packHighFirst(fields: Iterable<BitField>): Buffer {
  const bytes: number[] = []
  let held = 0
  let count = 0
  for (const [value, width] of fields) {
    held = ((held << width) | value) & 0xffffff
    for (count += width; count >= 8; count -= 8) bytes.push((held >>> (count - 8)) & 255)
  }
  return Buffer.from(count > 0 ? [...bytes, (held << (8 - count)) & 255] : bytes)
}

/** One byte many times. */
export interface Run {
  readonly byte: number
  readonly times: number
}

const adlerModulus = 65_521n

/** Adler-32 (RFC 1950) after a run, without going through its bytes. */
function adlerOfRun([low, high]: readonly [bigint, bigint], { byte, times }: Run): readonly [bigint, bigint] {
  const [value, count] = [BigInt(byte), BigInt(times)]
  return [
    (low + value * count) % adlerModulus,
    (high + low * count + (value * count * (count + 1n)) / 2n) % adlerModulus,
  ]
}

function adlerOf(parts: readonly (Buffer | Run)[]): number {
  let sums: readonly [bigint, bigint] = [1n, 0n]
  for (const part of parts) {
    const runs = Buffer.isBuffer(part) ? [...part].map(byte => ({ byte, times: 1 })) : [part]
    for (const run of runs) sums = adlerOfRun(sums, run)
  }
  return Number((sums[1] << 16n) | sums[0])
}

function flushed(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
}

/** A run of any length costs about a thousandth of it, and no time: one compressed mebibyte is repeated. */
function deflatedRun({ byte, times }: Run): readonly Buffer[] {
  const whole = Math.floor(times / mebibyte)
  const rest = flushed(Buffer.alloc(times % mebibyte, byte))
  return whole === 0 ? [rest] : [repeat(flushed(Buffer.alloc(mebibyte, byte)), whole), rest]
}

/** A valid zlib stream (RFC 1950) of the parts; keep Buffers small, as their checksum is computed byte by byte. */
export function zlibOf(...parts: readonly (Buffer | Run)[]): Buffer {
  const deflated = parts.flatMap(part => (Buffer.isBuffer(part) ? [flushed(part)] : deflatedRun(part)))
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...deflated, deflateRawSync(Buffer.alloc(0)), be32(adlerOf(parts))])
}

export function zlibZeros(length: number): Buffer {
  return zlibOf({ byte: 0, times: length })
}

interface LzwDialect {
  /** Bits of a sample; two codes above them are reserved for clear and end. */
  readonly sampleBits: number
  /** TIFF widens its codes one entry earlier than GIF. */
  readonly early: 0 | 1
}

/** Codes that decode to `length` zero samples: each names the entry that it defines itself, so runs grow by one. */
export function* lzwZeros(length: number, { sampleBits, early }: LzwDialect): Generator<BitField> {
  const clear = 2 ** sampleBits
  const first = clear + 2
  /** Codes since the last clear. */
  let count = 0
  const next = (): number => first + Math.max(0, count - 1)
  const width = (): number => Math.max(sampleBits + 1, 32 - Math.clz32(next() + early))
  yield [clear, sampleBits + 1]
  for (let left = length; left > 0; ) {
    if (next() >= 4093) {
      yield [clear, 12]
      count = 0
    }
    const taken = Math.min(count + 1, left)
    yield [taken === 1 ? 0 : first + taken - 2, width()]
    count += 1
    left -= taken
  }
  yield [clear + 1, width()]
}
