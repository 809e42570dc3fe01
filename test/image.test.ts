// Decoding of still images: every format gives its colours, and every unreadable file a Problem.
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { depths } from '../schemas/provenance.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { Problem } from '../src/errors.ts'
import { decodeImage } from '../src/image/decode.ts'
import { decodeSize } from '../src/image/decode-size.ts'
import { detectFormat } from '../src/image/format.ts'
import { isLosslessWebp } from '../src/image/formats/webp.ts'
import { profileName } from '../src/image/icc.ts'
import { cropMissingRows } from '../src/image/missing-rows.ts'
import { type ImageMetadata, probe } from '../src/image/probe.ts'
import { autoOrient, byteAt, type DecodedImage, intAt, resizeNearest, sizeWithin } from '../src/image/raster.ts'
import { be32, latin1 } from './fixtures/hostile-files/bytes.ts'
import { pngChunk } from './fixtures/hostile-files/png.ts'
import { profileChunk, withChunks } from './fixtures/media/encodings.ts'
import { drawing, png, random, toneOf } from './fixtures/media/pictures.ts'
import { whole } from './helpers/whole.ts'

const options = { depth: 'low', maxPixels: 50e6 } as const

function flat(hex: string, width = 300, height = 200, channels: 3 | 4 = 3): Sharp {
  return sharp({ create: { width, height, channels, background: hex } })
}

/** Pictures of one colour each, as an animation. */
async function animation(...pictures: readonly Sharp[]): Promise<Sharp> {
  return sharp(await Promise.all(pictures.map(picture => picture.png().toBuffer())), { join: { animated: true } })
}

