// Raw pixels: their types, and resizing, turning and undoing of upscaling without changing any colour.
import type { Media, Video } from '../../schemas/media.ts'
import type { Region } from '../../schemas/types.ts'

/** Upright pixels in 8-bit sRGB: four bytes per pixel (red, green, blue, alpha), rows from the top, not premultiplied. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly channels?: 4
}

/** Pixels as a decoder returns them: red, green and blue, and alpha as an optional fourth channel. */
export interface DecodedPixels<Channels extends number = number> extends Omit<Raster, 'channels'> {
  readonly channels: Channels
}

/** An image at or near its own size, as it is stored in the file: lines of one pixel are still there. */
export interface FullResolution extends DecodedPixels {
  /** Whether the file stores every pixel losslessly. */
  readonly isExact: boolean
  /** EXIF orientation that still has to be applied. */
  readonly orientation: number
}

/** A downscaled image, and its source pixels where they were decoded anyway. */
export interface Thumbnail extends Raster {
  readonly fullResolution?: FullResolution
}

/** How many of the frames that the depth requires were measured. */
export interface MissingPictures {
  readonly measured: number
  readonly wanted: number
}

/** The input of the style analysis. */
export interface DecodedImage extends Thumbnail {
  readonly media: Media
  readonly video?: Video
  /** Number of video frames of equal height stacked in the pixels; default: 1. */
  readonly frames?: number
  /** Features of a drawing that the renderer does not support, by their names in SVG and CSS. */
  readonly omissions?: readonly string[]
  /** Present for a video if not all frames could be decoded in time. */
  readonly missing?: MissingPictures
  /** Whether the file ends early; the pixels then hold only the part that was present. */
  readonly truncated: boolean
  /** That part of the upright image, or of its requested region; default: all of it. */
  readonly presentPart?: Region
}

export type RasterSize = Pick<Raster, 'width' | 'height'>

/** Pixels of less opacity, of 255, are invisible: their colours are whatever the encoder left there. */
export const minOpacity = 8

/** A byte of a table, 0 outside it. Readers that stay inside keep it a plain load. */
export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0
}

/** An entry of a table, 0 outside it. It takes one array type only, so that engines compile it to a plain load. */
export function intAt(table: Int32Array, index: number): number {
  return table[index] ?? 0
}

