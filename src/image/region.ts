// A part of an image: how clients write it, and its pixels.
import { minRegionSide, type Region } from '../../schemas/types.ts'
import { type DecodedPixels, mirrored, sourcePositions } from './raster.ts'

/** Sums of decimal fractions are inexact: 0.7 + 0.1 + 0.2 is more than 1. */
const tolerance = 1e-9

/** Whether a region lies in the image; its members are in their ranges. */
export function isInImage({ x, y, width, height }: Region): boolean {
  return x + width <= 1 + tolerance && y + height <= 1 + tolerance
}

/** @param text `x,y,width,height`. @returns undefined if that is no region in the image. */
export function parseRegion(text: string): Region | undefined {
  const parts = text.split(',')
  const [x = -1, y = -1, width = 0, height = 0] = parts.map(part =>
    /^\s*\d*\.?\d+\s*$/.test(part) ? Number(part) : -1,
  )
  const region = { x, y, width, height }
  const isValid = parts.length === 4 && Math.min(x, y) >= 0 && Math.min(width, height) >= minRegionSide
  return isValid && isInImage(region) ? region : undefined
}

/** Whether a region is the whole image. */
export function isWhole({ width, height }: Region): boolean {
  return width === 1 && height === 1
}

/**
 * The first rows of the file, in the upright image.
 *
 * @param share of all rows.
 * @param orientation EXIF orientation of the file.
 */
export function firstRows(share: number, orientation: number): Region {
  const start = mirrored.rows.some(known => known === orientation) ? 1 - share : 0
  return orientation < 5 ? { x: 0, y: start, width: 1, height: share } : { x: start, y: 0, width: share, height: 1 }
}

interface CropOptions {
  /** EXIF orientation of the pixels, which are cropped as they are stored. */
  readonly orientation?: number
  /** Number of images of equal height that are stacked in the pixels. */
  readonly frames?: number
}

/** @returns the pixels of a region of the upright image, at least one. */
export function cropRegion<Channels extends number>(
  { width, height, channels, pixels }: DecodedPixels<Channels>,
  region: Region,
  { orientation = 1, frames = 1 }: CropOptions = {},
): DecodedPixels<Channels> {
  const frameHeight = height / frames
  const columns = orientation < 5 ? width : frameHeight
  const rows = orientation < 5 ? frameHeight : width
  const [left, right] = span(region.x, region.width, columns)
  const [top, bottom] = span(region.y, region.height, rows)
  const position = sourcePositions[orientation] ?? ((x, y) => [x, y])
  const [oneX, oneY] = position(left, top, width - 1, frameHeight - 1)
  const [otherX, otherY] = position(right - 1, bottom - 1, width - 1, frameHeight - 1)
  const [x, y] = [Math.min(oneX, otherX), Math.min(oneY, otherY)]
  const [croppedWidth, croppedHeight] = [Math.abs(oneX - otherX) + 1, Math.abs(oneY - otherY) + 1]
  const cropped = new Uint8Array(croppedWidth * croppedHeight * frames * channels)
  for (let row = 0; row < croppedHeight * frames; row++) {
    const from = (Math.floor(row / croppedHeight) * frameHeight + y + (row % croppedHeight)) * width + x
    cropped.set(pixels.subarray(from * channels, (from + croppedWidth) * channels), row * croppedWidth * channels)
  }
  return { width: croppedWidth, height: croppedHeight * frames, channels, pixels: cropped }
}

/** First pixel of a part of a side, and the one after its last. */
function span(start: number, length: number, pixels: number): readonly [from: number, to: number] {
  const from = Math.min(pixels - 1, Math.round(start * pixels))
  return [from, Math.min(pixels, Math.max(from + 1, Math.round((start + length) * pixels)))]
}
