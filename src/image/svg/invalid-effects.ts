// Invalid filters and gradients of a drawing: changed so that librsvg draws what browsers make of them.
import { Element, isTag } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { elementsIn, localName } from './tree.ts'

/** Browsers take the default for inputs of filters that they do not have. */
export function ignoreBackgroundImages(root: Element): void {
  for (const { attribs } of elementsIn(root))
    for (const name of ['in', 'in2'])
      if (/^(?:Background(?:Image|Alpha)|(?:Fill|Stroke)Paint)$/.test(attribs[name] ?? '')) delete attribs[name]
}

/** In browsers a filter with an invalid primitive draws nothing. */
export function emptyInvalidFilters(root: Element): void {
  for (const filter of elementsIn(root).filter(element => localName(element) === 'filter')) {
    if (!elementsIn(filter).some(isInvalidPrimitive)) continue
    filter.children = []
    DomUtils.appendChild(filter, new Element('feFlood', { 'flood-opacity': '0' }))
  }
}

/** Filter Effects 1, sections 9.8 and 9.9: a matrix of another size than its order, a target outside it, no light. */
function isInvalidPrimitive(element: Element): boolean {
  const { attribs, children } = element
  const name = localName(element)
  if (name === 'feDiffuseLighting' || name === 'feSpecularLighting') return !children.some(isTag)
  if (name !== 'feConvolveMatrix') return false
  const numbers = (text = ''): number[] =>
    text
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(Number)
  const [columns = 3, rows = columns] = numbers(attribs.order)
  const [targetX = 0, targetY = 0] = [...numbers(attribs.targetX), ...numbers(attribs.targetY)]
  const isMatrix = numbers(attribs.kernelMatrix).length === columns * rows
  return !isMatrix || columns <= 0 || rows <= 0 || targetX < 0 || targetY < 0
}

const gradient = /^(?:linear|radial)Gradient$/

/** Removes references of gradients that lead to no gradient, or in a circle: librsvg would not draw the gradient at all. */
export function checkGradients(root: Element): void {
  const gradients = elementsIn(root).filter(element => gradient.test(localName(element)))
  const byId = new Map(gradients.map(element => [element.attribs.id, element]))
  for (const element of gradients) {
    // A circle without a size is filled with its last colour (SVG 2, section 14.2.3); librsvg does not fill it.
    if (/^\s*0\s*$/.test(element.attribs.r ?? '')) element.attribs.r = '0.0001'
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
