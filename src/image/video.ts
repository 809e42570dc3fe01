// Reads a video: its metadata, its scenes, and pictures from evenly spaced times, stacked into one image.
import type { Media, Video, VideoFormat } from '../../schemas/media.ts'
import type { Depth } from '../../schemas/provenance.ts'
import { Problem } from '../errors.ts'
import { maxVideoBytes } from './decode-limits.ts'
import { type DecodedFilm, decodeFrames, type Frame, maxDependentPixels, maxFramePixels } from './ffmpeg.ts'
import { readMatroska } from './matroska.ts'
import { readMp4 } from './mp4.ts'
import { autoOrient, byteAt, type Raster, type RasterSize } from './raster.ts'
import { planSamples, type SamplingOptions, type SamplingPlan } from './sampling-plan.ts'
import { detectScenes, milliseconds, type ScenePicture } from './scenes.ts'
import { type ColorTags, createConverter, isHdr, isMatrix } from './video-color.ts'
import { frameSize } from './video-container.ts'
import { type CodedFrame, type FrameRole, rolesOf, type VideoTrack } from './video-track.ts'

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
  /** Whether fewer frames were decoded than the depth asks for, since decoding them takes too long. */
  readonly isReduced: boolean
}

interface DepthPlan extends Pick<SamplingOptions, 'count' | 'budget' | 'maxEntries'> {
  /** Longest side of a frame, px. */
  readonly side: number
}

/** At depth low, further frames are decoded only to skip those that show nothing. */
const plans: Readonly<Record<Depth, DepthPlan>> = {
  low: { side: 128, count: 3, budget: 60e6, maxEntries: 0 },
  medium: { side: 128, count: 12, budget: 160e6, maxEntries: 0 },
  high: { side: 160, count: 24, budget: 160e6, maxEntries: 160 },
}

/**
 * Decodes a video.
 *
 * @param bytes the whole file.
 * @returns pictures from evenly spaced times, upright, each as often as its share of them, and its metadata.
 * @throws Problem `video_unavailable`, `source_too_large`, `source_too_many_pixels`, `source_not_picture`, `source_unsupported` (encrypted).
 */
export async function readVideo(bytes: Buffer, format: VideoFormat, options: VideoOptions): Promise<DecodedVideo> {
  checkBytes(bytes)
  const { depth, maxPixels, ffmpegPath: path, side = plans[depth].side } = options
  const limits = { path, format, side, maxPixels: Math.min(maxPixels, maxFramePixels) }
  const track = format === 'mp4' || format === 'mov' ? readMp4(bytes) : readMatroska(bytes)
  if (track === undefined) throw undecodable(await decodeFrames([], { ...limits, isIntraOnly: true }), limits)
  const duration = durationOf(track)
  const roles = rolesOf(bytes, track)
  const plan = planSamples({ ...track, roles }, { ...plans[depth], duration, costOf: decodingCost(bytes) })
  const { isIntraOnly, isReduced, packets } = plan
  const film = await decodeFrames(track.remux(packets), { ...limits, isIntraOnly, decoder: track.alphaDecoder })
  const pictures = picturesOf(film, roles, plan, track.orientation)
  const sampled = plan.samples.flatMap(({ start }) => pictureAt(pictures, start))
  const [first] = film.frames
  const [sample] = sampled
  if (first === undefined || sample === undefined) throw undecodable(film, limits)
  const samples = depth === 'low' ? [mostTelling(sampled, sample)] : sampled
  const shown = shownSize(first, track.orientation)
  const fps = frameRateOf(track)
  return {
    ...stackFrames(sample, inProportion(samples)),
    isReduced,
    metadata: {
      format,
      ...shown,
      bytes: bytes.length,
      frames: track.shown.length,
      alpha: hasAlpha(film),
      orientation: 1,
      color_space: isMatrix(first.matrix) ? first.matrix : 'yuv',
    },
    video: {
      duration: milliseconds(duration),
      fps,
      ...shown,
      codec: film.codec,
      frames: new Set(samples).size,
      ...(depth === 'high' ? { scenes: detectScenes(pictures, duration) } : {}),
    },
  }
}

