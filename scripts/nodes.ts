// `npm run verify -- nodes`: the built service on every supported Node.js: start, every operation, stop; and the tests that need no other
// program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { installNode, run } from './run.ts'
import { tapProgram } from './tap.ts'

const majors = ['20', '22', '24'] as const
const testFiles = ['problems', 'server', 'sqlite', 'exports', 'logging'].map(name => `test/${name}.test.ts`)
const root = join(import.meta.dirname, '..')

const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
await run('npm', ['run', 'build', '--prefix', root])
for (const major of majors) {
  const node = await installNode(major, folder)
  const version = (await run(node, ['--version'])).trim()
  const count = await askEverything(node, version, join(folder, major))
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` }
  await check(`${version}: ${testFiles.join(' ')}`, () =>
    run(node, [tapProgram, '--disable-coverage', '--reporter=terse', ...testFiles], { cwd: root, env }),
  )
  console.log(`cases: ${version}: ${count} operations and ${testFiles.length} test files`)
}
await rm(folder, { recursive: true, force: true })

/** Starts the service, asks every operation once, and stops it. @returns how many answers there were */
async function askEverything(node: string, version: string, dataDir: string): Promise<number> {
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DRAIN_MS: '100' }
  const service = spawn(node, [join(root, 'dist/src/server.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(service, 'exit')
  const port = await portOf(service.stdout)
  service.stdout.resume()
  const program = join(import.meta.dirname, 'ask-every-operation.mjs')
  const printed = await run(node, [program], { env: { ...env, PORT: port } }).catch(error => String(error))
  const answers = parseAnswers(printed)
  for (const { name, status } of answers) report(status === 200 || status === 204, `${version}: ${name}: ${status}`)
  report(answers.length > 0, `${version}: every operation answers`)
  service.kill('SIGTERM')
  const [code] = await ended
  report(code === 0, `${version}: exit code ${code} after SIGTERM`)
  return answers.length
}

/** Reads the log up to the line that contains the address; the log is paused then. */
async function portOf(log: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input: log })) {
    const port = /listens on http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port !== undefined) return port
  }
  return undefined
}

function parseAnswers(printed: string): readonly { readonly name: string; readonly status: number }[] {
  const line = printed.trim().split('\n').at(-1) ?? ''
  return line.startsWith('[') ? JSON.parse(line) : []
}

async function check(what: string, work: () => Promise<unknown>): Promise<void> {
  await work().then(
    () => report(true, what),
    error => report(false, `${what}\n${error.message}`),
  )
}

function report(isGood: boolean, what: string): void {
  console.log(`${isGood ? 'ok' : 'not ok'} - ${what}`)
  if (!isGood) process.exitCode = 1
}
