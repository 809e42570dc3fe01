// A server of Redis or Valkey on a free port of the loopback, which can be stopped and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { freePort } from './free-port.ts'
import { redisPath } from './tools.ts'

export interface RedisServer {
  readonly url: string
  /** The process that runs now, to be suspended by signals. */
  readonly process: () => ChildProcess
  /** Starts it again, empty. */
  readonly start: () => Promise<void>
  /** Ends it at once. */
  readonly kill: () => Promise<void>
}

/** @param options of redis-server, such as `--requirepass` and a word */
export async function startRedis(t: Test, options: readonly string[] = []): Promise<RedisServer> {
  const port = await freePort()
  const run = () => {
    const words = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', ...options]
    return spawn(redisPath ?? '', words, { stdio: 'ignore', cwd: '/' })
  }
  let child = run()
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  t.teardown(() => child.kill('SIGKILL'))
  await untilItAnswers(port)
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => child,
    kill,
    start: async () => {
      child = run()
      await untilItAnswers(port)
    },
  }
}

/** An error is an answer, too: without the password nothing else comes. */
async function untilItAnswers(port: number): Promise<void> {
  const client = new Redis({
    port,
    host: '127.0.0.1',
    enableReadyCheck: false,
    retryStrategy: () => 20,
    maxRetriesPerRequest: null,
  })
  client.on('error', () => undefined)
  await client.ping().catch(() => undefined)
  client.disconnect()
}
