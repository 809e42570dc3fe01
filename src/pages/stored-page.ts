// A page and its pictures: what identifies it, and how it is stored. Pictures are records of their own, so that pages of one picture store it once.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { SparkpageRequest } from '../../schemas/sparkpage.ts'
import { dataUriOf, pictureOfPreview, previewOf, type WebPicture } from '../image/web-picture.ts'
import type { Page } from '../sparkpage/build.ts'
import { type CanonicalRequest, canonicalRequest } from '../sparkpage/canonical-request.ts'
import { readPreview } from '../sparkpage/style.ts'
import type { Store, StoredPage } from '../store/store.ts'
import { findPictures, pointerOfSource, withSources } from './places.ts'

/** A page as an answer contains it. */
export type PageDocument = Pick<Page, 'html' | 'cssVariables'> & Partial<Pick<Page, 'linked'>>

/** A page with a picture of its own does not show the preview. */
export function withoutHiddenPreview(inputs: CanonicalRequest): CanonicalRequest {
  if (!inputs.content.image) return inputs
  const { preview: _, ...style } = inputs.style_metadata
  return { ...inputs, style_metadata: style }
}

/** @returns inputs that name pictures by their ids: they identify a page, whether it is built from files or from its stored pictures. */
export function withPictureIds(inputs: CanonicalRequest, prepared: ReadonlyMap<string, WebPicture>): CanonicalRequest {
  return replaceSources(inputs, prepared, ({ id }) => id)
}

/** @returns inputs with the pictures as the page shows them. */
export function withPictures(inputs: CanonicalRequest, prepared: ReadonlyMap<string, WebPicture>): CanonicalRequest {
  return replaceSources(inputs, prepared, dataUriOf)
}

/** @param pictures by the pointers of their sources. */
function replaceSources(
  inputs: CanonicalRequest,
  pictures: ReadonlyMap<string, WebPicture>,
  sourceOf: (picture: WebPicture) => string,
) {
  if (pictures.size === 0) return inputs
  const content = withSources(inputs.content, ({ path }) => {
    const picture = pictures.get(pointerOfSource(path))
    return picture && sourceOf(picture)
  })
  return { ...inputs, content }
}

/** The pictures that are embedded in a page, and the inputs that are stored beside them. */
interface PageRecords {
  /** They refer to the pictures by their ids. */
  readonly inputs: CanonicalRequest
  /** Those of the content, and the preview, each once. */
  readonly pictures: readonly WebPicture[]
  /** The picture that listings show for the page; undefined: none. That of its first screen, unless it is linked. */
  readonly mainPicture: WebPicture | undefined
}

/** @param identified inputs with the ids of pictures. */
export function recordsOf(identified: CanonicalRequest, prepared: ReadonlyMap<string, WebPicture>): PageRecords {
  const { style_metadata: style } = identified
  const shown = readPreview(style.preview)
  const preview = shown && pictureOfPreview(shown)
  const all = [...prepared.values(), ...(preview ? [preview] : [])]
  const pictures = [...new Map(all.map(picture => [picture.id, picture])).values()]
  return {
    inputs: preview ? { ...identified, style_metadata: { ...style, preview: preview.id } } : identified,
    pictures,
    mainPicture: prepared.get(pointerOfSource(['image'])) ?? preview ?? pictures[0],
  }
}

/** @returns the inputs as they were built, without pictures whose records were deleted, and the others. */
export async function attachPictures(inputs: SparkpageRequest, store: Pick<Store, 'pictures'>) {
  const { preview, ...style } = inputs.style_metadata
  const sources = findPictures(inputs.content).map(({ picture }) => String(picture.src))
  const stored = await store.pictures([...new Set([String(preview), ...sources])].filter(isPictureId))
  const shown = stored.get(String(preview))
  const sourceOf = (src: string): string | null | undefined => {
    const picture = stored.get(src)
    if (picture) return dataUriOf(picture)
    return isPictureId(src) ? null : undefined
  }
  const attached = {
    ...inputs,
    style_metadata: { ...style, ...(shown && { preview: previewOf(shown) }) },
    content: withSources(inputs.content, ({ picture: { src } }) => sourceOf(String(src))),
  }
  return { inputs: attached, pictures: [...stored].map(([id, picture]) => ({ id, ...picture, thumbnail: '' })) }
}

