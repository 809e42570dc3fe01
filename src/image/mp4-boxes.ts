// Boxes of films: reading and writing those of MP4 and QuickTime. Any bytes are safe input.
import { type IsoBox, isoBoxes } from './containers.ts'

/** The boxes that follow each other in a range of the file. The last one may be cut off. */
export function boxesIn(file: Buffer, from: number, to: number): readonly IsoBox[] {
  return [...isoBoxes(file, from, to, true)]
}

/** The boxes of a type in another one. */
export function childrenOf(file: Buffer, parent: IsoBox | undefined, type: string): readonly IsoBox[] {
  return parent === undefined ? [] : boxesIn(file, parent.content, parent.end).filter(box => box.type === type)
}

/** The first box at a path, such as mdia, minf, stbl. */
export function boxAtPath(file: Buffer, parent: IsoBox, ...path: readonly string[]): IsoBox | undefined {
  return path.reduce<IsoBox | undefined>((box, type) => childrenOf(file, box, type)[0], parent)
}

/** A big-endian number; 0 beyond the end of the file. */
export function uint32At(file: Buffer, at: number): number {
  return at + 4 <= file.length ? file.readUInt32BE(at) : 0
}

/** As `uint32At`; exact below 2⁵³. */
export function uint64At(file: Buffer, at: number): number {
  return uint32At(file, at) * 2 ** 32 + uint32At(file, at + 4)
}

/** Whether a box is of its second version, in which times have 64 bits. */
export function hasLongTimes(file: Buffer, { content }: IsoBox): boolean {
  return file[content] === 1
}

export interface Mp4Table {
  /** Where its entries begin. */
  readonly at: number
  /** Entries that the box holds, whatever its header says. */
  readonly count: number
}

/** A table of entries of equal size (8.6). */
export function tableIn(file: Buffer, parent: IsoBox, type: string, entrySize: number): Mp4Table | undefined {
  const [box] = childrenOf(file, parent, type)
  if (box === undefined) return undefined
  const at = box.content + 8
  return { at, count: Math.max(0, Math.min(uint32At(file, at - 4), Math.floor((box.end - at) / entrySize))) }
}

export function boxOf(type: string, ...contents: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(contents.reduce((sum, { length }) => sum + length, 8))
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}

/** A box of 32-bit numbers, with version and flags first. */
export function numbersBox(type: string, numbers: readonly number[]): Buffer {
  const content = Buffer.alloc(4 + numbers.length * 4)
  for (const [at, number] of numbers.entries()) content.writeUInt32BE(number, 4 + at * 4)
  return boxOf(type, content)
}
