// Generators of TypeScript clients and of a Postman collection, each on its defaults: what a generator says about the document, whether
// its code compiles, and whether every example of the document works as a call of that code.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Call, exampleCalls, parseDocument } from './calls.ts'

export interface GeneratorResult {
  /** Name and version. */
  readonly generator: string
  /** Lines of the generator's output. */
  readonly warnings: readonly string[]
  /** Errors of `tsc --strict` in the generated code and its caller; undefined: no code. */
  readonly errors?: readonly string[]
  /** The same in the type declarations of packages that the generated code imports. */
  readonly errorsOfPackages: readonly string[]
  readonly calls: number
  readonly failures: readonly string[]
}

interface Generator {
  readonly name: string
  /** Its command; the code is written to ./client. */
  readonly command: (document: string) => readonly string[]
  /** A configuration file, where options of the command do not suffice. */
  readonly config?: readonly [name: string, text: (document: string) => string]
  /** TypeScript that creates a client, as the generator's documentation shows it. */
  readonly setUp: (baseUrl: string) => string
  /** The expression that makes a call. */
  readonly call: (call: Call) => string
}

const run = promisify(execFile)
const failurePrefix = 'error: the command ended with'
const home = import.meta.dirname
const bin = join(home, 'node_modules/.bin')
const tsxLoader = import.meta.resolve('tsx')
/** Telemetry off. */
const env = { ...process.env, DO_NOT_TRACK: '1', KUBB_DISABLE_TELEMETRY: '1', NO_COLOR: '1' }

const generators: readonly Generator[] = [
  {
    name: 'openapi-typescript',
    command: document => ['openapi-typescript', document, '-o', 'client.d.ts'],
    setUp: baseUrl => `import createClient from 'openapi-fetch'
      import type { paths } from './client.d.ts'
      const client = createClient<paths>({ baseUrl: '${baseUrl}' })`,
    // openapi-fetch parses every response as JSON unless it is told otherwise.
    call: ({ method, path, params, query, body, types }) => {
      const parseAs = parsings[types[0]?.replace(/\/.*/, '') ?? '']
      const values = { ...(hasAny(params) && { path: params }), ...(hasAny(query) && { query }) }
      const options = { ...(hasAny(values) && { params: values }), body, ...(parseAs && { parseAs }) }
      return `client.${method}('${path}', ${json(options)})`
    },
  },
  {
    name: '@hey-api/openapi-ts',
    command: document => ['openapi-ts', '-i', document, '-o', 'client'],
    setUp: baseUrl => `import { client } from './client/client.gen'
      import * as api from './client'
      client.setConfig({ baseUrl: '${baseUrl}' })`,
    call: ({ operationId, params, query, body }) =>
      `api.${operationId}(${json({ ...(hasAny(params) && { path: params }), ...(hasAny(query) && { query }), body })})`,
  },
  {
    name: 'orval',
    command: document => ['orval', '--input', document, '--output', 'client.ts'],
    setUp: baseUrl => `import axios from 'axios'
      import * as api from './client'
      axios.defaults.baseURL = '${baseUrl}'`,
    call: positional,
  },
  {
    name: '@kubb/cli',
    command: () => ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    config: [
      'kubb.config.mjs',
      document => `import { defineConfig } from '@kubb/core'
      import { pluginClient } from '@kubb/plugin-client'
      import { pluginOas } from '@kubb/plugin-oas'
      import { pluginTs } from '@kubb/plugin-ts'
      const plugins = [pluginOas(), pluginTs(), pluginClient()]
      export default defineConfig({ input: { path: '${document}' }, output: { path: './client' }, plugins })`,
    ],
    setUp: baseUrl => `import { setConfig } from '@kubb/plugin-client/clients/axios'
      import * as api from './client'
      setConfig({ baseURL: '${baseUrl}' })`,
    call: positional,
  },
  {
    name: 'swagger-typescript-api',
    command: document => ['swagger-typescript-api', 'generate', '-p', document, '-o', '.', '-n', 'client.ts'],
    setUp: baseUrl => `import { Api } from './client'
      const { api } = new Api({ baseUrl: '${baseUrl}' })`,
    // Its types of enums take no text literals, so the values are parsed. It expects JSON wherever JSON is one of the media types.
    call: ({ operationId, params, query, body, types, route: { parameters = [] } }) => {
      const values = argumentsOf({ params, query, body })
      const isText = types.includes('application/json') && types[0]?.startsWith('text/')
      const hasQuery = parameters.some(parameter => parameter.in === 'query') && !hasAny(query)
      const options = isText ? [...(hasQuery ? ['{}'] : []), json({ format: 'text' })] : []
      return `api.${operationId}(${[...values.map(value => `JSON.parse(${json(json(value))})`), ...options]})`
    },
  },
  {
    name: 'openapi-zod-client',
    command: document => ['openapi-zod-client', document, '-o', 'client.ts'],
    setUp: baseUrl => `import { createApiClient } from './client'
      const api = createApiClient('${baseUrl}')`,
    call: ({ operationId, method, params, query, body }) => {
      const values = { ...(hasAny(params) && { params }), ...(hasAny(query) && { queries: query }) }
      const options = hasAny(values) ? [json(values)] : []
      return `api.${operationId}(${method === 'GET' ? options : [json(body) ?? 'undefined', ...options]})`
    },
  },
]

