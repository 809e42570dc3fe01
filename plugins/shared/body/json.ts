// Writes JSON, and reads it: UTF-8 only, and no word of the body in the error, since it may hold a key.
import type { Readable } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import type { Limiters } from '../../../src/limits.ts'
import type { Lease } from '../../../src/work/fair-limiter.ts'
import type { FileLease } from '../../../src/work/memory-budget.ts'
import { clientOf } from '../access/client.ts'
import { cutOf, parseCut } from './cut.ts'
import { readBody } from './reader.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory of the body and of the picture in it, until the answer has gone. */
    bodyMemory: FileLease | undefined
  }
}

interface Options {
  readonly limiters: Pick<Limiters, 'memory' | 'parsing' | 'requests'>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body that takes a millisecond or more, bytes. */
const large = 262_144

/** How long nothing large is worked on after it was, as a multiple of the time that it took; at most so many ms. */
const pauseFactor = 3
const maxPauseMs = 500

/** Most commas and brackets in a text of more than a megabyte: that many, and a long string, is a picture that could not be cut out. */
const maxMarks = 100_000
const mebibyte = 1_048_576

/** Memory of a parsed value for each of them, bytes. */
const valueBytes = 160

/** Commas and opening brackets, as ASCII codes. */
const [comma, bracket, brace] = [0x2c, 0x5b, 0x7b]

/** Commas and brackets in a text, at most one more than `maxMarks`: how many values it holds. A search for each takes 50 times as long. */
function countMarks(text: Buffer): number {
  let count = 0
  for (let at = 0; at < text.length && count <= maxMarks; at++) {
    const byte = text[at]
    if (byte === comma || byte === bracket || byte === brace) count++
  }
  return count
}

const parse = (body: Buffer): unknown => {
  if (body.length === 0) throw new Problem('invalid_json', { detail: 'The body is empty. Send one JSON object.' })
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const where = position === undefined ? '' : ` It stops making sense at character ${position}.`
    throw new Problem('invalid_json', { detail: `The body is not JSON in UTF-8.${where}` })
  }
}

/** It would take seconds to parse. */
const tooDense = (): Problem =>
  new Problem('body_too_large', { detail: 'Beside the picture in source_url the body is larger than 1 MiB.' })

const lengthOf = ({ headers }: FastifyRequest): number | undefined => {
  const declared = headers['content-length']
  return declared === undefined ? undefined : Number(declared)
}

const isLease = (lease: Lease | undefined): lease is Lease => lease !== undefined

/** Parses large bodies one at a time, client by client, each step in a round of the event loop of its own. */
function createLargeParser({ parsing, requests }: Pick<Limiters, 'parsing' | 'requests'>) {
  /** Gives the turn on, and a pause after it while other clients are here: large bodies leave most of the time to everything else. */
  const endTurn = ({ release }: Lease, began: number): void => {
    const pauseMs = requests.clients() > 1 ? pauseFactor * (performance.now() - began) : 0
    setTimeout(release, Math.min(pauseMs, maxPauseMs))
  }

  return async (client: string, body: Buffer, lease: FileLease): Promise<unknown> => {
    const turn = await parsing.acquire(client, 1)
    const began = performance.now()
    const parseNextRound = async (text: Buffer): Promise<unknown> => {
      if (text.length < large) return parse(text)
      await nextRound()
      const marks = countMarks(text)
      if (marks > maxMarks && text.length > mebibyte) throw tooDense()
      const value = parse(text)
      // The text as a string, and the long strings in it.
      lease.growValues(2 * text.length + marks * valueBytes)
      return value
    }
    try {
      await nextRound()
      const value = (await parseCut(body, parseNextRound)) ?? (await parseNextRound(body))
      // Looking through a large body, which follows, takes as long as parsing it.
      await nextRound()
      return value
    } finally {
      setImmediate(endTurn, turn, began)
    }
  }
}

export default fp<Options>(async (app, { limiters }) => {
  const { memory } = limiters
  // What we answer is typed by the registry already; a writer of its own for every schema would cost a third of the start.
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  app.decorateRequest('bodyMemory', undefined)

  const parseLarge = createLargeParser(limiters)

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => request.bodyMemory?.release())
    done()
  })

  // Without this Fastify would read text/plain as a string, and a wrong Content-Type would be a 400 instead of a 415.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/i, async (request: FastifyRequest, payload: Readable) => {
    const client = clientOf(request)
    const lease = await memory.files.acquire(client, 0)
    request.bodyMemory = lease
    const body = await readBody(payload, {
      limit: request.routeOptions.bodyLimit,
      declared: lengthOf(request),
      memory: lease,
      notePieces: memory.notePieces,
      signals: [lease, request.place].filter(isLease).map(({ signal }) => signal),
    })
    if (body.length < large) return parse(body)
    const value = await parseLarge(client, body, lease)
    // What the picture was decoded from.
    memory.noteGarbage(body.length)
    if (typeof value === 'object' && value !== null) lease.grow(cutOf(value)?.bytes.length ?? 0)
    return value
  })
})
