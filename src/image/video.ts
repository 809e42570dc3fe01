// Reads a video: its metadata, its scenes, and keyframes that represent it, stacked into one image.
import type { Media, Video, VideoFormat } from '../../schemas/media.ts'
import type { Depth } from '../../schemas/provenance.ts'
import { Problem } from '../errors.ts'
import { type Frame, maxFramePixels, readKeyframes, type VideoLog } from './ffmpeg.ts'
import type { Raster, Size } from './raster.ts'
import { faststart } from './video-container.ts'

interface VideoOptions {
  readonly depth: Depth
  readonly maxPixels: number
  readonly ffmpegPath: string
  /** Longest side of a frame, px; default: by depth. */
  readonly side?: number
}

interface StackedFrames extends Raster {
  /** Number of frames in the raster, one below the other, of equal height. */
  readonly frames: number
}

interface DecodedVideo extends StackedFrames {
  readonly metadata: Omit<Media, 'type' | 'sha256'>
  readonly video: Video
}

interface SamplingPlan {
  /** Longest side of a frame, px. */
  readonly side: number
  /** Keyframes that are decoded at most. */
  readonly maxFrames: number
  /** Points in time at which the video is sampled. */
  readonly samples: number
}

/** At depth low, a few keyframes are decoded only to skip a black beginning. */
const plans: Readonly<Record<Depth, SamplingPlan>> = {
  low: { side: 128, maxFrames: 4, samples: 1 },
  medium: { side: 128, maxFrames: 3000, samples: 12 },
  high: { side: 160, maxFrames: 3000, samples: 24 },
}

/**
 * Decodes a video.
 *
 * @param bytes the whole file.
 * @returns its keyframes, opaque and upright, each repeated by its share of the duration, and its metadata.
 * @throws Problem `video_unavailable`, `source_too_large`, `source_too_many_pixels`, `source_not_picture`.
 */
export async function readVideo(
  bytes: Buffer,
  format: VideoFormat,
  { depth, maxPixels, ffmpegPath: path, side = plans[depth].side }: VideoOptions,
): Promise<DecodedVideo> {
  checkBytes(bytes)
  const { maxFrames, samples } = plans[depth]
  const limit = Math.min(maxPixels, maxFramePixels)
  const kept = createKeyframeBuffer()
  const pieces = format === 'mp4' || format === 'mov' ? faststart(bytes) : [bytes]
  const log = await readKeyframes(
    pieces,
    { path, format, side, maxPixels: limit, maxFrames, toEnd: depth !== 'low' },
    kept.add,
  )
  const duration = durationOf(log)
  const keyframes = withTimes(kept.all(), log)
  const first = keyframes.find(keyframe => !isBlack(keyframe)) ?? keyframes[0]
  if (first === undefined) throw undecodable(log, limit)
  const sampled = depth === 'low' ? [first.frame] : sampleFrames(keyframes, duration, samples)
  const { width, height, codec, colorSpace } = log
  const fps = round(log.fps)
  const scenes = depth === 'high' ? { scenes: detectScenes(keyframes, duration) } : {}
  return {
    ...stackFrames(first.frame, sampled),
    metadata: {
      ...{ format, width, height, bytes: bytes.length, frames: Math.max(1, Math.round(duration * fps)) },
      ...{ alpha: false, orientation: 1, color_space: colorSpace },
    },
    video: { duration: round(duration), fps, width, height, codec, frames: new Set(sampled).size, ...scenes },
  }
}

/** Largest file, bytes. */
const maxBytes = 64 * 1024 * 1024

function checkBytes(bytes: Buffer): void {
  if (bytes.length <= maxBytes) return
  throw new Problem('source_too_large', { detail: `The video is too large. Send at most ${maxBytes} bytes.` })
}

interface NumberedFrame {
  readonly frame: Frame
  /** Number among all keyframes. */
  readonly number: number
}

export interface Keyframe {
  readonly frame: Frame
  /** When it appears, seconds. */
  readonly start: number
}

/** Keyframes in memory at most: 17 MB at 160 × 90 px. */
const maxKeyframes = 400

/** Keeps every keyframe, then every second one, and so on: deterministic, in bounded memory. */
export function createKeyframeBuffer() {
  let kept: readonly NumberedFrame[] = []
  let stride = 1
  return {
    add: (frame: Frame, number: number): void => {
      if (number % stride !== 0) return
      kept = [...kept, { frame, number }]
      if (kept.length <= maxKeyframes) return
      stride *= 2
      kept = kept.filter(({ number }) => number % stride === 0)
    },
    all: (): readonly NumberedFrame[] => kept,
  }
}

/** Longest duration that a header may claim when only the beginning is read, seconds. */
const maxDuration = 86_400

