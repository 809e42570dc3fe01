// AVIF files that are small to send and expensive to decode.
import sharp from 'sharp'
import { type Bomb, bombsOf } from './bomb.ts'
import { box, fullBox } from './boxes.ts'
import { be16, be32, latin1, mebibyte, noise } from './bytes.ts'
import { stored } from './stored.ts'

interface Coded {
  readonly width: number
  readonly height: number
  readonly bitdepth?: 8 | 10
}

/** One colour. */
function encoded({ width, height, bitdepth = 8 }: Coded): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#C83232' } as const
  const chromaSubsampling = bitdepth === 8 ? '4:2:0' : '4:4:4'
  const make = () =>
    sharp({ create, limitInputPixels: false }).avif({ effort: 0, quality: 1, bitdepth, chromaSubsampling }).toBuffer()
  return stored(`avif ${width} x ${height} of ${bitdepth} bits`, make)
}

/** The AV1 stream of a file, and the box with its configuration. */
async function codedOf(shape: Coded) {
  const file = await encoded(shape)
  const configuration = file.indexOf('av1C', 0, 'latin1') - 4
  return {
    ...shape,
    data: file.subarray(file.indexOf('mdat', 0, 'latin1') + 4),
    av1C: file.subarray(configuration, configuration + file.readUInt32BE(configuration)),
  }
}

interface Extent {
  /** From the first byte of mdat's content. */
  readonly at: number
  readonly length: number
}

interface Item {
  readonly type: 'av01' | 'grid' | 'Exif' | 'mime' | 'iovl'
  readonly extents: readonly Extent[]
  /** Indices of its properties, from 1. */
  readonly properties?: readonly number[]
}

interface Reference {
  readonly type: 'dimg' | 'auxl' | 'cdsc' | 'thmb'
  readonly from: number
  readonly to: readonly number[]
}

interface Contents {
  /** The first is the primary one; the id of each is its index plus 1. */
  readonly items: readonly Item[]
  readonly properties: readonly Buffer[]
  readonly references?: readonly Reference[]
  readonly data: Buffer
  readonly brand?: string
}

/** Item locations (ISO/IEC 14496-12, 8.11.3), version 1. */
function locations(items: readonly Item[], begin: number): Buffer {
  const rows = items.map(({ extents }, at) => {
    const list = extents.map(extent => be32(begin + extent.at, extent.length))
    return Buffer.concat([be16(at + 1, 0, 0, extents.length), ...list])
  })
  return fullBox('iloc', 1, 0, Buffer.from([0x44, 0]), be16(items.length), Buffer.concat(rows))
}

function metaOf({ items, properties, references = [] }: Contents, begin: number): Buffer {
  const entries = items.map(({ type }, at) =>
    fullBox('infe', 2, 0, be16(at + 1, 0), latin1(type), Buffer.alloc(type === 'mime' ? 9 : 1)),
  )
  const links = references.map(({ type, from, to }) =>
    box(type, be16(from, to.length), Buffer.concat(to.map(id => be16(id)))),
  )
  const associations = items.map(({ properties = [] }, at) =>
    Buffer.concat([be16(at + 1), Buffer.of(properties.length), be16(...properties.map(index => 0x8000 | index))]),
  )
  return fullBox(
    'meta',
    0,
    0,
    fullBox('hdlr', 0, 0, be32(0), latin1('pict'), Buffer.alloc(13)),
    fullBox('pitm', 0, 0, be16(1)),
    locations(items, begin),
    fullBox('iinf', 0, 0, be16(items.length), Buffer.concat(entries)),
    ...(links.length > 0 ? [fullBox('iref', 0, 0, ...links)] : []),
    box(
      'iprp',
      box('ipco', Buffer.concat(properties)),
      fullBox('ipma', 0, 1, be32(items.length), Buffer.concat(associations)),
    ),
  )
}

