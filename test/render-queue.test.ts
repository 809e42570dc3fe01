// The queue of renders, on every database: turns, leases, attempts, shared jobs, secrets and files.
import { Readable } from 'node:stream'
import t, { type Test } from 'tap'
import type { CaptureConfig } from '../schemas/capture-config.ts'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { leaseMs, pieceBytes, type RenderJob, type RenderOutcome } from '../src/store/render-records.ts'
import { kinds, pooledPostgres, startStore } from './helpers/databases.ts'

const start = new Date('2026-11-29T12:00:00.000Z')
const after = (milliseconds: number): Date => new Date(start.getTime() + milliseconds)

const configOf = (path: string): CaptureConfig => resolveCaptureConfig({ target_url: `https://example.com/${path}` })
const jobOf = (path: string, own?: string): RenderJob => ({
  config: configOf(path),
  cookies: {},
  headers: {},
  ...(own !== undefined && { ownPage: own }),
})

const facts = {
  type: 'image/png',
  width: 4,
  height: 3,
  bytes: 3,
  duration: null,
  verdict: { final_url: null, status: 200, redirected: false, looks_like: null },
  warnings: [],
} as const
const done = (...pieces: readonly Uint8Array[]): RenderOutcome => ({
  status: 'done',
  facts: { ...facts, bytes: pieces.reduce((sum, { length }) => sum + length, 0), warnings: [] },
  pieces: Readable.from(pieces),
})
const failed = { status: 'failed', code: 'page_not_opened', detail: 'The page answered 404' } as const
const bytes = Buffer.from('abc')

