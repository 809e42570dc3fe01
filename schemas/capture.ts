// The capture-media operation: the URL of a page in, a script that captures it out.
import { type Static, Type } from '@sinclair/typebox'
import {
  AcceptedStatus,
  CaptureConfig,
  ImageType,
  MaxHeight,
  Motion,
  OutputFormat,
  Quality,
  ReducedMotion,
  type WaitCondition,
  waitConditions,
} from './capture-config.ts'
import { CaptureStep, maxSteps } from './capture-steps.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { TargetPlatform } from './platform.ts'
import { ColorScheme } from './style.ts'
import {
  type AliasedEnum,
  aliasedModel,
  aliasedText,
  DocumentText,
  documentedType,
  enumRef,
  FormattedText,
  RecordId,
  RecordUrl,
  ref,
  Success,
  writtenRef,
} from './types.ts'

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

export const WaitUntil = aliasedModel(
  'WaitUntil',
  waitConditionEnum,
  'Page-load condition to wait for before capturing.',
)

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

function Selector(description: string, example: string) {
  return FormattedText('css-selector', 1024, description, example)
}

const platformUse =
  'Platform whose viewport replaces the default one: instagram_reels and youtube_shorts a phone of 360 × 640 at factor 3, web_16_9 1920 × 1080 at factor 2. Properties of viewport take precedence.'

const frameRates = [24, 25, 30, 50, 60] as const
const FramesPerSecond = Type.Unsafe<(typeof frameRates)[number]>({
  type: 'integer',
  enum: frameRates,
  description: 'Video: frames per second. Default: 60.',
  [documentedType]: Type.Integer({ enum: frameRates, minimum: 24, maximum: 60 }),
})

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
        'Length of the video in seconds, with the unit s: 0.1s to 600s. Default: 10s. Ignored for screenshots.',
        '10s',
      ),
    ),
    wait_until: Type.Optional(aliasedText(WaitUntil)),
    full_page: Type.Optional(
      Type.Boolean({
        description:
          'png: the whole page, with lazy content and headers once; cut at 65,535 device px. Default: false.',
      }),
    ),
    selector: Type.Optional(Selector('png: only the first element that matches.', 'main article')),
    color_scheme: Type.Optional(enumRef(ColorScheme)),
    reduced_motion: Type.Optional(enumRef(ReducedMotion)),
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
    steps: Type.Optional(
      Type.Array(ref(CaptureStep), {
        minItems: 0,
        maxItems: maxSteps,
        description:
          'What to do on the page once it has loaded, in this order, before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, the text of a type step is {"env": "NAME"}: an environment variable of the machine that runs the script.',
      }),
    ),
    locale: Type.Optional(
      FormattedText(
        'locale',
        64,
        'Language and region of the browser, a BCP 47 tag: for Accept-Language, dates and numbers.',
        'de-DE',
      ),
    ),
    timezone: Type.Optional(FormattedText('timezone', 64, 'Time zone of the browser, an IANA name.', 'Europe/Berlin')),
    max_height: Type.Optional(
      MaxHeight('full_page: at most this height of the page from its top, CSS px. Default: the whole height.'),
    ),
    accept_status: Type.Optional(
      AcceptedStatus('Statuses of 400 to 499 with which the page is captured; others of 400 and above are an error.'),
    ),
    ignore_https_errors: Type.Optional(
      Type.Boolean({
        description: 'Opens the page whatever its certificate, for example a self-signed one. Default: false.',
      }),
    ),
    fps: Type.Optional(FramesPerSecond),
    image_type: Type.Optional(
      enumRef(ImageType, {
        description:
          'File type of a screenshot (output_format png), which the extension of the output file follows; at most 65,500 device px high with jpeg, 16,383 with webp. Default: png.',
      }),
    ),
    quality: Type.Optional(
      Quality('jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.'),
    ),
    omit_background: Type.Optional(
      Type.Boolean({
        description: 'png and webp: transparent where the page has no background of its own. Default: false.',
      }),
    ),
  },
  { $id: 'CaptureRequest', description: 'A page, and how to capture it.' },
)
export type CaptureRequest = Static<typeof CaptureRequest>

export const CaptureResponse = Type.Object(
  {
    success: Success,
    playwright_script: DocumentText(
      'capture.mjs: requires Node.js 20 or later and playwright or playwright-core; videos also require ffmpeg.',
    ),
    capture_config: ref(CaptureConfig),
    capture: Type.Object(
      { id: RecordId('cap', 'Id of the capture record.'), url: RecordUrl('Absolute address of the script.') },
      { title: 'CaptureRecord', description: 'The record of the script.' },
    ),
  },
  { $id: 'CaptureResponse', description: 'A script, its configuration and its address.' },
)

export const captureMedia = operation({
  method: 'POST',
  url: '/api/v1/capture-media',
  problems: ['storage_full'],
  aliasedEnums: { '/wait_until': waitConditionEnum },
  specifiedMembers: [
    '/target_url',
    '/viewport',
    '/viewport/width',
    '/viewport/height',
    '/viewport/deviceScaleFactor',
    '/output_format',
    '/record_duration',
    '/wait_until',
  ],
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
    steps: {
      summary: 'A page behind a login form, as JPEG, for a visitor in Berlin; the password stays on your machine',
      body: {
        target_url: 'https://example.com/login',
        steps: [
          { action: 'type', selector: '#user', text: 'ada' },
          { action: 'type', selector: '#password', text: { env: 'LOGIN_PASSWORD' } },
          { action: 'press', key: 'Enter' },
        ],
        image_type: 'jpeg',
        quality: 85,
        locale: 'de-DE',
        timezone: 'Europe/Berlin',
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
      'Returns a script that captures any page with a real browser on your machine, as a screenshot or as a video (by default 60 frames per second), and its configuration. The service itself captures nothing. capture.url is the address of the script; `Accept: text/javascript` downloads it.',
    body: ref(CaptureRequest),
    response: {
      200: contentResponse(
        {
          'application/json': { schema: writtenRef(CaptureResponse) },
          'text/javascript': { schema: DocumentText('The script, as a download.') },
        },
        'The script and its configuration.',
        { ...recordHeader('x-capture-id', 'capture'), ...locationHeader, ...warningsHeader },
      ),
    },
  },
})
