// HEIC, JPEG XL, BMP, ICO and PSD: they are read as viewers show them, and nothing else that ImageMagick knows is.
import sharp from 'sharp'
import t from 'tap'
import { wasmFormats } from '../schemas/media.ts'
import { Problem } from '../src/errors.ts'
import { decodeImage } from '../src/image/decode.ts'
import { createThumbnail, encodePicture, preparePicture } from '../src/image/encode-picture.ts'
import { toBitmap } from '../src/image/imagemagick.ts'
import { openFile, probe } from '../src/image/probe.ts'
import { bmpOf, height, icoOf, psdOf, readFixture, twoColors, width } from './fixtures/media/wasm-formats.ts'

const options = { depth: 'low', maxPixels: 1e6 } as const

/** The colours in the middle of the left and of the right half. */
async function halves(picture: Uint8Array): Promise<readonly string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [0.25, 0.75].map(part => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width * part)) * 3
    return data.toString('hex', at, at + 3)
  })
}

function isNear(one: string, other: string, tolerance: number): boolean {
  return [0, 2, 4].every(at => {
    const [a, b] = [one, other].map(hex => Number.parseInt(hex.slice(at, at + 2), 16))
    return Math.abs(Number(a) - Number(b)) <= tolerance
  })
}

const colors = ['f08020', '2060c0'] as const

function areRight(found: readonly string[], tolerance: number): boolean {
  return colors.every((color, at) => isNear(color, found[at] ?? '', tolerance))
}

for (const format of wasmFormats)
  t.test(`${format}: analysis, region, preview, page picture and thumbnail show the same picture`, async t => {
    const bytes = twoColors[format]
    const { media, pixels } = await decodeImage(bytes, options)
    const right = { type: 'image', format, bytes: bytes.length, frames: 1, orientation: 1 }
    t.match(media, { ...right, width: format === 'ico' ? 64 : width, height, color_space: 'srgb' })
    t.ok(isNear(Buffer.from(pixels.subarray(0, 3)).toString('hex'), colors[0], 1))
    const part = await decodeImage(bytes, { ...options, region: { x: 0.5, y: 0, width: 0.5, height: 1 } })
    t.ok(isNear(Buffer.from(part.pixels.subarray(0, 3)).toString('hex'), colors[1], 1))
    const file = { bytes, maxPixels: 1e6, ffmpegPath: '' }
    const limits = { maxSide: 800, maxBytes: 1e5 }
    for (const picture of [await encodePicture(file, limits), await preparePicture(file, limits)])
      t.ok(areRight(await halves(picture.bytes ?? bytes), 1), `${picture.width} × ${picture.height}`)
    t.ok(areRight(await halves(await createThumbnail(file)), 6))
  })

t.test('10 bit, alpha, and the first of several pictures', async t => {
  const decoded = async (name: string) => decodeImage(await readFixture(name), options)
  const deep = await decoded('two-colours-10-bit.heic')
  t.ok(isNear(Buffer.from(deep.pixels.subarray(0, 3)).toString('hex'), colors[0], 3))
  const half = await decoded('half-transparent.heic')
  t.equal(half.media.alpha, true)
  t.ok(isNear(Buffer.from(half.pixels.subarray(0, 3)).toString('hex'), colors[1], 1))
  t.ok(Math.abs(Number(half.pixels[3]) - 128) <= 1)
  const first = await decoded('two-pictures.heic')
  t.ok(isNear(Buffer.from(first.pixels.subarray(0, 3)).toString('hex'), colors[0], 1))
})

t.test('the fourth byte of a BMP and the masks of a PSD are no alpha', async t => {
  for (const bytes of [bmpOf(), psdOf(width, height, 5)]) {
    const { media, pixels } = await decodeImage(bytes, options)
    t.equal(media.alpha, false)
    t.ok(pixels.every((value, at) => at % 4 !== 3 || value === 255))
  }
})

const payloads = {
  MVG: 'push graphic-context\nimage over 0,0 0,0 "https://127.0.0.1/a.png"\npop graphic-context',
  MSL: '<?xml version="1.0"?><image><read filename="/etc/hostname"/><write filename="/tmp/msl.png"/></image>',
  SVG: '<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/hostname" width="9" height="9"/></svg>',
  text: 'text:/etc/hostname',
  ephemeral: 'ephemeral:/etc/hostname',
  HTTPS: 'https://127.0.0.1/a.png',
  path: '@/etc/hostname',
  pipe: '|touch /tmp/pipe',
} as const

t.test('what other coders of ImageMagick read is refused behind each signature', async t => {
  for (const format of wasmFormats)
    for (const [name, text] of Object.entries(payloads))
      for (const headBytes of [2, 12, 40]) {
        const bytes = Buffer.concat([twoColors[format].subarray(0, headBytes), Buffer.from(`\n${text}\n`)])
        const probed = probe(bytes, format)
        const refusal = { code: /source_(?:not_picture|unsupported|too_many_pixels)/ }
        await t.rejects(toBitmap({ bytes, probed }, 1e6), refusal, `${name} behind ${headBytes} bytes of ${format}`)
      }
})

t.test('a picture inside another one reaches no coder', async t => {
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  // BI_JPEG: the coder of BMP hands the rest of the file to that of JPEG.
  const bytes = Buffer.concat([bmpOf(8, 8, 4).subarray(0, 54), jpeg])
  const error = await decodeImage(bytes, options).catch(error => error)
  t.ok(error instanceof Problem)
  t.match(String(error.cause), /NotAuthorized `JPEG'/)
})

t.test('files that are cut off, at any place, are refused', async t => {
  for (const format of wasmFormats)
    for (const part of [0.05, 0.3, 0.6, 0.9] as const) {
      const bytes = twoColors[format].subarray(0, Math.max(16, twoColors[format].length * part))
      await t.rejects(decodeImage(bytes, options), { code: /source_not_picture/ }, `${part} of a ${format}`)
    }
})

t.test('huge declared sizes are refused before the library sees the file', async t => {
  const side = 60_000
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  png.writeUInt32BE(side, 16)
  png.writeUInt32BE(side, 20)
  for (const bytes of [bmpOf(side, side), psdOf(side, side), icoOf({ side: 256, png })]) {
    const { memory } = openFile(bytes, undefined, Number.POSITIVE_INFINITY)
    t.ok(memory.need > 1e10)
    await t.rejects(decodeImage(bytes, options), {
      code: 'source_too_many_pixels',
      message: /60000 × 60000 pixels; at most 1000000/,
    })
  }
})
