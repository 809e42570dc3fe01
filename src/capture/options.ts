// The options of a capture, their defaults, and which of them a configuration uses.
import { CaptureConfig, type CaptureOptions } from '../../schemas/capture-config.ts'

/** All options; those without a default are absent where a request does not set them, so that a script has no line for them. */
export const optionNames: readonly string[] = Object.keys(CaptureConfig.properties.options.properties)

export const defaultOptions: CaptureOptions = {
  full_page: false,
  selector: null,
  color_scheme: null,
  reduced_motion: null,
  hide_selectors: [],
  hide_cookie_banners: false,
  wait_for_selector: null,
  delay: '0s',
  storage_state: null,
  platform: null,
  motion: 'none',
}

/** @returns whether a value differs from the default of its option: from false where the option has none. */
export function isUsed(name: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  const defaults: Readonly<Record<string, unknown>> = defaultOptions
  return value !== undefined && value !== (name in defaults ? defaults[name] : false)
}
