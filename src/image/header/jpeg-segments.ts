// The marker segments of a JPEG (ITU-T T.81, annex B), found as libjpeg finds them.
import { byteAt } from '../byte-at.ts'

export interface Segment {
  /** Second byte of its marker. */
  readonly marker: number
  /** Where its contents lie, behind marker and length. */
  readonly start: number
  readonly end: number
  /** Whether anything else stood between it and the segment before it. */
  readonly apart: boolean
}

export const startOfScan = 0xda
const endOfImage = 0xd9

/** What has no contents: a stuffed 0xFF, TEM, RST0 to RST7, SOI. */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/** Gives the segments in order, up to the end of the image; entropy-coded data, like any other, is passed over. */
export function* jpegSegments(bytes: Uint8Array): Generator<Segment, void> {
  let before = 2
  let from = before
  while (from < bytes.length) {
    const at = bytes.indexOf(0xff, from)
    const marker = byteAt(bytes, at + 1)
    if (at < 0 || marker === endOfImage) return
    if (marker === 0xff) from = at + 1
    else if (isBare(marker)) from = at + 2
    else {
      const end = at + 2 + Math.max(2, byteAt(bytes, at + 2) * 256 + byteAt(bytes, at + 3))
      yield { marker, start: at + 4, end, apart: at !== before }
      before = end
      from = end
    }
  }
}
