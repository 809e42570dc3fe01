// POST /api/v1/renders: a screenshot or video of a page, taken by the service. GET /api/v1/renders/{id}: its status or its file.
import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '../schemas/problems.ts'
import { createRender, getRender, type RenderFacts } from '../schemas/render.ts'
import { Problem } from '../src/errors.ts'
import { limits } from '../src/limits/limits.ts'
import type { MemoryBudget } from '../src/limits/memory-budget.ts'
import { describeRender } from '../src/renders/describe-render.ts'
import { hasEnded } from '../src/renders/renders.ts'
import { pieceBytes, type RenderState } from '../src/store/render-records.ts'
import { clientOf } from './shared/access/auth.ts'
import { holdAnswer } from './shared/answers.ts'
import { abortSignal } from './shared/disconnect.ts'
import { ignoreInput } from './shared/input/lenient-input.ts'
import { answerNotModified, preferencesOf, preferredType, weakEtag } from './shared/negotiation.ts'
import { routeIn } from './shared/operations.ts'
import { readJobs } from './shared/render-jobs.ts'
import type { AppServices } from './shared/services.ts'

/** Default wait for a file, seconds: proxies close connections after about as long. */
const defaultWaitSeconds = 60

/** How renders fail that may be sent again: they waited too long, or did not fit on the disk. Neither passes within seconds. */
const temporary: readonly ProblemCode[] = ['overloaded', 'storage_full']
const retryAfter = '60'

const renders: FastifyPluginAsyncTypebox<AppServices> = async (app, { config, store, renders, limiters }) => {
  answerNotModified(app)

  /** A render whose only client has disconnected is dropped; one that outlasts the wait, or runs in another process, is kept. */
  const waitForAdded = async (id: string, seconds: number, signal: AbortSignal) => {
    const state = await renders.wait(id, { milliseconds: seconds * 1000, signal })
    if (seconds > 0 && !hasEnded(state)) await store.renders.leave(id, !signal.aborted)
    return state
  }

  app.route({
    ...routeIn(app, createRender),
    handler: async (request, reply) => {
      const serviceUrl = request.absoluteUrl('')
      const { jobs, ignored, isList } = await readJobs(request, store, config)
      ignoreInput(reply, ignored)
      const seconds = isList ? 0 : secondsToWait(request)
      const ids = await renders.add(jobs, clientOf(request), seconds > 0)
      const [id = ''] = ids
      const states = isList
        ? await Promise.all(ids.map(one => store.renders.read(one)))
        : [await waitForAdded(id, seconds, abortSignal(reply))]
      const [state] = states
      reply.header('vary', 'accept')
      if (isList) {
        const all = ids.map((one, index) => describeRender(one, states[index], serviceUrl))
        return reply.code(states.every(isDone) ? 200 : 202).send({ success: true, renders: all })
      }
      reply.header('content-location', request.publicPath(`/api/v1/renders/${id}`))
      if (state?.status === 'failed' && seconds > 0) throw failureOf(state)
      if (state?.status === 'done' && wantsFile(request, state.facts))
        return sendFile(reply, id, state, limiters.memory)
      return reply
        .code(isDone(state) ? 200 : 202)
        .send({ success: true, render: describeRender(id, state, serviceUrl) })
    },
  })

  app.route({
    ...routeIn(app, getRender),
    handler: async (request, reply) => {
      const { id } = request.params
      const state = await renders.wait(id, {
        milliseconds: (sentWait(request) ?? 0) * 1000,
        signal: abortSignal(reply),
      })
      if (!state) throw new Problem('record_not_found')
      reply.headers({ 'cache-control': 'no-cache', vary: 'accept' })
      if (state.status === 'done' && wantsFile(request, state.facts)) return sendFile(reply, id, state, limiters.memory)
      if (state.status === 'failed' && wantsSomeFile(request)) throw failureOf(state)
      const answer = { success: true, render: describeRender(id, state, request.absoluteUrl('')) }
      return reply.header('etag', weakEtag(answer)).send(answer)
    },
  })
}

export default renders

function isDone(state: RenderState | undefined): boolean {
  return state?.status === 'done'
}

function failureOf({ code, detail }: Extract<RenderState, { status: 'failed' }>): Problem {
  return new Problem(code, { detail, ...(temporary.includes(code) && { headers: { 'retry-after': retryAfter } }) })
}

/** Preferences of RFC 7240: respond-async, and wait, which is the default if a file is requested. */
function secondsToWait(request: FastifyRequest): number {
  if (preferencesOf(request).has('respond-async')) return 0
  return sentWait(request) ?? (wantsSomeFile(request) ? defaultWaitSeconds : 0)
}

function sentWait(request: FastifyRequest): number | undefined {
  const [sent] = /^\d{1,6}/.exec(preferencesOf(request).get('wait') ?? '') ?? []
  return sent === undefined ? undefined : Math.min(Number(sent), limits.renderWait.value)
}

function wantsSomeFile(request: FastifyRequest): boolean {
  return (
    preferredType(request, ['application/json', 'image/png', 'image/jpeg', 'image/webp', 'video/mp4']) !==
    'application/json'
  )
}

function wantsFile(request: FastifyRequest, { type }: RenderFacts): boolean {
  return preferredType(request, ['application/json', type]) === type
}

/** The file, or one range of it. */
function sendFile(
  reply: FastifyReply,
  id: string,
  { facts, readPiece }: Extract<RenderState, { status: 'done' }>,
  memory: MemoryBudget,
): FastifyReply {
  const { request } = reply
  const { bytes, type } = facts
  holdAnswer(reply, memory, 2 * Math.min(bytes, pieceBytes))
  const range = request.method === 'GET' ? readRange(request.headers.range, bytes) : undefined
  const { start, end } = range ?? { start: 0, end: bytes - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${bytes}`)
  const extension = type.replace(/.*\//, '')
  reply.headers({
    etag: `"${id}"`,
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    'content-disposition': `inline; filename="${id}.${extension}"`,
  })
  return reply.type(type).send(Readable.from(readPart(readPiece, start, end), { objectMode: false }))
}

/**
 * One range of bytes (RFC 9110 section 14.2), both ends included. Several ranges, and those that are malformed or outside of the file, are ignored, as the
 * section allows: the whole file is sent.
 *
 * @param length of the file
 */
function readRange(
  header: string | undefined,
  length: number,
): { readonly start: number; readonly end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return start <= end ? { start, end } : undefined
}

async function* readPart(readPiece: (number: number) => Promise<Uint8Array>, start: number, end: number) {
  for (let number = Math.floor(start / pieceBytes); number * pieceBytes <= end; number++) {
    const offset = number * pieceBytes
    const piece = await readPiece(number)
    yield piece.subarray(Math.max(0, start - offset), end - offset + 1)
  }
}
