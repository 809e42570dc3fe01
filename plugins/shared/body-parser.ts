// Reads JSON bodies within a memory budget, whatever their declared type, and parses large ones in turn, client by client. Error messages
// never quote the body, which may hold a key.
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { errorCodes, type FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../src/errors.ts'
import type { DecodedDataUri } from '../../src/fetch/data-uri.ts'
import { createByteCollector, freeMemory } from '../../src/limits/byte-collector.ts'
import type { Lease } from '../../src/limits/fair-queue.ts'
import type { Limiters } from '../../src/limits/limits.ts'
import type { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { clientOf } from './auth.ts'
import { type ParsedBody, parseWithoutLongStrings } from './data-uri-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads a file whose type is unknown as the body of this scope; undefined where no file is accepted. */
    readonly readUntypedFile: ReadFile | undefined
  }
  interface FastifyRequest {
    /** Aborts the reading of the body when the client disconnects, or when its memory or its slot is revoked. */
    bodyAbort: AbortController | undefined
    /** The memory of the body and of the picture in it, until the answer has been sent. */
    bodyMemory: Lease | undefined
    /** Pictures of a large body or a form, by the pointers of their sources, which then end with the comma before their data. */
    dataUris: ReadonlyMap<string, DecodedDataUri> | undefined
  }
}

type ReadFile = (request: FastifyRequest, bytes: Buffer) => unknown

/** A body that takes a millisecond or more to parse, bytes. */
const largeBodyBytes = 262_144

/** Largest text that is parsed at once, bytes. It takes up to 60 ms: 100,000 distinct names. */
const maxParsedBytes = 1_048_576

/** Memory of the values of a text, at most, as a multiple of its length. */
const valuesPerByte = 16

export default fp<{ readonly limiters: Pick<Limiters, 'memory' | 'parsing'> }>(
  async (app, { limiters: { memory, parsing } }) => {
    // The schemas already type the answers; compiling a serializer for each would take a third of the start time.
    app.setSerializerCompiler(() => data => JSON.stringify(data))
    app.decorateRequest('bodyAbort', undefined)
    app.decorateRequest('bodyMemory', undefined)
    app.decorateRequest('dataUris', undefined)

    app.addHook('onRequest', (request, reply, done) => {
      // An empty type is none.
      if (request.headers['content-type'] === '') Reflect.deleteProperty(request.headers, 'content-type')
      if (request.method !== 'GET')
        reply.raw.once('close', () => {
          request.bodyMemory?.release()
          if (!reply.raw.writableFinished) request.bodyAbort?.abort(clientDisconnected())
        })
      done()
    })

    /** @param readFile reads a body that is not JSON. */
    const read = async (request: FastifyRequest, payload: Readable, readFile?: ReadFile): Promise<unknown> => {
      // No operation has this path.
      if (request.is404) return undefined
      const options = await startBody(request, memory)
      const body = await readBody(payload, options)
      if (readFile && !beginsObject(body)) return readFile(request, body)
      return parseBody(request, body, options, parsing).finally(() => freeMemory(body))
    }

    // Otherwise Fastify would parse text/plain as a string, and a wrong Content-Type would give 400 instead of 415.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      /^(?:application\/(?:[\w.+-]+\+)?|text\/)json\s*(?:;|$)/i,
      (request: FastifyRequest, payload: Readable) => read(request, payload),
    )
    // Many clients declare JSON as a text, or do not declare it.
    app.addContentTypeParser('text/plain', (request: FastifyRequest, payload: Readable) =>
      read(request, payload, refuseType),
    )
    app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
      const { 'content-type': type } = request.headers
      const { readUntypedFile = refuseType } = request.server
      const isUnknown = type === undefined || (untypedBytes.test(type) && readUntypedFile !== refuseType)
      return isUnknown || request.is404 ? read(request, payload, readUntypedFile) : refuseType()
    })
    app.decorate('readUntypedFile', undefined)
  },
  { name: 'body-parser', dependencies: ['authentication', 'load-shedding'] },
)

/** The type of bytes in general (RFC 2046, section 4.5.1), and the one that Amazon S3 sends instead. */
const untypedBytes = /^(?:application|binary)\/octet-stream\s*(?:;|$)/i

function refuseType(): never {
  throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE()
}

