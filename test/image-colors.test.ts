// Colours as a browser shows them, whatever the file says about them, and only pixels that the file has.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import t from 'tap'
import { analyze } from '../src/analysis/analyze.ts'
import { decodeSignal, encodingOfCodes, encodingOfGamma, lightConversion, srgbPrimaries } from '../src/color/cicp.ts'
import { deltaE00, sampleColor } from '../src/color/color-sample.ts'
import { decodeImage } from '../src/image/decode.ts'
import { encodePicture } from '../src/image/encode-picture.ts'
import { completeGif } from '../src/image/formats/gif.ts'
import { isCutWebp } from '../src/image/formats/webp.ts'
import { orientationOf } from '../src/image/header.ts'
import { probe } from '../src/image/probe.ts'
import { signalOf, toSrgb } from '../src/image/srgb-pixels.ts'
import { box, fullBox } from './fixtures/hostile-files/boxes.ts'
import { be16, be32, latin1, le16, le32, repeat } from './fixtures/hostile-files/bytes.ts'
import { pngChunk } from './fixtures/hostile-files/png.ts'
import { profileChunk, tiffOf, withChunks, withCodes } from './fixtures/media/encodings.ts'
import { toneOf } from './fixtures/media/pictures.ts'
import { openBrowser } from './helpers/browser.ts'
import { needs } from './helpers/tools.ts'

const options = { depth: 'medium', maxPixels: 50e6 } as const

/** Drawn with ffmpeg, ImageMagick and avifenc (CC0). */
function variant(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, 'fixtures/variants', name))
}

async function styleOf(bytes: Buffer) {
  return analyze({
    bytes,
    depth: 'medium',
    platform: 'web_16_9',
    mediaType: undefined,
    maxPixels: 50e6,
    ffmpegPath: '',
  })
}

t.test('files of unusual encodings have the colours that browsers show', async t => {
  for (const [name, colors, facts] of [
    ['gif-one-byte-after-trailer.gif', { '#FFFFFF': 0.7, '#E02020': 0.15, '#2040C0': 0.15 }, {}],
    ['jpeg-motion-photo-trailer.jpg', { '#FFFFFF': 0.7, '#E02020': 0.15, '#2040C0': 0.15 }, {}],
    ['avif-pq.avif', { '#8D2C15': 0.5, '#13448C': 0.5 }, { color_space: 'bt2020-pq' }],
    ['avif-display-p3-nclx.avif', { '#FF0000': 0.5, '#00CD3C': 0.5 }, { color_space: 'display-p3' }],
    ['animated.avif', { '#D02020': 1 }, { frames: 2 }],
    ['monochrome-limited-range.avif', { '#FFFFFF': 0.5, '#000000': 0.5 }, {}],
    ['gif-first-frame-covers-half.gif', { '#E02020': 1 }, { alpha: true, frames: 2 }],
    ['gamma-1.png', { '#F67C68': 0.5, '#00E598': 0.5 }, { color_space: 'srgb-gamma-1' }],
  ] as const) {
    const style = await styleOf(variant(name))
    t.match(style.media, facts, name)
    t.same(style.analysis.warnings, [], name)
    t.equal(style.palette.length, Object.keys(colors).length, `${name}: ${style.palette.map(({ hex }) => hex)}`)
    for (const [hex, share] of Object.entries(colors)) {
      const found = style.palette.find(color => deltaE00(toneOf(color.hex), toneOf(hex)) < 1)
      t.ok(Math.abs((found?.share ?? 0) - share) < 0.01, `${name}: ${hex} ${found?.share}`)
    }
    t.equal(style.transparency, name.includes('half') ? 0.5 : 0, name)
  }
})

const levels = [
  [234, 51, 35],
  [120, 100, 80],
  [160, 170, 180],
  [16, 24, 48],
  [200, 200, 200],
  [60, 90, 140],
  [180, 60, 60],
  [40, 200, 90],
] as const
const side = 16

/** Squares of flat colours, in one row. */
function squares(): Sharp {
  const row = Buffer.from(levels.flatMap(level => Array.from({ length: side }, () => level).flat()))
  const pixels = Buffer.concat(Array.from({ length: side }, () => row))
  return sharp(pixels, { raw: { width: side * levels.length, height: side, channels: 3 } })
}

