// Bytes → pixels: every readable file gives its colours, every other one a Problem and never anything else.
import { createServer } from 'node:http'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import type { Format } from '../schemas/media.ts'
import type { ProblemCode } from '../schemas/problems.ts'
import { type Depth, depths } from '../schemas/provenance.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { Problem } from '../src/errors.ts'
import { isLosslessWebp } from '../src/image/containers.ts'
import { decodeImage } from '../src/image/decode.ts'
import { checkFrameCount } from '../src/image/decode-limits.ts'
import { detectFormat } from '../src/image/format.ts'
import { profileName } from '../src/image/metadata.ts'
import type { DecodedImage } from '../src/image/raster.ts'
import { autoOrient } from '../src/image/raster.ts'
import { resultOf, unwrap } from '../src/workers/messages.ts'
import { bombs } from './fixtures/media/hostile-pictures.ts'
import { drawing, endlessDrawing, png, random, toneOf } from './fixtures/media/pictures.ts'
import { listen } from './helpers/loopback.ts'
import { startPool } from './helpers/pool.ts'

const options = { depth: 'low', maxPixels: 50e6 } as const

const flat = (hex: string, width = 300, height = 200): Sharp =>
  sharp({ create: { width, height, channels: 3, background: hex } })

/** Red above, green below, blue on the right: every turn of it looks different. */
const flag = drawing(
  320,
  200,
  '<rect width="320" height="100" fill="#FF0000"/><rect y="100" width="320" height="100" fill="#00C800"/><rect x="240" width="80" height="200" fill="#0000FF"/>',
)

