// Watches a service from a process of its own, so that the load of the benchmark disturbs neither clock: memory of the tree every 5 ms,
// health every 50 ms.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AttackedService } from './service.ts'

export interface Observation {
  /** Bytes. */
  readonly memory: { readonly now: number; readonly peak: number }
  /** `worst` in ms; `failures` are answers other than 200, time-outs among them. */
  readonly health: { readonly count: number; readonly failures: number; readonly worst: number }
  readonly processes: number
  readonly descriptors: number
}

export interface Observer {
  /** What was seen since the last call. */
  readonly read: () => Promise<Observation>
  readonly stop: () => void
}

export async function observe({ address, pid }: AttackedService): Promise<Observer> {
  const child = fork(new URL('./observer-process.ts', import.meta.url), [address], { execArgv: ['--import', 'tsx'] })
  process.once('exit', () => child.kill())
  const read = async (): Promise<Observation> => {
    // It changes when the service was started again.
    child.send(pid())
    const [observation] = await once(child, 'message')
    return observation
  }
  await read()
  return { read, stop: () => child.kill() }
}
