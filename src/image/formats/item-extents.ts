// Where the data of the items of an AVIF or HEIC file are, and whether the file has them.
import { maxHeaderBytes } from '../containers.ts'
import { undecodable } from '../format.ts'
import { byteAt } from '../raster.ts'

/** Identical tiles may share their bytes; libheif joins the extents of an item in memory. */
const maxSharing = 4
/** Allowance for small files, bytes. */
const sharedBytes = 65_536

/**
 * Items have extents anywhere in the file; together they may not be many times the file.
 *
 * @throws Problem `source_not_picture`.
 */
export function checkAvifExtents(file: Buffer): void {
  let bytes = 0
  for (const { length } of itemExtents(file)) {
    // Without a length an extent is the rest of the file.
    if (length === undefined) return
    bytes += length
  }
  if (bytes > file.length * maxSharing + sharedBytes)
    throw undecodable('avif', 'its items name more bytes than the file has')
}

/**
 * The decoder fills tiles that are missing.
 *
 * @throws Problem `source_not_picture` where the file ends before its data.
 */
export function checkHeicExtents(file: Buffer): void {
  for (const { isInMeta, offset, length = 0 } of itemExtents(file))
    if (!isInMeta && offset + length > file.length) throw undecodable('heic', 'the file ends before its data')
}

interface Extent {
  /** Whether the offset counts from the box idat. */
  readonly isInMeta: boolean
  readonly offset: number
  readonly length: number | undefined
}

/** Where the data of the items are (ISO/IEC 14496-12, 8.11.3). */
function* itemExtents(file: Buffer): Generator<Extent, void> {
  const box = file.subarray(0, maxHeaderBytes).indexOf('iloc')
  if (box < 0) return
  const version = byteAt(file, box + 4)
  const idBytes = version === 2 ? 4 : 2
  let at = box + 8
  const read = (width: number): number => {
    const bytes = file.subarray(at, at + width)
    at += width
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
  }
  const sizes = read(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version > 0 ? sizes & 15 : 0
  for (let items = read(idBytes); items > 0 && at < file.length; items--) {
    read(idBytes)
    const isInMeta = version > 0 && read(2) % 16 === 1
    read(2) // the file in which the data are
    const base = read(baseBytes)
    for (let count = read(2); count > 0 && at < file.length; count--) {
      read(indexBytes)
      const offset = base + read(offsetBytes)
      yield { isInMeta, offset, length: lengthBytes === 0 ? undefined : read(lengthBytes) }
    }
  }
}
