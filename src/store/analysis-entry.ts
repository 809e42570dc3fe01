// An analysis as a row: its columns come out of the style.
import { bindable } from './bindable.ts'
import type { Entry } from './entry.ts'
import { instant } from './instant.ts'
import type { AnalysisRecord } from './store.ts'

/** @param record `client` is its hash. @param now when it was asked for. */
export const analysisEntry = ({ source, style, durationMs, client }: AnalysisRecord, now: Date): Entry => {
  const { analysis, colors, media, palette, platform } = style
  const facts = [media.sha256, media.bytes, platform.name, analysis.depth, media.type, analysis.engine, durationMs]
  return {
    table: 'analyses',
    id: analysis.id,
    at: instant(now),
    rest: () => [
      ...[source, ...facts, palette[0]?.name ?? '', colors.join(' ')].map(bindable),
      JSON.stringify(style),
      client,
    ],
  }
}
