// The OpenAPI document at /openapi.json and /openapi.yaml: what @fastify/swagger derives from the routes, completed from the registry.
import swagger from '@fastify/swagger'
import type { TSchema } from '@sinclair/typebox'
import fp from 'fastify-plugin'
import savedExamples from '../../schemas/examples/responses.json' with { type: 'json' }
import { introduction, operations, operationTags, securitySchemes } from '../../schemas/index.ts'
import { type Operation, pathOfOperation } from '../../schemas/operation.ts'
import { documentedType } from '../../schemas/types.ts'
import { version } from '../../src/version.ts'

/** @param publicUrl PUBLIC_URL: a server of the document. */
export default fp<{ readonly publicUrl: string | undefined }>(
  async (app, { publicUrl }) => {
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
        tags: [...operationTags],
      },
      refResolver: { buildLocalReference: ({ $id }) => String($id) },
      transformObject: document => completeDocument(JSON.stringify(Object.values(document)[0]), publicUrl),
    })

    const hidden = { schema: { hide: true } }
    app.get('/openapi.json', hidden, async () => app.swagger())
    app.get('/openapi.yaml', hidden, async (_request, reply) =>
      reply.type('application/yaml; charset=utf-8').send(app.swagger({ yaml: true })),
    )
  },
  { name: 'openapi' },
)

type Named<T> = Record<string, T>

interface DocumentSchema {
  readonly $ref?: string
  readonly type?: unknown
  /** Name of an object within a model. */
  readonly title?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly DocumentSchema[]
  readonly properties?: Named<DocumentSchema>
  readonly items?: DocumentSchema
}

interface DocumentedResponse {
  readonly description: string
  readonly headers?: Named<unknown>
  readonly content?: Named<object>
}

interface Parameter {
  readonly name: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: DocumentSchema
}

interface Route {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Named<object> }
  readonly responses: Named<DocumentedResponse>
}

/** The parts of the document that are completed. */
interface OpenApiDocument {
  readonly components: { readonly schemas: Named<DocumentSchema> }
  readonly paths: Named<Named<Route>>
}

/**
 * The public address alone, because AI agents import documents with one absolute server. Without it the first one is relative to the
 * document, so that it works behind any path prefix. x-internal: false marks it as public.
 */
function serversOf(publicUrl: string | undefined) {
  const servers = [
    { url: '.', description: 'Production: the server that serves this document.' },
    { url: 'http://127.0.0.1:3000', description: 'Local: the service on your own machine.' },
  ]
  const ownServers =
    publicUrl === undefined
      ? servers
      : [{ url: publicUrl.replace(/\/$/, ''), description: 'Production: the public URL.' }]
  return ownServers.map(server => ({ ...server, 'x-internal': false }))
}

const modelPath = '#/components/schemas/'
const maxInt32 = 2_147_483_647

/**
 * Lists the paths in the order of the registry, with examples, and everything that occurs several times once, in components.
 * Integers get `format: int32` or `int64` (OpenAPI 3.1, section 4.4), for generators of typed clients.
 */
function completeDocument(generated: string, publicUrl: string | undefined) {
  const document: OpenApiDocument = JSON.parse(generated, (_, value) => documented(value))
  const routes = operations.flatMap(operation => {
    const [path, method] = [pathOfOperation(operation), operation.method.toLowerCase()]
    const found = [document.paths[path]?.[method]].filter(route => route !== undefined)
    return found.map(route => ({ path, method, route: withExamples(operation, route, document) }))
  })
  const completed = {
    ...document,
    servers: serversOf(publicUrl),
    components: {
      ...document.components,
      schemas: Object.assign({}, ...Object.entries(document.components.schemas).map(namedModels)),
      ...sharedResponses(routes.flatMap(({ route }) => Object.values(route.responses))),
    },
    paths: pathsOf(routes),
  }
  return JSON.parse(JSON.stringify(completed), (_, value) => {
    if (![value?.type].flat().includes('integer')) return value
    return { ...value, format: value.maximum <= maxInt32 ? 'int32' : 'int64' }
  })
}

/** The routes of each path, by method. */
function pathsOf(routes: readonly { readonly path: string; readonly method: string; readonly route: Route }[]) {
  const paths: Named<Named<object>> = {}
  for (const { path, method, route } of routes)
    paths[path] = { ...paths[path], [method]: { ...route, responses: mapValues(route.responses, withReferences) } }
  return paths
}

/** A schema, or the one that documents show in its place. */
function documented(value: Named<unknown> | null) {
  const shown = value?.[documentedType]
  if (!shown) return value
  const { description, examples } = value
  return '$ref' in Object(shown) ? shown : Object.assign({ description, examples }, shown)
}

