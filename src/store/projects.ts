// The projects coming out, each with what its pages tell.
import { type Kysely, sql } from 'kysely'
import type { Filter, ProjectRow, ProjectSummary, Records } from '../../schemas/records.ts'
import { keyset } from './keyset.ts'
import { intact, packed } from './packed.ts'
import type { Tables } from './tables.ts'
import { sum, tally } from './tally.ts'
import { type Cursor, within } from './within.ts'

/** The order matters only where not all are listed. */
const listed = (db: Kysely<Tables>, { limit, ...bounds }: Filter) => {
  const matching = db.selectFrom('projects').select(['id', 'created_at', 'last_at']).where(within(bounds))
  if (limit === undefined) return matching
  return matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
}

const figures = (db: Kysely<Tables>, filter: Filter) =>
  db
    .selectFrom(listed(db, filter).as('listed'))
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.min<string | null>('created_at').as('oldest'),
      fn.max<string | null>('created_at').as('newest'),
      fn.max<string | null>('last_at').as('lastAt'),
      fn.max(fn<number>('length', ['id'])).as('longestId'),
    ])
    .executeTakeFirstOrThrow()

const total = async (db: Kysely<Tables>, { limit: _, ...bounds }: Filter): Promise<number> => {
  const counts = await db
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll().as('count'))
    .where(within(bounds))
    .execute()
  return sum(counts, row => row.count)
}

const pageFacets = (db: Kysely<Tables>, filter: Filter) =>
  db
    .selectFrom('pages')
    .where('project_id', 'in', db.selectFrom(listed(db, filter).as('listed')).select('id'))
    .select(({ fn }) => [
      'framework',
      'responsive_type as responsiveType',
      fn.countAll().as('count'),
      fn.sum('times').as('times'),
    ])
    .groupBy(['framework', 'responsive_type'])
    .execute()

const summarize = async (db: Kysely<Tables>, filter: Filter): Promise<ProjectSummary> => {
  const { count, oldest, newest, lastAt, longestId } = await figures(db, filter)
  const pages = await pageFacets(db, filter)
  return {
    count: Number(count),
    total: filter.limit === undefined ? Number(count) : await total(db, filter),
    times: sum(pages, row => row.times),
    oldest,
    newest,
    lastAt,
    pages: sum(pages, row => row.count),
    frameworks: tally(pages, row => row.framework),
    responsiveTypes: tally(pages, row => row.responsiveType),
    longestId: Number(longestId),
  }
}

const names = ['id', 'created_at', 'last_at', 'headline']

const projectOf = ([id = '', createdAt = '', lastAt = '', headline = '']: readonly string[]) => ({
  id,
  createdAt,
  lastAt,
  headline: intact(headline),
})

/** A page of projects with the headline of the newest page of each. */
const projectPage = (db: Kysely<Tables>, bounds: Parameters<typeof within>[0], limit: number) =>
  db
    .selectFrom('projects')
    .select(({ fn, selectFrom }) => [
      'id',
      'created_at',
      'last_at',
      fn
        .coalesce(
          selectFrom('pages')
            .select('headline')
            .whereRef('project_id', '=', 'projects.id')
            .orderBy('pages.created_at', 'desc')
            .orderBy('pages.id', 'desc')
            .limit(1),
          sql.lit(''),
        )
        .as('headline'),
    ])
    .where(within(bounds))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)

const pagesOf = (db: Kysely<Tables>, projectIds: readonly string[]) =>
  db
    .selectFrom('pages')
    .select(({ fn }) => ['project_id as projectId', 'framework', fn.countAll().as('count')])
    .where('project_id', 'in', projectIds)
    .groupBy(['project_id', 'framework'])
    .execute()

const grouped = <R extends { readonly projectId: string }>(rows: readonly R[]): ReadonlyMap<string, readonly R[]> => {
  const groups = new Map<string, R[]>()
  for (const row of rows) groups.set(row.projectId, [...(groups.get(row.projectId) ?? []), row])
  return groups
}

const read =
  (db: Kysely<Tables>, { limit: _, ...bounds }: Filter, newest: string | null) =>
  async (after: Cursor | undefined, limit: number): Promise<readonly ProjectRow[]> => {
    const page = projectPage(db, { ...bounds, newest, after }, limit)
    const found = (await packed(db, page, { names, freely: ['headline'] })).map(projectOf)
    const counted = await pagesOf(
      db,
      found.map(project => project.id),
    )
    const pagesByProject = grouped(counted)
    return found.map(project => {
      const pages = pagesByProject.get(project.id) ?? []
      const frameworks = tally(pages, row => row.framework).map(({ name }) => name)
      return { ...project, pages: sum(pages, row => row.count), frameworks }
    })
  }

/** Projects that match, newest first. */
export const projects = async (db: Kysely<Tables>, filter: Filter): Promise<Records<ProjectSummary, ProjectRow>> => {
  const summary = await summarize(db, filter)
  return { summary, pages: keyset(summary.count, read(db, filter, summary.newest)) }
}
