// `npm run measure`: files, lines and functions of each part of the project. `-- --json` prints every file for the tests.
import { readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { type FileMetrics, measureFile, type Shortcut } from './source-metrics.ts'

interface MeasuredFile extends FileMetrics {
  readonly path: string
}

const root = join(import.meta.dirname, '..')
const product = ['schemas', 'plugins', 'src', 'web']

/** Folders of each part. */
const parts: Readonly<Record<string, readonly string[]>> = {
  schemas: ['schemas'],
  plugins: ['plugins'],
  src: ['src'],
  web: ['web'],
  product,
  test: ['test'],
  bench: ['bench'],
  scripts: ['scripts', 'docs/client'],
}

const all = [...product, 'test', 'bench', 'scripts', 'docs'].flatMap(filesIn).map(measure)
if (process.argv.includes('--json')) process.stdout.write(JSON.stringify(all))
else printTable()

function printTable(): void {
  const head = ['part', 'files', 'median lines', 'lines', 'of code', 'longest file', 'longest function', 'shortcuts']
  const rows = Object.entries(parts).map(([name, folders]) => cellsOf(name, folders))
  for (const row of [head, head.map(() => '---'), ...rows]) process.stdout.write(`| ${row.join(' | ')} |\n`)
}

function cellsOf(name: string, folders: readonly string[]): readonly string[] {
  const files = all.filter(({ path }) => folders.some(folder => path.startsWith(`${folder}/`)))
  const functions = files.flatMap(({ path, functions }) =>
    functions.map(({ line, lines }) => ({ path: `${path}:${line}`, lines })),
  )
  const kinds = ['any', 'cast', 'nonNull'] as const satisfies readonly Shortcut[]
  const shortcuts = kinds.map(kind => {
    const found = files.flatMap(file => file.shortcuts.filter(shortcut => shortcut.kind === kind))
    return `${found.length} ${kind}`
  })
  return [
    name,
    `${files.length}`,
    `${median(files.map(({ lines }) => lines))}`,
    sum(files.map(({ lines }) => lines)).toLocaleString('en'),
    sum(files.map(({ code }) => code)).toLocaleString('en'),
    longest(files),
    longest(functions),
    shortcuts.join(', '),
  ]
}

function longest(found: readonly { readonly path: string; readonly lines: number }[]): string {
  const [first] = found.toSorted((one, other) => other.lines - one.lines)
  return first === undefined ? '–' : `${first.lines} ${first.path}`
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Paths of the source files of a folder, without packages and what is generated. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.(?:ts|mjs|js)$/.test(name) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(name))
    .map(name => normalize(join(folder, name)))
    .filter(name => name !== 'docs/client/api.d.ts')
    .sort()
}

function measure(path: string): MeasuredFile {
  return { path, ...measureFile(path, readFileSync(join(root, path), 'utf8')) }
}
