// The rate limit of two replicas, each a process of its own, with a real Redis: exact together, and its loss and return.
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { Redis } from 'ioredis'
import t, { type Test } from 'tap'
import { authentication } from '../plugins/shared/access/auth.ts'
import loadShedding from '../plugins/shared/access/load-shedding.ts'
import rateLimit from '../plugins/shared/access/rate-limit.ts'
import bodyParser from '../plugins/shared/bodies/body-parser.ts'
import { createLimiters } from '../src/limits/limits.ts'
import { freePort } from './helpers/free-port.ts'
import { recordLog } from './helpers/log.ts'
import { start } from './helpers/process.ts'
import { startRedis } from './helpers/redis.ts'
import { needs } from './helpers/tools.ts'

/** The worker processes start without the coverage hooks of the test runner, which take longer than they do. */
delete process.env.NODE_OPTIONS

const limit = 60

/** A replica of its own process, with what it logs about Redis. */
async function startReplica(t: Test, redisUrl: string, dataDir: string) {
  const { child, listening } = start(t, [], {
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT: `${limit}`,
    REDIS_URL: redisUrl,
    TRUST_PROXY: 'loopback',
    PLAYGROUND: '0',
  })
  const lines: { readonly level: number; readonly msg: string }[] = []
  child.stdout.on('data', (text: Buffer) => {
    const about = String(text)
      .split('\n')
      .filter(line => line.includes('"msg":"Redis is '))
    lines.push(...about.map(line => JSON.parse(line)))
  })
  return { address: await listening(), lines }
}

type Replica = Awaited<ReturnType<typeof startReplica>>