const pixel = ({ pixels, width }: DecodedImage, x: number, y: number): readonly number[] => [
  ...pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

const apart = (sample: DecodedImage, x: number, y: number, hex: string): number => {
  const [red = 0, green = 0, blue = 0] = pixel(sample, x, y)
  return deltaE00(sampleColor({ red, green, blue }), toneOf(hex))
}

const textBytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

const problemOf = async (
  bytes: Uint8Array,
  more: Partial<Parameters<typeof decodeImage>[1]> = {},
): Promise<Problem> => {
  try {
    await decodeImage(bytes, { ...options, ...more })
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was read.')
}

const ftyp = (...brands: readonly string[]): string =>
  `\0\0\0${String.fromCharCode(12 + 4 * brands.length)}ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`.padEnd(
    64,
    '\0',
  )

for (const [name, text, wanted] of [
  ['JPEG', '\xFF\xD8\xFF\xE0', { format: 'jpeg' }],
  ['PNG', '\x89PNG\r\n\x1A\n', { format: 'png' }],
  ['GIF', 'GIF89a', { format: 'gif' }],
  ['WebP', 'RIFF\x0A\0\n\0WEBPVP8 ', { format: 'webp' }],
  ['TIFF', 'II*\0\x08\0\0\0', { format: 'tiff' }],
  ['big-endian TIFF', 'MM\0*\0\0\0\x08', { format: 'tiff' }],
  ['AVIF', ftyp('avif', 'mif1'), { format: 'avif' }],
  ['AVIF by a compatible brand', ftyp('mif1', 'miaf', 'avif'), { format: 'avif' }],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', { format: 'svg' }],
  [
    'SVG after a long licence',
    `\n<?xml version="1.0"?><!-- <html> ${'x'.repeat(9000)} --><!DOCTYPE svg [<!ENTITY a "b">]><svg:svg>`,
    { format: 'svg' },
  ],
  ['HEIC', ftyp('heic', 'mif1'), { kind: 'unsupported', name: /HEIC/ }],
  ['BMP', 'BM\x9A\0\0\0\0\0\0\0', { kind: 'unsupported', name: /BMP/ }],
  ['ICO', '\0\0\x01\0\x01\0\x10\x10', { kind: 'unsupported', name: /ICO/ }],
  ['PDF', '%PDF-1.7', { kind: 'unsupported', name: /PDF/ }],
  ['PSD', '8BPS\0\x01', { kind: 'unsupported', name: /PSD/ }],
  ['JPEG XL', '\xFF\x0A\xFA', { kind: 'unsupported', name: /JPEG XL/ }],
  ['JPEG XL in a box', '\0\0\0\x0CJXL \r\n\x87\n', { kind: 'unsupported', name: /JPEG XL/ }],
  ['JPEG 2000', '\0\0\0\x0CjP  \r\n\x87\n', { kind: 'unsupported', name: /JPEG 2000/ }],
  ['CR2', 'II*\0\x10\0\0\0CR\x02\0', { kind: 'unsupported', name: /CR2/ }],
  ['CR3', ftyp('crx ', 'isom'), { kind: 'unsupported', name: /CR3/ }],
  ['sound', ftyp('M4A ', 'isom'), { kind: 'unsupported', name: /sound/ }],
  ['ZIP', 'PK\x03\x04', { kind: 'unsupported', name: /ZIP/ }],
  ['MP4', ftyp('isom', 'iso2', 'avc1'), { kind: 'video', name: /MP4/ }],
  ['MOV', ftyp('qt  '), { kind: 'video', name: /QuickTime/ }],
  ['MOV without a brand', '\0\0\0\x08wide\0\0\0\0mdat', { kind: 'video', name: /QuickTime/ }],
  ['WebM', '\x1A\x45\xDF\xA3\x9FB\x82\x84webm', { kind: 'video', format: 'webm', name: /WebM/ }],
  ['Matroska', '\x1A\x45\xDF\xA3\x9FB\x82\x88matroska', { kind: 'video', format: 'mkv', name: /Matroska/ }],
  ['AVI', 'RIFF\0\0\0\0AVI LIST', { kind: 'video', name: /AVI/ }],
  ['MPEG transport stream', `G${'\xFF'.repeat(187)}`.repeat(3), { kind: 'video', name: /transport/ }],
  ['HTML', '<!doctype html><p>', { kind: 'other', name: /HTML/ }],
  ['HTML with a drawing', '<html><svg></svg></html>', { kind: 'other', name: /HTML/ }],
  ['HTML that ends early', '  <!DOCTYPE html>\n', { kind: 'other', name: /HTML/ }],
  ['XML', '<?xml version="1.0"?><rss/>', { kind: 'other', name: /XML/ }],
  ['JSON', '{"a":1}', { kind: 'other', name: /text/ }],
  ['noise', '\x01\x02\x03\x04', { kind: 'other', name: /unknown/ }],
  ['nothing', '', { kind: 'other', name: /empty/ }],
] as const) {
  t.test(`detects ${name} by its bytes`, async t => {
    t.match(detectFormat(textBytes(text)), wanted)
  })
}

const readableFormats: Readonly<Record<Format, () => Promise<Buffer>>> = {
  jpeg: () => flat('#C83232').jpeg({ quality: 100 }).toBuffer(),
  png: () => flat('#C83232').png().toBuffer(),
  webp: () => flat('#C83232').webp({ lossless: true }).toBuffer(),
  avif: () => flat('#C83232').avif({ lossless: true, effort: 0 }).toBuffer(),
  gif: () => flat('#C83232').gif().toBuffer(),
  tiff: () => flat('#C83232').tiff({ compression: 'lzw' }).toBuffer(),
  svg: async () => drawing(300, 200, '<rect width="300" height="200" fill="#C83232"/>'),
}

for (const [format, encode] of Object.entries(readableFormats)) {
  t.test(`decodes the colour and the metadata of ${format}`, async t => {
    const bytes = await encode()
    const sample = await decodeImage(bytes, options)
    t.ok(apart(sample, 5, 5, '#C83232') < 1, `${pixel(sample, 5, 5)}`)
    t.same([sample.width, sample.height, sample.pixels.length], [128, 85, 128 * 85 * 4])
    t.match(sample.media, {
      type: 'image',
      format,
      width: 300,
      height: 200,
      bytes: bytes.length,
      frames: 1,
      orientation: 1,
    })
    t.match(sample.media.sha256, /^[0-9a-f]{64}$/)
    t.equal(sample.truncated, false)
  })
}

for (const [name, encode, space] of [
  ['Display P3', () => flat('#1EC85A').withIccProfile('p3').png().toBuffer(), 'display-p3'],
  ['sRGB with a profile', () => flat('#1EC85A').withIccProfile('srgb').png().toBuffer(), 'srgb'],
  ['16 bits', () => flat('#1EC85A').toColourspace('rgb16').png().toBuffer(), 'srgb'],
  ['16 bits of grey', () => flat('#5A5A5A').toColourspace('grey16').png().toBuffer(), 'grey'],
  ['grey', () => flat('#5A5A5A').toColourspace('b-w').jpeg({ quality: 100 }).toBuffer(), 'grey'],
  ['an indexed picture', () => flat('#1EC85A').png({ palette: true }).toBuffer(), 'srgb'],
  [
    'CMYK',
    () => flat('#B45A50').toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 100 }).toBuffer(),
    'cmyk',
  ],
  [
    'floating point',
    () => flat('#B45A50').toColourspace('scrgb').tiff({ compression: 'none' }).toBuffer(),
    'linear-srgb',
  ],
] as const) {
  t.test(`converts ${name} to sRGB`, async t => {
    const sample = await decodeImage(await encode(), options)
    const hex = {
      'display-p3': '#1EC85A',
      srgb: '#1EC85A',
      grey: '#5A5A5A',
      cmyk: '#B45A50',
      'linear-srgb': '#B45A50',
    }[space]
    // The way into ink and back is no identity: the darkest ink is not black.
    t.ok(apart(sample, 9, 9, hex) < (space === 'cmyk' ? 6 : 1.5), `${pixel(sample, 9, 9)}`)
    t.equal(sample.media.color_space, space)
  })
}

