// The output formats of a capture: one entry each, with all that depends on the format.
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { CaptureOptions, ImageType, OutputFormat } from '../../schemas/capture-options.ts'
import type { Size } from '../../schemas/types.ts'
import type { ScriptKind } from './script-names.mjs'

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
  /** What must be installed in addition to Node.js. */
  readonly requires: readonly string[]
  /** The output for a viewport, both in device px. */
  readonly outputSize: (viewport: Size) => Size
  /** Whether Chromium and the encoder can make the output. */
  readonly fits: (output: Size, imageType: ImageType) => boolean
  /** The limit of the format, as text for an error. */
  readonly limit: (imageType: ImageType) => string
  /** Of formats with a duration. */
  readonly video?: Omit<NonNullable<CaptureConfig['video']>, 'frame_count'>
  /** The script that captures it. */
  readonly scriptKind: (options: CaptureOptions) => ScriptKind
}

export const captureFormats: Readonly<Record<OutputFormat, CaptureFormat>> = {
  png: {
    requires: ['playwright'],
    outputSize: viewport => viewport,
    fits: ({ width, height }, imageType) => Math.max(width, height) <= imageFormats[imageType].maxSide,
    limit: imageType => `${imageType} allows at most ${imageFormats[imageType].maxSide} px per side`,
    scriptKind: ({ full_page, selector }) => (selector !== undefined && 'element') || (full_page ? 'page' : 'picture'),
  },
  mp4: {
    requires: ['playwright', 'ffmpeg'],
    // yuv420p requires even sides; the video is cropped to them.
    outputSize: ({ width, height }) => ({ width: width - (width % 2), height: height - (height % 2) }),
    fits: ({ width, height }) => width * height <= maxMp4Area,
    limit: () => `mp4 allows at most ${maxMp4Area} px per frame`,
    video: { fps: 60, codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast' },
    scriptKind: () => 'video',
  },
}
