// The script template: the files of template/, read once and joined into the two constant parts of capture.mjs.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The steps of the script in reading order; head.mjs, with CONFIG, comes before them. */
const steps = [
  'failure',
  'overrides',
  'progress',
  'browser',
  'navigate',
  'stage',
  'settle',
  'camera',
  'still',
  'frames',
  'motion',
  'page-clock',
  'begin-frame',
  'encode',
  'film',
  'run',
  'main',
] as const

const marker = "JSON.parse('null')"
const read = (name: string) => readFileSync(new URL(`./template/${name}.mjs`, import.meta.url), 'utf8')

/** Imports of Node's modules. Equal lines of several steps become one, at the top. */
const builtinImport = /^import [^']+ from 'node:[^']+'\n/gm
/** Imports of other steps: in one file everything is in sight. */
const stepImport = /^import [^']+ from '\.[^']+'\n/gm
/** Types are for the checker of this repository; the words around them stay. */
const typeLine = /^ *(?:\/\*\* @.*\*\/|\* @.*)\n/gm
const typeCast = /\/\*\* @type [^*]*\*\/ ?(?:\(([^()]*)\))?/g
/** A parameter that had a type. */
const bareParameter = /\((\w+)\) =>/g
const emptyComment = /^ *\/\*\*\n *\*\/\n/gm
/** What documents a function here is a plain comment there. */
const docComment = /^( *)\/\*\*(?: (.*) \*\/|\n *\* (.*)\n *\*\/)$/gm

const plain = (source: string) =>
  [builtinImport, stepImport, typeLine, emptyComment, /^export /gm]
    .reduce((text, dropped) => text.replace(dropped, ''), source)
    .replace(typeCast, '$1')
    .replace(bareParameter, '$1 =>')
    .replace(docComment, '$1// $2$3')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const join = (sources: readonly string[]): string => {
  const imports = new Set(sources.flatMap(source => source.match(builtinImport) ?? []))
  return `\n${[...imports].sort().join('')}\n${sources.map(plain).join('\n\n')}\n`
}

/** What stands before the CONFIG literal: how to install and to run. */
export const scriptHead = read('head')
  .split(marker)
  .slice(0, 1)
  .join('')
  .replace(/^export /m, '')

/** What stands below the CONFIG literal, the same in every script. */
export const scriptBody = join(steps.map(read))

/** SHA-256 of `scriptBody`, hex: equals `sed '1,/^}$/d' capture.mjs | sha256sum`. */
export const scriptSha256 = createHash('sha256').update(scriptBody).digest('hex')
