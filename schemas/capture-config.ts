// The configuration of a capture: the CONFIG at the top of the script.
import { type Static, Type } from '@sinclair/typebox'
import { CaptureOptions, OutputFormat } from './capture-options.ts'
import { Box } from './platform.ts'
import { maxListedErrors } from './problem-document.ts'
import { enumModel, enumRef, Pixels, ref, Sha256, SingleLine, Size, Token } from './types.ts'

export const waitConditions = ['load', 'domcontentloaded', 'networkidle', 'commit'] as const
export type WaitCondition = (typeof waitConditions)[number]

export const WaitCondition = enumModel(
  'WaitCondition',
  waitConditions,
  'Page-load condition that the script waits for.',
)

function Milliseconds(description: string, maximum = 3_600_000) {
  return Type.Integer({ minimum: 0, maximum, description: `${description} Milliseconds.` })
}

export const CaptureConfig = Type.Object(
  {
    target_url: Type.String({
      pattern: '^https?://\\S+$',
      minLength: 8,
      maxLength: 8192,
      description: 'Page to capture.',
    }),
    output_format: enumRef(OutputFormat),
    output_file: Token(256, 'Default output file of the script.'),
    viewport: Type.Object(
      {
        width: Pixels(16, 'Width.'),
        height: Pixels(16, 'Height.'),
        deviceScaleFactor: Type.Number({ minimum: 0.25, maximum: 8, description: 'Device px per CSS px.' }),
      },
      { title: 'UsedViewport', description: 'Viewport, CSS px.' },
    ),
    output_size: ref(Size, {
      description:
        'Size of the output, device px. With full_page, the page determines the height; with selector, the element determines width and height.',
    }),
    wait_until: enumRef(WaitCondition),
    record_duration: Type.Optional(
      Type.String({
        pattern: '^\\d+(\\.\\d+)?s$',
        minLength: 2,
        maxLength: 32,
        description: 'Length of the video in seconds, such as 10s. Only for videos.',
      }),
    ),
    timeouts: Type.Object(
      {
        launch_ms: Milliseconds('Timeout of the browser launch.'),
        navigation_ms: Milliseconds('Timeout of the navigation, up to wait_until.'),
        idle_ms: Milliseconds('Longest wait for networkidle; the script then continues.'),
        settle_ms: Milliseconds(
          'Longest wait for each of the following: unanswered requests, images and fonts, a page that keeps changing, and the element of a step.',
        ),
        run_ms: Milliseconds(
          'Timeout of the whole run: ten minutes, plus five seconds for each frame of a video.',
          200_000_000,
        ),
      },
      { title: 'Timeouts', description: 'Time limits of the script.' },
    ),
    video: Type.Optional(
      Type.Object(
        {
          fps: Type.Integer({ minimum: 1, maximum: 60, description: 'Frames per second.' }),
          frame_count: Type.Integer({ minimum: 1, maximum: 36_000, description: 'Number of frames.' }),
          codec: Token(32, 'Codec of the video.'),
          pixel_format: Token(32, 'ffmpeg pixel format.'),
          crf: Type.Integer({
            minimum: 0,
            maximum: 51,
            description: 'Constant rate factor: a lower value means higher quality and a larger file.',
          }),
          preset: Token(32, 'Encoder preset.'),
          max_bit_rate: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 1_000_000_000,
              description: 'Maximum bit rate of the video, bits per second. Present only if the platform has a limit.',
            }),
          ),
        },
        { title: 'VideoSettings', description: 'How the video is encoded. Only for videos.' },
      ),
    ),
    script: Type.Object(
      {
        file_name: Token(64, 'File name to save the script as.'),
        language: Token(32, 'Programming language.'),
        node: SingleLine(32, 'Supported Node.js versions.'),
        requires: Type.Array(SingleLine(128, 'A package or a program.'), {
          minItems: 1,
          maxItems: 16,
          description: 'Packages and programs that must be installed in addition to Node.js.',
        }),
        sha256: Sha256('SHA-256 of the script without its CONFIG.'),
        version: Token(32, 'Script version.'),
      },
      { title: 'ScriptInfo', description: 'The script and its requirements.' },
    ),
    warnings: Type.Array(SingleLine(2048, 'A warning.'), {
      minItems: 0,
      maxItems: maxListedErrors + 1,
      description: 'Parts of the request that were ignored or replaced.',
    }),
    is_mobile: Type.Optional(
      Type.Boolean({
        description: 'Whether the page is shown as on a phone. Present only if the platform is a phone.',
      }),
    ),
    safe_area: Type.Optional(
      ref(Box, {
        description:
          'Part of the output that the interface of the platform does not cover, device px. Present only with platform.',
      }),
    ),
    banner_selectors: Type.Optional(
      Type.Array(SingleLine(1024, 'A CSS selector.'), {
        minItems: 0,
        maxItems: 256,
        description: 'CSS selectors of known consent banners. Present only with hide_cookie_banners or hide_overlays.',
      }),
    ),
    options: CaptureOptions,
  },
  {
    $id: 'CaptureConfig',
    description: 'Configuration of the script. CONFIG at the top of the script contains the properties that it reads.',
  },
)
export type CaptureConfig = Static<typeof CaptureConfig>
