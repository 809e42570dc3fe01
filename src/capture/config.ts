// From a capture request to capture_config: every default resolved, every size in device px.
import { type CaptureConfig, type CaptureRequest, waitWords } from '../../schemas/capture.ts'
import { resolveAlias } from '../aliased-enum.ts'
import { Problem } from '../errors.ts'
import { parseUrl } from '../url.ts'
import { deviceSizeFaults, outputSize, windowOf } from './device-size.ts'
import { scriptSha256 } from './template.ts'

const fps = 60
const timeouts = { launch_ms: 30_000, navigation_ms: 60_000, idle_ms: 10_000, settle_ms: 10_000 } as const
const encoding = { codec: 'h264', pixel_format: 'yuv420p', crf: 12, preset: 'fast', engine: 'auto' } as const
const untouched = {
  full_page: false,
  color_scheme: null,
  reduced_motion: null,
  wait_for_selector: null,
  extra_wait_ms: 0,
} as const

/** The host in letters, digits and dashes; safe as a file name everywhere, since the size that follows keeps it off reserved names. */
const fileStem = (address: string): string => {
  const host = parseUrl(address)?.hostname ?? ''
  const stem = host.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return stem.slice(0, 100).replace(/^-+|-+$/g, '') || 'page'
}

/**
 * Resolves a request that satisfies its schema into the configuration of the script; other members than the known ones are ignored.
 *
 * @param warnings What was ignored or replaced in the request; the script prints it.
 * @throws {Problem} `invalid_request` with `deviceSizeFaults` when the result would be too large.
 */
export const captureConfig = (request: CaptureRequest, warnings: readonly string[]): CaptureConfig => {
  const { target_url, output_format = 'png', record_duration = '10s' } = request
  const faults = deviceSizeFaults(request)
  if (faults.length > 0) throw new Problem('invalid_request', { faults })
  const viewport = windowOf(request.viewport)
  const output_size = outputSize(viewport, output_format)
  const seconds = output_format === 'mp4' ? Number.parseFloat(record_duration) : null
  return {
    target_url,
    output_format,
    output_file: `${fileStem(target_url)}-${output_size.width}x${output_size.height}.${output_format}`,
    viewport,
    output_size,
    wait_until: resolveAlias(waitWords, request.wait_until).value,
    record_duration: seconds === null ? null : `${seconds}s`,
    timeouts: { ...timeouts },
    video: seconds === null ? null : { fps, frame_count: Math.round(seconds * fps), ...encoding },
    script: {
      file_name: 'capture.mjs',
      language: 'javascript',
      node: '>=20',
      requires: seconds === null ? ['playwright'] : ['playwright', 'ffmpeg'],
      sha256: scriptSha256,
      version: '1.0.0',
    },
    warnings: [...warnings],
    options: { ...untouched, hide_selectors: [] },
  }
}
