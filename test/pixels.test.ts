// Which pixels stand for a picture, what its header says, and what is refused before anything is decoded.
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { decodeImage } from '../src/image/decode.ts'
import { type ImageMetadata, metadataFrom, readFastMetadata } from '../src/image/metadata.ts'
import { createDecoder, decodeSize } from '../src/image/open-image.ts'
import { byteAt, intAt, resizeNearest, sizeWithin } from '../src/image/raster.ts'

const options = { depth: 'low', maxPixels: 50e6 } as const

const flat = (width: number, height: number, channels: 3 | 4 = 3): Sharp =>
  sharp({ create: { width, height, channels, background: '#C83232' } })

t.test('nearest-neighbour resizing keeps pixels of the image, each at its position', async () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 40 }), height: fc.integer({ min: 1, max: 40 }) })
  fc.assert(
    fc.property(size, fc.constantFrom(3, 4), fc.integer({ min: 1, max: 40 }), ({ width, height }, channels, side) => {
      const pixels = new Uint8Array(width * height * channels)
      for (let at = 0; at < pixels.length; at++) {
        const pixel = Math.floor(at / channels)
        pixels[at] = [pixel % width, Math.floor(pixel / width), 7, 9][at % channels] ?? 0
      }
      const wanted = sizeWithin({ width, height }, side)
      const found = resizeNearest({ width, height, channels, pixels }, wanted)
      if (found.width !== wanted.width || found.height !== wanted.height) return false
      if (Math.max(found.width, found.height) !== Math.min(side, Math.max(width, height))) return false
      return Array.from({ length: found.width * found.height }, (_, index) => {
        const [x = -1, y = -1, seven, opacity] = found.pixels.subarray(index * 4, index * 4 + 4)
        const [column, row] = [index % found.width, Math.floor(index / found.width)]
        const isThere = (at: number, place: number, count: number, length: number): boolean =>
          at <= ((place + 0.5) * length) / count && at + 1 > ((place + 0.5) * length) / count
        return (
          seven === 7 &&
          opacity === (channels === 4 ? 9 : 255) &&
          isThere(x, column, found.width, width) &&
          isThere(y, row, found.height, height)
        )
      }).every(Boolean)
    }),
  )
})

t.test('reads beyond the end are 0', async t => {
  t.same([byteAt(Buffer.of(7), 0), byteAt(Buffer.of(7), 1)], [7, 0])
  t.same([intAt(Int32Array.of(7), 0), intAt(Int32Array.of(7), 1)], [7, 0])
})

t.test('small pictures are taken fullResolution, large ones at the size that libvips makes fastest', async t => {
  const facts = { format: 'png', bytes: 1, frames: 1, alpha: false, orientation: 1, color_space: 'srgb' } as const
  const ask = (width: number, height: number, side: number, more: Partial<ImageMetadata> = {}, exact = false) =>
    decodeSize({ ...facts, width, height, ...more }, side, exact)
  t.equal(ask(100, 100, 128), undefined)
  t.equal(ask(1000, 1000, 128), undefined)
  t.equal(ask(1000, 750, 448, { format: 'jpeg' }), undefined)
  t.equal(ask(512, 512, 448, { format: 'webp' }), undefined)
  t.equal(ask(1000, 750, 128, { format: 'jpeg' }), undefined)
  t.equal(ask(1000, 750, 128, { format: 'webp' }), undefined)
  t.same(ask(1600, 900, 128, { format: 'jpeg' }), { width: 128, height: 128, fit: 'inside' })
  t.same(ask(1700, 1400, 1000, { format: 'jpeg' }), { width: 1000, height: 1000, fit: 'inside' })
  t.same(ask(2000, 900, 448, { format: 'webp' }), { width: 448, height: 448, fit: 'inside' })
  t.same(ask(2000, 1500, 128), { width: 1672, height: 1672, fit: 'inside' })
  t.same(ask(2000, 1500, 128, { alpha: true }), { width: 256, height: 192, fit: 'fill' })
  t.same(ask(512, 512, 128, { format: 'webp' }), { width: 128, height: 128, fit: 'inside' })
  t.equal(ask(512, 512, 128, { format: 'webp' }, true), undefined)
  t.same(ask(4000, 3000, 448, { format: 'jpeg' }), { width: 444, height: 444, fit: 'inside' })
  t.same(ask(3840, 2160, 128), { width: 256, height: 144, fit: 'fill' })
  t.same(ask(3840, 2160, 224), { width: 448, height: 252, fit: 'fill' })
  t.same(ask(2160, 3840, 128, { orientation: 6 }), { width: 256, height: 144, fit: 'fill' })
  t.same(ask(9, 9, 128, { format: 'svg' }), { width: 128, height: 128, fit: 'inside' })
})

