// The directories of a TIFF (TIFF 6.0, section 2, and BigTIFF).
import { byteAt } from '../byte-at.ts'

export interface Directory {
  /** Bytes of all values together, wherever they lie; several entries may name the same bytes. */
  readonly valueBytes: number
  /** The first number of an entry; undefined when there is none. */
  readonly first: (tag: number) => number | undefined
}

/** Sizes in bytes: an offset, the count of entries, an entry. */
const layouts = { classic: { offset: 4, count: 2, entry: 12 }, big: { offset: 8, count: 8, entry: 20 } } as const

/** Bytes of a value by its type, from BYTE to IFD8. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

/** libtiff refuses directories of more entries. */
const maxEntries = 4096

/** Whole numbers as the file writes them: `width` bytes long; beyond the file there is nothing but zeros. */
function numberReader(file: Buffer): (at: number, width: number) => number {
  const isLittle = file[0] === 0x49
  return (at, width) => {
    let value = 0
    for (let index = 0; index < width; index++)
      value = value * 256 + byteAt(file, isLittle ? at + width - 1 - index : at + index)
    return value
  }
}

/** Reads the directories in the order in which each names the next; a circle ends where it closes. */
export function* tiffDirectories(file: Buffer): Generator<Directory, void> {
  const read = numberReader(file)
  const isBig = read(2, 2) === 43
  const { offset, count, entry } = layouts[isBig ? 'big' : 'classic']
  const seen = new Set<number>()
  for (let at = read(isBig ? 8 : 4, offset); at > 0 && at < file.length && !seen.has(at); ) {
    seen.add(at)
    const entries = read(at, count)
    const start = at + count
    const length = Math.min(entries, maxEntries, Math.floor((file.length - start) / entry))
    const places = Array.from({ length: Math.max(0, length) }, (_, index) => start + index * entry)
    const sizeOf = (place: number): number => typeBytes[read(place + 2, 2)] ?? 0
    yield {
      valueBytes: places.reduce((sum, place) => sum + read(place + 4, offset) * sizeOf(place), 0),
      first: tag => {
        const place = places.find(place => read(place, 2) === tag)
        if (place === undefined) return undefined
        const [values, size] = [read(place + 4, offset), sizeOf(place)]
        return read(values * size <= offset ? place + 4 + offset : read(place + 4 + offset, offset), size)
      },
    }
    at = read(start + entries * entry, offset)
  }
}
