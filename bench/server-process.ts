// Servers in processes of their own, with their CPU and memory as Linux reports them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface Server {
  readonly address: string
  /** From the start of the process until it listens, ms. */
  readonly startMs: number
  /** CPU time of all threads since the start, µs. */
  readonly cpuMicros: () => Promise<number>
  /** Resident memory, MB: now (VmRSS), or at its peak (VmHWM). */
  readonly memoryMb: (field: 'VmRSS' | 'VmHWM') => Promise<number>
  /** Sends a message to the process. @returns its next message. */
  readonly request: (message: string) => Promise<unknown>
  readonly stop: () => Promise<void>
}

interface ServerOptions {
  /** Relative to this folder; TypeScript runs with tsx. */
  readonly file: string
  readonly env?: Readonly<Record<string, string>>
  /** Sent to the process when it starts. */
  readonly message?: readonly object[]
}

/** Starts a server on an empty database, which is deleted when it stops. */
export async function startServer({ file, env = {}, message }: ServerOptions): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const begin = performance.now()
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      DRAIN_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // Ends the server also when the benchmark fails.
  process.once('exit', () => child.kill())
  if (message) child.send(message)
  const [line] = child.stdout ? await once(child.stdout, 'data') : []
  const address = /http:\/\/[\d.]+:\d+/.exec(String(line))?.[0]
  if (address === undefined) throw new Error(`The server does not listen: ${line}`)
  const proc = `/proc/${child.pid}`
  return {
    address,
    startMs: performance.now() - begin,
    cpuMicros: async () => {
      // The first field is nanoseconds on a core; /proc/…/stat only counts hundredths of a second. Threads may end meanwhile.
      const threads = await readdir(`${proc}/task`)
      const times = threads.map(thread => readFile(`${proc}/task/${thread}/schedstat`, 'utf8').catch(() => '0'))
      return (await Promise.all(times)).reduce((sum, time) => sum + Number.parseInt(time, 10), 0) / 1000
    },
    memoryMb: async field => {
      const status = await readFile(`${proc}/status`, 'utf8')
      return Number(new RegExp(`${field}:\\s*(\\d+) kB`).exec(status)?.[1]) / 1024
    },
    request: async text => {
      child.send(text)
      const [reply] = await once(child, 'message')
      return reply
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
      await rm(dataDir, { recursive: true })
    },
  }
}
