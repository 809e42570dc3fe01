// The scenes of a video, by the differences between its pictures.
import type { Video } from '../../schemas/media.ts'
import { byteAt, type Raster } from './raster.ts'

/** A frame in sRGB, upright. */
export interface ScenePicture extends Raster {
  /** When it appears, s. */
  readonly start: number
  /** Whether decoding can begin with it. */
  readonly isEntry: boolean
}

type VideoScene = NonNullable<Video['scenes']>[number]

/** Share of the pixels that has to change its colour for a cut; a pan changes a third at most. */
const cutThreshold = 0.45
const maxScenes = 64

/**
 * Detects cuts. Encoders put a frame at which decoding can begin at most cuts, so one that differs from the picture before begins a scene.
 * Any other picture does so only if the next one is like it: while a video fades, each differs.
 */
export function detectScenes(pictures: readonly ScenePicture[], duration: number): VideoScene[] {
  const histograms = pictures.map(histogramOf)
  const differ = (one: number, other: number): boolean => {
    const [before, after] = [histograms[one], histograms[other]]
    return before !== undefined && after !== undefined && histogramDistance(before, after) > cutThreshold
  }
  const starts = pictures
    .filter(({ isEntry }, at) => differ(at - 1, at) && (isEntry || !differ(at, at + 1)))
    .map(({ start }) => milliseconds(start))
    .slice(0, maxScenes - 1)
  return [0, ...starts].map((start, at, all) => ({
    start,
    end: all[at + 1] ?? Math.max(start, milliseconds(duration)),
  }))
}

type ColorHistogram = ReadonlyMap<number, number>

/** The share of the pixels in each of 8 × 8 × 8 cells of RGB, without empty ones. */
function histogramOf({ pixels }: ScenePicture): ColorHistogram {
  const cells = new Map<number, number>()
  const share = 4 / pixels.length
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [byteAt(pixels, at), byteAt(pixels, at + 1), byteAt(pixels, at + 2)]
    const cell = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    cells.set(cell, (cells.get(cell) ?? 0) + share)
  }
  return cells
}

/** 0 for equal histograms, 1 for those that share nothing. */
function histogramDistance(one: ColorHistogram, other: ColorHistogram): number {
  return [...one].reduce((rest, [cell, share]) => rest - Math.min(share, other.get(cell) ?? 0), 1)
}

/** Seconds in whole milliseconds. */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
