// Joins modules of the capture script into the text of one file.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A conditional part is between `// #if feature` or `// #if !feature` and `// #endif`; parts do not contain others. */
const partBoundary = /^\s*\/\/ #(?:if (!?)(\w+)|endif)$/
const importStatement = /^import (\w+|\{[^}]*\}) from '([^']+)'\n/gm
/** The beginning of the exported function of a module for the browser, up to its body. */
const functionStart = /^export (?:async )?function [\s\S]*?\{\n/m

const sectionRule = `// ${'-'.repeat(116)}`

interface Import {
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
  /** Those that the code uses, in the order of their first use. */
  readonly imports: readonly Import[]
}

type ScriptModules = ReadonlyMap<string, ScriptModule>

/** Every name that a condition may have, and whether it holds. */
export type Features = Readonly<Record<string, boolean>>

/**
 * Reads every module of a folder: without the parts of other features, and with the imports that are still used.
 * @throws an Error for a condition that is unknown or has no end
 */
export function readModules(folder: URL, features: Features): Map<string, ScriptModule> {
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
  const untitled = text.replace(/^(?:\/\/.*\n)+/, '')
  const title = text.slice(0, -untitled.length)
  const code = withoutTypes(untitled, projectTypes)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const firstUse = (name: string) => code.search(new RegExp(`\\b${name}\\b`))
  const imports = [...source.matchAll(importStatement)]
    .map(([statement, names = '', from = '']) => ({
      from: resolveImport(path, from),
      statement: statement.trim(),
      uses: localNames(names)
        .map(firstUse)
        .filter(position => position >= 0),
    }))
    .filter(({ uses }) => uses.length > 0)
    .sort((one, other) => Math.min(...one.uses) - Math.min(...other.uses))
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
    const [beforeTags = ''] = text.replaceAll(/^ *\*/gm, '').split(/\s@\w/)
    const description = beforeTags.trim().replaceAll(/^ +/gm, '')
    const tag = (end && keptTag.exec(text)?.[0]) || ''
    const isProjectType = tag.split(/\W+/).some((word: string) => projectTypes.has(word))
    const parts = [description, isProjectType ? '' : tag].filter(part => part !== '')
    if (parts.length === 0) return ''
    if (!description.includes('\n')) return `${indent}/** ${parts.join(' ')} */${end}`
    const lines = parts.join('\n').split('\n')
    return [`${indent}/**`, ...lines.map(line => `${indent} * ${line}`.trimEnd()), `${indent} */${end}`].join('\n')
  })
}

function selectParts(source: string, features: Features): string {
  /** Whether the condition of the part holds; outside parts undefined. */
  let condition: boolean | undefined
  const lines = source.split('\n').filter(line => {
    const boundary = partBoundary.exec(line)
    if (!boundary) return condition ?? true
    const [, not, feature] = boundary
    const holds = feature === undefined ? undefined : features[feature]
    const isUnknown = feature !== undefined && holds === undefined
    const isMisplaced = (feature === undefined) === (condition === undefined)
    if (isUnknown || isMisplaced) throw new Error(`Not a valid condition here: ${line.trim()}`)
    condition = holds === undefined ? undefined : holds === (not === '')
    return false
  })
  if (condition !== undefined) throw new Error('A conditional part has no // #endif')
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
 * Joins a module and all that it needs into the text of one file: in the order of use, code for the browser last.
 *
 * Playwright passes functions to the browser as text, so the modules that such a function needs are placed inside it.
 *
 * @param entry path of the first module
 */
export function joinModules(modules: ScriptModules, entry: string): string {
  const all = collect(modules, entry, path => !isForBrowser(path))
  const inOrder = [...all.filter(({ path }) => !isForBrowser(path)), ...all.filter(({ path }) => isForBrowser(path))]
  const sections = inOrder.map(module => {
    const [, ...inner] = isForBrowser(module.path) ? collect(modules, module.path, isForBrowser) : []
    return `${sectionRule}\n${module.title}\n\n${embed(module, inner)}`
  })
  return [joinBuiltins(all), ...sections].join('\n\n')
}

/** A module and, breadth first, those that it and its imports import, where `hasImports`. */
function collect(modules: ScriptModules, entry: string, hasImports: (path: string) => boolean): ScriptModule[] {
  // Packages are no modules.
  const modulesAt = (paths: readonly string[]) => paths.flatMap(path => modules.get(path) ?? [])
  const found = new Set(modulesAt([entry]))
  for (const { path, imports } of found) {
    if (!hasImports(path)) continue
    for (const module of modulesAt(imports.map(({ from }) => from))) found.add(module)
  }
  return [...found]
}

/** The code of a module, with others at the beginning of its exported function. */
function embed({ code }: ScriptModule, inner: readonly ScriptModule[]): string {
  if (inner.length === 0) return withoutExports(code)
  const sections = inner.map(({ title, code }) => `${title}\n\n${withoutExports(code)}`)
  const text = `${sections.join('\n\n')}\n`
  if (!functionStart.test(code)) throw new Error('A module for the browser with imports exports no function')
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
