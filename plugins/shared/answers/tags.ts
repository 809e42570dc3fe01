// Tags of answers, and the short answer to those who hold that version already (RFC 9110 section 13).
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { version } from '../../../src/version.ts'

/** Weak, because the same facts may be written at another time of day, or in another encoding. */
export const weakTag = (...facts: readonly unknown[]): string =>
  `W/"${createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('base64url')
    .slice(0, 22)}"`

/** Section 13.1.2: whether the client holds this version already; weak comparison. */
const isKnown = ({ 'if-none-match': sent = '' }: IncomingHttpHeaders, tag: string): boolean => {
  const tags = sent.split(',').map(text => text.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag.replace(/^W\//, ''))
}

/** Answers of this group that carry an ETag are 304 to those who know it. */
export const answerKnown = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const tag = reply.getHeader('etag')
    if (typeof tag !== 'string' || !isKnown(request.headers, tag)) return payload
    if (payload instanceof Readable) payload.destroy()
    reply.code(304)
    return null
  })
}
