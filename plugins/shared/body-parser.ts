// Reads JSON bodies within a memory budget and parses large ones in turns, client by client. Error messages never quote the body, which may hold a key.
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorCodes, type FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../src/errors.ts'
import type { DecodedDataUri } from '../../src/fetch/source-url.ts'
import { createByteCollector } from '../../src/limits/byte-collector.ts'
import type { Lease } from '../../src/limits/fair-queue.ts'
import type { Limiters } from '../../src/limits/limits.ts'
import type { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { clientOf } from './auth.ts'
import { parseWithoutDataUri } from './data-uri-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory of the body and of the picture in it, until the answer has been sent. */
    bodyMemory: Lease | undefined
    /** The picture of a large body; `source_url` then ends with the comma before its data. */
    dataUri: DecodedDataUri | undefined
  }
}

/** A body that takes a millisecond or more to parse, bytes. */
const largeBodyBytes = 262_144

export default fp<{ readonly limiters: Limiters }>(
  async (app, { limiters }) => {
    const { memory } = limiters
    // The schemas already type the answers; compiling a serializer for each would take a third of the start time.
    app.setSerializerCompiler(() => data => JSON.stringify(data))
    app.decorateRequest('bodyMemory', undefined)
    app.decorateRequest('dataUri', undefined)

    const parseLarge = createLargeBodyParser(limiters)

    app.addHook('onRequest', (request, reply, done) => {
      reply.raw.once('close', () => request.bodyMemory?.release())
      done()
    })

    const parseBody = async (request: FastifyRequest, payload: Readable): Promise<unknown> => {
      const options = await startBody(request, memory)
      const body = await readBody(payload, options)
      if (body.length < largeBodyBytes) return parseJson(body)
      const lease = options.memory
      const { value, dataUri } = await parseLarge(clientOf(request), body, lease)
      lease.grow(dataUri?.bytes.length ?? 0)
      request.dataUri = dataUri
      return value
    }

    // Otherwise Fastify would parse text/plain as a string, and a wrong Content-Type would give 400 instead of 415.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i, parseBody)
  },
  { name: 'body-parser', dependencies: ['authentication', 'load-shedding'] },
)

/**
 * Begins to count the memory of a body, until the answer has been sent.
 *
 * @returns the options to read the body with.
 * @throws Problem `overloaded`, and Fastify's own error for a body that is declared to be over its limit.
 */
export async function startBody(request: FastifyRequest, memory: MemoryBudget) {
  const { 'content-length': length } = request.headers
  const limit = request.routeOptions.bodyLimit
  const declared = length === undefined ? undefined : Number(length)
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const lease = await memory.files.acquire(clientOf(request), 0)
  request.bodyMemory = lease
  const signals = [lease.signal, request.slot?.signal]
  return { limit, declared, memory: lease, signals } satisfies BodyOptions
}

export interface BodyOptions {
  /** Maximum, bytes. */
  readonly limit: number
  /** Content-Length, if any. */
  readonly declared: number | undefined
  /** Memory of the body; it grows as the body arrives. */
  readonly memory: Lease
  /** Abort the reading; their reasons are thrown. */
  readonly signals: readonly (AbortSignal | undefined)[]
}

/**
 * Reads a body. One that is shorter than declared never ends: Node.js closes its connection. The stream stays open, so that the client can
 * read the answer.
 *
 * @throws Fastify's own error for a body over its limit, which the error handler knows, and the reasons of the signals.
 */
export async function readBody(payload: Readable, options: BodyOptions): Promise<Buffer> {
  const { limit, declared, memory, signals } = options
  const finished = new AbortController()
  const aborted = firstAbort(signals, finished.signal)
  const chunks = payload.iterator({ destroyOnReturn: false })
  const collector = createByteCollector(declared, limit)
  let length = 0
  try {
    for (;;) {
      const { done, value } = await Promise.race([chunks.next(), aborted])
      if (done) return collector.bytes()
      length += value.length
      if (length > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
      collector.add(value)
      memory.grow(value.length)
    }
  } finally {
    finished.abort()
  }
}

/** Rejects with the reason of the first signal that aborts. */
export function firstAbort(signals: BodyOptions['signals'], finished: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    for (const signal of signals) signal?.addEventListener('abort', () => reject(signal.reason), { signal: finished })
  })
  aborted.catch(() => undefined)
  return aborted
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function parseJson(body: Buffer): unknown {
  if (body.length === 0) throw new Problem('invalid_json', { detail: 'The body is empty. Send one JSON object.' })
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const where = position === undefined ? '' : ` Parse error at position ${position}.`
    throw new Problem('invalid_json', { detail: `The body is not JSON in UTF-8.${where}` })
  }
}

/** Pause after a large body was parsed, as a multiple of the time that it took, and its maximum. */
const pauseFactor = 3
const maxPauseMs = 500

/** Limits of a text that holds many values instead of one long data URI: it would take seconds to parse. */
const maxStructuralMarks = 100_000
const maxDenseBytes = 1_048_576

/** Memory of a parsed value for each structural mark, bytes. */
const valueBytes = 160

/** Parses large bodies one at a time, client by client, each step in its own turn of the event loop. */
function createLargeBodyParser({ parsing, requests }: Pick<Limiters, 'parsing' | 'requests'>) {
  /** Passes the turn on, after a pause while other clients are waiting: large bodies leave most of the time to everything else. */
  const endTurn = ({ release }: Lease, began: number): void => {
    const pauseMs = requests.clients() > 1 ? pauseFactor * (performance.now() - began) : 0
    setTimeout(release, Math.min(pauseMs, maxPauseMs))
  }

  return async (client: string, body: Buffer, lease: Lease) => {
    const turn = await parsing.acquire(client, 1)
    const began = performance.now()
    const parseInTurn = async (text: Buffer): Promise<unknown> => {
      if (text.length < largeBodyBytes) return parseJson(text)
      await nextTurn()
      const marks = countStructuralMarks(text)
      if (marks > maxStructuralMarks && text.length > maxDenseBytes)
        throw new Problem('body_too_large', {
          detail: 'Beside the picture in source_url the body is larger than 1 MiB.',
        })
      const value = parseJson(text)
      // The text as a string, and the long strings in it.
      lease.grow(2 * text.length + marks * valueBytes)
      return value
    }
    try {
      await nextTurn()
      const parsed = (await parseWithoutDataUri(body, parseInTurn)) ?? {
        value: await parseInTurn(body),
        dataUri: undefined,
      }
      // The inspection of a large body, which follows, takes as long as parsing it.
      await nextTurn()
      return parsed
    } finally {
      setImmediate(endTurn, turn, began)
    }
  }
}

/** ASCII codes of the structural marks. */
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b]

/**
 * Commas and opening brackets in a text, at most one more than `maxStructuralMarks`: about the number of its values. Calling `indexOf` for
 * each of them takes 50 times as long.
 */
function countStructuralMarks(text: Buffer): number {
  let count = 0
  for (let at = 0; at < text.length && count <= maxStructuralMarks; at++) {
    const byte = text[at]
    if (byte === comma || byte === bracket || byte === brace) count++
  }
  return count
}