t.test('reads the name of a profile, and none of broken ones', async t => {
  const v2 = Buffer.alloc(200)
  v2.writeUInt32BE(1, 128)
  v2.write('desc', 132)
  v2.writeUInt32BE(150, 136)
  v2.write('desc', 150)
  v2.writeUInt32BE(12, 158)
  v2.write('Adobe RGB (1998)\0', 162)
  t.equal(profileName(v2), 'Adobe RGB (1')
  const mluc = Buffer.from(v2)
  mluc.write('mluc', 150)
  mluc.writeUInt32BE(8, 170)
  mluc.writeUInt32BE(28, 174)
  mluc.write('\0G\0r\0\xE4\0y', 178, 'latin1')
  t.equal(profileName(mluc), 'Gräy')
  t.equal(profileName(Buffer.alloc(3)), '')
  t.equal(profileName(Buffer.alloc(200, 255)), '')
  const named = Buffer.from(v2)
  named.write('cprt', 132)
  t.equal(profileName(named), '')
})

for (let orientation = 1; orientation <= 8; orientation++) {
  t.test(`applies orientation ${orientation}`, async t => {
    const upright = await decodeImage(await png(flag), options)
    const turned = orientation < 5 ? sharp(flag) : sharp(flag).rotate(90)
    // The same turn by another hand: sharp undoes its own EXIF tag.
    const bytes = await turned
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .withMetadata({ orientation })
      .toBuffer()
    const wanted = await sharp(await sharp(bytes).autoOrient().png().toBuffer()).metadata()
    const sample = await decodeImage(bytes, options)
    t.match(sample.media, { orientation, width: wanted.width, height: wanted.height })
    const reference = await sharp(bytes)
      .autoOrient()
      .resize(sample.width, sample.height, { kernel: 'nearest' })
      .ensureAlpha()
      .raw()
      .toBuffer()
    for (const [x, y] of [
      [0.1, 0.1],
      [0.9, 0.1],
      [0.1, 0.9],
      [0.9, 0.9],
    ] as const) {
      const [column, line] = [Math.round(x * (sample.width - 1)), Math.round(y * (sample.height - 1))]
      const at = (line * sample.width + column) * 4
      const [red = 0, green = 0, blue = 0] = reference.subarray(at)
      t.ok(apart(sample, column, line, sampleColor({ red, green, blue }).hex) < 2, `${column}, ${line}`)
    }
    t.equal(upright.width, 128)
  })
}

t.test('ignores an invalid orientation', async t => {
  const raster = { width: 1, height: 1, pixels: Uint8Array.of(1, 2, 3, 4) }
  t.equal(autoOrient(raster, 9), raster)
})

t.test('transparency is kept, and half-transparent colours are exact', async t => {
  const pixels = Buffer.alloc(400 * 300 * 4)
  for (let at = 0; at < pixels.length; at += 4) pixels.set([201, 33, 77, at < pixels.length / 2 ? 100 : 0], at)
  const sample = await decodeImage(
    await sharp(pixels, { raw: { width: 400, height: 300, channels: 4 } })
      .png()
      .toBuffer(),
    options,
  )
  t.same(pixel(sample, 3, 3), [201, 33, 77, 100])
  t.equal(pixel(sample, 3, 90)[3], 0)
  t.equal(sample.media.alpha, true)
})

