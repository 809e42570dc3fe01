// Joins modules of the capture script into the text of one file.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Parts of modules stand between `// #if feature` or `// #if !feature` and `// #endif`; in doc comments after `*`. */
const partBoundary = /^\s*(?:\/\/|\*) #(?:if (?<not>!?)(?<feature>\w+)|endif)$/
const importStatement = /^import (?<names>\w+|\{[^}]*\}) from '(?<from>[^']+)'\n/gm
/** The beginning of the exported function of a module for the browser, up to its body. */
const functionStart = /^export (?:async )?function [\s\S]*?\{\n/m

const sectionRule = `// ${'-'.repeat(116)}`

interface Import {
  /** The imported names that the module uses. */
  readonly names: readonly string[]
  /** The path of a module, or the name of a package. */
  readonly from: string
  readonly statement: string
}

interface ScriptModule {
  /** Its path in the folder of the modules. */
  readonly path: string
  /** The comment that begins the file. */
  readonly title: string
  /** What follows the imports. */
  readonly code: string
  readonly imports: readonly Import[]
}

type ScriptModules = ReadonlyMap<string, ScriptModule>

/** Reads every module of a folder: without the parts of other features, and with the imports that are still used. */
export function readModules(folder: URL, features: ReadonlySet<string>): ScriptModules {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => path.replaceAll('\\', '/'))
  const modules = paths.filter(path => path.endsWith('.mjs'))
  const sources = modules.map(path => ({ path, source: readFileSync(new URL(path, folder), 'utf8') }))
  const types = new Set(sources.flatMap(({ source }) => findTypes(source)))
  return new Map(sources.map(({ path, source }) => [path, parseModule(path, selectParts(source, features), types)]))
}

/** The types that a module defines or imports. */
function findTypes(source: string): string[] {
  const defined = [...source.matchAll(/@typedef \{[\s\S]*?\} (\w+)/g)].flatMap(([, name = '']) => name)
  const imported = [...source.matchAll(/@import \{([^}]*)\}/g)].flatMap(([, names = '']) => localNames(names))
  return [...defined, ...imported]
}

function parseModule(path: string, source: string, projectTypes: ReadonlySet<string>): ScriptModule {
  const text = source.replaceAll(importStatement, '')
  const [title = ''] = /^(?:\/\/.*\n)+/.exec(text) ?? []
  const code = withoutTypes(text.slice(title.length), projectTypes)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  const imports = [...source.matchAll(importStatement)]
    .map(({ 0: statement, groups }) => ({
      names: localNames(groups?.names ?? '').filter(isUsed),
      from: resolveImport(path, groups?.from ?? ''),
      statement: statement.trim(),
    }))
    .filter(({ names }) => names.length > 0)
  return { path, title: title.trim(), code, imports }
}

const docComment = /(?<indent>^ *)?\/\*\*(?<text>[\s\S]*?)\*\/ ?(?<end>\n)?/gm
/** The tags that stay: what no editor can infer, in types that every editor knows. */
const keptTag = /@(?:type \{(?:[^{}]|\{[^{}]*\})*\}|returns \{never\})/

/** The types of the project are left out of a script; what a comment says beside them is for its reader, too. */
function withoutTypes(code: string, projectTypes: ReadonlySet<string>): string {
  return code.replaceAll(docComment, (...match) => {
    const { indent = '', text = '', end = '' } = match.at(-1)
    if (/@(?:typedef|callback)\b/.test(text)) return ''
    const [description = ''] = text.replaceAll(/^ *\*/gm, '').split(/\s@\w/)
    const [tag = ''] = (end && keptTag.exec(text)) || []
    const isKept = !tag.split(/\W+/).some((word: string) => projectTypes.has(word))
    const lines = description
      .trim()
      .split('\n')
      .map((line: string) => line.trim())
    if (isKept && tag) lines.push(tag)
    const said = lines.join('\n').trim()
    if (said === '') return ''
    if (lines.length < 3 && !description.trim().includes('\n'))
      return `${indent}/** ${lines.filter(Boolean).join(' ')} */${end}`
    return [`${indent}/**`, ...lines.map((line: string) => `${indent} * ${line}`.trimEnd()), `${indent} */${end}`].join(
      '\n',
    )
  })
}

function selectParts(source: string, features: ReadonlySet<string>): string {
  let isSelected = true
  const lines = source.split('\n').filter(line => {
    const boundary = partBoundary.exec(line)
    if (!boundary) return isSelected
    const { feature, not } = boundary.groups ?? {}
    isSelected = feature === undefined || features.has(feature) === (not === '')
    return false
  })
  return lines.join('\n')
}

/** Of `name` or `{ name, other as local }`. */
function localNames(specifiers: string): string[] {
  const names = specifiers.replaceAll(/[{}]/g, '').split(',')
  return names.map(name => name.trim().replace(/^.* as /, '')).filter(name => name !== '')
}

function resolveImport(importer: string, from: string): string {
  return from.startsWith('.') ? posix.join(posix.dirname(importer), from) : from
}

/** Code of page/ and worker/ runs in the browser. */
function isForBrowser(path: string): boolean {
  return path.startsWith('page/') || path.startsWith('worker/')
}

/**
 * Joins a module and all that it needs into the text of one file.
 *
 * A function for the browser is passed to it as text. So the modules that it needs stand inside it.
 *
 * @param entry path of the first module
 * @param order paths of all modules in reading order
 */
export function joinModules(modules: ScriptModules, entry: string, order: readonly string[]): string {
  const inOrder = (paths: ReadonlySet<string>) =>
    order.filter(path => paths.has(path)).flatMap(path => modules.get(path) ?? [])
  const top = inOrder(collect(modules, entry, path => !isForBrowser(path)))
  const sections = top.map(module => {
    const inner = isForBrowser(module.path) ? collect(modules, module.path, isForBrowser) : new Set<string>()
    inner.delete(module.path)
    return `${sectionRule}\n${module.title}\n\n${embed(module, inOrder(inner))}`
  })
  return [joinBuiltins(top), ...sections].join('\n\n')
}

/** A module and those that it imports; the imports of a module are followed while `isFollowed`. */
function collect(
  modules: ScriptModules,
  path: string,
  isFollowed: (path: string) => boolean,
  found = new Set<string>(),
): Set<string> {
  const module = modules.get(path)
  if (!module || found.has(path)) return found
  found.add(path)
  if (isFollowed(path)) for (const { from } of module.imports) collect(modules, from, isFollowed, found)
  return found
}

/** The code of a module, with others at the beginning of its exported function. */
function embed({ code }: ScriptModule, inner: readonly ScriptModule[]): string {
  if (inner.length === 0) return withoutExports(code)
  const sections = inner.map(({ title, code }) => `${title}\n\n${withoutExports(code)}`)
  const text = `${sections.join('\n\n')}\n`
  return withoutExports(code.replace(functionStart, start => `${start}${indent(text)}\n`))
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

/** Only the entry exports something. */
function withoutExports(code: string): string {
  return code.replaceAll(/^export (?!async function capture\b)/gm, '')
}

/** Imports of Node.js, each once. */
function joinBuiltins(modules: readonly ScriptModule[]): string {
  const imports = modules.flatMap(module => module.imports).filter(({ from }) => from.startsWith('node:'))
  return [...new Set(imports.map(({ statement }) => statement))].sort().join('\n')
}
