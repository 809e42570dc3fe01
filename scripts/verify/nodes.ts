// The built service on every Node that it is said to run on: start, every operation, stop; and the tests that need no other program.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../test/free-port.ts'
import { tapProgram } from '../tap-program.ts'
import { nodeBinary } from './node-binary.ts'
import { ownEnvironment, run } from './run.ts'

const majors = ['20', '22', '24'] as const
const core = ['problems', 'server', 'ending', 'sqlite', 'export'] as const

const root = join(import.meta.dirname, '../..')
t.setTimeout(1_500_000)

/** Starts the service, asks it everything, and stops it. @returns how many answers there were */
const operate = async (t: Test, node: string, folder: string): Promise<number> => {
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DRAIN_MS: '100',
  }
  const service = spawn(node, [join(root, 'dist/src/server.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(() => service.kill('SIGKILL'))
  const ended = once(service, 'exit')
  await once(service.stdout.resume(), 'data')
  const said = await run(node, [join(import.meta.dirname, 'operations.mjs')], { env })
  const answers: readonly { name: string; status: number }[] = JSON.parse(said.trim().split('\n').at(-1) ?? '[]')
  for (const { name, status } of answers) t.equal(status, 200, name)
  service.kill('SIGTERM')
  t.strictSame(await ended, [0, null], 'it ends as it is told')
  return answers.length
}

const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
await run('npm', ['run', 'build', '--prefix', root])
for (const major of majors)
  t.test(`Node ${major}`, async t => {
    const node = await nodeBinary(major, folder)
    const version = (await run(node, ['--version'])).trim()
    const answers = await operate(t, node, join(folder, major))
    const files = core.map(name => `test/${name}.test.ts`)
    const env = { ...ownEnvironment, PATH: `${dirname(node)}:${process.env.PATH}` }
    await t.spawn(node, [tapProgram, '--disable-coverage', '--reporter=tap', ...files], { cwd: root, env }, 'its tests')
    t.comment(`cases: ${version}: ${answers} operations and ${core.length} files of tests`)
  })
