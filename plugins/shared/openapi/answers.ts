// Every failure is one answer of one shape; each status says beside it which problems come with it.
import { inside, isJson, type Json, mapped, objectOf } from './json.ts'

const problemJson = 'application/problem+json'

/** OpenAPI 3.1 lets a reference bring its own description. */
const refer = (answer: unknown): unknown =>
  problemJson in inside(answer, 'content')
    ? { $ref: '#/components/responses/Problem', description: objectOf(answer).description }
    : answer

const referHeaders = (answer: unknown): unknown =>
  isJson(answer) && isJson(answer.headers)
    ? { ...answer, headers: mapped(answer.headers, (_, name) => ({ $ref: `#/components/headers/${name}` })) }
    : answer

/** The answers of all operations. */
const answersOf = (paths: Json): readonly unknown[] =>
  Object.values(paths)
    .filter(isJson)
    .flatMap(Object.values)
    .flatMap(operation => Object.values(inside(operation, 'responses')))

/** The document with headers and problems said once, as components. */
export const withSharedAnswers = (document: Json): Json => {
  const answers = answersOf(inside(document, 'paths'))
  const headers = Object.assign({}, ...answers.map(answer => inside(answer, 'headers')))
  const problems = answers.filter(answer => problemJson in inside(answer, 'content'))
  const problem = {
    description: 'A failure: a problem document (RFC 9457) whose type is the address of a page with cause and cure.',
    headers: Object.assign({}, ...problems.map(answer => inside(answer, 'headers'))),
    content: inside(problems[0], 'content'),
  }
  const paths = mapped(inside(document, 'paths'), methods =>
    mapped(objectOf(methods), operation => ({
      ...objectOf(operation),
      responses: mapped(inside(operation, 'responses'), answer => referHeaders(refer(answer))),
    })),
  )
  const components = { ...inside(document, 'components'), headers, responses: { Problem: referHeaders(problem) } }
  return { ...document, components, paths }
}
