// The options of a capture: properties of the request beyond the specification. The configuration contains the ones that a request sets.
import { type Static, Type } from '@sinclair/typebox'
import { CaptureStep, maxSteps } from './capture-steps.ts'
import { CapturePlatform } from './platform.ts'
import { ColorScheme } from './style.ts'
import { aliasedText, alternatives, documentedType, enumModel, enumOf, enumRef, FormattedText, ref } from './types.ts'

export const outputFormats = ['png', 'mp4'] as const
export type OutputFormat = (typeof outputFormats)[number]
const outputKinds: Readonly<Record<OutputFormat, string>> = { png: 'screenshot', mp4: 'video' }
/** "png (screenshot) or mp4 (video)". */
export const outputFormatUse = alternatives(outputFormats.map(format => `${format} (${outputKinds[format]})`))
export const OutputFormat = enumModel('OutputFormat', outputFormats, `${outputFormatUse}. Default in requests: png.`)
const motions = ['none', 'scroll', 'story'] as const
export const Motion = enumModel(
  'Motion',
  motions,
  'Camera motion of a video. scroll: from the top of the page to its bottom, with easing. story: pauses at each section for as long as it takes to read, at 3.5 words per second, and scrolls in between; in a shorter video the pauses are shortened in proportion, and the script prints the length that would be needed. Default in requests: none.',
)

export const imageTypes = ['png', 'jpeg', 'webp'] as const
export const ImageType = enumModel(
  'ImageType',
  imageTypes,
  'File type of a screenshot, which also determines its extension. Default in requests: png.',
)
export type ImageType = Static<typeof ImageType>

/** true means reduce, false no-preference. */
export const ReducedMotion = Type.Unsafe<boolean | 'reduce' | 'no-preference'>({
  $id: 'ReducedMotion',
  enum: [true, false, 'reduce', 'no-preference'],
  description:
    'Value of prefers-reduced-motion: true or reduce, false or no-preference. Default in requests: that of the browser.',
  [documentedType]: Type.Union([Type.Boolean(), enumOf(['reduce', 'no-preference'])]),
})

function Selector(description: string, example: string) {
  return FormattedText('css-selector', 1024, description, example)
}

const platformUse =
  'Platform that sets the default viewport. instagram_reels, youtube_shorts and tiktok: a phone of 360 × 640 at factor 3; instagram_feed: 360 × 450; square: 360 × 360; x and linkedin: 1280 × 720 at factor 1.5; web_16_9: 1920 × 1080 at factor 2. Properties of viewport take precedence. Videos stay within the frame rate and bit rate of the platform.'

const frameRates = [24, 25, 30, 50, 60] as const
/** A member of the request that becomes one of `video`. */
export const FramesPerSecond = Type.Unsafe<(typeof frameRates)[number]>({
  type: 'integer',
  enum: frameRates,
  description: 'Video: frames per second. Default: 60.',
  [documentedType]: Type.Integer({ enum: frameRates, minimum: 24, maximum: 60 }),
})

