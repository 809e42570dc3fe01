// The pictures of a page: one function for every view of its picture, with two outputs.
import type { Element } from 'domhandler'
import { heroWidths } from '../hero-plan.ts'
import type { PictureLinks } from '../linked-pictures.ts'
import type { Picture } from '../page-parts.ts'
import type { HeroPlan, View } from '../page-plan.ts'
import { wholeRegion } from '../picture-views.ts'
import { element } from './elements.ts'

/** Files of the first screen, which browsers load first. */
export interface Preload {
  readonly srcset: string
  readonly sizes: string
  /** Undefined: for windows of any width. */
  readonly media: string | undefined
}

/** The views of a page in one file, and what takes their place where it links files: all are rendered once. */
export interface ViewRenderer {
  /** A picture behind or beside texts: it repeats what the hero shows, so that it has no text of its own. */
  readonly render: (view: View) => Element
  /** The picture of the first screen. */
  readonly renderHero: (hero: HeroPlan) => Element
  /** What the views refer to; undefined where none does. To be asked when all views are rendered. */
  readonly renderDefinition: () => Element | undefined
  /** Every element, with the one that links files: the same one for pictures of other hosts, undefined for a definition. */
  readonly linked: ReadonlyMap<Element, Element | undefined>
  /** To be asked when all views are rendered. */
  readonly preloads: () => readonly Preload[]
}

const pictureId = 'sp-picture'
const wholeView: View = { region: wholeRegion, focus: { x: 0.5, y: 0.5 } }

/** @param link for a picture that has a record: each view is cut when its file is made. */
export function createViews(picture: Picture, link: PictureLinks['link']): ViewRenderer {
  const linked = new Map<Element, Element | undefined>()
  let preloads: readonly Preload[] = []
  let isUsed = false
  const add = (own: Element, other: () => Element | undefined): Element => {
    linked.set(own, picture.id === undefined ? own : other())
    return own
  }
  const { src, width, height } = picture
  const renderOwn = (view: View): Element => {
    if (width === undefined || height === undefined || !src.startsWith('data:'))
      return croppedImage({ ...picture, alt: '' }, view)
    isUsed = true
    return usedView(view, { width, height })
  }
  const linkHero = (hero: HeroPlan): Element => {
    const { image, files } = linkedHero(picture, link, hero)
    preloads = files
    return image
  }
  return {
    linked,
    render: view =>
      add(renderOwn(view), () => linkedView(link({ ...picture, alt: '' }, view.region), view, shapeOf(picture, view))),
    renderHero: hero => add(ownHero(picture, hero), () => linkHero(hero)),
    renderDefinition: () => {
      if (!isUsed) return undefined
      const definition = element('defs', {}, element('image', { id: pictureId, href: src, width, height }))
      return add(element('svg', { class: 'sp-definitions', 'aria-hidden': 'true' }, definition), () => undefined)
    },
    preloads: () => preloads,
  }
}

function ownHero(picture: Picture, { wide, tall, isWhole }: HeroPlan): Element {
  const { src, alt, width, height } = picture
  if (isWhole) return element('img', { class: 'sp-whole', src, alt, width, height })
  const view = wide ?? wholeView
  return heroImage(picture, view, tall ?? view)
}

interface LinkedHero {
  readonly image: Element
  readonly files: readonly Preload[]
}

function linkedHero(picture: Picture, link: PictureLinks['link'], hero: HeroPlan): LinkedHero {
  const { layout, wide, tall, isWhole } = hero
  if (isWhole) {
    const sizes = `${narrowWindow} 90vw, 60vw`
    const shown = link(picture, wholeRegion)
    return { image: wholeHero(shown, sizes), files: [{ srcset: srcsetOf(shown), sizes, media: undefined }] }
  }
  const view = wide ?? wholeView
  const [shown, narrow] = [link(picture, view.region), link(picture, (tall ?? view).region)]
  const sizes = `${heroWidths[layout]}vw`
  return {
    image: changingHero(shown, narrow, sizes, view, tall ?? view),
    files: [
      { srcset: srcsetOf(shown), sizes, media: wideWindow },
      { srcset: srcsetOf(narrow), sizes: '100vw', media: narrowWindow },
    ],
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
  const values = [`--sp-aspect:${round(width / height)}`, ...regionOf('', wide), ...regionOf('tall-', tall)]
  return element(
    'span',
    { class: 'sp-view', style: shapesOf(shapeOf(picture, wide), shapeOf(picture, tall)) },
    element('img', { src, alt, width, height, style: values.join(';') }),
  )
}

/** Of the views for wide and for narrow windows. */
function shapesOf(wide: number, tall: number): string {
  return `--sp-wide-shape:${wide};--sp-tall-shape:${tall}`
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

/** Where the first screen shows the picture beside its texts, and where above or below them. */
const wideWindow = '(width >= 40rem)'
const narrowWindow = '(width < 40rem)'

function srcsetOf({ src, srcset }: Picture): string {
  return srcset ?? src
}

/** Width by height of a view; the pixels of its file are rounded. */
function shapeOf({ width = 1, height = 1 }: Picture, { region }: View): number {
  return round((region.width * width) / (region.height * height))
}

function shapeOfFile({ width, height }: Picture): number {
  return round(Number(width) / Number(height))
}

function linkedView({ src, srcset, alt, width, height }: Picture, { focus }: View, shape: number): Element {
  const style = `aspect-ratio:${shape};object-position:${percent(focus.x)} ${percent(focus.y)}`
  const sizes = `${narrowWindow} 100vw, 60vw`
  return element('img', { class: 'sp-view', src, srcset, sizes, alt, width, height, style, loading: 'lazy' })
}

function percent(value: number): string {
  return `${round(100 * value)}%`
}

function wholeHero({ src, srcset, alt, width, height }: Picture, sizes: string): Element {
  const style = `--sp-shape:${width}/${height};--sp-natural-width:${width}px`
  return element('img', { class: 'sp-whole', src, srcset, sizes, alt, width, height, style, fetchpriority: 'high' })
}

/** In narrow windows the image shows another part. */
function changingHero(shown: Picture, narrow: Picture, sizes: string, wide: View, tall: View): Element {
  const { src, srcset, alt, width, height } = shown
  const style = [
    `--sp-focus-x:${round(wide.focus.x)}`,
    `--sp-focus-y:${round(wide.focus.y)}`,
    `--sp-tall-focus-x:${round(tall.focus.x)}`,
    `--sp-tall-focus-y:${round(tall.focus.y)}`,
  ].join(';')
  const other = { srcset: srcsetOf(narrow), sizes: '100vw', width: narrow.width, height: narrow.height }
  return element(
    'picture',
    { class: 'sp-view', style: shapesOf(shapeOfFile(shown), shapeOfFile(narrow)) },
    element('source', { media: narrowWindow, ...other }),
    element('img', { src, srcset, sizes, alt, width, height, style, fetchpriority: 'high' }),
  )
}
