// Pictures of at most 24 MiB whose headers take long to read. Most of them are no valid pictures.
import { deflateRawSync, deflateSync } from 'node:zlib'
import { be, box, filled, join, le, marker, maxPictureBytes, mebibyte, repeated, series } from './bytes.ts'

type Files = Readonly<Record<string, () => Buffer>>

const svgRoot = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">'
const svgEnd = `<!--${marker}--></svg>`

function svgOf(unit: string, head = svgRoot): () => Buffer {
  return () => filled(head, Buffer.from(unit), svgEnd)
}

const svg: Files = {
  '<': svgOf('<'),
  '</': svgOf('</'),
  '<!': svgOf('<!'),
  '<?': svgOf('<?'),
  '<a>': svgOf('<a>'),
  'one element of millions of attributes': svgOf(' a=""', `${svgRoot}<g`),
  'comments and sections of text': svgOf('<!----><![CDATA[]]>'),
  'entities declared': svgOf('<!ENTITY a "">', '<!DOCTYPE svg ['),
  'use of 100,000 names': () =>
    join(
      svgRoot,
      series(400_000, at => join(`<use id="a${at}" href="#b${at}"/>`)),
      svgEnd,
    ),
  'UTF-16 of <': () => filled([0xff, 0xfe], Buffer.from('<', 'utf16le'), join(Buffer.from('svg>', 'utf16le'), marker)),
  'prolog of processing instructions': svgOf('<??>', ''),
  'style sheet of :is(': svgOf(':is(', `${svgRoot}<style>`),
  'path of 12 million points': svgOf('1 ', `${svgRoot}<path d="M0 0 L`),
}

const gifHead = join('GIF89a', le(2, 16, 16), [0x00, 0, 0])
const gifOf =
  (unit: readonly number[], head: readonly number[] = []): (() => Buffer) =>
  () =>
    filled(join(gifHead, head), unit)

const gif: Files = {
  'extensions of 3 bytes': gifOf([0x21, 0xfe, 0]),
  'extensions of 5 bytes': gifOf([0x21, 0xfe, 1, 1, 0]),
  'a comment in pieces of 1 byte': gifOf([1, 1], [0x21, 0xfe]),
  'transparency without a picture': gifOf([0x21, 0xf9, 4, 1, 0, 0, 0, 0]),
  'frames without data': gifOf([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0]),
  'one frame in pieces of 1 byte': gifOf([1, 0], [0x2c, 0, 0, 0, 0, 16, 0, 16, 0, 0, 2]),
  'signature of a control almost': gifOf([0x21, 0xf9, 3, 0, 0, 0, 0]),
}

const avifHead = box('ftyp', 'avif', be(4, 0), 'avifmif1')
const full = [0, 0, 0, 0]

function avifOf(meta: readonly Buffer[], rest: Buffer = join(marker)): Buffer {
  return join(avifHead, box('meta', full, box('pitm', full, be(2, 1)), ...meta), rest)
}

/** `items` items, each with `count` associations to the first property. */
function associations(items: number, count: number): Buffer {
  return box(
    'ipma',
    full,
    be(4, items),
    series(items, at => join(be(2, at + 1), [count], repeated([1], count))),
  )
}

const notAlpha = box('auxC', full, repeated('alphaalpha', 30), [0])
const auxiliary = (count: number, to: number) =>
  box('iref', full, repeated(box('auxl', be(2, 2, to), repeated(be(2, 1), to)), count))

const avif: Files = {
  '1,000 auxl of 255 auxC': () =>
    avifOf([box('iprp', box('ipco', notAlpha), associations(2, 255)), auxiliary(1000, 1)]),
  '1,000 auxl of 1,000 items': () =>
    avifOf([box('iprp', box('ipco', notAlpha), associations(2, 255)), auxiliary(1000, 1000)]),
  '65,000 associations': () => avifOf([box('iprp', box('ipco', notAlpha), associations(20_000, 255))]),
  'sizes of images': () => filled(avifHead, box('ispe', full, be(4, 9, 9))),
  'sizes of images almost': () => filled(avifHead, 'isp'),
  'empty boxes': () => filled(avifHead, box('free')),
  'properties of 8 bytes': () => avifOf([box('iprp', box('ipco', repeated(box('skip'), 3_000_000)))]),
  'extents of items': () => {
    const head = join(full, [0, 0], be(2, 65_535))
    return avifOf([box('iloc', head, repeated(join(be(2, 7, 0, 65_535)), 4_000_000))])
  },
  'profile of 20 MB': () =>
    avifOf([box('iprp', box('ipco', box('colr', 'prof', iccOf(20 * mebibyte, 'desc'))), associations(1, 1))]),
}

