// The capture-media operation: the URL of a page in, a script that captures it out.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { Box, TargetPlatform } from './platform.ts'
import { maxListedErrors } from './problem-document.ts'
import { ColorScheme } from './style.ts'
import {
  type AliasedEnum,
  aliasedModel,
  aliasedText,
  DocumentText,
  documentedType,
  enumModel,
  enumOf,
  enumRef,
  FormattedText,
  Pixels,
  ref,
  Sha256,
  SingleLine,
  Size,
  Success,
  Token,
} from './types.ts'

export const outputFormats = ['png', 'mp4'] as const
export const waitConditions = ['load', 'domcontentloaded', 'networkidle', 'commit'] as const
export type WaitCondition = (typeof waitConditions)[number]

export const waitConditionEnum: AliasedEnum<WaitCondition> = {
  allowed: waitConditions,
  fallback: 'load',
  isOpen: true,
  aliases: {
    interactive: 'domcontentloaded',
    complete: 'load',
    loaded: 'load',
    idle: 'networkidle',
    networkidle0: 'networkidle',
    networkidle2: 'networkidle',
  },
}

export const OutputFormat = enumModel(
  'OutputFormat',
  outputFormats,
  'png (screenshot) or mp4 (video). Default in requests: png.',
)
export const WaitCondition = enumModel(
  'WaitCondition',
  waitConditions,
  'Page-load condition that the script waits for.',
)

export const WaitUntil = aliasedModel(
  'WaitUntil',
  waitConditionEnum,
  'Page-load condition to wait for before capturing.',
)

/** Largest output, device px: the side of a screenshot (the limit of Skia surfaces), and the area of a video (8K). */
export const deviceLimits = { pngSide: 16_384, mp4Pixels: 33_177_600 } as const

function Side(description: string) {
  return Type.Integer({ minimum: 16, maximum: 16_384, description })
}

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
  { $id: 'Viewport', description: 'Size of the viewport. Each omitted property has its own default.' },
)
export type Viewport = Static<typeof Viewport>

const motions = ['none', 'scroll'] as const
export const Motion = enumModel(
  'Motion',
  motions,
  'Camera motion of a video. scroll: from the top of the page to its bottom, with an easing. Default in requests: none.',
)

/** true means reduce, false no-preference. */
const ReducedMotion = Type.Unsafe<boolean | 'reduce' | 'no-preference'>({
  enum: [true, false, 'reduce', 'no-preference'],
  description: 'prefers-reduced-motion: true or reduce, false or no-preference. Default: as the browser.',
  [documentedType]: Type.Union([Type.Boolean(), enumOf(['reduce', 'no-preference'])]),
})

function Selector(description: string, example: string) {
  return FormattedText('css-selector', 1024, description, example)
}

const platformUse =
  'Platform whose viewport replaces the default one: instagram_reels and youtube_shorts a phone of 360 × 640 at factor 3, web_16_9 1920 × 1080 at factor 2. Properties of viewport take precedence.'

export const CaptureRequest = Type.Object(
  {
    target_url: FormattedText(
      'http-url',
      8192,
      'Page to capture: http or https, without user:password. The service never opens it, so localhost and private networks are allowed.',
      'https://example.com/',
    ),
    viewport: Type.Optional(ref(Viewport)),
    output_format: Type.Optional(enumRef(OutputFormat)),
    record_duration: Type.Optional(
      FormattedText(
        'seconds',
        32,
        'Length of the video in seconds, with the unit s: 0.1s to 600s. Default: 10s. Ignored for png.',
        '10s',
      ),
    ),
    wait_until: Type.Optional(aliasedText(WaitUntil)),
    full_page: Type.Optional(
      Type.Boolean({
        description:
          'png: the whole page, up to 65,535 device px high, with lazy content and headers once. Default: false.',
      }),
    ),
    selector: Type.Optional(Selector('png: only the first element that matches.', 'main article')),
    color_scheme: Type.Optional(enumRef(ColorScheme)),
    reduced_motion: Type.Optional(ReducedMotion),
    hide_selectors: Type.Optional(
      Type.Array(Selector('A CSS selector.', '.chat-widget'), {
        minItems: 0,
        maxItems: 32,
        description: 'Elements to hide; their place stays empty.',
      }),
    ),
    hide_cookie_banners: Type.Optional(
      Type.Boolean({ description: 'Hides banners that ask for consent; none is given or refused. Default: false.' }),
    ),
    wait_for_selector: Type.Optional(Selector('Waits until an element that matches is visible.', '#chart svg')),
    delay: Type.Optional(
      FormattedText('delay', 32, 'Additional wait before the capture: 0s to 60s. Default: 0s.', '2s'),
    ),
    storage_state: Type.Optional(
      FormattedText(
        'file-name',
        1024,
        "File with the cookies and local storage of a session, as Playwright's storageState writes it. The script reads it on your machine.",
        'state.json',
      ),
    ),
    platform: Type.Optional(enumRef(TargetPlatform, { description: platformUse })),
    motion: Type.Optional(enumRef(Motion)),
  },
  { $id: 'CaptureRequest', description: 'A page, and how to capture it.' },
)
export type CaptureRequest = Static<typeof CaptureRequest>

