// Limits of what clients share, divided equally among them: requests, memory, workers; and caches with a bound of memory.
import { setImmediate as settle } from 'node:timers/promises'
import fc from 'fast-check'
import t from 'tap'
import { FairQueue, type Lease } from '../src/limits/fair-queue.ts'
import { budgetFor, createLimiters, grantableFor, workersFor } from '../src/limits/limits.ts'
import { createMemoryBudget } from '../src/limits/memory-budget.ts'
import { startService } from './helpers/service.ts'

const mebibyte = 1024 * 1024
const overloaded = { code: 'overloaded', headers: { 'retry-after': '2' } }

/** A limiter, a function that acquires for the client that a name begins with, and the names in the order of their grants. */
function createQueue(capacity: number, maxWaiting = 9) {
  const limiter = new FairQueue({ capacity, maxWaiting })
  const order: string[] = []
  const acquire = async (name: string, units: number, signal?: AbortSignal): Promise<Lease> => {
    const lease = await limiter.acquire(name.slice(0, 1), units, { signal })
    order.push(name)
    return lease
  }
  return { limiter, order, acquire }
}

t.test('a single client may hold everything, and a larger request is granted when nothing else is held', async t => {
  const limiter = new FairQueue({ capacity: 4, maxWaiting: 0 })
  const leases = await Promise.all([1, 2, 3, 4].map(() => limiter.acquire('a', 1)))
  t.equal(limiter.held, 4)
  t.equal(limiter.clients, 1)
  await t.rejects(limiter.acquire('b', 1), overloaded)
  for (const lease of leases) lease.release()
  leases[0]?.release()
  t.equal(limiter.held, 0, 'a second release does nothing')
  const huge = await limiter.acquire('a', 9)
  t.equal(limiter.held, 9)
  await t.rejects(limiter.acquire('a', 1), overloaded)
  huge.release()
})

/** Requests of one unit that hold it until the next turn of the event loop, in the order of their grants. */
async function orderOf(capacity: number, requests: readonly string[]): Promise<readonly string[]> {
  const { order, acquire } = createQueue(capacity, 99)
  const work = requests.map(async name => {
    const lease = await acquire(name, 1)
    await settle()
    lease.release()
  })
  await Promise.all(work)
  return order
}

t.test('clients take turns at every capacity, whoever came first', async t => {
  const twelve = Array.from({ length: 12 }, (_, at) => `a${at}`)
  t.equal((await orderOf(1, [...twelve, 'b0'])).indexOf('b0'), 1)
  t.equal((await orderOf(2, [...twelve, 'b0'])).indexOf('b0'), 2)
  t.equal((await orderOf(4, [...twelve, 'b0'])).indexOf('b0'), 4)
  t.same(await orderOf(1, ['a0', 'a1', 'a2', 'b0', 'b1', 'c0', 'b2']), ['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'b2'])
})

for (const capacity of [1, 2, 4])
  t.test(`clients with equal requests are served equally often (capacity ${capacity})`, async () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 }), async clients => {
        const order = await orderOf(
          capacity,
          clients.map((client, at) => `${client}${at}`),
        )
        const lefts = new Map<string, number>()
        for (const client of clients) lefts.set(client, (lefts.get(client) ?? 0) + 1)
        const served = new Map<string, number>()
        const immediate = order.slice(0, capacity)
        for (const [client = ''] of order.slice(capacity)) {
          served.set(client, (served.get(client) ?? 0) + 1)
          lefts.set(client, (lefts.get(client) ?? 0) - 1)
          const counts = [...lefts].filter(([, left]) => left > immediate.length).map(([name]) => served.get(name) ?? 0)
          if (Math.max(...counts, 0) - Math.min(...counts, 99) > 1) return false
        }
        return order.length === clients.length
      }),
    ),
  )

