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

/** In browsers a filter with an invalid primitive, or with a negative size, draws nothing. */
export function emptyInvalidFilters(root: Element): void {
  for (const filter of elementsIn(root).filter(element => localName(element) === 'filter')) {
    // elementsIn() begins with the filter itself.
    if (!elementsIn(filter).some(element => hasNegativeSize(element) || isInvalidPrimitive(element))) continue
    filter.children = []
    DomUtils.appendChild(filter, new Element('feFlood', { 'flood-opacity': '0' }))
  }
}

function hasNegativeSize({ attribs: { width = '', height = '' } }: Element): boolean {
  return isNegative(width) || isNegative(height)
}

function isNegative(text: string): boolean {
  return /^\s*-\s*[\d.]*[1-9]/.test(text)
}

/** Filter Effects 1, sections 9.8 and 9.9: a matrix of another size than its order, a target outside it, no light. */
function isInvalidPrimitive(element: Element): boolean {
  const { attribs, children } = element
  const name = localName(element)
  if (name === 'feDiffuseLighting' || name === 'feSpecularLighting') return !children.some(isTag)
  if (name === 'feTurbulence') return /(?:^|[\s,])-[\d.]*[1-9]/.test(attribs.baseFrequency ?? '')
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
    checkRadii(element.attribs)
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

/** Browsers fill with the last colour outside of two circles of the same size; librsvg does not fill at all. Negative radii count as 0. */
function checkRadii(attribs: Element['attribs']): void {
  for (const name of ['r', 'fr']) if (isNegative(attribs[name] ?? '')) attribs[name] = '0'
  const isDefault = attribs.r === undefined && attribs.gradientUnits !== 'userSpaceOnUse'
  const outer = Number(isDefault ? '0.5' : attribs.r)
  const inner = Number(attribs.fr ?? '0')
  if (outer === inner) attribs.r = `${outer * 1.0001 + 0.0001}`
}
