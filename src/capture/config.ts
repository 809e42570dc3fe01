// Resolves a capture request to capture_config: sizes in device px, and the options that have an effect.
import { type CaptureRequest, type Viewport, waitConditionEnum } from '../../schemas/capture.ts'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import {
  type CaptureOptions,
  captureOptions,
  formatOptions,
  idleOptions,
  imageTypes,
  type OutputFormat,
  outputFormats,
} from '../../schemas/capture-options.ts'
import { type CapturePlatform, capturePlatformEnum, safeAreaOf } from '../../schemas/platform.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import type { Size } from '../../schemas/types.ts'
import { Problem } from '../errors.ts'
import { resolveAlias } from '../values/aliased-enum.ts'
import { parseUrl } from '../values/url.ts'
import { bannerSelectors } from './banner-selectors.ts'
import { captureFormats, imageFormats } from './formats.ts'
import { scriptParts } from './script.ts'
import { findInapplicableStepMembers, resolveStep } from './steps.ts'

const timeouts = { launch_ms: 30_000, navigation_ms: 60_000, idle_ms: 10_000, settle_ms: 10_000 } as const
/** The limit of a whole run, and what each frame of a video adds. */
const runLimit = { ms: 600_000, frameMs: 5000 } as const

const desktop = { width: 1920, height: 1080, deviceScaleFactor: 2 } as const

/** How a platform is captured. */
interface PlatformSettings {
  readonly viewport: Required<Viewport>
  readonly isPhone?: true
  /** Of videos: the default rate, and the highest bit rate that the platform takes, bits a second. */
  readonly video?: { readonly fps?: number; readonly maxBitRate: number }
}

function phone(height: number, maxBitRate?: number): PlatformSettings {
  const viewport = { width: 360, height, deviceScaleFactor: 3 }
  return { viewport, isPhone: true, ...(maxBitRate && { video: { maxBitRate } }) }
}

const feed = { width: 1280, height: 720, deviceScaleFactor: 1.5 } as const

/** docs/platforms.md has the sources. */
const platformSettings: Readonly<Record<CapturePlatform, PlatformSettings>> = {
  instagram_reels: phone(640, 25_000_000),
  youtube_shorts: phone(640),
  web_16_9: { viewport: desktop },
  tiktok: phone(640),
  instagram_feed: phone(450, 25_000_000),
  square: phone(360, 25_000_000),
  x: { viewport: feed, video: { fps: 30, maxBitRate: 25_000_000 } },
  linkedin: { viewport: feed, video: { fps: 25, maxBitRate: 30_000_000 } },
}

/**
 * Resolves a request that satisfies its schema; unknown members are ignored.
 * @param warnings what was ignored or replaced in the request; the script prints it
 * @throws {Problem} `invalid_request` when the result would be too large.
 */
export function resolveCaptureConfig(request: CaptureRequest, warnings: readonly string[] = []): CaptureConfig {
  const fieldErrors = validateOutputSize(request)
  if (fieldErrors.length > 0) throw new Problem('invalid_request', { fieldErrors })
  return buildConfig(request, warnings)
}

