// Downloads from a host that a stranger named: hop by hop, within bounds. undici comes with this file, which is loaded with the first one.
import type { Buffer } from 'node:buffer'
import { Agent, request } from 'undici'
import { Problem } from '../errors.ts'
import { readBody, redirectTarget } from './answer.ts'
import type { Cidr } from './cidr.ts'
import { createConnector, type Lookup } from './connector.ts'

interface Bearings {
  /** Blocks that are open beside the public internet. */
  readonly allow: readonly Cidr[]
  readonly lookup: Lookup
  /** Silence in the body may last a third of it. In milliseconds. */
  readonly timeoutMs: number
  /** Most bytes of the body. */
  readonly maxBytes: number
  readonly maxRedirects: number
  readonly signal: AbortSignal
  /** Is told of every piece of the body that is kept. */
  readonly keep: (bytes: number) => void
}

const headers = {
  'user-agent': 'automation-service/1.0 (+style analysis)',
  accept: 'image/*, video/*;q=0.9, */*;q=0.1',
  'accept-encoding': 'identity',
}

const silences = ['UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT']

const isSilence = (error: unknown) =>
  error instanceof Error && 'code' in error && silences.some(code => code === error.code)

/** What really happened stays in the cause: resolver words and addresses are for the log. */
const problemOf = (cause: unknown) => {
  if (cause instanceof Problem) return cause
  return new Problem(isSilence(cause) ? 'source_timeout' : 'source_unreachable', { cause })
}

/**
 * Asks one host. Each hop has its own connection, so that nothing of one stranger is reused for another; undici would also dial twice
 * after a body that was thrown away.
 * @returns the body, or where it leads instead.
 */
const ask = async (url: URL, bearings: Bearings): Promise<Buffer | URL> => {
  const { signal, keep, maxBytes, timeoutMs } = bearings
  const dispatcher = new Agent({
    connect: createConnector(bearings),
    headersTimeout: 0, // the signal is the clock
    bodyTimeout: Math.ceil(timeoutMs / 3),
  })
  try {
    const answer = await request(url, { dispatcher, signal, headers })
    answer.body.on('error', () => undefined) // without a listener, a body that is thrown away would end the process
    return redirectTarget(answer, url) ?? (await readBody(answer, maxBytes, keep))
  } finally {
    await dispatcher.destroy()
  }
}

const follow = async (start: URL, bearings: Bearings): Promise<Buffer> => {
  let url = start
  for (let hop = 0; hop <= bearings.maxRedirects; hop += 1) {
    const found = await ask(url, bearings)
    if (!(found instanceof URL)) return found
    url = found
  }
  throw new Problem('source_http_error', { detail: `source_url redirects more than ${bearings.maxRedirects} times.` })
}

/**
 * Downloads a file: every redirect comes back here, and each connection is checked by the connector.
 * @throws Problem as `readBody` and the connector do, and source_http_error, source_timeout, source_unreachable
 */
export const download = (start: URL, bearings: Bearings): Promise<Buffer> =>
  follow(start, bearings).catch(error => {
    throw problemOf(error)
  })
