// The output formats of a capture: one entry each, with all that depends on the format.
import { type CaptureRequest, deviceLimits } from '../../schemas/capture.ts'
import type { CaptureConfig, CaptureOptions, ImageType, OutputFormat } from '../../schemas/capture-config.ts'
import type { Size } from '../../schemas/types.ts'

export interface CaptureFormat {
  /** The job of the script: the parts for it have its name as their condition. */
  readonly job: 'screenshot' | 'film'
  /** What must be installed beside Node.js. */
  readonly requires: readonly string[]
  /** The members of a request that only this format knows, with the values that change nothing. */
  readonly ownOptions: { readonly [Name in keyof CaptureRequest]?: CaptureRequest[Name] | undefined }
  /** The output for a viewport, both in device px. */
  readonly outputSize: (viewport: Size) => Size
  /** Whether Chromium and the encoder can make the output. */
  readonly fits: (output: Size, imageType: ImageType) => boolean
  /** The limit as text, for an error. */
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
    fits: ({ width, height }, imageType) => Math.max(width, height) <= maxSideOf(imageType),
    limit: imageType => `${maxSideOf(imageType)} px a side`,
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
    fits: ({ width, height }) => width * height <= deviceLimits.mp4Pixels,
    limit: () => `${deviceLimits.mp4Pixels} px in all`,
    video: { fps: 60, codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast', engine: 'auto' },
    entry: () => 'film',
  },
}

/** Device px. */
function maxSideOf(imageType: ImageType): number {
  return imageType === 'webp' ? deviceLimits.webpSide : deviceLimits.pngSide
}
