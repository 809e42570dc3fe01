// A server in a process of its own, and what that process costs.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'

export interface Server {
  readonly address: string
  /** From the start of the process until it says that it listens, ms. */
  readonly startedIn: number
  /** CPU that all threads of the process took since its start, µs. */
  readonly cpu: () => Promise<number>
  /** Resident memory, MB. */
  readonly memory: () => Promise<number>
  readonly stop: () => Promise<void>
}

interface Options {
  readonly file: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Sent to the process as soon as it runs. */
  readonly message?: readonly object[]
}

/** First field of schedstat: nanoseconds on a core. The clock of /proc/…/stat ticks only a hundred times a second. */
const cpuOf = async (pid: number): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`)
  const times = await Promise.all(
    // A thread may end between the listing and the reading.
    threads.map(thread => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return times.reduce((sum, time) => sum + Number.parseInt(time, 10), 0) / 1000
}

const memoryOf = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+) kB/.exec(status)?.[1]) / 1024
}

const addressOf = async (child: ChildProcess): Promise<string> => {
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const address = /http:\/\/[\d.]+:\d+/.exec(String(line))?.[0]
  if (address === undefined) throw new Error(`The server does not listen: ${line}`)
  return address
}

export const startServer = async ({ file, args = [], env = {}, message }: Options): Promise<Server> => {
  const begin = performance.now()
  const child = fork(file, args, {
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // Also when the benchmark fails nobody is left behind.
  process.once('exit', () => child.kill())
  if (message) child.send(message)
  const address = await addressOf(child)
  const startedIn = performance.now() - begin
  const pid = child.pid ?? 0
  return {
    address,
    startedIn,
    cpu: () => cpuOf(pid),
    memory: () => memoryOf(pid),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