/** Noise, so that no two pixels are alike. */
function noise(width: number, height: number): Sharp {
  const next = random(7)
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => next() * 255))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function pixel({ pixels, width }: DecodedImage, x: number, y: number): readonly number[] {
  return [...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

/** ΔE00 of a pixel and a colour. */
function difference(image: DecodedImage, x: number, y: number, hex: string): number {
  const [red = 0, green = 0, blue = 0] = pixel(image, x, y)
  return deltaE00(sampleColor({ red, green, blue }), toneOf(hex))
}

function ftyp(...brands: readonly string[]): string {
  const size = String.fromCharCode(12 + 4 * brands.length)
  return `\0\0\0${size}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`.padEnd(64, '\0')
}

t.test('detects formats by their bytes', async t => {
  const prolog = `\n<?xml version="1.0"?><!-- <html> ${'x'.repeat(9000)} --><!DOCTYPE svg [<!ENTITY a "b">]>`
  for (const [format, ...files] of [
    ['jpeg', '\xFF\xD8\xFF\xE0'],
    ['png', '\x89PNG\r\n\x1A\n'],
    ['gif', 'GIF89a'],
    ['webp', 'RIFF\x0A\0\n\0WEBPVP8 '],
    ['tiff', 'II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08'],
    ['avif', ftyp('avif', 'mif1'), ftyp('mif1', 'miaf', 'avif')],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', `${prolog}<svg:svg>`, '<ns0:svg xmlns:ns0="a">'],
    ['heic', ftyp('heic', 'mif1'), ftyp('mif1', 'heic')],
    ['jxl', '\xFF\x0A\xFA', '\0\0\0\x0CJXL \r\n\x87\n'],
    ['bmp', `BM\x9A${'\0'.repeat(7)}\x36\0\0\0\x28\0\0\0`],
    ['ico', '\0\0\x01\0\x01\0\x10\x10', '\0\0\x02\0\x01\0\x10\x10'],
    ['psd', '8BPS\0\x01', '8BPS\0\x02'],
  ] as const)
    for (const file of files) t.same(detectFormat(latin1(file)), { kind: 'still', format })
  for (const [kind, name, file] of [
    ['unsupported', /PDF/, '%PDF-1.7'],
    ['unsupported', /JPEG 2000/, '\0\0\0\x0CjP  \r\n\x87\n'],
    ['unsupported', /CR2/, 'II*\0\x10\0\0\0CR\x02\0'],
    ['unsupported', /CR3/, ftyp('crx ', 'isom')],
    ['unsupported', /audio/, ftyp('M4A ', 'isom')],
    ['unsupported', /ZIP/, 'PK\x03\x04'],
    ['video', /MP4/, ftyp('isom', 'iso2', 'avc1')],
    ['video', /QuickTime/, ftyp('qt  ')],
    ['video', /QuickTime/, '\0\0\0\x08wide\0\0\0\0mdat'],
    ['video', /WebM/, '\x1A\x45\xDF\xA3\x9FB\x82\x84webm'],
    ['video', /Matroska/, '\x1A\x45\xDF\xA3\x9FB\x82\x88matroska'],
    ['video', /AVI/, 'RIFF\0\0\0\0AVI LIST'],
    ['video', /transport/, `G${'\xFF'.repeat(187)}`.repeat(3)],
    ['other', /HTML/, '<!doctype html><p>'],
    ['other', /HTML/, '<html><svg></svg></html>'],
    ['other', /HTML/, '  <!DOCTYPE html>\n'],
    ['other', /XML/, '<?xml version="1.0"?><rss/>'],
    ['other', /text/, '{"a":1}'],
    ['other', /unknown/, '\x01\x02\x03\x04'],
    ['other', /empty/, ''],
  ] as const)
    t.match(detectFormat(latin1(file)), { kind, name })
})

t.test('decodes the colour and the metadata of every format', async t => {
  const red = flat('#C83232')
  for (const [format, encode] of [
    ['jpeg', red.clone().jpeg({ quality: 100 })],
    ['png', red.clone().png()],
    ['webp', red.clone().webp({ lossless: true })],
    ['avif', red.clone().avif({ lossless: true, effort: 0 })],
    ['gif', red.clone().gif()],
    ['tiff', red.clone().tiff({ compression: 'lzw' })],
    ['svg', drawing(300, 200, '<rect width="300" height="200" fill="#C83232"/>')],
  ] as const) {
    const bytes = Buffer.isBuffer(encode) ? encode : await encode.toBuffer()
    const image = await decodeImage(bytes, options)
    t.ok(difference(image, 5, 5, '#C83232') < 1, `${format}: ${pixel(image, 5, 5)}`)
    t.same([image.width, image.height, image.pixels.length], [128, 85, 128 * 85 * 4])
    const media = { type: 'image', format, width: 300, height: 200, bytes: bytes.length, frames: 1, orientation: 1 }
    t.match(image, { media: { ...media, sha256: /^[0-9a-f]{64}$/ }, truncated: false })
  }
})

t.test('converts every colour space to sRGB', async t => {
  const [green, brown, grey] = ['#1EC85A', '#B45A50', '#5A5A5A']
  for (const [space, hex, picture, tolerance = 1.5] of [
    ['display-p3', green, flat(green).withIccProfile('p3').png()],
    ['srgb', green, flat(green).withIccProfile('srgb').png()],
    ['srgb', green, flat(green).toColourspace('rgb16').png()],
    ['srgb', green, flat(green).png({ palette: true })],
    ['grey', grey, flat(grey).toColourspace('grey16').png()],
    ['grey', grey, flat(grey).toColourspace('b-w').jpeg({ quality: 100 })],
    ['linear-srgb', brown, flat(brown).toColourspace('scrgb').tiff({ compression: 'none' })],
    // The conversion to CMYK and back is lossy.
    ['cmyk', brown, flat(brown).toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }), 6],
  ] as const) {
    const image = await decodeImage(await picture.toBuffer(), options)
    t.ok(difference(image, 9, 9, hex) < tolerance, `${space}: ${pixel(image, 9, 9)}`)
    t.equal(image.media.color_space, space)
  }
})

t.test('reads the name of a colour profile, and none of a broken one', async t => {
  const profile = (tag: string, type: string, ...content: readonly Buffer[]) =>
    Buffer.concat([Buffer.alloc(128), be32(1), latin1(tag), be32(144, 99), latin1(`${type}\0\0\0\0`), ...content])
  t.equal(profileName(profile('desc', 'desc', be32(12), latin1('Adobe RGB (1998)\0'))), 'Adobe RGB (1')
  t.equal(profileName(profile('desc', 'mluc', be32(1, 12, 0, 8, 28), latin1('\0G\0r\0\xE4\0y'))), 'Gräy')
  t.equal(profileName(profile('cprt', 'desc', be32(12), latin1('Adobe'))), '')
  const icc = profile('desc', 'desc', be32(10), latin1('Adobe RGB\0'))
  const png = await flat('#123456').png().toBuffer()
  const spaceWith = (icc: Buffer) => probe(withChunks(png, ['iCCP', profileChunk(icc)]), 'png').metadata.color_space
  t.equal(spaceWith(icc), 'srgb', 'browsers ignore what has no signature')
  icc.write('RGB ', 16)
  icc.write('acsp', 36)
  t.equal(spaceWith(icc), 'adobe-rgb')
  icc.writeUInt32BE(icc.length + 1)
  t.equal(spaceWith(icc), 'srgb', 'one that is cut off')
  t.equal(profileName(Buffer.alloc(3)), '')
  t.equal(profileName(Buffer.alloc(200, 255)), '')
})