for (const kind of [...kinds, pooledPostgres])
  t.test(kind.name, { skip: kind.skip }, async t => {
    const create = await kind.start(t)
    const open = async (t: Test) => {
      const { options, query } = await create(t)
      const store = await startStore(t, options)
      return { store, queue: store.renders, options, query }
    }

    t.test('clients that add jobs at the same time take turns', async t => {
      const { queue } = await open(t)
      const clients = ['ip:192.0.2.1', 'ip:192.0.2.2']
      const added = await Promise.all(
        clients.flatMap(client =>
          [1, 2, 3, 4].map(async number => {
            const [id = ''] = await queue.add([jobOf(`${client} ${number}`)], client, false, start)
            return [id, client] as const
          }),
        ),
      )
      const owners = new Map(added)
      const taken: (string | undefined)[] = []
      for (const _job of added) taken.push(owners.get((await queue.take(start))?.id ?? ''))
      for (const count of [2, 4, 6]) t.equal(new Set(taken.slice(count - 2, count)).size, 2, taken.join())
    })

    t.test('clients share the time, not the number of renders', async t => {
      const { queue } = await open(t)
      const films = 'ip:192.0.2.1'
      const pictures = 'ip:192.0.2.2'
      let now = 0
      let sent = 0
      // One film at a time, from a client that sends the next one when it has the file.
      const sendFilm = () => queue.add([jobOf(`film-${sent++}`)], films, false, after(now))
      await sendFilm()
      await queue.add(
        Array.from({ length: 50 }, (_, index) => jobOf(`picture-${index}`)),
        pictures,
        false,
        after(now),
      )
      const seconds = { film: 0, picture: 0 }
      for (let renders = 0; renders < 44; renders++) {
        const taken = await queue.take(after(now))
        if (!taken) return t.fail('no job')
        const isFilm = taken.job.config.target_url.includes('film')
        now += isFilm ? 20_000 : 1000
        seconds[isFilm ? 'film' : 'picture'] += isFilm ? 20 : 1
        await queue.finish(taken, failed, after(now))
        if (isFilm) await sendFilm()
      }
      t.ok(seconds.film - seconds.picture <= 20, JSON.stringify(seconds))
      t.ok(seconds.picture - seconds.film <= 20, JSON.stringify(seconds))
    })

    t.test(
      'a client that comes later has no credit for the time before, nor one that used the service alone a debt',
      async t => {
        const { queue, query } = await open(t)
        const run = async (now: number) => {
          const taken = await queue.take(after(now))
          if (taken) await queue.finish(taken, failed, after(now + 10_000))
          return taken?.client
        }
        const [early, other, late] = ['ip:192.0.2.1', 'ip:192.0.2.2', 'ip:192.0.2.3']
        await queue.add([jobOf('alone')], early, false, start)
        await run(0)
        t.same(await query('select * from render_usage'), [], 'no other client waited')
        for (const client of [early, other])
          await queue.add(
            ['a', 'b', 'c', 'd'].map(path => jobOf(path)),
            client,
            false,
            after(10_000),
          )
        const first = [await run(10_000), await run(20_000)]
        t.equal(new Set(first).size, 2)
        await queue.add(
          ['a', 'b', 'c', 'd'].map(path => jobOf(path)),
          late,
          false,
          after(30_000),
        )
        const next = [await run(30_000), await run(40_000), await run(50_000)]
        t.equal(new Set(next).size, 3, 'each has one turn')
      },
    )

    t.test('the statistics count what waits and runs, since when, and why renders failed', async t => {
      const { store, queue } = await open(t)
      await queue.add([jobOf('a'), jobOf('b'), jobOf('c')], 'ip:192.0.2.1', false, start)
      const taken = await queue.take(after(1000))
      t.equal(taken && (await queue.finish(taken, failed, after(2000))), true)
      await queue.take(after(3000))
      t.same((await store.totals()).renders, {
        total: 1,
        queued: 1,
        running: 1,
        oldest_queued_at: start.toISOString(),
        failures: { page_not_opened: 1 },
      })
    })

    t.test('a job becomes a record with its file, and leaves nothing in the queue', async t => {
      const { queue, query } = await open(t)
      const [id = ''] = await queue.add([jobOf('a')], 'ip:192.0.2.1', false, start)
      t.match(id, /^ren_[0-9a-f]{32}$/)
      t.match(await queue.read(id), { status: 'queued' })
      const taken = await queue.take(start)
      t.match(taken, { id, tries: 1, job: { config: { target_url: 'https://example.com/a' } } })
      t.match(await queue.read(id), { status: 'running' })
      const large = Buffer.alloc(pieceBytes, 7)
      t.equal(taken && (await queue.finish(taken, done(large, bytes), start)), true)
      const state = await queue.read(id)
      t.match(state, { status: 'done', facts: { bytes: pieceBytes + 3, verdict: { status: 200 } } })
      if (state?.status === 'done') {
        t.ok(Buffer.from(await state.readPiece(0)).equals(large))
        t.ok(Buffer.from(await state.readPiece(1)).equals(bytes))
      }
      t.same(await query('select id from render_jobs'), [])
      t.equal(await queue.take(start), undefined)
    })

    t.test('clients take turns, however many jobs one of them has', async t => {
      const { queue } = await open(t)
      const many = ['0', '1', '2', '3', '4', '5'].map(path => jobOf(path))
      await queue.add(many, 'ip:192.0.2.1', false, start)
      const order: string[] = []
      const next = async () => {
        const time = 1000 * order.length
        const taken = await queue.take(after(time))
        if (!taken) return
        order.push(taken.job.config.target_url.replace(/.*\//, ''))
        await queue.finish(taken, failed, after(time + 1000))
      }
      await next()
      await queue.add([jobOf('a'), jobOf('b')], 'ip:192.0.2.2', false, after(1000))
      for (let i = 0; i < 7; i++) await next()
      t.same(order, ['0', '1', 'a', '2', 'b', '3', '4', '5'])
    })

    t.test('of several processes each job has one, and an expired lease goes to another', async t => {
      const { queue, options } = await open(t)
      const other = (await startStore(t, options)).renders
      const jobs = Array.from({ length: 12 }, (_, index) => jobOf(String(index)))
      await queue.add(jobs, 'ip:192.0.2.1', false, start)
      const taken = await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? queue : other).take(start)))
      t.equal(new Set(taken.map(one => one?.id)).size, 12)
      t.equal(await queue.take(after(leaseMs - 1)), undefined)
      const [first] = taken
      if (!first) return t.fail('no job')
      t.equal(await queue.renew(first, 0.5, after(leaseMs - 1)), true)
      t.match(await queue.read(first.id), { status: 'running', progress: 0.5 })
      const again = await Promise.all(Array.from({ length: 12 }, () => other.take(after(leaseMs + 1))))
      t.equal(again.filter(one => one !== undefined).length, 11, 'all but the one that was renewed')
      const [second] = again
      if (!second) return t.fail('no second attempt')
      t.equal(second.tries, 2)
      const late = taken.find(one => one?.id === second.id)
      if (!late) return t.fail('another job')
      t.equal(await queue.renew(late, 0, after(leaseMs + 2)), false)
      t.equal(await queue.finish(late, done(Buffer.from('late')), after(leaseMs + 2)), false)
      t.match(await queue.read(second.id), { status: 'running' }, 'what comes too late changes nothing')
      t.equal(await other.finish(second, done(bytes), after(leaseMs + 3)), true)
      t.equal(await other.finish(second, done(bytes), after(leaseMs + 4)), false, 'a job ends once')
      const state = await queue.read(second.id)
      if (state?.status !== 'done') return t.fail('the render is not done')
      t.equal(Buffer.from(await state.readPiece(0)).toString(), 'abc')
    })

    t.test('pieces of attempts that failed are deleted, and those of a record with it', async t => {
      const { store, queue, query } = await open(t)
      const [id = ''] = await queue.add([jobOf('a')], 'ip:192.0.2.1', false, start)
      const first = await queue.take(start)
      if (!first) return t.fail('no job')
      const broken = async function* () {
        yield bytes
        throw new Error('The disk of the browser is full')
      }
      await t.rejects(
        queue.finish(first, { status: 'done', facts: { ...facts, warnings: [] }, pieces: broken() }, start),
      )
      t.same(await query('select file from render_pieces'), [{ file: `${id}.1` }])
      const second = await queue.take(after(leaseMs + 1))
      if (!second) return t.fail('no second attempt')
      await queue.finish(second, done(bytes), after(leaseMs + 1))
      t.same(await query('select file from render_pieces'), [{ file: `${id}.2` }])
      t.equal(await store.deleteRecord(id), true)
      t.same(await query('select file from render_pieces'), [])
      t.equal(await queue.read(id), undefined)
    })

    t.test('a job that is given back counts its attempt, or not', async t => {
      const { queue } = await open(t)
      await queue.add([jobOf('a')], 'ip:192.0.2.1', false, start)
      for (const [isCounted, tries] of [
        [false, 1],
        [true, 1],
        [true, 2],
        [false, 3],
      ] as const) {
        const taken = await queue.take(start)
        t.equal(taken?.tries, tries)
        if (taken)
          t.equal(
            await queue.finish(taken, { status: 'returned', ...(isCounted && { reason: 'a crash' }) }, start),
            true,
          )
      }
    })

    t.test(
      'equal requests of one client are one job; a finished one serves again where its page never changes',
      async t => {
        const { queue } = await open(t)
        const [first] = await queue.add([jobOf('a')], 'ip:192.0.2.1', true, start)
        const [equal, twin] = await queue.add([jobOf('a'), jobOf('a')], 'ip:192.0.2.1', true, start)
        t.equal(equal, first)
        t.equal(twin, first)
        const [foreign] = await queue.add([jobOf('a')], 'ip:192.0.2.2', true, start)
        t.not(foreign, first, 'clients share nothing')
        const [own] = await queue.add([jobOf('p', '/api/v1/pages/p')], 'ip:192.0.2.1', true, start)
        for (let taken = await queue.take(start); taken; taken = await queue.take(start))
          await queue.finish(taken, done(bytes), start)
        const [again] = await queue.add([jobOf('a')], 'ip:192.0.2.1', true, start)
        t.not(again, first, 'another site may have changed')
        t.same(await queue.add([jobOf('p', '/api/v1/pages/p')], 'ip:192.0.2.1', true, start), [own])
      },
    )

    t.test('a job is dropped when all who waited have left, unless it is kept', async t => {
      const { queue } = await open(t)
      const [id = ''] = await queue.add([jobOf('a')], 'ip:192.0.2.1', true, start)
      await queue.add([jobOf('a')], 'ip:192.0.2.1', true, start)
      await queue.leave(id, false)
      const taken = await queue.take(start)
      t.equal(taken?.id, id)
      await queue.leave(id, false)
      t.equal(await queue.read(id), undefined)
      t.equal(taken && (await queue.renew(taken, 0, start)), false)
      t.equal(taken && (await queue.finish(taken, done(bytes), start)), false)
      const [kept = ''] = await queue.add([jobOf('b')], 'ip:192.0.2.1', true, start)
      await queue.leave(kept, true)
      t.match(await queue.read(kept), { status: 'queued' })
      const [joined = ''] = await queue.add([jobOf('b')], 'ip:192.0.2.1', true, start)
      await queue.leave(joined, false)
      t.match(await queue.read(kept), { status: 'queued' }, 'one that was kept stays')
    })

    t.test('cookies, headers and texts are encrypted, and deleted with the job', async t => {
      const { queue, query } = await open(t)
      const secret = { ...jobOf('a'), cookies: { session: 'top-secret-1' }, headers: { authorization: 'top-secret-2' } }
      await queue.add([secret], 'ip:192.0.2.1', false, start)
      const stored = JSON.stringify(await query('select * from render_jobs'))
      t.notMatch(stored, /top-secret|example\.com/)
      const taken = await queue.take(start)
      t.match(taken?.job, secret)
      if (taken) await queue.finish(taken, failed, start)
      t.same(await query('select * from render_jobs'), [])
      t.notMatch(JSON.stringify(await query('select * from renders')), /top-secret/)
      t.match(await queue.read(taken?.id ?? ''), failed)
    })

    t.test('one client cannot fill the queue', async t => {
      const { queue } = await open(t)
      const jobs = (name: string, count: number) =>
        Array.from({ length: count }, (_, index) => jobOf(`${name}${index}`))
      for (const name of ['a', 'b', 'c']) await queue.add(jobs(name, 100), 'ip:192.0.2.1', false, start)
      await t.rejects(queue.add(jobs('d', 1), 'ip:192.0.2.1', false, start), { code: 'overloaded' })
      t.equal((await queue.add(jobs('d', 1), 'ip:192.0.2.2', false, start)).length, 1)
    })

    t.test('nor can it by sending to several processes at the same time', async t => {
      const { queue, options, query } = await open(t)
      const others = [await startStore(t, options), await startStore(t, options)].map(store => store.renders)
      const sent = await Promise.allSettled(
        [queue, ...others, queue, ...others].map((target, part) =>
          target.add(
            Array.from({ length: 100 }, (_, index) => jobOf(`${part} ${index}`)),
            'ip:192.0.2.1',
            false,
            start,
          ),
        ),
      )
      t.equal(sent.filter(({ status }) => status === 'fulfilled').length, 3)
      for (const { reason } of sent.filter(one => one.status === 'rejected')) t.match(reason, { code: 'overloaded' })
      t.match(await query('select count(*) as jobs from render_jobs'), [{ jobs: 300 }])
    })

    t.test('files count as records: the bound deletes them, never what waits', async t => {
      const { options, query } = await create(t)
      const store = await startStore(t, { ...options, maxBytes: 4 * pieceBytes })
      const queue = store.renders
      await queue.add([jobOf('waits')], 'ip:192.0.2.1', false, start)
      const waiting = await queue.take(start)
      for (let index = 0; index < 8; index++) {
        await queue.add([jobOf(String(index))], 'ip:192.0.2.1', false, after(index))
        const taken = await queue.take(after(index))
        if (taken) await queue.finish(taken, done(Buffer.alloc(pieceBytes, index)), after(index))
      }
      const { storage } = await store.totals()
      t.ok(storage.record_bytes > 0 && storage.record_bytes <= 4 * pieceBytes, `${storage.record_bytes} bytes`)
      t.ok(storage.evicted >= 4)
      const [{ pieces } = { pieces: 0 }] = await query('select count(*) as pieces from render_pieces')
      t.ok(Number(pieces) > 0 && Number(pieces) <= 3, `${pieces} files are left`)
      t.match(await queue.read(waiting?.id ?? ''), { status: 'running' })
    })
  })
