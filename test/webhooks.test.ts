// Webhooks of renders, on every database: signatures, attempts and their pauses, addresses that are refused, restarts.
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import t, { type Test } from 'tap'
import { resolveCaptureConfig } from '../src/capture/config.ts'
import { webhookSecret } from '../src/config/values.ts'
import { parseCidrs } from '../src/fetch/ip-policy.ts'
import type { Lookup } from '../src/fetch/resolver.ts'
import { startWebhooks } from '../src/renders/webhooks.ts'
import type { RenderJob } from '../src/store/render-records.ts'
import type { Store } from '../src/store/store.ts'
import { kinds, startStore } from './helpers/databases.ts'
import { listen } from './helpers/loopback.ts'
import { startService } from './helpers/service.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const serviceUrl = 'https://pictures.example/tools'
const minuteMs = 60_000
/** From the first to the last of five attempts, and beyond. */
const allPausesMs = [0, minuteMs, 6 * minuteMs, 31 * minuteMs, 121 * minuteMs, 300 * minuteMs] as const

interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A receiver that answers with these statuses, then with 200. */
async function startReceiver(t: Test, ...statuses: readonly number[]) {
  const deliveries: Delivery[] = []
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const status = statuses[deliveries.length] ?? 200
    deliveries.push({ headers: request.headers, body: Buffer.concat(pieces).toString() })
    response.writeHead(status, { location: '/other' }).end('ok')
  })
  const { url, sockets } = await listen(t, server)
  return { url: `${url}/hook`, deliveries, sockets }
}

/** Sends what is due, from a clock that the test sets. */
function startSender(t: Test, store: Store, options: { readonly allow?: string; readonly lookup?: Lookup } = {}) {
  const { allow = '127.0.0.0/8', lookup = async () => [{ address: '127.0.0.1', family: 4 }] } = options
  const clock = { now: new Date() }
  const warnings: string[] = []
  const sender = startWebhooks({
    ...{ webhooks: store.webhooks, renders: store.renders },
    rules: { allow: parseCidrs(allow), lookup },
    key: webhookSecret(secret) ?? Buffer.of(),
    now: () => clock.now,
    log: { warn: ({ err }: { readonly err?: unknown }, message) => void warnings.push(`${message}: ${err}`) },
  })
  t.teardown(sender.close)
  const pass = (milliseconds: number): void => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
    sender.wake()
  }
  return { sender, warnings, pass }
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let left = 1000; left > 0 && !(await isTrue()); left--) await wait(10)
}

/** Adds renders, and ends them as a render process does. */
async function endRenders(store: Store, ...webhookUrls: readonly (string | undefined)[]): Promise<readonly string[]> {
  const jobs = webhookUrls.map(
    (url, index): RenderJob => ({
      config: resolveCaptureConfig({ target_url: `https://example.com/${index}` }),
      cookies: {},
      headers: {},
      ...(url !== undefined && { webhook: { url, serviceUrl } }),
    }),
  )
  const ids = await store.renders.add(jobs, 'ip:192.0.2.1', false, new Date())
  for (const _ of jobs) {
    const taken = await store.renders.take(new Date())
    const outcome = { status: 'failed', code: 'page_not_opened', detail: 'The page answered 404' } as const
    if (taken) await store.renders.finish(taken, outcome, new Date())
  }
  return ids
}