const plainPng = await squares().png().toBuffer()
const profile = (await sharp(await squares().withIccProfile('p3').png().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
const inks = await squares().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer()
/** A profile that does not describe inks is ignored. */
const misnamed = Buffer.concat([latin1('ICC_PROFILE\0\x01\x01'), profile])
const misnamedInks = Buffer.concat([
  inks.subarray(0, 2),
  Buffer.of(0xff, 0xe2),
  be16(misnamed.length + 2),
  misnamed,
  inks.subarray(2),
])
const plainAvif = await squares().avif({ lossless: true, effort: 0 }).toBuffer()

const gamma = (exponent: number) => ['gAMA', be32(Math.round(100_000 / exponent))] as const
const srgbChromaticities = ['cHRM', be32(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000)] as const
const p3Chromaticities = ['cHRM', be32(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6000)] as const
const codes = (...values: readonly number[]) => ['cICP', Buffer.from(values)] as const
const tagged = ['iCCP', profileChunk(profile)] as const
const srgbTag = ['sRGB', Buffer.of(0)] as const
const light = (nits: number) => ['cLLI', be32(nits * 10_000, 0)] as const
const display = (nits: number) => ['mDCV', Buffer.concat([Buffer.alloc(16), be32(nits * 10_000, 50)])] as const

/** Every way in which a file says how its colours are encoded, with what wins where there are several. */
const encoded: readonly (readonly [space: string, bytes: Buffer])[] = [
  ['srgb', plainPng],
  ['cmyk', inks],
  ['cmyk', misnamedInks],
  ...(
    [
      ['srgb-gamma-1', gamma(1)],
      ['srgb-gamma-1.8', gamma(1.8)],
      ['srgb', gamma(2.2)],
      ['srgb-gamma-1', gamma(1), srgbChromaticities],
      ['custom-gamma-2.2', gamma(2.2), p3Chromaticities],
      ['srgb', p3Chromaticities],
      ['srgb', srgbTag, gamma(1)],
      ['display-p3', tagged],
      ['display-p3', srgbTag, tagged],
      ['display-p3', tagged, gamma(1)],
      ['display-p3', codes(12, 13, 0, 1)],
      ['srgb', codes(1, 13, 0, 1), tagged],
      ['srgb', codes(12, 13, 0, 0)],
      ['srgb', codes(12, 9, 0, 1)],
      ['srgb-gamma-2.4', codes(1, 1, 0, 1)],
      ['srgb-gamma-2.8', codes(1, 5, 0, 1)],
      ['srgb-smpte240m', codes(1, 7, 0, 1)],
      ['dci-p3-smpte428', codes(11, 17, 0, 1)],
      ['bt2020-pq', codes(9, 16, 0, 1)],
      ['bt2020-pq', codes(9, 16, 0, 1), light(4000)],
      ['bt2020-pq', codes(9, 16, 0, 1), light(400)],
      ['bt2020-pq', codes(9, 16, 0, 1), light(100)],
      ['bt2020-pq', codes(9, 16, 0, 1), display(2000)],
      ['bt2020-pq', codes(9, 16, 0, 1), light(0), display(2000)],
      ['bt2020-hlg', codes(9, 18, 0, 1)],
    ] as const
  ).map(([space, ...chunks]) => [space, withChunks(plainPng, ...chunks)] as const),
  ...(
    [
      ['srgb', 1, 13],
      ['srgb', 2, 2],
      ['display-p3', 12, 13],
      ['bt2020', 9, 14],
      ['srgb', 1, 1],
      ['srgb-linear', 1, 8],
      ['bt470m-gamma-2.2', 4, 4],
      ['bt470bg', 5, 6],
      ['smpte170m', 6, 6],
      ['film', 8, 13],
      ['xyz', 10, 13],
      ['ebu3213', 22, 13],
      ['bt2020-pq', 9, 16],
      ['srgb-pq', 1, 16],
      ['display-p3-hlg', 12, 18],
    ] as const
  ).map(([space, primaries, transfer]) => [space, withCodes(plainAvif, primaries, transfer)] as const),
]

t.test('every encoding looks as in Chromium', needs('chromium'), async t => {
  const page = await (await openBrowser(t)).newPage()
  for (const [space, bytes] of encoded) {
    const { pixels, width, media } = await decodeImage(bytes, options)
    t.equal(media.color_space, space)
    const colors = await page.evaluate(readSquares, {
      url: `data:image/${media.format};base64,${bytes.toString('base64')}`,
      count: levels.length,
    })
    for (const [index, [red = 0, green = 0, blue = 0]] of colors.entries()) {
      const at = ((side / 2) * width + side * (index + 0.5)) * 4
      const [ourRed = 0, ourGreen = 0, ourBlue = 0] = pixels.subarray(at)
      const ours = sampleColor({ red: ourRed, green: ourGreen, blue: ourBlue })
      const difference = deltaE00(ours, sampleColor({ red, green, blue }))
      t.ok(difference < 2, `${media.format} ${space}, ${levels[index]}: ${ours.hex}, ΔE00 ${difference}`)
    }
  }
  t.comment(`cases: ${encoded.length} encodings`)
})

/** Runs in the page. @returns the colour in the middle of each square. */
async function readSquares({ url, count }: { readonly url: string; readonly count: number }) {
  const image = new Image()
  image.src = url
  await image.decode()
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  return Array.from({ length: count }, (_, index) => {
    const data = context?.getImageData(((index + 0.5) * image.width) / count, image.height / 2, 1, 1).data ?? []
    return [...data]
  })
}

t.test('an animated PNG begins with its first frame, as in browsers', async t => {
  const flat = (background: string) => sharp({ create: { width: 40, height: 20, channels: 3, background } })
  const [still, frame] = [await flat('#D02020').png().toBuffer(), await flat('#2040D0').png().toBuffer()]
  const idat = frame.indexOf('IDAT')
  const pixels = frame.subarray(idat + 4, idat + 4 + frame.readUInt32BE(idat - 4))
  const animation = ['acTL', be32(1, 0)] as const
  const control = (width: number) => ['fcTL', Buffer.concat([be32(0, width, 20, 0, 0), be16(1, 10, 0)])] as const
  const data = ['fdAT', Buffer.concat([be32(1), pixels])] as const
  const after = (png: Buffer, ...chunks: readonly (readonly [name: string, data: Buffer])[]) =>
    Buffer.concat([
      png.subarray(0, -12),
      ...chunks.map(([name, content]) => pngChunk(name, content)),
      png.subarray(-12),
    ])
  const animated = withChunks(still, animation)
  for (const [name, bytes, level] of [
    ['a frame that is not the still image', after(animated, control(40), data, control(40), data), 0x20],
    ['the still image as a frame', after(withChunks(still, animation, control(40)), control(40), data), 0xd0],
    ['a frame of another size', after(animated, control(39), data), 0xd0],
    ['no animation', after(still, control(40), data), 0xd0],
    ['pixels without a frame', after(animated, data), 0xd0],
    ['a frame without pixels', after(animated, control(40)), 0xd0],
  ] as const)
    t.equal((await decodeImage(bytes, options)).pixels[0], level, name)
})

t.test('code points that describe nothing are ignored', async t => {
  t.equal(encodingOfCodes(3, 13, 'srgb'), undefined)
  t.equal(encodingOfCodes(1, 9, 'srgb'), undefined)
  t.equal(encodingOfGamma(2.2, srgbPrimaries), undefined)
  for (const exponent of [0, Number.POSITIVE_INFINITY, 99]) t.equal(encodingOfGamma(exponent, srgbPrimaries), undefined)
  t.equal(encodingOfGamma(1, [0, 0, 0, 0, 0, 0, 0, 0]), undefined)
  t.equal(lightConversion({ primaries: srgbPrimaries, transfer: 'srgb', name: 'srgb' }), undefined)
  t.ok(Math.abs(decodeSignal(0.5807, 'pq') - 1) < 0.01, 'reference white in PQ (BT.2408)')
  t.ok(Math.abs(decodeSignal(1, 'hlg') - 1) < 1e-6)
})

t.test('pictures of pages and previews have these colours, too', async t => {
  for (const [name, hex] of [
    ['avif-pq.avif', '#8D2C15'],
    ['avif-display-p3-nclx.avif', '#FF0000'],
    ['gamma-1.png', '#F67C68'],
  ] as const) {
    const file = { bytes: variant(name), maxPixels: 50e6, ffmpegPath: '' }
    const { bytes } = await encodePicture(file, { maxSide: 64, maxBytes: 100_000 })
    const { palette } = await styleOf(Buffer.from(bytes ?? []))
    const nearest = Math.min(...palette.map(color => deltaE00(toneOf(color.hex), toneOf(hex))))
    t.ok(nearest < 3, `${name}: ${palette.map(color => color.hex)}`)
  }
})

t.test('a half-transparent colour with an encoding keeps its opacity', async t => {
  const picture = sharp({ create: { width: 20, height: 20, channels: 4, background: 'rgba(234,51,35,0.5)' } })
  const eight = withChunks(await picture.clone().png().toBuffer(), codes(12, 13, 0, 1))
  const sixteen = withChunks(await picture.clone().toColourspace('rgb16').png().toBuffer(), codes(9, 16, 0, 1))
  for (const bytes of [eight, sixteen]) {
    const { pixels } = await decodeImage(bytes, options)
    t.equal(pixels[0], 255)
    t.ok(Math.abs((pixels[3] ?? 0) - 128) <= 1)
  }
  t.same([...toSrgb(Buffer.of(16, 235, 126, 9), 4, limited)], [0, 255, 128, 9], 'limited range')
  t.match(signalOf({ ...probe(plainPng, 'png').header, isLimitedRange: true }), { black: 16, encoding: srgb })
  const cut = toSrgb(Buffer.of(255, 255), 3, { ...limited, white: 255 })
  t.same([...cut], [255, 255], 'a pixel that is not whole')
  const grey = await picture.clone().toColourspace('b-w').png().toBuffer()
  t.equal(probe(withChunks(grey, codes(1, 13, 0, 1)), 'png').metadata.color_space, 'grey')
})

const srgb = { primaries: srgbPrimaries, transfer: 'srgb', name: 'srgb' } as const
const limited = { black: 16, white: 235, space: 'srgb', depth: 'uchar', encoding: srgb } as const

t.test('a picture in PQ is decoded at its final size', async t => {
  const large = await sharp(plainPng).resize(1280, 160, { kernel: 'nearest' }).png().toBuffer()
  const image = await decodeImage(withChunks(large, codes(9, 16, 0, 1)), options)
  t.match(image, { width: 192, height: 24, media: { width: 1280 } })
  t.notOk('fullResolution' in image)
})

/** White below two colours, so that a guess at what is missing cuts it off. */
function flag(): Sharp {
  const colors = '<path fill="#E02020" d="M0 0h200v60H0z"/><path fill="#2040C0" d="M200 0h200v60H200z"/>'
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200">${colors}</svg>`)).flatten(
    {
      background: '#FFFFFF',
    },
  )
}

async function whiteShare(bytes: Buffer): Promise<number> {
  const { pixels } = await decodeImage(bytes, options)
  return pixels.filter((level, at) => at % 4 === 1 && level > 250).length / (pixels.length / 4)
}

t.test('a file is whole when its decoder has all pixels, whatever follows or is missing at its end', async t => {
  const [jpeg, progressive, png, gif, webp] = await Promise.all([
    flag().jpeg().toBuffer(),
    flag().jpeg({ progressive: true }).toBuffer(),
    flag().png().toBuffer(),
    flag().gif().toBuffer(),
    flag().webp().toBuffer(),
  ])
  const trailer = Buffer.alloc(300_000, '\xFF\xDA\xFF\xD8\x21\x2C', 'latin1')
  for (const [name, bytes] of [
    ...[jpeg, progressive, png, gif, webp].map(
      bytes => ['bytes after the end', Buffer.concat([bytes, trailer])] as const,
    ),
    ['two pictures in one file (MPO)', Buffer.concat([jpeg, await gradient().jpeg().toBuffer()])],
    ['JPEG without an end marker', jpeg.subarray(0, -2)],
    ['JPEG with half an end marker', jpeg.subarray(0, -1)],
    ['progressive JPEG without an end marker', progressive.subarray(0, -2)],
    ['PNG without an end', png.subarray(0, -12)],
    ['GIF without a trailer', gif.subarray(0, -1)],
    ['GIF without the end of its data', gif.subarray(0, -2)],
    ['GIF without the end code of its data', gif.subarray(0, -3)],
    ['GIF with a comment that is cut off', Buffer.concat([gif.subarray(0, -1), latin1('!\xFE\x09abc')])],
    ['WebP with metadata that is cut off', Buffer.concat([webp, latin1('XMP \xFF\0\0\0abc')])],
  ] as const) {
    t.match(await decodeImage(bytes, options), { truncated: false, width: 192, height: 96 }, name)
    t.ok(Math.abs((await whiteShare(bytes)) - 0.7) < 0.02, name)
  }
})

/** Replaces the numbers of the restart markers; the function gets the index of each in its scan. */
function renumber(jpeg: Buffer, numberOf: (index: number) => number): Buffer {
  const changed = Buffer.from(jpeg)
  let index = 0
  for (let at = jpeg.indexOf('\xFF\xDA', 0, 'latin1'); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === 0xda) index = 0
    if (marker >= 0xd0 && marker <= 0xd7) changed[at + 1] = 0xd0 + (numberOf(index++) & 7)
  }
  return changed
}