function checkBytes(bytes: Buffer): void {
  if (bytes.length <= maxVideoBytes) return
  throw new Problem('source_too_large', { detail: `The video is too large. Send at most ${maxVideoBytes} bytes.` })
}

function undecodable({ codedWidth, codedHeight }: DecodedFilm, { maxPixels }: { readonly maxPixels: number }): Problem {
  return codedWidth * codedHeight > maxPixels
    ? new Problem('source_too_many_pixels', {
        detail: `The video has ${codedWidth} × ${codedHeight} pixels; ${maxPixels} are allowed. Scale it down.`,
      })
    : new Problem('source_not_picture', {
        detail:
          'The file begins as a video, but no frame of it can be read: it is damaged, cut off, or has no video in a known codec. Send the whole file, for example MP4 with H.264.',
      })
}

/** The duration in the header, unless there are frames after it or it claims far more than all tracks last. */
function durationOf({ duration, end, othersEnd, shown }: VideoTrack): number {
  const frame = end / shown.length
  return duration > 0 && duration >= end - frame && duration <= 2 * Math.max(end, othersEnd) + 1 ? duration : end
}

/** Processor time for decoding: of a pixel, and of a byte that holds many of them. ns */
const nanoseconds = { perPixel: 1.3, perByte: 100 } as const

function decodingCost(bytes: Buffer) {
  const { width, height } = frameSize(bytes)
  const isLarge = width * height > maxDependentPixels
  const ofPixels = isLarge ? Number.POSITIVE_INFINITY : width * height * nanoseconds.perPixel
  return ({ start, end }: CodedFrame): number => ofPixels + (end - start) * nanoseconds.perByte
}

/** Rates that films have are multiples of one of these, in frames per second. */
const rates = [1, 1000 / 1001] as const

/** Times in milliseconds make a rate inexact by less than this. */
const rateTolerance = 4e-4

/** Frames per second of the track, on average; 0 for a frame that does not say how long it stays. */
function frameRateOf({ frames, shown, end }: VideoTrack): number {
  const length = frames.reduce((sum, { duration }) => sum + duration, 0)
  const [first] = shown
  const span = end - Number(first?.start)
  if (length + span <= 0) return 0
  const rate = length > 0 ? frames.length / length : shown.length / span
  const usual = rates.map(unit => Math.round(rate / unit) * unit)
  return milliseconds(usual.find(other => Math.abs(other / rate - 1) < rateTolerance) ?? rate)
}

/** The decoded frames in the order of time. */
function picturesOf(
  film: DecodedFilm,
  roles: readonly FrameRole[],
  { packets, wanted }: SamplingPlan,
  orientation: number,
): readonly ScenePicture[] {
  const indices = new Map(packets.map(({ timestamp, index }) => [timestamp, index]))
  const decoded = new Map(film.frames.map(frame => [indices.get(frame.timestamp), frame]))
  const [first] = film.frames
  if (first === undefined) return []
  const toSrgb = createConverter(tagsOf(first, film))
  return wanted.flatMap(({ index, start }) => {
    const frame = decoded.get(index)
    const isEntry = roles[index]?.isEntry === true
    return frame ? [{ ...autoOrient(toSrgb(frame), orientation), start, isEntry }] : []
  })
}

/** Names of pixel formats of RGB, of the full range as in JPEG, and of those with an alpha channel. */
const pixelFormats = {
  rgb: /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2|pal8)/,
  jpeg: /^yuvj/,
  alpha: /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya)/,
} as const

function hasAlpha({ pixelFormat }: DecodedFilm): boolean {
  return pixelFormats.alpha.test(pixelFormat)
}

/** From this height on, px, H.264 and most other films without tags are in BT.709, as browsers take it. */
const minHdHeight = 720
/** Browsers take these for BT.601 whatever their size if they have no tags. */
const alwaysBt601 = ['vp9', 'av1']
/** ffmpeg gives every film in this codec the same tag. */
const neverTagged = ['vp8']