t.test('a decoded image has its full resolution where that is much larger, except for truncated files', async t => {
  const png = await flat(1000, 800).png().toBuffer()
  t.match((await decodeImage(png, options)).fullResolution, { width: 1000, height: 800, channels: 3 })
  t.match((await decodeImage(await flat(1000, 800, 4).png().toBuffer(), options)).fullResolution, { channels: 4 })
  t.notOk('fullResolution' in (await decodeImage(png.subarray(0, -12), options)))
  t.notOk('fullResolution' in (await decodeImage(await flat(150, 100).png().toBuffer(), options)))
  const large = await decodeImage(await flat(4000, 3000).png().toBuffer(), options)
  t.match(large, { width: 128, height: 96 }, 'of its own shape')
  t.notOk('fullResolution' in large)
})

t.test('fast metadata equals that of libvips', async t => {
  const grey = flat(70, 50).toColourspace('b-w')
  const rotated = flat(70, 50).withMetadata({ orientation: 6 })
  const p3 = flat(70, 50).withIccProfile('p3')
  const plain: readonly (readonly [string, 'jpeg' | 'png' | 'webp', Buffer])[] = [
    ['JPEG', 'jpeg', await flat(70, 50).jpeg().toBuffer()],
    ['progressive JPEG', 'jpeg', await flat(70, 50).jpeg({ progressive: true }).toBuffer()],
    ['grey JPEG', 'jpeg', await grey.clone().jpeg().toBuffer()],
    ['PNG', 'png', await flat(70, 50).png().toBuffer()],
    ['PNG with opacity', 'png', await flat(70, 50, 4).png().toBuffer()],
    ['grey PNG', 'png', await grey.clone().png().toBuffer()],
    ['WebP', 'webp', await flat(70, 50).webp().toBuffer()],
  ]
  for (const [name, format, bytes] of plain)
    t.equal(
      JSON.stringify(readFastMetadata(bytes, format)),
      JSON.stringify(metadataFrom(await createDecoder(bytes).metadata(), format, bytes.length)),
      name,
    )
  const jpeg = await flat(70, 50).jpeg().toBuffer()
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(jpeg)
    bytes[at] = value
    return bytes
  }
  const frame = jpeg.indexOf('\xFF\xC0', 0, 'latin1')
  const wholeFrame = jpeg.subarray(frame, frame + 19)
  const others: readonly (readonly [string, 'jpeg' | 'png' | 'webp' | 'avif', Buffer])[] = [
    ['turned JPEG', 'jpeg', await rotated.clone().jpeg().toBuffer()],
    ['turned PNG', 'png', await rotated.clone().png().toBuffer()],
    ['turned WebP', 'webp', await rotated.clone().webp().toBuffer()],
    ['JPEG with a profile', 'jpeg', await p3.clone().jpeg().toBuffer()],
    ['PNG with a profile', 'png', await p3.clone().png().toBuffer()],
    ['CMYK', 'jpeg', await flat(70, 50).toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG with a palette', 'png', await flat(70, 50).png({ palette: true }).toBuffer()],
    ['PNG of 16 bits', 'png', await flat(70, 50).toColourspace('rgb16').png().toBuffer()],
    ['lossless WebP', 'webp', await flat(70, 50).webp({ lossless: true }).toBuffer()],
    ['AVIF', 'avif', await flat(70, 50).avif({ effort: 0 }).toBuffer()],
    ['cut off before its pixels', 'jpeg', jpeg.subarray(0, 40)],
    ['cut off within a segment', 'jpeg', jpeg.subarray(0, frame + 6)],
    ['cut off within a marker', 'jpeg', jpeg.subarray(0, frame + 1)],
    ['no JPEG inside', 'jpeg', jpeg.subarray(0, 2)],
    ['PNG of a signature only', 'png', (await flat(70, 50).png().toBuffer()).subarray(0, 33)],
    ['no height', 'jpeg', Buffer.from(changed(frame + 5, 0)).fill(0, frame + 5, frame + 7)],
    ['no width', 'jpeg', Buffer.from(jpeg).fill(0, frame + 7, frame + 9)],
    ['two components', 'jpeg', changed(frame + 9, 2)],
    ['twelve bits', 'jpeg', changed(frame + 4, 12)],
    ['two frames', 'jpeg', Buffer.concat([jpeg.subarray(0, frame), wholeFrame, jpeg.subarray(frame)])],
    [
      'something between its segments',
      'jpeg',
      Buffer.concat([jpeg.subarray(0, frame), Buffer.of(0), jpeg.subarray(frame)]),
    ],
    ['a filled marker', 'jpeg', Buffer.concat([jpeg.subarray(0, frame), Buffer.of(0xff), jpeg.subarray(frame)])],
    ['a bare marker', 'jpeg', Buffer.concat([jpeg.subarray(0, frame), Buffer.of(0xff, 0x01), jpeg.subarray(frame)])],
  ]
  for (const [name, format, bytes] of others) t.equal(readFastMetadata(bytes, format), undefined, name)
})

