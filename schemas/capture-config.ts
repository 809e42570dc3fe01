// The configuration of a capture: the CONFIG at the top of the script.
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { CaptureStep, maxSteps } from './capture-steps.ts'
import { Box, TargetPlatform } from './platform.ts'
import { maxListedErrors } from './problem-document.ts'
import { ColorScheme } from './style.ts'
import {
  alternatives,
  documentedType,
  enumModel,
  enumOf,
  enumRef,
  Pixels,
  ref,
  Sha256,
  SingleLine,
  Size,
  Token,
} from './types.ts'

export const outputFormats = ['png', 'mp4'] as const
export const waitConditions = ['load', 'domcontentloaded', 'networkidle', 'commit'] as const
export type WaitCondition = (typeof waitConditions)[number]

export type OutputFormat = (typeof outputFormats)[number]
const outputKinds: Readonly<Record<OutputFormat, string>> = { png: 'screenshot', mp4: 'video' }
/** "png (screenshot) or mp4 (video)". */
export const outputFormatUse = alternatives(outputFormats.map(format => `${format} (${outputKinds[format]})`))
export const OutputFormat = enumModel('OutputFormat', outputFormats, `${outputFormatUse}. Default in requests: png.`)
export const WaitCondition = enumModel(
  'WaitCondition',
  waitConditions,
  'Page-load condition that the script waits for.',
)

const motions = ['none', 'scroll', 'story'] as const
export const Motion = enumModel(
  'Motion',
  motions,
  'Camera motion of a video. scroll: from the top of the page to its bottom, with an easing. story: rests at each section as long as reading its words takes, at 3.5 words a second, and scrolls in between; in a shorter video rests shrink in proportion, and the script prints the length that would be needed. Default in requests: none.',
)

export const imageTypes = ['png', 'jpeg', 'webp'] as const
export const ImageType = enumModel(
  'ImageType',
  imageTypes,
  'File type of a screenshot, which its extension follows. Default in requests: png.',
)
export type ImageType = Static<typeof ImageType>

/** Of a lossy image. */
export function Quality(description: string) {
  return Type.Integer({ minimum: 0, maximum: 100, description })
}

/** Of a full page. The maximum is that of its device px at the smallest scale. */
export function MaxHeight(description: string) {
  return Type.Integer({ minimum: 16, maximum: 262_140, description })
}

export function AcceptedStatus(description: string) {
  const status = Type.Integer({ minimum: 400, maximum: 499, description: 'An HTTP status.' })
  return Type.Array(status, { minItems: 0, maxItems: 100, description, examples: [[404]] })
}

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

/** true means reduce, false no-preference. */
export const ReducedMotion = Type.Unsafe<boolean | 'reduce' | 'no-preference'>({
  $id: 'ReducedMotion',
  enum: [true, false, 'reduce', 'no-preference'],
  description: 'prefers-reduced-motion: true or reduce, false or no-preference. Default in requests: as the browser.',
  [documentedType]: Type.Union([Type.Boolean(), enumOf(['reduce', 'no-preference'])]),
})

/** What a request sets, or null, as a model. */
function nullableModel<T extends TSchema>($id: string, model: T, description: string) {
  const values: readonly unknown[] = model.enum
  const shown = Type.Union([ref(model), Type.Null()])
  return Type.Unsafe<Static<T> | null>({ $id, enum: [...values, null], description, [documentedType]: shown })
}

export const UsedColorScheme = nullableModel(
  'UsedColorScheme',
  ColorScheme,
  'prefers-color-scheme; null: the browser default.',
)
export const UsedReducedMotion = nullableModel(
  'UsedReducedMotion',
  ReducedMotion,
  'prefers-reduced-motion, as requested; null: the browser default.',
)
export const UsedPlatform = nullableModel(
  'UsedPlatform',
  TargetPlatform,
  'Platform; null: none. Its phones have a touch screen and follow the viewport of the page.',
)

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
    record_duration: Type.Union([Duration, Type.Null()], { description: 'Length of the video; null for screenshots.' }),
    timeouts: Type.Object(
      {
        launch_ms: Milliseconds('Timeout of the browser launch.'),
        navigation_ms: Milliseconds('Timeout of the navigation, up to wait_until.'),
        idle_ms: Milliseconds('Longest wait for networkidle; the script then continues.'),
        settle_ms: Milliseconds(
          'Longest wait for each of: requests without an answer, images and fonts, a page that does not come to rest, the element of a step.',
        ),
      },
      { title: 'Timeouts', description: 'Time limits of the script.' },
    ),
    video: Type.Union(
      [
        Type.Object(
          {
            fps: Type.Integer({ minimum: 1, maximum: 60, description: 'Frames per second.' }),
            frame_count: Type.Integer({ minimum: 1, maximum: 36_000, description: 'Number of frames.' }),
            codec: Token(32, 'Codec of the film.'),
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
      { description: 'Video settings; null for screenshots.' },
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
    safe_area: ref(Box, {
      description:
        'Part of the output that the interface of the platform does not cover, device px; all of it without a platform.',
    }),
    banner_selectors: Type.Array(UsedSelector, {
      minItems: 0,
      maxItems: 256,
      description: 'CSS selectors of known banners that ask for consent; empty without hide_cookie_banners.',
    }),
    options: Type.Object(
      {
        full_page: Type.Boolean({ description: 'Capture the full height of the page (png).' }),
        selector: nullable(UsedSelector, 'CSS selector of the element to capture (png); null: the viewport.'),
        color_scheme: ref(UsedColorScheme),
        reduced_motion: ref(UsedReducedMotion),
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
        platform: ref(UsedPlatform),
        motion: enumRef(Motion),
        steps: Type.Optional(
          Type.Array(ref(CaptureStep), { minItems: 0, maxItems: maxSteps, description: 'Steps before capturing.' }),
        ),
        locale: Type.Optional(Token(64, 'Locale of the browser, a canonical BCP 47 tag.')),
        timezone: Type.Optional(Token(64, 'Time zone of the browser, an IANA name.')),
        max_height: Type.Optional(MaxHeight('Largest height of a full page, CSS px.')),
        accept_status: Type.Optional(AcceptedStatus('Statuses that are no error.')),
        ignore_https_errors: Type.Optional(Type.Boolean({ description: 'Accept any certificate.' })),
        image_type: Type.Optional(enumRef(ImageType)),
        quality: Type.Optional(Quality('Quality of a lossy image.')),
        omit_background: Type.Optional(Type.Boolean({ description: 'Leave the background transparent.' })),
      },
      {
        title: 'CaptureOptions',
        description:
          'The options of the request, with their defaults. Optional ones are present if the request sets them.',
      },
    ),
  },
  { $id: 'CaptureConfig', description: 'Configuration of the script: the CONFIG at its top.' },
)
export type CaptureConfig = Static<typeof CaptureConfig>

export type CaptureOptions = CaptureConfig['options']
