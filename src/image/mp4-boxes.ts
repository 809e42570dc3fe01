// Boxes of the ISO base media file format (ISO/IEC 14496-12, 4.2), as MP4 and QuickTime have them. Any bytes are safe input.

export interface Mp4Box {
  readonly type: string
  readonly start: number
  /** Where its contents begin, after size and type. */
  readonly content: number
  readonly end: number
}

/** The boxes that follow each other in a range of the file. The last one may be cut off. */
export function boxesIn(file: Buffer, from: number, to: number): readonly Mp4Box[] {
  const boxes: Mp4Box[] = []
  for (let box = boxAt(file, from, to); box !== undefined; box = boxAt(file, box.end, to)) boxes.push(box)
  return boxes
}

function boxAt(file: Buffer, start: number, limit: number): Mp4Box | undefined {
  if (start + 8 > limit) return undefined
  const type = file.toString('latin1', start + 4, start + 8)
  const size = file.readUInt32BE(start)
  const content = start + (size === 1 ? 16 : 8)
  const end = size === 0 ? limit : start + (size === 1 ? uint64At(file, start + 8) : size)
  return end < content || content > limit ? undefined : { type, start, content, end: Math.min(end, limit) }
}

/** The boxes of a type in another one. */
export function childrenOf(file: Buffer, parent: Mp4Box | undefined, type: string): readonly Mp4Box[] {
  return parent === undefined ? [] : boxesIn(file, parent.content, parent.end).filter(box => box.type === type)
}

/** The first box at a path, such as mdia, minf, stbl. */
export function boxAtPath(file: Buffer, parent: Mp4Box, ...path: readonly string[]): Mp4Box | undefined {
  return path.reduce<Mp4Box | undefined>((box, type) => childrenOf(file, box, type)[0], parent)
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
export function hasLongTimes(file: Buffer, { content }: Mp4Box): boolean {
  return file[content] === 1
}

export interface Mp4Table {
  /** Where its entries begin. */
  readonly at: number
  /** Entries that the box holds, whatever its header says. */
  readonly count: number
}

/** A table of entries of equal size (8.6). */
export function tableIn(file: Buffer, parent: Mp4Box, type: string, entrySize: number): Mp4Table | undefined {
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
