// Reads bodies within the memory budget, and JSON whatever its declared type; large JSON in a thread, client by client.
import { createHash, type Hash } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import type { DecodedDataUri } from '../../../src/fetch/data-uri.ts'
import { createByteCollector, type FileBytes, freeMemory } from '../../../src/limits/byte-collector.ts'
import type { FairQueue, Lease } from '../../../src/limits/fair-queue.ts'
import type { Limiters } from '../../../src/limits/limits.ts'
import type { MemoryBudget } from '../../../src/limits/memory-budget.ts'
import { createThread, programBeside } from '../../../src/workers/thread.ts'
import { clientOf } from '../access/auth.ts'
import { clientDisconnected } from '../disconnect.ts'
import type { Inspection } from '../input/inspection.ts'
import { bodyRules } from '../input/lenient-input.ts'
import { operationOf } from '../operations.ts'
import type { BodyOutput, BodyTask } from './body-thread.ts'
import { codingOf, codingProblem, decodeBody } from './content-encoding.ts'
import { parseJson } from './json-body.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads a file whose type is unknown as the body of this scope; undefined where no file is accepted. */
    readonly readUntypedFile: ReadFile | undefined
    /** Reads a large body in a thread, and notes its pictures and its inspection. @returns its value */
    readonly readInThread: (request: FastifyRequest, body: BodyTask['body'], options: BodyOptions) => Promise<unknown>
  }
  interface FastifyRequest {
    /** Aborts the reading of the body when the client disconnects, or when its memory or its slot is revoked. */
    bodyAbort: AbortController | undefined
    /** The memory of the body and of what is made of it, until the answer has been sent. */
    bodyMemory: Lease | undefined
    /** Pictures of a large body or a form, by the pointers of their sources, which then end with the comma before their data. */
    dataUris: ReadonlyMap<string, DecodedDataUri> | undefined
    /** The inspection of a large body; others are inspected before they are validated. */
    bodyInspection: Inspection | undefined
  }
}

type ReadFile = (request: FastifyRequest, file: FileBytes) => unknown

/** Bodies of more bytes are read in the thread. One of this size takes up to 5 ms: 7,000 distinct names. */
export const maxLoopBodyBytes = 65_536

/** Memory of the values of a text, at most, as a multiple of its length. */
const valuesPerByte = 16

/** The same for a large body, whose values are mostly texts. */
const largeValuesPerByte = 4

/** Its text, its values, and the text and bytes of a picture while it is decoded, as a multiple of the length of a large body. */
const threadBytesPerByte = 3

/** Enough for the values of a body of 32 MB: these are texts, mostly outside the heap. */
const bodyThreadLimits = { maxOldGenerationSizeMb: 160 } as const

/** The program itself has a heap of 15 MB. */
const maxIdleThreadBytes = 18_874_368

export default fp<{ readonly limiters: Pick<Limiters, 'memory' | 'bodies'> }>(
  async (app, { limiters: { memory, bodies } }) => {
    // The schemas already type the answers; compiling a serializer for each would take a third of the start time.
    app.setSerializerCompiler(() => data => JSON.stringify(data))
    app.decorateRequest('bodyAbort', undefined)
    app.decorateRequest('bodyMemory', undefined)
    app.decorateRequest('dataUris', undefined)
    app.decorateRequest('bodyInspection', undefined)

    const large = createLargeBodyReader(memory, bodies)
    app.addHook('onClose', large.close)
    app.decorate('readInThread', large.read)

    app.addHook('onRequest', (request, reply, done) => {
      // An empty type counts as absent.
      if (request.headers['content-type'] === '') Reflect.deleteProperty(request.headers, 'content-type')
      if (request.method !== 'GET')
        reply.raw.once('close', () => {
          request.bodyMemory?.release()
          for (const { bytes } of request.dataUris?.values() ?? []) if (bytes instanceof Buffer) freeMemory(bytes)
          if (!reply.raw.writableFinished) request.bodyAbort?.abort(clientDisconnected())
        })
      done()
    })

    /** @param readFile reads a body that is not JSON. */
    const read = async (request: FastifyRequest, readFile?: ReadFile): Promise<unknown> => {
      // There is no operation at this path.
      if (request.is404) return undefined
      const options = startBody(request, memory)
      const hash = readFile && createHash('sha256')
      const body = await readBody(options.stream, { ...options, hash })
      try {
        if (hash && !beginsObject(body)) return readFile(request, { bytes: body, sha256: hash.digest('hex') })
        if (body.length > maxLoopBodyBytes) return await app.readInThread(request, body, options)
        options.memory.grow(valuesPerByte * body.length)
        return parseJson(body)
      } catch (error) {
        freeMemory(body)
        throw error
      }
    }

    // Otherwise Fastify would parse text/plain as a string, and a wrong Content-Type would give 400 instead of 415.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(/^(?:application\/(?:[\w.+-]+\+)?|text\/)json\s*(?:;|$)/i, (request: FastifyRequest) =>
      read(request),
    )
    // Many clients send JSON as text/plain, or without a type.
    app.addContentTypeParser('text/plain', (request: FastifyRequest) => read(request, refuseType))
    app.addContentTypeParser('*', async (request: FastifyRequest) => {
      const { 'content-type': type } = request.headers
      const { readUntypedFile = refuseType } = request.server
      const isUnknown = type === undefined || (untypedBytes.test(type) && readUntypedFile !== refuseType)
      return isUnknown || request.is404 ? read(request, readUntypedFile) : refuseType()
    })
    app.decorate('readUntypedFile', undefined)
  },
  { name: 'body-parser', dependencies: ['authentication', 'load-shedding'] },
)