for (const capacity of [1, 2, 4])
  t.test(
    `clients that always wait are granted the same cost, whatever one request costs (capacity ${capacity})`,
    async () =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 1, max: capacity }), { minLength: 3, maxLength: 3 }),
          async costs => {
            const { acquire, order } = createQueue(capacity, 999)
            const cost = (name: string): number => costs['abc'.indexOf(name.slice(0, 1))] ?? 1
            const names = Array.from({ length: 240 }, (_, at) => `${'abc'.slice(at % 3, (at % 3) + 1)}${at}`)
            const work = names.map(async name => {
              const lease = await acquire(name, cost(name))
              await settle()
              lease.release()
            })
            // The cheapest requests of a client are over last: until then all of them wait.
            const granted = new Map<string, number>()
            await Promise.all(work)
            for (const name of order.slice(0, 100)) {
              const client = name.slice(0, 1)
              granted.set(client, (granted.get(client) ?? 0) + cost(name))
            }
            const sums = [...granted.values()]
            return Math.max(...sums) - Math.min(...sums) <= 2 * Math.max(...costs)
          },
        ),
        { numRuns: 30 },
      ),
  )

t.test('a request that does not fit yet is not overtaken for ever', async t => {
  const { order, acquire } = createQueue(10)
  const first = await acquire('a1', 6)
  const large = acquire('b1', 10)
  const small = ['c1', 'c2', 'd1'].map(name => acquire(name, 4))
  await settle()
  t.same(order, ['a1', 'c1'], 'the cheapest request is next')
  for (const work of small) work.then(lease => lease.release())
  first.release()
  large.then(lease => lease.release())
  await Promise.all([large, ...small])
  t.ok(order.indexOf('b1') < 5, `${order}`)
})

t.test('a wait ends after its deadline', async t => {
  const queue = new FairQueue({ capacity: 1, maxWaiting: 9, maxWaitMs: 30 })
  const first = await queue.acquire('a', 1)
  const keepAlive = setTimeout(() => undefined, 1000)
  await t.rejects(queue.acquire('b', 1), overloaded)
  clearTimeout(keepAlive)
  t.equal(queue.waiting, 0)
  first.release()
  t.equal(queue.clients, 0)
})

t.test('when the queue is full, refuses the newest request of the clients with most requests', async t => {
  const { order, acquire } = createQueue(1, 3)
  const first = await acquire('a0', 1)
  const oldest = acquire('a1', 1)
  const second = acquire('a2', 1)
  const newest = acquire('a3', 1)
  const other = acquire('b1', 1)
  await t.rejects(newest, overloaded)
  const last = acquire('c1', 1)
  await t.rejects(second, overloaded, 'a still has most requests')
  await t.rejects(acquire('d1', 1), overloaded, 'when every client has one, the newest request is refused')
  first.release()
  for (const work of [other, last, oldest]) (await work).release()
  t.same(order, ['a0', 'b1', 'c1', 'a1'])
})

t.test('an aborted request leaves the queue', async t => {
  const { limiter, order, acquire } = createQueue(10)
  const leave = new AbortController()
  const first = await acquire('a1', 5)
  const large = acquire('b1', 9, leave.signal)
  const small = acquire('b2', 5)
  await settle()
  t.same(order, ['a1'])
  leave.abort(new Error('gone'))
  await t.rejects(large, { message: 'gone' })
  const lease = await small
  await t.rejects(acquire('d1', 1, leave.signal), { message: 'gone' })
  first.release()
  lease.release()
  t.equal(limiter.held, 0)
  const granted = new AbortController()
  const late = await acquire('a2', 1, granted.signal)
  granted.abort(new Error('gone'))
  t.notOk(late.signal.aborted, 'a granted lease is kept')
})

t.test('a capacity that has grown meanwhile holds for the next grant', async t => {
  let capacity = 1
  const limiter = new FairQueue({ capacity: () => capacity, maxWaiting: 9 })
  const first = await limiter.acquire('a', 1)
  const waiting = limiter.acquire('b', 3)
  capacity = 4
  first.grow(0)
  t.ok(await isPending(waiting), 'growing grants nothing')
  const last = await limiter.acquire('c', 0)
  await waiting
  t.equal(limiter.held, 4)
  last.release()
})

t.test('revokes leases of the client that holds most, the newest first', async t => {
  const limiter = new FairQueue({ capacity: 10 })
  const [a1, a2, b1, a3] = [
    limiter.acquireRevocable('a', 3),
    limiter.acquireRevocable('a', 3),
    limiter.acquireRevocable('b', 3),
    limiter.acquireRevocable('a', 0),
  ]
  const told: unknown[] = []
  a2.onRevoke(reason => told.push(reason))
  const c1 = limiter.acquireRevocable('c', 2)
  t.match(a2.signal, { aborted: true, reason: overloaded })
  t.match(told, [overloaded])
  t.notOk(a1.signal.aborted || a3.signal.aborted, 'a lease without units frees nothing')
  a2.grow(100)
  a2.release()
  t.same([limiter.held, limiter.heldInTransfer], [8, 8], 'a revoked lease holds nothing')
  t.throws(() => limiter.acquireRevocable('c', 3), overloaded, 'no client holds more than c would')
  t.notOk(b1.signal.aborted || c1.signal.aborted)
  b1.grow(4)
  t.ok(b1.signal.aborted, 'the client that grows most is revoked')
})

