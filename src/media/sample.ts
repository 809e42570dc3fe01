// A picture as the analysis sees it.
import type { Media, Video } from '../../schemas/style.ts'

/** Upright pixels in 8-bit sRGB: four bytes a pixel (red, green, blue, opacity), rows from the top, not premultiplied. */
export interface Raster {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export interface Sample extends Raster {
  /** Facts of the file. */
  readonly media: Media
  /** Facts of a video. */
  readonly video?: Video
  /** How many frames of equal height lie in the pixels, one below the other; absent: one. */
  readonly frames?: number
  /** Whether the file ends early: only what was there is in the pixels. */
  readonly truncated: boolean
}