/** Sends requests of one client, some at a time, to each replica in turn. @returns how many there were of each status */
async function send(replicas: readonly Replica[], client: string, count: number, concurrency = 8) {
  const statuses: Record<number, number> = {}
  let sent = 0
  const work = async (): Promise<void> => {
    while (sent < count) {
      const replica = replicas[sent++ % replicas.length]
      const answer = await fetch(`${replica?.address}/`, {
        headers: { 'x-forwarded-for': client },
        redirect: 'manual',
      })
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return statuses
}

/** Requests of a client that nothing else counts, until every replica has logged this many lines. */
async function sendUntil(replicas: readonly Replica[], lines: number): Promise<void> {
  while (replicas.some(replica => replica.lines.length < lines)) {
    await send(replicas, '198.51.100.1', 2)
    await wait(50)
  }
}

t.test('replicas count together, and each for itself while Redis is unreachable', needs('redis'), async t => {
  const redis = await startRedis(t)
  const folder = t.testdir()
  const replicas = await Promise.all(['1', '2'].map(name => startReplica(t, redis.url, join(folder, name))))
  t.same(await send(replicas, '203.0.113.1', 200), { 302: limit, 429: 200 - limit }, 'exact')

  await redis.kill()
  t.same(await send(replicas, '203.0.113.2', 200), { 302: 2 * limit, 429: 200 - 2 * limit }, 'each for itself')
  t.same(await send(replicas, '203.0.113.1', 20), { 429: 20 }, 'no client gets a second limit by the loss')

  await redis.start()
  await sendUntil(replicas, 2)
  t.same(await send(replicas, '203.0.113.3', 200), { 302: limit, 429: 200 - limit }, 'together again')

  redis.process().kill('SIGSTOP')
  const begun = performance.now()
  const statuses = await send(replicas, '203.0.113.4', 200, 2)
  t.same(statuses, { 302: 2 * limit, 429: 200 - 2 * limit }, 'each for itself without an answer')
  const elapsed = performance.now() - begun
  t.ok(elapsed < 20_000, `${Math.round(elapsed)} ms; if each waited it would be 25 s`)
  redis.process().kill('SIGCONT')
  await sendUntil(replicas, 4)
  t.same(await send(replicas, '203.0.113.5', 200), { 302: limit, 429: 200 - limit }, 'together again')

  const lost = { level: 40, msg: /^Redis is unreachable/, reason: String }
  const back = { level: 30, msg: /^Redis is reachable again/ }
  for (const { lines } of replicas) t.match(lines, [lost, back, lost, back])
  for (const { lines } of replicas) t.equal(lines.length, 4, 'one line for each loss and each return')
})

/** A server with the rate limit alone. */
async function startCounting(t: Test, redisUrl: string) {
  const { log, lines } = recordLog()
  const app = Fastify({ loggerInstance: log })
  t.teardown(() => app.close())
  await app.register(authentication)
  await app.register(rateLimit, { perMinute: 2, redisUrl })
  app.get('/', async () => 'counted')
  const about = () => lines().filter(({ msg }) => /^Redis is /.test(msg))
  return { app, lines: about, warnings: () => about().filter(({ level }) => level === 40) }
}

t.test('starts without Redis, and logs no password', needs('redis'), async t => {
  const redis = await startRedis(t, ['--requirepass', 'sesame'])
  const { host } = new URL(redis.url)
  const cases = [
    { name: 'nothing listens', url: `redis://:sesame@127.0.0.1:${await freePort()}`, reason: /ECONNREFUSED/ },
    { name: 'a wrong password', url: `redis://:open-sesame@${host}`, reason: /WRONGPASS/ },
    { name: 'no password', url: redis.url, reason: /NOAUTH/ },
    { name: 'no TLS', url: `rediss://:sesame@${host}`, reason: /./ },
  ]
  for (const { name, url, reason } of cases) {
    const { app, warnings } = await startCounting(t, url)
    const statuses = []
    for (const _ of [1, 2, 3]) statuses.push((await app.inject('/')).statusCode)
    t.same(statuses, [200, 200, 429], name)
    t.match(warnings(), [{ msg: /^Redis is unreachable/, reason }])
    t.equal(warnings().length, 1)
    t.notMatch(JSON.stringify(warnings()), /sesame/)
  }
  redis.process().kill('SIGSTOP')
  const { app, warnings } = await startCounting(t, redis.url)
  t.equal((await app.inject('/')).headers.ratelimit, '"minute";r=1;t=60')
  t.match(warnings(), [{ msg: /^Redis is unreachable/, reason: String }])
  redis.process().kill('SIGCONT')

  const right = await startCounting(t, `redis://:sesame@${host}/3`)
  const { headers } = await right.app.inject('/')
  t.equal(headers.ratelimit, '"minute";r=1;t=60')
  t.same(right.warnings(), [])
})

t.test('a Redis that refuses to write counts as unreachable, and is logged once', needs('redis'), async t => {
  const redis = await startRedis(t, ['--maxmemory', '1', '--maxmemory-policy', 'noeviction'])
  const { app, lines } = await startCounting(t, redis.url)
  const send = async (): Promise<void> => {
    await app.inject('/')
    await wait(100)
  }
  const begun = performance.now()
  while (performance.now() - begun < 2500) await send()
  t.match(lines(), [{ level: 40, msg: /^Redis is unreachable/, reason: /OOM/ }])
  t.equal(lines().length, 1)

  const client = new Redis(redis.url)
  t.teardown(() => client.disconnect())
  client.on('error', () => undefined)
  await client.config('SET', 'maxmemory', '0')
  while (lines().length < 2) await send()
  t.match(lines()[1], { level: 30, msg: /^Redis is reachable again/ })
  await redis.kill()
  await send()
  t.match(lines()[2], { level: 40, msg: /^Redis is unreachable/, reason: /./ })
})

t.test('the body of a client that leaves while Redis is asked is not awaited', needs('redis'), async t => {
  const redis = await startRedis(t)
  const limiters = createLimiters(64)
  const outcomes: unknown[] = []
  const app = Fastify()
  t.teardown(() => app.close())
  await app.register(authentication)
  await app.register(loadShedding, limiters)
  await app.register(rateLimit, { perMinute: 2, redisUrl: redis.url })
  app.addHook('onRequest', async (_request, { raw }) => t.ok(raw.destroyed, 'the client has left'))
  await app.register(bodyParser, { limiters })
  app.setErrorHandler((error, _request, reply) => {
    outcomes.push(error)
    return reply.send()
  })
  app.post('/', async () => outcomes.push('answered'))
  const { port } = new URL(await app.listen({ port: 0 }))
  redis.process().kill('SIGSTOP')
  const arrived = once(app.server, 'request')
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"')
  await arrived
  socket.destroy()
  const deadline = performance.now() + 5000
  while (outcomes.length === 0 && performance.now() < deadline) await wait(20)
  t.match(outcomes, [{ code: 'malformed_request', message: /disconnected/ }])
  t.same([limiters.memory.queue.clients, limiters.requests.held], [0, 0], 'nothing is held')
  redis.process().kill('SIGCONT')
})