function buildConfig(request: CaptureRequest, warnings: readonly string[]): CaptureConfig {
  const { target_url, output_format = 'png', record_duration = '10s' } = request
  const options = resolveOptions(request)
  const platform = platformOf(request)
  const { isPhone, video: platformVideo } = platform ? platformSettings[platform] : {}
  const viewport = resolveViewport(request)
  const output_size = computeOutputSize(viewport, output_format)
  const { video } = captureFormats[output_format]
  const seconds = Number.parseFloat(record_duration)
  const fps = request.fps ?? platformVideo?.fps ?? video?.fps ?? 0
  const frameCount = Math.round(seconds * fps)
  return {
    target_url,
    output_format,
    output_file: `${buildFileStem(target_url)}-${partName(options, output_size)}.${options.image_type ?? output_format}`,
    viewport,
    output_size,
    wait_until: resolveAlias(waitConditionEnum, request.wait_until).value,
    ...(video && { record_duration: `${seconds}s` }),
    timeouts: { ...timeouts, run_ms: runLimit.ms + (video ? frameCount * runLimit.frameMs : 0) },
    ...(video && {
      video: {
        ...video,
        fps,
        frame_count: frameCount,
        ...(platformVideo && { max_bit_rate: platformVideo.maxBitRate }),
      },
    }),
    script: buildScriptInfo({ output_format, options }),
    warnings: [...warnings],
    ...((options.hide_cookie_banners || options.hide_overlays) && { banner_selectors: [...bannerSelectors] }),
    ...(isPhone && { is_mobile: isPhone }),
    ...(platform && { safe_area: safeAreaOf(platform, output_size) }),
    options,
  }
}

const optionNames: readonly string[] = Object.keys(captureOptions)

/** The options of a request that change something. */
function resolveOptions(request: CaptureRequest): CaptureOptions {
  const inapplicable = findInapplicableOptions(request).map(({ pointer }) => pointer.slice(1))
  // By name: a request may have a hundred thousand other members.
  const used = optionNames.filter(name => isInUse(request, name) && !inapplicable.includes(name))
  const sent: Readonly<Record<string, unknown>> = request
  const options: CaptureOptions = Object.fromEntries(used.map(name => [name, sent[name]]))
  const { steps, locale, delay } = options
  const platform = platformOf(request)
  return {
    ...options,
    ...(platform && { platform }),
    ...(delay && { delay: `${Number.parseFloat(delay)}s` }),
    ...(steps && { steps: steps.map(resolveStep) }),
    ...(locale && { locale: new Intl.Locale(locale).toString() }),
  }
}

/** Whether a request has a member whose value changes something. */
function isInUse(request: CaptureRequest, name: string): boolean {
  const sent: Readonly<Record<string, unknown>> = request
  const idle: Readonly<Record<string, unknown>> = idleOptions
  const value = name === 'delay' ? request.delay && `${Number.parseFloat(request.delay)}s` : sent[name]
  return value !== undefined && value !== idle[name] && !(Array.isArray(value) && value.length === 0)
}

/** @returns the options that have no effect on a request, because of its format or of another option. */
export function findInapplicableOptions(request: CaptureRequest): FieldError[] {
  const { output_format = 'png', full_page, selector, max_height, steps = [] } = request
  const ofOthers = outputFormats
    .filter(format => format !== output_format)
    .flatMap(format =>
      formatOptions[format]
        .filter(name => isInUse(request, name))
        .map(name => inapplicable(name, `has no effect on ${output_format}. Send it with output_format ${format}.`)),
    )
  if (output_format !== 'png') return [...ofOthers, ...findInapplicableStepMembers(steps)]
  const isBoth = full_page === true && selector !== undefined
  const both = isBoth ? [inapplicable('full_page', 'has no effect together with selector. Send only one of them.')] : []
  const isHeightUnused = max_height !== undefined && (full_page !== true || isBoth)
  const ofHeight = isHeightUnused ? [inapplicable('max_height', 'has no effect without full_page. Send both.')] : []
  return [...both, ...ofOthers, ...ofHeight, ...findInapplicableToImage(request), ...findInapplicableStepMembers(steps)]
}

/** The options that have no effect on the type of the image. */
function findInapplicableToImage(request: CaptureRequest): FieldError[] {
  const { image_type = 'png' } = request
  return imageFormats[image_type].ignores
    .filter(name => isInUse(request, name))
    .map(name => {
      const others = imageTypes.filter(type => !imageFormats[type].ignores.includes(name)).join(' or ')
      return inapplicable(name, `has no effect on ${image_type}. Send it with image_type ${others}.`)
    })
}

