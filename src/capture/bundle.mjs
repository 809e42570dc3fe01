// Bundles the capture scripts: the modules of script/, which are checked as they are, into one file for each kind of capture and its features.
import { fileURLToPath } from 'node:url'
import { rollup } from 'rollup'
import { replaceFound } from './replace-found.mjs'
import { parseScriptName } from './script-names.mjs'

/** @import { OutputChunk, Plugin } from 'rollup' */

const folder = new URL('script/', import.meta.url)
/** What the service writes itself, in front of a script. */
const config = fileURLToPath(new URL('config.mjs', folder))
const settings = fileURLToPath(new URL('node/settings.mjs', folder))
const features = fileURLToPath(new URL('features.mjs', folder))
const entry = fileURLToPath(new URL('program.mjs', folder))

const sectionRule = `// ${'-'.repeat(116)}`

/** @param {string} name of a script @returns the script without its head and configuration */
export async function bundleScript(name) {
  const script = parseScriptName(name)
  const capture = fileURLToPath(new URL(`node/${script.kind}.mjs`, folder))
  const plugins = [captureOf(script), featuresOf(script), withoutTypes]
  const chunk = await bundle(entry, [...plugins, agents(plugins)])
  const { [entry]: program, [settings]: commandLine, [config]: _config, [capture]: first, ...others } = chunk.modules
  const [beginning = ''] = codesOf(chunk.modules)
  // Callers come before the functions that they call.
  const sections = [first?.code ?? '', ...codesOf(others).toReversed(), commandLine?.code ?? '', program?.code ?? '']
  const parts = [
    // The imports of Node.js.
    chunk.code.slice(0, chunk.code.indexOf(beginning)).trim(),
    ...sections.map(section => `\n${sectionRule}\n${section}`),
    `\nexport { ${chunk.exports.join(', ')} }\n`,
  ]
  return tidy(parts.join('\n'))
}

/** @param {string} entry path @param {readonly Plugin[]} plugins @returns {Promise<OutputChunk>} */
async function bundle(entry, plugins) {
  const build = await rollup({
    input: entry,
    external: /^node:/,
    treeshake: { moduleSideEffects: false },
    plugins: [...plugins],
    onwarn: ({ message }) => {
      throw new Error(message)
    },
  })
  const { output } = await build.generate({ format: 'es' })
  return output[0]
}

/** The code of modules that have some left, those that others use first. @param {OutputChunk['modules']} modules */
function codesOf(modules) {
  return Object.values(modules)
    .map(({ code }) => code ?? '')
    .filter(code => code.trim() !== '')
}

/** Lets the program import the capture of a kind. @param {ReturnType<typeof parseScriptName>} script @returns {Plugin} */
function captureOf({ kind }) {
  return {
    name: 'capture',
    transform: (code, id) => (id === entry ? replaceFound(code, 'node/picture.mjs', () => `node/${kind}.mjs`) : null),
  }
}

/** Sets the constants of the features, which have their names. @param {ReturnType<typeof parseScriptName>} script @returns {Plugin} */
function featuresOf({ features: used }) {
  return {
    name: 'features',
    transform(code, id) {
      if (id !== features) return null
      return replaceFound(
        code,
        /(?<=const has(\w+) = )true/g,
        (_true, name = '') => `${used.includes(name.toLowerCase())}`,
      )
    },
  }
}

/**
 * Makes the function of an agent self-contained: it runs in the browser, to which Playwright passes it as text, so the
 * modules that it needs are placed inside it. An agent is a module of page/ or worker/ that imports others.
 *
 * @param {readonly Plugin[]} plugins
 * @returns {Plugin}
 */
function agents(plugins) {
  return {
    name: 'agents',
    async transform(code, id) {
      const isForBrowser = /[\\/](?:page|worker)[\\/][^\\/]+$/.test(id)
      if (!isForBrowser || !/^import /m.test(code)) return null
      const chunk = await bundle(id, plugins)
      const { [id]: agent, ...modules } = chunk.modules
      const own = agent?.code ?? ''
      const [, beginning, name, rest] = /^(.*^function (\w+)\(.*?\{\n)(.*)$/ms.exec(own) ?? []
      if (rest === undefined || /^function /m.test(rest))
        throw new Error(`${id}: an agent module must contain exactly one top-level function`)
      const inner = codesOf(modules).toReversed().join('\n\n').trim()
      return `${beginning}${indent(inner)}\n\n${rest}\nexport { ${name} }\n`
    },
  }
}

/** @param {string} text */
function indent(text) {
  return text.replaceAll(/^(?=.)/gm, '  ')
}

/**
 * Rollup ends some statements with a semicolon, which our modules never have at the end of a line, and leaves empty lines
 * where it has left something out. Annotations for it are of no use to a reader.
 *
 * @param {string} code
 */
function tidy(code) {
  return code
    .replaceAll(/;$/gm, '')
    .replaceAll('/* @__PURE__ */ ', '')
    .replaceAll(/\n{3,}/g, '\n\n')
}

const docComment = /(?<indent>^ *)?\/\*\*(?<text>[\s\S]*?)\*\/ ?(?<end>\n)?/gm

/** Leaves the types out of comments. What a comment says beside them is for the reader of a script, too. @type {Plugin} */
const withoutTypes = {
  name: 'without-types',
  transform(code, id) {
    if (/;$/m.test(code))
      throw new Error(`${id}: remove the semicolon at the end of a line, which tidy() would leave out`)
    return code.replaceAll(docComment, (...match) => commentWithoutTypes(match.at(-1)))
  },
}

/** @param {{ indent?: string, text?: string, end?: string }} comment */
function commentWithoutTypes({ indent = '', text = '', end = '' }) {
  const [beforeTags = ''] = text.replaceAll(/^ *\*/gm, '').split(/\s@\w/)
  const description = beforeTags.trim().replaceAll(/^ +/gm, '')
  if (description === '' || /@(?:typedef|callback)\b/.test(text)) return ''
  if (!description.includes('\n')) return `${indent}/** ${description} */${end}`
  const lines = description.split('\n').map(line => `${indent} * ${line}`.trimEnd())
  return [`${indent}/**`, ...lines, `${indent} */${end}`].join('\n')
}
