// What every child process of the service shares: how it is started, what it inherits, and what is kept of its output.
import { extname } from 'node:path'
import type { Readable } from 'node:stream'

/** Options of Node.js for a program: TypeScript is loaded by tsx. */
export function loaderOptions(program: string): readonly string[] {
  return extname(program) === '.ts' ? ['--import', import.meta.resolve('tsx')] : []
}

/** None of our settings and secrets: the variables of these names, and no coverage, which Node.js would pass on by itself. */
export function inheritEnvironment(...names: readonly string[]): NodeJS.ProcessEnv {
  const inherited = names.flatMap(name => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))
  return { ...Object.fromEntries(inherited), NODE_V8_COVERAGE: '' }
}

/** Characters that are kept of what a process writes: the last ones. */
const maxOutput = 2000

/** @returns the end of what the stream has given so far. */
export function keepEnd(stream: Readable): () => string {
  let text = ''
  stream.on('data', chunk => {
    text = `${text}${chunk}`.slice(-maxOutput)
  })
  return () => text.trim()
}
