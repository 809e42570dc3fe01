// The whole API as plain text, rendered from the registry.
import { type Operation, pathOf } from '../../schemas/operation.ts'
import { problemCodes, problemKinds } from '../../schemas/problems.ts'
import { endpoint, shownBy } from './endpoint.ts'
import { fields, pageWidth } from './fields.ts'
import type { Shape } from './shape.ts'
import { wrap } from './wrap.ts'

interface Scheme {
  readonly description: string
  /** Header of its own; without one it is Authorization: Bearer. */
  readonly name?: string
}

interface ApiFacts {
  readonly service: string
  readonly version: string
  readonly description: string
  /** In document order. */
  readonly operations: readonly Operation[]
  /** The named models that the operations refer to. */
  readonly models: readonly Shape[]
  /** By name, the ways in which a client shows who it is. */
  readonly schemes: Readonly<Record<string, Scheme>>
  /** Name and value of every limit, in words: ['Body of analyze-vibe', '32 MB']. */
  readonly limits: readonly (readonly [name: string, value: string])[]
}

const conventions = [
  'Bodies are JSON in UTF-8 unless stated otherwise. Times are ISO 8601 in UTC with milliseconds.',
  'Every failure is application/problem+json (RFC 9457) with success: false and a stable code; all faults of a request',
  'come at once. Every answer names itself in the x-request-id header.',
].join(' ')

const section = (title: string, text: string): string => `\n${title}\n${'='.repeat(title.length)}\n\n${text}`

/** Rows in columns as wide as their longest cell. */
const table = (rows: readonly (readonly string[])[]): string => {
  const width = (i: number) => Math.max(...rows.flatMap(row => row.slice(i, i + 1)).map(cell => cell.length))
  const line = (row: readonly string[]) => row.map((cell, i) => cell.padEnd(width(i))).join('  ')
  return rows.map(row => `${line(row).trimEnd()}\n`).join('')
}

const overview = (operations: readonly Operation[]): string =>
  table(operations.map(one => [one.method, pathOf(one), one.schema.summary]))

const endpoints = ({ operations, models }: ApiFacts): string =>
  operations.map((one, i) => endpoint(one, i + 1, models)).join(`\n${'-'.repeat(pageWidth)}\n\n`)

const model = (shape: Shape): string => {
  const { $id, description = '' } = shape
  return `${$id}\n${wrap(description, pageWidth, '  ')}${fields(shape, '  ')}`
}

/** The models that no endpoint shows in full. */
const otherModels = ({ operations, models }: ApiFacts): string => {
  const shown = new Set(operations.flatMap(shownBy))
  return models
    .filter(({ $id }) => $id !== undefined && !shown.has($id))
    .map(model)
    .join('\n')
}

const problems = (): string =>
  problemCodes
    .map(code => {
      const { status, title, advice } = problemKinds[code]
      return `${status}  ${code}\n${wrap(`${title}. ${advice}`, pageWidth, '     ')}`
    })
    .join('')

const access = (schemes: ApiFacts['schemes']): string =>
  Object.entries(schemes)
    .map(([id, { name = 'Authorization', description }]) => {
      const header = name === 'Authorization' ? `${name}: Bearer` : `${name}:`
      return `${id}, ${header} <secret>\n${wrap(description, pageWidth, '  ')}`
    })
    .join('\n')

/** Lists every operation, model, problem and limit; lines of at most 90 columns but for single longer words. */
export const apiSpec = (facts: ApiFacts): string => {
  const title = `${facts.service} API, version ${facts.version}`
  return [
    `${title}\n${'='.repeat(title.length)}\n\n`,
    wrap(facts.description, pageWidth),
    `\n${wrap(conventions, pageWidth)}`,
    section('OVERVIEW', overview(facts.operations)),
    section('ACCESS', access(facts.schemes)),
    section('ENDPOINTS', endpoints(facts)),
    section('MODELS', otherModels(facts)),
    section('PROBLEMS', problems()),
    facts.limits.length > 0 ? section('LIMITS', table(facts.limits)) : '',
  ].join('')
}