t.test('a rotated image decodes to the same pixels as an upright one', async t => {
  for (let orientation = 1; orientation <= 8; orientation++) {
    const stored = await noise(300, 200).withMetadata({ orientation }).png().toBuffer()
    const upright = await sharp(stored).autoOrient().png().toBuffer()
    const image = await decodeImage(stored, options)
    const { width, height } = await sharp(upright).metadata()
    t.match(image.media, { orientation, width, height })
    t.ok(Buffer.from(image.pixels).equals((await decodeImage(upright, options)).pixels), `orientation ${orientation}`)
  }
  const raster = { width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3, 4) }
  t.equal(autoOrient(raster, 9), raster, 'an invalid orientation is ignored')
})

t.test('keeps transparency, and half-transparent colours are exact', async t => {
  // So large that libvips resizes it, which premultiplies colours.
  const [width, height] = [1600, 1400]
  const pixels = Buffer.concat([
    Buffer.alloc(width * height * 2, Buffer.of(201, 33, 77, 100)),
    Buffer.alloc(width * height * 2),
  ])
  const source = sharp(pixels, { raw: { width, height, channels: 4 } })
  const image = await decodeImage(await source.png().toBuffer(), options)
  t.same(pixel(image, 3, 3), [201, 33, 77, 100])
  t.equal(pixel(image, 3, 90)[3], 0)
  t.equal(image.media.alpha, true)
})

t.test('decodes the first frame of an animation', async t => {
  const pictures = ['#FF0000', '#0000FF', '#00FF00'].map(hex => flat(hex, 40, 40))
  const image = await decodeImage(await (await animation(...pictures)).gif().toBuffer(), options)
  t.match(image.media, { frames: 3, width: 40, height: 40 })
  t.ok(difference(image, 20, 20, '#FF0000') < 1)
})

t.test('the depth limits the longer side, and only SVG is enlarged to it', async t => {
  for (const [depth, side] of [
    ['low', 128],
    ['medium', 192],
    ['high', 320],
  ] as const)
    for (const [bytes, width, height] of [
      [await flat('#123456', 900, 1000).jpeg().toBuffer(), Math.round(side * 0.9), side],
      [await flat('#123456', 24, 20).png().toBuffer(), 24, 20],
      [drawing(24, 24, '<path d="M0 0h9v9z"/>'), side, side],
    ] as const)
      t.match(await decodeImage(bytes, { ...options, depth }), { width, height })
  const large = await flat('#123456', 2600, 1950).jpeg().toBuffer()
  t.match(await decodeImage(large, { ...options, depth: 'high' }), { width: 288, height: 215 }, 'the fastest JPEG size')
})

t.test('rejects too many pixels before decoding, except for SVG', async t => {
  const bytes = await flat('#123456', 101, 100).png().toBuffer()
  await t.rejects(decodeImage(bytes, { ...options, maxPixels: 10_099 }), {
    code: 'source_too_many_pixels',
    message: /101 × 100/,
  })
  t.match(await decodeImage(bytes, { ...options, maxPixels: 10_100 }), { width: 101 })
  const svg = drawing(100_000, 50_000, '<rect width="9" height="9"/>')
  t.match(await decodeImage(svg, options), { width: 128, height: 64 })
})

