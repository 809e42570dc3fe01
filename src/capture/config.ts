// Resolves a capture request to capture_config: every default filled in, every size in device px.
import {
  type CaptureConfig,
  type CaptureRequest,
  deviceLimits,
  type Viewport,
  waitConditionEnum,
} from '../../schemas/capture.ts'
import type { FieldError } from '../../schemas/problem-document.ts'
import { resolveAlias } from '../aliased-enum.ts'
import { Problem } from '../errors.ts'
import { parseUrl } from '../url.ts'
import { scriptSha256 } from './script.ts'

const fps = 60
const timeouts = { launch_ms: 30_000, navigation_ms: 60_000, idle_ms: 10_000, settle_ms: 10_000 } as const
const encoding = { codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast', engine: 'auto' } as const
const defaultOptions = {
  full_page: false,
  color_scheme: null,
  reduced_motion: null,
  wait_for_selector: null,
  extra_wait_ms: 0,
} as const

/**
 * Resolves a request that satisfies its schema; unknown members are ignored.
 *
 * @param warnings what was ignored or replaced in the request; the script prints it.
 * @throws {Problem} `invalid_request` when the result would be too large.
 */
export function resolveCaptureConfig(request: CaptureRequest, warnings: readonly string[]): CaptureConfig {
  const { target_url, output_format = 'png', record_duration = '10s' } = request
  const fieldErrors = validateOutputSize(request)
  if (fieldErrors.length > 0) throw new Problem('invalid_request', { fieldErrors })
  const viewport = resolveViewport(request.viewport)
  const output_size = computeOutputSize(viewport, output_format)
  const seconds = output_format === 'mp4' ? Number.parseFloat(record_duration) : null
  return {
    target_url,
    output_format,
    output_file: `${buildFileStem(target_url)}-${output_size.width}x${output_size.height}.${output_format}`,
    viewport,
    output_size,
    wait_until: resolveAlias(waitConditionEnum, request.wait_until).value,
    record_duration: seconds === null ? null : `${seconds}s`,
    timeouts: { ...timeouts },
    video: seconds === null ? null : { fps, frame_count: Math.round(seconds * fps), ...encoding },
    script: describeScript(output_format),
    warnings: [...warnings],
    options: { ...defaultOptions, hide_selectors: [] },
  }
}

/** A stored configuration for the script of this release: one of an earlier release lacks later options and describes its own script. */
export function upgradeCaptureConfig(stored: CaptureConfig): CaptureConfig {
  const options = { ...defaultOptions, ...stored.options }
  return { ...stored, script: describeScript(stored.output_format), options }
}

function describeScript(format: CaptureConfig['output_format']): CaptureConfig['script'] {
  return {
    file_name: 'capture.mjs',
    language: 'javascript',
    node: '>=20',
    requires: format === 'png' ? ['playwright'] : ['playwright', 'ffmpeg'],
    sha256: scriptSha256,
    version: '1.0.0',
  }
}

/** @returns a fault of the viewport when the result exceeds what Chromium paints (png) or 8K (mp4). */
export function validateOutputSize({
  viewport,
  output_format = 'png',
}: Pick<CaptureRequest, 'viewport' | 'output_format'>): FieldError[] {
  const { width, height } = computeOutputSize(resolveViewport(viewport), output_format)
  const { pngSide, mp4Pixels } = deviceLimits
  const fits = output_format === 'png' ? Math.max(width, height) <= pngSide : width * height <= mp4Pixels
  if (fits) return []
  const limit = output_format === 'png' ? `${pngSide} px a side` : `${mp4Pixels} px in all`
  const message = `Width and height times deviceScaleFactor make ${width} × ${height} device px; send a smaller viewport or scale: ${output_format} holds at most ${limit}.`
  return [{ pointer: '/viewport', code: 'out_of_range', message }]
}

/** Each missing member has its own default. The default scale is 2, or 1 for a window larger than 1920 × 2160. */
function resolveViewport({ width = 1920, height = 1080, deviceScaleFactor }: Viewport = {}): Required<Viewport> {
  return { width, height, deviceScaleFactor: deviceScaleFactor ?? (width > 1920 || height > 2160 ? 1 : 2) }
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The result in device px; a video is cropped to even sides, which yuv420p requires. */
function computeOutputSize({ width, height, deviceScaleFactor }: Required<Viewport>, format: string): Size {
  const [w, h] = [toDevicePixels(width, deviceScaleFactor), toDevicePixels(height, deviceScaleFactor)]
  return format === 'mp4' ? { width: w - (w % 2), height: h - (h % 2) } : { width: w, height: h }
}

/**
 * floor(css × scale) of the decimal numbers in the request: 100 × 1.15 is 115, although the product of the doubles is
 * 114.99999999999999. In the allowed range (16,384 × 8) the error of doubles is below 1e-10.
 */
function toDevicePixels(css: number, scale: number): number {
  return Math.floor(css * scale + 1e-9)
}

/** The host in letters, digits and dashes. The size after it keeps it distinct from reserved file names such as CON. */
function buildFileStem(url: string): string {
  const host = parseUrl(url)?.hostname ?? ''
  const stem = host.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return stem.slice(0, 100).replace(/^-+|-+$/g, '') || 'page'
}
