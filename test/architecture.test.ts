// The house keeps its direction: which room may import which, no cycles, no forbidden shortcuts.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import ts from 'typescript'

const root = join(import.meta.dirname, '..')

/** What each room may import beside itself and packages. A longer path is a room of its own. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  'src/version.ts': [],
  'src/identity.ts': [],
  'src/url.ts': [],
  'src/kept.ts': [],
  'src/lazy.ts': [],
  'src/hang-up.ts': [],
  'src/look.ts': [],
  'src/patience.ts': [],
  'src/remember.ts': ['src/kept.ts'],
  'src/word.ts': ['schemas'],
  'src/problem.ts': ['schemas'],
  'src/keys.ts': [],
  'src/keyring.ts': ['src/keys.ts'],
  'src/setting-values.ts': ['schemas', 'src/net', 'src/url.ts'],
  'src/settings.ts': ['schemas', 'src/keys.ts', 'src/net', 'src/setting-values.ts', 'src/vision'],
  'src/config.ts': ['src/settings.ts'],
  'src/color': ['schemas'],
  'src/net': ['schemas', 'src/problem.ts', 'src/url.ts'],
  'src/store': ['schemas', 'src/problem.ts'],
  'src/media': ['schemas', 'src/problem.ts'],
  'src/style': ['schemas', 'src/problem.ts', 'src/color', 'src/media'],
  'src/vision': ['schemas', 'src/problem.ts'],
  'src/analysis': [
    'schemas',
    'src/problem.ts',
    'src/identity.ts',
    'src/kept.ts',
    'src/color',
    'src/media',
    'src/style',
    'src/vision',
  ],
  'src/page': ['schemas', 'src/problem.ts', 'src/url.ts', 'src/remember.ts', 'src/color'],
  'src/capture': ['schemas', 'src/problem.ts', 'src/url.ts'],
  'src/export': ['schemas', 'src/problem.ts', 'src/lazy.ts'],
  'src/advice': ['schemas', 'src/look.ts'],
  'plugins/platform': ['schemas', 'src'],
  plugins: ['schemas', 'src', 'plugins/platform'],
  'plugins/index.ts': ['schemas', 'src', 'plugins'],
  'src/app.ts': ['schemas', 'src', 'plugins'],
  'src/server.ts': ['schemas', 'src', 'plugins'],
}

const rooms = Object.keys(mayImport).sort((a, b) => b.length - a.length)
const isIn = (file: string, room: string): boolean => file === room || file.startsWith(`${room}/`)
const roomOf = (file: string): string | undefined => rooms.find(room => isIn(file, room))

const files = ['schemas', 'src', 'plugins'].flatMap(top =>
  readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    .filter(name => /(?<!\.d)\.ts$/.test(name))
    .map(name => normalize(join(top, name))),
)

const importsOf = (file: string): readonly string[] =>
  ts.preProcessFile(readFileSync(join(root, file), 'utf8')).importedFiles.map(({ fileName }) => fileName)

const graph = new Map(
  files.map(file => [
    file,
    importsOf(file)
      .filter(name => name.startsWith('.'))
      .map(name => normalize(join(dirname(file), name))),
  ]),
)

t.test('every file stands in a room that the table names', async t => {
  t.same(
    files.filter(file => roomOf(file) === undefined),
    [],
  )
})

t.test('every import goes where its room may go', async t => {
  const wrong = files.flatMap(file => {
    const room = roomOf(file) ?? file
    const allowed = [room, ...(mayImport[room] ?? [])]
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

t.test('nobody imports the app or the server but the server', async t => {
  const tops = ['src/app.ts', 'src/server.ts']
  const wrong = files.filter(
    file => !tops.includes(file) && (graph.get(file) ?? []).some(target => tops.includes(target)),
  )
  t.same(wrong, [])
})

t.test('the contract knows TypeBox and nothing else', async t => {
  const packages = new Set(
    files
      .filter(file => isIn(file, 'schemas'))
      .flatMap(importsOf)
      .filter(name => !name.startsWith('.')),
  )
  t.same([...packages], ['@sinclair/typebox'])
})

t.test('product rooms know no HTTP framework', async t => {
  const product = files.filter(file =>
    /^src\/(?:color|media|style|page|capture|export|store|net|vision|analysis)\//.test(file),
  )
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

const isShortcut = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.AnyKeyword ||
  ts.isNonNullExpression(node) ||
  ts.isModuleDeclaration(node) ||
  (ts.isAsExpression(node) && node.type.getText() !== 'const')

const shortcutsIn = (file: string): readonly string[] => {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (isShortcut(node)) found.push(`${file}: ${node.getText()}`)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

t.test('no shortcut around the types: any, casts, non-null marks, declared modules', async t => {
  t.same(files.flatMap(shortcutsIn), [])
})
