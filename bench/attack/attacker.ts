// Starts the attacker and the server that discards, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AttackName } from './attacks.ts'

export interface AttackOrder {
  readonly attacks: readonly AttackName[]
  readonly address: string
  /** Requests a second of each attack; 0: as many as there can be. */
  readonly perSecond: number
}

/** `sent`, answers by status, and what else happened. */
export type Counts = Readonly<Record<string, number>>

function start(file: URL, args: readonly string[]): ChildProcess {
  const child = fork(file, args, { execArgv: ['--import', 'tsx'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Begins when the process is ready. */
export async function startAttacker(order: AttackOrder) {
  const child = start(new URL('./attacker-process.ts', import.meta.url), [JSON.stringify(order)])
  await once(child, 'message')
  return {
    /** @returns what was counted until now */
    stop: async (): Promise<Counts> => {
      child.send('counts')
      const [counts] = await once(child, 'message')
      await end(child)
      return counts
    },
  }
}

/** A server that reads what comes and says so: what the attacker costs the machine when the service has nothing to do with it. */
export async function startDiscarding() {
  const child = start(new URL('./discard-process.ts', import.meta.url), [])
  const [port] = await once(child, 'message')
  return { address: `http://127.0.0.1:${port}`, stop: () => end(child) }
}