t.test('a kept lease is not revoked, and counts for its client', async t => {
  const limiter = new FairQueue({ capacity: 10 })
  const kept = limiter.acquireRevocable('a', 8)
  kept.makeIrrevocable()
  const light = limiter.acquireRevocable('b', 2)
  t.throws(() => limiter.acquireRevocable('a', 1), overloaded)
  t.notOk(light.signal.aborted, 'a client that holds much revokes nothing of one that holds little')
  t.throws(() => limiter.acquireRevocable('c', 5), overloaded)
  t.notOk(kept.signal.aborted)
  const fixed = await limiter.acquire('c', 2)
  t.ok(light.signal.aborted, 'what may be revoked gives way')
  t.same([limiter.held, limiter.heldInTransfer], [10, 8])
  fixed.release()
  kept.grow(9)
  t.equal(limiter.held, 17, 'alone it may grow beyond the limit')
  t.notOk(kept.signal.aborted)
})

t.test(
  'a lease that waits for its turn takes the lease that belongs to it when it is granted, and not before',
  async t => {
    const limiter = new FairQueue({ capacity: 10, maxWaiting: 9 })
    const first = await limiter.acquire('a', 6)
    const [file, other] = [limiter.acquireRevocable('b', 2), limiter.acquireRevocable('c', 2)]
    const waiting = limiter.acquire('b', 8, { file })
    t.ok(await isPending(waiting))
    first.release()
    await waiting
    t.same([file.signal.aborted, other.signal.aborted, limiter.held], [false, true, 10])
    const lost = limiter.acquire('d', 8, { file })
    file.release()
    t.ok(await isPending(lost), 'a lease may have ended meanwhile')
  },
)

t.test('revokes no more than necessary', async t => {
  const limiter = new FairQueue({ capacity: 10 })
  const leases = [limiter.acquireRevocable('a', 4), limiter.acquireRevocable('b', 1), limiter.acquireRevocable('a', 2)]
  await limiter.acquire('c', 5)
  t.same(
    leases.map(({ signal }) => signal.aborted),
    [false, false, true],
  )
})

t.test('a part of the capacity is kept for revocable leases, which take no more than theirs', async t => {
  const limiter = new FairQueue({ capacity: 16, maxWaiting: 9, reservedPart: 1 / 4, revocablePart: 1 / 2 })
  const first = await limiter.acquire('a', 6)
  const second = limiter.acquire('a', 7)
  t.ok(await isPending(second), '13 of 16 would leave less than a quarter')
  const arriving = limiter.acquireRevocable('b', 8)
  t.throws(() => limiter.acquireRevocable('b', 1), overloaded, 'half of it is theirs')
  first.release()
  await second
  t.notOk(arriving.signal.aborted)
  const other = limiter.acquireRevocable('c', 4)
  t.same([arriving.signal.aborted, other.signal.aborted], [true, false])
})

const steps = fc.array(
  fc.record({
    action: fc.constantFrom('wait', 'wait', 'arrive', 'arrive', 'release', 'leave', 'grow'),
    client: fc.constantFrom('a', 'b', 'c', 'd'),
    units: fc.integer({ min: 0, max: 14 }),
    pick: fc.nat(99),
  }),
  { maxLength: 60 },
)

