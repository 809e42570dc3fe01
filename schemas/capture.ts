// A page and how to see it → a script that captures it.
import { type Static, Type } from '@sinclair/typebox'
import { answers } from './examples/answers.ts'
import { maxListedFaults } from './fault.ts'
import { answer, operation, recordHeader, warningsHeader } from './operation.ts'
import { Line, Name, type OpenWords, oneOf, openWord, Pixels, ref, Sha256, Size, Success, Written } from './types.ts'

export const outputFormats = ['png', 'mp4'] as const
export const waitConditions = ['load', 'domcontentloaded', 'networkidle', 'commit'] as const
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
        format: 'seconds',
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
  },
)
export type CaptureRequest = Static<typeof CaptureRequest>

const Duration = Type.String({
  pattern: '^\\d+(\\.\\d+)?s$',
  minLength: 2,
  maxLength: 32,
  description: 'A number of seconds and s.',
})

const Milliseconds = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 3_600_000, description: `${description} Milliseconds.` })

export const CaptureConfig = Type.Object(
  {
    target_url: Type.String({
      pattern: '^https?://\\S+$',
      minLength: 8,
      maxLength: 8192,
      description: 'Page to capture.',
    }),
    output_format: oneOf(outputFormats, { description: 'Still picture or video.' }),
    output_file: Name(256, 'File the script writes unless told otherwise.'),
    viewport: Type.Object(
      {
        width: Pixels(16, 'From left to right.'),
        height: Pixels(16, 'From top to bottom.'),
        deviceScaleFactor: Type.Number({ minimum: 0.25, maximum: 8, description: 'Device px per CSS px.' }),
      },
      { description: 'Window, CSS px.' },
    ),
    output_size: ref(Size, { description: 'Size of the result, device px.' }),
    wait_until: oneOf(waitConditions, { description: 'What is waited for before capturing.' }),
    record_duration: Type.Union([Duration, Type.Null()], { description: 'Length of the video, null for png.' }),
    timeouts: Type.Object(
      {
        launch_ms: Milliseconds('Until the browser is up.'),
        navigation_ms: Milliseconds('Until wait_until holds.'),
        idle_ms: Milliseconds('Longest wait for a quiet network, then it goes on.'),
        settle_ms: Milliseconds('Longest wait for fonts, pictures and finite animations.'),
      },
      { description: 'How long the script waits.' },
    ),
    video: Type.Union(
      [
        Type.Object({
          fps: Type.Integer({ minimum: 1, maximum: 60, description: 'Frames a second.' }),
          frame_count: Type.Integer({ minimum: 1, maximum: 36_000, description: 'Frames of the whole video.' }),
          codec: Name(32, 'Encoder of ffmpeg.'),
          pixel_format: Name(32, 'Pixel format of ffmpeg.'),
          crf: Type.Integer({
            minimum: 0,
            maximum: 51,
            description: 'Quality: smaller is better and larger in bytes.',
          }),
          preset: Name(32, 'Preset of the encoder.'),
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
        file_name: Name(64, 'Name to save it under.'),
        language: Name(32, 'Its language.'),
        node: Line(32, 'Versions of Node.js that run it.'),
        requires: Type.Array(Line(128, 'A package or a program.'), {
          minItems: 1,
          maxItems: 16,
          description: 'What has to be installed beside Node.js.',
        }),
        sha256: Sha256('SHA-256 of the part of the script below the CONFIG.'),
        version: Name(32, 'Version of the script.'),
      },
      { description: 'The script and what it needs.' },
    ),
    warnings: Type.Array(Line(2048, 'A warning.'), {
      minItems: 0,
      maxItems: maxListedFaults + 1,
      description: 'What was ignored or replaced in the request.',
    }),
    options: Type.Object(
      {
        full_page: Type.Boolean({ description: 'Capture the whole height of the page (png).' }),
        hide_selectors: Type.Array(Line(1024, 'A CSS selector.'), {
          minItems: 0,
          maxItems: 256,
          description: 'CSS selectors of elements to hide.',
        }),
        color_scheme: Type.Union([oneOf(['light', 'dark']), Type.Null()], {
          description: 'Preferred colour scheme, null for the default of the browser.',
        }),
        reduced_motion: Type.Union([oneOf(['reduce', 'no-preference']), Type.Null()], {
          description: 'Preference about motion, null for the default of the browser.',
        }),
        wait_for_selector: Type.Union([Line(1024, 'A CSS selector.'), Type.Null()], {
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
    playwright_script: Written(
      'capture.mjs: runs with Node 20 or later and playwright or playwright-core; mp4 also needs ffmpeg.',
    ),
    capture_config: ref(CaptureConfig),
  },
  { $id: 'CaptureResponse', description: 'A script and what it does.' },
)

export const captureMedia = operation({
  method: 'POST',
  url: '/api/v1/capture-media',
  problems: [],
  words: { '/wait_until': waitWords },
  examples: {
    picture: {
      summary: 'A picture of 3840 × 2160',
      body: {
        target_url: 'https://example.com/',
        viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 },
        output_format: 'png',
        wait_until: 'load',
      },
    },
    film: {
      summary: 'Ten seconds of film in 4K, 60 frames a second',
      body: {
        target_url: 'https://example.com/',
        viewport: { width: 3840, height: 2160, deviceScaleFactor: 1 },
        output_format: 'mp4',
        record_duration: '10s',
        wait_until: 'networkidle',
      },
    },
  },
  answers: { 200: answers.captureMedia },
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
          'text/javascript': { schema: Written('The script alone, as a download.') },
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
