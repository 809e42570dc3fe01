// Records as rows in the order in which they go in.
import type { Entry } from './entry.ts'
import type { Step, Values } from './step.ts'

/** Equal entries as one. */
export interface Folded {
  readonly entry: Entry
  readonly rest: Values
  /** When it was asked for first and last, ISO 8601. */
  first: string
  last: string
  times: number
}

const recordOf = ({ entry, rest, first, last, times }: Folded): Values =>
  entry.projectId === undefined
    ? [entry.id, first, last, times, ...rest]
    : [entry.id, first, last, times, entry.projectId, ...rest]

/** The projects of pages, each once, in the order of the pages. */
const projectsOf = (pages: readonly Folded[]): readonly Values[] => {
  const projects = new Map<string, readonly [string, string, string]>()
  for (const { entry, first, last } of pages) {
    const id = String(entry.projectId)
    const [, begun = first, ended = last] = projects.get(id) ?? []
    projects.set(id, [id, first < begun ? first : begun, last > ended ? last : ended])
  }
  return [...projects.values()]
}

/**
 * Every process puts rows in by table and key in the same order, so that no two wait for each other.
 * @param batch in the order of project and id
 */
export const stepsOf = (batch: readonly Folded[]): readonly Step[] => {
  const of = (table: Entry['table']) => batch.filter(({ entry }) => entry.table === table)
  const rows = (table: Entry['table']) => of(table).map(recordOf)
  const steps: readonly Step[] = [
    { table: 'projects', rows: projectsOf(of('pages')) },
    { table: 'pages', rows: rows('pages') },
    { table: 'analyses', rows: rows('analyses') },
    { table: 'captures', rows: rows('captures') },
  ]
  return steps.filter(({ rows }) => rows.length > 0)
}