for (const kind of kinds)
  t.test(kind.name, { skip: kind.skip }, async t => {
    const create = await kind.start(t)
    const open = async (t: Test) => {
      const { options, query } = await create(t)
      const left = async () => (await query("select id from renders where webhook <> '' or webhook_due <> ''")).length
      /** The sender logs a failure before it settles it. */
      const settled = () => until(async () => (await left()) === 0)
      return { store: await startStore(t, options), options, left, settled }
    }

    t.test('each render with a webhook is delivered once, signed, by one of two processes', async t => {
      const { store, options, left } = await open(t)
      const { url, deliveries } = await startReceiver(t)
      const ids = await endRenders(store, url, url, undefined)
      const other = startSender(t, await startStore(t, options))
      const { sender, pass } = startSender(t, store)
      await until(() => deliveries.length >= 2)
      await Promise.all([sender.close(), other.sender.close()])
      const again = startSender(t, store)
      for (const pause of allPausesMs) again.pass(pause)
      pass(0)
      await wait(200)
      t.same(deliveries.map(({ headers }) => headers['webhook-id']).toSorted(), ids.slice(0, 2).toSorted())
      for (const { headers, body } of deliveries) {
        t.equal(headers['content-type'], 'application/json')
        const id = String(headers['webhook-id'])
        const signed = {
          'webhook-id': id,
          'webhook-timestamp': String(headers['webhook-timestamp']),
          'webhook-signature': String(headers['webhook-signature']),
        }
        t.same(new Webhook(secret).verify(body, signed), {
          success: true,
          render: {
            ...{ id, status: 'failed', url: `${serviceUrl}/api/v1/renders/${id}` },
            problem: {
              ...{ type: '/tools/problems/page_not_opened', title: 'The page did not open', status: 422 },
              ...{ code: 'page_not_opened', detail: 'The page answered 404' },
            },
          },
        })
        t.throws(() => new Webhook(secret).verify(`${body} `, signed), /signature/)
      }
      t.equal(await left(), 0)
    })

    t.test('an answer other than 2xx is tried five times, with growing pauses', async t => {
      const { store, left, settled } = await open(t)
      const { url, deliveries } = await startReceiver(t, 500, 302, 404, 503, 500)
      const [id] = await endRenders(store, url)
      const { pass, warnings } = startSender(t, store)
      for (const [index, pause] of allPausesMs.entries()) {
        pass(pause)
        await until(() => warnings.length > index)
        if (index < 4) t.equal(deliveries.length, index + 1)
      }
      t.equal(deliveries.length, 5)
      t.same([...new Set(deliveries.map(({ headers }) => headers['webhook-id']))], [id])
      t.match(warnings, [/retried: Error: .* 500/, /302/, /404/, /503/, /no further attempts.* 500/])
      await settled()
      t.equal(await left(), 0)
    })

    t.test('what was not delivered is kept over a restart', async t => {
      const { store, options, left } = await open(t)
      const { url, deliveries } = await startReceiver(t, 500)
      await endRenders(store, url)
      const first = startSender(t, store)
      await until(() => first.warnings.length > 0)
      await first.sender.close()
      t.equal(await left(), 1)
      const { pass } = startSender(t, await startStore(t, options))
      await wait(100)
      t.equal(deliveries.length, 1, 'not before its pause is over')
      pass(minuteMs)
      await until(() => deliveries.length > 1)
      t.equal(deliveries.length, 2)
      t.equal(deliveries[0]?.body, deliveries[1]?.body)
    })

    t.test('addresses that source_url may not reach get no connection', async t => {
      const { store, left, settled } = await open(t)
      const { url, sockets } = await startReceiver(t)
      const { port } = new URL(url)
      await endRenders(
        store,
        url,
        `http://[::1]:${port}/`,
        `https://name.example:${port}/`,
        `http://local.test:${port}/`,
      )
      const { warnings } = startSender(t, store, { allow: '' })
      await until(() => warnings.length >= 4)
      t.equal(warnings.filter(text => /no further attempts: Problem/.test(text)).length, 4)
      t.equal(sockets.length, 0)
      await settled()
      t.equal(await left(), 0, 'they are not tried again')
    })

    t.test('http reaches FETCH_ALLOW_CIDRS only', async t => {
      const { store } = await open(t)
      await endRenders(store, 'http://name.example/')
      const lookup = async () => [{ address: '93.184.215.14', family: 4 }]
      const { warnings } = startSender(t, store, { lookup })
      await until(() => warnings.length > 0)
      t.match(warnings, [/no further attempts: Problem/])
    })
  })

t.test('webhook_url requires WEBHOOK_SECRET, and https where no private range is allowed', async t => {
  const renders = '/api/v1/renders'
  const body = { target_url: 'https://example.com/', webhook_url: 'http://127.0.0.1/hook' }
  const none = await startService(t)
  const unsigned = await none.post(renders, body)
  t.equal(unsigned.statusCode, 400)
  t.match(unsigned.json().errors, [{ pointer: '/webhook_url', code: 'not_allowed', message: /WEBHOOK_SECRET/ }])
  const strict = await startService(t, { WEBHOOK_SECRET: secret, FETCH_ALLOW_CIDRS: '', RENDER: 'off' })
  t.match((await strict.post(renders, body)).json().errors, [{ pointer: '/webhook_url', message: /https/ }])
  t.equal((await strict.post(renders, { ...body, webhook_url: 'https://example.com/' })).statusCode, 501)
  t.match((await strict.post(renders, { ...body, webhook_url: 'ftp://example.com/' })).statusCode, 400)
})
