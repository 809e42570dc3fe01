// Responses shared by several groups of operations (a page, a script, a palette), and the memory of large responses.
import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CaptureConfig } from '../../schemas/capture-config.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import type { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { PageDocument } from '../../src/pages/stored-page.ts'
import { type PaletteType, paletteFiles } from '../../src/style/palette/palette-file.ts'
import { clientOf } from './access/auth.ts'

/** A page and its record as JSON. */
export function pageAnswerOf(
  request: FastifyRequest,
  id: string,
  projectId: string,
  { html, cssVariables }: PageDocument,
) {
  const page = { id, url: request.absoluteUrl(`/api/v1/pages/${id}`), project_id: projectId }
  return { success: true, generated_html: html, css_variables: cssVariables, page }
}

/** The CSS variables of a page alone. */
export function stylesheetOf({ cssVariables }: Pick<PageDocument, 'cssVariables'>): string {
  const declarations = Object.entries(cssVariables).map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${declarations.join('')}}\n`
}

/** A capture script as a file. */
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

/** The palette of a style as a file. */
export function sendPalette(reply: FastifyReply, type: PaletteType, style: StyleMetadata): FastifyReply {
  const { extension, write } = paletteFiles[type]
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `inline; filename="palette.${extension}"`)
    .send(write(style))
}

/** Smaller responses are not counted, bytes. */
const largeBytes = 262_144

/**
 * Counts the memory of an answer until it has been sent, like a body that arrives, since slow clients could hold it for minutes: when
 * another client needs the memory, the connection is closed.
 *
 * @throws Problem `overloaded`
 */
export function holdAnswer(reply: FastifyReply, memory: MemoryBudget, bytes: number): void {
  if (bytes < largeBytes) return
  const lease = memory.hold(clientOf(reply.request), bytes)
  finished(reply.raw, lease.release)
  lease.onRevoke(() => reply.raw.destroy())
}
