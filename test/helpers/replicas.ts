// Replicas of the service on one PostgreSQL database, each a process with a port of its own.
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { openCluster } from './postgres.ts'
import { start } from './process.ts'

type Environment = Readonly<Record<string, string>>

export interface Replica {
  readonly port: number
  /** Ends the process by a signal and starts another at the same port. @returns the exit code of the first */
  readonly restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

export async function startReplicas(t: Test, count: number, environment: Environment) {
  const cluster = await openCluster()
  t.teardown(() => cluster.remove())
  const databaseUrl = await cluster.create('records')
  const settings = { ...environment, DATABASE_URL: databaseUrl, DATA_DIR: '/proc/missing' }
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(t, settings)))
  return { replicas, query: (text: string) => cluster.query(databaseUrl, text) }
}

async function startReplica(t: Test, environment: Environment): Promise<Replica> {
  const port = await freePort()
  const run = () => start(t, [], { ...environment, PORT: String(port) })
  let running = run()
  await running.listening()
  return {
    port,
    restart: async signal => {
      running.child.kill(signal)
      const { code } = await running.ended
      running = run()
      await running.listening()
      return code
    },
  }
}
