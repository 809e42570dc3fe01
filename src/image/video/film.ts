// A video through ffmpeg: its facts, and its keyframes as one sample.

import type { Media, Video, VideoFormat } from '../../../schemas/media.ts'
import type { Depth } from '../../../schemas/provenance.ts'
import { Problem } from '../../errors.ts'
import type { Raster } from '../sample.ts'
import { faststart } from './faststart.ts'
import { largestFrame, readKeyframes } from './ffmpeg.ts'
import type { VideoLog } from './ffmpeg-log.ts'
import { createKeeper, type Kept, type Keyframe, spread } from './keyframes.ts'
import { scenesOf } from './scenes.ts'
import { stack } from './stack.ts'

interface FilmOptions {
  readonly depth: Depth
  readonly maxPixels: number
  readonly ffmpegPath: string
  /** Longest side of a frame, px; default: by depth. */
  readonly side?: number
}

interface Film extends Raster {
  /** Frames in the raster, one below the other, of equal height. */
  readonly frames: number
  readonly facts: Omit<Media, 'type' | 'sha256'>
  readonly video: Video
}

interface Plan {
  /** Longest side of a frame, px. */
  readonly side: number
  /** Most keyframes that are decoded. */
  readonly read: number
  /** Moments that are looked at. */
  readonly look: number
}

/** low looks at a few keyframes only to pass over a black beginning. */
const plans: Readonly<Record<Depth, Plan>> = {
  low: { side: 128, read: 4, look: 1 },
  medium: { side: 128, read: 3000, look: 12 },
  high: { side: 160, read: 3000, look: 24 },
}

/** Largest file, bytes. */
const maxBytes = 64 * 1024 * 1024

/** Longest video whose header is believed when only its beginning is read, seconds. */
const longest = 86_400

const round = (value: number): number => Math.round(value * 1000) / 1000

const checkBytes = (bytes: Buffer): void => {
  if (bytes.length <= maxBytes) return
  throw new Problem('source_too_large', { detail: `The video is too large. Send at most ${maxBytes} bytes.` })
}

const unreadable = ({ codedWidth, codedHeight }: VideoLog, maxPixels: number): Problem =>
  codedWidth * codedHeight > maxPixels
    ? new Problem('source_too_many_pixels', {
        detail: `The video has ${codedWidth} × ${codedHeight} pixels; ${maxPixels} are allowed. Scale it down.`,
      })
    : new Problem('source_not_picture', {
        detail:
          'The file begins as a video, but no frame of it can be read: it is damaged, cut off, or has no video in a known codec. Send MP4 (H.264), WebM or MOV, whole.',
      })

/** The header counts, unless frames come after its end, or it promises far more than there is. */
const durationOf = ({ duration, end, fps, times }: VideoLog): number => {
  const seen = Math.max(end, ...times) + (fps > 0 ? 1 / fps : 0)
  const most = end > 0 ? 2 * seen + 1 : longest
  return duration >= seen && duration <= most ? duration : seen
}

/** A frame whose time was not told counts from the beginning. */
const timed = (kept: readonly Kept[], { times }: VideoLog): readonly Keyframe[] =>
  kept.map(({ frame, number }) => ({ frame, start: round(Math.max(0, ...times.slice(number, number + 1))) }))

/** Levels between the darkest and the brightest channel of a frame that shows nothing yet. */
const plain = 24

const isPlain = ({ frame: { rgb } }: Keyframe): boolean => rgb.reduce((most, level) => Math.max(most, level), 0) < plain

/**
 * Reads a video.
 *
 * @param bytes the whole file.
 * @returns its keyframes, opaque and upright, each as often as its time needs, and its facts.
 * @throws Problem `video_unavailable`, `source_too_large`, `source_too_many_pixels`, `source_not_picture`.
 */
export const readFilm = async (
  bytes: Buffer,
  format: VideoFormat,
  { depth, maxPixels, ffmpegPath: path, side = plans[depth].side }: FilmOptions,
): Promise<Film> => {
  checkBytes(bytes)
  const { read: maxFrames, look } = plans[depth]
  const limit = Math.min(maxPixels, largestFrame)
  const keeper = createKeeper()
  const pieces = format === 'mp4' || format === 'mov' ? faststart(bytes) : [bytes]
  const log = await readKeyframes(
    pieces,
    { path, format, side, maxPixels: limit, maxFrames, toEnd: depth !== 'low' },
    keeper.take,
  )
  const duration = durationOf(log)
  const keyframes = timed(keeper.all(), log)
  const first = keyframes.find(keyframe => !isPlain(keyframe)) ?? keyframes[0]
  if (first === undefined) throw unreadable(log, limit)
  const shown = depth === 'low' ? [first.frame] : spread(keyframes, duration, look)
  const { width, height, codec, colorSpace } = log
  const fps = round(log.fps)
  const scenes = depth === 'high' ? { scenes: scenesOf(keyframes, duration) } : {}
  return {
    ...stack(first.frame, shown),
    facts: {
      ...{ format, width, height, bytes: bytes.length, frames: Math.max(1, Math.round(duration * fps)) },
      ...{ alpha: false, orientation: 1, color_space: colorSpace },
    },
    video: { duration: round(duration), fps, width, height, codec, frames: new Set(shown).size, ...scenes },
  }
}