t.test('decodes the first frame of an animation', async t => {
  const frames = await Promise.all(['#FF0000', '#0000FF', '#00FF00'].map(hex => flat(hex, 40, 40).png().toBuffer()))
  const bytes = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
  const sample = await decodeImage(bytes, options)
  t.match(sample.media, { frames: 3, width: 40, height: 40 })
  t.ok(apart(sample, 20, 20, '#FF0000') < 1)
})

for (const [depth, side] of [
  ['low', 128],
  ['medium', 192],
  ['high', 320],
] as const) {
  t.test(`depth ${depth} decodes to ${side} px and enlarges SVG only`, async t => {
    const big = await decodeImage(await flat('#123456', 900, 1000).jpeg().toBuffer(), { ...options, depth })
    t.same([big.width, big.height], [Math.round(side * 0.9), side])
    t.match(await decodeImage(await flat('#123456', 24, 20).png().toBuffer(), { ...options, depth }), {
      width: 24,
      height: 20,
    })
    t.match(await decodeImage(drawing(24, 24, '<path d="M0 0h9v9z"/>'), { ...options, depth }), {
      width: side,
      height: side,
    })
  })
}

t.test('refuses too many pixels before decoding, except for SVG', async t => {
  const bytes = await flat('#123456', 101, 100).png().toBuffer()
  t.match(await problemOf(bytes, { maxPixels: 10_099 }), { code: 'source_too_many_pixels', message: /101 × 100/ })
  t.match(await decodeImage(bytes, { ...options, maxPixels: 10_100 }), { width: 101 })
  t.match(await decodeImage(drawing(100_000, 50_000, '<rect width="9" height="9"/>'), options), {
    width: 128,
    height: 64,
  })
})

t.test('an SVG loads nothing external', async t => {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.end()
  })
  const { url: origin } = await listen(t, server)
  const file = new URL('./fixtures/media/pictures.ts', import.meta.url).href
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><style>@import url(${origin}/a.css)</style><image href="${origin}/a.png" width="64" height="64"/><image href="${file}" width="64" height="64"/><use href="${origin}/a.svg#a"/><rect width="64" height="9" fill="#C83232"/></svg>`,
  )
  const sample = await decodeImage(bytes, options)
  t.ok(apart(sample, 60, 5, '#C83232') < 1)
  t.same(pixel(sample, 60, 100), [0, 0, 0, 0])
  const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "${file}">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>`
  t.match(await problemOf(Buffer.from(entity)), { code: 'source_not_picture' })
  t.same(asked, [])
})

t.test('reads an SVG in UTF-16 and after a long prolog', async t => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20" fill="#C83232"/></svg>'
  const swapped = Buffer.from(`\uFEFF${svg}`, 'utf16le').swap16()
  for (const bytes of [
    Buffer.from(`\uFEFF<?xml version="1.0" encoding="UTF-16"?>${svg}`, 'utf16le'),
    swapped,
    Buffer.from(`<?xml version="1.0"?><!--${'x'.repeat(3000)}--><!DOCTYPE svg [<!ENTITY a "b">]>${svg}`),
  ]) {
    t.ok(apart(await decodeImage(bytes, options), 9, 9, '#C83232') < 1)
  }
})

/** Slopes in both directions, so that no two rows are alike. */
const slopes = (): Sharp => {
  const pixels = Buffer.alloc(400 * 300 * 3)
  for (let y = 0; y < 300; y++) for (let x = 0; x < 400; x++) pixels.set([200, x / 2, y / 2], (y * 400 + x) * 3)
  return sharp(pixels, { raw: { width: 400, height: 300, channels: 3 } })
}

for (const [name, encode] of [
  ['JPEG', () => slopes().jpeg().toBuffer()],
  ['turned JPEG', () => slopes().jpeg().withMetadata({ orientation: 6 }).toBuffer()],
  ['progressive JPEG', () => slopes().jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => slopes().png({ adaptiveFiltering: false }).toBuffer()],
  ['WebP', () => slopes().webp().toBuffer()],
  ['GIF', () => slopes().gif().toBuffer()],
] as const) {
  t.test(`decodes a truncated ${name} as far as it goes`, async t => {
    const bytes = await encode()
    const sample = await decodeImage(bytes.subarray(0, bytes.length * 0.6), options)
    t.equal(sample.truncated, true)
    t.match(sample.media.bytes, Math.floor(bytes.length * 0.6))
    const reds = Array.from({ length: sample.pixels.length / 4 }, (_, at) => sample.pixels[at * 4] ?? 0)
    const wrong = reds.filter(red => red < 150).length / reds.length
    t.ok(wrong < 0.02, `${(wrong * 100).toFixed(1)} % of the pixels were never there`)
  })
}

