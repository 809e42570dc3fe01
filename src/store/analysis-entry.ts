// An analysis as a row.
import { bindable } from './bindable.ts'
import type { Entry } from './entry.ts'
import { instant } from './instant.ts'
import type { AnalysisRecord } from './store.ts'

export const analysisEntry = (record: AnalysisRecord, now: Date): Entry => {
  const { id, source, sha256, bytes, platform, depth, mediaType, engine, durationMs, style } = record
  const name = style.palette[0]?.name ?? ''
  const words = () => [source, sha256, bytes, platform, depth, mediaType, engine, durationMs, name].map(bindable)
  return {
    table: 'analyses',
    id,
    at: instant(now),
    rest: () => [...words(), style.colors.join(' '), JSON.stringify(style)],
  }
}
