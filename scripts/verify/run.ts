// Programs, awaited.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunOptions {
  readonly input?: string
  readonly env?: NodeJS.ProcessEnv
}

/** The environment without what tap puts in for its own tests: programs of any other Node must not load that. */
export const ownEnvironment: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: '' }

/** Runs a program to its end. @returns all that it said. @throws what it said, when it ends with another code than 0 */
export const run = async (program: string, words: readonly string[], options: RunOptions = {}): Promise<string> => {
  const child = spawn(program, words, { env: options.env ?? ownEnvironment, stdio: 'pipe' })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(String(chunk)))
  child.stdin.on('error', () => undefined).end(options.input)
  const [code] = await once(child, 'close')
  const text = said.join('')
  if (code === 0) return text
  throw new Error(`${program} ${words.slice(0, 3).join(' ')} ended with ${code}:\n${text.slice(-4000)}`)
}