/** What the tags of a film say, or what they leave open. */
function tagsOf(frame: Frame, { codec, pixelFormat }: DecodedFilm): ColorTags {
  if (pixelFormats.rgb.test(pixelFormat)) return { ...frame, matrix: 'bt709' }
  if (isMatrix(frame.matrix) && !neverTagged.includes(codec)) return frame
  const isBt601 = alwaysBt601.includes(codec) || pixelFormats.jpeg.test(pixelFormat)
  const isHd = shownSize(frame, 1).height >= minHdHeight && !isBt601
  const matrix = isHdr(frame) ? 'bt2020nc' : isHd ? 'bt709' : 'smpte170m'
  return { ...frame, matrix, primaries: isHdr(frame) && frame.primaries === 'unknown' ? 'bt2020' : frame.primaries }
}

/** Pixels are at most this many times as wide as high, or as high as wide. */
const maxPixelAspect = 16

/** The size with square pixels, none of them left out, upright. */
function shownSize({ codedWidth, codedHeight, pixelAspect }: Frame, orientation: number): RasterSize {
  const aspect = Math.min(maxPixelAspect, Math.max(1 / maxPixelAspect, pixelAspect))
  const width = Math.round(codedWidth * Math.max(1, aspect))
  const height = Math.round(codedHeight * Math.max(1, 1 / aspect))
  return orientation < 5 ? { width, height } : { width: height, height: width }
}

/** The picture that appears at a time, or the nearest one, since a damaged frame is left out. */
function pictureAt(pictures: readonly ScenePicture[], time: number): readonly ScenePicture[] {
  const distance = ({ start }: ScenePicture): number => Math.abs(start - time)
  const [first, ...others] = pictures
  return first ? [others.reduce((best, picture) => (distance(picture) < distance(best) ? picture : best), first)] : []
}

/** Pixels of less opacity, of 255, are invisible. */
const minOpacity = 8

/** A picture in which each channel varies by less than this, of 255, shows nothing. */
const minContrast = 24

/** The first of the pictures that shows something; of blank ones the first that is not black, else the given one. */
function mostTelling(pictures: readonly ScenePicture[], first: ScenePicture): ScenePicture {
  const telling = pictures.find(picture => contrastOf(picture) >= minContrast)
  return (
    telling ?? pictures.find(({ pixels }) => pixels.some((level, at) => at % 4 < 3 && level >= minContrast)) ?? first
  )
}

/** Largest range of a channel over the visible pixels. */
function contrastOf({ pixels }: ScenePicture): number {
  const ranges = [0, 1, 2].map(channel => {
    let [min, max] = [255, 0]
    for (let at = channel; at < pixels.length; at += 4) {
      if (byteAt(pixels, at - channel + 3) < minOpacity) continue
      min = Math.min(min, byteAt(pixels, at))
      max = Math.max(max, byteAt(pixels, at))
    }
    return max - min
  })
  return Math.max(...ranges)
}

/** @returns each picture as often as its share of all of them, as few times as possible, in order. */
export function inProportion<T>(pictures: readonly T[]): readonly T[] {
  const counts = new Map<T, number>()
  for (const picture of pictures) counts.set(picture, (counts.get(picture) ?? 0) + 1)
  const divisor = [...counts.values()].reduce(greatestCommonDivisor, 0)
  return [...counts].flatMap(([picture, count]) => Array.from({ length: count / divisor }, () => picture))
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** @returns the pictures of the given size one below the other; those of another size are left out. */
export function stackFrames({ width, height }: RasterSize, pictures: readonly Raster[]): StackedFrames {
  const alike = pictures.filter(picture => picture.width === width && picture.height === height)
  const pixels = new Uint8Array(width * height * alike.length * 4)
  for (const [at, picture] of alike.entries()) pixels.set(picture.pixels, at * width * height * 4)
  return { width, height: height * alike.length, pixels, frames: alike.length }
}
