// Files as the decoders want them: what libvips would refuse for its wrapping alone is mended first.
import type { Format } from '../../../schemas/media.ts'
import { encodingOf, prologOf } from './prolog.ts'

/** libvips looks for the root element in this many bytes (svgload, SVG_HEADER_SIZE). */
const svgHeader = 1000

/** UTF-8, with nothing but the document type (which may define entities) before the root element. */
const svg = (bytes: Uint8Array): Uint8Array => {
  const encoding = encodingOf(bytes)
  const found = Buffer.from(bytes.subarray(0, svgHeader)).includes('<svg')
  if (encoding === 'utf-8' && found) return bytes
  const text = new TextDecoder(encoding).decode(bytes)
  const { pieces, length } = prologOf(text)
  const doctype = pieces.filter(part => part.startsWith('<!D') || part.startsWith('<!d'))
  return Buffer.from(doctype.join('') + text.slice(length))
}

/** libwebp refuses a RIFF shorter than it says; with the missing end as zeros it draws what is there. */
const webp = (bytes: Uint8Array, longest: number): Uint8Array => {
  const declared = Buffer.from(bytes.subarray(4, 8)).readUInt32LE() + 8
  if (declared <= bytes.length || declared > longest) return bytes
  const whole = new Uint8Array(declared)
  whole.set(bytes)
  return whole
}

/** A truncated file is filled up to twice its own length and one MB at most: its header may lie about the rest. */
const padding = 1_048_576

/**
 * @param bytes a file of the given format, sniffed before.
 * @returns the same picture in bytes that libvips takes; the same array when nothing needs mending.
 */
export const readable = (bytes: Uint8Array, format: Format): Uint8Array => {
  if (format === 'svg') return svg(bytes)
  if (format === 'webp') return webp(bytes, 2 * bytes.length + padding)
  return bytes
}
