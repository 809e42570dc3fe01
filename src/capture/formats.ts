// The output formats of a capture: one entry each, with all that depends on the format.
import { deviceLimits } from '../../schemas/capture.ts'
import type { CaptureConfig, OutputFormat } from '../../schemas/capture-config.ts'
import type { Size } from '../../schemas/types.ts'

type Options = CaptureConfig['options']

export interface CaptureFormat {
  /** The job of the script: the parts for it have its name as their condition. */
  readonly job: 'screenshot' | 'film'
  /** What must be installed beside Node.js. */
  readonly requires: readonly string[]
  /** The options that only this format knows, with the values that change nothing. */
  readonly ownOptions: Partial<Record<keyof Options, Options[keyof Options]>>
  /** The output for a viewport, both in device px. */
  readonly outputSize: (viewport: Size) => Size
  /** Whether Chromium and the encoder can make the output. */
  readonly fits: (output: Size) => boolean
  /** The limit as text, for an error. */
  readonly limit: string
  /** null for formats without duration. */
  readonly video: Omit<NonNullable<CaptureConfig['video']>, 'frame_count'> | null
  /** The module of script/node that captures it. */
  readonly entry: (options: Options) => string
}

export const captureFormats: Readonly<Record<OutputFormat, CaptureFormat>> = {
  png: {
    job: 'screenshot',
    requires: ['playwright'],
    ownOptions: { full_page: false, selector: null },
    outputSize: viewport => viewport,
    fits: ({ width, height }) => Math.max(width, height) <= deviceLimits.pngSide,
    limit: `${deviceLimits.pngSide} px a side`,
    video: null,
    entry: ({ full_page, selector }) => {
      if (selector !== null) return 'element'
      return full_page ? 'full-page' : 'screenshot'
    },
  },
  mp4: {
    job: 'film',
    requires: ['playwright', 'ffmpeg'],
    ownOptions: { motion: 'none' },
    // yuv420p requires even sides; the film is cropped to them.
    outputSize: ({ width, height }) => ({ width: width - (width % 2), height: height - (height % 2) }),
    fits: ({ width, height }) => width * height <= deviceLimits.mp4Pixels,
    limit: `${deviceLimits.mp4Pixels} px in all`,
    video: { fps: 60, codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast', engine: 'auto' },
    entry: () => 'film',
  },
}
