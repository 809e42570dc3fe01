// The structure of the project: which folder may import which, no cycles, and what the recipes name.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import ts from 'typescript'
import { ownProcess } from './helpers/tools.ts'

const root = join(import.meta.dirname, '..')
const media = (...names: readonly string[]) => names.map(name => `src/image/${name}`)
const style = (...names: readonly string[]) => names.map(name => `src/style/${name}`)
const numbers = ['src/color', ...style('numbers.ts')]

/** What each folder may import beside itself and packages. A longer path is a folder of its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  'src/version.ts': [],
  'src/errors.ts': ['schemas'],
  'src/values': ['schemas'],
  'src/config': ['schemas', 'src/values', 'src/fetch', 'src/providers'],
  'src/limits': ['schemas', 'src/errors.ts', 'src/values', 'src/workers'],
  'src/workers': ['schemas', 'src/errors.ts', 'src/values'],
  'src/color': ['schemas'],
  'src/fetch': ['schemas', 'src/errors.ts', 'src/values', 'src/version.ts', 'src/limits'],
  'src/store': ['schemas', 'src/errors.ts', 'src/values', 'src/limits'],
  'src/image': ['schemas', 'src/errors.ts', 'src/values', 'src/color'],
  'src/style': ['schemas', 'src/version.ts', 'src/color', 'src/image'],
  'src/style/sampling': ['src/image', ...numbers],
  'src/style/palette': ['schemas', ...media('raster.ts'), ...style('sampling'), ...numbers],
  'src/style/composition': ['schemas', ...style('sampling'), ...numbers],
  'src/style/perception': ['schemas', 'src/values', ...media('raster.ts'), ...style('sampling', 'palette'), ...numbers],
  'src/providers': ['schemas', 'src/errors.ts'],
  'src/analysis': [
    'schemas',
    'src/errors.ts',
    'src/values',
    'src/version.ts',
    'src/color',
    'src/image',
    'src/style',
    'src/providers',
    'src/limits',
    'src/workers',
  ],
  'src/sparkpage': ['schemas', 'src/errors.ts', 'src/values', 'src/color'],
  'src/pages': [
    'schemas',
    'src/errors.ts',
    'src/values',
    'src/version.ts',
    'src/limits',
    'src/analysis',
    'src/fetch',
    'src/image',
    'src/sparkpage',
    'src/store',
    'src/workers',
  ],
  'src/capture': ['schemas', 'src/errors.ts', 'src/values'],
  'src/capture/script': [],
  'src/capture/script/node': ['src/capture/script'],
  'src/capture/script/page': ['src/capture/script', 'src/capture/script/worker'],
  'src/capture/script/worker': [],
  'src/renders': [
    'schemas',
    'src/errors.ts',
    'src/values',
    'src/version.ts',
    'src/limits',
    'src/workers',
    'src/fetch',
    'src/capture',
    'src/store',
  ],
  'src/reports': ['schemas', 'src/errors.ts', 'src/values', 'src/color'],
  'plugins/shared': ['schemas', 'src'],
  plugins: ['schemas', 'src', 'plugins/shared'],
  'plugins/index.ts': ['schemas', 'src', 'plugins'],
  'src/process': ['src', 'plugins'],
  'src/app.ts': ['schemas', 'src', 'plugins'],
  'src/server.ts': ['src'],
  'src/render.ts': ['src'],
  'src/mcp.ts': ['src'],
}

const places = Object.keys(mayImport).sort((a, b) => b.length - a.length)
const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`)
const placeOf = (file: string): string | undefined => places.find(place => isIn(file, place))

interface MeasuredFile {
  readonly path: string
  readonly shortcuts: readonly { readonly kind: string; readonly text: string }[]
}

/** Every source file, as the program that `npm run measure` starts counts it. */
const measured: readonly MeasuredFile[] = JSON.parse(
  execFileSync(ownProcess.command, [...ownProcess.words, 'scripts/measure.ts', '--json'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64e6,
  }),
)
const sources = measured.map(({ path }) => path)
const files = sources.filter(file => ['schemas', 'src', 'plugins'].some(folder => isIn(file, folder)))

const importsOf = (file: string): readonly string[] =>
  ts.preProcessFile(readFileSync(join(root, file), 'utf8')).importedFiles.map(({ fileName }) => fileName)

const targetsOf = (file: string): readonly string[] =>
  importsOf(file)
    .filter(name => name.startsWith('.'))
    .map(name => normalize(join(dirname(file), name)))

const graph = new Map(files.map(file => [file, targetsOf(file)]))

t.test('every file is in a folder of the table, and each folder of the table exists', async t => {
  t.same(
    files.filter(file => placeOf(file) === undefined),
    [],
  )
  t.same(
    places.filter(place => !files.some(file => isIn(file, place))),
    [],
  )
})

