// The sequence header of AV1 (AV1 Bitstream & Decoding Process Specification, 5.5), as far as colours need it.
import { byteAt } from '../raster.ts'

/** Code points (ITU-T H.273), and whether black and white are the ends of the range. */
export interface CodePoints {
  readonly primaries: number
  readonly transfer: number
  readonly isFullRange: boolean
}

const unspecified = 2
/** Type of a unit that holds a sequence header. */
const sequenceHeader = 1
/** The matrix of RGB, which has the full range. */
const identityMatrix = 0

/** Units before the sequence header. */
const maxUnits = 8

/**
 * @param data units of AV1; any bytes are safe input.
 * @returns undefined where there is no sequence header, or one with timing information, which pictures do not have.
 */
export function readSequenceHeader(data: Buffer): CodePoints | undefined {
  for (let at = 0, count = 0; at < data.length && count < maxUnits; count++) {
    const head = byteAt(data, at)
    const [type, hasExtension, hasSize] = [(head >> 3) & 15, (head & 4) !== 0, (head & 2) !== 0]
    const { value: size, end } = readLeb128(data, at + (hasExtension ? 2 : 1))
    if (!hasSize) return undefined
    if (type === sequenceHeader) return parse(data.subarray(end, end + size))
    at = end + size
  }
  return undefined
}

/** A number in groups of seven bits, the lowest first (4.10.5). */
function readLeb128(data: Buffer, start: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = byteAt(data, start + index)
    value += (byte & 127) * 128 ** index
    if (byte < 128) return { value, end: start + index + 1 }
  }
  return { value, end: start + 8 }
}

function parse(header: Buffer): CodePoints | undefined {
  let at = 0
  const bits = (count: number): number => {
    let value = 0
    for (; count > 0; count--, at++) value = value * 2 + ((byteAt(header, at >> 3) >> (7 - (at & 7))) & 1)
    return value
  }
  const profile = bits(3)
  bits(1)
  const isReduced = bits(1) === 1
  if (isReduced) bits(5)
  else if (!skipOperatingPoints(bits)) return undefined
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1]
  bits(widthBits)
  bits(heightBits)
  if (!isReduced && bits(1)) bits(7)
  bits(3)
  if (!isReduced) skipTools(bits)
  bits(3)
  return readColors(bits, profile)
}

type ReadBits = (count: number) => number

/** @returns whether there is no timing information. */
function skipOperatingPoints(bits: ReadBits): boolean {
  if (bits(1)) return false
  const hasDelays = bits(1) === 1
  for (let points = bits(5) + 1; points > 0; points--) {
    bits(12)
    if (bits(5) > 7) bits(1)
    if (hasDelays && bits(1)) bits(4)
  }
  return true
}

function skipTools(bits: ReadBits): void {
  bits(4)
  const hasOrder = bits(1) === 1
  if (hasOrder) bits(2)
  const choosesScreenTools = bits(1) === 1
  if (choosesScreenTools || bits(1)) if (!bits(1)) bits(1)
  if (hasOrder) bits(3)
}

/** Section 5.5.2. */
function readColors(bits: ReadBits, profile: number): CodePoints {
  const isDeep = bits(1) === 1
  if (profile === 2 && isDeep) bits(1)
  const isGrey = profile !== 1 && bits(1) === 1
  const [primaries = unspecified, transfer = unspecified, matrix = unspecified] = bits(1)
    ? [bits(8), bits(8), bits(8)]
    : []
  const isRgb = !isGrey && matrix === identityMatrix
  return { primaries, transfer, isFullRange: isRgb || bits(1) === 1 }
}