/** Reads large bodies in a thread, client by client. */
function createLargeBodyReader(memory: MemoryBudget, bodies: FairQueue) {
  const thread = createThread<BodyTask>(programBeside(import.meta.url, 'body-thread'), {
    resourceLimits: bodyThreadLimits,
    maxKeptBytes: maxIdleThreadBytes,
    workerData: bodyRules,
  })
  const read: FastifyInstance['readInThread'] = async (request, body, { memory: held, signal }) => {
    const client = clientOf(request)
    const bytes = body instanceof Uint8Array ? body.length : 0
    const leases = bytes > 0 ? [await memory.acquire(client, threadBytesPerByte * bytes, held, signal)] : []
    try {
      leases.push(await bodies.acquire(client, 1, { signal }))
      const operationId = operationOf(request)?.schema.operationId
      const transfer = body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : []
      const output = await thread.run<BodyOutput>({ operationId, body }, transfer)
      request.dataUris = new Map(
        output.dataUris.map(({ pointer, bytes, ...rest }) => [pointer, { ...rest, bytes: decodedBytesOf(bytes) }]),
      )
      request.bodyInspection = output.inspection
      // The body itself has been freed.
      held.grow(memoryOf(output) - bytes)
      return output.value
    } finally {
      for (const lease of leases) lease.release()
    }
  }
  return { read, close: thread.close }
}

/** Memory of a body after it has been read: its values and its pictures, bytes. */
function memoryOf({ length, dataUris }: BodyOutput): number {
  return dataUris.reduce(
    (sum, { bytes }) => sum + (typeof bytes === 'string' ? 0 : bytes.length),
    largeValuesPerByte * length,
  )
}

/** The type of arbitrary bytes (RFC 2046, section 4.5.1), and the one that Amazon S3 uses instead. */
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

function decodedBytesOf(bytes: Uint8Array | string): DecodedDataUri['bytes'] {
  if (typeof bytes === 'string') return new Problem('source_invalid', { detail: bytes })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}

/**
 * Begins to count the memory of a body, until the answer has been sent.
 *
 * @returns the body without its Content-Encoding, and the options to read it with.
 * @throws Problem `overloaded`, `unsupported_media_type`, `malformed_request` when the client has disconnected, and Fastify's own error for a
 *   body that is declared to be over its limit.
 */
export function startBody(request: FastifyRequest, memory: MemoryBudget): StartedBody {
  const { 'content-length': length } = request.headers
  const limit = request.routeOptions.bodyLimit
  const declared = length === undefined ? undefined : Number(length)
  if (declared !== undefined && declared > limit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  // Hooks may have waited for Redis, and a body that has been destroyed emits no further event.
  if (request.raw.destroyed) throw clientDisconnected()
  const coding = codingOf(request)
  const bodyAbort = new AbortController()
  const { signal } = bodyAbort
  request.bodyAbort = bodyAbort
  const lease = memory.hold(clientOf(request))
  request.bodyMemory = lease
  for (const held of [lease, request.slot]) held?.onRevoke(reason => bodyAbort.abort(reason))
  const options = { limit, memory: lease, signal }
  if (coding) return { ...options, declared: undefined, stream: decodeBody(request.raw, coding, options) }
  return { ...options, declared, stream: request.raw }
}

/** A body that is being read. */
export interface StartedBody extends BodyOptions {
  readonly stream: Readable
}

interface BodyOptions {
  /** Maximum, bytes. */
  readonly limit: number
  /** Its length, if the client declares it. */
  readonly declared: number | undefined
  /** Memory of the body; it grows as the body arrives. */
  readonly memory: Lease
  /** Aborts the reading; its reason is thrown. */
  readonly signal: AbortSignal
}

interface ReadBodyOptions extends Omit<BodyOptions, 'memory'> {
  readonly memory: Pick<Lease, 'grow'>
  /** Takes all pieces. */
  readonly hash?: Hash | undefined
}

/**
 * Reads a body. The rest of a rejected body is discarded as it arrives, so that the client can read the response.
 *
 * @throws Fastify's own error for a body over its limit, which the error handler knows; the reason of the signal; the error
 *   of the stream, and Problem `malformed_request` when it ends early without one.
 */
export function readBody(
  payload: Readable,
  { limit, declared, memory, signal, hash }: ReadBodyOptions,
): Promise<Buffer> {
  const collector = createByteCollector(declared, () => limit)
  let length = 0
  let isOver = false
  return new Promise((resolve, reject) => {
    const end = (): void => {
      isOver = true
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (reason: unknown): void => {
      if (isOver) return
      end()
      collector.discard()
      reject(reason)
    }
    const onAbort = (): void => fail(signal.reason)
    const keep = (chunk: Buffer): void => {
      length += chunk.length
      if (length > limit) fail(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
      else {
        collector.add(chunk)
        hash?.update(chunk)
        memory.grow(chunk.length)
      }
    }
    payload.on('data', (chunk: Buffer) => {
      if (!isOver) keep(chunk)
      // Node.js keeps no reference to the pieces of an IncomingMessage.
      if (payload instanceof IncomingMessage) freeMemory(chunk)
    })
    payload.once('end', () => {
      if (isOver) return
      end()
      resolve(collector.bytes())
    })
    payload.on('error', error => fail(codingProblem(error)))
    payload.once('close', () => fail(clientDisconnected()))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort)
  })
}

/** Reads a body, or a part of a body, that is a file. */
export async function readFileBody(payload: Readable, options: ReadBodyOptions): Promise<FileBytes> {
  const hash = createHash('sha256')
  const bytes = await readBody(payload, { ...options, hash })
  return { bytes, sha256: hash.digest('hex') }
}
