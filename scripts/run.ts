// Runs other programs to their end, and installs Node.js of any version.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface RunOptions {
  readonly input?: string
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
}

/** @returns what the program printed. @throws Error with the end of it when the exit code is not 0 */
export async function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const { input, cwd, env = process.env } = options
  const child = spawn(program, args, { cwd, env, stdio: 'pipe' })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(String(chunk)))
  child.stdin.on('error', () => undefined).end(input)
  const [code] = await once(child, 'close')
  const text = printed.join('')
  if (code === 0) return text
  throw new Error(`${program} ${args.slice(0, 3).join(' ')} ended with ${code}:\n${text.slice(-4000)}`)
}

/** Installs Node.js from its npm package. @returns the path of the program */
export async function installNode(major: string, folder: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = join(folder, `node-${major}`)
  await run('npm', ['install', '--prefix', prefix, '--no-save', '--no-package-lock', `${name}@${major}`])
  return join(prefix, 'node_modules', name, 'bin/node')
}
