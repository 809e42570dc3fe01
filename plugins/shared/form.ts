// Forms (RFC 7578): their parts within limits of size and number; those that are files are kept as bytes.
import { errorCodes, type FastifyRequest } from 'fastify'
import { Problem } from '../../src/errors.ts'
import { type BodyOptions, readBody } from './body-parser.ts'
import { quote } from './field-errors.ts'

export interface FormFile {
  readonly type: string
  readonly bytes: Buffer
}

export interface Form {
  readonly files: ReadonlyMap<string, FormFile>
  /** Text parts that are not empty, by name; a part that is declared as JSON is parsed. */
  readonly texts: ReadonlyMap<string, unknown>
}

/** Whether a part is a file: it has a file name (RFC 7578, section 4.2), which some clients leave out, or the type of one. */
export function isFile(type: string | undefined, fileName: string | undefined): boolean {
  return fileName !== undefined || /^(?:image|video)\/|octet-stream$/.test(String(type))
}

/** Tells how a part is read, or throws a Problem. */
export type PartKind = (name: string) => 'file' | 'text'

/**
 * Reads a form; its size as a whole is limited like that of every body.
 *
 * @param kindOf for parts that are files.
 */
export async function readForm(request: FastifyRequest, options: BodyOptions, kindOf: PartKind): Promise<Form> {
  const tooLarge = new AbortController()
  const signal = AbortSignal.any([options.signal, tooLarge.signal])
  let length = 0
  request.raw.on('data', ({ length: more }: Buffer) => {
    length += more
    if (length > options.limit) tooLarge.abort(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([readParts(request, { ...options, signal }, kindOf), rejectOnAbort(signal)])
  } catch (error) {
    // What is left of the body is discarded, so that the client can read the answer.
    request.raw.unpipe().resume()
    throw formProblem(error)
  }
}

async function readParts(request: FastifyRequest, options: BodyOptions, kindOf: PartKind): Promise<Form> {
  const texts = new Map<string, unknown>()
  const files = new Map<string, FormFile>()
  for await (const part of request.parts()) {
    const { fieldname: name } = part
    if (part.type === 'file') {
      const isFile = kindOf(name) === 'file'
      const bytes = await readBody(part.file, options)
      if (isFile) files.set(name, { type: part.mimetype, bytes })
      else texts.set(name, bytes.toString())
    } else if (part.valueTruncated) {
      throw invalidForm(
        `The part ${quote(name)} is too long for a text. Send a picture as a file, in the part file or that of its place.`,
      )
    } else if (part.value !== '') {
      if (typeof part.value === 'string') options.memory.grow(part.value.length)
      texts.set(name, part.value)
    }
  }
  return { files, texts }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

export function invalidForm(detail: string): Problem {
  return new Problem('invalid_form', { detail })
}

/** Errors of the form parser are mistakes of the client. */
function formProblem(error: unknown): unknown {
  if (error instanceof Problem || error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return error
  return new Problem('invalid_form', { cause: error })
}
