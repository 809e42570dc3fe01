// AVIF (ISO/IEC 23008-12, AV1-ISOBMFF): its header and how its colours are encoded, its items, and whether it holds nothing but pixels.
import { encodingOfCodes } from '../../color/cicp.ts'
import { asBuffer, type IsoBox, isoBoxes, maxParts, uint16At } from '../containers.ts'
import { undecodable } from '../format.ts'
import { type Header, maxMetadataBytes } from '../header.ts'
import { byteAt, type RasterSize } from '../raster.ts'

export function readAvif(file: Buffer): Header {
  const item = readPrimaryItem(file)
  const { properties, alpha } = item
  const av1C = properties.find(({ type }) => type === 'av1C')
  const coding = av1C ? file.subarray(av1C.content, av1C.end) : Buffer.alloc(0)
  const flags = byteAt(coding, 2)
  return {
    ...sizeOf(file, properties),
    alpha,
    bits: (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12,
    isLossless: false,
    frames: countSamples(file),
    ...colorOf(file, properties),
    decodingBytes: decodingBytes(file, item, flags),
    variant: boxAt(file, 'moov') && 'an animated AVIF without a still image',
  }
}

/** HEIC has the structure of AVIF. What it holds beside its first picture does not count. */
export function readHeic(file: Buffer): Header {
  const { properties, alpha } = readPrimaryItem(file)
  const [bits] = properties.flatMap(({ type, content }) => (type === 'pixi' ? byteAt(file, content + 5) : []))
  return {
    ...sizeOf(file, properties),
    alpha,
    isLossless: false,
    ...(bits && { bits }),
    ...colorOf(file, properties),
    decodingBytes: 0,
  }
}

/** Boxes of one level that are visited. */
const maxBoxes = 1000

/** The first box of a type in a part of the file. */
function boxAt(file: Buffer, type: string, from = 0, to = file.length): IsoBox | undefined {
  return firstBoxes(file, from, to).find(box => box.type === type)
}

function firstBoxes(file: Buffer, from: number, to: number): readonly IsoBox[] {
  const boxes: IsoBox[] = []
  for (const box of isoBoxes(file, from, to)) if (boxes.push(box) === maxBoxes) break
  return boxes
}

function boxIn(file: Buffer, parent: IsoBox | undefined, type: string, headBytes = 0): IsoBox | undefined {
  return parent && boxAt(file, type, parent.content + headBytes, parent.end)
}

/** Version and flags of a full box (ISO/IEC 14496-12, 4.2.2). */
const fullBoxBytes = 4

interface Item {
  /** Four characters, such as av01 or grid. */
  readonly type: string
  /** The properties of the image; for a grid, followed by those of its first tile. */
  readonly properties: readonly IsoBox[]
  /** Whether another item is its opacity. */
  readonly alpha: boolean
  /** The properties of all items. */
  readonly allProperties: readonly IsoBox[]
}

/** The primary item, its properties, and the items that refer to it. Each property is read once, even if many items share it. */
function readPrimaryItem(file: Buffer): Item {
  const meta = boxAt(file, 'meta')
  const inMeta = (type: string) => boxIn(file, meta, type, fullBoxBytes)
  const pitm = inMeta('pitm')
  const id = pitm === undefined ? 0 : numberAt(file, pitm.content + 4, file[pitm.content] === 0 ? 2 : 4)
  const iprp = inMeta('iprp')
  const ipco = boxIn(file, iprp, 'ipco')
  const all = ipco ? firstBoxes(file, ipco.content, ipco.end) : []
  const associations = readAssociations(file, iprp)
  const references = readReferences(file, inMeta('iref'))
  const propertiesOf = (item: number) => (associations.get(item) ?? []).flatMap(index => all[index - 1] ?? [])
  const tileOf = (item: number) => references.find(({ type, from }) => type === 'dimg' && from === item)?.to[0]
  const alphaProperties = new Set(all.filter(property => isAlphaProperty(file, property)))
  const isAlpha = (item: number) => propertiesOf(item).some(property => alphaProperties.has(property))
  return {
    type: typeOf(file, inMeta('iinf'), id),
    properties: [...propertiesOf(id), ...propertiesOf(tileOf(id) ?? -1)],
    alpha: references.some(({ type, from, to }) => type === 'auxl' && to.includes(id) && isAlpha(from)),
    allProperties: all,
  }
}

/** The type of an item (ISO/IEC 14496-12, 8.11.6); empty if it has none. */
function typeOf(file: Buffer, iinf: IsoBox | undefined, item: number): string {
  if (iinf === undefined) return ''
  const countBytes = file[iinf.content] === 0 ? 2 : 4
  for (const { content } of firstBoxes(file, iinf.content + fullBoxBytes + countBytes, iinf.end)) {
    const [id, idBytes] = [content + fullBoxBytes, file[content] === 3 ? 4 : 2]
    const type = id + idBytes + 2
    if (numberAt(file, id, idBytes) === item) return file.toString('latin1', type, type + 4)
  }
  return ''
}

function isAlphaProperty(file: Buffer, { type, content, end }: IsoBox): boolean {
  return type === 'auxC' && /alpha\0|auxid:1\0/.test(file.toString('latin1', content, Math.min(end, content + 256)))
}

function numberAt(file: Buffer, at: number, bytes: number): number {
  return at + bytes <= file.length ? file.readUIntBE(at, bytes) : 0
}

/** Numbers of properties, from 1, by item (ISO/IEC 14496-12, 8.11.14). */
function readAssociations(file: Buffer, iprp: IsoBox | undefined): ReadonlyMap<number, readonly number[]> {
  const associations = new Map<number, readonly number[]>()
  let parts = 0
  for (const { type, content, end } of iprp ? firstBoxes(file, iprp.content, iprp.end) : []) {
    if (type !== 'ipma') continue
    const [idBytes, indexBytes] = [file[content] === 0 ? 2 : 4, byteAt(file, content + 3) & 1 ? 2 : 1]
    const mask = indexBytes === 2 ? 0x7fff : 0x7f
    for (let at = content + fullBoxBytes + 4; at < end && parts < maxParts; ) {
      const [id, count] = [numberAt(file, at, idBytes), byteAt(file, at + idBytes)]
      at += idBytes + 1
      const indices = Array.from(
        { length: count },
        (_, index) => numberAt(file, at + index * indexBytes, indexBytes) & mask,
      )
      associations.set(id, indices)
      at += count * indexBytes
      parts += 1 + count
    }
  }
  return associations
}

interface Reference {
  readonly type: string
  readonly from: number
  readonly to: readonly number[]
}

/** References between items (ISO/IEC 14496-12, 8.11.12). */
function readReferences(file: Buffer, box: IsoBox | undefined): readonly Reference[] {
  if (box === undefined) return []
  const idBytes = file[box.content] === 0 ? 2 : 4
  return firstBoxes(file, box.content + fullBoxBytes, box.end).map(({ type, content, end }) => {
    const count = Math.min(uint16At(file, content + idBytes), maxBoxes, Math.floor((end - content) / idBytes))
    const to = Array.from({ length: count }, (_, index) => numberAt(file, content + idBytes * (index + 1) + 2, idBytes))
    return { type, from: numberAt(file, content, idBytes), to }
  })
}

/** Cropped and turned as the decoder returns it (ISO/IEC 23008-12, 6.5.9 and 6.5.10; ISO/IEC 14496-12, 12.1.4.3). */
function sizeOf(file: Buffer, properties: readonly IsoBox[]): RasterSize {
  const [ispe, clap, irot] = ['ispe', 'clap', 'irot'].map(wanted => properties.find(({ type }) => type === wanted))
  const side = (at: number) => {
    const stored = ispe ? numberAt(file, ispe.content + 4 + at, 4) : 0
    return clap
      ? Math.round(numberAt(file, clap.content + 2 * at, 4) / numberAt(file, clap.content + 2 * at + 4, 4)) || stored
      : stored
  }
  const [width, height] = [side(0), side(4)]
  return irot && byteAt(file, irot.content) & 1 ? { width: height, height: width } : { width, height }
}

/** A profile before code points (AV1-ISOBMFF, 2.1; MIAF, 7.3.6.4); writers that omit both, as libheif does, mean sRGB. */
function colorOf(file: Buffer, properties: readonly IsoBox[]): Partial<Header> {
  const contentsOf = (wanted: string) =>
    properties.filter(({ type }) => type === wanted).map(({ content, end }) => file.subarray(content, end))
  const [profile, nclx] = [/^prof|^rICC/, /^nclx/].map(kind =>
    contentsOf('colr')
      .find(color => kind.test(color.toString('latin1', 0, 4)))
      ?.subarray(4),
  )
  const codes = nclx === undefined || nclx.length < 7 ? undefined : codesOf(nclx)
  // The decoder does not expand the range of grey images.
  const isGrey = contentsOf('av1C').some(coding => (byteAt(coding, 2) & 0x10) !== 0)
  const isLimitedRange = isGrey && codes?.isFullRange === false
  if (profile) return { profile: profile.subarray(0, maxMetadataBytes), isLimitedRange }
  const encoding = codes && encodingOfCodes(codes.primaries, codes.transfer, 'srgb')
  const peakNits = peakOf(contentsOf('clli')[0], contentsOf('mdcv')[0])
  return { encoding: encoding && { ...encoding, peakNits }, isLimitedRange }
}

function codesOf(nclx: Buffer) {
  return { primaries: uint16At(nclx, 0), transfer: uint16At(nclx, 2), isFullRange: (byteAt(nclx, 6) & 0x80) !== 0 }
}

/** Peak luminance of the picture in cd/m², otherwise that of its mastering display in 0.0001 cd/m² (ISO/IEC 23008-12, 6.5.34). */
function peakOf(light: Buffer | undefined, display: Buffer | undefined): number | undefined {
  return (light && uint16At(light, 0)) || (display && numberAt(display, 16, 4) / 10_000) || undefined
}

/** Frames of a sequence: samples of its first track (ISO/IEC 14496-12, 8.7.3.2). */
function countSamples(file: Buffer): number {
  const path = ['trak', 'mdia', 'minf', 'stbl', 'stsz']
  const sizes = path.reduce((box, type) => boxIn(file, box, type), boxAt(file, 'moov'))
  return sizes === undefined ? 1 : Math.max(1, numberAt(file, sizes.content + 8, 4))
}

/** Bytes per pixel: the planes and the image converted from them. Of a grid one tile at a time is decoded. */
const pixelBytes = { grid: 6.5, subsampled: 15.5, full: 19, deep: 20, deepFull: 24.5 } as const

/** By the largest image that any item declares: what the primary one says may be a lie. @param flags those of the coding of the primary one. */
function decodingBytes(file: Buffer, { type, allProperties }: Item, flags: number): number {
  const areas = allProperties.map(({ type, content }) =>
    type === 'ispe' ? numberAt(file, content + 4, 4) * numberAt(file, content + 8, 4) : 0,
  )
  const pixels = Math.max(0, ...areas)
  const isFull = (flags & 0x0c) === 0
  if ((flags & 0x40) !== 0) return pixels * (isFull ? pixelBytes.deepFull : pixelBytes.deep)
  if (type === 'grid') return pixels * pixelBytes.grid
  return pixels * (isFull ? pixelBytes.full : pixelBytes.subsampled)
}

/** libvips takes no file whose major brand is that of a sequence, though it contains a still image as well. */
export function stillAvif(bytes: Uint8Array): Uint8Array {
  if (asBuffer(bytes).toString('latin1', 8, 12) !== 'avis') return bytes
  const still = Buffer.from(bytes)
  still.write('avif', 8, 'latin1')
  return still
}

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
  for (const { length } of itemExtents(file)) bytes += length
  if (bytes > file.length * maxSharing + sharedBytes)
    throw undecodable('avif', 'its items name more bytes than the file has')
}

