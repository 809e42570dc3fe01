// The two forms of the answer with a capture script: its file, or JSON with the address of the record.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CaptureConfig } from '../../schemas/capture-config.ts'

export function sendScript(
  reply: FastifyReply,
  { script: { file_name } }: CaptureConfig,
  script: string,
): FastifyReply {
  return reply
    .type('text/javascript; charset=utf-8')
    .header('content-disposition', `attachment; filename="${file_name}"`)
    .send(script)
}

/** The record of a capture: its id and address. */
export function captureLink(request: FastifyRequest, id: string): { readonly id: string; readonly url: string } {
  return { id, url: request.absoluteUrl(`/api/v1/captures/${id}`) }
}
