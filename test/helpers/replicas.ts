// Two replicas of the service on one PostgreSQL, each a process of its own at a port that it keeps.
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { openCluster } from './postgres.ts'
import { start } from './process.ts'

export interface Replica {
  readonly port: number
  /** Ends the process by a signal and starts another at the same port. @returns the code that it ended with */
  readonly restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
}

const startReplica = async (t: Test, environment: Readonly<Record<string, string>>): Promise<Replica> => {
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

export const startReplicas = async (t: Test, environment: Readonly<Record<string, string>>) => {
  const cluster = await openCluster()
  t.teardown(() => cluster.remove())
  const databaseUrl = await cluster.create('records')
  const settings = { ...environment, DATABASE_URL: databaseUrl, DATA_DIR: '/proc/nowhere' }
  const replicas = [await startReplica(t, settings), await startReplica(t, settings)] as const
  return { replicas, query: (text: string) => cluster.query(databaseUrl, text) }
}