/** Adds examples where OpenAPI and Swagger UI look for them. Required parameters come first. */
function withExamples(
  operation: Operation,
  { requestBody, parameters, responses, ...rest }: Route,
  { components }: OpenApiDocument,
) {
  const examples = Object.entries(operation.examples)
  const bodies = examples.map(([name, { summary, body }]) => [name, { summary, value: body }])
  return {
    ...rest,
    ...(parameters && {
      parameters: parameters
        .toSorted((one, other) => Number(other.required) - Number(one.required))
        .map(({ example, ...parameter }) => {
          const values = examples
            .map(([key, { summary, params }]) => [key, { summary, value: params?.[parameter.name] }] as const)
            .filter(([, { value }]) => value !== undefined)
          if (values.length > 0) return { ...parameter, examples: Object.fromEntries(values) }
          const model = components.schemas[parameter.schema.$ref?.slice(modelPath.length) ?? '']
          return { ...parameter, example: example ?? model?.enum?.[0] }
        }),
    }),
    ...((requestBody ?? operation.fileBodies) && {
      requestBody: {
        required: true,
        ...requestBody,
        content: {
          ...mapValues(requestBody?.content, media => ({ ...media, examples: Object.fromEntries(bodies) })),
          ...mapValues(operation.fileBodies, ({ schema, examples }) => ({
            schema: withFullReference(schema),
            examples,
          })),
        },
      },
    }),
    responses: mapValues(responses, (response, status) => ({
      ...response,
      ...(response.content && { content: mapValues(response.content, withExample(operation, status)) }),
    })),
  }
}

/** References to models are short in the registry. */
function withFullReference({ $ref, ...schema }: TSchema) {
  return $ref === undefined ? schema : { $ref: modelPath + $ref }
}

/** The example of a response: the beginning of a text, or JSON. */
function withExample({ schema: { operationId }, responseExamples = {} }: Operation, status: string) {
  const texts: Named<Named<unknown>> = savedExamples.texts
  return (media: object, type: string) => {
    const example = type === 'application/json' ? responseExamples[status] : texts[operationId]?.[type]
    return example === undefined ? media : { ...media, example }
  }
}

/** Each header, and the response of every error. */
function sharedResponses(all: readonly DocumentedResponse[]) {
  const headersOf = (responses: readonly DocumentedResponse[]): Named<unknown> =>
    Object.assign({}, ...responses.map(({ headers }) => headers))
  const problems = all.filter(isProblem)
  const problem = {
    description:
      'A failure: a problem document (RFC 9457) whose type is the URL of a page that explains the cause and the solution.',
    headers: mapValues(headersOf(problems), headerReference),
    content: problems[0]?.content,
  }
  return { headers: headersOf(all), responses: { Problem: problem } }
}

function isProblem({ content = {} }: DocumentedResponse): boolean {
  return 'application/problem+json' in content
}

/** In OpenAPI 3.1 a reference may have its own description. */
function withReferences(response: DocumentedResponse) {
  if (isProblem(response)) return { $ref: '#/components/responses/Problem', description: response.description }
  return { ...response, headers: mapValues(response.headers, headerReference) }
}

function headerReference(_header: unknown, name: string) {
  return { $ref: `#/components/headers/${name}` }
}

/** A model, after the objects nested in it as models of their own, so that generated clients have types with names. */
function namedModels([name, model]: readonly [string, DocumentSchema]): Named<DocumentSchema> {
  const models: Named<DocumentSchema> = {}
  const extract = (schema: DocumentSchema): object => {
    const { anyOf = [], ...rest } = schema
    const [choice, other] = anyOf
    if (choice && other?.type === 'null') {
      const isScalar = [choice.$ref, choice.enum, choice.properties].every(part => part === undefined)
      if (isScalar) return { ...choice, ...rest, type: [choice.type, 'null'] }
      return { ...rest, anyOf: [extract(choice), other] }
    }
    const { items, title, ...part } = schema
    if (!part.properties || title === undefined) return items ? { ...part, items: extract(items) } : part
    Object.assign(models, namedModels([title, part]))
    return { $ref: modelPath + title }
  }
  const { anyOf } = model
  if (anyOf) {
    const parts = anyOf.map(extract)
    return { ...models, [name]: { ...model, anyOf: parts } }
  }
  if (!model.properties) return { [name]: model }
  const properties = mapValues(model.properties, extract)
  return { ...models, [name]: { ...model, properties } }
}

function mapValues<T, R>(object: Named<T> = {}, change: (value: T, name: string) => R): Named<R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))
}
