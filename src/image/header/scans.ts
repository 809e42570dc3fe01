// JPEGs of many scans: each goes through the whole picture once more, in one step that no clock can end.
import { Problem } from '../../errors.ts'
import type { Facts } from './facts.ts'
import { jpegSegments, startOfScan } from './jpeg-segments.ts'

/** Most pixels of all scans together: a hundred scans of 50 megapixels, some four seconds. Encoders make ten, seldom twenty. */
const most = 5e9

/** Most scans that nobody counts: as few times the marker stands in most files by accident. */
const few = 20

/** How often the marker of a scan stands in a file, wherever: never less often than there are scans. */
const markersIn = (bytes: Uint8Array): number => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let count = 0
  for (let at = 0; at >= 0 && count <= few; at = text.indexOf('\xFF\xDA', at + 2, 'latin1')) count++
  return count - 1
}

/** @throws Problem `source_timeout` when the scans of a JPEG are too many for its size. */
export const checkScans = (bytes: Uint8Array, { width, height }: Facts): void => {
  const limit = Math.floor(most / (width * height))
  if (limit >= few && markersIn(bytes) < few) return
  let scans = 0
  for (const { marker } of jpegSegments(bytes)) if (marker === startOfScan) scans++
  if (scans <= limit) return
  throw new Problem('source_timeout', {
    detail: `The picture comes in ${scans} scans of ${width} × ${height} pixels, which take too long to read. Save it with fewer, as baseline or usual progressive JPEG.`,
  })
}
