// The capture-media operation: the URL of a page in, a script that captures it out.
import { type Static, Type } from '@sinclair/typebox'
import { CaptureConfig, type WaitCondition, waitConditions } from './capture-config.ts'
import { captureOptions, FramesPerSecond, OutputFormat } from './capture-options.ts'
import responseExamples from './examples/responses.json' with { type: 'json' }
import { contentResponse, locationHeader, operation, recordHeader, warningsHeader } from './operation.ts'
import { capturePlatformEnum } from './platform.ts'
import {
  type AliasedEnum,
  aliasedModel,
  aliasedText,
  DocumentText,
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
        'Length of the video in seconds, such as 10s (0.1s to 600s). Default: 10s. Ignored for screenshots.',
        '10s',
      ),
    ),
    wait_until: Type.Optional(aliasedText(WaitUntil)),
    ...captureOptions,
    fps: Type.Optional(FramesPerSecond),
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
      { id: RecordId('cap', 'Id of the capture record.'), url: RecordUrl('Absolute URL of the script.') },
      { title: 'CaptureRecord', description: 'The record of the script.' },
    ),
  },
  { $id: 'CaptureResponse', description: 'A script, its configuration and its URL.' },
)

export const captureMedia = operation({
  method: 'POST',
  url: '/api/v1/capture-media',
  problems: ['storage_full'],
  aliasedEnums: { '/wait_until': waitConditionEnum, '/platform': capturePlatformEnum },
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
      summary: 'A video for Instagram Reels: the page on a phone, from top to bottom',
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
      'Returns a script and its configuration. The script captures any page as a screenshot or video (60 frames per second by default), with a real browser on your machine. This operation itself captures nothing. capture.url is the URL of the script; `Accept: text/javascript` downloads it.',
    body: ref(CaptureRequest),
    response: {
      200: contentResponse(
        { 'application/json': { schema: writtenRef(CaptureResponse) } },
        'The script and its configuration.',
        { ...recordHeader('x-capture-id', 'capture'), ...locationHeader, ...warningsHeader },
      ),
    },
  },
})