/**
 * The decoder fills tiles that are missing.
 *
 * @throws Problem `source_not_picture` where the file ends before its data.
 */
export function checkHeicExtents(file: Buffer): void {
  for (const { isInMeta, offset, length } of itemExtents(file))
    if (!isInMeta && offset + length > file.length) throw undecodable('heic', 'the file ends before its data')
}

interface Extent {
  /** Whether the offset counts from the box idat. */
  readonly isInMeta: boolean
  readonly offset: number
  /** Without a length in the file: up to its end. */
  readonly length: number
}

/** The extents of every box `meta`: a decoder may take another one than the first. */
function* itemExtents(file: Buffer): Generator<Extent, void> {
  for (const meta of firstBoxes(file, 0, file.length)) {
    const iloc = meta.type === 'meta' ? boxIn(file, meta, 'iloc', fullBoxBytes) : undefined
    if (iloc) yield* extentsIn(file, iloc)
  }
}

/** Locations of the data of the items (ISO/IEC 14496-12, 8.11.3). */
function* extentsIn(file: Buffer, iloc: IsoBox): Generator<Extent, void> {
  const version = byteAt(file, iloc.content)
  const idBytes = version === 2 ? 4 : 2
  let at = iloc.content + fullBoxBytes
  const read = (width: number): number => {
    let value = 0
    for (const end = at + width; at < end; at++) value = value * 256 + byteAt(file, at)
    return value
  }
  const sizes = read(2)
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15]
  const indexBytes = version > 0 ? sizes & 15 : 0
  // Extents without any number are all the same.
  const maxExtents = indexBytes + offsetBytes + lengthBytes === 0 ? 1 : Number.POSITIVE_INFINITY
  for (let items = read(idBytes); items > 0 && at < iloc.end; items--) {
    read(idBytes)
    const isInMeta = version > 0 && read(2) % 16 === 1
    read(2) // the file in which the data are
    const base = read(baseBytes)
    for (let count = Math.min(read(2), maxExtents); count > 0 && at < iloc.end; count--) {
      read(indexBytes)
      const offset = base + read(offsetBytes)
      const rest = Math.max(0, file.length - offset)
      yield { isInMeta, offset, length: lengthBytes === 0 ? rest : read(lengthBytes) }
    }
  }
}

/** Boxes of one image; a sequence has others (ISO/IEC 23000-22). */
const cleanBoxes = ['ftyp', 'meta', 'mdat']
/** Items and properties in the box `meta`: metadata, ICC profiles, thumbnails, gain maps, and turns (ISO/IEC 23008-12). */
const unwanted = /Exif|mime|uri |prof|rICC|thmb|tmap|irot|imir/

export function isCleanAvif(file: Buffer, { encoding }: Header): boolean {
  const boxes = [...isoBoxes(file)]
  const meta = boxes.find(({ type }) => type === 'meta')
  const isOneOfEach =
    boxes.length === cleanBoxes.length && cleanBoxes.every(type => boxes.some(box => box.type === type))
  if (meta === undefined || !isOneOfEach || boxes.at(-1)?.end !== file.length) return false
  return !unwanted.test(file.toString('latin1', meta.start, meta.end)) && (encoding?.name ?? 'srgb') === 'srgb'
}
