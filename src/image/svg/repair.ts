// Rewrites a drawing so that librsvg draws what browsers draw. Most drawings need nothing of it and are not even parsed.
import { asBuffer } from '../containers.ts'
import { encodingOf, parseProlog } from '../format.ts'

export interface RepairedDrawing {
  readonly bytes: Uint8Array
  /** Features that the renderer does not support, by their names in SVG and CSS. */
  readonly omissions: readonly string[]
}

/** A drawing with more tags, those that end elements included, is drawn as it is: rewriting takes some hundred bytes for each element. */
const maxTags = 50_000

/**
 * What librsvg does not draw as browsers do, and `rewrite.ts` replaces. The patterns look at the text only: a drawing that mentions one of
 * these without need is rewritten to the same picture.
 */
const rewritten = [
  /\bvar\(\s*--|\b(?:ok)?l(?:ch|ab)\(|\bhwb\(|\bcolor(?:-mix)?\(|\blight-dark\(/i,
  /\btransform-origin\b|["'](?:Background|Fill|Stroke)(?:Image|Alpha|Paint)["']/,
  /<(?:linear|radial)Gradient\b[^>]{0,500}\bhref/,
  /\bbackground(?:-color)?\s*:/,
  /\d(?:mm|cm|in|pt|pc|q)\b/i,
]

/** Unsupported features, and the pattern that finds each in the text. */
const omitted: readonly (readonly [string, RegExp])[] = [
  ['foreignObject', /<(?:\w{1,20}:)?foreignObject\b/],
  ['textPath', /<(?:\w{1,20}:)?textPath\b/],
  ['linked pictures', /<(?:\w{1,20}:)?image\b[^>]{0,2000}?href\s{0,9}=\s{0,9}["'](?!data:|#)/],
  ['embedded pictures other than PNG and JPEG', /\bdata:image\/(?!png|jpe?g|svg)/i],
  ['linked elements', /<(?:\w{1,20}:)?use\b[^>]{0,2000}?href\s{0,9}=\s{0,9}["'](?!#)/],
  ['linked style sheets', /@import\b|<\?xml-stylesheet\b/],
  ['embedded fonts', /@font-face\b/],
  ['clip-path shapes', /\bclip-path\s{0,9}[:=]\s{0,9}["']?(?:polygon|inset|path|circle|ellipse|rect|xywh)\(/],
  ['rem and viewport units', /\d(?:rem|r?lh|ic|v[whib]|vmin|vmax)\b/],
  ['systemLanguage', /\bsystemLanguage\b/],
  ['mask-image', /\bmask-image\s{0,9}:/],
  ['transform-box', /\btransform-box\s{0,9}:\s{0,9}(?:fill|content|stroke)-box/],
  ['the properties rotate, scale and translate', /[{;"']\s{0,99}(?:rotate|scale|translate)\s{0,9}:/],
  ['the property d', /[{;"']\s{0,99}d\s{0,9}:\s{0,9}path\(/],
]

/** libvips looks for the root element in this many bytes (svgload, SVG_HEADER_SIZE). */
const svgHeaderBytes = 1000

/** A root element whose namespace has a prefix other than `svg`, which librsvg and libvips expect. */
const prefixedRoot = /^<(?!svg:)([a-z][\w.-]*):svg\b/i

/** @returns the drawing in UTF-8, with only the document type, which may define entities, before the root element. */
export function readableSvg(bytes: Uint8Array): Uint8Array {
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

/**
 * @param bytes a drawing in UTF-8.
 * @returns the drawing as librsvg is to draw it; the same bytes when nothing has to change.
 */
export async function repairDrawing(bytes: Uint8Array): Promise<RepairedDrawing> {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  const markup = text.replace(/;base64,[\w+/=\s]+/g, '')
  const omissions = omitted.flatMap(([name, pattern]) => (pattern.test(markup) ? [name] : []))
  if (!rewritten.some(pattern => pattern.test(markup)) || countTags(text) > maxTags) return { bytes, omissions }
  const { rewriteDrawing } = await import('./rewrite.ts')
  const { length } = parseProlog(text)
  const [prolog, drawing] = [text.slice(0, length), text.slice(length)]
  return { bytes: Buffer.from(prolog + rewriteDrawing(expandEntities(prolog, drawing))), omissions }
}

/** An entity of a document type that is a short text, as drawing programs define. */
const entity = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"<&%]{0,256})"|'([^'<&%]{0,256})')\s*>/g

/** Replaces the entities of the document type by their texts. */
function expandEntities(prolog: string, drawing: string): string {
  const texts = new Map([...prolog.matchAll(entity)].map(([, name = '', ...values]) => [name, values.join('')]))
  return texts.size === 0 ? drawing : drawing.replace(/&([\w.-]+);/g, (reference, name) => texts.get(name) ?? reference)
}

function countTags(text: string): number {
  let count = 0
  for (let at = text.indexOf('<'); at >= 0 && count <= maxTags; at = text.indexOf('<', at + 1)) count++
  return count
}
