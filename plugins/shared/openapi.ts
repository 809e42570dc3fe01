// The OpenAPI document at /openapi.json and /openapi.yaml: what @fastify/swagger derives from the routes, completed from the registry.
import swagger from '@fastify/swagger'
import fp from 'fastify-plugin'
import { introduction, operations, securitySchemes, tags } from '../../schemas/index.ts'
import { type Operation, pathOf } from '../../schemas/operation.ts'
import { version } from '../../src/version.ts'
import { codeSamples } from './code-samples.ts'

/** A JSON object. */
type Json = Readonly<Record<string, unknown>>

export default fp(
  async app => {
    await app.register(swagger, {
      openapi: {
        openapi: '3.1.0',
        info: {
          title: 'Automation Service',
          version,
          description: introduction,
          license: { name: 'MIT', identifier: 'MIT' },
          contact: { name: 'The automation-service authors' },
        },
        components: { securitySchemes },
        security: [],
        tags: [...tags],
      },
      refResolver: { buildLocalReference: ({ $id }) => String($id) },
      transformObject: document => completeDocument(toObject(Object.values(document)[0])),
    })

    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, async (_request, reply) => reply.send(app.swagger()))
    app.get('/openapi.yaml', hidden, async (_request, reply) =>
      reply.type('application/yaml; charset=utf-8').send(app.swagger({ yaml: true })),
    )
  },
  { name: 'openapi' },
)

/** Relative to the document, so that it works behind any path prefix. x-internal: false marks it as public. */
const server = {
  url: '.',
  description: 'Where this document comes from, in production as on your own machine.',
  'x-internal': false,
}

function completeDocument(generated: Json): Json {
  const shared = withSharedResponses({ ...generated, paths: withExamples(objectAt(generated, 'paths')) })
  const components = objectAt(shared, 'components')
  return toObject(
    withIntegerFormats({
      ...shared,
      servers: [server],
      components: { ...components, schemas: withNamedModels(objectAt(components, 'schemas')) },
    }),
  )
}

const problemJson = 'application/problem+json'

/** Moves headers and the response of errors into components, so that the document contains each of them once. */
function withSharedResponses(document: Json): Json {
  const responses = Object.values(objectAt(document, 'paths'))
    .filter(isObject)
    .flatMap(Object.values)
    .flatMap(operation => Object.values(objectAt(operation, 'responses')))
  const headers = Object.assign({}, ...responses.map(response => objectAt(response, 'headers')))
  const problems = responses.filter(response => problemJson in objectAt(response, 'content'))
  const problem = {
    description: 'A failure: a problem document (RFC 9457) whose type is the address of a page with cause and cure.',
    headers: Object.assign({}, ...problems.map(response => objectAt(response, 'headers'))),
    content: objectAt(problems[0], 'content'),
  }
  const paths = mapValues(objectAt(document, 'paths'), methods =>
    mapValues(toObject(methods), operation => ({
      ...toObject(operation),
      responses: mapValues(objectAt(operation, 'responses'), response =>
        withHeaderReferences(withProblemReference(response)),
      ),
    })),
  )
  const shared = { headers, responses: { Problem: withHeaderReferences(problem) } }
  return { ...document, components: { ...objectAt(document, 'components'), ...shared }, paths }
}

/** In OpenAPI 3.1 a reference may have its own description. */
function withProblemReference(response: unknown): unknown {
  return problemJson in objectAt(response, 'content')
    ? { $ref: '#/components/responses/Problem', description: toObject(response).description }
    : response
}

function withHeaderReferences(response: unknown): unknown {
  if (!isObject(response) || !isObject(response.headers)) return response
  const references = mapValues(response.headers, (_, name) => ({ $ref: `#/components/headers/${name}` }))
  return { ...response, headers: references }
}

/** Nested objects become named models, so that generated clients have types with names. */
function withNamedModels(schemas: Json): Json {
  return Object.assign({}, ...Object.entries(schemas).map(([name, model]) => namedModels(name, toObject(model))))
}

