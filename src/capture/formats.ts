// The output formats of a capture: one entry each, with all that depends on the format.
import type { CaptureRequest } from '../../schemas/capture.ts'
import type { CaptureConfig, CaptureOptions, ImageType, OutputFormat } from '../../schemas/capture-config.ts'
import type { Size } from '../../schemas/types.ts'

interface ImageFormat {
  /** Of the window, device px; a higher page is cut where the file type ends. */
  readonly maxSide: number
  /** The options that have no effect on it. */
  readonly ignores: readonly ('quality' | 'omit_background')[]
}

/** The side of the largest surface that Chromium (Skia) paints, device px. */
const maxSurfaceSide = 16_384
/** 8K, device px. */
const maxMp4Area = 33_177_600

/** The types of the images of a screenshot. */
export const imageFormats: Readonly<Record<ImageType, ImageFormat>> = {
  png: { maxSide: maxSurfaceSide, ignores: ['quality'] },
  jpeg: { maxSide: maxSurfaceSide, ignores: ['omit_background'] },
  // It has 14 bits for a side.
  webp: { maxSide: 16_383, ignores: [] },
}

export interface CaptureFormat {
  /** The job of the script: the parts for it have its name as their condition. */
  readonly job: 'screenshot' | 'film'
  /** What must be installed beside Node.js. */
  readonly requires: readonly string[]
  /** The members of a request that only some formats know, with the values that change nothing. */
  readonly ownOptions: { readonly [Name in keyof CaptureRequest]?: CaptureRequest[Name] | undefined }
  /** The output for a viewport, both in device px. */
  readonly outputSize: (viewport: Size) => Size
  /** Whether Chromium and the encoder can make the output. */
  readonly fits: (output: Size, imageType: ImageType) => boolean
  /** What it holds, as text for an error. */
  readonly limit: (imageType: ImageType) => string
  /** null for formats without duration. */
  readonly video: Omit<NonNullable<CaptureConfig['video']>, 'frame_count'> | null
  /** The module of script/node that captures it. */
  readonly entry: (options: CaptureOptions) => string
}

export const captureFormats: Readonly<Record<OutputFormat, CaptureFormat>> = {
  png: {
    job: 'screenshot',
    requires: ['playwright'],
    ownOptions: {
      full_page: false,
      selector: undefined,
      max_height: undefined,
      image_type: 'png',
      quality: undefined,
      omit_background: false,
    },
    outputSize: viewport => viewport,
    fits: ({ width, height }, imageType) => Math.max(width, height) <= imageFormats[imageType].maxSide,
    limit: imageType => `${imageType} holds at most ${imageFormats[imageType].maxSide} px a side`,
    video: null,
    entry: ({ full_page, selector }) => {
      if (selector !== null) return 'element'
      return full_page ? 'full-page' : 'screenshot'
    },
  },
  mp4: {
    job: 'film',
    requires: ['playwright', 'ffmpeg'],
    ownOptions: { motion: 'none', fps: undefined },
    // yuv420p requires even sides; the film is cropped to them.
    outputSize: ({ width, height }) => ({ width: width - (width % 2), height: height - (height % 2) }),
    fits: ({ width, height }) => width * height <= maxMp4Area,
    limit: () => `mp4 holds at most ${maxMp4Area} px in all`,
    video: { fps: 60, codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast', engine: 'auto' },
    entry: () => 'film',
  },
}