t.test('a truncated file of one colour is decoded, one without any row refused', async t => {
  const bytes = await flat('#F0C814', 600, 600).png({ compressionLevel: 0 }).toBuffer()
  const sample = await decodeImage(bytes.subarray(0, bytes.length - 20), options)
  t.ok(apart(sample, 0, 0, '#F0C814') < 1)
  const noise = await slopes().png().toBuffer()
  t.match(await problemOf(noise.subarray(0, 70)), { code: 'source_not_picture' })
})

t.test('a lossless WebP decodes to the same pixels as the PNG', async t => {
  const next = random(7)
  const noise = Buffer.from(Array.from({ length: 700 * 500 * 3 }, () => next() * 255))
  const source = sharp(noise, { raw: { width: 700, height: 500, channels: 3 } })
  const whole = await decodeImage(await source.png().toBuffer(), options)
  for (const webp of [source.webp({ lossless: true }), source.clone().webp({ lossless: true }).withExif({})]) {
    const sample = await decodeImage(await webp.toBuffer(), options)
    t.ok(Buffer.from(sample.pixels).equals(Buffer.from(whole.pixels)))
  }
})

t.test('detects lossless WebP by the first pixel chunk', async t => {
  const frames = await Promise.all(['#FF0000', '#0000FF'].map(hex => flat(hex).png().toBuffer()))
  const moving = () => sharp(frames, { join: { animated: true } })
  for (const [webp, wanted] of [
    [flat('#FF0000').webp({ lossless: true }), true],
    [flat('#FF0000').withIccProfile('p3').webp({ lossless: true }), true],
    [moving().webp({ lossless: true }), true],
    [flat('#FF0000').webp(), false],
    [flat('#FF0000').withIccProfile('p3').webp(), false],
    [moving().webp({ lossless: false }), false],
  ] as const)
    t.equal(isLosslessWebp(await webp.toBuffer()), wanted)
  t.equal(isLosslessWebp(Buffer.from('RIFF....WEBP')), false)
  t.equal(isLosslessWebp(Buffer.alloc(900)), false)
})

t.test('does not pad a WebP to a wrong size in its header', async t => {
  const bytes = await slopes().webp().toBuffer()
  bytes.writeUInt32LE(0xfffffff0, 4)
  t.match(await problemOf(bytes), { code: 'source_not_picture' })
})

for (const [name, bytes, code, message] of [
  ['HEIC', textBytes(ftyp('heic')), 'source_unsupported', /HEIC.*JPEG, PNG, WebP, AVIF, GIF, TIFF, SVG/],
  ['BMP', textBytes('BM\x9A\0\0\0\0\0\0\0'), 'source_unsupported', /BMP/],
  ['HTML', textBytes('<html>'), 'source_not_picture', /HTML/],
  ['a JPEG that ends at once', textBytes('\xFF\xD8\xFF'), 'source_not_picture', /JPEG.*damaged/],
  ['AVI', textBytes('RIFF\0\0\0\0AVI LIST'), 'source_unsupported', /AVI.*MP4, WebM or MOV/],
] as const satisfies readonly (readonly [string, Uint8Array, ProblemCode, RegExp])[]) {
  t.test(`${name} is refused as ${code}`, async t => {
    t.match(await problemOf(bytes), { code, message })
  })
}

t.test('media_type: an image may be declared as a video, a video not as an image', async t => {
  const bytes = await flat('#123456').png().toBuffer()
  t.equal((await decodeImage(bytes, { ...options, mediaType: 'video' })).media.type, 'video')
  const sample = await decodeImage(bytes, { ...options, mediaType: 'video' })
  t.match(sample.video, { duration: 0, fps: 0, width: 300, height: 200, codec: 'png', frames: 1 })
  t.equal((await decodeImage(bytes, options)).video, undefined)
  for (const film of [ftyp('isom'), 'RIFF\0\0\0\0AVI LIST'])
    t.match(await problemOf(textBytes(film), { mediaType: 'image' }), {
      code: 'source_mismatch',
      message: /media_type video/,
    })
})

