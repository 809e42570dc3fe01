// The rewriting of a drawing: one ordered list of steps on its tree.
import { Element, isTag } from 'domhandler'
import { DomUtils, parseDocument } from 'htmlparser2'
import { inlineStyles } from './cascade.ts'
import { maskByClipPaths } from './clip-paths.ts'
import { replaceColors } from './colors.ts'
import { filterOf } from './filter-functions.ts'
import { checkGradients, emptyInvalidFilters, ignoreBackgroundImages } from './invalid-effects.ts'
import { convertPictures, sizePictures } from './pictures.ts'
import {
  ancestorsOf,
  decodeEntities,
  elementsIn,
  encodeEntities,
  inheritedValue,
  localName,
  pixelsPerUnit,
  propertyOf,
  setStyle,
  styleOf,
  viewportOf,
} from './tree.ts'

/** @param text a drawing from its root element on. */
export async function rewriteDrawing(text: string): Promise<string> {
  const drawing = parseDocument(text, { xmlMode: true, decodeEntities: false })
  const root = drawing.children.find(isTag)
  if (root === undefined) return text
  chooseLanguage(root)
  inlineStyles(root)
  replaceValues(root)
  applyTransformOrigins(root)
  paintBackground(root)
  nameFilterFunctions(root)
  ignoreBackgroundImages(root)
  emptyInvalidFilters(root)
  checkGradients(root)
  removeUndisplayed(root)
  groupSymbols(root)
  placeUsedDrawings(root)
  maskByClipPaths(root)
  sizePictures(root)
  await convertPictures(root)
  return DomUtils.getOuterHTML(drawing, { xmlMode: true, decodeEntities: false, selfClosingTags: true })
}

/** Elements that draw nothing by themselves: they are used in every language. */
const resources = /^(?:defs|linearGradient|radialGradient|pattern|clipPath|mask|filter|marker|symbol)$/

/** Removes elements in other languages than English: librsvg takes every language for that of the user. */
function chooseLanguage(root: Element): void {
  for (const element of elementsIn(root)) {
    const { systemLanguage } = element.attribs
    if (systemLanguage === undefined) continue
    const isEnglish = systemLanguage.split(',').some(tag => /^\s*en(?:-|\s*$)/i.test(tag))
    delete element.attribs.systemLanguage
    if (!isEnglish && element !== root && !resources.test(localName(element))) DomUtils.removeElement(element)
  }
}

/** Calls `change` with every declaration of the style attributes and every presentation attribute. */
function mapValues(root: Element, change: (value: string, property: string, element: Element) => string): void {
  for (const element of elementsIn(root)) {
    for (const [name, raw] of Object.entries(element.attribs)) {
      if (name === 'style') continue
      const value = decodeEntities(raw)
      const changed = change(value, name, element)
      if (changed !== value) element.attribs[name] = encodeEntities(changed)
    }
    const style = styleOf(element)
    if (style.size > 0)
      setStyle(element, new Map([...style].map(([name, value]) => [name, change(value, name, element)])))
  }
}

const paintProperties =
  /^(?:fill|stroke|color|stop-color|flood-color|lighting-color|background|background-color|filter)$/
const lengthProperties =
  /^(?:x|y|x1|y1|x2|y2|cx|cy|r|rx|ry|fx|fy|fr|dx|dy|width|height|markerWidth|markerHeight|refX|refY|startOffset|textLength|stroke-width|stroke-dasharray|stroke-dashoffset|font-size|letter-spacing|word-spacing|transform-origin)$/

/** Colours and units that librsvg does not know. */
function replaceValues(root: Element): void {
  const replaceUnits = createUnits(root)
  mapValues(root, (value, property) => {
    const isLength = lengthProperties.test(property) || property === 'filter'
    const changed = isLength ? replaceUnits(value) : value
    return paintProperties.test(property) ? replaceColors(changed) : changed
  })
}

/** Default size of a font, px, and the height of a line as a multiple of it. */
const [defaultFontSize, lineHeight] = [16, 1.15]

/** A function that replaces units which librsvg does not know, or takes for others (it counts 72 pixels per inch). */
function createUnits(root: Element): (value: string) => string {
  const { width, height } = viewportOf(root)
  const rem = Number.parseFloat(propertyOf(root, 'font-size') ?? `${defaultFontSize}`)
  const pixels = new Map<string, number>(
    Object.entries({
      ...pixelsPerUnit,
      rem,
      rlh: rem * lineHeight,
      vw: width / 100,
      vi: width / 100,
      vh: height / 100,
      vb: height / 100,
      vmin: Math.min(width, height) / 100,
      vmax: Math.max(width, height) / 100,
    }),
  )
  const ems = new Map([
    ['lh', lineHeight],
    ['ic', 1],
  ])
  const pattern = /([-+]?\d*\.?\d+(?:e[-+]?\d+)?)(mm|cm|in|pt|pc|q|rem|rlh|lh|ic|vw|vi|vh|vb|vmin|vmax)\b/gi
  return value =>
    value.replace(pattern, (_, number: string, name: string) => {
      const unit = name.toLowerCase()
      const em = ems.get(unit)
      return em === undefined ? `${Number(number) * Number(pixels.get(unit))}px` : `${Number(number) * em}em`
    })
}

/** Attributes that hold a transform; that of gradients and patterns is moved by the property, too. */
const transformAttributes: Readonly<Record<string, string>> = {
  linearGradient: 'gradientTransform',
  radialGradient: 'gradientTransform',
  pattern: 'patternTransform',
}