t.test('reads an SVG in UTF-16 and after a long prolog', async t => {
  const svg = drawing(20, 20, '<rect width="20" height="20" fill="#C83232"/>').toString()
  for (const bytes of [
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${svg}`, 'utf16le'),
    Buffer.from(`\uFEFF${svg}`, 'utf16le').swap16(),
    Buffer.from(`<?xml version="1.0"?><!--${'x'.repeat(3000)}--><!DOCTYPE svg [<!ENTITY a "b">]>${svg}`),
  ])
    t.ok(difference(await decodeImage(bytes, options), 9, 9, '#C83232') < 1)
})

/** Gradients in both directions, so that no two rows are alike. */
function gradients(): Sharp {
  const pixels = Buffer.alloc(400 * 300 * 3)
  for (let y = 0; y < 300; y++) for (let x = 0; x < 400; x++) pixels.set([200, x / 2, y / 2], (y * 400 + x) * 3)
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
}

t.test('a lossless WebP decodes to the same pixels as the PNG', async t => {
  const source = noise(700, 500)
  const { pixels } = await decodeImage(await source.png().toBuffer(), options)
  for (const webp of [source.webp({ lossless: true }), source.clone().webp({ lossless: true }).withExif({})])
    t.ok(Buffer.from((await decodeImage(await webp.toBuffer(), options)).pixels).equals(pixels))
})

t.test('detects lossless WebP by the first pixel chunk', async t => {
  const red = flat('#FF0000')
  const animated = await animation(red, flat('#0000FF'))
  for (const lossless of [true, false])
    for (const picture of [red.clone(), red.clone().withIccProfile('p3'), animated.clone()])
      t.equal(isLosslessWebp(await picture.webp({ lossless }).toBuffer()), lossless)
  t.equal(isLosslessWebp(Buffer.from('RIFF....WEBP')), false)
  t.equal(isLosslessWebp(Buffer.alloc(900)), false)
})

t.test('an unreadable file is rejected with a Problem that names it', async t => {
  const paddedWebp = await gradients().webp().toBuffer()
  paddedWebp.writeUInt32LE(0xfffffff0, 4)
  for (const [name, bytes, code, message] of [
    ['HEIC without a picture', latin1(ftyp('heic')), 'source_not_picture', /HEIC.*damaged/],
    ['OpenEXR', latin1('v/1\x01'), 'source_unsupported', /OpenEXR.*JPEG, PNG, .*ICO or PSD/],
    ['AVIF with little overhead', latin1('\0\0\0\x10ftypmif3avif'), 'source_unsupported', /low-overhead image/],
    ['HTML', latin1('<html>'), 'source_not_picture', /HTML/],
    ['AVI', latin1('RIFF\0\0\0\0AVI LIST'), 'source_not_picture', /no frame of it can be decoded/],
    ['JPEG signature', latin1('\xFF\xD8\xFF'), 'source_not_picture', /JPEG.*damaged/],
    ['PNG header', (await gradients().png().toBuffer()).subarray(0, 70), 'source_not_picture', /PNG/],
    ['WebP of a wrong size', paddedWebp, 'source_not_picture', /WebP/],
    ['invalid SVG', drawing(8, 8, '<g><g></svg>'), 'source_not_picture', /SVG/],
  ] as const)
    await t.rejects(decodeImage(bytes, options), { code, message }, name)
})

t.test('media_type: an image may be declared as a video, a video not as an image', async t => {
  const bytes = await flat('#123456').png().toBuffer()
  t.match(await decodeImage(bytes, { ...options, mediaType: 'video' }), {
    media: { type: 'video' },
    video: { duration: 0, fps: 0, width: 300, height: 200, codec: 'png', frames: 1 },
  })
  t.equal((await decodeImage(bytes, options)).video, undefined)
  for (const video of [ftyp('isom'), 'RIFF\0\0\0\0AVI LIST'])
    await t.rejects(decodeImage(latin1(video), { ...options, mediaType: 'image' }), {
      code: 'source_mismatch',
      message: /media_type video/,
    })
})

t.test('damaged bytes give an image or a Problem, nothing else', async t => {
  const next = random(11)
  const source = noise(48, 30)
  const files = await Promise.all([
    source.clone().jpeg().withIccProfile('p3').toBuffer(),
    source.clone().png().toBuffer(),
    source.clone().webp().toBuffer(),
    source.clone().avif({ effort: 0 }).toBuffer(),
    source.clone().gif().toBuffer(),
    source.clone().tiff({ compression: 'lzw' }).toBuffer(),
    drawing(48, 30, '<rect width="48" height="30" fill="#FF0000"/><circle r="9"/>'),
  ])
  const damage = (bytes: Buffer, round: number): Buffer => {
    if (round % 3 === 0) return bytes.subarray(0, next() * bytes.length)
    const copy = Buffer.from(bytes)
    for (let flips = 1 + next() * 5; flips > 0; flips--) copy[Math.floor(next() * next() * copy.length)] = next() * 256
    return copy
  }
  const rounds = whole ? 300 : 40
  let decoded = 0
  for (const bytes of files)
    for (let round = 0; round < rounds; round++)
      try {
        const { width, height, pixels } = await decodeImage(damage(bytes, round), { depth: 'low', maxPixels: 1e6 })
        t.equal(pixels.length, width * height * 4)
        decoded++
      } catch (error) {
        t.ok(error instanceof Problem && error.statusCode < 500, `${error}`)
      }
  t.ok(decoded > rounds, `${decoded}`)
})

t.test('nearest-neighbour resizing picks pixels of the image, each at its position', async () => {
  const side = fc.integer({ min: 1, max: 40 })
  const isMiddle = (at: number, index: number, count: number, length: number): boolean =>
    at === Math.floor(((index + 0.5) * length) / count)
  fc.assert(
    fc.property(side, side, side, fc.constantFrom(3, 4), (width, height, longest, channels) => {
      const columns = Array.from({ length: width * height }, (_, at) => [at % width, Math.floor(at / width), 7, 9])
      const pixels = Uint8Array.from(columns.flatMap(values => values.slice(0, channels)))
      const size = sizeWithin({ width, height }, longest)
      const resized = resizeNearest({ width, height, channels, pixels }, size)
      const indices = Array.from({ length: size.width * size.height }, (_, index) => index)
      return (
        Math.max(size.width, size.height) === Math.min(longest, Math.max(width, height)) &&
        resized.pixels.length === indices.length * 4 &&
        indices.every(index => {
          const [x = -1, y = -1, blue, alpha] = resized.pixels.subarray(index * 4)
          const isPlaced =
            isMiddle(x, index % size.width, size.width, width) &&
            isMiddle(y, Math.floor(index / size.width), size.height, height)
          return isPlaced && blue === 7 && alpha === (channels === 4 ? 9 : 255)
        })
      )
    }),
  )
})

t.test('reads beyond the end are 0', async t => {
  t.same([byteAt(Buffer.of(7), 0), byteAt(Buffer.of(7), 1)], [7, 0])
  t.same([intAt(Int32Array.of(7), 0), intAt(Int32Array.of(7), 1)], [7, 0])
})

t.test('small pictures are decoded in full, large ones at the size that libvips decodes fastest', async t => {
  const metadata = { format: 'png', bytes: 1, frames: 1, alpha: false, orientation: 1, color_space: 'srgb' } as const
  const [jpeg, webp] = [{ format: 'jpeg' }, { format: 'webp' }] as const
  const inside = (side: number) => ({ width: side, height: side, fit: 'inside' })
  const rows: readonly (readonly [number, number, number, Partial<ImageMetadata>, object | undefined])[] = [
    [100, 100, 128, {}, undefined],
    [1000, 1000, 128, {}, undefined],
    [1000, 750, 448, jpeg, undefined],
    [512, 512, 448, webp, undefined],
    [1000, 750, 128, jpeg, undefined],
    [1000, 750, 128, webp, undefined],
    [1600, 900, 128, jpeg, inside(128)],
    [1700, 1400, 1000, jpeg, inside(1000)],
    [2000, 900, 448, webp, inside(448)],
    [2000, 1500, 128, {}, inside(1672)],
    [2000, 1500, 128, { alpha: true }, { width: 256, height: 192, fit: 'fill' }],
    [512, 512, 128, webp, inside(128)],
    [4000, 3000, 448, jpeg, inside(444)],
    [3840, 2160, 128, {}, { width: 256, height: 144, fit: 'fill' }],
    [3840, 2160, 224, {}, { width: 448, height: 252, fit: 'fill' }],
    [2160, 3840, 128, { orientation: 6 }, { width: 256, height: 144, fit: 'fill' }],
    [9, 9, 128, { format: 'svg' }, inside(128)],
  ]
  for (const [width, height, side, more, expected] of rows)
    t.same(decodeSize({ ...metadata, width, height, ...more }, side, false), expected, `${width} × ${height}`)
  t.equal(decodeSize({ ...metadata, ...webp, width: 512, height: 512 }, 128, true), undefined, 'lossless WebP')
})

t.test('a much larger image comes with its full resolution, unless it is truncated or huge', async t => {
  const bytes = await flat('#C83232', 1000, 800).png().toBuffer()
  t.match(await decodeImage(bytes, options), { fullResolution: { width: 1000, height: 800, channels: 3 } })
  const transparent = await flat('#C83232', 1000, 800, 4).png().toBuffer()
  t.match(await decodeImage(transparent, options), { fullResolution: { channels: 4 } })
  const huge = await decodeImage(await flat('#C83232', 4000, 3000).png().toBuffer(), options)
  t.match(huge, { width: 128, height: 96 }, 'its aspect ratio is kept')
  const small = await decodeImage(await flat('#C83232', 150, 100).png().toBuffer(), options)
  for (const image of [await decodeImage(bytes.subarray(0, -60), options), small, huge])
    t.notOk('fullResolution' in image)
})

/** Four flat colours, as large as they have to be for every format to keep them. */
const colors = ['#C83232', '#1E64C8', '#F0C814', '#146E46'] as const

function stripes(width = 320, height = 200): Buffer {
  const stripe = (hex: string, at: number) =>
    `<path fill="${hex}" d="M${(at * width) / 4} 0h${width / 4}v${height}h-${width / 4}z"/>`
  return drawing(width, height, colors.map(stripe).join(''))
}

/** The stripes by the rules of a style sheet. */
function styledStripes(): Buffer {
  const rules = colors.map((hex, at) => `.s${at}, svg > #s${at} { fill: ${hex} }`)
  const paths = colors.map((_, at) => `<path ${at % 2 ? 'id' : 'class'}="s${at}" d="M${at * 80} 0h80v200h-80z"/>`)
  return drawing(320, 200, `<style>${rules.join('')}</style>${paths.join('')}`)
}

/** The stripes with transparent rows, whose hidden colours are random. */
async function stripesOverNoise(): Promise<Sharp> {
  const { data, info } = await opaque.clone().ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const next = random(3)
  for (let at = 0; at < data.length; at += 4)
    if (Math.floor(at / 4 / info.width) % 2 === 1) data.set([next() * 255, next() * 255, next() * 255, 0], at)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

const opaque = sharp(await png(stripes())).removeAlpha()
const transparent = sharp(await png(drawing(320, 260, `<g>${stripes()}</g>`)))
const overNoise = await stripesOverNoise()
const animated = await animation(opaque, flat('#FF00FF', 320, 200))
const exact = { quality: 100, chromaSubsampling: '4:4:4' } as const
const lossless = { lossless: true } as const
const fine = { quality: 95, chromaSubsampling: '4:4:4', effort: 0 } as const
const lzw = { compression: 'lzw' } as const
const largeJpeg = await sharp(await png(stripes(640, 640)))
  .jpeg(exact)
  .toBuffer()
const withoutSize = stripes().toString().replace('width="320" height="200"', 'viewBox="0 0 320 200"')

/** Every variant of the formats, with the largest ΔE00 of a colour. CMYK does not hold such a red and blue. */
const variants: readonly (readonly [name: string, encoded: Sharp | Buffer, tolerance: number])[] = [
  ['JPEG', opaque.clone().jpeg(exact), 1],
  ['progressive JPEG', opaque.clone().jpeg({ ...exact, progressive: true }), 1],
  ['JPEG rotated by Exif', opaque.clone().rotate(90).jpeg(exact).withMetadata({ orientation: 8 }), 1],
  ['CMYK JPEG', opaque.clone().toColourspace('cmyk').withIccProfile('cmyk').jpeg(exact), 14],
  ['Display P3 JPEG', opaque.clone().withIccProfile('p3').jpeg(exact), 1],
  ['truncated JPEG', largeJpeg.subarray(0, largeJpeg.length * 0.7), 1],
  ['PNG', opaque.clone().png(), 0.5],
  ['PNG at twice the size', await png(stripes(640, 400)), 0.5],
  ['interlaced PNG', opaque.clone().png({ progressive: true }), 0.5],
  ['indexed PNG', opaque.clone().png({ palette: true }), 0.5],
  ['PNG of 16 bits', opaque.clone().toColourspace('rgb16').png(), 0.5],
  ['Display P3 PNG', opaque.clone().withIccProfile('p3').png(), 1],
  ['Display P3 PNG of 16 bits', opaque.clone().toColourspace('rgb16').withIccProfile('p3').png(), 1],
  ['transparent indexed PNG', transparent.clone().png({ palette: true }), 0.5],
  ['transparent PNG of 16 bits', transparent.clone().toColourspace('rgb16').png(), 0.5],
  ['transparent PNG tagged sRGB', transparent.clone().withIccProfile('srgb').png(), 0.4],
  ['transparent Display P3 PNG', transparent.clone().withIccProfile('p3').png(), 1],
  ['transparent P3 PNG of 16 bits', transparent.clone().toColourspace('rgb16').withIccProfile('p3').png(), 1],
  ['PNG with noise under its alpha', overNoise.clone().png(), 0.5],
  ['GIF', opaque.clone().gif(), 0.5],
  ['animated GIF', animated.clone().gif(), 0.5],
  ['transparent GIF', transparent.clone().gif(), 0.5],
  ['WebP', opaque.clone().webp({ quality: 100 }), 3],
  ['lossless WebP', opaque.clone().webp(lossless), 0.5],
  ['animated WebP', animated.clone().webp(lossless), 0.5],
  ['transparent Display P3 WebP', transparent.clone().withIccProfile('p3').webp(lossless), 1],
  ['WebP with noise under its alpha', overNoise.clone().webp({ lossless: true, exact: true }), 0.5],
  ['AVIF', opaque.clone().avif({ ...fine, quality: 90 }), 3],
  ['AVIF of 10 bits', opaque.clone().avif({ ...fine, bitdepth: 10 }), 1],
  ['Display P3 AVIF', opaque.clone().withIccProfile('p3').avif(fine), 1.5],
  ['transparent AVIF of 10 bits', transparent.clone().avif({ ...fine, bitdepth: 10 }), 1],
  ['TIFF', opaque.clone().tiff(lzw), 0.5],
  ['BigTIFF', opaque.clone().tiff({ ...lzw, bigtiff: true }), 0.5],
  ['Lab TIFF', opaque.clone().toColourspace('lab').tiff({ compression: 'none' }), 0.5],
  ['TIFF in tiles and sizes', opaque.clone().tiff({ ...lzw, tile: true, pyramid: true }), 0.5],
  ['SVG', stripes(), 0.5],
  ['SVG with style sheets', styledStripes(), 0.5],
  ['SVG without a size', Buffer.from(withoutSize), 0.5],
]

t.test('the palette of every variant of a format is its four colours', async t => {
  const task = { platform: 'web_16_9', mediaType: undefined, maxPixels: 50e6, ffmpegPath: '' } as const
  for (const [at, [name, encoded, tolerance]] of variants.entries()) {
    const bytes = Buffer.isBuffer(encoded) ? encoded : await encoded.toBuffer()
    for (const depth of whole ? depths : depths.slice(at % depths.length).slice(0, 1)) {
      const { palette } = await analyze({ ...task, bytes, depth })
      const nearest = (hex: string) => Math.min(...palette.map(color => deltaE00(toneOf(hex), toneOf(color.hex))))
      const farthest = Math.max(...colors.map(nearest))
      t.ok(farthest <= tolerance, `${name}, ${depth}: ΔE00 ${farthest}`)
      if (tolerance < 1) t.equal(palette.length, 4, `${name}, ${depth}: ${palette.map(({ hex }) => hex)}`)
    }
  }
  t.comment(`cases: ${variants.length} variants of image formats`)
})

// sharp gives the warnings of all its decoders to the one that ends next (VipsWarningPop), so these begin when the pictures above are drawn.
t.test('decodes a truncated file as far as it goes', async t => {
  for (const [name, picture] of [
    ['JPEG', gradients().jpeg()],
    ['rotated JPEG', gradients().jpeg().withMetadata({ orientation: 6 })],
    ['progressive JPEG', gradients().jpeg({ progressive: true })],
    ['PNG', gradients().png({ adaptiveFiltering: false })],
    ['WebP', gradients().webp()],
    ['GIF', gradients().gif()],
  ] as const) {
    const bytes = await picture.toBuffer()
    const { truncated, media, pixels } = await decodeImage(bytes.subarray(0, bytes.length * 0.6), options)
    t.same([truncated, media.bytes], [true, Math.floor(bytes.length * 0.6)], name)
    const filled = pixels.filter((level, at) => at % 4 === 0 && level < 150).length / (pixels.length / 4)
    t.ok(filled < 0.02, `${name}: ${(filled * 100).toFixed(1)} % of the pixels are not of the file`)
  }
  const bytes = await flat('#F0C814', 600, 600).png({ compressionLevel: 0 }).toBuffer()
  const image = await decodeImage(bytes.subarray(0, bytes.length - 20), options)
  t.ok(difference(image, 0, 0, '#F0C814') < 1, 'a file of one colour')
  const yellow = { width: 2, height: 2, pixels: Buffer.alloc(16, Buffer.of(240, 200, 20, 255)) }
  t.equal(cropMissingRows(yellow, 'webp'), yellow, 'also of a decoder that fills in black or the row before')
})

t.test('of a damaged PNG no row is kept from the first one that cannot be read', async t => {
  const [width, height] = [64, 64]
  const pngOf = (bits: number, type: number, rowBytes: number, damage: (rows: Buffer) => void) => {
    const next = random(3)
    const rows = Buffer.from(Array.from({ length: (rowBytes + 1) * height }, () => next() * 255))
    for (let y = 0; y < height; y++) rows[y * (rowBytes + 1)] = 0
    damage(rows)
    const header = pngChunk('IHDR', Buffer.concat([be32(width, height), Buffer.of(bits, type, 0, 0, 0)]))
    const data = deflateSync(rows, { level: 0 })
    return { header: Buffer.concat([latin1('\x89PNG\r\n\x1A\n'), header]), data, end: pngChunk('IEND', latin1('')) }
  }
  const fileOf = ({ header, data, end }: ReturnType<typeof pngOf>, to = data.length) =>
    Buffer.concat([
      header,
      pngChunk('IDAT', data.subarray(0, to / 2)),
      pngChunk('IDAT', data.subarray(to / 2, to)),
      end,
    ])
  for (const [name, bits, type, rowBytes] of [
    ['grey', 8, 0, 64],
    ['RGB', 8, 2, 192],
    ['grey of 16 bits with alpha', 16, 4, 256],
    ['RGBA', 8, 6, 256],
  ] as const) {
    const wrongFilter = pngOf(bits, type, rowBytes, rows => {
      rows[20 * (rowBytes + 1)] = 99
    })
    const { truncated, presentPart } = await decodeImage(fileOf(wrongFilter), options)
    t.same([truncated, presentPart?.height], [true, 20 / 64], name)
  }
  const interlaced = await gradients().png({ progressive: true }).toBuffer()
  const half = decodeImage(interlaced.subarray(0, interlaced.length / 2), options)
  await t.rejects(half, { code: 'source_not_picture' }, 'an interlaced one is not decoded')
  const sound = pngOf(8, 2, 192, () => {})
  t.match(await decodeImage(fileOf(sound), options), { truncated: false, height: 64 })
  const cut = await decodeImage(fileOf(sound, sound.data.length / 2), options)
  t.same([cut.truncated, cut.height], [true, 31])
  const damaged = Buffer.from(sound.data)
  damaged.fill(0xa5, 0, 20)
  await t.rejects(decodeImage(fileOf({ ...sound, data: damaged }), options), { code: 'source_not_picture' })
  const late = Buffer.concat([sound.data.subarray(0, -4), be32(0)])
  t.match(await decodeImage(fileOf({ ...sound, data: late }), options), { truncated: false }, 'all rows are there')
})

t.test('of a JPEG that ends early no row is kept that its decoder filled in, whatever its colours are', async t => {
  const inks = gradients().toColourspace('cmyk')
  for (const [name, picture] of [
    ['CMYK', inks.clone().jpeg()],
    ['CMYK with a profile', inks.clone().withIccProfile('cmyk').jpeg()],
    ['Display P3', gradients().withIccProfile('p3').jpeg()],
    ['grey', gradients().toColourspace('b-w').jpeg()],
  ] as const) {
    const bytes = await picture.toBuffer()
    const scan = bytes.lastIndexOf('\xFF\xDA', undefined, 'latin1')
    const cut = bytes.subarray(0, scan + (bytes.length - scan) * 0.6)
    const { truncated, height, presentPart } = await decodeImage(cut, options)
    t.equal(truncated, true, name)
    t.ok(height > 48 && height < 68, `${name}: ${height} of 96 rows`)
    t.equal(presentPart?.height, height / 96, name)
  }
})