t.test('damaged bytes give an image or a Problem, nothing else', async t => {
  const next = random(11)
  const source = sharp(flag).resize(48, 30)
  const whole = await Promise.all([
    source.clone().jpeg().withIccProfile('p3').toBuffer(),
    source.clone().png().toBuffer(),
    source.clone().webp().toBuffer(),
    source.clone().avif({ effort: 0 }).toBuffer(),
    source.clone().gif().toBuffer(),
    source.clone().tiff({ compression: 'lzw' }).toBuffer(),
    flag,
  ])
  const damage = (bytes: Buffer, round: number): Buffer => {
    if (round % 3 === 0) return bytes.subarray(0, next() * bytes.length)
    const copy = Buffer.from(bytes)
    for (let flips = 1 + next() * 5; flips > 0; flips--) copy[Math.floor(next() * next() * copy.length)] = next() * 256
    return copy
  }
  const depth: Depth = depths[0]
  let read = 0
  for (const bytes of whole) {
    for (let round = 0; round < 60; round++) {
      try {
        const { width, height, pixels } = await decodeImage(damage(bytes, round), { depth, maxPixels: 1e6 })
        t.equal(pixels.length, width * height * 4)
        read++
      } catch (error) {
        t.ok(error instanceof Problem && error.statusCode < 502 && error.statusCode !== 500, `${error}`)
      }
    }
  }
  t.ok(read > 50)
})

const fileOptions = { platform: 'web_16_9', mediaType: undefined, ffmpegPath: '' } as const

t.test('kills the worker of an endless SVG, and decodes the next one', async t => {
  const pool = startPool(t)
  const analyseFile = (bytes: Buffer) => pool.analyze({ ...options, ...fileOptions, bytes }, { client: 'a' })
  const slow = t.rejects(analyseFile(endlessDrawing()), {
    code: 'source_timeout',
    message: /received, but reading it takes longer than 5 s/,
  })
  const next = analyseFile(await readableFormats.svg())
  await slow
  t.match(await next, { media: { format: 'svg' } })
})

t.test('refuses an SVG that takes too much memory', async t => {
  const pool = startPool(t)
  const [bytes = Buffer.alloc(0)] = bombs['a drawing with a picture of 400 megapixels in it'] ?? []
  await t.rejects(pool.analyze({ ...options, ...fileOptions, bytes }, { client: 'a' }), {
    code: 'picture_too_large',
    message: /takes too much memory/,
  })
})

t.test('refuses files of too many frames before decoding', async t => {
  for (const name of ['WebP of 20,000 frames', 'TIFF of 20,000 directories']) {
    const [bytes = Buffer.alloc(0)] = bombs[name] ?? []
    t.match(await problemOf(bytes), { code: 'source_timeout', message: /more than 5000 pictures/ }, name)
  }
  /** A big-endian BigTIFF of empty directories. */
  const big = (count: number): Buffer => {
    const bytes = Buffer.alloc(16 + count * 16)
    bytes.write('MM\0\x2B\0\x08', 'latin1')
    for (let at = 8; at < bytes.length; at += 16) bytes.writeBigUInt64BE(BigInt(at === 8 ? 16 : at + 8), at)
    return bytes
  }
  t.doesNotThrow(() => checkFrameCount(big(5000), 'tiff'))
  t.throws(() => checkFrameCount(big(6000), 'tiff'), { code: 'source_timeout' })
  t.doesNotThrow(() => checkFrameCount(Buffer.from('II*\0\x08\0\0\0\0\0\x08\0\0\0', 'latin1'), 'tiff'), 'its own next')
  t.doesNotThrow(() => checkFrameCount(Buffer.from('RIFF'), 'webp'))
})

t.test('reports an invalid SVG as damaged', async t => {
  t.match(await problemOf(drawing(8, 8, '<g><g></svg>')), { code: 'source_not_picture' })
})

t.test('throws what another process threw', async t => {
  const problem = new Problem('overloaded', {
    detail: 'Later.',
    headers: { 'retry-after': '2' },
    cause: new Error('why'),
  })
  const { code, message, headers } = problem
  const across = async (work: () => Promise<number>) => unwrap(structuredClone(await resultOf(work)))
  t.equal(await across(async () => 7), 7)
  await t.rejects(
    across(() => Promise.reject(problem)),
    { code, message, headers, cause: /why/ },
  )
  await t.rejects(
    across(() => Promise.reject(new Problem('overloaded', { detail: 'Later.' }))),
    { code, cause: '' },
  )
  await t.rejects(
    across(() => Promise.reject(new Error('broken'))),
    { message: /broken/ },
  )
  await t.rejects(
    across(() => Promise.reject(null)),
    { message: 'null' },
  )
})

