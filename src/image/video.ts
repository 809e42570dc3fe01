// Reads a video: its metadata, its scenes, and pictures from evenly spaced times, stacked into one image.
import type { Media, Video, VideoFormat } from '../../schemas/media.ts'
import type { Depth } from '../../schemas/provenance.ts'
import { Problem } from '../errors.ts'
import { maxVideoBytes } from './decode-limits.ts'
import { decodeFrames, type Frame, maxFramePixels } from './ffmpeg.ts'
import { type ProbedVideo, probeVideo } from './ffprobe.ts'
import {
  autoOrient,
  byteAt,
  type MissingPictures,
  minOpacity,
  type Raster,
  type RasterSize,
  turnSize,
} from './raster.ts'
import { planSamples, type SamplingOptions } from './sampling-plan.ts'
import { detectScenes, milliseconds, type ScenePicture } from './scenes.ts'
import { type ColorTags, createConverter, isHdr, isMatrix } from './video-color.ts'
import { type VideoFile, withVideoFile } from './video-file.ts'

interface VideoOptions {
  readonly depth: Depth
  readonly maxPixels: number
  readonly ffmpegPath: string
  /** Whether there is memory for keyframes only; default: no. */
  readonly isKeyframesOnly?: boolean | undefined
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
  /** Pictures that could not be decoded in time or at all, and all that the depth asks for. */
  readonly missing?: MissingPictures
}

interface DepthPlan extends Pick<SamplingOptions, 'count' | 'budget' | 'maxKeyframes'> {
  /** Longest side of a frame, px. */
  readonly side: number
}

/** At depth low, further frames are decoded only to skip those that show nothing. */
const plans: Readonly<Record<Depth, DepthPlan>> = {
  low: { side: 128, count: 3, budget: 2e9, maxKeyframes: 0 },
  medium: { side: 128, count: 12, budget: 5e9, maxKeyframes: 0 },
  high: { side: 160, count: 24, budget: 5e9, maxKeyframes: 160 },
}

/**
 * Decodes a video.
 *
 * @param bytes the whole file.
 * @returns pictures from evenly spaced times, upright, each as often as its share of them, and its metadata.
 * @throws Problem `video_unavailable`, `overloaded`, `source_too_large`, `source_too_many_pixels`, `source_not_picture`,
 *   `source_unsupported` (encrypted).
 */
export async function readVideo(bytes: Buffer, format: VideoFormat, options: VideoOptions): Promise<DecodedVideo> {
  checkBytes(bytes)
  const { depth } = options
  const { video, duration, plan, frames } = await withVideoFile(bytes, format, file =>
    sampleVideo(file, bytes.length, options),
  )
  const pictures = picturesOf(video, frames)
  const sampled = plan.samples.flatMap(({ timestamp }) => pictureAt(pictures, secondsOf(video, timestamp)))
  const [first] = frames
  const [sample] = sampled
  if (first === undefined || sample === undefined) throw undecodableVideo()
  const samples = depth === 'low' ? [mostTelling(sampled, sample)] : sampled
  const shown = shownSize(first, video.orientation)
  const [measured, wanted] = [new Set(sampled).size, new Set(plan.samples).size]
  return {
    ...stackFrames(sample, inProportion(samples)),
    ...(depth !== 'low' && measured < wanted && { missing: { measured, wanted } }),
    metadata: {
      format,
      ...shown,
      bytes: bytes.length,
      frames: video.shown.length,
      alpha: pixelFormats.alpha.test(first.pixelFormat),
      orientation: 1,
      color_space: isMatrix(first.matrix) ? first.matrix : 'yuv',
    },
    video: {
      duration: milliseconds(duration),
      fps: frameRateOf(video),
      ...shown,
      codec: video.codec,
      frames: new Set(samples).size,
      ...(depth === 'high' ? { scenes: detectScenes(pictures, duration) } : {}),
    },
  }
}

/** Codecs whose decoders cannot skip frames, and the containers whose demuxers cannot either. */
const unskippable = { codecs: ['vp9', 'av1'], formats: ['webm', 'mkv'] } as const

async function sampleVideo(
  file: VideoFile,
  bytes: number,
  { depth, ffmpegPath, side = plans[depth].side, ...options }: VideoOptions,
) {
  const video = await probeVideo(file, ffmpegPath)
  if (video === undefined) throw undecodableVideo()
  const { codec, codedWidth, codedHeight } = video
  const maxPixels = Math.min(options.maxPixels, maxFramePixels)
  if (codedWidth * codedHeight > maxPixels)
    throw new Problem('source_too_many_pixels', {
      detail: `Each frame of the video has ${codedWidth} × ${codedHeight} pixels; at most ${maxPixels} pixels are allowed. Scale the video down.`,
    })
  const canSkip = !(isOneOf(unskippable.codecs, codec) && isOneOf(unskippable.formats, file.format))
  const duration = durationOf(video, bytes)
  const plan = planSamples(video, {
    ...plans[depth],
    duration,
    costOf: packet => codedWidth * codedHeight * nanoseconds.perPixel + packet.bytes * nanoseconds.perByte,
    canSkip,
    isKeyframesOnly: options.isKeyframesOnly === true,
  })
  const decoder = video.hasAlphaTrack ? alphaDecoders[codec] : undefined
  const frames: Frame[] = []
  for (const { skip, ...part } of plan.parts)
    frames.push(...(await decodeFrames(file, part, { ffmpegPath, side, maxPixels, skip, decoder })))
  return { video, duration, plan, frames }
}

