// The attacker, in a process of its own: its work must not slow down the clocks of the others. Tells when it begins, and its counts at every message.
import { setTimeout as wait } from 'node:timers/promises'
import type { AttackOrder } from './attacker.ts'
import { attackNames, attacks } from './attacks.ts'

const order: AttackOrder = JSON.parse(process.argv[2] ?? '{}')
const counts = new Map<string, number>()

/** When each attack may send next; each has the rate for itself. */
function paceOf(perSecond: number): () => Promise<void> {
  let next = performance.now()
  return async () => {
    if (perSecond === 0) return
    const begin = Math.max(next, performance.now())
    next = begin + 1000 / perSecond
    await wait(begin - performance.now())
  }
}

process.send?.('begin')
for (const name of attackNames.filter(known => order.attacks.includes(known))) {
  const count = (what: string): void => {
    counts.set(what, (counts.get(what) ?? 0) + 1)
  }
  await attacks[name].start({ address: order.address, pace: paceOf(order.perSecond), count })
}
process.on('message', () => process.send?.(Object.fromEntries(counts)))
process.on('disconnect', () => process.exit())
