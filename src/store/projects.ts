// Listing of the projects: a summary, then the rows page by page, each with the counts of its pages.
import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Filter, ProjectRow, ProjectSummary, Records } from '../../schemas/records.ts'
import {
  type Bounds,
  type Cursor,
  countMatching,
  isWithin,
  readPages,
  sum,
  sumsOfTimestamps,
  tally,
} from './listing.ts'
import type { Tables } from './tables.ts'

/** Newest first. */
export async function listProjects(db: Kysely<Tables>, filter: Filter): Promise<Records<ProjectSummary, ProjectRow>> {
  const summary = await summarizeProjects(db, filter)
  const { limit: _, ...bounds } = filter
  const { newest, count } = summary
  const read = (after: Cursor | undefined, limit: number) => readProjectPage(db, { ...bounds, newest, after }, limit)
  return {
    summary,
    pages: readPages(count, read),
    readPictureVersion: () => readPictureVersion(db, { ...bounds, newest }, count),
  }
}

async function summarizeProjects(db: Kysely<Tables>, { limit, ...bounds }: Filter): Promise<ProjectSummary> {
  const matching = db.selectFrom('projects').select(['id', 'created_at', 'last_at']).where(isWithin(bounds))
  const listed =
    limit === undefined ? matching : matching.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit)
  const { dates, times_of_day, ...figures } = await db
    .selectFrom(listed.as('listed'))
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.min<string | null>('created_at').as('oldest'),
      fn.max<string | null>('created_at').as('newest'),
      fn.coalesce(fn.max(fn<number>('length', ['id'])), sql.lit(0)).as('longestId'),
      ...sumsOfTimestamps('last_at'),
    ])
    .executeTakeFirstOrThrow()
  const pages = await db
    .selectFrom('pages')
    .where('project_id', 'in', db.selectFrom(listed.as('listed')).select('id'))
    .select(({ fn }) => ['framework', 'responsive_type', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.sum<number>('times').as('times'))
    .groupBy(['framework', 'responsive_type'])
    .execute()
  return {
    ...figures,
    lastAtSums: [dates, times_of_day],
    total: limit === undefined ? figures.count : await countMatching(db, 'projects', bounds),
    times: sum(pages, group => group.times),
    pages: sum(pages, group => group.count),
    frameworks: tally(pages, group => group.framework),
    responsiveTypes: tally(pages, group => group.responsive_type),
  }
}

/** The pictures that the rows show. One that is deleted or saved changes the count or the sums. */
async function readPictureVersion(db: Kysely<Tables>, bounds: Bounds, limit: number): Promise<readonly number[]> {
  const listed = db
    .selectFrom('projects')
    .select(eb => ofNewestPage(eb, 'picture_id').as('picture_id'))
    .where(isWithin(bounds))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  const { count, dates, times_of_day } = await db
    .selectFrom(listed.as('listed'))
    .innerJoin('pictures', 'pictures.id', 'listed.picture_id')
    .select(({ fn }) => [fn.countAll<number>().as('count'), ...sumsOfTimestamps('pictures.created_at')])
    .executeTakeFirstOrThrow()
  return [count, dates, times_of_day]
}

function ofNewestPage<C extends 'headline' | 'picture_id'>(
  { selectFrom }: ExpressionBuilder<Tables, 'projects'>,
  column: C,
) {
  return selectFrom('pages')
    .select(column)
    .whereRef('project_id', '=', 'projects.id')
    .orderBy('pages.created_at', 'desc')
    .orderBy('pages.id', 'desc')
    .limit(1)
}

async function readProjectPage(db: Kysely<Tables>, bounds: Bounds, limit: number): Promise<readonly ProjectRow[]> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'created_at as createdAt', 'last_at as lastAt'])
    .select(eb => eb.fn.coalesce(ofNewestPage(eb, 'headline'), sql.lit('')).as('headline'))
    .select(eb => {
      const newestPicture = ofNewestPage(eb, 'picture_id')
      const thumbnail = eb.selectFrom('pictures').select('thumbnail').where('pictures.id', '=', newestPicture)
      return eb.fn.coalesce(thumbnail, sql.lit('')).as('thumbnail')
    })
    .where(isWithin(bounds))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  // Deleted while the listing was read; PostgreSQL knows no empty list of values.
  if (projects.length === 0) return []
  const ids = projects.map(project => project.id)
  const pagesOf = await countProjectPages(db, ids)
  return projects.map(project => {
    const pages = pagesOf.get(project.id) ?? []
    return { ...project, pages: sum(pages, ({ count }) => count), frameworks: pages.map(({ framework }) => framework) }
  })
}

interface PageCount {
  readonly framework: string
  readonly count: number
}

/** Pages of each project by framework, the most frequent first. */
async function countProjectPages(
  db: Kysely<Tables>,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PageCount[]>> {
  const rows = await db
    .selectFrom('pages')
    .select(({ fn }) => ['project_id', 'framework', fn.countAll<number>().as('count')])
    .where('project_id', 'in', projectIds)
    .groupBy(['project_id', 'framework'])
    .orderBy('count', 'desc')
    .orderBy('framework')
    .execute()
  const counts = new Map<string, PageCount[]>()
  for (const { project_id, ...row } of rows) counts.set(project_id, [...(counts.get(project_id) ?? []), row])
  return counts
}
