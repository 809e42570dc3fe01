// Pictures in a drawing: formats that librsvg does not decode, and sizes that it does not complete.
import type { Element } from 'domhandler'
import sharp from 'sharp'
import { detectFormat } from '../format.ts'
import { probe } from '../probe.ts'
import { elementsIn, localName, propertyOf } from './tree.ts'

/** Pictures in a drawing that are converted, and their pixels together. */
const [maxPictures, maxPictureArea] = [50, 16e6]

/** Embedded pictures that librsvg does not decode (WebP, GIF) become PNG. */
export async function convertPictures(root: Element): Promise<void> {
  let area = 0
  let count = 0
  for (const element of elementsIn(root)) {
    const name = referenceOf(element)
    const [, data] =
      /^\s*data:image\/(?!png|jpe?g|svg)[^,]{0,100};base64,(.*)$/is.exec(element.attribs[name] ?? '') ?? []
    if (data === undefined || count++ >= maxPictures) continue
    const picture = sharp(Buffer.from(data, 'base64'), { limitInputPixels: maxPictureArea })
    const { width = 0, height = 0 } = await picture.metadata().catch(() => ({ width: 0, height: 0 }))
    area += width * height
    if (area === 0 || area > maxPictureArea) continue
    const png = await picture
      .png({ compressionLevel: 1 })
      .toBuffer()
      .catch(() => undefined)
    if (png) element.attribs[name] = `data:image/png;base64,${png.toString('base64')}`
  }
}

/** Gives pictures that have one side only the other one, by their aspect ratio (SVG 2, section 12.3). */
export function sizePictures(root: Element): void {
  for (const element of elementsIn(root)
    .filter(at => localName(at) === 'image')
    .slice(0, maxPictures)) {
    const [width, height] = [sideOf(element, 'width'), sideOf(element, 'height')]
    if (Number.isNaN(width) === Number.isNaN(height)) continue
    const ratio = aspectRatioOf(element.attribs[referenceOf(element)] ?? '')
    if (ratio === undefined) continue
    if (Number.isNaN(width)) element.attribs.width = `${height * ratio}`
    else element.attribs.height = `${width / ratio}`
  }
}

/** @returns NaN where it is left out. */
function sideOf(element: Element, side: 'width' | 'height'): number {
  return Number.parseFloat(propertyOf(element, side) ?? '')
}

/** Width ÷ height of an embedded picture. */
function aspectRatioOf(reference: string): number | undefined {
  const bytes = Buffer.from(/^\s*data:image\/[^,]{0,100};base64,(.*)$/s.exec(reference)?.[1] ?? '', 'base64')
  const file = detectFormat(bytes)
  const { width, height } = file.kind === 'still' ? probe(bytes, file.format).metadata : { width: 0, height: 0 }
  return width * height > 0 ? width / height : undefined
}

function referenceOf({ attribs }: Element): string {
  return attribs.href === undefined ? 'xlink:href' : 'href'
}