/** The duration in the header, unless frames appear after it, or it claims far more than there is. */
function durationOf({ duration, end, fps, times }: VideoLog): number {
  const seen = Math.max(end, ...times) + (fps > 0 ? 1 / fps : 0)
  const max = end > 0 ? 2 * seen + 1 : maxDuration
  return duration >= seen && duration <= max ? duration : seen
}

/** A frame without a time in the log gets the time 0. */
function withTimes(frames: readonly NumberedFrame[], { times }: VideoLog): readonly Keyframe[] {
  return frames.map(({ frame, number }) => ({
    frame,
    start: round(Math.max(0, ...times.slice(number, number + 1))),
  }))
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

/** A frame whose channels are all below this level, of 255, shows nothing yet. */
const blackLevel = 24

function isBlack({ frame: { rgb } }: Keyframe): boolean {
  return rgb.reduce((max, level) => Math.max(max, level), 0) < blackLevel
}

function undecodable({ codedWidth, codedHeight }: VideoLog, maxPixels: number): Problem {
  return codedWidth * codedHeight > maxPixels
    ? new Problem('source_too_many_pixels', {
        detail: `The video has ${codedWidth} × ${codedHeight} pixels; ${maxPixels} are allowed. Scale it down.`,
      })
    : new Problem('source_not_picture', {
        detail:
          'The file begins as a video, but no frame of it can be read: it is damaged, cut off, or has no video in a known codec. Send MP4 (H.264), WebM or MOV, whole.',
      })
}

/**
 * The keyframes shown at `count` points in time, evenly spread over the video: one that is shown longer occurs more often.
 *
 * @param keyframes in order of time, at least one.
 * @returns frames in order of time, repeated in proportion to their time, as few times as possible.
 */
export function sampleFrames(keyframes: readonly Keyframe[], duration: number, count: number): readonly Frame[] {
  const moments = Array.from({ length: count }, (_, at) => ((at + 0.5) * duration) / count)
  const shown = moments.map(moment => keyframes.findLast(({ start }) => start <= moment) ?? keyframes[0])
  const counts = new Map<Frame, number>()
  for (const keyframe of shown) if (keyframe) counts.set(keyframe.frame, (counts.get(keyframe.frame) ?? 0) + 1)
  const divisor = [...counts.values()].reduce(greatestCommonDivisor, 0)
  return [...counts].flatMap(([frame, count]) => Array.from({ length: count / divisor }, () => frame))
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

type Scene = NonNullable<Video['scenes']>[number]

/** Share of the pixels that has to change its colour for a cut; a pan changes a third at most. */
const cutThreshold = 0.45
const maxScenes = 64

/** Detects cuts: encoders put a keyframe at every cut, so a keyframe that differs from the one before begins a scene. */
export function detectScenes(keyframes: readonly Keyframe[], duration: number): Scene[] {
  const histograms = keyframes.map(({ frame }) => histogramOf(frame))
  const starts = keyframes
    .filter((_, at) => {
      const [before, now] = [histograms[at - 1], histograms[at]]
      return before !== undefined && now !== undefined && histogramDistance(before, now) > cutThreshold
    })
    .map(({ start }) => start)
    .slice(0, maxScenes - 1)
  return [0, ...starts].map((start, at, all) => ({ start, end: all[at + 1] ?? Math.max(start, duration) }))
}

type Histogram = ReadonlyMap<number, number>

/** The share of the pixels in each of 8 × 8 × 8 cells of RGB, without empty ones. */
function histogramOf({ rgb }: Frame): Histogram {
  const cells = new Map<number, number>()
  const share = 3 / rgb.length
  for (let at = 0; at < rgb.length; at += 3) {
    const cell = rgb.readUIntBE(at, 3) & 0xe0e0e0 // the upper three bits of each channel
    cells.set(cell, (cells.get(cell) ?? 0) + share)
  }
  return cells
}

/** 0 for equal histograms, 1 for those that share nothing. */
function histogramDistance(one: Histogram, other: Histogram): number {
  return [...one].reduce((rest, [cell, share]) => rest - Math.min(share, other.get(cell) ?? 0), 1)
}

/** @returns the frames of the given size one below the other, opaque; those of another size are left out. */
export function stackFrames({ width, height }: Size, frames: readonly Frame[]): StackedFrames {
  const alike = frames.filter(frame => frame.width === width && frame.height === height)
  const pixels = new Uint8Array(width * height * alike.length * 4).fill(255)
  let to = 0
  for (const { rgb } of alike) {
    for (let from = 0; from < rgb.length; from += 3, to += 4) pixels.set(rgb.subarray(from, from + 3), to)
  }
  return { width, height: height * alike.length, pixels, frames: alike.length }
}