function avifOf(contents: Contents): Buffer {
  const brand = contents.brand ?? 'avif'
  const begin = box('ftyp', latin1(brand), be32(0), latin1('avifmif1miaf'))
  const length = begin.length + metaOf(contents, 0).length + 8
  return Buffer.concat([begin, metaOf(contents, length), box('mdat', contents.data)])
}

function size(width: number, height: number): Buffer {
  return fullBox('ispe', 0, 0, be32(width, height))
}

const pixelBits = fullBox('pixi', 0, 0, Buffer.from([3, 8, 8, 8]))
const alphaKind = fullBox('auxC', 0, 0, latin1('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0'))

interface Claims {
  readonly ispe?: readonly [width: number, height: number]
  /** How often irot and imir are applied. */
  readonly turns?: number
  readonly extents?: readonly Extent[]
}

/** One item of the coded picture; `ispe` may claim another size. */
async function single(shape: Coded, { ispe, turns = 0, extents }: Claims = {}): Promise<Buffer> {
  const { width, height, data, av1C } = await codedOf(shape)
  const properties = [size(...(ispe ?? ([width, height] as const))), av1C, pixelBits, turn, mirror]
  const applied = Array.from({ length: turns }, (_, at) => 4 + (at % 2))
  const whole = [{ at: 0, length: data.length }]
  const item = { type: 'av01', extents: extents ?? whole, properties: [1, 2, 3, ...applied] } as const
  return avifOf({ items: [item], properties, data })
}

interface Grid {
  readonly tile: Coded
  readonly columns: number
  readonly rows: number
  readonly isAlpha?: boolean
  /** What the output claims; without it, all of the tiles. */
  readonly output?: readonly [width: number, height: number]
}

/** A grid whose tiles are all the same bytes (ISO/IEC 23008-12, 6.6.2.3). */
async function gridOf({ tile, columns, rows, isAlpha = false, output }: Grid): Promise<Buffer> {
  const { data, av1C, width, height } = await codedOf(tile)
  const [outputWidth, outputHeight] = output ?? [width * columns, height * rows]
  const description = Buffer.concat([Buffer.from([0, 1, rows - 1, columns - 1]), be32(outputWidth, outputHeight)])
  const extents = [{ at: description.length, length: data.length }]
  const whole = { type: 'grid', extents: [{ at: 0, length: description.length }], properties: [1, 4] } as const
  const tiles = Array.from(
    { length: columns * rows },
    () => ({ type: 'av01', extents, properties: [2, 3, 4] }) as const,
  )
  const first = { type: 'dimg', from: 1, to: tiles.map((_, at) => at + 2) } as const
  const alphaId = tiles.length + 2
  const alpha = { ...whole, properties: [1, 4, 5] }
  return avifOf({
    items: [whole, ...tiles, ...(isAlpha ? [alpha] : [])],
    properties: [size(outputWidth, outputHeight), size(width, height), av1C, pixelBits, alphaKind],
    references: isAlpha ? [first, { ...first, from: alphaId }, { type: 'auxl', from: alphaId, to: [1] }] : [first],
    data: Buffer.concat([description, data]),
  })
}

/** Items that nobody refers to, and properties that nobody has. */
async function crowded(items: number, properties: number): Promise<Buffer> {
  const { data, av1C, width, height } = await codedOf(dot)
  const extents = [{ at: 0, length: data.length }]
  const item = { type: 'av01', extents, properties: [1, 2, 3] } as const
  const more = Array.from({ length: properties }, () => size(width, height))
  return avifOf({
    items: Array.from({ length: items }, () => item),
    properties: [size(width, height), av1C, pixelBits, ...more],
    data,
  })
}

/** An item of Exif or XMP in extents that are all the same bytes: the file describes more than it holds. */
async function amplified(type: 'Exif' | 'mime', count: number, megabytes: number): Promise<Buffer> {
  const { data, av1C, width, height } = await codedOf(dot)
  const block = noise(megabytes * mebibyte)
  const picture = { type: 'av01', extents: [{ at: block.length, length: data.length }], properties: [1, 2, 3] } as const
  const metadata = { type, extents: Array.from({ length: count }, () => ({ at: 0, length: block.length })) }
  return avifOf({
    items: [picture, metadata],
    properties: [size(width, height), av1C, pixelBits],
    references: [{ type: 'cdsc', from: 2, to: [1] }],
    data: Buffer.concat([block, data]),
  })
}

