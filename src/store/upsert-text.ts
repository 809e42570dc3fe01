// The one statement by which rows go in: inserted once, afterwards only counted. Both databases read it alike.
import type { RecordTables } from './tables.ts'

interface Shape<T> {
  readonly columns: readonly (keyof T & string)[]
  readonly key: readonly (keyof T & string)[]
}

const shapes: { readonly [T in keyof RecordTables]: Shape<RecordTables[T]> } = {
  projects: { columns: ['id', 'created_at', 'last_at'], key: ['id'] },
  pages: {
    columns: [
      'id',
      'created_at',
      'last_at',
      'times',
      'project_id',
      'framework',
      'responsive_type',
      'headline',
      'inputs',
      'client',
    ],
    key: ['project_id', 'id'],
  },
  analyses: {
    columns: [
      'id',
      'created_at',
      'last_at',
      'times',
      'source',
      'sha256',
      'bytes',
      'platform',
      'depth',
      'media_type',
      'engine',
      'duration_ms',
      'color_name',
      'colors',
      'style_metadata',
      'client',
    ],
    key: ['id'],
  },
  captures: {
    columns: ['id', 'created_at', 'last_at', 'times', 'output_format', 'target_url', 'config', 'client'],
    key: ['id'],
  },
}

/**
 * A repeated key moves `last_at`, never back where the clocks of two processes differ, and adds to `times`.
 * @param mark the placeholder of the value at a place, counted from 0 over all rows
 */
export const upsertText = (table: keyof RecordTables, rows: number, mark: (place: number) => string): string => {
  const { columns, key } = shapes[table]
  const row = (_: unknown, at: number): string =>
    `(${columns.map((_column, place) => mark(at * columns.length + place)).join(', ')})`
  const later = `case when excluded.last_at > ${table}.last_at then excluded.last_at else ${table}.last_at end`
  const counted = table === 'projects' ? '' : `, times = ${table}.times + excluded.times`
  return `insert into ${table} (${columns.join(', ')}) values ${Array.from({ length: rows }, row).join(', ')}
    on conflict (${key.join(', ')}) do update set last_at = ${later}${counted}`
}
