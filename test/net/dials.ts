// Every connection that this process tries to open, whether it comes about or not.
import { createHook } from 'node:async_hooks'
import type { Test } from 'tap'

/** What Node makes for every connect(2), for TCP (with or without TLS) and for sockets of the file system. */
const kinds = ['TCPCONNECTWRAP', 'PIPECONNECTWRAP']

/** Node writes the address into it right after its making. */
const targetOf = (attempt: object): string =>
  'address' in attempt && 'port' in attempt ? `${attempt.address} ${attempt.port}` : 'a socket of the file system'

/**
 * Counts from now on, until the test ends.
 *
 * @returns a function that gives the dials since it was asked last, as `address port`.
 */
export const countDials = (t: Test): (() => readonly string[]) => {
  const attempts: object[] = []
  const hook = createHook({
    init: (_id, type, _trigger, attempt) => {
      if (kinds.includes(type)) attempts.push(attempt)
    },
  }).enable()
  t.teardown(() => hook.disable())
  return () => attempts.splice(0).map(targetOf)
}