t.test('never grants more than fits, and settles every request', async () =>
  fc.assert(
    fc.asyncProperty(steps, async all => {
      const capacity = 10
      const limiter = new FairQueue({ capacity, maxWaiting: 3 })
      const granted: { readonly lease: Lease; readonly isRevocable: boolean; isReleased: boolean }[] = []
      const clients: AbortController[] = []
      let unsettled = 0
      for (const { action, client, units, pick } of all) {
        const one = granted[pick % granted.length]
        if (action === 'wait') {
          const leave = new AbortController()
          clients.push(leave)
          unsettled += 1
          limiter
            .acquire(client, units, { signal: leave.signal })
            .then(
              lease => granted.push({ lease, isRevocable: false, isReleased: false }),
              () => undefined,
            )
            .finally(() => {
              unsettled -= 1
            })
        } else if (action === 'arrive') {
          try {
            granted.push({ lease: limiter.acquireRevocable(client, units), isRevocable: true, isReleased: false })
          } catch {
            // Refused.
          }
        } else if (action === 'leave') clients[pick % clients.length]?.abort(new Error('gone'))
        else if (action === 'release' && one) {
          one.lease.release()
          one.isReleased = true
        } else if (action === 'grow' && one?.isRevocable) one.lease.grow(units)
        await settle()
        const held = granted.filter(one => !one.isReleased && !one.lease.signal.aborted && one.lease.units() > 0)
        const sum = held.reduce((sum, { lease }) => sum + lease.units(), 0)
        if (limiter.held !== sum || (held.length > 1 && sum > capacity)) return false
      }
      for (let round = 0; round < 100; round++) {
        for (const { lease } of granted) lease.release()
        await settle()
      }
      return unsettled === 0 && limiter.held === 0
    }),
    { numRuns: 200 },
  ),
)

const budgetOf = (megabytes: number) => createMemoryBudget({ bytes: () => megabytes * mebibyte, maxWaiting: 9 })

async function isPending(work: Promise<unknown>): Promise<boolean> {
  return Promise.race([work.then(() => false), settle(true)])
}

t.test('refuses a file larger than the budget and names the setting', async t => {
  const budget = budgetOf(100)
  const file = budget.hold('a', 30 * mebibyte)
  const refusal = { code: 'picture_too_large', statusCode: 422, message: /about 120 MB; 100 MB .*MEMORY_BUDGET_MB/ }
  await t.rejects(budget.acquire('a', 90 * mebibyte, file), refusal)
  await t.rejects(budget.acquire('a', 95 * mebibyte), { code: 'picture_too_large' }, 'a part is for arriving files')
  ;(await budget.acquire('a', 60 * mebibyte, file)).release()
  file.grow(40 * mebibyte)
  await t.rejects(budget.acquire('a', 60 * mebibyte, file), { code: 'picture_too_large' })
})

t.test('files hold at most half of the budget, and leases of the client with most are revoked', async t => {
  const { hold, queue } = budgetOf(512)
  const many = Array.from({ length: 10 }, () => hold('a'))
  for (const lease of many) lease.grow(25 * mebibyte)
  const other = hold('b')
  other.grow(24 * mebibyte)
  t.same(
    many.map(({ signal }) => signal.aborted),
    [...Array(9).fill(false), true],
  )
  t.notOk(other.signal.aborted)
  t.ok(queue.heldInTransfer <= 256 * mebibyte)
})

t.test('a large decode revokes the leases of other files, but not its own', async t => {
  const budget = budgetOf(512)
  const own = budget.hold('a', 30 * mebibyte)
  const others = ['b', 'b', 'b', 'c'].map(client => budget.hold(client, 30 * mebibyte))
  const decode = await budget.acquire('a', 400 * mebibyte, own)
  t.notOk(own.signal.aborted)
  t.same(
    others.map(({ signal }) => signal.aborted),
    [false, true, true, false],
  )
  decode.release()
})

t.test('a decode that waits for memory starts when a file is released', async t => {
  const budget = budgetOf(512)
  const first = await budget.acquire('a', 100 * mebibyte)
  const file = budget.hold('b', 200 * mebibyte)
  const waiting = budget.acquire('c', 250 * mebibyte)
  t.ok(await isPending(waiting))
  t.equal(budget.queue.waiting, 1)
  file.release()
  t.notOk(await isPending(waiting))
  first.release()
})

t.test('the file of a decode that needs no memory still counts', async t => {
  const budget = budgetOf(512)
  const file = budget.hold('a', 63 * mebibyte)
  const tiny = await budget.acquire('a', 0, file)
  const large = budget.acquire('a', 449 * mebibyte)
  t.ok(await isPending(large))
  tiny.release()
  t.notOk(await isPending(large))
})

