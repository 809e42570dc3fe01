// Clip paths that librsvg fills with one rule for all of their shapes: they become masks.
import { Element, isTag } from 'domhandler'
import { DomUtils } from 'htmlparser2'
import { ancestorsOf, elementsIn, inheritedValue, localName, propertyOf, setStyle, styleOf } from './tree.ts'

/** Replaces clip paths of several shapes with `evenodd`, or with shapes that are clipped themselves. */
export function maskByClipPaths(root: Element): void {
  const clipPaths = elementsIn(root).filter(element => localName(element) === 'clipPath' && isMisdrawn(element))
  const byId = new Map(clipPaths.map(clipPath => [clipPath.attribs.id, clipPath]))
  const masks = new Map<Element, string>()
  for (const element of elementsIn(root)) {
    const reference = /^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(propertyOf(element, 'clip-path') ?? '')?.[1]
    const clipPath = byId.get(reference)
    if (clipPath === undefined || propertyOf(element, 'mask') !== undefined) continue
    if ([...ancestorsOf(element)].some(at => localName(at) === 'clipPath')) continue
    const id = masks.get(clipPath) ?? `repaired-mask-${masks.size}`
    masks.set(clipPath, id)
    setStyle(element, new Map([...styleOf(element), ['clip-path', 'none'], ['mask', `url(#${id})`]]))
  }
  for (const [clipPath, id] of masks) DomUtils.appendChild(root, maskOf(clipPath, id))
}

const shapes = /^(?:path|rect|circle|ellipse|polygon|polyline)$/

function isMisdrawn(clipPath: Element): boolean {
  const children = shapesOf(clipPath)
  if (!children.every(child => shapes.test(localName(child)))) return false
  // In a mask, a transform applies in the units of the box.
  if (isOfBox(clipPath) && clipPath.attribs.transform !== undefined) return false
  const isEvenOdd = children.some(child => inheritedValue(child, 'clip-rule') === 'evenodd')
  return (isEvenOdd && children.length > 1) || children.some(child => propertyOf(child, 'clip-path') !== undefined)
}

function shapesOf(clipPath: Element): Element[] {
  return clipPath.children.filter(isTag).filter(child => !/^(?:title|desc|metadata)$/.test(localName(child)))
}

function isOfBox({ attribs }: Element): boolean {
  return attribs.clipPathUnits === 'objectBoundingBox'
}

/** Regions that hold everything, in the units of a box and of the drawing. */
const regions = {
  objectBoundingBox: { x: '-10', y: '-10', width: '21', height: '21' },
  userSpaceOnUse: { x: '-100000', y: '-100000', width: '200000', height: '200000' },
} as const

/** A mask that shows what lies in the shapes of a clip path (CSS Masking 1, section 5). */
function maskOf(clipPath: Element, id: string): Element {
  const units = isOfBox(clipPath) ? 'objectBoundingBox' : 'userSpaceOnUse'
  const { transform = '', 'clip-path': clip = 'none' } = clipPath.attribs
  const group = new Element('g', { transform, 'clip-path': clip }, shapesOf(clipPath).map(whiteShape))
  return new Element('mask', { id, maskUnits: units, maskContentUnits: units, ...regions[units] }, [group])
}

function whiteShape(shape: Element): Element {
  const { name, attribs } = shape
  const white = new Element(name, { ...attribs })
  delete white.attribs.id
  const rule = inheritedValue(shape, 'clip-rule') ?? 'nonzero'
  const paint = { fill: 'white', 'fill-opacity': '1', 'fill-rule': rule, stroke: 'none', opacity: '1', filter: 'none' }
  setStyle(white, new Map([...styleOf(shape), ...Object.entries(paint)]))
  return white
}
