// One operation of the API as text.
import { commonHeaders, type Operation, pathOf } from '../../schemas/operation.ts'
import { type ProblemCode, problemKinds } from '../../schemas/problems.ts'
import { fields, pageWidth } from './fields.ts'
import { type Shape, typeName } from './shape.ts'
import { wrap } from './wrap.ts'

export type Models = readonly Shape[]

const margin = '   '
const indent = '     '

/** What a reference stands for. */
const resolved = (shape: Shape, models: Models): Shape =>
  models.find(({ $id }) => $id !== undefined && $id === shape.$ref) ?? shape

const inputs = ({ schema }: Operation, models: Models): string => {
  const parts: readonly (readonly [string, Shape | undefined])[] = [
    ['Path parameters', schema.params],
    ['Query parameters', schema.querystring],
    ['Headers', schema.headers],
    ['Body, application/json', schema.body],
  ]
  return parts
    .flatMap(([title, shape]) => (shape ? [`\n${margin}${title}\n${fields(resolved(shape, models), indent)}`] : []))
    .join('')
}

type Answer = Operation['schema']['response'][200 | 304]

/** What a success looks like; the answers of problems are told by their codes. */
const answer = (
  status: string,
  { description, content = {}, headers }: NonNullable<Answer>,
  models: Models,
): string => {
  const names = Object.keys(headers).filter(name => !commonHeaders.includes(name))
  const told = names.length > 0 ? `${description} Headers: ${names.join(', ')}.` : description
  return Object.entries(content)
    .filter(([mediaType]) => mediaType !== 'application/problem+json')
    .map(([mediaType, { schema }]) => {
      const shape: Shape = schema
      const members = shape.$ref === undefined ? '' : fields(resolved(shape, models), indent)
      return `\n${margin}Answer ${status}, ${mediaType}\n${wrap(told, pageWidth, indent)}${members}`
    })
    .join('')
}

/** The codes of an operation by status; `problems` are all it can answer with. */
const failures = (problems: readonly ProblemCode[]): string => {
  const statuses = [...new Set(problems.map(code => problemKinds[code].status))].sort((a, b) => a - b)
  const lines = statuses.map(status => {
    const codes = problems.filter(code => problemKinds[code].status === status)
    return `${indent}${status}  ${wrap(codes.join(', '), pageWidth, `${indent}     `).trimStart()}`
  })
  return `\n${margin}Problems, application/problem+json\n${lines.join('')}`
}

/** Method, path, what it does, what it takes, what it answers, how it fails. */
export const endpoint = (operation: Operation, position: number, models: Models): string => {
  const { schema, problems } = operation
  const title = `${position}. ${operation.method} ${pathOf(operation)}`
  return [
    `${title}\n${wrap(`${schema.summary}.`, pageWidth, margin)}\n`,
    wrap(schema.description, pageWidth, margin),
    inputs(operation, models),
    ...Object.entries(schema.response).map(([status, one]) => answer(status, one, models)),
    failures(problems),
  ].join('')
}

/** The names of the models an endpoint shows in full. */
export const shownBy = ({ schema }: Operation): readonly string[] =>
  [schema.body, ...Object.values(schema.response[200].content).map(content => content.schema)].flatMap(shape =>
    shape ? [typeName(shape)] : [],
  )
