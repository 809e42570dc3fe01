// The file itself as a body: raw, or as the part `file` of a form (RFC 7578). The body of the request becomes that of the JSON form.
import multipart from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../../src/errors.ts'
import { parseRegion } from '../../../src/image/region.ts'
import type { FileBytes } from '../../../src/limits/byte-collector.ts'
import type { MemoryBudget } from '../../../src/limits/memory-budget.ts'
import { quote } from '../input/field-errors.ts'
import { bodyRules, ignoreInput } from '../input/lenient-input.ts'
import { readTextValues } from '../input/text-values.ts'
import { operationOf } from '../operations.ts'
import { readFileBody, startBody } from './body-parser.ts'
import { invalidForm, isFile, type ReceivedForm, readMultipart } from './form.ts'

/** Limits of a form: number of text parts, number of all parts, size of a text in bytes, and length of a name. */
const fileFormLimits = { fields: 20, parts: 21, fieldSize: 65_536, fieldNameSize: 100 } as const

export default fp<{ readonly memory: MemoryBudget }>(
  async (app, { memory }) => {
    await app.register(multipart, {
      limits: { ...fileFormLimits, fileSize: Number.POSITIVE_INFINITY },
      isPartAFile: (name, type, fileName) => name === 'file' || isFile(type, fileName),
    })

    const setFile = (request: FastifyRequest, type: string, { bytes, sha256 }: FileBytes) => {
      if (bytes.length === 0) throw emptySource()
      const head = `data:${type};base64,`
      request.dataUris = new Map([['/source_url', { head, bytes, sha256 }]])
      return { source_url: head }
    }

    // Clients that follow the document to the letter send image/*; the format is detected from the bytes in any case.
    app.addContentTypeParser(/^(?:image|video)\/[\w.+*-]+\s*(?:;|$)/i, async (request: FastifyRequest) => {
      const [type = ''] = String(request.headers['content-type']).split(';')
      const options = startBody(request, memory)
      return setFile(request, type.trim(), await readFileBody(options.stream, options))
    })

    app.decorate('readUntypedFile', (request, file) => setFile(request, 'application/octet-stream', file))

    app.addHook('preValidation', async (request, reply) => {
      if (!request.isMultipart()) return
      const { files, texts, ignored } = await readMultipart(request, startBody(request, memory), filePartKind)
      const file = files.get('file')
      if (!file && !texts.has('source_url')) throw missingFile(ignored)
      if (ignored.some(({ pointer, code }) => pointer === '/file' && code === 'repeated'))
        throw invalidForm('The form has several files. Send one file, in a part named "file".')
      ignoreInput(reply, ignored)
      const members = [...texts].map(([name, value]) => [name, parseFormValue(value)])
      const body = { ...Object.fromEntries(members), ...(file && setFile(request, file.type, file)) }
      const rules = bodyRules[operationOf(request)?.schema.operationId ?? '']
      // Forms contain only texts, so a conversion needs no warning.
      if (rules) readTextValues(body, rules.shape)
      request.body = body
    })
  },
  { name: 'file-body', dependencies: ['body-parser'] },
)

function emptySource(): Problem {
  return new Problem('source_invalid', { detail: 'The file is empty. Send an image or a video.' })
}

function missingFile(ignored: ReceivedForm['ignored']): Problem {
  const isEmpty = ignored.some(({ code }) => code === 'empty_file')
  return isEmpty ? emptySource() : invalidForm('The form has no file. Send a file in a part named "file".')
}

function filePartKind(name: string): 'file' {
  if (name === 'file') return 'file'
  throw invalidForm(`The file is in the part ${quote(name)}. Send it in a part named "file".`)
}

/** Maximum length of JSON that is parsed, characters: a region is short. */
const maxJsonLength = 1024

/** A form text as a property of the body: parsed if it is JSON or a region. */
function parseFormValue(text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (!text.startsWith('{') || text.length > maxJsonLength) return parseRegion(text) ?? text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
