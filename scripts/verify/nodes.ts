// The built service on every Node that it is said to run on: start, every operation, stop; and the tests that need no other program.
// `npm run verify:nodes`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { nodeBinary } from './node-binary.ts'
import { run } from './run.ts'

const majors = ['20', '22', '24'] as const
const core = ['spec', 'problems', 'server', 'ending', 'sqlite', 'store', 'export', 'style', 'page'] as const

const root = join(import.meta.dirname, '../..')

/** Starts the service, asks it everything, and stops it. @returns in one sentence how that went */
const operate = async (node: string, folder: string): Promise<string> => {
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DRAIN_MS: '100',
  }
  const service = spawn(node, [join(root, 'dist/src/server.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(service, 'exit')
  try {
    await once(service.stdout.resume(), 'data')
    const said = await run(node, [join(import.meta.dirname, 'operations.mjs')], { env })
    const answers: readonly { status: number }[] = JSON.parse(said.trim().split('\n').at(-1) ?? '[]')
    service.kill('SIGTERM')
    const [code] = await ended
    const good = answers.filter(({ status }) => status === 200).length
    if (good < answers.length || code !== 0) process.exitCode = 1
    return `${good} of ${answers.length} answers good, exit code ${code}`
  } finally {
    service.kill('SIGKILL')
  }
}

/** Runs the tests. @returns their count */
const test = async (node: string): Promise<string> => {
  const files = core.map(name => `test/${name}.test.ts`)
  const tap = join(root, 'node_modules/tap/dist/esm/run.mjs')
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` }
  const said = await run(node, [tap, '--disable-coverage', '--reporter=tap', ...files], { env }).catch(
    ({ message }: Error) => {
      process.exitCode = 1
      return message
    },
  )
  return /^# \{ (total: .*) \}$/m.exec(said)?.[1] ?? said.slice(-2000)
}

const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
try {
  await run('npm', ['run', 'build', '--prefix', root])
  for (const major of majors) {
    const node = await nodeBinary(major, folder)
    const version = (await run(node, ['--version'])).trim()
    console.log(`Node ${version}: ${await operate(node, join(folder, major))}; tests: ${await test(node)}`)
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
