// The calls that an OpenAPI document shows: its examples, and variations of them by enums, parameters and media types.
import { parse } from 'yaml'

type Named<T> = Readonly<Record<string, T>>

interface Schema {
  readonly $ref?: string
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Named<Schema>
  readonly anyOf?: readonly Schema[]
}

interface MediaType {
  readonly schema: Schema
  readonly examples?: Named<{ readonly value: unknown }>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Named<{ readonly value: unknown }>
}

interface Route {
  readonly operationId: string
  readonly summary: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Named<MediaType> }
  readonly responses: Named<{ readonly content?: Named<MediaType> }>
}

export interface Document {
  readonly paths: Named<Named<Route>>
  readonly components: { readonly schemas: Named<Schema> }
}

/** An operation with the values of one example. */
export interface Call {
  /** The operation and the name of the example. */
  readonly name: string
  readonly operationId: string
  /** Upper case. */
  readonly method: string
  /** A template: /api/v1/pages/{id}. */
  readonly path: string
  /** Values of the path parameters. */
  readonly params: Named<unknown>
  /** Values of the query parameters that are required. */
  readonly query: Named<unknown>
  readonly body: unknown
  /** Media types of the success; the first one is the default. */
  readonly types: readonly string[]
  readonly route: Route
}

/** A request as fetch takes it. */
export interface Request {
  /** Path and query. */
  readonly url: string
  readonly init: RequestInit
}

export function parseDocument(yaml: string): Document {
  return parse(yaml)
}

/** Their ids are random: no example can exist. */
const notExamples = ['getRender', 'putUpload']

/** All examples of all operations, in the order of the document. */
export function exampleCalls({ paths }: Document): readonly Call[] {
  const routes = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, route]) => ({ path, method: method.toUpperCase(), route })),
    )
    .filter(({ route }) => !notExamples.includes(route.operationId))
  return routes.flatMap(({ path, method, route }) => {
    const bodies = route.requestBody?.content['application/json']?.examples ?? {}
    const parameters = (route.parameters ?? []).filter(parameter => parameter.in === 'path')
    const required = (route.parameters ?? []).filter(one => one.in === 'query' && one.required === true)
    const names = [bodies, ...[...parameters, ...required].map(({ examples = {} }) => examples)].flatMap(Object.keys)
    const success = Object.entries(route.responses).find(([status]) => status.startsWith('2'))
    return (names.length > 0 ? [...new Set(names)] : ['']).map(name => ({
      name: `${route.operationId} ${name}`.trim(),
      operationId: route.operationId,
      method,
      path,
      query: Object.fromEntries(required.map(({ examples = {}, ...rest }) => [rest.name, examples[name]?.value])),
      params: Object.fromEntries(parameters.map(({ examples = {}, ...rest }) => [rest.name, examples[name]?.value])),
      body: bodies[name]?.value,
      types: Object.keys(success?.[1].content ?? {}),
      route,
    }))
  })
}

/** Valid only with other sources than the examples: a video, or a key of a provider, who would be called. */
const notForExamples = new Set(['media_type=video', 'x-vision-key=<API_KEY>'])

/**
 * Every example with each media type of the response, each value of its parameters and of the enums in its body, and the other media types
 * of the body; the drawing among the examples serves as the file.
 */
export function variedRequests(document: Document): readonly Request[] {
  const isValid = ([name, value]: readonly [string, unknown]) => !notForExamples.has(`${name}=${value}`)
  return exampleCalls(document).flatMap(call => {
    if (call.method === 'DELETE') return [requestOf(call)]
    const parameters = (call.route.parameters ?? []).filter(parameter => parameter.in !== 'path')
    const byParameter = parameters.flatMap(parameter =>
      valuesOf(parameter, document)
        .map(value => [parameter.name, value] as const)
        .filter(isValid)
        .map(entry => ({ [parameter.in]: Object.fromEntries([entry]) })),
    )
    const schema = call.route.requestBody?.content['application/json']?.schema ?? {}
    const byBody = enumMembers(schema, call.body, document)
      .filter(({ pointer, value }) => isValid([pointer.join('.'), value]))
      .map(({ pointer, value }) => ({ body: withMember(call.body, pointer, value) }))
    const byFile = call.name === firstExample(document, call.operationId) ? fileBodies(call.route, document) : []
    // Prism checks other JSON types by the schema of application/json (stoplightio/prism#2713).
    const types = call.types.filter(type => !type.endsWith('+json'))
    const byType = types.map(type => ({ type }))
    return [...byType, ...byParameter, ...byBody, ...byFile].map((change, index) =>
      requestOf(
        { ...call, ...('body' in change && { body: change.body }) },
        { type: types[index % types.length] ?? '', ...change },
      ),
    )
  })
}