function isOneOf(names: readonly string[], name: string): boolean {
  return names.includes(name)
}

/** The libvpx decoders read transparency, ffmpeg's own do not. */
const alphaDecoders: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' }

function checkBytes(bytes: Buffer): void {
  if (bytes.length <= maxVideoBytes) return
  throw new Problem('source_too_large', {
    detail: `The video is too large. Send a video of at most ${maxVideoBytes} bytes.`,
  })
}

function undecodableVideo(): Problem {
  return new Problem('source_not_picture', {
    detail:
      'The file looks like a video, but no frame of it can be decoded: it is damaged or incomplete, or has no video in a known codec. Send a complete file, for example MP4 with H.264.',
  })
}

/** The time of a frame from the beginning of the video. */
function secondsOf({ tick, begin }: ProbedVideo, timestamp: number): number {
  return (timestamp - begin) * tick
}

/** When the last frame disappears, s. */
function endOf(video: ProbedVideo): number {
  const last = video.shown.reduce((end, { timestamp, duration }) => Math.max(end, timestamp + duration), video.begin)
  return secondsOf(video, last)
}

/** Minimum size of a second of sound, bytes: no codec needs less. */
const minSoundBytes = 100

/** The declared duration, unless there are frames after it, or it claims more than the frames and the sound in so many bytes can last. */
function durationOf(video: ProbedVideo, bytes: number): number {
  const [declared, end, { length }] = [video.declaredDuration, endOf(video), video.shown]
  const otherBytes = video.packets.reduce((rest, packet) => rest - packet.bytes, bytes)
  const isPossible = declared <= 2 * end + 1 || declared - end <= otherBytes / minSoundBytes
  return declared > 0 && declared >= end - end / length && isPossible ? declared : end
}

/** Processor time for decoding: of a pixel, and of a byte that holds many of them. ns */
const nanoseconds = { perPixel: 1.3, perByte: 100 } as const

/** Rates that videos have are multiples of one of these, in frames per second. */
const rates = [1, 1000 / 1001] as const

/** Times in milliseconds make a rate inexact by less than this. */
const rateTolerance = 4e-4

/** A declared rate counts if the frames have about the same. */
const declaredTolerance = 0.03

/** Frames per second of the video, on average; 0 for a frame that does not say how long it stays. */
function frameRateOf(video: ProbedVideo): number {
  const shown = video.shown
  const span = endOf(video) - secondsOf(video, Number(shown[0]?.timestamp))
  const last = Number(shown.at(-1)?.duration)
  const count = last > 0 ? shown.length : shown.length - 1
  if (span <= 0 || count === 0) return 0
  const measured = count / span
  const rate = Math.abs(video.declaredRate / measured - 1) < declaredTolerance ? video.declaredRate : measured
  const usual = rates.map(unit => Math.round(rate / unit) * unit)
  return milliseconds(usual.find(other => Math.abs(other / rate - 1) < rateTolerance) ?? rate)
}

/** The decoded frames in the order of time. */
function picturesOf(video: ProbedVideo, frames: readonly Frame[]): readonly ScenePicture[] {
  const [first] = frames
  if (first === undefined) return []
  const toSrgb = createConverter(tagsOf(first, video))
  const keyframes = new Set(video.packets.flatMap(({ isKey, timestamp }) => (isKey ? timestamp : [])))
  const decoded = new Map(frames.map(frame => [frame.timestamp, frame]))
  return [...decoded.values()]
    .sort((one, other) => one.timestamp - other.timestamp)
    .map(frame => ({
      ...autoOrient(toSrgb(frame), video.orientation),
      start: secondsOf(video, frame.timestamp),
      isEntry: keyframes.has(frame.timestamp),
    }))
}

/** Names of pixel formats that are RGB, that have the full range as in JPEG, and that have an alpha channel. */
const pixelFormats = {
  rgb: /^(?:gbr|rgb|bgr|argb|abgr|0rgb|0bgr|x2|pal8)/,
  jpeg: /^yuvj/,
  alpha: /^(?:yuva|gbrap|rgba|bgra|argb|abgr|ya)/,
} as const

/** From this height on, px, H.264 and most other videos without tags are in BT.709, as browsers take it. */
const minHdHeight = 720
/** Browsers take these for BT.601 whatever their size if they have no tags. */
const alwaysBt601 = ['vp9', 'av1']
/** ffmpeg gives every video in this codec the same tag. */
const neverTagged = ['vp8']

/** The tags of a video, each of which may be unspecified. */
function tagsOf(frame: Frame, { codec }: ProbedVideo): ColorTags {
  const { pixelFormat } = frame
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
  return turnSize({ width, height }, orientation)
}

/** The picture that appears at a time, or the nearest one, since a damaged frame is left out. */
function pictureAt(pictures: readonly ScenePicture[], time: number): readonly ScenePicture[] {
  const distance = ({ start }: ScenePicture): number => Math.abs(start - time)
  const [first, ...others] = pictures
  return first ? [others.reduce((best, picture) => (distance(picture) < distance(best) ? picture : best), first)] : []
}

/** A picture in which each channel varies by less than this, of 255, shows nothing. */
const minContrast = 24

/** The first of the pictures that shows something; of blank ones the first that is not black, otherwise the given one. */
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
