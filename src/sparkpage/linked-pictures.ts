// The pictures of a page at its address: files in a few widths, in place of data URIs.
import type { Region, Size } from '../../schemas/types.ts'
import type { Picture } from './page-parts.ts'

/** A part of a picture that a page shows, and its size in the picture, px. */
export interface LinkedPicture extends Size {
  /** Of the record of the picture. */
  readonly pictureId: string
  readonly region: Region
}

export interface PictureLinks {
  /** @returns the part as a picture of its own; one of another host as it is. */
  readonly link: (picture: Picture, region: Region) => Picture
  /** What was linked, in the order of the file names. */
  readonly linked: readonly LinkedPicture[]
}

/** Widths of the files of a picture, px: for phones with two and three pixels per CSS px, and for wide screens. */
const fileWidths = [400, 800, 1400, 2560] as const

/** A file that is hardly narrower than the picture would be of no use. */
const minStep = 1.2

/** Placeholder of the folder of the files in a document: texts of pages contain no control characters. */
export const filesMark = '\0files\0'

export function createPictureLinks(): PictureLinks {
  const linked: LinkedPicture[] = []
  const indexes = new Map<string, number>()
  return {
    linked,
    link: (picture, region) => {
      const { id: pictureId, width, height } = picture
      if (pictureId === undefined || width === undefined || height === undefined) return picture
      const part = {
        pictureId,
        region,
        width: Math.max(1, Math.round(width * region.width)),
        height: Math.max(1, Math.round(height * region.height)),
      }
      const key = JSON.stringify([pictureId, region])
      const index = indexes.get(key) ?? linked.push(part) - 1
      indexes.set(key, index)
      const files = widthsOf(part).map(file => ({
        address: `${filesMark}/${fileNameOf({ index, width: file })}`,
        width: Math.min(file, part.width),
      }))
      const srcset = files.map(file => `${file.address} ${file.width}w`).join(', ')
      // Browsers without `srcset` get the second width.
      const src = files[1]?.address ?? files[0]?.address ?? picture.src
      return { ...picture, src, srcset, width: part.width, height: part.height }
    },
  }
}

/** @returns the widths in which a picture is linked; the last one is that of the picture where it is smaller. */
export function widthsOf({ width }: Pick<LinkedPicture, 'width'>): readonly number[] {
  const largest = roundUpWidth(width)
  return fileWidths.filter(file => file === largest || file * minStep <= width)
}

function roundUpWidth(width: number): number {
  return fileWidths.find(file => file >= width) ?? fileWidths[fileWidths.length - 1] ?? width
}

export function fileNameOf({ index, width }: FileName): string {
  return `${index}-${width}.webp`
}

/** The file of the picture for social networks. */
export const cardName = 'card.jpg'

export interface FileName {
  /** Of the picture among those that the page links. */
  readonly index: number
  readonly width: number
}

/** @returns what the name of a file says; undefined for other names. */
export function parseFileName(name: string): FileName | undefined {
  const [, index, width] = /^(\d{1,3})-(\d{1,5})\.webp$/.exec(name) ?? []
  return index === undefined || width === undefined ? undefined : { index: Number(index), width: Number(width) }
}
