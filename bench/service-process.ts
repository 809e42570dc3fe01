// The service in a process of its own, as it runs anywhere, on a database that is thrown away afterwards.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reading } from './observed-service.ts'

const port = 38_517

export interface Service {
  readonly address: string
  /** What was measured since the last reading. */
  readonly read: () => Promise<Reading>
  readonly stop: () => Promise<void>
}

async function read(service: ChildProcess): Promise<Reading> {
  service.send('read')
  const [reading] = await once(service, 'message')
  return reading
}

export async function startService(): Promise<Service> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-'))
  const service = fork(fileURLToPath(new URL('./observed-service.ts', import.meta.url)), [], {
    execArgv: ['--import', 'tsx'],
    // The same picture again and again is to be work each time.
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ANALYSIS_CACHE: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (service.stdout) await once(service.stdout, 'data')
  return {
    address: `http://127.0.0.1:${port}`,
    read: () => read(service),
    stop: async () => {
      const ended = once(service, 'exit')
      service.kill('SIGINT')
      await ended
      await rm(dataDir, { recursive: true })
    },
  }
}
