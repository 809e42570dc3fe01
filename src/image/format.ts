// Format detection by the bytes of a file; its declared type never counts.
import {
  type Format,
  formats,
  formatTitles,
  type MediaType,
  pictureFormatList,
  type VideoFormat,
  videoFormatList,
  type WasmFormat,
  wasmFormats,
} from '../../schemas/media.ts'
import { Problem } from '../errors.ts'
import { asBuffer } from './containers.ts'
import { nameRawPicture } from './formats/raw.ts'

/**
 * The format of a file that can be decoded.
 *
 * @param declared the type that the client declared.
 * @throws Problem `source_mismatch` (a video declared as an image), `source_unsupported` (naming what it is and what is supported) or
 *   `source_not_picture`.
 */
export function requireFormat(bytes: Uint8Array, declared: MediaType | undefined): Format | VideoFormat {
  return formatOf(detectFormat(bytes), declared)
}

/**
 * The format of a file that can be decoded, with a look at its header: a raw image is a TIFF by its signature.
 *
 * @throws Problem as `requireFormat` does.
 */
export function requireReadable(bytes: Uint8Array, declared: MediaType | undefined): Format | VideoFormat {
  return formatOf(nameRaw(detectFormat(bytes), bytes), declared)
}

function nameRaw(file: DetectedFormat, bytes: Uint8Array): DetectedFormat {
  const raw = file.kind === 'still' && file.format === 'tiff' ? nameRawPicture(asBuffer(bytes)) : undefined
  return raw === undefined ? file : unsupported(raw)
}

function formatOf(file: DetectedFormat, declared: MediaType | undefined): Format | VideoFormat {
  if (file.kind === 'still') return file.format
  if (file.kind === 'video') return requireVideoFormat(file.name, file.format, declared)
  if (file.kind === 'unsupported') throw unsupportedFormat(file.name, declared === 'image' ? '' : orVideo)
  throw notPicture(file.name)
}

/**
 * The format of a picture.
 *
 * @throws Problem `source_unsupported`, or `source_not_picture` also for a video.
 */
export function requireStill(bytes: Uint8Array): Format {
  const file = detectFormat(bytes)
  if (file.kind === 'still') return file.format
  if (file.kind === 'unsupported') throw unsupportedFormat(file.name)
  throw notPicture(file.name)
}

function notPicture(name: string): Problem {
  return new Problem('source_not_picture', {
    detail: `This is ${name}, not an image. Send ${pictureFormatList}.`,
  })
}

function requireVideoFormat(
  name: string,
  format: VideoFormat | undefined,
  declared: MediaType | undefined,
): VideoFormat {
  if (declared === 'image')
    throw new Problem('source_mismatch', {
      detail: `media_type says image, but this is ${name}. Send media_type video, or omit it.`,
    })
  if (format === undefined) throw unsupportedFormat(name, orVideo)
  return format
}

const orVideo = `, or a video as ${videoFormatList}`

function unsupportedFormat(name: string, alternative = ''): Problem {
  return new Problem('source_unsupported', {
    detail: `This is ${name}, which is not supported. Send ${pictureFormatList}${alternative}.`,
  })
}

/** Whether a format is one of still images, which includes animated ones. */
export function isStillImage(format: Format | VideoFormat): format is Format {
  return formats.some(known => known === format)
}

/** Whether a format is decoded by ImageMagick. */
export function isWasmFormat(format: Format | VideoFormat): format is WasmFormat {
  return wasmFormats.some(known => known === format)
}

/** @returns Problem `source_not_picture`: the file has the signature of an image format and cannot be decoded as one. */
export function undecodable(format: Format, cause: unknown): Problem {
  return new Problem('source_not_picture', {
    detail: `The file looks like ${formatTitles[format]} but cannot be decoded: it is damaged or incomplete. Send a complete file.`,
    cause,
  })
}

/** @returns Problem `source_unsupported`: the file may be intact, but its decoder does not know the variant. */
export function unsupportedVariant(variant: string, cause?: unknown): Problem {
  return new Problem('source_unsupported', {
    detail: `This is ${variant}, which is not supported. Save it with default settings, or as PNG or JPEG.`,
    cause,
  })
}

