// Sample reports, whose rows contain hostile texts.
import type { AnalysisRow, AnalysisSummary, Pages, ProjectRow, ProjectSummary } from '../../schemas/records.ts'
import type { Report } from '../../src/reports/listing.ts'

export const generatedAt = new Date('2026-01-31T12:00:00.000Z')
export const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</style></title>&amp;!',
  'line\nline\r\n\ttab\u2028separator',
  'escape \u001b[31mred\u0007 \u0000 \u009b',
  'bidi \u202Egnp.exe\u2066 \uFEFF\u200B',
  'lone \ud83d surrogate \udc00',
  '春の新作コレクション',
  '👩‍👩‍👧‍👦 family 🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag 👍🏽',
  'مرحبا بالعالم',
  `z${'\u0301'.repeat(3000)}`,
  'x'.repeat(5000),
  '漢'.repeat(5000),
  '',
] as const

export function analysis(i: number): AnalysisRow {
  return {
    id: `ana_${i.toString(16).padStart(8, '0')}${'f'.repeat(24)}`,
    createdAt: instant(i),
    lastAt: instant(i),
    times: 1 + i,
    source: text(i),
    bytes: 10 ** (i % 8),
    platform: 'youtube_shorts',
    depth: 'medium',
    mediaType: 'image',
    sha256: 'a'.repeat(64),
    engine: 'builtin',
    durationMs: 12.5,
    colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC', '#FFFFFF', '#000000'].slice(0, i % 7),
  }
}

export function analysisReport(count: number, total = count): Report<AnalysisSummary, AnalysisRow> {
  return {
    summary: {
      ...summary(count),
      total,
      times: count * 2,
      mostTimes: count,
      longestSource: 5000,
      platforms: tally('youtube_shorts', count),
      depths: tally('medium', count),
      colors: ['teal', 'tomato', '', 'url(//x)', 'navy blue', 'gold', 'plum', 'coral', 'salmon', 'peru']
        .map((name, i) => ({ name, count: 20 - i }))
        .slice(0, count),
    },
    pages: pages(count, analysis),
    filter: {},
    generatedAt,
  }
}

export function projectReport(count: number): Report<ProjectSummary, ProjectRow> {
  return {
    summary: {
      ...summary(count),
      total: count,
      times: 5,
      pages: 3,
      frameworks: tally('none', count),
      responsiveTypes: tally('fluid', count),
      longestId: `project-${count}`.length,
    },
    pages: pages(count, project),
    filter: {},
    generatedAt,
  }
}

function project(i: number): ProjectRow {
  return {
    id: `project-${i}`,
    createdAt: instant(i),
    lastAt: instant(0),
    pages: i,
    frameworks: ['tailwind', 'none'].slice(i % 2),
    headline: text(i),
    thumbnail: i % 3 === 0 ? '' : thumbnail,
  }
}

/** A WebP of one pixel. */
const thumbnail = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'

function summary(count: number) {
  const [oldest, newest] = count > 0 ? [instant(count - 1), instant(0)] : [null, null]
  return { count, oldest, newest, lastAtSums: [] }
}

function tally(name: string, count: number) {
  return count > 0 ? [{ name, count }] : []
}

/** All rows in one page; can be iterated more than once. */
function pages<R>(count: number, row: (i: number) => R): Pages<R> {
  return {
    async *[Symbol.asyncIterator]() {
      yield Array.from({ length: count }, (_, i) => row(i))
    },
  }
}

function instant(i: number): string {
  return new Date(generatedAt.getTime() - i * 61_000).toISOString()
}

function text(i: number): string {
  return hostile[i % hostile.length] ?? ''
}
