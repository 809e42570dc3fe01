// Content negotiation and conditional requests (RFC 9110 sections 12.5.1 and 13, RFC 7240): Accept, If-None-Match and Prefer.
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { version } from '../../src/version.ts'

interface MediaRange {
  readonly name: string
  /** From 0, which excludes the range, to 1. */
  readonly quality: number
}

/** The ranges of Accept. */
function acceptedRanges({ headers }: FastifyRequest): readonly MediaRange[] {
  return String(headers.accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map(range => {
      const [name = '', ...parameters] = range.split(';').map(part => part.trim())
      const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
      return { name, quality: Number(quality) }
    })
}

/** The first of these types that Accept names, unless it names JSON or every type: a browser's default Accept gets JSON. */
export function namedType<const T extends string>(request: FastifyRequest, types: readonly T[]): T | undefined {
  const names = acceptedRanges(request).flatMap(({ name, quality }) => (quality > 0 ? [name] : []))
  if (names.includes('*/*') || names.includes('application/json')) return undefined
  return types.find(type => names.includes(type))
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

/** @param isChoice whether naming a type takes precedence over a wildcard. */
function bestType<T extends string>(
  request: FastifyRequest,
  types: readonly [T, ...T[]],
  isChoice: (type: string) => boolean,
): T {
  const ranges = acceptedRanges(request)
  const qualityOf = (type: string): number => {
    const names = [type, type.replace(/\/.*/, '/*'), '*/*']
    const [range] = names.flatMap(name => ranges.filter(range => range.name === name))
    if (!range?.quality) return 0
    // Qualities have three decimals.
    return range.name === type && isChoice(type) ? range.quality + 0.0001 : range.quality
  }
  return types.reduce((best, type) => (qualityOf(type) > qualityOf(best) ? type : best))
}

/** The preferences of a request in lower case (RFC 7240), with empty texts for those without a value. The first of a name counts. */
export function preferencesOf({ headers: { prefer = [] } }: FastifyRequest): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  for (const preference of [prefer].flat().join(',').toLowerCase().split(/[,;]/)) {
    const [name = '', value = ''] = preference.split('=').map(part => part.trim().replaceAll('"', ''))
    if (!preferences.has(name)) preferences.set(name, value)
  }
  return preferences
}

/** Responses of this scope that have an ETag become 304 for clients that send it in If-None-Match. */
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

/** The ETag of a response that `facts` determine. It is weak: the timestamp and the content coding may differ. */
export function weakEtag(...facts: readonly unknown[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([version, facts]))
    .digest('base64url')
  return `W/"${hash.slice(0, 22)}"`
}
