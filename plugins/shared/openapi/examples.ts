// The examples of the registry, by name, where OpenAPI and Swagger UI look for them.
import { operations } from '../../../schemas/index.ts'
import { type Operation, pathOf } from '../../../schemas/operation.ts'
import { inside, isJson, type Json, mapped, objectOf } from './json.ts'
import { samplesOf } from './samples.ts'

const json = 'application/json'

const valued = (entries: readonly (readonly [string, string, unknown])[]): Json =>
  Object.fromEntries(entries.map(([name, summary, value]) => [name, { summary, value }]))

const withBody = ({ examples }: Operation, body: Json): Json => {
  const all = Object.entries(examples).map(([name, { summary, body: value }]) => [name, summary, value] as const)
  const content = { ...inside(inside(body, 'content'), json), examples: valued(all) }
  return { ...body, content: { ...inside(body, 'content'), [json]: content } }
}

/** What must be sent stands before what may be sent; the parameters of the path choose among the examples. */
const withParameters = ({ examples }: Operation, parameters: readonly Json[]): readonly Json[] =>
  parameters
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ example: _, ...parameter }) => {
      const all = Object.entries(examples).flatMap(([name, { summary, params = {} }]) => {
        const value = params[String(parameter.name)]
        return value === undefined ? [] : [[name, summary, value] as const]
      })
      return all.length > 0 ? { ...parameter, examples: valued(all) } : parameter
    })

const withAnswer = ({ answers }: Operation, responses: Json): Json =>
  mapped(responses, (answer, status) => {
    const example = answers?.[status]
    if (example === undefined || !isJson(answer)) return answer
    const content = inside(answer, 'content')
    return { ...answer, content: { ...content, [json]: { ...inside(content, json), example } } }
  })

const completed = (operation: Operation, { requestBody, parameters, responses, ...rest }: Json): Json => ({
  ...rest,
  ...(Array.isArray(parameters) && { parameters: withParameters(operation, parameters.filter(isJson)) }),
  ...(isJson(requestBody) && { requestBody: withBody(operation, requestBody) }),
  responses: withAnswer(operation, objectOf(responses)),
  'x-codeSamples': samplesOf(operation),
})

/** The paths of a document, each of one operation, with its examples. */
export const withExamples = (paths: Json): Json => {
  const known: readonly Operation[] = operations
  return Object.fromEntries(
    known.map(operation => {
      const path = pathOf(operation)
      return [path, mapped(objectOf(paths[path]), described => completed(operation, objectOf(described)))]
    }),
  )
}
