// Access to the parsed tree of a drawing, whose values keep their entities.
import { type ChildNode, type Element, isTag } from 'domhandler'
import { DomUtils } from 'htmlparser2'

/** An element and those below it, in the order of the document. */
export function elementsIn(root: Element): Element[] {
  return DomUtils.getElementsByTagName('*', root, true)
}

/** The name of an element without a prefix. */
export function localName({ name }: Element): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The declarations of a style attribute. Values with semicolons in quotes or parentheses are not divided. */
export function styleOf({ attribs: { style = '' } }: Element): Map<string, string> {
  const declarations = decodeEntities(style).match(/(?:[^;"'(]|"[^"]*"|'[^']*'|\([^)]*\)|[("'])+/g) ?? []
  return new Map(
    declarations.flatMap(declaration => {
      const colon = declaration.indexOf(':')
      const entry = [declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim()] as const
      return colon > 0 ? [entry] : []
    }),
  )
}

export function setStyle(element: Element, style: ReadonlyMap<string, string>): void {
  element.attribs.style = encodeEntities([...style].map(([name, value]) => `${name}:${value}`).join(';'))
}

/** The element around another one, or undefined. */
export function parentOf({ parent }: ChildNode): Element | undefined {
  return parent !== null && isTag(parent) ? parent : undefined
}

/** Replaces the entities that matter to CSS; the others stay. */
export function decodeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'")
}

/** Makes a text a value of an attribute again. */
export function encodeEntities(text: string): string {
  return text
    .replace(/&(?!#?[\w.-]+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
}

interface ViewBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The coordinates that the nearest viewport around an element shows: its viewBox, else its size in px, else 100 × 100. */
export function viewportOf(element: Element): ViewBox {
  let svg: Element | undefined = element
  while (svg !== undefined && localName(svg) !== 'svg') svg = parentOf(svg)
  const [x = 0, y = 0, width = Number.NaN, height = Number.NaN] = (svg?.attribs.viewBox ?? '')
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number)
  if (width > 0 && height > 0) return { x, y, width, height }
  return { x: 0, y: 0, width: pixels(svg?.attribs.width), height: pixels(svg?.attribs.height) }
}

function pixels(length: string | undefined): number {
  const [, number, unit = ''] = /^\s*(\d*\.?\d+)\s*([a-z]*)\s*$/.exec(length ?? '') ?? []
  return Number(number ?? 100) * (pixelsPerUnit[unit] ?? 1)
}

/** Absolute units (CSS Values 4, section 6.2). */
export const pixelsPerUnit: Readonly<Record<string, number>> = {
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  q: 24 / 25.4,
  in: 96,
  pt: 4 / 3,
  pc: 16,
  px: 1,
}
