// The service under attack: a command, optionally within a memory limit. It is started again when it dies, and that is counted.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../test/free-port.ts'
import { type Cgroup, createCgroup } from './cgroup.ts'

export interface AttackedService {
  readonly address: string
  readonly pid: () => number
  readonly crashes: () => number
  readonly cgroup: Cgroup | undefined
  /** Waits until health answers, also after a crash. */
  readonly ready: () => Promise<void>
  /** Kills it and starts another one, which is not a crash. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface ServiceOptions {
  /** Words of the command; PORT and DATA_DIR are in its environment. */
  readonly command: string
  /** 0: no limit. */
  readonly limitMb: number
  readonly environment?: Readonly<Record<string, string>>
}

export const defaultCommand = 'node dist/src/server.js'
const startTimeoutMs = 60_000

/** The shell joins the cgroup and then becomes the command, so that all its children are in it too. */
function wordsOf(command: string, cgroup: Cgroup | undefined): readonly string[] {
  const words = command.split(' ')
  return cgroup ? ['sh', '-c', `echo $$ > ${cgroup.processes}; exec "$@"`, 'sh', ...words] : words
}

async function isHealthy(address: string): Promise<boolean> {
  const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

export async function startAttacked({ command, limitMb, environment = {} }: ServiceOptions): Promise<AttackedService> {
  const cgroup = limitMb > 0 ? createCgroup(limitMb) : undefined
  const [port, dataDir] = [await freePort(), await mkdtemp(join(tmpdir(), 'attack-'))]
  const address = `http://127.0.0.1:${port}`
  const settings = { PORT: `${port}`, DATA_DIR: dataDir, LOG_LEVEL: 'fatal', FETCH_ALLOW_CIDRS: '127.0.0.0/8' }
  const [program = '', ...args] = wordsOf(command, cgroup)
  let crashes = 0
  let isStopping = false

  const start = (): ChildProcess => {
    const env = { ...process.env, NODE_ENV: 'production', ...settings, DRAIN_MS: '0', ...environment }
    const started = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
    started.once('exit', (code, signal) => {
      if (isStopping) return
      crashes += 1
      console.error(`The service died: ${signal ?? code}`)
      child = start()
    })
    return started
  }
  let child = start()
  const kill = () => child.kill('SIGKILL')
  const clear = () => {
    kill()
    cgroup?.remove()
  }
  process.once('exit', clear)

  const ready = async (): Promise<void> => {
    for (const begin = performance.now(); !(await isHealthy(address)); await wait(100))
      if (performance.now() - begin > startTimeoutMs) throw new Error(`${command} does not answer at ${address}`)
  }
  const restart = async (): Promise<void> => {
    const old = child
    const ended = once(old, 'exit')
    isStopping = true
    old.kill('SIGKILL')
    await ended
    isStopping = false
    child = start()
    await ready()
  }
  const stop = async (): Promise<void> => {
    isStopping = true
    const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    child.kill('SIGTERM')
    const timer = setTimeout(kill, 20_000)
    await ended
    clearTimeout(timer)
    process.off('exit', clear)
    await rm(dataDir, { recursive: true, force: true })
    cgroup?.remove()
  }
  await ready()
  return { address, pid: () => child.pid ?? 0, crashes: () => crashes, cgroup, ready, restart, stop }
}
