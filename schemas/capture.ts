import { type Static, Type } from '@sinclair/typebox'
import { answer, operation, recordHeader, warningsHeader } from './operation.ts'
import { type OpenWords, oneOf, openWord, ref, Success } from './types.ts'

export const outputFormats = ['png', 'mp4'] as const
export const waitConditions = ['load', 'domcontentloaded', 'networkidle', 'commit'] as const
export type OutputFormat = (typeof outputFormats)[number]
export type WaitCondition = (typeof waitConditions)[number]

export const waitWords: OpenWords<WaitCondition> = {
  allowed: waitConditions,
  fallback: 'load',
  aliases: {
    interactive: 'domcontentloaded',
    complete: 'load',
    loaded: 'load',
    idle: 'networkidle',
    networkidle0: 'networkidle',
    networkidle2: 'networkidle',
  },
}

/** Bounds of a picture in device pixels: Skia's surface for stills, 8K for video. */
export const deviceLimits = { pngSide: 16_384, mp4Pixels: 33_177_600 } as const

const Side = (description: string) => Type.Integer({ minimum: 16, maximum: 16_384, description })

export const Viewport = Type.Object(
  {
    width: Type.Optional(Side('CSS px. Default: 1920.')),
    height: Type.Optional(Side('CSS px. Default: 1080.')),
    deviceScaleFactor: Type.Optional(
      Type.Number({
        minimum: 0.25,
        maximum: 8,
        description: 'Device px per CSS px. Default: 2; 1 when width > 1920 or height > 2160.',
      }),
    ),
  },
  { $id: 'Viewport', description: 'Size of the window; each missing member takes its own default.' },
)
export type Viewport = Static<typeof Viewport>

export const CaptureRequest = Type.Object(
  {
    target_url: Type.String({
      format: 'uri',
      maxLength: 8192,
      description:
        'Page to capture: http or https, without user:password. The service never opens it, so your own machine and network are fine.',
      examples: ['https://example.com/'],
    }),
    viewport: Type.Optional(ref(Viewport)),
    output_format: Type.Optional(
      oneOf(outputFormats, { default: 'png', description: 'Still picture or video. Default: png.' }),
    ),
    record_duration: Type.Optional(
      Type.String({
        format: 'duration',
        maxLength: 32,
        description: 'Length of the video, a number and s, from 0.1s to 600s. Default: 10s; reported as null for png.',
        examples: ['10s'],
      }),
    ),
    wait_until: Type.Optional(openWord(waitWords, 'What to wait for before capturing.')),
  },
  {
    $id: 'CaptureRequest',
    description: 'A page and how to capture it.',
    examples: [
      {
        target_url: 'https://example.com/',
        viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 },
        output_format: 'png',
        wait_until: 'load',
      },
    ],
  },
)
export type CaptureRequest = Static<typeof CaptureRequest>

const PixelSize = (description: string) =>
  Type.Object({ width: Type.Integer(), height: Type.Integer() }, { description })
const Milliseconds = (description: string) => Type.Integer({ minimum: 0, description: `${description} Milliseconds.` })

export const CaptureConfig = Type.Object(
  {
    target_url: Type.String({ description: 'Page to capture.' }),
    output_format: oneOf(outputFormats),
    output_file: Type.String({ description: 'File the script writes unless told otherwise.' }),
    viewport: Type.Object(
      { width: Type.Integer(), height: Type.Integer(), deviceScaleFactor: Type.Number() },
      { description: 'Window, CSS px.' },
    ),
    output_size: PixelSize('Size of the result, device px.'),
    wait_until: oneOf(waitConditions),
    record_duration: Type.Union([Type.String(), Type.Null()], { description: 'Length of the video, null for png.' }),
    timeouts: Type.Object({
      launch_ms: Milliseconds('Until the browser is up.'),
      navigation_ms: Milliseconds('Until wait_until holds.'),
      idle_ms: Milliseconds('Longest wait for a quiet network, then it goes on.'),
      settle_ms: Milliseconds('Longest wait for fonts, pictures and finite animations.'),
    }),
    video: Type.Union(
      [
        Type.Object({
          fps: Type.Integer(),
          frame_count: Type.Integer(),
          codec: Type.String(),
          pixel_format: Type.String(),
          crf: Type.Integer(),
          preset: Type.String(),
          engine: oneOf(['auto', 'begin-frame', 'page-clock'], {
            description: 'How the pages are filmed. auto: begin-frame where the browser has it, else page-clock.',
          }),
        }),
        Type.Null(),
      ],
      { description: 'How the video is made, null for png.' },
    ),
    script: Type.Object(
      {
        file_name: Type.String(),
        language: Type.String(),
        node: Type.String(),
        requires: Type.Array(Type.String()),
        sha256: Type.String({ description: 'SHA-256 of the part of the script below the CONFIG.' }),
        version: Type.String(),
      },
      { description: 'The script and what it needs.' },
    ),
    warnings: Type.Array(Type.String(), { description: 'Words of the request that were replaced.' }),
    options: Type.Object(
      {
        full_page: Type.Boolean({ description: 'Capture the whole height of the page (png).' }),
        hide_selectors: Type.Array(Type.String(), { description: 'CSS selectors of elements to hide.' }),
        color_scheme: Type.Union([oneOf(['light', 'dark']), Type.Null()], {
          description: 'Preferred colour scheme, null for the default of the browser.',
        }),
        reduced_motion: Type.Union([oneOf(['reduce', 'no-preference']), Type.Null()], {
          description: 'Preference about motion, null for the default of the browser.',
        }),
        wait_for_selector: Type.Union([Type.String(), Type.Null()], {
          description: 'CSS selector of an element that must be visible before the capture; null: none.',
        }),
        extra_wait_ms: Milliseconds('Waited before capturing.'),
      },
      { description: 'Switches to edit in the script; the API does not take them.' },
    ),
  },
  { $id: 'CaptureConfig', description: 'What the script does; the CONFIG at its top.' },
)
export type CaptureConfig = Static<typeof CaptureConfig>

export const CaptureResponse = Type.Object(
  {
    success: Success,
    playwright_script: Type.String({
      description: 'capture.mjs: runs with Node 20 or later and playwright or playwright-core; mp4 also needs ffmpeg.',
    }),
    capture_config: ref(CaptureConfig),
  },
  { $id: 'CaptureResponse' },
)

export const captureMedia = operation({
  method: 'POST',
  url: '/api/v1/capture-media',
  problems: [],
  words: { '/wait_until': waitWords },
  schema: {
    operationId: 'captureMedia',
    tags: ['Capture'],
    summary: 'Write a script that captures a page in 4K',
    description:
      'Returns a script that photographs (png) or films (mp4, 60 frames a second, no frame dropped) any page with a real browser on your machine, and its configuration. The service itself captures nothing. With `Accept: text/javascript` the answer is the script as a download.',
    body: ref(CaptureRequest),
    response: {
      200: answer(
        {
          'application/json': { schema: ref(CaptureResponse) },
          'text/javascript': { schema: Type.String({ description: 'The script alone, as a download.' }) },
        },
        'The script and its configuration.',
        {
          ...recordHeader('x-capture-id', 'capture'),
          ...warningsHeader,
        },
      ),
    },
  },
})
