// Boxes of the ISO base media file format (ISO/IEC 14496-12), which AVIF, MP4 and MOV share.
import { be32, latin1 } from './bytes.ts'

export function box(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const length = contents.reduce((sum, { length }) => sum + length, 8)
  return Buffer.concat([be32(length), latin1(type), ...contents])
}

export function fullBox(type: string, version: number, flags: number, ...contents: readonly Uint8Array[]): Buffer {
  return box(type, be32(version * 0x1000000 + flags), ...contents)
}

export interface Box {
  readonly type: string
  /** The whole box. */
  readonly bytes: Buffer
  /** Without its length and type. */
  readonly content: Buffer
}

/** The boxes that follow each other in `bytes`. */
export function boxesOf(bytes: Buffer): readonly Box[] {
  const found: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const whole = bytes.subarray(at, length < 8 ? bytes.length : at + length)
    found.push({ type: whole.toString('latin1', 4, 8), bytes: whole, content: whole.subarray(8) })
    at += whole.length
  }
  return found
}
