// Files that are small and would be huge, never end, lie, or reach for something outside.
import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { ProblemCode } from '../../schemas/problems.ts'

const mebibyte = 1024 * 1024

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** CRC-32 (ISO 3309), as PNG has it. */
const crc = (bytes: Buffer): number => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([word(data.length), body, word(crc(body))])
}

const zeros = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 })

/** What unpacks to 200 MB. */
const much = zeros(200 * mebibyte)

/** A PNG of 8-bit grey; `more` stands before its data. */
const png = (width: number, height: number, data: Buffer, more: readonly Buffer[] = []): Buffer =>
  Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', Buffer.concat([word(width), word(height), Buffer.from([8, 0, 0, 0, 0])])),
    ...more,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** The same file with other bytes at the place where `marker` ends. */
const patched = (bytes: Buffer, marker: string, after: number, value: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  value.copy(copy, copy.indexOf(marker, 0, 'latin1') + marker.length + after)
  return copy
}

const plain = sharp({ create: { width: 32, height: 32, channels: 3, background: '#C83232' } })
const whole = {
  png: await plain.clone().png().toBuffer(),
  jpeg: await plain.clone().jpeg().toBuffer(),
  webp: await plain.clone().webp({ lossless: true }).toBuffer(),
  gif: await plain.clone().gif().toBuffer(),
  tiff: await plain.clone().tiff({ compression: 'none' }).toBuffer(),
  avif: await plain.clone().avif({ effort: 0 }).toBuffer(),
}

/** Little-endian entries of a TIFF directory: tag, type (3 short, 4 long), value. */
const tiff = (
  entries: readonly (readonly [tag: number, type: number, value: number])[],
  next: number,
  data: Buffer,
) => {
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  directory.writeUInt16LE(entries.length)
  for (const [at, [tag, type, value]] of entries.entries()) {
    directory.writeUInt16LE(tag, 2 + at * 12)
    directory.writeUInt16LE(type, 4 + at * 12)
    directory.writeUInt32LE(1, 6 + at * 12)
    directory.writeUInt32LE(value, 10 + at * 12)
  }
  directory.writeUInt32LE(next, directory.length - 4)
  return Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), directory, data])
}

/** Grey, 8 bits, deflated, in one strip right behind a directory of nine entries. */
const greyTiff = (width: number, height: number, data: Buffer, next = 0): Buffer =>
  tiff(
    [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 8],
      [262, 3, 1],
      [273, 4, 8 + 2 + 9 * 12 + 4],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, data.length],
    ],
    next,
    data,
  )

/** A TIFF of one empty directory after another. */
const directories = (count: number): Buffer => {
  const all = Buffer.alloc(8 + count * 6)
  all.write('II*\0\x08', 'latin1')
  for (let at = 8; at + 12 <= all.length; at += 6) all.writeUInt32LE(at + 6, at + 2)
  return all
}

/** A GIF of one pixel a frame on a large canvas. */
const frames = (count: number, side: number): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(side)
  size.writeUInt16LE(side, 2)
  const head = [Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, 200, 50, 50, 0, 0, 0])]
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([...head, ...Array<Buffer>(count).fill(frame), Buffer.from([0x3b])])
}

/** Animated WebP: the container of one picture, its frame many times. */
const animated = (count: number): Buffer => {
  const bits = whole.webp.subarray(12)
  const frame = Buffer.concat([Buffer.alloc(6), Buffer.from([31, 0, 0, 31, 0, 0, 1, 0, 0, 0]), bits])
  const little = (value: number): Buffer =>
    Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255, value >> 24])
  const piece = (type: string, data: Buffer): Buffer => Buffer.concat([Buffer.from(type), little(data.length), data])
  const canvas = piece('VP8X', Buffer.from([2, 0, 0, 0, 31, 0, 0, 31, 0, 0]))
  const body = [canvas, piece('ANIM', Buffer.alloc(6)), ...Array<Buffer>(count).fill(piece('ANMF', frame))]
  const inside = Buffer.concat([Buffer.from('WEBP'), ...body])
  return Buffer.concat([Buffer.from('RIFF'), little(inside.length), inside])
}

const svg = (inside: string, attributes = 'width="64" height="64"', before = ''): Buffer =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`,
  )

const red = '<path fill="#C83232" d="M0 0h64v64H0z"/>'

/** Each level holds ten of the one before. */
const laughs = (levels: number): string => {
  const entities = Array.from({ length: levels }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`)
  return `<!DOCTYPE svg [<!ENTITY l0 "${"<path d='M0 0h9v9z'/>"}">${entities.join('')}]>`
}

