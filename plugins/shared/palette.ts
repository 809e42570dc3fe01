// The palette of a style as a file, for the operations that answer with a style.
import type { FastifyReply } from 'fastify'
import type { StyleMetadata } from '../../schemas/style.ts'
import { type PaletteType, paletteFiles } from '../../src/style/palette/palette-file.ts'

export function sendPalette(reply: FastifyReply, type: PaletteType, style: StyleMetadata): FastifyReply {
  const { extension, write } = paletteFiles[type]
  return reply
    .type(`${type}; charset=utf-8`)
    .header('content-disposition', `inline; filename="palette.${extension}"`)
    .send(write(style))
}
