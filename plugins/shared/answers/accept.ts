// Reads Accept: an answer in another form is given only to those who name it and nothing broader.
import type { FastifyRequest } from 'fastify'

/** Whether the Accept header names `mediaType` and neither JSON nor everything; a browser's own wish for all counts as JSON. */
export const prefers = (request: FastifyRequest, mediaType: string): boolean => {
  const ranges = String(request.headers.accept)
    .split(',')
    .map(range => range.replace(/;.*/s, '').trim().toLowerCase())
  return ranges.includes(mediaType) && !ranges.includes('*/*') && !ranges.includes('application/json')
}