/** A grid whose tile is the grid itself. */
function circular(): Buffer {
  const description = Buffer.concat([Buffer.from([0, 1, 0, 0]), be32(64, 64)])
  const item = { type: 'grid', extents: [{ at: 0, length: description.length }], properties: [1, 2] } as const
  return avifOf({
    items: [item],
    properties: [size(64, 64), pixelBits],
    references: [{ type: 'dimg', from: 1, to: [1] }],
    data: description,
  })
}

const dot = { width: 64, height: 64 } as const
const tile = { width: 1024, height: 1024 } as const
const smallTile = { width: 512, height: 512 } as const
const deepTile = { ...tile, bitdepth: 10 } as const
const largest = { width: 8192, height: 6103 } as const
/** Its last row of tiles is cut, so that it stays below 50,000,000 pixels. */
const mosaic = { tile, columns: 8, rows: 6, output: [8192, 6103] } as const
const turn = box('irot', Buffer.of(1))
const mirror = box('imir', Buffer.of(1))

export const avifBombs: readonly Bomb[] = bombsOf('avif', [
  ['50 MP', 'either', () => single(largest)],
  ['50 MP, truncated', 'either', async () => (await single(largest)).subarray(0, -600)],
  ['50 MP of which the header claims 64 x 64', 'either', () => single(largest, { ispe: [64, 64] })],
  ['64 x 64 of which the header claims 50 MP', 'either', () => single(dot, { ispe: [7071, 7071] })],
  ['65535 x 65535 in the header', 'refused', () => single(dot, { ispe: [65_535, 65_535] })],
  ['50 MP turned and mirrored 200 times', 'either', () => single(largest, { turns: 200 })],
  ['64 x 64 turned and mirrored 250 times', 'either', () => single(dot, { turns: 250 })],
  ['50 MP of 48 tiles that are the same', 'either', () => gridOf(mosaic)],
  ['50 MP of 48 tiles of 10 bits 4:4:4', 'either', () => gridOf({ ...mosaic, tile: deepTile })],
  ['44 MP of 169 tiles', 'either', () => gridOf({ tile: smallTile, columns: 13, rows: 13 })],
  ['50 MP of 12,100 tiles', 'either', () => gridOf({ tile: dot, columns: 110, rows: 110 })],
  ['grid of 65,025 tiles', 'either', () => gridOf({ tile: dot, columns: 255, rows: 255 })],
  ['grid of 48 tiles that claims 64 x 64', 'either', () => gridOf({ ...mosaic, output: [64, 64] })],
  [
    'grid of one tile that claims 50 MP',
    'either',
    () => gridOf({ tile: dot, columns: 1, rows: 1, output: [7071, 7071] }),
  ],
  ['50 MP with alpha of 50 MP', 'either', () => gridOf({ ...mosaic, isAlpha: true })],
  ['grid of itself', 'either', circular],
  ['200 items and 90 properties', 'either', () => crowded(200, 90)],
  ['15,000 items', 'either', () => crowded(15_000, 0)],
  ['65,000 items', 'either', () => crowded(65_000, 0)],
  ['30,000 properties', 'either', () => crowded(1, 30_000)],
  ['Exif of 4 extents of the same 20 MB', 'either', () => amplified('Exif', 4, 20)],
  ['Exif of 30 extents of the same 20 MB', 'either', () => amplified('Exif', 30, 20)],
  ['XMP of 60,000 extents of the same megabyte', 'either', () => amplified('mime', 60_000, 1)],
  [
    'picture of 60,000 extents of the same bytes',
    'either',
    () => single(largest, { extents: Array.from({ length: 60_000 }, () => ({ at: 0, length: 1000 })) }),
  ],
])
