// Delivers the webhooks of renders that have ended: signed (standardwebhooks.com), and only to addresses that source_url may reach.
import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Problem } from '../errors.ts'
import { type HostRules, refused, resolveAllowed } from '../fetch/allowed-hosts.ts'
import { isListed } from '../fetch/ip-policy.ts'
import type { RenderQueue } from '../store/render-records.ts'
import { maxWebhookTries, type TakenWebhook, type WebhookQueue } from '../store/webhook-queue.ts'
import { userAgent } from '../version.ts'
import { describeRender } from './describe-render.ts'
import { startPolling } from './polling.ts'

interface WebhooksOptions {
  readonly webhooks: WebhookQueue
  readonly renders: Pick<RenderQueue, 'read'>
  readonly rules: HostRules
  /** WEBHOOK_SECRET. */
  readonly key: Uint8Array
  readonly now: () => Date
  readonly log: { readonly warn: (facts: object, message: string) => void }
}

export interface WebhookSender {
  /** Looks for webhooks at once: a render has ended. */
  readonly wake: () => void
  /** Completes what is being delivered. */
  readonly close: () => Promise<void>
}

/** Between two looks for webhooks that another process has left, or that are due again, ms. */
const pollMs = 2000

/** Longest wait for an answer, ms. */
const answerMs = 10_000

/** Deliveries at the same time. */
const maxDeliveries = 32

export function startWebhooks(options: WebhooksOptions): WebhookSender {
  const { webhooks, now, log } = options
  const deliveries = new Set<Promise<void>>()
  const start = (taken: TakenWebhook): void => {
    const delivery = deliver(taken, options)
      .catch(err => log.warn({ err, render: taken.id }, 'the outcome of a webhook could not be saved'))
      .finally(() => {
        deliveries.delete(delivery)
        polling.wake()
      })
    deliveries.add(delivery)
  }
  const polling = startPolling({
    take: async () => {
      const taken = deliveries.size < maxDeliveries ? await webhooks.take(now()) : undefined
      if (taken) start(taken)
      return taken !== undefined
    },
    pollMs,
    onError: err => log.warn({ err }, 'a webhook could not be taken from the queue; it will be retried'),
  })
  return {
    wake: polling.wake,
    close: async () => {
      await polling.close()
      await Promise.all(deliveries)
    },
  }
}

/** One attempt. An address that is not allowed is given up at once. */
async function deliver({ id, webhook, tries }: TakenWebhook, options: WebhooksOptions): Promise<void> {
  const { webhooks, renders, log, rules, key, now } = options
  const body = JSON.stringify({
    success: true,
    render: describeRender(id, await renders.read(id), webhook.serviceUrl),
  })
  try {
    await post(new URL(webhook.url), body, signedHeaders(key, id, now(), body), rules)
    await webhooks.settle(id)
  } catch (err) {
    const isLast = tries >= maxWebhookTries || err instanceof Problem
    log.warn(
      { err, render: id, tries },
      `a webhook was not delivered; ${isLast ? 'there are no further attempts' : 'it will be retried'}`,
    )
    if (isLast) await webhooks.settle(id)
  }
}

/** The headers of Standard Webhooks. Attempts of one webhook have the same id. */
function signedHeaders(key: Uint8Array, id: string, now: Date, body: string) {
  const seconds = Math.floor(now.getTime() / 1000)
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
}

/**
 * Sends a request to an address that is allowed when it connects. Redirects are not followed.
 *
 * @throws an Error unless the answer has a status of 2xx
 */
async function post(url: URL, body: string, headers: Readonly<Record<string, string | number>>, rules: HostRules) {
  const addresses = await resolveAllowed(url.hostname.replace(/^\[|\]$/g, ''), rules)
  const isPlain = url.protocol === 'http:'
  if (isPlain && !addresses.every(({ address }) => isListed(address, rules.allow)))
    throw refused(`http is allowed only for addresses in FETCH_ALLOW_CIDRS, and ${url.hostname} has others`)
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const request = (isPlain ? requestHttp : requestHttps)(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent('webhooks'), ...headers },
      agent: false,
      lookup: (_hostname, _options, done) => done(null, addresses),
      signal: AbortSignal.timeout(answerMs),
    })
    request.on('error', reject)
    request.on('response', answer => {
      resolve(answer.statusCode)
      answer.on('error', () => undefined).destroy()
    })
    request.end(body)
  })
  if (status === undefined || status < 200 || status > 299)
    throw new Error(`The webhook receiver returned status ${status}; it must return 2xx`)
}
