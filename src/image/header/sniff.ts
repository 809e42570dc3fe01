// Tells what a file is by its bytes; what was declared about it never counts.
import type { Format, VideoFormat } from '../../../schemas/media.ts'
import { rootElement } from './prolog.ts'

export type Sniffed =
  /** A picture that can be read. */
  | { readonly kind: 'picture'; readonly format: Format }
  /** A moving picture; without a format it cannot be read. */
  | { readonly kind: 'video'; readonly name: string; readonly format?: VideoFormat }
  /** A known file that cannot be read here. */
  | { readonly kind: 'unsupported'; readonly name: string }
  /** Text, nothing, or bytes that nobody knows. */
  | { readonly kind: 'other'; readonly name: string }

type Row = readonly [RegExp, Sniffed]

const picture = (format: Format): Sniffed => ({ kind: 'picture', format })
const video = (name: string, format?: VideoFormat): Sniffed => ({ kind: 'video', name, ...(format && { format }) })
const unsupported = (name: string): Sniffed => ({ kind: 'unsupported', name })
const other = (name: string): Sniffed => ({ kind: 'other', name })

/** First bytes as one character each; enough for every signature, three packets of a transport stream among them. */
const headBytes = 400

/** First match wins. */
const signatures: readonly Row[] = [
  [/^\xFF\xD8\xFF/, picture('jpeg')],
  [/^\x89PNG\r\n\x1A\n/, picture('png')],
  [/^GIF8[79]a/, picture('gif')],
  [/^RIFF.{4}WEBP/s, picture('webp')],
  [/^II\*\0.{4}CR/s, unsupported('a Canon raw picture (CR2)')],
  [/^(?:II[*+]\0|MM\0[*+])/, picture('tiff')],
  [/^BM.{4}\0\0\0\0/s, unsupported('a BMP picture')],
  [/^\0\0[\x01\x02]\0[\x01-\xFF]\0/, unsupported('an icon (ICO)')],
  [/^icns/, unsupported('an icon (ICNS)')],
  [/^8BP[SB]/, unsupported('a Photoshop file (PSD)')],
  [/^(?:\xFF\x0A|\0\0\0\x0CJXL )/, unsupported('a JPEG XL picture')],
  [/^(?:\xFF\x4F\xFF\x51|\0\0\0\x0CjP {2})/, unsupported('a JPEG 2000 picture')],
  [/^v\/1\x01/, unsupported('an OpenEXR picture')],
  [/^#\?R(?:ADIANC|GB)E/, unsupported('a Radiance picture (HDR)')],
  [/^DDS /, unsupported('a DirectDraw surface (DDS)')],
  [/^qoif/, unsupported('a QOI picture')],
  [/^P[1-7][\s#]/, unsupported('a Netpbm picture')],
  [/^gimp xcf/, unsupported('a GIMP file (XCF)')],
  [/^FUJIFILMCCD-RAW/, unsupported('a Fujifilm raw picture (RAF)')],
  [/^(?:%PDF-|\xEF\xBB\xBF%PDF-)/, unsupported('a PDF document')],
  [/^(?:%!PS|\xC5\xD0\xD3\xC6)/, unsupported('a PostScript file (EPS)')],
  [/^PK[\x03\x05]/, unsupported('a ZIP archive or an office document')],
  [/^\x1F\x8B/, unsupported('a gzip file')],
  [/^(?:ID3|fLaC|RIFF.{4}WAVE|OggS)/s, unsupported('a sound file')],
  // The document type of EBML (RFC 8794, 11.2.8.1).
  [/^\x1A\x45\xDF\xA3.{0,64}matroska/s, video('a Matroska video', 'mkv')],
  [/^\x1A\x45\xDF\xA3/, video('a WebM video', 'webm')],
  [/^RIFF.{4}AVI /s, video('an AVI video')],
  [/^FLV\x01/, video('a Flash video')],
  [/^\x30\x26\xB2\x75\x8E\x66\xCF\x11/, video('a Windows Media video')],
  [/^\0\0\x01[\xB3\xBA]/, video('an MPEG video')],
  [/^G.{187}G.{187}G/s, video('an MPEG transport stream')],
  [/^.{4}(?:moov|mdat|wide)/s, video('a QuickTime video', 'mov')],
]

/** Brands of an ISO base media file (ISO/IEC 14496-12, 4.3); HEIF and AVIF share the box with MP4. */
const brands: readonly Row[] = [
  [/^(?:.{4})*avi[fs]/s, picture('avif')],
  [/^(?:.{4})*(?:hei[cxms]|hev[cxms]|mif[12]|msf1)/s, unsupported('a HEIC picture')],
  [/^crx /, unsupported('a Canon raw picture (CR3)')],
  [/^M4[AB] /, unsupported('a sound file')],
  [/^qt {2}/, video('a QuickTime video', 'mov')],
]

const match = (rows: readonly Row[], text: string): Sniffed | undefined =>
  rows.find(([pattern]) => pattern.test(text))?.[1]

const brandList = (head: string): string => {
  const boxEnd = Math.max(12, head.charCodeAt(2) * 256 + head.charCodeAt(3))
  return head.slice(8, 12) + head.slice(16, boxEnd)
}

const sniffText = (bytes: Uint8Array, head: string): Sniffed => {
  const root = rootElement(bytes)
  if (root === 'svg') return picture('svg')
  if (root === 'html') return other('an HTML page')
  if (root !== undefined) return other('an XML or HTML text')
  return other(/[\0-\x08\x0E-\x1A]/.test(head) ? 'unknown data' : 'a text')
}

/**
 * What a file is, by its first bytes.
 *
 * @param bytes the whole file; any bytes are fine, none as well.
 * @returns its kind, and the format (pictures) or a name for people with its article (everything else).
 */
export const sniff = (bytes: Uint8Array): Sniffed => {
  if (bytes.length === 0) return other('an empty file')
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  if (/^.{4}ftyp.{4}/s.test(head)) return match(brands, brandList(head)) ?? video('an MP4 video', 'mp4')
  return match(signatures, head) ?? sniffText(bytes, head)
}