const segment = (marker: number, ...contents: readonly number[]): readonly number[] => [
  ...[0xff, marker, (contents.length + 2) >> 8, (contents.length + 2) & 255],
  ...contents,
]
const word = (value: number): readonly number[] => [value >> 8, value & 255]
const none = Array.from({ length: 15 }, () => 0)

/**
 * A valid progressive JPEG of one grey, whose coefficients come bit by bit: every further scan says with a few bytes that nothing
 * follows for the fullResolution picture.
 */
const scanBomb = (side: number, count: number): Buffer => {
  const blocks = Math.ceil(side / 8) ** 2
  const head = [
    ...[0xff, 0xd8, ...segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1))],
    ...segment(0xc2, 8, ...word(side), ...word(side), 1, 1, 0x11, 0),
    // One code each, a single 0: no difference (DC), and an end of band for 2^14 blocks and as many as 14 bits say (AC).
    ...[...segment(0xc4, 0x00, 1, ...none, 0), ...segment(0xc4, 0x10, 1, ...none, 0xe0)],
    ...segment(0xda, 1, 1, 0, 0, 0, 0),
  ]
  const bits = `0${'1'.repeat(14)}`.repeat(Math.ceil(blocks / 32_767))
  const ends = (bits.match(/.{1,8}/g) ?? []).map(byte => Number.parseInt(byte.padEnd(8, '1'), 2))
  const stuffed = ends.flatMap(byte => (byte === 0xff ? [0xff, 0] : [byte]))
  const scans = Array.from({ length: count }, (_, index) => {
    const [coefficient, bit] = [1 + Math.floor(index / 14), 13 - (index % 14)]
    const successive = bit === 13 ? bit : ((bit + 1) << 4) | bit
    return Buffer.from([...segment(0xda, 1, 1, 0, coefficient, coefficient, successive), ...stuffed])
  })
  return Buffer.concat([Buffer.from(head), Buffer.alloc(Math.ceil(blocks / 8)), ...scans, Buffer.of(0xff, 0xd9)])
}

t.test('a JPEG of too many scans for its size is refused before it is decoded', async t => {
  const bomb = scanBomb(7000, 800)
  t.ok(bomb.length < 200_000, 'a few bytes a scan')
  await t.rejects(decodeImage(bomb, options), { code: 'source_timeout', message: /801 scans of 7000 × 7000/ })
})

t.test('many scans of a small picture, and their marker in data that is none of them, do no harm', async t => {
  t.match(await decodeImage(scanBomb(160, 800), options), { width: 128, height: 128, truncated: false })
  const many = Buffer.from('\xFF\xDA'.repeat(20_000), 'latin1')
  const jpeg = await flat(1000, 1000).jpeg().toBuffer()
  t.match(
    await decodeImage(Buffer.concat([jpeg, many, Buffer.of(0xff, 0xd9)]), options),
    { width: 128 },
    'behind its end',
  )
})
