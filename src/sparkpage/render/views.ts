// The pictures of a page: one function for every view of its picture, with two outputs.
import type { Element } from 'domhandler'
import type { Picture } from '../page-parts.ts'
import type { HeroPlan, View } from '../page-plan.ts'
import { element, wrapped } from './elements.ts'

/** A view that was cut when the page was built. */
interface CutView {
  readonly src: string
  /** With widths, for `srcset`. */
  readonly sources: string
  readonly width: number
  readonly height: number
}

/** Where the views of a page come from: the one picture that the document contains, or a file for each view. */
export type ViewSource =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'linked'; readonly cut: (view: View) => CutView }

export interface ViewRenderer {
  /** A picture behind or beside texts: it repeats what the hero shows, so that it has no text of its own. */
  readonly render: (view: View) => Element
  /** The picture of the first screen. */
  readonly renderHero: (hero: HeroPlan) => Element
  /** What the views refer to; undefined where none does. To be asked when all views are rendered. */
  readonly definition: () => Element | undefined
}

const pictureId = 'sp-picture'
const wholePicture: View = { region: { x: 0, y: 0, width: 1, height: 1 }, focus: { x: 0.5, y: 0.5 } }

export function createViews(picture: Picture, source: ViewSource): ViewRenderer {
  const { width, height } = picture
  const size = width !== undefined && height !== undefined ? { width, height } : undefined
  let isUsed = false
  return {
    render: view => {
      if (source.kind === 'linked') return linkedImage(source.cut(view), '', view)
      if (size === undefined || !picture.src.startsWith('data:')) return croppedImage({ ...picture, alt: '' }, view)
      isUsed = true
      return usedView(view, size)
    },
    renderHero: ({ wide, tall, isWhole }) => {
      if (isWhole) return element('img', { class: 'sp-whole', src: picture.src, alt: picture.alt, width, height })
      const view = wide ?? wholePicture
      if (source.kind === 'linked') return linkedHero(picture.alt, source.cut, view, tall ?? view)
      return heroImage(picture, view, tall ?? view)
    },
    definition: () => {
      if (!isUsed) return undefined
      return element('image', { id: pictureId, href: picture.src, width, height })
    },
  }
}

/** A part of the picture that the document contains once: it covers its box at any proportion. */
function usedView({ region, focus }: View, size: { readonly width: number; readonly height: number }): Element {
  const [width, height] = [region.width * size.width, region.height * size.height]
  return element(
    'svg',
    {
      class: 'sp-view',
      viewBox: [region.x * size.width, region.y * size.height, width, height].map(Math.round).join(' '),
      preserveAspectRatio: `x${alignment(focus.x)}Y${alignment(focus.y)} slice`,
      style: `aspect-ratio:${round(width / height)}`,
      'aria-hidden': 'true',
    },
    element('use', { href: `#${pictureId}` }),
  )
}

function alignment(focus: number): 'Min' | 'Mid' | 'Max' {
  if (focus < 1 / 3) return 'Min'
  return focus > 2 / 3 ? 'Max' : 'Mid'
}

/** A part of an image that covers its box. */
function croppedImage(picture: Picture, view: View): Element {
  const { src, alt, width, height } = picture
  if (width === undefined || height === undefined) return coveringImage(picture, view)
  const { region } = view
  const shape = (region.width * width) / (region.height * height)
  const style = [`--sp-aspect:${round(width / height)}`, ...regionOf('', view), ...regionOf('tall-', view)].join(';')
  return element(
    'span',
    { class: 'sp-view', style: `aspect-ratio:${round(shape)}` },
    element('img', { src, alt, width, height, style, loading: 'lazy' }),
  )
}

/** An image of unknown size covers its box, whatever it cuts. */
function coveringImage({ src, alt }: Picture, view: View): Element {
  return element(
    'span',
    { class: 'sp-cover' },
    element('img', { src, alt, style: `object-position:${positionOf(view)}` }),
  )
}

/** In narrow windows the image shows another part. */
function heroImage(picture: Picture, wide: View, tall: View): Element {
  const { src, alt, width, height } = picture
  if (width === undefined || height === undefined) return coveringImage(picture, wide)
  const shape = (tall.region.width * width) / (tall.region.height * height)
  const values = [`--sp-aspect:${round(width / height)}`, ...regionOf('', wide), ...regionOf('tall-', tall)]
  return element(
    'span',
    { class: 'sp-view', style: `--sp-tall-shape:${round(shape)}` },
    element('img', { src, alt, width, height, style: values.join(';') }),
  )
}

function regionOf(prefix: string, { region, focus }: View): readonly string[] {
  const values = { x: region.x, y: region.y, width: region.width, height: region.height }
  return [
    ...Object.entries(values).map(([name, value]) => `--sp-${prefix}region-${name}:${round(value)}`),
    `--sp-${prefix}focus-x:${round(focus.x)}`,
    `--sp-${prefix}focus-y:${round(focus.y)}`,
  ]
}

function positionOf({ region, focus }: View): string {
  const x = region.x + region.width * focus.x
  const y = region.y + region.height * focus.y
  return `${Math.round(100 * x)}% ${Math.round(100 * y)}%`
}

function round(value: number): number {
  return Math.round(10_000 * value) / 10_000
}

function linkedImage({ src, sources, width, height }: CutView, alt: string, { focus }: View): Element {
  const style = `object-position:${Math.round(100 * focus.x)}% ${Math.round(100 * focus.y)}%`
  const image = element('img', { src, srcset: sources, sizes: '100vw', alt, width, height, style, loading: 'lazy' })
  return element('span', { class: 'sp-cover', style: `aspect-ratio:${round(width / height)}` }, image)
}

function linkedHero(alt: string, cut: (view: View) => CutView, wide: View, tall: View): Element {
  const [shown, narrow] = [cut(wide), cut(tall)]
  const { src, sources, width, height } = shown
  const { width: narrowWidth, height: narrowHeight } = narrow
  const picture = element(
    'picture',
    {},
    element('source', {
      media: '(width < 60rem)',
      srcset: narrow.sources,
      sizes: '100vw',
      width: narrowWidth,
      height: narrowHeight,
    }),
    element('img', { src, srcset: sources, sizes: '100vw', alt, width, height, fetchpriority: 'high' }),
  )
  return element('span', { class: 'sp-cover' }, picture)
}

/** Views in a figure; undefined without any. */
export function figureOf(className: string, views: readonly (Element | undefined)[]): Element | undefined {
  const shown = views.filter(view => view !== undefined)
  return wrapped('figure', { class: className, 'data-count': shown.length }, ...shown)
}