/** The models nested in a model, by name, and last the model itself. */
function namedModels(name: string, model: Json): Readonly<Record<string, Json>> {
  const models: Record<string, Json> = {}
  const extract = (part: unknown, partName: string): unknown => {
    const schema = nullable(toObject(part)) ?? toObject(part)
    const inner = mapValues(schema, (value, keyword) =>
      keyword === 'items' ? extract(value, `${partName}Item`) : value,
    )
    if (!isObject(schema.properties)) return inner
    Object.assign(models, namedModels(partName, schema))
    return { $ref: `#/components/schemas/${partName}` }
  }
  const properties = mapValues(objectAt(model, 'properties'), (part, property) =>
    extract(part, name + pascalCase(property)),
  )
  return { ...models, [name]: isObject(model.properties) ? { ...model, properties } : model }
}

function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** `anyOf` of a schema and null as a type list, as OpenAPI 3.1 allows; undefined for any other schema. */
function nullable({ anyOf, ...rest }: Json): Json | undefined {
  const choices: readonly unknown[] = Array.isArray(anyOf) ? anyOf : []
  const [choice] = choices.filter(one => !isNull(one))
  if (choices.length !== 2 || !choices.some(isNull) || !isObject(choice)) return undefined
  const values: readonly unknown[] = Array.isArray(choice.enum) ? choice.enum : []
  return { ...choice, ...rest, type: [choice.type, 'null'], ...(values.length > 0 && { enum: [...values, null] }) }
}

function isNull(value: unknown): boolean {
  return isObject(value) && value.type === 'null'
}

/** The paths in the order of the registry, with examples where OpenAPI and Swagger UI look for them. */
function withExamples(paths: Json): Json {
  const all: readonly Operation[] = operations
  return Object.fromEntries(
    all.map(operation => {
      const path = pathOf(operation)
      return [path, mapValues(toObject(paths[path]), described => completeOperation(operation, toObject(described)))]
    }),
  )
}

function completeOperation(operation: Operation, { requestBody, parameters, responses, ...rest }: Json): Json {
  return {
    ...rest,
    ...(Array.isArray(parameters) && { parameters: parametersWithExamples(operation, parameters.filter(isObject)) }),
    ...(isObject(requestBody) && { requestBody: bodyWithExamples(operation, requestBody) }),
    responses: responsesWithExamples(operation, toObject(responses)),
    'x-codeSamples': codeSamples(operation),
  }
}

/** Required parameters come first. */
function parametersWithExamples({ examples }: Operation, parameters: readonly Json[]): readonly Json[] {
  return parameters
    .toSorted((one, other) => Number(other.required) - Number(one.required))
    .map(({ example: _, ...parameter }) => {
      const entries = Object.entries(examples).flatMap(([name, { summary, params = {} }]) => {
        const value = params[String(parameter.name)]
        return value === undefined ? [] : [[name, { summary, value }] as const]
      })
      return entries.length > 0 ? { ...parameter, examples: Object.fromEntries(entries) } : parameter
    })
}

const json = 'application/json'

function bodyWithExamples({ examples }: Operation, body: Json): Json {
  const values = mapValues(examples, example => ({ summary: toObject(example).summary, value: toObject(example).body }))
  const content = { ...objectAt(objectAt(body, 'content'), json), examples: values }
  return { ...body, content: { ...objectAt(body, 'content'), [json]: content } }
}

function responsesWithExamples({ responseExamples }: Operation, responses: Json): Json {
  return mapValues(responses, (response, status) => {
    const example = responseExamples?.[status]
    if (example === undefined || !isObject(response)) return response
    const content = objectAt(response, 'content')
    return { ...response, content: { ...content, [json]: { ...objectAt(content, json), example } } }
  })
}

const maxInt32 = 2_147_483_647

/** `format: int32` or `int64` on every integer (OpenAPI 3.1, section 4.4), for generators of typed clients. */
function withIntegerFormats(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document), (_, value) => {
    if (!isObject(value) || value.type !== 'integer') return value
    const isInt32 = typeof value.maximum === 'number' && value.maximum <= maxInt32
    return { ...value, format: isInt32 ? 'int32' : 'int64' }
  })
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `value` if it is an object, else an empty one. */
function toObject(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** The property `name` if it is an object, else an empty one. */
function objectAt(value: unknown, name: string): Json {
  return toObject(toObject(value)[name])
}

function mapValues(object: Json, change: (value: unknown, name: string) => unknown): Json {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}