/** How openapi-fetch reads media types that are no JSON. */
const parsings: Readonly<Record<string, string>> = { text: 'text', image: 'blob' }

/** Path parameters, the query and the body as arguments. */
function positional(call: Call): string {
  return `api.${call.operationId}(${argumentsOf(call).map(json)})`
}

function argumentsOf({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>): readonly unknown[] {
  return [...Object.values(params), hasAny(query) ? query : undefined, body].filter(value => value !== undefined)
}

function hasAny(object: object): boolean {
  return Object.keys(object).length > 0
}

function json(value: unknown): string {
  return JSON.stringify(value)
}

/** All generators, one after the other. @param service address of a running service */
export async function measureGenerators(yaml: string, service: string): Promise<readonly GeneratorResult[]> {
  const results: GeneratorResult[] = []
  for (const generator of generators)
    results.push(await inFolder(yaml, folder => measureClient(folder, generator, yaml, service)))
  results.push(await inFolder(yaml, folder => measureCollection(folder, yaml, service)))
  return results
}

/** Runs `measure` in a folder of its own that holds the document and finds the packages of this benchmark. */
async function inFolder<T>(yaml: string, measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'client-'))
  await symlink(join(home, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), json({ type: 'module' }))
  await writeFile(join(folder, 'openapi.yaml'), yaml)
  return measure(folder).finally(() => rm(folder, { recursive: true }))
}

async function measureClient(
  folder: string,
  { name, command, config, setUp, call }: Generator,
  yaml: string,
  service: string,
): Promise<GeneratorResult> {
  const document = './openapi.yaml'
  if (config) await writeFile(join(folder, config[0]), config[1](document))
  const warnings = await generate(folder, command(document))
  const calls = exampleCalls(parseDocument(yaml))
  const caller = [
    setUp(service),
    reportCall,
    ...calls.map(one => `await report(${json(one.name)}, () => ${call(one)})`),
  ]
  await writeFile(join(folder, 'caller.ts'), caller.join('\n'))
  const errors = await compile(folder)
  const lines = await output(folder, process.execPath, ['--import', tsxLoader, 'caller.ts'])
  const passed = new Set(lines.filter(line => line.startsWith('ok ')).map(line => line.slice('ok '.length)))
  const missing = calls.filter(one => !passed.has(one.name))
  return {
    generator: await withVersion(name),
    warnings,
    errors: errors.filter(line => !isOfPackage(line)),
    errorsOfPackages: errors.filter(isOfPackage),
    calls: calls.length,
    failures: missing.map(
      one => lines.find(line => line.startsWith(`failed ${one.name}: `)) ?? `${one.name}: not made`,
    ),
  }
}