interface Options {
  readonly type?: string
  readonly query?: Named<unknown>
  readonly header?: Named<unknown>
  /** A body that is not JSON. */
  readonly file?: BodyInit
}

function requestOf(call: Call, { type = '', query = {}, header = {}, file }: Options = {}): Request {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(call.params[name])))
  const entries = Object.entries({ ...call.query, ...query }).map(([name, value]) => [name, String(value)])
  const search = entries.length > 0 ? `?${new URLSearchParams(entries)}` : ''
  const headers = new Headers()
  for (const [name, value] of Object.entries(header)) headers.set(name, String(value))
  if (type) headers.set('accept', type)
  // A service without ADMIN_TOKEN takes any token of its own machine; the document asks for one.
  if (call.route.security?.some(requirement => 'AdminToken' in requirement)) headers.set('authorization', 'Bearer any')
  if (call.body !== undefined && !file) headers.set('content-type', 'application/json')
  const body = file ?? (call.body === undefined ? undefined : JSON.stringify(call.body))
  return { url: path + search, init: { method: call.method, headers, ...(body !== undefined && { body }) } }
}

function valuesOf({ schema, example }: Parameter, document: Document): readonly unknown[] {
  const { enum: values, minimum, maximum } = resolve(schema, document)
  const limits = [minimum, maximum].filter(value => value !== undefined)
  return values ?? [...new Set([example, ...limits])].filter(value => value !== undefined)
}

interface Member {
  readonly pointer: readonly string[]
  readonly value: unknown
}

/** Each value of each enum among the members of a body; members of objects that the body has not are left out. */
function enumMembers(schema: Schema, body: unknown, document: Document): readonly Member[] {
  const { properties = {}, anyOf = [] } = resolve(schema, document)
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const alternatives = [property, ...(resolve(property, document).anyOf ?? [])]
    const values = alternatives.flatMap(one => resolve(one, document).enum ?? []).filter(value => value !== null)
    const part = Object(body)[name]
    const inner = part !== null && typeof part === 'object' ? enumMembers(property, part, document) : []
    return [
      ...values.map(value => ({ pointer: [name], value })),
      ...inner.map(({ pointer, value }) => ({ pointer: [name, ...pointer], value })),
    ]
  })
  return [...own, ...anyOf.flatMap(one => enumMembers(one, body, document))]
}

function withMember(body: unknown, [name = '', ...rest]: readonly string[], value: unknown): unknown {
  return { ...Object(body), [name]: rest.length > 0 ? withMember(Object(body)[name], rest, value) : value }
}

function resolve(schema: Schema, document: Document): Schema {
  const name = schema.$ref?.split('/').at(-1) ?? ''
  return document.components.schemas[name] ?? schema
}

function firstExample(document: Document, operationId: string): string | undefined {
  return exampleCalls(document).find(call => call.operationId === operationId)?.name
}

/** A drawing raw and in a form. Contract proxies may read bodies as text, which damages other pictures. */
function fileBodies({ requestBody }: Route, document: Document) {
  const base64 = /data:image\/svg\+xml;base64,([\w+/=]+)/.exec(JSON.stringify(document.paths))?.[1] ?? ''
  const drawing = new Blob([Buffer.from(base64, 'base64')], { type: 'image/svg+xml' })
  const { 'multipart/form-data': form, 'image/*': image } = requestBody?.content ?? {}
  const examples = Object.values(form?.examples ?? {}).map(({ value }) => Object.entries(Object(value)))
  // Prism takes parts that are JSON for texts.
  const simple = examples.filter(parts => parts.every(([, part]) => typeof part !== 'object'))
  const forms = simple.map(parts => {
    const data = new FormData()
    for (const [name, part] of parts) data.append(name, name === 'file' ? drawing : String(part))
    return data
  })
  return [...forms, ...(image ? [drawing] : [])].map(file => ({ file }))
}