function Milliseconds(description: string) {
  return Type.Integer({ minimum: 0, maximum: 3_600_000, description: `${description} Milliseconds.` })
}

const Duration = Type.String({
  pattern: '^\\d+(\\.\\d+)?s$',
  minLength: 2,
  maxLength: 32,
  description: 'A number of seconds with the unit s.',
})

const UsedSelector = SingleLine(1024, 'A CSS selector.')

function nullable<T extends TSchema>(schema: T, description: string) {
  return Type.Union([schema, Type.Null()], { description })
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
        'Size of the output, device px. With full_page the page sets its height, with selector the element both.',
    }),
    wait_until: enumRef(WaitCondition),
    record_duration: Type.Union([Duration, Type.Null()], { description: 'Length of the video; null for png.' }),
    timeouts: Type.Object(
      {
        launch_ms: Milliseconds('Timeout of the browser launch.'),
        navigation_ms: Milliseconds('Timeout of the navigation, up to wait_until.'),
        idle_ms: Milliseconds('Longest wait for networkidle; the script then continues.'),
        settle_ms: Milliseconds('Longest wait for fonts, images and finite animations.'),
      },
      { title: 'Timeouts', description: 'Time limits of the script.' },
    ),
    video: Type.Union(
      [
        Type.Object(
          {
            fps: Type.Integer({ minimum: 1, maximum: 60, description: 'Frames per second.' }),
            frame_count: Type.Integer({ minimum: 1, maximum: 36_000, description: 'Number of frames.' }),
            codec: Token(32, 'ffmpeg encoder.'),
            pixel_format: Token(32, 'ffmpeg pixel format.'),
            crf: Type.Integer({
              minimum: 0,
              maximum: 51,
              description: 'Constant rate factor: a lower value means higher quality and a larger file.',
            }),
            preset: Token(32, 'Encoder preset.'),
            engine: enumOf(['auto', 'begin-frame', 'page-clock'], {
              description: 'Recording method. auto: begin-frame if the browser supports it, otherwise page-clock.',
            }),
          },
          { title: 'VideoSettings', description: 'How the video is encoded.' },
        ),
        Type.Null(),
      ],
      { description: 'Video settings; null for png.' },
    ),
    script: Type.Object(
      {
        file_name: Token(64, 'File name to save the script as.'),
        language: Token(32, 'Programming language.'),
        node: SingleLine(32, 'Supported Node.js versions.'),
        requires: Type.Array(SingleLine(128, 'A package or a program.'), {
          minItems: 1,
          maxItems: 16,
          description: 'What must be installed in addition to Node.js.',
        }),
        sha256: Sha256('SHA-256 of the script without its CONFIG.'),
        version: Token(32, 'Script version.'),
      },
      { title: 'ScriptInfo', description: 'The script and its requirements.' },
    ),
    warnings: Type.Array(SingleLine(2048, 'A warning.'), {
      minItems: 0,
      maxItems: maxListedErrors + 1,
      description: 'What was ignored or replaced in the request.',
    }),
    safe_area: Type.Union([ref(Box), Type.Null()], {
      description:
        'Part of the output that the interface of the platform does not cover, device px; null without a platform.',
    }),
    options: Type.Object(
      {
        full_page: Type.Boolean({ description: 'Capture the full height of the page (png).' }),
        selector: nullable(UsedSelector, 'CSS selector of the element to capture (png); null: the viewport.'),
        color_scheme: Type.Union([enumRef(ColorScheme), Type.Null()], {
          description: 'prefers-color-scheme; null: the browser default.',
        }),
        reduced_motion: Type.Unsafe<boolean | 'reduce' | 'no-preference' | null>({
          enum: [true, false, 'reduce', 'no-preference', null],
          description: 'prefers-reduced-motion, as requested; null: the browser default.',
          [documentedType]: Type.Union([Type.Boolean(), enumOf(['reduce', 'no-preference']), Type.Null()]),
        }),
        hide_selectors: Type.Array(UsedSelector, {
          minItems: 0,
          maxItems: 256,
          description: 'CSS selectors of elements to hide.',
        }),
        hide_cookie_banners: Type.Boolean({ description: 'Hide banners that ask for consent.' }),
        wait_for_selector: nullable(
          UsedSelector,
          'CSS selector of an element that must be visible before capturing; null: none.',
        ),
        delay: Type.String({
          pattern: '^\\d+(\\.\\d+)?s$',
          minLength: 2,
          maxLength: 32,
          description: 'Additional wait before capturing.',
        }),
        storage_state: nullable(SingleLine(1024, 'A file name.'), 'File with the state of a session; null: none.'),
        platform: Type.Union([enumRef(TargetPlatform), Type.Null()], {
          description: 'Platform; null: none. Its phones have a touch screen and follow the viewport of the page.',
        }),
        motion: enumRef(Motion),
      },
      { title: 'CaptureOptions', description: 'The options of the request, with their defaults.' },
    ),
  },
  { $id: 'CaptureConfig', description: 'Configuration of the script: the CONFIG at its top.' },
)
export type CaptureConfig = Static<typeof CaptureConfig>