t.test('files, large and small decodes together stay within the budget', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ client: fc.constantFrom('a', 'b', 'c'), file: fc.nat(64), decode: fc.nat(440) }), {
        maxLength: 20,
      }),
      async all => {
        const { hold, acquire, queue } = budgetOf(512)
        let decoding = 0
        let highest = 0
        const note = (): void => {
          highest = Math.max(highest, decoding + queue.heldInTransfer, queue.held)
        }
        await Promise.all(
          all.map(async ({ client, file, decode }) => {
            const lease = hold(client)
            lease.grow(file * mebibyte)
            note()
            const decodeLease = await acquire(client, decode * mebibyte, lease, lease.signal).catch(() => undefined)
            if (decodeLease) {
              decoding += decode * mebibyte
              note()
              await settle()
              decoding -= decode * mebibyte
              decodeLease.release()
            }
            lease.release()
          }),
        )
        return highest <= 512 * mebibyte && queue.held === 0
      },
    ),
  ),
)

const gigabytes = 1024 * mebibyte

t.test('the number of workers and the memory budget follow from the memory and the cores', async t => {
  for (const [memory, cores, workers, budget] of [
    [256 * mebibyte, 8, 1, 256 - 192 - 32],
    [200 * mebibyte, 1, 1, 16],
    [512 * mebibyte, 2, 1, 512 - 192 - 32],
    [gigabytes, 2, 2, 512],
    [gigabytes, 16, 4, 512],
    [768 * mebibyte, 1, 1, 384],
    [24 * gigabytes, 2, 2, 512],
    [24 * gigabytes, 64, 16, 512],
  ] as const) {
    const machine = { memory, cores }
    const name = `${memory / mebibyte} MB and ${cores} cores`
    t.equal(workersFor(machine), workers, `workers for ${name}`)
    t.equal(budgetFor(machine, undefined, 192 * mebibyte) / mebibyte, budget, `budget for ${name}`)
    t.equal(budgetFor(machine, 77, 192 * mebibyte) / mebibyte, 77, 'the setting takes precedence')
  }
})

t.test('the growth of the service itself is part of the budget', async t => {
  const granted = (memory: number, budget: number): number =>
    grantableFor({ memory: memory * mebibyte, cores: 1 }, budget * mebibyte) / mebibyte
  t.equal(granted(24 * 1024, 512), 464)
  t.equal(granted(512, 360), 360 - 64 - 45, 'a small machine has a margin')
  t.equal(granted(256, 136), 136 - 64 - 17)
  t.equal(granted(1024, 64), 32, 'at least half of it')
  t.equal(granted(256, 100), 32, 'at least 32 MB of it')
  t.equal(granted(256, 32), 16)
})

t.test('the budget of a small machine depends on the memory of the idle service', async t => {
  const limiters = createLimiters(undefined, { cores: 1, memory: 512 * mebibyte })
  t.equal(limiters.memory.bytes(), (288 - 64 - 36) * mebibyte)
  t.notOk(limiters.isMemoryShort())
  t.ok(createLimiters(undefined, { cores: 1, memory: 32 * mebibyte }).isMemoryShort())
  limiters.measure()
  const measured = limiters.memory.bytes()
  t.not(measured, (288 - 64 - 36) * mebibyte)
  t.ok(measured >= 16 * mebibyte && measured < 480 * mebibyte, `${measured}`)
  t.equal(limiters.workers, 1)
  const here = createLimiters(64)
  here.measure()
  t.equal(here.memory.bytes(), 32 * mebibyte)
  t.ok(here.workers >= 1)
})

t.test('a cached page is the same for equal requests, except for the warnings of each request', async t => {
  const { post } = await startService(t)
  const build = async (framework: string, accept = 'application/json') => {
    const content = { headline: 'Ship', sub_headline: 'From one picture.', cta_button_text: 'Start' }
    const body = { style_metadata: { colors: ['#6D28D9'] }, content, export_settings: { framework } }
    const { payload, headers } = await post('/api/v1/build-sparkpage', body, { accept })
    return { payload, page: headers['x-page-id'], warnings: headers['x-warnings'] }
  }
  const first = await build('tailwind')
  const misspelt = await build('tailwnd')
  t.same(await build('tailwind'), first)
  t.same(await build('tailwnd'), misspelt)
  t.equal(misspelt.page, first.page)
  t.match(misspelt.warnings, 'tailwnd')
  t.equal(misspelt.payload, first.payload)
  t.equal((await build('tailwind', 'text/html')).payload, JSON.parse(first.payload).generated_html)
})
