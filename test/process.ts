// The service as a process of its own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Test } from 'tap'
import { ownProcess } from './tools.ts'

const server = join(import.meta.dirname, '..', 'src', 'server.ts')

/** Starts the process; it is killed with the test. */
export const start = (t: Test, words: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
  const child = spawn(ownProcess.command, [...ownProcess.words, server, ...words], {
    env: { ...process.env, ...environment },
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    output.out += chunk
  })
  child.stderr.on('data', chunk => {
    output.err += chunk
  })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'close').then(([code]) => ({ code, ...output }))
  const listening = async (): Promise<string> => {
    while (!/listens on/.test(output.out))
      await Promise.race([once(child.stdout, 'data'), ended.then(() => Promise.reject(new Error(output.err)))])
    return /listens on (http:\S+);/.exec(output.out)?.[1] ?? ''
  }
  return { child, ended, listening }
}