t.test('decodes a large JPEG at the fastest size, not above the depth', async t => {
  const sides = async (width: number, height: number, depth: Depth) => {
    const bytes = await flat('#123456', width, height).jpeg().toBuffer()
    const sample = await decodeImage(bytes, { ...options, depth })
    return [sample.width, sample.height]
  }
  t.same(await sides(2600, 1950, 'high'), [288, 215])
  t.same(await sides(1080, 1720, 'medium'), [120, 191])
  t.same(await sides(1500, 1500, 'medium'), [192, 192])
  t.same(await sides(4000, 3000, 'low'), [128, 96])
})

/** Four flat colours, as large as they have to be for every format to keep them. */
const four = ['#C83232', '#1E64C8', '#F0C814', '#146E46'] as const
const stripes = (width = 320, height = 200): Buffer =>
  drawing(
    width,
    height,
    four
      .map((hex, at) => `<path fill="${hex}" d="M${(at * width) / 4} 0h${width / 4}v${height}h-${width / 4}z"/>`)
      .join(''),
  )
const scene = async (): Promise<Sharp> => sharp(await png(stripes())).removeAlpha()
const exact = { quality: 100, chromaSubsampling: '4:4:4' } as const

const lossless = { lossless: true } as const
const fine = { quality: 95, chromaSubsampling: '4:4:4', effort: 0 } as const
const tiled = { tile: true, pyramid: true } as const

/** The scene with nothing around it. */
const onNothing = async (): Promise<Sharp> => sharp(await png(drawing(320, 260, `<g>${stripes()}</g>`)))

/** The scene by the rules of a style sheet. */
const styled = (): Buffer => {
  const rules = four.map((hex, at) => `.s${at}, svg > #s${at} { fill: ${hex} }`)
  const drawn = four.map((_, at) => `<path ${at % 2 === 0 ? 'class' : 'id'}="s${at}" d="M${at * 80} 0h80v200h-80z"/>`)
  return drawing(320, 200, `<style>${rules.join('')}</style>${drawn.join('')}`)
}

/** The scene with nothing but the box it is seen in. */
const boxed = (): Buffer =>
  Buffer.from(stripes().toString().replace('width="320" height="200"', 'viewBox="0 0 320 200"'))