t.test('a JPEG whose restart markers are numbered wrongly is decoded whole', async t => {
  // The picture of `flag` with a restart marker after each two blocks, or each block: written by cjpeg.
  for (const name of ['restarts', 'restarts-progressive', 'restarts-many']) {
    const jpeg = readFileSync(join(import.meta.dirname, `fixtures/media/${name}.jpg`))
    t.same(
      renumber(jpeg, index => index),
      jpeg,
    )
    const expected = await decodeImage(jpeg, options)
    t.equal(expected.truncated, false)
    t.ok(Math.abs((await whiteShare(jpeg)) - 0.7) < 0.05)
    for (const [order, numberOf] of [
      ['from 1', (index: number) => index + 1],
      ['from 7', (index: number) => index + 7],
      ['always 0', () => 0],
      ['always 5', () => 5],
    ] as const) {
      const decoded = await decodeImage(renumber(jpeg, numberOf), options)
      t.equal(decoded.truncated, false, `${name}, ${order}`)
      t.ok(Buffer.compare(decoded.pixels, expected.pixels) === 0, `${name}, ${order}`)
    }
    // libjpeg resumes at the next marker, as in browsers.
    const onceWrong = await decodeImage(
      renumber(jpeg, index => (index === 5 ? 0 : index)),
      options,
    )
    t.ok(Buffer.compare(onceWrong.pixels, expected.pixels) === 0, `${name}, one of them`)
  }
})