/** Whether the first character, after a byte order mark and white space, begins a JSON object. No format of pictures or videos has it there. */
function beginsObject(body: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[ \t\r\n]*\{/.test(body.subarray(0, maxLeadingBytes).toString('latin1'))
}

/** White space before JSON that is read without its type, bytes. */
const maxLeadingBytes = 1024

/** Parses JSON; a large body in turn, client by client. */
async function parseBody(
  request: FastifyRequest,
  body: Buffer,
  options: BodyOptions,
  parsing: Limiters['parsing'],
): Promise<unknown> {
  if (body.length < largeBodyBytes) return parseJson(body)
  const turn = await parsing.acquire(clientOf(request), 1, options.signal)
  const begun = performance.now()
  try {
    await nextTurn()
    const { value, dataUris } = await parseLarge(body)
    options.memory.grow(Math.min(body.length, maxParsedBytes) * valuesPerByte + sizeOfDataUris(dataUris))
    request.dataUris = dataUris
    // The inspection, which follows, takes as long as parsing.
    await nextTurn()
    return value
  } finally {
    // libuv accepts one connection per event loop iteration: with a large body in each of them, more and more connections would
    // wait to be accepted. The next body waits as long as this one took.
    setTimeout(turn.release, performance.now() - begun)
  }
}

async function parseLarge(body: Buffer): Promise<ParsedBody> {
  if (body.length > maxParsedBytes) return parseWithoutLongStrings(body, maxParsedBytes, parseJson)
  return { value: parseJson(body), dataUris: new Map() }
}

function sizeOfDataUris(dataUris: ParsedBody['dataUris']): number {
  return [...dataUris.values()].reduce((sum, { bytes }) => sum + (bytes instanceof Buffer ? bytes.length : 0), 0)
}

/** Never sent; only the debug log shows it. */
function clientDisconnected(): Problem {
  return new Problem('malformed_request', { detail: 'The client disconnected before its body was complete.' })
}

/**
 * Begins to count the memory of a body, until the answer has been sent.
 *
 * @returns the options to read the body with.
 * @throws Problem `overloaded`, `malformed_request` when the client has disconnected, and Fastify's own error for a body that is declared to be
 *   over its limit.
 */
export async function startBody(request: FastifyRequest, memory: MemoryBudget) {
  const { 'content-length': length } = request.headers
  const limit = request.routeOptions.bodyLimit
  const declared = length === undefined ? undefined : Number(length)
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  // Hooks may have waited, for Redis: a body that has been destroyed emits no further event.
  if (request.raw.destroyed) throw clientDisconnected()
  const bodyAbort = new AbortController()
  const { signal } = bodyAbort
  request.bodyAbort = bodyAbort
  const lease = await memory.files.acquire(clientOf(request), 0, signal)
  request.bodyMemory = lease
  for (const held of [lease, request.slot]) held?.onRevoke(reason => bodyAbort.abort(reason))
  return { limit, declared, memory: lease, signal } satisfies BodyOptions
}

export interface BodyOptions {
  /** Maximum, bytes. */
  readonly limit: number
  /** Content-Length, if any. */
  readonly declared: number | undefined
  /** Memory of the body; it grows as the body arrives. */
  readonly memory: Pick<Lease, 'grow'>
  /** Aborts the reading; its reason is thrown. */
  readonly signal: AbortSignal
}

/**
 * Reads a body. What is left of one that is refused is discarded as it arrives, so that the client can read the answer.
 *
 * @throws Fastify's own error for a body over its limit, which the error handler knows; the reason of the signal; the error
 *   of the stream, and Problem `malformed_request` when it ends early without one.
 */
export function readBody(payload: Readable, { limit, declared, memory, signal }: BodyOptions): Promise<Buffer> {
  const collector = createByteCollector(declared, limit)
  let length = 0
  let isRead = false
  return new Promise((resolve, reject) => {
    const fail = (reason: unknown): void => {
      if (isRead) return
      payload.off('data', onData)
      collector.discard()
      reject(reason)
    }
    const onData = (chunk: Buffer): void => {
      length += chunk.length
      if (length > limit) fail(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      else {
        collector.add(chunk)
        memory.grow(chunk.length)
        // Node.js keeps no reference to the pieces of an IncomingMessage.
        if (payload instanceof IncomingMessage) freeMemory(chunk)
      }
    }
    payload.once('end', () => {
      isRead = true
      resolve(collector.bytes())
    })
    payload.on('error', fail)
    payload.once('close', () => {
      if (!isRead) fail(clientDisconnected())
    })
    if (signal.aborted) return fail(signal.reason)
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    payload.on('data', onData)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @param positionIn the body of a position in the text, where that is a part of it. */
function parseJson(text: Buffer, positionIn = (position: number): number => position): unknown {
  if (text.length === 0) throw new Problem('invalid_json', { detail: 'The body is empty. Send one JSON object.' })
  try {
    return JSON.parse(utf8.decode(text))
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const where = position === undefined ? '' : ` Parse error at position ${positionIn(Number(position))}.`
    throw new Problem('invalid_json', { detail: `The body is not JSON in UTF-8.${where}` })
  }
}