t.test('every import goes where its folder may go', async t => {
  const wrong = files.flatMap(file => {
    const own = placeOf(file) ?? file
    const allowed = [own, ...(mayImport[own] ?? [])]
    return (graph.get(file) ?? [])
      .filter(target => !allowed.some(place => isIn(target, place)))
      .map(target => `${file} → ${target}`)
  })
  t.same(wrong, [])
})

t.test('no group of operations imports another group', async t => {
  const group = (file: string): boolean => dirname(file) === 'plugins' && file !== 'plugins/index.ts'
  const wrong = files.filter(group).filter(file => (graph.get(file) ?? []).some(group))
  t.same(wrong, [])
})

t.test(
  'only the opening imports the app, only the process opens it, only the programs import the process, and nothing imports them',
  async t => {
    const tops = [
      'src/app.ts',
      'src/process/open-service.ts',
      'src/process/service-process.ts',
      'src/server.ts',
      'src/render.ts',
      'src/mcp.ts',
    ]
    const wrong = files.filter(
      file => !tops.includes(file) && (graph.get(file) ?? []).some(target => tops.includes(target)),
    )
    t.same(wrong, [])
  },
)

t.test('the contract knows TypeBox and nothing else', async t => {
  const packages = new Set(
    files
      .filter(file => isIn(file, 'schemas'))
      .flatMap(importsOf)
      .filter(name => !name.startsWith('.')),
  )
  t.same([...packages], ['@sinclair/typebox'])
})

t.test('of the folders of src, only the one that starts the service knows the HTTP framework', async t => {
  const product = files.filter(file => /^src\/[^/]+\//.test(file) && !isIn(file, 'src/process'))
  t.same(
    product.filter(file => importsOf(file).some(name => /^(?:fastify|@fastify\/)/.test(name))),
    [],
  )
})

t.test('the playground knows nothing but its own files, and the contract by its types', async t => {
  const folder = join(root, 'web')
  const scripts = readdirSync(folder).filter(name => name.endsWith('.js'))
  for (const name of scripts) {
    const text = readFileSync(join(folder, name), 'utf8')
    const { importedFiles } = ts.preProcessFile(text)
    for (const { fileName } of importedFiles)
      t.ok(
        scripts.some(own => fileName === `./${own}`),
        `${name} → ${fileName}`,
      )
    for (const [, typed = ''] of text.matchAll(/import\('([^']+)'\)/g))
      t.match(typed, /^\.\.\/schemas\/|^\.\//, `${name} reads types of ${typed}`)
  }
  t.ok(scripts.length > 0)
})

/** Where a name has one meaning in several files: each of the three scripts exports its entry. */
const namesOfEntries = ['takeCapture']

t.test('an exported name stands in one file', async t => {
  const places = new Map<string, Set<string>>()
  for (const file of sources.filter(file => ['schemas', 'src', 'plugins', 'web'].some(folder => isIn(file, folder))))
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm,
    ))
      places.set(name, (places.get(name) ?? new Set()).add(file))
  const repeated = [...places].filter(([name, files]) => files.size > 1 && !namesOfEntries.includes(name))
  t.same(
    repeated.map(([name, files]) => `${name}: ${[...files].join(', ')}`),
    [],
  )
})

t.test('test, bench and scripts import the product and never each other', async t => {
  const around = ['test', 'bench', 'scripts']
  const wrong = around.flatMap(folder =>
    [...sources, 'knip.ts']
      .filter(file => isIn(file, folder))
      .flatMap(file =>
        targetsOf(file)
          .filter(target => around.some(other => other !== folder && isIn(target, other)))
          .map(target => `${file} → ${target}`),
      ),
  )
  t.same(wrong, [])
  const outward = files.flatMap(file => (graph.get(file) ?? []).filter(target => around.some(top => isIn(target, top))))
  t.same(outward, [], 'and the product imports none of them')
})

t.test('there is no cycle', async t => {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): string | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file].join(' → ')
    if (done.has(file)) return undefined
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle) return cycle
    }
    done.add(file)
    return undefined
  }
  t.same(
    files.map(file => visit(file, [])).filter(cycle => cycle !== undefined),
    [],
  )
})

/** What the linter does not forbid already: it knows neither casts nor the types of JSDoc. */
const forbidden: readonly string[] = ['any', 'cast', 'module']

t.test(
  'nothing goes around the types: no any, no casts, no modules declared but for decorators of Fastify',
  async t => {
    const found = measured.flatMap(({ path: file, shortcuts }) =>
      shortcuts.filter(({ kind }) => forbidden.includes(kind)).map(({ kind, text }) => `${file}: ${kind}: ${text}`),
    )
    t.same(found, [])
  },
)