/** @returns the size that a picture has when an EXIF orientation is carried out; from 5 on its sides change places. */
export function turnSize({ width, height }: RasterSize, orientation: number): RasterSize {
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

/** @returns the largest size with the same aspect ratio whose longer side is at most `side` px; never larger than the input. */
export function sizeWithin({ width, height }: RasterSize, side: number): RasterSize {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Orientations that mirror the columns or the rows of the file (Exif 2.32, tag 274). */
export const mirrored = { columns: [2, 3, 7, 8], rows: [3, 4, 6, 7] } as const

/**
 * Downscales by nearest neighbour. It picks the same pixels that it would pick if the image were stored upright.
 *
 * @param size must not be larger than the image.
 * @param orientation EXIF orientation of the pixels.
 * @returns the resized image, opaque where the input has no alpha.
 */
export function resizeNearest(
  { width, height, channels, pixels }: DecodedPixels,
  size: RasterSize,
  orientation = 1,
): Raster {
  if (channels === 4 && size.width === width && size.height === height) return { width, height, pixels }
  const isMirrored = (orientations: readonly number[]): boolean => orientations.includes(orientation)
  const columns = sourceIndices(size.width, width, isMirrored(mirrored.columns))
  const rows = sourceIndices(size.height, height, isMirrored(mirrored.rows))
  const resized = new Uint8Array(size.width * size.height * 4)
  // One write per pixel, the first byte lowest.
  const colors = new Int32Array(resized.buffer)
  for (let y = 0, to = 0; y < size.height; y++) {
    const row = intAt(rows, y) * width
    for (let x = 0; x < size.width; x++, to++) {
      const from = (row + intAt(columns, x)) * channels
      const alpha = channels === 4 ? byteAt(pixels, from + 3) : 255
      // No array literal or iterator here: before the engine optimises the loop it would allocate them for every pixel.
      const red = byteAt(pixels, from)
      const green = byteAt(pixels, from + 1)
      const blue = byteAt(pixels, from + 2)
      colors[to] = red | (green << 8) | (blue << 16) | (alpha << 24)
    }
  }
  return { ...size, pixels: resized }
}

/** For each of `count` pixels the middle one of the source pixels it represents; of two in the middle the later. */
function sourceIndices(count: number, length: number, isMirrored: boolean): Int32Array {
  const indices = new Int32Array(count)
  for (let index = 0; index < count; index++) indices[index] = Math.floor(((index + 0.5) * length) / count)
  return isMirrored ? indices.map(index => length - 1 - index).reverse() : indices
}

type SourcePosition = (x: number, y: number, right: number, bottom: number) => readonly [x: number, y: number]

/** Position in the file of a pixel of the upright image, by EXIF orientation (Exif 2.32, tag 274). */
export const sourcePositions: Readonly<Record<number, SourcePosition>> = {
  2: (x, y, right) => [right - x, y],
  3: (x, y, right, bottom) => [right - x, bottom - y],
  4: (x, y, _right, bottom) => [x, bottom - y],
  5: (x, y) => [y, x],
  6: (x, y, _right, bottom) => [y, bottom - x],
  7: (x, y, right, bottom) => [right - y, bottom - x],
  8: (x, y, right) => [right - y, x],
}

/**
 * Applies the EXIF orientation.
 *
 * @param orientation 1 to 8; any other number counts as 1.
 * @returns the upright image; the same object when it is upright already.
 */
export function autoOrient(raster: Raster, orientation: number): Raster {
  const position = sourcePositions[orientation]
  if (position === undefined) return raster
  const { width, height } = turnSize(raster, orientation)
  const pixels = new Uint8Array(raster.pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = position(x, y, raster.width - 1, raster.height - 1)
      const from = (fromY * raster.width + fromX) * 4
      pixels.set(raster.pixels.subarray(from, from + 4), (y * width + x) * 4)
    }
  }
  return { width, height, pixels }
}

/** Longest side, px: larger images are not tested for upscaling, smaller ones hold too little to detect it. */
const upscaled = { max: 128, min: 8 } as const

/**
 * Reduces a small icon that was enlarged pixel by pixel to its own size, where its edges are edges and not areas.
 *
 * @param file size of the image in the file.
 * @returns the original pixels; the same object when the image was not enlarged, is longer than 128 px, or was downscaled from the file.
 */
export function undoUpscaling(raster: Raster, file: RasterSize): Raster {
  if (longestSide(raster) > upscaled.max || longestSide(raster) !== longestSide(file)) return raster
  let smallest = raster
  while (longestSide(smallest) > upscaled.min && isDoubled(smallest)) smallest = halve(smallest)
  return longestSide(smallest) > upscaled.min ? smallest : raster
}

function longestSide({ width, height }: RasterSize): number {
  return Math.max(width, height)
}

/** Whether the image consists of blocks of two by two equal pixels. */
function isDoubled({ width, height, pixels }: Raster): boolean {
  if (width % 2 === 1 || height % 2 === 1) return false
  for (let at = 0; at < pixels.length; at++) {
    const column = (at >> 2) % width
    const row = Math.floor((at >> 2) / width)
    const first = at - (column % 2) * 4 - (row % 2) * width * 4
    if (pixels[at] !== pixels[first]) return false
  }
  return true
}

/** Every second pixel of every second row. */
function halve({ width, height, pixels }: Raster): Raster {
  const columns = width / 2
  const halved = new Uint8Array(pixels.length / 4)
  for (let at = 0; at < halved.length; at++) {
    const column = (at >> 2) % columns
    const row = Math.floor((at >> 2) / columns)
    halved[at] = byteAt(pixels, (2 * row * width + 2 * column) * 4 + (at & 3))
  }
  return { width: columns, height: height / 2, pixels: halved }
}