/** Part of every caller: a call fails when it rejects, or resolves with an error or with a response that is not OK. */
const reportCall = `async function report(name: string, call: () => Promise<unknown>): Promise<void> {
  const { error, response } = await call().then(Object, error => ({ error }))
  const failure = error ?? (response?.ok === false ? response.status : undefined)
  console.log(failure == null ? \`ok \${name}\` : \`failed \${name}: \${failure.message ?? JSON.stringify(failure)}\`)
}`

/** @returns warnings and errors among the lines of output */
async function generate(folder: string, [command = '', ...options]: readonly string[]): Promise<readonly string[]> {
  const lines = await output(folder, process.execPath, [join(bin, command), ...options])
  return lines.filter(line => /\b(?:warn(?:ing)?s?|errors?|failed|deprecated|unsupported)\b|[⚠✖]/iu.test(line))
}

/** Errors of `tsc --strict`, one line each. Kubb writes imports that end with .ts, which needs an option of its own. */
async function compile(folder: string): Promise<readonly string[]> {
  const options =
    '--strict --noEmit --target es2022 --module esnext --moduleResolution bundler --allowImportingTsExtensions'
  const lines = await output(folder, process.execPath, [join(bin, 'tsc'), ...options.split(' '), 'caller.ts'])
  const errors = lines.filter(line => /error TS\d+/.test(line))
  return errors.length > 0 ? errors : lines.filter(line => line.startsWith(failurePrefix))
}

function isOfPackage(line: string): boolean {
  return line.includes('node_modules/')
}

/**
 * Converts the document to a Postman collection and runs it. Only with `parametersResolution=Example` does the converter use examples; by
 * default every value is a placeholder such as `<integer>`, to be replaced by hand.
 */
async function measureCollection(folder: string, yaml: string, service: string): Promise<GeneratorResult> {
  const options = ['-s', 'openapi.yaml', '-o', 'collection.json', '-O', 'parametersResolution=Example']
  const warnings = await generate(folder, ['openapi2postmanv2', ...options])
  const newman = ['run', 'collection.json', '--env-var', `baseUrl=${service}`]
  const reporter = ['--reporters', 'json', '--reporter-json-export', 'report.json']
  await output(folder, process.execPath, [join(bin, 'newman'), ...newman, ...reporter])
  const { run: report } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
  const summaries = new Set(exampleCalls(parseDocument(yaml)).map(({ route }) => route.summary))
  const all: readonly Execution[] = report.executions
  const executions = all.filter(({ item }) => summaries.has(item.name))
  return {
    generator: `${await withVersion('openapi-to-postmanv2')}, ${await withVersion('newman')}`,
    warnings,
    errorsOfPackages: [],
    calls: executions.length,
    failures: executions
      .filter(({ response }) => response === undefined || response.code >= 300)
      .map(({ item, response, requestError }) => `${item.name}: ${response?.code ?? requestError?.code}`),
  }
}

interface Execution {
  readonly item: { readonly name: string }
  readonly response?: { readonly code: number }
  readonly requestError?: { readonly code: string }
}

async function withVersion(name: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(home, 'node_modules', name, 'package.json'), 'utf8'))
  return `${name} ${version}`
}

/** The lines that a command writes; one more when it fails. */
async function output(folder: string, command: string, options: readonly string[]): Promise<readonly string[]> {
  const limits = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 }
  const result = await run(command, options, { cwd: folder, env, ...limits }).catch((error: Failure) => error)
  const failure = 'message' in result ? `${failurePrefix} ${result.code ?? result.signal}` : ''
  return `${result.stdout}\n${result.stderr}\n${failure}`.split('\n').filter(line => line.trim() !== '')
}

interface Failure {
  readonly message: string
  readonly stdout: string
  readonly stderr: string
  readonly code?: number
  readonly signal?: string
}
