// `npm run verify -- nodes`: on every supported Node.js a fresh clone with empty caches: npm ci, npm start, every operation, workers that are
// killed, stop; and the tests that need no other program. `--short` (.ci/run): this folder, two versions, without these tests and npm ci.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installNode, run } from './run.ts'
import { tapProgram } from './tap.ts'

const isShort = process.argv.includes('--short')
const majors = isShort ? ['20', '24'] : ['20', '22', '24', '26']
const kills = isShort ? 2 : 10
/** Longest time until /readyz is 200: from the start, and after the workers were killed, ms. */
const maxMs = { start: 10_000, restart: 5_000 } as const
const testFiles = ['problems', 'server', 'sqlite', 'exports', 'logging'].map(name => `test/${name}.test.ts`)
const root = join(import.meta.dirname, '..')

const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
for (const major of majors) {
  const node = await installNode(major, folder)
  const version = (await run(node, ['--version'])).trim()
  const temporary = join(folder, `tmp-${major}`)
  await mkdir(temporary)
  const env = {
    ...{ PATH: `${dirname(node)}:${process.env.PATH}`, HOME: process.env.HOME, TMPDIR: temporary },
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, major),
    DRAIN_MS: '100',
  }
  const count = await verifyStart(await checkOut(major, env), version, env)
  console.log(`cases: ${version}: ${count} operations, ${kills} times all workers killed`)
  if (isShort) continue
  await run(node, [tapProgram, '--disable-coverage', '--reporter=terse', ...testFiles], {
    cwd: root,
    env: { ...process.env, PATH: env.PATH },
  }).then(
    () => report(true, `${version}: ${testFiles.join(' ')}`),
    error => report(false, `${version}: ${error.message}`),
  )
}
await rm(folder, { recursive: true, force: true })

/** @returns the folder of the service, without a bundle */
async function checkOut(major: string, env: NodeJS.ProcessEnv): Promise<string> {
  if (isShort) {
    await rm(join(root, 'dist'), { recursive: true, force: true })
    return root
  }
  const clone = join(folder, `clone-${major}`)
  await run('git', ['clone', '--quiet', root, clone])
  await run('npm', ['ci'], { cwd: clone, env })
  return clone
}

/** Starts the service, asks every operation once, kills its workers, and stops it. @returns how many answers there were */
async function verifyStart(cwd: string, version: string, env: NodeJS.ProcessEnv): Promise<number> {
  const begin = Date.now()
  const service = spawn('npm', ['start', '--silent'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(service, 'close')
  let log = ''
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', chunk => {
      log += chunk
    })
  const found = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(log)) await Promise.race([wait(20), ended.then(() => Promise.reject(new Error(log)))])
    return pattern.exec(log)?.[1] ?? ''
  }
  const port = await found(/listens on http:\/\/[^:]+:(\d+)/)
  const pid = Number(await found(/"pid":(\d+)/))
  await untilReady(port)
  reportTime(`${version}: ready after the start`, Date.now() - begin, maxMs.start)

  const program = join(import.meta.dirname, 'ask-every-operation.mjs')
  const printed = await run('node', [program], { env: { ...env, PORT: port } }).catch(error => String(error))
  const answers = parseAnswers(printed)
  for (const { name, status } of answers) report(status === 200 || status === 204, `${version}: ${name}: ${status}`)
  report(answers.length > 0, `${version}: every operation answers ${answers.length > 0 ? '' : printed}`)

  for (let round = 1; round <= kills; round += 1) {
    const ends = (): number => log.split('a worker process exited').length
    const workers = childrenOf(pid)
    const [before, killed] = [ends(), Date.now()]
    for (const worker of workers) process.kill(worker, 'SIGKILL')
    while (ends() < before + workers.length && Date.now() - killed < maxMs.restart) await wait(5)
    report(ends() === before + workers.length, `${version}: ${workers.length} workers killed, one log line each`)
    await untilReady(port)
    reportTime(`${version}: ready after kill ${round}`, Date.now() - killed, maxMs.restart)
  }

  process.kill(pid, 'SIGTERM')
  const [code] = await ended
  report(code === 0, `${version}: exit code ${code} after SIGTERM`)
  const strange = log.split('\n').filter(line => line !== '' && !line.startsWith('{'))
  report(strange.length === 0, `${version}: nothing but JSON in the log ${strange.slice(0, 3).join(' / ')}`)
  return answers.length
}

async function untilReady(port: string): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`)).ok) await wait(20)
}

function childrenOf(pid: number): readonly number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number)
}

function parseAnswers(printed: string): readonly { readonly name: string; readonly status: number }[] {
  const line = printed.trim().split('\n').at(-1) ?? ''
  return line.startsWith('[') ? JSON.parse(line) : []
}

function reportTime(what: string, ms: number, max: number): void {
  report(ms <= max, `${what}: ${(ms / 1000).toFixed(1)} s`)
}

function report(isGood: boolean, what: string): void {
  console.log(`${isGood ? 'ok' : 'not ok'} - ${what}`)
  if (!isGood) process.exitCode = 1
}
