// The service as a process of its own.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Test } from 'tap'
import { serverProgram } from './bundle.ts'

type Environment = Readonly<Record<string, string>>

/** Starts the process; it is killed with the test. */
export const start = (t: Test, words: readonly string[], environment: Environment = {}) =>
  watch(
    t,
    // Without the loader and the coverage of the tests.
    spawn('env', ['-u', 'NODE_OPTIONS', process.execPath, serverProgram, ...words], {
      env: { ...process.env, ...environment },
    }),
  )

/** What a process of the service says, and how it ends; it is killed with the test. */
export const watch = (t: Test, child: ChildProcessWithoutNullStreams) => {
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
      await Promise.race([
        once(child.stdout, 'data'),
        ended.then(() => Promise.reject(new Error(output.out + output.err))),
      ])
    return /listens on (http:\S+);/.exec(output.out)?.[1] ?? ''
  }
  return { child, ended, listening }
}