/** Moves transforms to their origin (CSS Transforms 1, section 6). Where the origin is that of a box that only the renderer knows, it stays. */
function applyTransformOrigins(root: Element): void {
  for (const element of elementsIn(root)) {
    const style = styleOf(element)
    const origin = style.get('transform-origin') ?? element.attribs['transform-origin']
    if (origin === undefined || style.get('transform-box') === 'fill-box') continue
    const attribute = transformAttributes[localName(element)] ?? 'transform'
    const inStyle = style.get('transform')
    const transform = inStyle ?? element.attribs[attribute]
    const [x, y] = originOf(origin, viewportOf(element))
    if (transform === undefined || transform === 'none' || Number.isNaN(x + y)) continue
    const unit = inStyle === undefined ? '' : 'px'
    const moved = `translate(${x}${unit},${y}${unit}) ${transform} translate(${-x}${unit},${-y}${unit})`
    if (inStyle === undefined) element.attribs[attribute] = moved
    else setStyle(element, new Map([...style, ['transform', moved]]))
  }
}

const across: Readonly<Record<string, string>> = { left: '0%', center: '50%', right: '100%' }
const down: Readonly<Record<string, string>> = { top: '0%', center: '50%', bottom: '100%' }

/** @returns NaN for what is invalid: keywords may have any order, lengths only theirs. */
function originOf(text: string, { x, y, width, height }: ReturnType<typeof viewportOf>): readonly [number, number] {
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

/** Filter elements that are made at most. */
const maxFilters = 100

/** Turns functions of filters into filter elements: librsvg computes the functions in linear light. */
function nameFilterFunctions(root: Element): void {
  const ids = new Map<string, string>()
  const elements = new Set(elementsIn(root).map(({ attribs }) => attribs.id))
  mapValues(root, (value, property, element) => {
    if (property !== 'filter' || ids.size > maxFilters) return value
    const present = withoutMissingFilters(value, elements)
    if (/url\(|^(?:none|inherit)?$/.test(present)) return value
    const color = inheritedValue(element, 'color') ?? 'black'
    const fontSize = Number.parseFloat(inheritedValue(element, 'font-size') ?? '') || defaultFontSize
    const key = present
      .replaceAll(/([\d.]+)em\b/g, (_, number) => `${number * fontSize}`)
      .replaceAll(/currentcolor|drop-shadow\((?=[\d\s.px-]*\))/gi, match =>
        match.endsWith('(') ? `${match}${color} ` : color,
      )
    const id = ids.get(key) ?? `repaired-filter-${ids.size}`
    const filter = filterOf(key, id)
    if (filter === undefined) return 'none'
    if (!ids.has(key)) DomUtils.appendChild(root, filter)
    ids.set(key, id)
    return `url(#${id})`
  })
}

/** Browsers ignore references to filters that are missing in a list. */
function withoutMissingFilters(value: string, ids: ReadonlySet<string | undefined>): string {
  return value.replace(/url\(\s*["']?#([^"')]+)["']?\s*\)/g, (url, id) => (ids.has(id) ? url : '')).trim()
}

/** In browsers nothing that is not displayed paints or filters, and a root is always displayed. */
function removeUndisplayed(root: Element): void {
  const isHidden = (element: Element): boolean => propertyOf(element, 'display') === 'none'
  if (isHidden(root)) {
    delete root.attribs.display
    setStyle(root, new Map([...styleOf(root)].filter(([property]) => property !== 'display')))
  }
  for (const element of elementsIn(root))
    if (
      /^(?:linearGradient|radialGradient|pattern|filter|marker)$/.test(localName(element)) &&
      [...ancestorsOf(element)].some(isHidden)
    )
      DomUtils.removeElement(element)
}

/** Moves opacity and transform of symbols, which librsvg leaves out, to a group in them. */
function groupSymbols(root: Element): void {
  for (const symbol of elementsIn(root).filter(element => localName(element) === 'symbol')) {
    const { opacity, transform } = symbol.attribs
    if (opacity === undefined && transform === undefined) continue
    const group = new Element('g', { ...(opacity && { opacity }), ...(transform && { transform }) }, symbol.children)
    symbol.children = [group]
    group.parent = symbol
    delete symbol.attribs.opacity
    delete symbol.attribs.transform
  }
}

const plainNumber = /^\s*[-+]?\d*\.?\d+\s*$/

/** Gives every `use` of an inner drawing the place and the size of the drawing, which librsvg leaves out. */
function placeUsedDrawings(root: Element): void {
  const drawings = elementsIn(root).filter(element => localName(element) === 'svg' && element !== root)
  const byReference = new Map(drawings.map(drawing => [`#${drawing.attribs.id}`, drawing.attribs]))
  for (const { attribs } of elementsIn(root).filter(element => localName(element) === 'use')) {
    const drawing = byReference.get(attribs.href ?? attribs['xlink:href'] ?? '')
    if (drawing === undefined) continue
    for (const name of ['width', 'height']) attribs[name] ??= drawing[name] ?? '100%'
    for (const name of ['x', 'y']) {
      const [own = '0', inner = '0'] = [attribs[name], drawing[name]]
      if (plainNumber.test(own) && plainNumber.test(inner)) attribs[name] = `${Number(own) + Number(inner)}`
    }
  }
}