/** A profile whose description is a text of so many bytes. */
function iccOf(length: number, kind: 'desc' | 'mluc', unit: Buffer = Buffer.from('a-')): Buffer {
  const head = join(repeated([0], 128), be(4, 1), 'desc', be(4, 144, length))
  const text = filled('', unit, '', length - 28)
  if (kind === 'desc') return join(head, 'desc', full, be(4, text.length), text)
  return join(head, 'mluc', full, be(4, 1, 12), 'enUS', be(4, text.length, 28), text)
}

function chunk(name: string, content: Buffer | string = ''): Buffer {
  const bytes = join(content)
  return join(be(4, bytes.length), name, bytes, full)
}

const pngHead = join('\x89PNG\r\n\x1a\n', chunk('IHDR', join(be(4, 16, 16), [8, 2, 0, 0, 0])))
const pngOf = (unit: Buffer, head = pngHead) => filled(head, unit, chunk('tEXt', marker))
const withProfile = (compressed: Buffer) => join(pngHead, chunk('iCCP', join('a', [0, 0], compressed)), marker)

const png: Files = {
  'chunks without contents': () => pngOf(chunk('tEXt')),
  'pixels in chunks without contents': () => pngOf(chunk('IDAT')),
  'controls of frames': () => pngOf(chunk('fcTL', repeated([0], 26)), join(pngHead, chunk('acTL', be(4, 9, 0)))),
  'Exif of 20 MB': () => join(pngHead, chunk('eXIf', tiffOf(4096, 20 * mebibyte)), marker),
  'text without an end': () => join(pngHead, chunk('iCCP', repeated('a', 23 * mebibyte)), marker),
  'transparency and palette of 11 MB each': () =>
    join(pngHead, ...['PLTE', 'tRNS'].map(name => chunk(name, repeated('a', 11 * mebibyte))), marker),
  'names that differ': () =>
    join(
      pngHead,
      series(1_000_000, at => chunk(at.toString(36).padStart(4, 'a'))),
      marker,
    ),
}

const app = (number: number, content: Buffer) => join([0xff, 0xe0 + number], be(2, content.length + 2), content)
const jpegOf = (unit: Buffer | readonly number[], head: Buffer = Buffer.alloc(0)) =>
  filled(join([0xff, 0xd8, 0xff, 0xe1], be(2, 2), head), unit)
const frameHeader = join([0xff, 0xc2], be(2, 11), [8], be(2, 16, 16), [1, 1, 0x11, 0])
const profilePart = (content: Buffer) => app(2, join('ICC_PROFILE\0', [1, 1], content))

const firstScan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0] as const
/** In the segments of 64 KB that hold it. */
const profileParts = (profile: Buffer) =>
  join(
    ...Array.from({ length: Math.ceil(profile.length / 60_000) }, (_, at) =>
      profilePart(profile.subarray(at * 60_000, (at + 1) * 60_000)),
    ),
  )

const jpeg: Files = {
  'markers without contents': () => jpegOf([0xff, 0x01]),
  'fill bytes': () => jpegOf([0xff]),
  'stuffed bytes': () => jpegOf([0xff, 0x00]),
  'segments without contents': () => jpegOf([0xff, 0xe0, 0, 2]),
  'frame headers': () => jpegOf(frameHeader),
  'scans of a progressive file': () => jpegOf(firstScan, frameHeader),
  'Exif directories': () => jpegOf(app(1, join('Exif\0\0', tiffOf(4096, 60_000)))),
  'restart markers between segments': () => jpegOf([0xff, 0xd0, 0xff, 0xfe, 0, 2]),
}

const riff = (name: string, content: Buffer | string = '') => join(name, le(4, join(content).length), content)
const canvas = riff('VP8X', join([0x02, 0, 0, 0], [15, 0, 0, 15, 0, 0]))
const webpOf = (unit: Buffer, head = canvas) => filled(join('RIFF', le(4, maxPictureBytes), 'WEBP', head), unit)

const webp: Files = {
  'chunks without contents': () => webpOf(riff('abcd')),
  'frames without pixels': () => webpOf(riff('ANMF', repeated([0], 16))),
  'frames in frames': () => webpOf(riff('ANMF', riff('ALPH'))),
  'profile of 20 MB': () => webpOf(riff('abcd'), join(canvas, riff('ICCP', iccOf(20 * mebibyte, 'desc')))),
  'metadata without contents': () => webpOf(riff('EXIF'), join(canvas, riff('XMP '))),
  'lossless pictures': () => webpOf(riff('VP8L', join([0x2f, 15, 0xc0, 3, 0]))),
}

