// Content negotiation and conditional requests (RFC 9110 sections 12.5.1 and 13): Accept and If-None-Match.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { version } from '../../src/version.ts'

/** Whether Accept names `mediaType` and neither JSON nor every type. A browser's default Accept therefore gets JSON. */
export function prefers({ headers }: FastifyRequest, mediaType: string): boolean {
  const ranges = String(headers.accept)
    .split(',')
    .map(range => range.replace(/;.*/s, '').trim().toLowerCase())
  return ranges.includes(mediaType) && !ranges.includes('*/*') && !ranges.includes('application/json')
}

/**
 * The type that Accept gives the highest quality (section 12.5.1), also without an acceptable one: of equal ones one that it names, for
 * clients that add a wildcard to every request, else the first.
 */
export function preferredType<const T extends string>(request: FastifyRequest, types: readonly [T, ...T[]]): T {
  return bestType(request, types, () => true)
}

/** As `preferredType`, but JSON beside a wildcard of the same quality is no choice: Axios and Angular name it in every request. */
export function preferredFormat<const T extends string>(request: FastifyRequest, types: readonly [T, ...T[]]): T {
  return bestType(request, types, type => type !== 'application/json')
}

/** @param isChoice whether naming a type is worth more than a wildcard. */
function bestType<T extends string>(
  { headers }: FastifyRequest,
  types: readonly [T, ...T[]],
  isChoice: (type: string) => boolean,
): T {
  const ranges = String(headers.accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map(range => {
      const [name = '', ...parameters] = range.split(';').map(part => part.trim())
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { name, quality: Number(quality) }
    })
  const qualityOf = (type: string): number => {
    const names = [type, type.replace(/\/.*/, '/*'), '*/*']
    const [range] = names.flatMap(name => ranges.filter(range => range.name === name))
    if (!range?.quality) return 0
    // Qualities have three decimals.
    return range.name === type && isChoice(type) ? range.quality + 0.0001 : range.quality
  }
  return types.reduce((best, type) => (qualityOf(type) > qualityOf(best) ? type : best))
}

/** Answers of this scope that carry an ETag become 304 for clients that send it in If-None-Match. */
export function answerNotModified(scope: FastifyInstance): void {
  scope.addHook('onSend', async ({ headers }, reply, payload) => {
    const etag = reply.getHeader('etag')
    if (typeof etag !== 'string' || !matchesEtag(headers, etag)) return payload
    if (payload instanceof Readable) payload.destroy()
    reply.code(304)
    return null
  })
}

/** Weak comparison (section 13.1.2). */
function matchesEtag({ 'if-none-match': sent = '' }: IncomingHttpHeaders, etag: string): boolean {
  const etags = sent.split(',').map(text => text.trim().replace(/^W\//, ''))
  return etags.includes('*') || etags.includes(etag.replace(/^W\//, ''))
}

/** The ETag of an answer that `facts` determine. It is weak: the time of day and the content coding may differ. */
export function weakEtag(...facts: readonly unknown[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}
