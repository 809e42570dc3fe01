// The rewriting of a drawing: one ordered list of steps on its tree. A step is there where programs write what it
// replaces: style sheets, colours of CSS Color 4, millimetres, backgrounds, transforms around a point, references that lead nowhere.
import { Element, isTag } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import { inlineStyles } from './cascade.ts'
import { replaceColors } from './colors.ts'
import {
  decodeEntities,
  elementsIn,
  encodeEntities,
  localName,
  pixelsPerUnit,
  setStyle,
  styleOf,
  viewportOf,
} from './tree.ts'

/** @param text a drawing from its root element on. */
export function rewriteDrawing(text: string): string {
  const drawing = parseDocument(text, { xmlMode: true, decodeEntities: false })
  const root = drawing.children.find(isTag)
  if (root === undefined) return text
  inlineStyles(root)
  replaceValues(root)
  applyTransformOrigins(root)
  paintBackground(root)
  ignoreBackgroundImages(root)
  checkGradients(root)
  return DomUtils.getOuterHTML(drawing, { xmlMode: true, decodeEntities: false, selfClosingTags: true })
}

/** Calls `change` with every declaration of the style attributes and every presentation attribute. */
function mapValues(root: Element, change: (value: string, property: string) => string): void {
  for (const element of elementsIn(root)) {
    for (const [name, raw] of Object.entries(element.attribs)) {
      if (name === 'style') continue
      const value = decodeEntities(raw)
      const changed = change(value, name)
      if (changed !== value) element.attribs[name] = encodeEntities(changed)
    }
    const style = styleOf(element)
    if (style.size > 0) setStyle(element, new Map([...style].map(([name, value]) => [name, change(value, name)])))
  }
}

const paintProperties =
  /^(?:fill|stroke|color|stop-color|flood-color|lighting-color|background|background-color|filter)$/
const lengthProperties =
  /^(?:x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|fr|dx|dy|width|height|markerWidth|markerHeight|refX|refY|startOffset|textLength|stroke-width|stroke-dasharray|stroke-dashoffset|font-size|letter-spacing|word-spacing|transform-origin)$/

/** Colours that librsvg does not know, and units that it takes for others (it counts 72 pixels per inch). */
function replaceValues(root: Element): void {
  mapValues(root, (value, property) => {
    const changed = lengthProperties.test(property) ? value.replace(absoluteLength, inPixels) : value
    return paintProperties.test(property) ? replaceColors(changed) : changed
  })
}

const absoluteLength = /([-+]?\d*\.?\d+(?:e[-+]?\d+)?)(mm|cm|in|pt|pc|q)\b/gi

function inPixels(_length: string, number: string, unit: string): string {
  return `${Number(number) * Number(pixelsPerUnit[unit.toLowerCase()])}px`
}

/** Moves transforms to their origin (CSS Transforms 1, section 6). Where the origin is that of a box that only the renderer knows, it stays. */
function applyTransformOrigins(root: Element): void {
  for (const element of elementsIn(root)) {
    const style = styleOf(element)
    const origin = style.get('transform-origin') ?? element.attribs['transform-origin']
    if (origin === undefined || style.get('transform-box') === 'fill-box') continue
    const inStyle = style.get('transform')
    const transform = inStyle ?? element.attribs.transform
    const [x, y] = pivotOf(origin, viewportOf(element))
    if (transform === undefined || transform === 'none' || Number.isNaN(x + y)) continue
    const unit = inStyle === undefined ? '' : 'px'
    const moved = `translate(${x}${unit},${y}${unit}) ${transform} translate(${-x}${unit},${-y}${unit})`
    if (inStyle === undefined) element.attribs.transform = moved
    else setStyle(element, new Map([...style, ['transform', moved]]))
  }
}

const across: Readonly<Record<string, string>> = { left: '0%', center: '50%', right: '100%' }
const down: Readonly<Record<string, string>> = { top: '0%', center: '50%', bottom: '100%' }

/** @returns NaN for what is invalid: keywords may have any order, lengths only theirs. */
function pivotOf(text: string, { x, y, width, height }: ReturnType<typeof viewportOf>): readonly [number, number] {
  const [first = '', second = 'center'] = text.trim().split(/\s+/)
  const isSwapped = first in down && second in across
  const [horizontal, vertical] = isSwapped ? [second, first] : [first, second]
  return [offset(across[horizontal] ?? horizontal, x, width), offset(down[vertical] ?? vertical, y, height)]
}

function offset(text: string, start: number, length: number): number {
  const [, number = 'NaN', unit] = /^([-+]?\d*\.?\d+)(px|%|)$/.exec(text) ?? []
  return unit === '%' ? start + (Number(number) * length) / 100 : Number(number)
}

/** Far beyond every viewport, in its own units. */
const beyond = 1000

/** Paints the background of the root element as a rectangle. */
function paintBackground(root: Element): void {
  const style = styleOf(root)
  const color = /(?:rgba?|hsla?)\([^)]*\)|#[\da-f]{3,8}\b|\b[a-z]+\b(?!\()/i.exec(
    style.get('background-color') ?? style.get('background') ?? '',
  )?.[0]
  if (color === undefined || /^(?:none|transparent|url|inherit|initial)$/i.test(color)) return
  const { x, y, width, height } = viewportOf(root)
  const position = {
    x: `${x - beyond * width}`,
    y: `${y - beyond * height}`,
    width: `${(2 * beyond + 1) * width}`,
    height: `${(2 * beyond + 1) * height}`,
  }
  DomUtils.prependChild(
    root,
    new Element('rect', { ...position, fill: color, stroke: 'none', 'fill-opacity': '1', transform: '' }),
  )
}

/** Browsers take the default for inputs of filters that they do not have. */
function ignoreBackgroundImages(root: Element): void {
  for (const { attribs } of elementsIn(root))
    for (const name of ['in', 'in2'])
      if (/^(?:Background(?:Image|Alpha)|(?:Fill|Stroke)Paint)$/.test(attribs[name] ?? '')) delete attribs[name]
}

/** Removes references of gradients that lead to no gradient, or in a circle: librsvg would not draw the gradient at all. */
function checkGradients(root: Element): void {
  const gradients = elementsIn(root).filter(element => /^(?:linear|radial)Gradient$/.test(localName(element)))
  const byId = new Map(gradients.map(element => [element.attribs.id, element]))
  for (const element of gradients) {
    const visited = new Set<Element>()
    let at: Element | undefined = element
    while (at !== undefined && !visited.has(at)) {
      visited.add(at)
      const href: string | undefined = at.attribs.href ?? at.attribs['xlink:href']
      const next: Element | undefined = href === undefined ? undefined : byId.get(href.trim().slice(1))
      if (href !== undefined && (next === undefined || visited.has(next))) {
        delete at.attribs.href
        delete at.attribs['xlink:href']
      }
      at = next
    }
  }
}
