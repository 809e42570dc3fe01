// A picture as the analysis sees it.
import type { Media, Video } from '../../schemas/media.ts'

/** Upright pixels in 8-bit sRGB: four bytes a pixel (red, green, blue, opacity), rows from the top, not premultiplied. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

/** Pixels as a decoder gives them: red, green and blue, and opacity as the fourth channel if there is any. */
export interface Decoded extends Raster {
  readonly channels: number
}

/** A picture at its own size or nearly so, as it lies in the file: lines of one pixel are in it. */
export interface Whole extends Decoded {
  /** Whether the file holds every pixel as it was. */
  readonly exact: boolean
  /** How it has to be turned: EXIF orientation. */
  readonly orientation: number
}

/** A picture made smaller, and what it was made from where that was at hand. */
export interface Shrunk extends Raster {
  readonly whole?: Whole
}

export interface Sample extends Shrunk {
  /** Facts of the file. */
  readonly media: Media
  /** Facts of a video. */
  readonly video?: Video
  /** How many frames of equal height lie in the pixels, one below the other; absent: one. */
  readonly frames?: number
  /** Whether the file ends early: only what was there is in the pixels. */
  readonly truncated: boolean
}
