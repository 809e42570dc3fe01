// Sample reports, whose rows contain hostile texts.
import type { AnalysisRow, AnalysisSummary, Pages, ProjectRow, ProjectSummary } from '../../schemas/records.ts'
import type { Report } from '../../src/reports/listing.ts'

export const madeAt = new Date('2026-01-31T12:00:00.000Z')
const instant = (i: number): string => new Date(madeAt.getTime() - i * 61_000).toISOString()

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
/** All rows in one page; can be iterated more than once. */
export const paged = <R>(rows: readonly R[]): Pages<R> => ({
  async *[Symbol.asyncIterator]() {
    yield rows
  },
})

const text = (i: number): string => hostile[i % hostile.length] ?? ''

export const analysis = (i: number): AnalysisRow => ({
  id: `ana_${i.toString(16).padStart(32, '0')}`,
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
})
export const analysisReport = (count: number, total = count): Report<AnalysisSummary, AnalysisRow> => ({
  summary: {
    count,
    total,
    times: count * 2,
    oldest: count > 0 ? instant(count - 1) : null,
    newest: count > 0 ? instant(0) : null,
    lastAt: count > 0 ? instant(0) : null,
    mostTimes: count,
    longestSource: 5000,
    platforms: count > 0 ? [{ name: 'youtube_shorts', count }] : [],
    depths: count > 0 ? [{ name: 'medium', count }] : [],
    colors: ['teal', 'tomato', '', 'url(//x)', 'olive black', 'gold', 'plum', 'coral', 'salmon', 'peru']
      .map((name, i) => ({ name, count: 20 - i }))
      .slice(0, count),
  },
  pages: paged(Array.from({ length: count }, (_, i) => analysis(i))),
  filter: {},
  madeAt,
})

const project = (i: number): ProjectRow => ({
  id: `project-${i}`,
  createdAt: instant(i),
  lastAt: instant(0),
  pages: i,
  frameworks: ['tailwind', 'none'].slice(i % 2),
  headline: text(i),
})
export const projectReport = (count: number): Report<ProjectSummary, ProjectRow> => ({
  summary: {
    count,
    total: count,
    times: 5,
    oldest: count > 0 ? instant(count - 1) : null,
    newest: count > 0 ? instant(0) : null,
    lastAt: count > 0 ? instant(0) : null,
    pages: 3,
    frameworks: count > 0 ? [{ name: 'none', count }] : [],
    responsiveTypes: count > 0 ? [{ name: 'fluid', count }] : [],
    longestId: `project-${count}`.length,
  },
  pages: paged(Array.from({ length: count }, (_, i) => project(i))),
  filter: {},
  madeAt,
})

export const whole = async (chunks: AsyncIterable<string>): Promise<string> => {
  let all = ''
  for await (const chunk of chunks) all += chunk
  return all
}