export type DetectedFormat =
  /** A still or animated image that can be decoded. */
  | { readonly kind: 'still'; readonly format: Format }
  /** A video; without a format it cannot be decoded. */
  | { readonly kind: 'video'; readonly name: string; readonly format?: VideoFormat }
  /** A known file that cannot be decoded. */
  | { readonly kind: 'unsupported'; readonly name: string }
  /** Text, an empty file, or unknown bytes. */
  | { readonly kind: 'other'; readonly name: string }

/** First bytes, one character each, that signatures are matched against: three packets of a transport stream fit. */
const headBytes = 400

/** @returns the kind of any bytes by their beginning, with the format of a still image, or a name with its article for everything else. */
export function detectFormat(bytes: Uint8Array): DetectedFormat {
  if (bytes.length === 0) return other('an empty file')
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  if (/^.{4}ftyp.{4}/s.test(head)) return match(brands, brandList(head)) ?? video('an MP4 video', 'mp4')
  return match(signatures, head) ?? detectText(bytes, head)
}

function still(format: Format): DetectedFormat {
  return { kind: 'still', format }
}

function video(name: string, format?: VideoFormat): DetectedFormat {
  return { kind: 'video', name, ...(format && { format }) }
}

function unsupported(name: string): DetectedFormat {
  return { kind: 'unsupported', name }
}

function other(name: string): DetectedFormat {
  return { kind: 'other', name }
}

type Signature = readonly [RegExp, DetectedFormat]