function inapplicable(name: string, reason: string): FieldError {
  return { pointer: `/${name}`, code: 'not_applicable', message: `The property ${name} ${reason}` }
}

/** What a configuration of this or an earlier release was asked for: there, null is an option that is not set. */
export function requestOf(config: CaptureConfig): CaptureRequest {
  const { target_url, output_format, viewport, wait_until, record_duration, video, options } = config
  const sent = { ...options, target_url, output_format, viewport, wait_until, record_duration, fps: video?.fps }
  const set = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined)
  return Object.assign({ target_url }, Object.fromEntries(set))
}

/** A stored configuration for the script of this release. */
export function upgradeCaptureConfig(stored: CaptureConfig): CaptureConfig {
  return buildConfig(requestOf(stored), stored.warnings)
}

function buildScriptInfo(job: Pick<CaptureConfig, 'output_format' | 'options'>): CaptureConfig['script'] {
  return {
    file_name: 'capture.mjs',
    language: 'javascript',
    node: '>=20',
    requires: [...captureFormats[job.output_format].requires],
    sha256: scriptParts(job).sha256,
    version: '1.0.0',
  }
}

type SizeRequest = Pick<CaptureRequest, 'viewport' | 'platform' | 'output_format' | 'image_type'>

/** @returns a fault of the viewport when the result exceeds what Chromium paints, what its file type can hold, or 8K (mp4). */
export function validateOutputSize(request: SizeRequest): FieldError[] {
  const { output_format = 'png', image_type = 'png' } = request
  const { width, height } = computeOutputSize(resolveViewport(request), output_format)
  const { fits, limit } = captureFormats[output_format]
  if (fits({ width, height }, image_type)) return []
  const message = `Width and height times deviceScaleFactor are ${width} × ${height} device px, but ${limit(image_type)}. Send a smaller viewport or deviceScaleFactor.`
  return [{ pointer: '/viewport', code: 'out_of_range', message }]
}

/** Each missing member has its own default. The default scale is 2, or 1 for a window larger than 1920 × 2160; a phone keeps its own. */
function resolveViewport(request: SizeRequest): Required<Viewport> {
  const { viewport = {} } = request
  const platform = platformOf(request)
  const defaults = platform ? platformSettings[platform].viewport : desktop
  const { width = defaults.width, height = defaults.height } = viewport
  const defaultScale = width > 1920 || height > 2160 ? 1 : defaults.deviceScaleFactor
  return { width, height, deviceScaleFactor: viewport.deviceScaleFactor ?? defaultScale }
}

function platformOf({ platform }: Pick<CaptureRequest, 'platform'>): CapturePlatform | undefined {
  return platform === undefined ? undefined : resolveAlias(capturePlatformEnum, platform).value
}

/** The result in device px. */
function computeOutputSize({ width, height, deviceScaleFactor }: Required<Viewport>, format: OutputFormat): Size {
  return captureFormats[format].outputSize({
    width: toDevicePixels(width, deviceScaleFactor),
    height: toDevicePixels(height, deviceScaleFactor),
  })
}

/**
 * floor(css × scale) of the decimal numbers in the request: 100 × 1.15 is 115, although the product of the doubles is
 * 114.99999999999999. In the allowed range (16,384 × 8) the error of doubles is below 1e-10.
 */
function toDevicePixels(css: number, scale: number): number {
  return Math.floor(css * scale + 1e-9)
}

/** What the output file shows: the size of the viewport, the whole page or an element. */
function partName({ full_page, selector }: CaptureOptions, { width, height }: Size): string {
  if (full_page) return 'full-page'
  return selector === undefined ? `${width}x${height}` : 'element'
}

/** The host in letters, digits and dashes. The size after it keeps it distinct from reserved file names such as CON. */
function buildFileStem(url: string): string {
  const host = parseUrl(url)?.hostname ?? ''
  const stem = host.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return stem.slice(0, 100).replace(/^-+|-+$/g, '') || 'page'
}