t.test('the rows of a GIF that is cut off within its data are measured as browsers show them', async t => {
  const gif = await flag().gif().toBuffer()
  for (const [cut, height] of [
    [6, 94],
    [10, 92],
    [Math.floor(gif.length / 4), 48],
  ] as const) {
    const decoded = await decodeImage(gif.subarray(0, -cut), options)
    t.match(decoded, { truncated: true, width: 192, media: { height: 200 } }, `${cut} bytes`)
    t.ok(Math.abs(decoded.height - height) <= 2, `${cut} bytes: ${decoded.height} rows`)
    t.ok(
      decoded.pixels.every((level, at) => at % 4 < 3 || level === 255),
      `${cut} bytes: no row is transparent`,
    )
  }
  const later = await animate('gif', flag(), plain('#123456').resize(192, 96))
  t.match(await decodeImage(later.subarray(0, -30), options), { truncated: false, height: 96 })
})

/** No two rows are alike. */
function gradient(): Sharp {
  const pixels = Buffer.from(Array.from({ length: 400 * 200 * 3 }, (_, at) => [200, at / 1600, at / 1200][at % 3] ?? 0))
  return sharp(pixels, { raw: { width: 400, height: 200, channels: 3 } })
}

t.test('white below what is cut off stays', async t => {
  const bytes = await flag().jpeg({ progressive: true }).toBuffer()
  const end = bytes.lastIndexOf('\xFF\xDA', undefined, 'latin1')
  const cut = bytes.subarray(0, end + 12)
  t.match(await decodeImage(cut, options), { truncated: true, height: 96 })
  t.ok((await whiteShare(cut)) > 0.68)
  const damaged = await gradient().jpeg().toBuffer()
  damaged.fill(0xa5, damaged.length / 2, damaged.length / 2 + 60)
  t.match(await decodeImage(damaged, options), { truncated: true })
})

/** Frames that each cover all of the screen. */
async function animate(format: 'gif' | 'webp', ...frames: readonly Sharp[]): Promise<Buffer> {
  const pictures = await Promise.all(frames.map(frame => frame.png().toBuffer()))
  const joined = sharp(pictures, { join: { animated: true } })
  return format === 'gif' ? joined.gif().toBuffer() : joined.webp({ lossless: true }).toBuffer()
}

function plain(background: string): Sharp {
  return sharp({ create: { width: 400, height: 200, channels: 4, background } })
}

