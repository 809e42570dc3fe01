// Repairs containers that libvips would refuse although their pixels are fine, and removes metadata that costs memory.
import type { Format } from '../../schemas/media.ts'
import { asBuffer } from './containers.ts'
import { encodingOf, parseProlog } from './format.ts'
import { stillAvif } from './formats/avif.ts'
import { completeGif } from './formats/gif.ts'
import { leanJpeg } from './formats/jpeg.ts'
import { leanPng } from './formats/png.ts'
import { leanWebp } from './formats/webp.ts'

/**
 * @param bytes a file of the given format, as detected.
 * @returns the same image in bytes that libvips accepts; the same array when nothing has to change.
 */
export function repairContainer(bytes: Uint8Array, format: Format): Uint8Array {
  return repairs[format]?.(bytes) ?? bytes
}

const repairs: Readonly<Partial<Record<Format, (bytes: Uint8Array) => Uint8Array>>> = {
  svg: repairSvg,
  png: leanPng,
  jpeg: leanJpeg,
  webp: leanWebp,
  gif: completeGif,
  avif: stillAvif,
}

/** libvips looks for the root element in this many bytes (svgload, SVG_HEADER_SIZE). */
const svgHeaderBytes = 1000

/** A root element whose namespace has a prefix other than `svg`, which librsvg and libvips expect. */
const prefixedRoot = /^<(?!svg:)([a-z][\w.-]*):svg\b/i

/** Converts to UTF-8, with only the document type, which may define entities, before the root element. */
function repairSvg(bytes: Uint8Array): Uint8Array {
  const encoding = encodingOf(bytes)
  if (encoding === 'utf-8' && asBuffer(bytes.subarray(0, svgHeaderBytes)).includes('<svg')) return bytes
  const text = new TextDecoder(encoding).decode(bytes)
  const { parts, length } = parseProlog(text)
  const doctype = parts.filter(part => part.startsWith('<!D') || part.startsWith('<!d'))
  const drawing = text.slice(length)
  const prefix = prefixedRoot.exec(drawing)?.[1]
  return Buffer.from(doctype.join('') + (prefix === undefined ? drawing : withoutPrefix(drawing, prefix)))
}

/** Makes the namespace of a prefix the one that needs none. */
function withoutPrefix(drawing: string, prefix: string): string {
  const [start, end, declaration] = [`<${prefix}:`, `</${prefix}:`, `xmlns:${prefix}=`]
  return drawing.replaceAll(start, '<').replaceAll(end, '</').replace(declaration, 'xmlns=')
}