/** The options; CONFIG contains each one that a request sets. */
export const captureOptions = {
  full_page: Type.Optional(
    Type.Boolean({
      description:
        'Screenshots: the whole page, including lazily loaded content, with fixed headers shown once; cut at a height of 65,535 device px. Default: false.',
    }),
  ),
  selector: Type.Optional(Selector('Screenshots: only the first matching element.', 'main article')),
  color_scheme: Type.Optional(enumRef(ColorScheme)),
  reduced_motion: Type.Optional(enumRef(ReducedMotion)),
  hide_selectors: Type.Optional(
    Type.Array(Selector('A CSS selector.', '.chat-widget'), {
      minItems: 0,
      maxItems: 32,
      description: 'Elements to hide; the space they occupy stays empty.',
    }),
  ),
  hide_cookie_banners: Type.Optional(
    Type.Boolean({
      description: 'Hides banners that ask for consent; consent is neither given nor refused. Default: false.',
    }),
  ),
  hide_overlays: Type.Optional(
    Type.Boolean({
      description:
        'Hides unsolicited overlays: newsletter dialogs, chat buttons, prompts for apps and notifications, and consent banners. Dialogs that steps open remain visible. Default: false.',
    }),
  ),
  wait_for_selector: Type.Optional(Selector('Waits until a matching element is visible.', '#chart svg')),
  delay: Type.Optional(FormattedText('delay', 32, 'Additional wait before the capture: 0s to 60s. Default: 0s.', '2s')),
  storage_state: Type.Optional(
    FormattedText(
      'file-name',
      1024,
      'File with the cookies and local storage of a session, as written by storageState() of Playwright. The script reads it on your machine.',
      'state.json',
    ),
  ),
  platform: Type.Optional(aliasedText(CapturePlatform, { minLength: 1, description: platformUse })),
  motion: Type.Optional(enumRef(Motion)),
  steps: Type.Optional(
    Type.Array(ref(CaptureStep), {
      minItems: 0,
      maxItems: maxSteps,
      description:
        'Steps to carry out on the page, in this order, after it has loaded and before wait_for_selector and delay. Each step waits up to 10 s for its element. For a password, set the text of a type step to {"env": "NAME"}: the script then reads the environment variable NAME on the machine where it runs.',
    }),
  ),
  locale: Type.Optional(
    FormattedText(
      'locale',
      64,
      'Language and region of the browser, as a BCP 47 tag; used for Accept-Language, dates and numbers.',
      'de-DE',
    ),
  ),
  timezone: Type.Optional(
    FormattedText('timezone', 64, 'Time zone of the browser, as an IANA time zone name.', 'Europe/Berlin'),
  ),
  max_height: Type.Optional(
    Type.Integer({
      minimum: 16,
      // 65,535 device px at the smallest scale.
      maximum: 262_140,
      description:
        'With full_page: maximum height, measured from the top of the page, CSS px. Default: the whole height.',
    }),
  ),
  accept_status: Type.Optional(
    Type.Array(Type.Integer({ minimum: 400, maximum: 499, description: 'An HTTP status code.' }), {
      minItems: 0,
      maxItems: 100,
      description:
        'HTTP status codes from 400 to 499 for which the page is captured anyway; any other status of 400 or above is an error.',
      examples: [[404]],
    }),
  ),
  ignore_https_errors: Type.Optional(
    Type.Boolean({
      description: 'Opens the page even if its certificate is invalid, for example self-signed. Default: false.',
    }),
  ),
  strict: Type.Optional(
    Type.Boolean({
      description:
        'If true, the script writes no file and exits with code 4 if the page looks like a sign-in page or a bot challenge, or has only one colour. If false, it prints a warning instead and sets looks_like in its JSON output. Default: false.',
    }),
  ),
  image_type: Type.Optional(
    enumRef(ImageType, {
      description:
        'File type of a screenshot (output_format png), which also determines the extension of the output file. Screenshots have at most 16,383 device px per side with jpeg, webp or omit_background. Default: png.',
    }),
  ),
  quality: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'jpeg and webp: 0 (smallest file) to 100 (a lossless file with webp). Default: 80.',
    }),
  ),
  omit_background: Type.Optional(
    Type.Boolean({
      description: 'png and webp: makes the image transparent where the page sets no background. Default: false.',
    }),
  ),
} as const
export const CaptureOptions = Type.Object(captureOptions, {
  title: 'CaptureOptions',
  description: 'The options that the request sets and that apply to it.',
})
export type CaptureOptions = Static<typeof CaptureOptions>

/** Values that change nothing, as an empty list does. */
export const idleOptions: Partial<CaptureOptions> = {
  full_page: false,
  hide_cookie_banners: false,
  hide_overlays: false,
  ignore_https_errors: false,
  strict: false,
  omit_background: false,
  delay: '0s',
  motion: 'none',
  image_type: 'png',
}

/** The members of a request that only one format knows. */
export const formatOptions = {
  png: ['full_page', 'selector', 'max_height', 'image_type', 'quality', 'omit_background'],
  mp4: ['motion', 'fps'],
} as const satisfies Readonly<Record<OutputFormat, readonly (keyof CaptureOptions | 'fps')[]>>