t.test('of an animation the first frame that shows something counts', async t => {
  for (const format of ['gif', 'webp'] as const) {
    for (const blank of ['#00000000', '#000000', '#FFFFFF']) {
      const frames = [plain(blank), plain(blank), flag().ensureAlpha()] as const
      const style = await styleOf(await animate(format, ...frames))
      t.ok(
        style.palette.some(({ hex }) => deltaE00(toneOf(hex), toneOf('#E02020')) < 3),
        `${format}, ${blank}: ${style.palette.map(({ hex }) => hex)}`,
      )
    }
    const flat = await animate(format, plain('#C83232'), plain('#1E64C8'))
    t.match(await styleOf(flat), { colors: ['#C83232'] }, 'all of one colour: the first')
    const { bytes } = await encodePicture(
      { bytes: await animate(format, plain('#000000'), flag().ensureAlpha()), maxPixels: 50e6, ffmpegPath: '' },
      { maxSide: 64, maxBytes: 100_000 },
    )
    t.ok((await whiteShare(Buffer.from(bytes ?? []))) > 0.5, 'the picture of a page as well')
  }
})

interface AnimatedFrame {
  readonly picture: Sharp
  readonly left?: number
  readonly top?: number
  /** Whether it is drawn over the frame before instead of replacing it. */
  readonly isOver?: boolean
  readonly isDamaged?: boolean
}