/** The scene over junk that only a reader without alpha would see. */
const overJunk = async (): Promise<Sharp> => {
  const { data, info } = await (await scene()).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const next = random(3)
  for (let at = 0; at < data.length; at += 4)
    if (Math.floor(at / 4 / info.width) % 2 === 1) data.set([next() * 255, next() * 255, next() * 255, 0], at)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

const animated = async (): Promise<Sharp> => {
  const first = await (await scene()).png().toBuffer()
  return sharp([first, await flat('#FF00FF', 320, 200).png().toBuffer()], { join: { animated: true } })
}

const cutAt = (part: number, bytes: Buffer): Buffer => bytes.subarray(0, bytes.length * part)

/** The kinds of input that the analysis takes, with the largest ΔE00 of a colour that was drawn. */
const kinds: readonly (readonly [name: string, encode: () => Promise<Buffer>, tolerance: number])[] = [
  ['JPEG', async () => (await scene()).jpeg(exact).toBuffer(), 1],
  ['progressive JPEG', async () => (await scene()).jpeg({ ...exact, progressive: true }).toBuffer(), 1],
  [
    'JPEG turned by EXIF',
    async () => (await scene()).rotate(90).jpeg(exact).withMetadata({ orientation: 8 }).toBuffer(),
    1,
  ],
  // Ink holds no such red and blue: the way through it bends them.
  ['CMYK JPEG', async () => (await scene()).toColourspace('cmyk').withIccProfile('cmyk').jpeg(exact).toBuffer(), 14],
  ['Display P3 JPEG', async () => (await scene()).withIccProfile('p3').jpeg(exact).toBuffer(), 1],
  ['Display P3 PNG', async () => (await scene()).withIccProfile('p3').png().toBuffer(), 1],
  ['transparent Display P3 PNG', async () => (await onNothing()).withIccProfile('p3').png().toBuffer(), 1],
  ['transparent PNG tagged sRGB', async () => (await onNothing()).withIccProfile('srgb').png().toBuffer(), 0.4],
  ['transparent Display P3 WebP', async () => (await onNothing()).withIccProfile('p3').webp(lossless).toBuffer(), 1],
  [
    'Display P3 PNG of 16 bits',
    async () => (await scene()).toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    1,
  ],
  [
    'transparent Display P3 PNG of 16 bits',
    async () => (await onNothing()).toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
    1,
  ],
  ['Display P3 AVIF', async () => (await scene()).withIccProfile('p3').avif(fine).toBuffer(), 1.5],
  ['AVIF of 10 bits', async () => (await scene()).avif({ ...fine, bitdepth: 10 }).toBuffer(), 1],
  ['transparent AVIF of 10 bits', async () => (await onNothing()).avif({ ...fine, bitdepth: 10 }).toBuffer(), 1],
  ['interlaced PNG', async () => (await scene()).png({ progressive: true }).toBuffer(), 0.5],
  ['transparent PNG of 16 bits', async () => (await onNothing()).toColourspace('rgb16').png().toBuffer(), 0.5],
  ['transparent indexed PNG', async () => (await onNothing()).png({ palette: true }).toBuffer(), 0.5],
  ['transparent GIF', async () => (await onNothing()).gif().toBuffer(), 0.5],
  ['PNG', async () => (await scene()).png().toBuffer(), 0.5],
  ['indexed PNG', async () => (await scene()).png({ palette: true }).toBuffer(), 0.5],
  ['PNG of 16 bits', async () => (await scene()).toColourspace('rgb16').png().toBuffer(), 0.5],
  ['GIF', async () => (await scene()).gif().toBuffer(), 0.5],
  ['animated GIF', async () => (await animated()).gif().toBuffer(), 0.5],
  ['WebP', async () => (await scene()).webp({ quality: 100 }).toBuffer(), 3],
  ['lossless WebP', async () => (await scene()).webp({ lossless: true }).toBuffer(), 0.5],
  ['animated WebP', async () => (await animated()).webp({ lossless: true }).toBuffer(), 0.5],
  ['AVIF', async () => (await scene()).avif({ quality: 90, chromaSubsampling: '4:4:4', effort: 0 }).toBuffer(), 3],
  ['SVG', async () => stripes(), 0.5],
  ['TIFF', async () => (await scene()).tiff({ compression: 'lzw' }).toBuffer(), 0.5],
  ['BigTIFF', async () => (await scene()).tiff({ compression: 'lzw', bigtiff: true }).toBuffer(), 0.5],
  ['Lab TIFF', async () => (await scene()).toColourspace('lab').tiff({ compression: 'none' }).toBuffer(), 0.5],
  ['TIFF in tiles and sizes', async () => (await scene()).tiff({ ...tiled, compression: 'lzw' }).toBuffer(), 0.5],
  ['SVG with style sheets', async () => styled(), 0.5],
  ['SVG without a size', async () => boxed(), 0.5],
  ['PNG with junk under its alpha', async () => (await overJunk()).png().toBuffer(), 0.5],
  [
    'WebP with junk under its alpha',
    async () => (await overJunk()).webp({ lossless: true, exact: true }).toBuffer(),
    0.5,
  ],
  [
    'truncated JPEG',
    async () =>
      cutAt(
        0.7,
        await sharp(await png(stripes(640, 640)))
          .jpeg(exact)
          .toBuffer(),
      ),
    1,
  ],
  ['PNG at twice the size', async () => png(stripes(640, 400)), 0.5],
]

/** The largest ΔE00 from a drawn colour to the nearest of a palette. */
const farthest = (palette: readonly { readonly hex: string }[]): number =>
  Math.max(...four.map(hex => Math.min(...palette.map(color => deltaE00(toneOf(hex), toneOf(color.hex))))))

const task = { platform: 'web_16_9', mediaType: undefined, maxPixels: 50e6, ffmpegPath: '' } as const

for (const [name, encode, tolerance] of kinds) {
  t.test(`${name}: its four colours are the palette at every depth`, async t => {
    const bytes = await encode()
    for (const depth of depths) {
      const { palette } = await analyze({ ...task, bytes, depth })
      t.ok(farthest(palette) <= tolerance, `${depth}: ΔE00 ${farthest(palette)} ${palette.map(({ hex }) => hex)}`)
      if (tolerance < 1) t.equal(palette.length, 4, `${depth}: ${palette.map(({ hex }) => hex)}`)
    }
  })
}
