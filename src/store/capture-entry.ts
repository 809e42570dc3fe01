// A capture as a row.
import { bindable } from './bindable.ts'
import type { Entry } from './entry.ts'
import { instant } from './instant.ts'
import type { CaptureRecord } from './store.ts'

/** @param record `client` is its hash. @param now when it was asked for. */
export const captureEntry = ({ id, config, client }: CaptureRecord, now: Date): Entry => ({
  table: 'captures',
  id,
  at: instant(now),
  rest: () => [config.output_format, bindable(config.target_url), JSON.stringify(config), client],
})