/** An animated PNG of 8 bits with opacity, whose first frame is the image that other programs show. */
async function animatePng(...frames: readonly AnimatedFrame[]): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  const chunks: Buffer[] = []
  for (const [index, { picture, left = 0, top = 0, isOver = false, isDamaged = false }] of frames.entries()) {
    const png = await picture.ensureAlpha().png({ adaptiveFiltering: false }).toBuffer()
    const idat = png.indexOf('IDAT')
    const pixels = png.subarray(idat + 4, idat + 4 + png.readUInt32BE(idat - 4))
    if (isDamaged) pixels.fill(255)
    if (index === 0) head = withChunks(png.subarray(0, 33), ['acTL', be32(frames.length, 0)])
    const place = Buffer.concat([png.subarray(16, 24), be32(left, top)])
    chunks.push(pngChunk('fcTL', Buffer.concat([be32(index), place, be16(1, 10), Buffer.of(0, isOver ? 1 : 0)])))
    chunks.push(index === 0 ? pngChunk('IDAT', pixels) : pngChunk('fdAT', Buffer.concat([be32(index), pixels])))
  }
  return Buffer.concat([head, ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

/** A square of 100 × 100 px in two colours; the right half is transparent. */
function badge(): Sharp {
  const halves = '<path fill="#E02020" d="M0 0h50v50H0z"/><path fill="#2040C0" d="M0 50h50v50H0z"/>'
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${halves}</svg>`))
}

t.test('of an animated PNG the first frame that shows something counts, wherever it is', async t => {
  const clear = { picture: plain('#00000000') }
  for (const [name, frames, shares] of [
    ['a whole frame', [clear, { picture: flag() }], { '#E02020': 0.15, '#2040C0': 0.15, '#FFFFFF': 0.7 }],
    [
      'a small frame on a transparent ground',
      [clear, clear, { picture: badge(), left: 300, top: 100 }],
      { '#E02020': 0.5, '#2040C0': 0.5 },
    ],
    [
      'a small frame over white',
      [{ picture: plain('#FFFFFF') }, { picture: badge(), left: 300, top: 100, isOver: true }],
      { '#E02020': 0.03125, '#2040C0': 0.03125, '#FFFFFF': 0.9375 },
    ],
    [
      'a whole frame over white',
      [
        { picture: plain('#FFFFFF') },
        { picture: badge().resize(400, 200, { fit: 'fill', kernel: 'nearest' }), isOver: true },
      ],
      { '#E02020': 0.25, '#2040C0': 0.25, '#FFFFFF': 0.5 },
    ],
    ['a frame beyond the picture', [{ picture: plain('#C83232') }, { picture: badge(), left: 301 }], { '#C83232': 1 }],
    ['a damaged frame', [{ picture: plain('#C83232') }, { picture: flag(), isDamaged: true }], { '#C83232': 1 }],
    ['blank frames only', [{ picture: plain('#C83232') }, { picture: plain('#1E64C8') }], { '#C83232': 1 }],
  ] as const) {
    const bytes = await animatePng(...frames)
    const style = await styleOf(bytes)
    t.match(style.media, { width: 400, height: 200, frames: frames.length }, name)
    t.equal(style.palette.length, Object.keys(shares).length, `${name}: ${style.palette.map(({ hex }) => hex)}`)
    for (const [hex, share] of Object.entries(shares)) {
      const found = style.palette.find(color => deltaE00(toneOf(color.hex), toneOf(hex)) < 2)
      t.ok(Math.abs((found?.share ?? 0) - share) < 0.01, `${name}: ${hex} ${found?.share}`)
    }
    const picture = await encodePicture({ bytes, maxPixels: 50e6, ffmpegPath: '' }, { maxSide: 64, maxBytes: 1e5 })
    const { palette } = await styleOf(Buffer.from(picture.bytes ?? []))
    for (const hex of Object.keys(shares))
      t.ok(
        palette.some(color => deltaE00(toneOf(color.hex), toneOf(hex)) < 3),
        `${name}: ${hex} in a page`,
      )
  }
  const short = await animatePng({ picture: plain('#C83232') }, { picture: plain('#1E64C8') })
  short.writeUInt32BE(9, short.indexOf('acTL') + 4)
  t.match(await styleOf(short), { colors: ['#C83232'], media: { frames: 9 } }, 'fewer frames than declared')
})

/** A GIF of one frame in a larger screen, in two colours. */
function smallFrame(width: number, height: number): Buffer {
  const head = Buffer.concat([latin1('GIF89a'), le16(width, height), Buffer.of(0x80, 0, 0, 224, 32, 32, 32, 64, 192)])
  return Buffer.concat([head, Buffer.of(0x2c), le16(0, 0, 1, 1), latin1('\0\x02\x02\x44\x01\0;')])
}

t.test('the area of a GIF that no frame covers is transparent, in the size of its screen', async t => {
  for (const [width, height] of [
    [2, 2],
    [200, 90],
  ] as const) {
    const image = await decodeImage(smallFrame(width, height), options)
    t.match(image.media, { width, height, alpha: true, frames: 1 })
    t.equal(image.pixels.at(-1), 0)
  }
  const transparent = Buffer.concat([
    smallFrame(9, 9).subarray(0, 19),
    latin1('!\xF9\x04\x01\0\0\0\0'),
    smallFrame(9, 9).subarray(19),
  ])
  t.equal(completeGif(transparent), transparent, 'has transparent pixels already')
  const head = Buffer.alloc(9)
  t.equal(completeGif(head), head)
})

t.test('a damaged TIFF is refused, whether it has strips or tiles', async t => {
  const noise = sharp(Buffer.from(Array.from({ length: 256 * 256 }, (_, at) => (at * 7919) >> 3)), {
    raw: { width: 256, height: 256, channels: 1 },
  })
  for (const compression of ['lzw', 'deflate'] as const) {
    for (const tile of [false, true]) {
      const bytes = await noise.clone().tiff({ compression, tile, tileWidth: 64, tileHeight: 64 }).toBuffer()
      const whole = await decodeImage(bytes, options)
      t.notOk(whole.truncated)
      bytes.fill(255, bytes.length >> 1, (bytes.length >> 1) + 500)
      await t.rejects(decodeImage(bytes, options), { code: 'source_not_picture' }, `${compression} ${tile}`)
    }
  }
})

t.test('a TIFF is read whatever its warnings are about', async t => {
  for (const bigtiff of [false, true]) {
    for (const tile of [false, true]) {
      const bytes = await flag()
        .tiff({ bigtiff, tile, compression: 'deflate', tileWidth: 16, tileHeight: 16 })
        .toBuffer()
      const directory = Number(bigtiff ? bytes.readBigUInt64LE(8) : bytes.readUInt32LE(4))
      const [head, entry] = bigtiff ? [8, 20] : [2, 12]
      const last = directory + head + (bytes.readUInt16LE(directory) - 1) * entry
      const expected = [...(await decodeImage(bytes, options)).pixels]
      bytes.writeUInt16LE(60_000, last)
      t.same([...(await decodeImage(bytes, options)).pixels], expected, 'an unknown tag')
    }
  }
})

/** A raw file as cameras write it: its first directory is a thumbnail of one pixel, or has these tags. */
function rawOf(maker: string | undefined, tags: Readonly<Record<number, number>>): Buffer {
  const makerTag = maker === undefined ? {} : { 271: 8 }
  const all = { 256: 1, 257: 1, 258: 8, 259: 1, 262: 1, ...makerTag, 273: 8, 277: 1, 278: 1, 279: 64, ...tags }
  const entries = Object.entries(all).map(([tag, value]) => {
    const [type, count] = tag === '271' ? [2, 64] : [4, 1]
    return Buffer.concat([be16(Number(tag), type), be32(count, value)])
  })
  const text = Buffer.alloc(64)
  text.write(maker ?? '')
  return Buffer.concat([latin1('MM\0*'), be32(72), text, be16(entries.length), ...entries, be32(0)])
}

t.test('raw files of cameras are named instead of measured as their thumbnails', async t => {
  const thumbnail = { 254: 1, 330: 72 }
  for (const [bytes, message] of [
    [rawOf('NIKON CORPORATION', thumbnail), /a Nikon raw image \(NEF\), which is not supported. Send JPEG/],
    [rawOf('SONY', thumbnail), /a Sony raw image \(ARW\)/],
    [rawOf('PENTAX', { 262: 32_803 }), /a Pentax raw image \(PEF\)/],
    [rawOf(undefined, { 262: 32_803 }), /a camera raw file/],
    [rawOf('Unknown', { 262: 34_892 }), /a camera raw file/],
    [rawOf('NIKON CORPORATION', { 50706: 1 }), /a raw image \(DNG\)/],
    [Buffer.concat([latin1('II*\0'), le32(8), latin1('IIIICwaR')]), /a Phase One raw image \(IIQ\)/],
    [latin1('IIU\0\x18\0\0\0'), /a Panasonic raw image \(RW2\)/],
    [latin1('IIRO\x08\0\0\0'), /an Olympus raw image \(ORF\)/],
    [latin1('\0MRM\0\0'), /a Minolta raw image \(MRW\)/],
  ] as const)
    await t.rejects(decodeImage(bytes, options), { code: 'source_unsupported', message }, String(message))
  for (const tags of [{ 254: 1 }, { 330: 72 }, { 254: 2, 330: 72 }])
    t.match((await decodeImage(rawOf('NIKON CORPORATION', tags), options)).media, { width: 1 }, 'a scan')
  for (const maker of [undefined, 'EPSON'])
    t.match((await decodeImage(rawOf(maker, thumbnail), options)).media, { width: 1 }, 'a scan with a preview')
})

t.test('a PNG that Xcode has rewritten is named', async t => {
  const rewritten = Buffer.concat([
    plainPng.subarray(0, 8),
    pngChunk('CgBI', be32(0x50_00_20_02)),
    plainPng.subarray(8),
  ])
  const message = /a PNG for iOS apps \(CgBI\)/
  await t.rejects(decodeImage(rewritten, options), { code: 'source_unsupported', message })
  const headless = Buffer.concat([plainPng.subarray(0, 8), pngChunk('gAMA', be32(45_455)), plainPng.subarray(8)])
  await t.rejects(decodeImage(headless, options), { code: 'source_not_picture' }, 'its first chunk is not the header')
})

t.test('what the decoder cannot read, or would misread, is named', async t => {
  const entry = (tag: number, type: number, value: number) => Buffer.concat([be16(tag, type), be32(1), be16(value, 0)])
  /** A TIFF of one pixel, in little more than these tags. */
  const tiff = (tags: Readonly<Record<number, number>>) => {
    const all = { 256: 1, 257: 1, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 278: 1, 279: 64, ...tags }
    const entries = Object.entries(all).map(([tag, value]) => entry(Number(tag), 3, value))
    return Buffer.concat([latin1('MM\0*'), be32(72), Buffer.alloc(64), be16(entries.length), ...entries, be32(0)])
  }
  for (const [name, bytes, message] of [
    ['LZMA', variant('lzma.tif'), /a TIFF with LZMA compression/],
    ['JPEG 2000', tiff({ 259: 34_712 }), /a TIFF file of an unusual kind/],
  ] as const)
    await t.rejects(decodeImage(bytes, options), { code: 'source_unsupported', message }, name)
  for (const [name, bytes] of [
    ['12 bits', tiff({ 258: 12 })],
    ['signed', tiff({ 339: 2 })],
    ['32 bits', tiff({ 258: 32 })],
    ['half floats', tiff({ 258: 16, 339: 3, 262: 2, 277: 3 })],
    ['4 bits of RGB', tiff({ 258: 4, 262: 2, 277: 3 })],
  ] as const)
    t.match((await decodeImage(bytes, options)).media, { width: 1, height: 1, format: 'tiff' }, name)
  t.match([...(await decodeImage(variant('float-grey.tif'), options)).pixels.subarray(0, 4)], [0x99, 0x99, 0x99, 255])
  await t.rejects(decodeImage(tiff({ 273: 60_000 }), options), { code: 'source_not_picture' }, 'a usual variant')
  const jpeg = await flag().jpeg().toBuffer()
  jpeg[jpeg.indexOf('\xFF\xC0', 0, 'latin1') + 4] = 12
  await t.rejects(decodeImage(jpeg, options), { code: 'source_unsupported', message: /a JPEG of 12 bits per channel/ })
  jpeg[jpeg.indexOf('\xFF\xC0', 0, 'latin1') + 1] = 0xc3
  await t.rejects(decodeImage(jpeg, options), { code: 'source_unsupported', message: /a lossless JPEG/ })
  const film = Buffer.from(variant('animated.avif'))
  film.write('free', film.indexOf('meta'), 'latin1')
  await t.rejects(decodeImage(film, options), {
    code: 'source_unsupported',
    message: /an animated AVIF without a still image/,
  })
})

/** An AVIF of properties and references, without pixels. */
function avifOf(properties: readonly Buffer[], indices: readonly number[], version = 0): Buffer {
  const id = (value: number) => (version === 0 ? be16(value) : be32(value))
  const association = (item: number, list: readonly number[]) =>
    fullBox(
      'ipma',
      version,
      version,
      be32(1),
      id(item),
      Buffer.of(list.length),
      version ? be16(list) : Buffer.from(list),
    )
  const tile = box('dimg', id(1), be16(1), id(2))
  const references = Array.from({ length: 1001 }, () => box('auxl', id(3), be16(1), id(1)))
  const meta = fullBox(
    'meta',
    0,
    0,
    fullBox('pitm', version, 0, id(1)),
    fullBox('iref', version, 0, tile, ...references),
    box('iprp', box('ipco', ...properties), association(1, indices), association(2, [1])),
  )
  return Buffer.concat([box('ftyp', latin1('avif\0\0\0\0')), meta])
}

t.test('reads the properties of an AVIF', async t => {
  const coding = (flags: number) => box('av1C', Buffer.of(0x81, 0, flags, 0))
  const size = fullBox('ispe', 0, 0, be32(300, 200))
  const crop = box('clap', be32(120, 1, 80, 1, -90 >>> 0, 1, -120 >>> 0, 2))
  const turn = box('irot', Buffer.of(1))
  const nclx = (flags: number) => box('colr', latin1('nclx'), be16(9, 16, 9), Buffer.of(flags))
  const peak = box('clli', be16(4000, 200))
  const mastering = box('mdcv', Buffer.alloc(16), be32(20_000_000, 50))
  for (const version of [0, 1]) {
    const bytes = avifOf([coding(0x60), size, crop, turn, nclx(0x80), peak], [2, 3, 4, 5, 6], version)
    const { metadata, header } = probe(bytes, 'avif')
    t.match(metadata, { width: 80, height: 120, alpha: false, color_space: 'bt2020-pq' })
    t.match(header, { bits: 12, encoding: { peakNits: 4000 }, isLimitedRange: false })
  }
  t.match(probe(avifOf([coding(0x40), size, box('irot', Buffer.of(2))], [2, 3]), 'avif').header, {
    width: 300,
    bits: 10,
  })
  const mastered = probe(avifOf([coding(0x40), size, nclx(0x80), mastering], [2, 3, 4]), 'avif')
  t.match(mastered.header, { encoding: { peakNits: 2000 } })
  const dark = probe(
    avifOf([coding(0), size, nclx(0), box('clli', be16(0, 0)), mastering.subarray(0, 20)], [2, 3, 4, 5]),
    'avif',
  )
  t.equal(dark.header.encoding?.peakNits, undefined)
  const bytes = avifOf([coding(0x40), size], [2])
  const meta = bytes.subarray(16)
  const large = Buffer.concat([
    bytes.subarray(0, 16),
    be32(1),
    latin1('meta'),
    be32(0, meta.length + 8),
    meta.subarray(8),
  ])
  t.match(probe(large, 'avif').header, { width: 300 }, 'a length of 64 bits')
  t.match(probe(bytes.subarray(0, -4), 'avif').header, { width: 0 }, 'a box that does not fit')
  const short = avifOf([coding(0x40), box('ispe', Buffer.alloc(6))], [2])
  t.match(probe(short, 'avif').header, { width: 0 })
  const tagged = box('colr', latin1('prof'), profile)
  t.match(probe(avifOf([coding(0x10), size, tagged, nclx(0)], [2, 3, 4]), 'avif').header, {
    isLimitedRange: true,
    profile,
  })
})

t.test('WebP: no orientation, as in browsers, and chunks without number', async t => {
  const picture = await flag().withMetadata({ orientation: 6 }).webp().toBuffer()
  t.equal((await sharp(picture).metadata()).orientation, 6)
  t.match(probe(picture, 'webp').metadata, { orientation: 1, width: 400, height: 200 })
  const file = { bytes: picture, maxPixels: 50e6, ffmpegPath: '' }
  const preview = await encodePicture(file, { maxSide: 100, maxBytes: 100_000 })
  t.match(preview, { width: 100, height: 50 }, 'nor in pages and previews')
  const many = Buffer.concat([await flag().webp().toBuffer(), repeat(latin1('abcd\0\0\0\0'), 20_000)])
  t.ok(probe(many, 'webp').metadata.frames > 5000)
  t.equal(isCutWebp(latin1('RIFF\0\0\0\0WEBP')), false)
})

t.test('of several Exif segments of a JPEG the first has the orientation', async t => {
  const picture = await flag().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const other = Buffer.concat([latin1('\xFF\xE1\0\x16Exif\0\0MM\0*'), be32(8), be16(0), be32(0)])
  const end = picture.indexOf('\xFF\xDB', 0, 'latin1')
  const bytes = Buffer.concat([picture.subarray(0, end), other, picture.subarray(end)])
  t.equal((await sharp(bytes).metadata()).orientation, 6)
  t.match(probe(bytes, 'jpeg').metadata, { orientation: 6, width: 200, height: 400 })
  const exif = (orientation: number) =>
    Buffer.concat([latin1('MM\0*'), be32(8), be16(1, 274, 3), be32(1), be16(orientation, 0), be32(0)])
  t.same([exif(6), exif(9), exif(0)].map(orientationOf), [6, 1, 1], 'there are eight')
})

t.test('an animated PNG has the frames that it declares', async t => {
  const bytes = withChunks(plainPng, ['acTL', be32(7, 0)])
  t.match((await decodeImage(bytes, options)).media, { frames: 7 })
})

t.test('a profile after the palette counts, as in browsers', async t => {
  const p3 = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d04020' } })
    .withIccProfile('p3')
    .png()
    .toBuffer()
  const { icc } = await sharp(p3).metadata()
  const indexed = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#d04020' } })
    .png({ palette: true })
    .toBuffer()
  const profile = pngChunk('iCCP', profileChunk(icc ?? Buffer.alloc(0)))
  const pixels = indexed.indexOf('IDAT') - 4
  const behind = Buffer.concat([indexed.subarray(0, pixels), profile, indexed.subarray(pixels)])
  const {
    media,
    pixels: [red],
  } = await decodeImage(behind, options)
  t.equal(media.color_space, 'display-p3')
  t.ok(Number(red) > 220, `red is ${red}`)
})

t.test('a TIFF with more channels than colours and alpha shows its colours', async t => {
  const pixels = Buffer.from(Array.from({ length: 64 }, () => [104, 32, 16, 128, 77]).flat())
  const tiff = tiffOf({ width: 8, height: 8, samples: [8, 8, 8, 8, 8], photometric: 2, extraSamples: [1, 0] }, pixels)
  const { media, pixels: shown } = await decodeImage(tiff, options)
  t.equal(media.alpha, true)
  for (const [at, level] of [208, 64, 32, 128].entries()) t.ok(Math.abs(Number(shown[at]) - level) <= 2, `${shown[at]}`)
  const { bytes } = await encodePicture({ bytes: tiff, maxPixels: 1e6, ffmpegPath: '' }, { maxSide: 64, maxBytes: 1e5 })
  t.equal((await sharp(bytes).metadata()).hasAlpha, true)
})

t.test('inks of 16 bits look as those of 8 bits', async t => {
  const inks = [204, 0, 102, 95]
  const flatOf = (bits: 8 | 16) => {
    const values = Array.from({ length: 64 }, () => inks).flat()
    const pixels = bits === 8 ? Buffer.from(values) : Buffer.from(Uint16Array.from(values, ink => ink * 257).buffer)
    return tiffOf({ width: 8, height: 8, samples: [bits, bits, bits, bits], photometric: 5 }, pixels)
  }
  const [eight, sixteen] = await Promise.all([8, 16].map(bits => decodeImage(flatOf(bits === 8 ? 8 : 16), options)))
  t.same(sixteen?.pixels, eight?.pixels)
  t.equal(sixteen?.media.color_space, 'cmyk')
})