/** First match wins. */
const signatures: readonly Signature[] = [
  [/^\xFF\xD8\xFF/, still('jpeg')],
  // Its samples begin with blue and are premultiplied, and their compression has no header.
  [/^\x89PNG\r\n\x1A\n.{4}CgBI/s, unsupported('a PNG for iOS apps (CgBI)')],
  [/^\x89PNG\r\n\x1A\n/, still('png')],
  [/^GIF8[79]a/, still('gif')],
  [/^RIFF.{4}WEBP/s, still('webp')],
  [/^II\*\0.{4}CR/s, unsupported('a Canon raw image (CR2)')],
  [/^(?:II\*\0.{4}IIII.waR|MM\0\*.{4}MMMMRaw)/s, unsupported('a Phase One raw image (IIQ)')],
  [/^(?:II[*+]\0|MM\0[*+])/, still('tiff')],
  // The size of the header that follows the one of the file.
  [/^BM.{12}[\x0C-\x7C]\0\0\0/s, still('bmp')],
  [/^\0\0[\x01\x02]\0[\x01-\xFF]\0/, still('ico')],
  [/^icns/, unsupported('an icon (ICNS)')],
  [/^8BPS\0[\x01\x02]/, still('psd')],
  [/^(?:\xFF\x0A|\0\0\0\x0CJXL )/, still('jxl')],
  [/^(?:\xFF\x4F\xFF\x51|\0\0\0\x0CjP {2})/, unsupported('a JPEG 2000 picture')],
  [/^v\/1\x01/, unsupported('an OpenEXR picture')],
  [/^#\?R(?:ADIANC|GB)E/, unsupported('a Radiance picture (HDR)')],
  [/^DDS /, unsupported('a DirectDraw surface (DDS)')],
  [/^qoif/, unsupported('a QOI picture')],
  [/^P[1-7][\s#]/, unsupported('a Netpbm picture')],
  [/^gimp xcf/, unsupported('a GIMP file (XCF)')],
  [/^IIU\0/, unsupported('a Panasonic raw image (RW2)')],
  [/^(?:IIR[OS]|MMOR)/, unsupported('an Olympus raw image (ORF)')],
  [/^\0MRM/, unsupported('a Minolta raw image (MRW)')],
  [/^FUJIFILMCCD-RAW/, unsupported('a Fujifilm raw image (RAF)')],
  [/^(?:%PDF-|\xEF\xBB\xBF%PDF-)/, unsupported('a PDF document')],
  [/^(?:%!PS|\xC5\xD0\xD3\xC6)/, unsupported('a PostScript file (EPS)')],
  [/^PK[\x03\x05]/, unsupported('a ZIP archive or an office document')],
  [/^\x1F\x8B/, unsupported('a gzip file')],
  [/^(?:ID3|fLaC|RIFF.{4}WAVE|OggS)/s, unsupported('an audio file')],
  // The document type of EBML (RFC 8794, 11.2.8.1).
  [/^\x1A\x45\xDF\xA3.{0,64}matroska/s, video('a Matroska video', 'mkv')],
  [/^\x1A\x45\xDF\xA3/, video('a WebM video', 'webm')],
  [/^RIFF.{4}AVI /s, video('an AVI video', 'avi')],
  [/^FLV\x01/, video('a Flash video', 'flv')],
  [/^\x30\x26\xB2\x75\x8E\x66\xCF\x11/, video('a Windows Media video', 'wmv')],
  [/^\0\0\x01[\xB3\xBA]/, video('an MPEG video')],
  [/^(?:G.{187}G.{187}G|.{4}G.{191}G.{191}G)/s, video('an MPEG transport stream', 'ts')],
  [/^.{4}(?:moov|mdat|wide)/s, video('a QuickTime video', 'mov')],
]

/** Brands of an ISO base media file (ISO/IEC 14496-12, 4.3): AVIF and HEIF share this container with MP4. */
const brands: readonly Signature[] = [
  [/^(?:.{4})*avi[fs]/s, still('avif')],
  [/^(?:.{4})*(?:hei[cxms]|hev[cxms]|mif[12]|msf1)/s, still('heic')],
  [/^mif3/, unsupported('an image in the low-overhead image file format (MIF3)')],
  [/^crx /, unsupported('a Canon raw image (CR3)')],
  [/^M4[AB] /, unsupported('an audio file')],
  [/^qt {2}/, video('a QuickTime video', 'mov')],
]

function match(signatures: readonly Signature[], text: string): DetectedFormat | undefined {
  return signatures.find(([pattern]) => pattern.test(text))?.[1]
}

/** The major brand followed by the compatible brands. */
function brandList(head: string): string {
  const boxEnd = Math.max(12, head.charCodeAt(2) * 256 + head.charCodeAt(3))
  return head.slice(8, 12) + head.slice(16, boxEnd)
}

function detectText(bytes: Uint8Array, head: string): DetectedFormat {
  const root = rootElement(bytes)
  if (root === 'svg') return still('svg')
  if (root === 'html') return other('an HTML page')
  if (root !== undefined) return other('an XML or HTML text')
  return other(/[\0-\x08\x0E-\x1A]/.test(head) ? 'unknown data' : 'a text')
}

/** Longest prolog that is parsed, bytes; drawing programs write licences of some KB. */
const maxPrologBytes = 65_536

/** Python's ElementTree gives every namespace a prefix: `ns0:svg`. */
const rootTag = /<(?:[a-z][\w.-]*:)?([a-z][\w.-]*)/iy

/** Name of the root element in lower case; undefined when the bytes are not XML or HTML. */
function rootElement(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes.subarray(0, maxPrologBytes))
  const { parts, length } = parseProlog(text)
  rootTag.lastIndex = length
  const name = rootTag.exec(text)?.[1]?.toLowerCase()
  return name ?? (parts.some(part => /^<!doctype\s+html/i.test(part)) ? 'html' : undefined)
}

const encodings: readonly (readonly [RegExp, string])[] = [
  [/^(?:\xFF\xFE|<\0)/, 'utf-16le'],
  [/^(?:\xFE\xFF|\0<)/, 'utf-16be'],
]

/** The encoding of an XML text by its first bytes (XML 1.0, appendix F); default: `utf-8`. */
export function encodingOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 2)).toString('latin1')
  return encodings.find(([pattern]) => pattern.test(head))?.[1] ?? 'utf-8'
}

interface Prolog {
  /** White space, processing instructions, comments and the document type, in order. */
  readonly parts: readonly string[]
  /** Length in characters. */
  readonly length: number
}

/** Matches one part at a time, so that the time is linear in the length of the text. */
const prologPart = /\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/isy

/** The part of an XML or HTML text before its root element. */
export function parseProlog(text: string): Prolog {
  const parts: string[] = []
  let length = 0
  for (;;) {
    prologPart.lastIndex = length
    const part = prologPart.exec(text)?.[0]
    if (part === undefined) return { parts, length }
    parts.push(part)
    length += part.length
  }
}