const doubled = (levels: number, open: (at: number) => string): string =>
  Array.from({ length: levels }, (_, at) => open(at)).join('')

const dataUri = (type: string, bytes: Buffer): string => `data:image/${type};base64,${bytes.toString('base64')}`

/** What may come out: a code, or 200 for those that are harmless once nothing outside is fetched and only the first frame is read. */
type Outcome = ProblemCode | 200

/** Files that unpack to far more than they are, by what they are. Several outcomes: what libvips makes of a damaged file may differ. */
export const bombs: Readonly<Record<string, readonly [bytes: Buffer, ...outcomes: Outcome[]]>> = {
  'PNG of 4 gigapixels': [png(65_535, 65_535, zeros(mebibyte)), 'source_too_many_pixels'],
  'PNG as large as PNG can be': [
    png(0x7fffffff, 0x7fffffff, zeros(9)),
    'picture_too_large',
    'source_too_many_pixels',
    'source_not_picture',
  ],
  'PNG of one very long row': [
    png(0x7fffffff, 1, zeros(mebibyte)),
    'picture_too_large',
    'source_too_many_pixels',
    'source_not_picture',
  ],
  'PNG that unpacks to more than its rows': [png(8, 8, much), 200, 'source_not_picture'],
  'PNG with a profile that unpacks to 200 MB': [
    png(8, 8, zeros(72), [chunk('iCCP', Buffer.concat([Buffer.from('a\0\0', 'latin1'), much]))]),
    200,
    'source_not_picture',
  ],
  'PNG with texts that unpack to 800 MB': [
    png(8, 8, zeros(72), Array<Buffer>(4).fill(chunk('zTXt', Buffer.concat([Buffer.from('a\0\0', 'latin1'), much])))),
    200,
    'source_not_picture',
  ],
  'JPEG of 4 gigapixels': [
    patched(whole.jpeg, '\xff\xc0', 3, Buffer.from([255, 220, 255, 220])),
    'source_too_many_pixels',
  ],
  'JPEG of no height': [patched(whole.jpeg, '\xff\xc0', 3, Buffer.from([0, 0, 255, 220])), 'source_not_picture'],
  'WebP of 268 megapixels': [
    patched(whole.webp, 'VP8L', 5, Buffer.from([255, 255, 255, 15])),
    'picture_too_large',
    'source_too_many_pixels',
    'source_not_picture',
  ],
  'GIF of 4 gigapixels': [frames(1, 65_535), 'picture_too_large', 'source_too_many_pixels', 200],
  'GIF of 100,000 frames': [frames(100_000, 16), 'source_timeout'],
  'GIF of 20,000 frames on 49 megapixels': [frames(20_000, 7000), 'source_timeout', 'picture_too_large'],
  'WebP of 20,000 frames': [animated(20_000), 'source_timeout'],
  'TIFF of 20,000 directories': [directories(20_000), 'source_timeout'],
  'TIFF of 4 gigapixels': [greyTiff(65_535, 65_535, zeros(mebibyte)), 'source_too_many_pixels', 'source_not_picture'],
  'TIFF as large as TIFF can be': [
    greyTiff(0xffffffff, 0xffffffff, zeros(9)),
    'picture_too_large',
    'source_too_many_pixels',
    'source_not_picture',
  ],
  'TIFF in one strip of 49 megapixels': [greyTiff(7000, 7000, zeros(49_000_000)), 200, 'source_not_picture'],
  'TIFF whose directory is its own next': [greyTiff(8, 8, zeros(64), 8), 200, 'source_not_picture'],
  'AVIF of 4 gigapixels': [
    patched(whole.avif, 'ispe', 4, Buffer.concat([word(65_535), word(65_535)])),
    'picture_too_large',
    'source_too_many_pixels',
    'source_not_picture',
  ],
  'gzipped SVG': [gzipSync(svg(red)), 'source_unsupported'],
  'SVG of a million pixels a side': [svg(red, 'width="1000000" height="1000000"'), 200],
  'SVG of no end': [svg(red, 'width="1e300" height="1e300"'), 200, 'source_not_picture'],
  'a billion laughs': [svg('<g>&l9;</g>', undefined, laughs(9)), 'source_not_picture'],
  'a thousand laughs': [svg('<g>&l3;</g>', undefined, laughs(3)), 200, 'source_not_picture'],
  'quadratic laughs': [
    svg('&a;'.repeat(20_000), undefined, `<!DOCTYPE svg [<!ENTITY a "${'a'.repeat(100_000)}">]>`),
    'source_not_picture',
  ],
  'an entity of itself': [
    svg('&a;', undefined, '<!DOCTYPE svg [<!ENTITY a "&b;"><!ENTITY b "&a;">]>'),
    'source_not_picture',
  ],
  'groups 100,000 deep': [svg(`${'<g>'.repeat(100_000)}${red}${'</g>'.repeat(100_000)}`), 'source_not_picture', 200],
  'uses of uses of uses': [
    svg(
      `<defs><g id="a0">${red}</g>${doubled(14, at => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(9)}</g>`)}</defs><use href="#a14"/>`,
    ),
    'source_not_picture',
    'source_timeout',
  ],
  'patterns of patterns': [
    svg(
      `<defs><pattern id="p0" width="1" height="1">${red}</pattern>${doubled(
        20,
        at =>
          `<pattern id="p${at + 1}" width="8" height="8" patternUnits="userSpaceOnUse"><path fill="url(#p${at})" d="M0 0h9999v9999H0z"/></pattern>`,
      )}</defs><path fill="url(#p20)" d="M0 0h64v64H0z"/>`,
    ),
    200,
    'source_not_picture',
    'source_timeout',
  ],
  'a blur as wide as can be': [
    svg(
      `<filter id="f" x="-9999" y="-9999" width="99999" height="99999"><feGaussianBlur stdDeviation="99999"/></filter><g filter="url(#f)">${red}</g>`,
    ),
    200,
    'source_not_picture',
    'source_timeout',
  ],
  'turbulence of many octaves': [
    svg(
      `<filter id="f">${'<feTurbulence numOctaves="99999" baseFrequency=".9"/>'.repeat(50)}</filter><path filter="url(#f)" d="M0 0h64v64H0z"/>`,
    ),
    200,
    'source_not_picture',
    'source_timeout',
  ],
  'a dash for every nanometre': [
    svg('<path d="M0 0H1e9" stroke="red" stroke-width="9" stroke-dasharray=".0001"/>'),
    200,
    'source_not_picture',
    'source_timeout',
  ],
  'a drawing with a picture of 4 gigapixels in it': [
    svg(`${red}<image width="9" height="9" href="${dataUri('png', png(65_535, 65_535, zeros(mebibyte)))}"/>`),
    200,
    'source_not_picture',
  ],
  'a drawing with a picture of 400 megapixels in it': [
    svg(`${red}<image width="9" height="9" href="${dataUri('png', png(20_000, 20_000, zeros(400_020_000)))}"/>`),
    'picture_too_large',
  ],
  'a drawing of 150,000 paths': [
    svg('<path d="M0 0h9v9z" fill="red" stroke="blue"/>'.repeat(150_000)),
    'picture_too_large',
    'source_timeout',
  ],
  'a drawing with a drawing of laughs in it': [
    svg(`${red}<image width="9" height="9" href="${dataUri('svg+xml', svg('<g>&l9;</g>', undefined, laughs(9)))}"/>`),
    200,
    'source_not_picture',
  ],
}

const script = '<script>fetch("http://127.0.0.1")</script>'

/** Files that are two things, or half of one. */
export const oddities: Readonly<Record<string, readonly [bytes: Buffer, ...outcomes: Outcome[]]>> = {
  'a GIF that is a script': [
    Buffer.concat([Buffer.from('GIF89a/*'), Buffer.alloc(64), Buffer.from('*/=1;alert(1)')]),
    'source_not_picture',
    'picture_too_large',
    'source_too_many_pixels',
  ],
  'a PNG with a page behind it': [Buffer.concat([whole.png, Buffer.from(`<html>${script}`)]), 200],
  'a JPEG with an archive behind it': [
    Buffer.concat([whole.jpeg, Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(999)]),
    200,
  ],
  'a page with a PNG behind it': [Buffer.concat([Buffer.from(`<html>${script}`), whole.png]), 'source_not_picture'],
  'a PDF with a JPEG in it': [Buffer.concat([Buffer.from('%PDF-1.4\n'), whole.jpeg]), 'source_unsupported'],
  'an archive with a PNG behind it': [
    Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), whole.png]),
    'source_unsupported',
  ],
  'a PNG that says it is a JPEG': [
    Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), whole.png]),
    'source_not_picture',
  ],
  'a drawing with a script': [
    svg(`${script}${red}<foreignObject><iframe src="http://127.0.0.1"/></foreignObject>`),
    200,
  ],
  'a video that is a playlist': [Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/a.ts\n'), 'source_not_picture'],
  ...Object.fromEntries(
    Object.entries(whole).flatMap(([format, bytes]) => [
      [`${format} without its end`, [bytes.subarray(0, bytes.length - 9), 200, 'source_not_picture'] as const],
      [`half of a ${format}`, [bytes.subarray(0, bytes.length / 2), 200, 'source_not_picture'] as const],
      [`the first bytes of a ${format}`, [bytes.subarray(0, 16), 'source_not_picture', 'source_unsupported'] as const],
    ]),
  ),
}

/** Drawings that reach for an address: every way that SVG, CSS and XML know. */
export const reaching = (address: string): Readonly<Record<string, Buffer>> => ({
  'an image': svg(`<image href="${address}/a.png" width="9" height="9"/>${red}`),
  'an image by xlink': svg(`<image xlink:href="${address}/a.png" width="9" height="9"/>${red}`),
  'an image that is a drawing': svg(`<image href="${address}/a.svg" width="9" height="9"/>${red}`),
  'a use': svg(`<use href="${address}/a.svg#a"/>${red}`),
  'a use by xlink': svg(`<use xlink:href="${address}/a.svg#a"/>${red}`),
  'a fill': svg(`<path fill="url(${address}/a.svg#a)" d="M0 0h9v9z"/>${red}`),
  'a gradient': svg(`<linearGradient id="a" href="${address}/a.svg#a"/><path fill="url(#a)" d="M0 0h9v9z"/>${red}`),
  'a filter': svg(`<path filter="url(${address}/a.svg#a)" d="M0 0h9v9z"/>${red}`),
  'a picture of a filter': svg(
    `<filter id="f"><feImage href="${address}/a.png"/></filter><path filter="url(#f)" d="M0 0h9v9z"/>${red}`,
  ),
  'a mask, a clip and a marker': svg(
    `<path mask="url(${address}/a#a)" clip-path="url(${address}/a#b)" marker-end="url(${address}/a#c)" d="M0 0h9v9z"/>${red}`,
  ),
  'a cursor and a colour profile': svg(
    `<color-profile xlink:href="${address}/a.icc"/><g cursor="url(${address}/a.cur)">${red}</g>`,
  ),
  'an imported style': svg(`<style>@import url("${address}/a.css"); @import '${address}/b.css';</style>${red}`),
  'a font': svg(
    `<style>@font-face{font-family:a;src:url(${address}/a.woff)}text{font-family:a}</style><text y="9">a</text>${red}`,
  ),
  'a background': svg(`<style>svg{background:url(${address}/a.png)}path{fill:url(${address}/a#a)}</style>${red}`),
  'a style sheet beside it': svg(red, undefined, `<?xml-stylesheet href="${address}/a.css" type="text/css"?>`),
  'an include': svg(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}/a.xml"/>${red}`),
  'an entity': svg(`<text>&a;</text>${red}`, undefined, `<!DOCTYPE svg [<!ENTITY a SYSTEM "${address}/a">]>`),
  'an entity of parameters': svg(red, undefined, `<!DOCTYPE svg [<!ENTITY % a SYSTEM "${address}/a.dtd"> %a;]>`),
  'a document type': svg(red, undefined, `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "${address}/a.dtd">`),
  'a script': svg(`<script href="${address}/a.js"/><script>fetch("${address}")</script>${red}`),
  'a page in a page': svg(
    `<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${address}/a.png"/></foreignObject>${red}`,
  ),
  'a base': svg(`<image href="a.png" width="9" height="9"/>${red}`, `width="64" height="64" xml:base="${address}/"`),
  'a sound, a video and a link': svg(
    `<audio href="${address}/a"/><video href="${address}/b"/><a href="${address}/c">${red}</a>`,
  ),
  'a motion': svg(
    `<image href="#a" width="9" height="9"><set attributeName="href" to="${address}/a.png"/></image>${red}`,
  ),
  'a drawing in a drawing': svg(
    `<image width="9" height="9" href="${dataUri('svg+xml', svg(`<image href="${address}/a.png" width="9" height="9"/>`))}"/>${red}`,
  ),
})
