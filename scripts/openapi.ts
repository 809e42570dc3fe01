// `npm run openapi`: writes what is generated and committed: openapi.yaml, docs/client/api.d.ts and the tables of the documents.
// `--check` writes nothing and exits with 1 when one of them is out of date. `--examples` writes the response examples, which the schemas
// import: a separate run, before the other. test/contract.test.ts checks that they match the service.
import { readFile, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import openapiTS, { astToString } from 'openapi-typescript'
import savedExamples from '../schemas/examples/responses.json' with { type: 'json' }
import { operations } from '../schemas/index.ts'
import type { Operation } from '../schemas/operation.ts'
import { problemCodes, problemKinds } from '../schemas/problems.ts'
import { settingRows } from '../src/config/config.ts'
import { type Limit, limits } from '../src/limits/limits.ts'
import { startService } from './service.ts'

/** A document with one of these names between comments gets the table there: `<!-- settings -->` to `<!-- /settings -->`. */
const tables = { settings: settingsTable, problems: problemsTable, limits: limitsTable } as const
const documents = ['docs/operation.md', 'docs/limits.md']

/** Sections of the table of problems, by status. */
const problemGroups: readonly (readonly [string, (status: number) => boolean])[] = [
  ['the body', status => status === 400],
  ['the picture, or the vision provider', status => status === 422],
  ['other parts of the request', status => status < 500 && status !== 400 && status !== 422],
  ['the service or a dependency', status => status >= 500],
]

/** The time in examples. */
const exampleTime = new Date('2026-01-31T12:00:00.000Z')

/** The host in examples, that of the service on the reader's machine. */
const exampleHost = '127.0.0.1:3000'

const isCheck = process.argv.includes('--check')
if (process.argv.includes('--examples')) {
  await save('schemas/examples/responses.json', `${JSON.stringify(await useService(readExamples), null, 2)}\n`)
} else {
  const document = await useService(async app => app.swagger({ yaml: true }))
  const types = astToString(await openapiTS(document, { defaultNonNullable: false }))
  await save('openapi.yaml', document)
  await save('docs/client/api.d.ts', `// The types of openapi.yaml: written by npm run openapi.\n\n${types}`)
  for (const file of documents) await save(file, withTables(await readFile(file, 'utf8')))
}

/** Runs the service in this process, with an empty database, while `use` runs. */
async function useService<T>(use: (app: FastifyInstance) => Promise<T>): Promise<T> {
  const { app, stop } = await startService(() => exampleTime)
  try {
    return await use(app)
  } finally {
    await stop()
  }
}

/** The responses to the first example of each POST operation, the ids of their records, and a stored page; those of other GET operations depend on the machine and remain as they are. */
async function readExamples(app: FastifyInstance): Promise<object> {
  const examples: Record<string, unknown> = { ...savedExamples }
  const recordIds: Record<string, string> = {}
  const texts: Record<string, Record<string, unknown>> = {}
  const all: readonly Operation[] = operations
  /** The id that a record with a saved id has in this run: a capture's depends on the script. */
  const currentId = (saved: string) => {
    const [operation = ''] = Object.entries(savedExamples.recordIds).find(([, id]) => id === saved) ?? []
    return recordIds[operation] ?? saved
  }
  for (const { method, url: template, schema, ...operation } of all) {
    if (method === 'DELETE') continue
    const { body, params = {} } = Object(Object.values(operation.examples)[0])
    const url = template.replace(/:(\w+)/g, (_, name) => currentId(params[name]))
    const ask = (accept: string) => app.inject({ method, url, payload: body, headers: { accept, host: exampleHost } })
    const types = Object.keys(schema.response[200]?.content ?? {}).filter(
      type => !/^(?:application\/(?:json|zip)|(?:image|video)\/.*)$/.test(type),
    )
    const own: Record<string, unknown> = {}
    for (const type of types) own[type] = exampleOf(type, (await ask(type)).payload)
    if (types.length > 0) texts[schema.operationId] = own
    if (method !== 'POST' && schema.operationId !== 'getPage') continue
    const { statusCode, payload, headers } = await ask('application/json')
    // Renders need a browser: schemas/render.ts has their examples.
    if (statusCode !== 200) continue
    examples[schema.operationId] = JSON.parse(payload, shortenLongTexts)
    if (method !== 'POST') continue
    recordIds[schema.operationId] = String(headers['content-location']).split('/').at(-1) ?? ''
    if (headers['x-picture-id'] !== undefined) recordIds.picture = String(headers['x-picture-id'])
  }
  return { ...examples, recordIds, texts }
}

function exampleOf(type: string, payload: string): unknown {
  return type.endsWith('+json') ? JSON.parse(payload) : firstLines(payload)
}

/** Keeps the first lines of generated documents, and pictures. */
function shortenLongTexts(_name: string, value: unknown): unknown {
  return typeof value === 'string' && !value.startsWith('data:') ? firstLines(value) : value
}

function firstLines(text: string): string {
  return text.length < 1000 ? text : `${text.split('\n').slice(0, 5).join('\n')}\n…`
}

async function save(file: string, text: string): Promise<void> {
  if (!isCheck) return writeFile(file, text)
  if ((await readFile(file, 'utf8')) === text) return
  console.error(`${file} is out of date: run npm run openapi.`)
  process.exitCode = 1
}

function withTables(text: string): string {
  return Object.entries(tables).reduce((page, [name, table]) => {
    const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    if (!page.includes(begin)) return page
    return `${page.slice(0, page.indexOf(begin))}${begin}\n${table().join('\n')}\n${page.slice(page.indexOf(end))}`
  }, text)
}

function settingsTable(): readonly string[] {
  return [
    '| setting | default | meaning |',
    '|---|---|---|',
    ...settingRows().map(({ name, fallback, meaning, isSecret }) => {
      const names = isSecret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
      return `| ${names} | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`
    }),
  ]
}

function problemsTable(): readonly string[] {
  return [
    '| error in | statuses and codes |',
    '|---|---|',
    ...problemGroups.map(([name, isInGroup]) => {
      const codes = problemCodes.filter(code => isInGroup(problemKinds[code].status))
      const statuses = [...new Set(codes.map(code => problemKinds[code].status))].sort((one, other) => one - other)
      const cells = statuses.map(status => {
        const own = codes.filter(code => problemKinds[code].status === status).map(code => `\`${code}\``)
        return `${status} ${own.join(' ')}`
      })
      return `| ${name} | ${cells.join(' · ')} |`
    }),
  ]
}

function limitsTable(): readonly string[] {
  return [
    '| resource | limit | setting | share of one client | error when exceeded |',
    '|---|---|---|---|---|',
    ...Object.values(limits).map(({ what, unit, value, setting, share, answer }: Limit) => {
      const limit = typeof value === 'number' ? `${value} ${unit}` : value
      return `| ${what} | ${limit} | ${setting === undefined ? '' : `\`${setting}\``} | ${share} | ${answer === undefined ? '' : `\`${answer}\``} |`
    }),
  ]
}
