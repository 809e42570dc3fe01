// Writes JSON, and reads it: UTF-8 only, and no word of the body in the error, since it may hold a key.
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/problem.ts'
import { parseCut } from './cut.ts'
import { createBodyReader } from './reader.ts'
import { turn } from './turn.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** A body that takes a millisecond or more, bytes. */
const large = 262_144

/** What bodies on their way hold together, bytes. */
const capacity = 256 * 1024 * 1024

/** A large body is parsed in a round of the event loop of its own. */
const parse = async (body: Buffer): Promise<unknown> => {
  if (body.length >= large) await turn()
  if (body.length === 0) throw new Problem('invalid_json', { detail: 'The body is empty. Send one JSON object.' })
  try {
    return JSON.parse(utf8.decode(body))
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const where = position === undefined ? '' : ` It stops making sense at character ${position}.`
    throw new Problem('invalid_json', { detail: `The body is not JSON in UTF-8.${where}` })
  }
}

const lengthOf = ({ headers }: FastifyRequest): number | undefined => {
  const declared = headers['content-length']
  return declared === undefined ? undefined : Number(declared)
}

export default fp(async app => {
  // What we answer is typed by the registry already; a writer of its own for every schema would cost a third of the start.
  app.setSerializerCompiler(() => data => JSON.stringify(data))
  const readBody = createBodyReader(capacity)
  // Without this Fastify would read text/plain as a string, and a wrong Content-Type would be a 400 instead of a 415.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(/^application\/(?:[\w.+-]+\+)?json/i, async (request: FastifyRequest, payload: Readable) => {
    const body = await readBody(payload, { limit: request.routeOptions.bodyLimit, declared: lengthOf(request) })
    const value = (await parseCut(body, parse)) ?? (await parse(body))
    // Looking through a large body takes as long as parsing it.
    if (body.length >= large) await turn()
    return value
  })
})