const entry = (tag: number, type: number, count: number, value: number) => join(le(2, tag, type), le(4, count, value))

/** One directory of `entries`, the tags that are looked up missing, followed by zeros. */
function tiffOf(entries: number, length: number): Buffer {
  const directory = join(le(2, entries), repeated(entry(3, 3, 1, 1), entries), le(4, 0))
  return filled(join('II*\0', le(4, 8), directory), [0], '', length)
}

/** Width, height and RGB. */
const tiffSize = join(entry(256, 3, 1, 16), entry(257, 3, 1, 16), entry(262, 3, 1, 2))
const tiffWith = (extra: readonly Buffer[], rest: Buffer) =>
  join('II*\0', le(4, 8), le(2, 3 + extra.length), tiffSize, ...extra, le(4, 0), rest, marker)
/** Directories of no entries, each 6 bytes behind the last. */
const chain = (count: number, entries: Buffer) =>
  join(
    'II*\0',
    le(4, 8),
    series(count, at => {
      const size = 6 + entries.length
      return join(le(2, entries.length / 12), entries, le(4, at === count - 1 ? 0 : 8 + (at + 1) * size))
    }),
    marker,
  )

const tiff: Files = {
  'a directory of 65,535 entries': () => join(tiffOf(65_535, maxPictureBytes - 8), marker),
  'millions of directories': () => chain(2_000_000, Buffer.alloc(0)),
  '5,000 directories of 300 entries': () => chain(5000, repeated(entry(3, 3, 1, 1), 300)),
  'entries that share 20 MB': () =>
    tiffWith(
      Array.from({ length: 4000 }, (_, at) => entry(300 + at, 1, 20 * mebibyte, 60_000)),
      repeated([1], 20 * mebibyte),
    ),
  'name of a maker of 23 MB': () => tiffWith([entry(271, 2, 23 * mebibyte, 62)], repeated('N', 23 * mebibyte)),
  'strips of one byte': () => tiffWith([entry(273, 4, 5_000_000, 62)], repeated(le(4, 8), 5_000_000)),
  'BigTIFF of counts of 2^53': () =>
    filled(join('II+\0', le(2, 8, 0), le(4, 16, 0, 4096, 0)), join(le(2, 34_675, 1), repeated([255], 16))),
}

const inTiff = (profile: Buffer) => tiffWith([entry(34_675, 7, profile.length, 62)], profile)
const emptyBlocks = repeated([0, 0, 0, 0xff, 0xff], 4_500_000)

const icc: Files = {
  'name of 23 MB in TIFF': () => inTiff(iccOf(23 * mebibyte, 'desc')),
  'UTF-16 name of 23 MB in TIFF': () => inTiff(iccOf(23 * mebibyte, 'mluc', Buffer.from('0061002d', 'hex'))),
  'name of signs in TIFF of 23 MB in capitals': () => inTiff(iccOf(23 * mebibyte, 'desc', Buffer.from('A%'))),
  'name of zeros in TIFF': () => inTiff(iccOf(23 * mebibyte, 'desc', Buffer.from([0]))),
  'name of surrogates in TIFF': () => inTiff(iccOf(23 * mebibyte, 'mluc', Buffer.from('d83d', 'hex'))),
  'name of signs in PNG': () => withProfile(deflateSync(iccOf(mebibyte - 200, 'desc', Buffer.from('a-')))),
  'bomb in PNG': () => withProfile(deflateSync(Buffer.alloc(512 * mebibyte))),
  'empty blocks in PNG': () => withProfile(join([0x78, 0xda], emptyBlocks, deflateRawSync(Buffer.alloc(0)))),
  '9,000 parts in JPEG': () =>
    jpegOf([0], join(repeated(profilePart(repeated('a-', 450)), 9000), frameHeader, firstScan)),
  'name of signs in JPEG': () => jpegOf([0], join(profileParts(iccOf(mebibyte - 200, 'desc')), frameHeader, firstScan)),
  'name of signs in WebP': () =>
    webpOf(riff('abcd', repeated([0], maxPictureBytes / 2)), join(canvas, riff('ICCP', iccOf(mebibyte, 'desc')))),
  'parts of 1 byte in JPEG': () => jpegOf(profilePart(Buffer.of(1))),
  'letters that grow in lower case in TIFF': () => inTiff(iccOf(23 * mebibyte, 'mluc', Buffer.from('0130', 'hex'))),
}

/** By format. */
export const pictures: Readonly<Record<string, Files>> = { svg, gif, avif, png, jpeg, webp, tiff, icc }
