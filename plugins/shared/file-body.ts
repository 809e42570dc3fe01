// The file itself as a body: raw, or as the part `file` of a form (RFC 7578). The body of the request becomes that of the JSON form.
import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import { errorCodes, type FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { Problem } from '../../src/errors.ts'
import { parseRegion } from '../../src/image/region.ts'
import type { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { type BodyOptions, readBody, startBody } from './body-parser.ts'
import { quote } from './field-errors.ts'

interface FileBodyOptions extends MemberTypes {
  readonly memory: MemoryBudget
  /** The member of the body that names the file. */
  readonly member: string
}

interface MemberTypes {
  /** Members of the body that are numbers. */
  readonly numbers: readonly string[]
  /** Members of the body that are true or false. */
  readonly booleans: readonly string[]
}

/** Text parts of a form at most, their size in bytes, and the length of their names. */
const formLimits = { files: 1, fields: 20, parts: 21, fieldSize: 65_536, fieldNameSize: 100 } as const

export default fp<FileBodyOptions>(
  async (app, { memory, member, ...types }) => {
    await app.register(multipart, { limits: { ...formLimits, fileSize: Number.POSITIVE_INFINITY } })

    const setFile = (request: FastifyRequest, type: string, bytes: Buffer) => {
      if (bytes.length === 0)
        throw new Problem('source_invalid', { detail: 'The file is empty. Send an image or a video.' })
      const head = `data:${type};base64,`
      request.dataUri = { head, bytes }
      return { [member]: head }
    }

    // Clients that follow the document to the letter send image/*; the format is detected from the bytes in any case.
    app.addContentTypeParser(
      /^(?:image|video)\/[\w.+*-]+\s*(?:;|$)/i,
      async (request: FastifyRequest, payload: Readable) => {
        const [type = ''] = String(request.headers['content-type']).split(';')
        return setFile(request, type.trim(), await readBody(payload, await startBody(request, memory)))
      },
    )

    app.addHook('preValidation', async request => {
      if (!request.isMultipart()) return
      const { file, texts } = await readForm(request, await startBody(request, memory))
      if (!file && !texts.has(member)) throw invalidForm('The form has no file. Send it in the part file.')
      const members = [...texts].map(([name, text]) => [name, parseMember(name, text, types)])
      request.body = { ...Object.fromEntries(members), ...(file && setFile(request, file.type, file.bytes)) }
    })
  },
  { name: 'file-body', dependencies: ['body-parser'] },
)

/** Text of a form as a member of the body: a number, true, false, JSON or a region where it is one. */
function parseMember(name: string, text: string, { numbers, booleans }: MemberTypes): unknown {
  if (numbers.includes(name) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  if (booleans.includes(name) && /^(?:true|false)$/.test(text)) return text === 'true'
  if (!text.startsWith('{')) return parseRegion(text) ?? text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

interface Form {
  readonly file: { readonly type: string; readonly bytes: Buffer } | undefined
  /** Text parts that are not empty, by name. */
  readonly texts: ReadonlyMap<string, string>
}

/** Reads a form; its size as a whole is limited like that of every body. */
async function readForm(request: FastifyRequest, options: BodyOptions): Promise<Form> {
  const tooLarge = new AbortController()
  const signal = AbortSignal.any([options.signal, tooLarge.signal])
  let length = 0
  request.raw.on('data', ({ length: more }: Buffer) => {
    length += more
    if (length > options.limit) tooLarge.abort(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  })
  try {
    return await Promise.race([readParts(request, { ...options, signal }), rejectOnAbort(signal)])
  } catch (error) {
    // What is left of the body is discarded, so that the client can read the answer.
    request.raw.unpipe().resume()
    throw formProblem(error)
  }
}

async function readParts(request: FastifyRequest, options: BodyOptions): Promise<Form> {
  const texts = new Map<string, string>()
  let file: Form['file']
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file')
        throw invalidForm(`The file is in the part ${quote(part.fieldname)}. Send it in the part file.`)
      file = { type: part.mimetype, bytes: await readBody(part.file, options) }
    } else if (part.valueTruncated) {
      throw invalidForm(
        `The part ${quote(part.fieldname)} is longer than ${formLimits.fieldSize} bytes. Send a file in the part file.`,
      )
    } else if (part.value !== '') {
      texts.set(part.fieldname, String(part.value))
    }
  }
  return { file, texts }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function invalidForm(detail: string): Problem {
  return new Problem('invalid_form', { detail })
}

/** Errors of the form parser are mistakes of the client. */
function formProblem(error: unknown): unknown {
  if (error instanceof Problem || error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return error
  return new Problem('invalid_form', { cause: error })
}