export const CaptureResponse = Type.Object(
  {
    success: Success,
    playwright_script: DocumentText(
      'capture.mjs: requires Node.js 20 or later and playwright or playwright-core; mp4 also requires ffmpeg.',
    ),
    capture_config: ref(CaptureConfig),
  },
  { $id: 'CaptureResponse', description: 'A script and its configuration.' },
)

export const captureMedia = operation({
  method: 'POST',
  url: '/api/v1/capture-media',
  problems: [],
  aliasedEnums: { '/wait_until': waitConditionEnum },
  examples: {
    picture: {
      summary: 'A screenshot of 3840 × 2160',
      body: {
        target_url: 'https://example.com/',
        viewport: { width: 1920, height: 1080, deviceScaleFactor: 2 },
        output_format: 'png',
        wait_until: 'load',
      },
    },
    video: {
      summary: 'A 4K video of 10 seconds, 60 frames per second',
      body: {
        target_url: 'https://example.com/',
        viewport: { width: 3840, height: 2160, deviceScaleFactor: 1 },
        output_format: 'mp4',
        record_duration: '10s',
        wait_until: 'networkidle',
      },
    },
    scroll: {
      summary: 'A film for Instagram Reels: the page on a phone, from top to bottom',
      body: {
        target_url: 'https://example.com/',
        output_format: 'mp4',
        record_duration: '10s',
        platform: 'instagram_reels',
        motion: 'scroll',
        hide_cookie_banners: true,
      },
    },
    fullPage: {
      summary: 'The whole page in its dark scheme',
      body: {
        target_url: 'https://example.com/',
        full_page: true,
        color_scheme: 'dark',
        hide_selectors: ['.chat-widget'],
        delay: '1s',
      },
    },
  },
  responseExamples: { 200: responseExamples.captureMedia },
  schema: {
    operationId: 'captureMedia',
    tags: ['Capture'],
    summary: 'Generate a script that captures a page in 4K',
    description:
      'Returns a script that captures any page with a real browser on your machine, as a screenshot (png) or as a video (mp4, 60 frames per second, no dropped frames), and its configuration. The service itself captures nothing. With `Accept: text/javascript` the response is the script as a download.',
    body: ref(CaptureRequest),
    response: {
      200: contentResponse(
        {
          'application/json': { schema: ref(CaptureResponse) },
          'text/javascript': { schema: DocumentText('The script, as a download.') },
        },
        'The script and its configuration.',
        { ...recordHeader('x-capture-id', 'capture'), ...locationHeader, ...warningsHeader },
      ),
    },
  },
})