function isPictureId(text: string): boolean {
  return /^pic_[0-9a-f]{32}$/.test(text)
}

/** @returns the request that builds the page again, with its pictures as the page shows them. */
export async function requestOfPage({ projectId, inputs }: StoredPage, store: Pick<Store, 'pictures'>) {
  const { inputs: attached } = await attachPictures(inputs, store)
  return { project_id: projectId, ...canonicalRequest(attached) }
}

/** A page takes 0.1 ms; 3 takes three times as long for 3 % less. */
const brotliQuality = 2

/** Marks the place of a picture in a document: texts of pages contain no control characters. */
const pictureReference = /\0(pic_[0-9a-f]{32})\0/g

/** Marks the place of a font in a document. Fonts are not compressed a second time. */
const fontReference = /\0font(\d+)\0/g

/** Marks the place of a text that earlier releases kept beside the page. */
const textReference = /\0text(\d+)\0/g

/** In HTML its padding is escaped. */
function withoutPadding(picture: Pick<WebPicture, 'type' | 'data'>): string {
  return dataUriOf(picture).replace(/=+$/, '')
}

/** @returns the page compressed, with the ids of its pictures in their place, then its fonts, all in Base64. */
export function packPage(
  { html, cssVariables, fonts, linked }: PageDocument & Pick<Page, 'fonts'>,
  pictures: readonly Omit<WebPicture, 'thumbnail'>[],
): string {
  const detached = pictures.reduce(
    (text, picture) => text.replaceAll(withoutPadding(picture), `\0${picture.id}\0`),
    html,
  )
  const packed = {
    html: fonts.reduce((text, font, index) => text.replace(font, `\0font${index}\0`), detached),
    cssVariables,
    ...(linked && { linked: { ...linked, fonts: [] } }),
  }
  const json = Buffer.from(JSON.stringify(packed))
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: json.length }
  return [brotliCompressSync(json, { params }).toString('base64'), ...fonts].join(' ')
}

function unpackText(packed: string): string {
  return brotliDecompressSync(Buffer.from(packed, 'base64')).toString()
}

/** @param document of this release, or of one that kept further texts beside the page. @returns the page without its pictures. */
function readDocument(document: string) {
  const [packed = '', ...attached] = document.split(' ')
  const { html, cssVariables, linked }: PageDocument = JSON.parse(unpackText(packed))
  const page = {
    cssVariables,
    html: html
      .replace(fontReference, (_, index) => String(attached[index]))
      .replace(textReference, (_, index) => unpackText(String(attached[index]))),
    ...(linked && { linked: { ...linked, fonts: attached } }),
  }
  return { page, pictureIds: [...new Set([...html.matchAll(pictureReference)].map(([, id = '']) => id))] }
}

/** @returns the page with its pictures; undefined when one of them was deleted. */
export async function unpackPage(document: string, store: Pick<Store, 'pictures'>): Promise<PageDocument | undefined> {
  const { page, pictureIds } = readDocument(document)
  const pictures = await store.pictures(pictureIds)
  if (pictureIds.some(id => !pictures.has(id))) return undefined
  const html = [...pictures].reduce(
    (text, [id, picture]) => text.replaceAll(`\0${id}\0`, withoutPadding(picture)),
    page.html,
  )
  return { ...page, html }
}

/** @returns the page that links its pictures; undefined when one of them was deleted, and for pages of earlier releases. */
export async function unpackLinkedPage(document: string, store: Pick<Store, 'hasPictures'>) {
  const { page, pictureIds } = readDocument(document)
  return page.linked && (await store.hasPictures(pictureIds)) ? page.linked : undefined
}
