// Counts the memory of large answers, which slow clients could hold for minutes.
import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { clientOf } from './auth.ts'

/** Smaller answers are not counted, bytes. */
const largeBytes = 262_144

/**
 * Counts an answer until it has been sent, like a body that arrives: when another client needs the memory, the connection is closed.
 *
 * @throws Problem `overloaded`
 */
export function holdAnswer(reply: FastifyReply, memory: MemoryBudget, bytes: number): void {
  if (bytes < largeBytes) return
  const lease = memory.hold(clientOf(reply.request), bytes)
  finished(reply.raw, lease.release)
  lease.onRevoke(() => reply.raw.destroy())
}
