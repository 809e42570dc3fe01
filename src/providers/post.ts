// One exchange with a provider: within a bound of bytes, without redirects, and never longer than its signal.
import { Agent, type Dispatcher, request } from 'undici'
import type { Message } from './provider.ts'

/** Statuses whose body tells something. */
const told: readonly number[] = [200, 400]

/** Most bytes of an answer. */
const mostBytes = 4 * 1024 * 1024

export interface Exchange {
  readonly status: number
  readonly retryAfter: unknown
  /** JSON of a 200 or a 400; undefined when it is none, too long, or compressed, which we never ask for. */
  readonly body: unknown
}

/** Reads a body of JSON; what comes after the bound is not waited for. */
const readJson = async ({ headers, body }: Dispatcher.ResponseData): Promise<unknown> => {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') return undefined
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of body) {
    length += piece.length
    if (length > mostBytes) return undefined
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    return undefined
  }
}

export interface Post {
  /**
   * Sends a message. A redirect is an answer like any other: the key goes nowhere else.
   *
   * @param base address of the provider, with or without a closing slash.
   * @throws what undici throws, and the reason of the signal.
   */
  readonly send: (base: string, message: Message, signal: AbortSignal) => Promise<Exchange>
  /** Breaks what is under way. */
  readonly close: () => Promise<void>
}

/** Opens the connections to providers, which are kept between messages until it is closed. */
export const openPost = (): Post => {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 }) // the signal is the clock
  return {
    send: async (base, { path, headers, body }, signal) => {
      const answer = await request(`${base.replace(/\/+$/, '')}/${path}`, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'identity',
        },
        body: JSON.stringify(body),
        dispatcher,
        signal,
      })
      answer.body.on('error', () => undefined) // without a listener, a body that is thrown away would end the process
      try {
        return {
          status: answer.statusCode,
          retryAfter: answer.headers['retry-after'],
          body: told.includes(answer.statusCode) ? await readJson(answer) : undefined,
        }
      } finally {
        answer.body.destroy()
      }
    },
    close: () => dispatcher.destroy(),
  }
}
