// Forms (RFC 7578): their parts within limits of size and number; those that are files are kept as bytes.
import type { Readable } from 'node:stream'
import { errorCodes, type FastifyRequest } from 'fastify'
import type { FieldError } from '../../../schemas/problem-document.ts'
import { Problem } from '../../../src/errors.ts'
import type { FileBytes } from '../../../src/limits/byte-collector.ts'
import { pointerOf, quote } from '../input/field-errors.ts'
import { readFileBody, type StartedBody } from './body-parser.ts'
import { codingProblem } from './content-encoding.ts'

export interface FormFile extends FileBytes {
  readonly type: string
}

export interface ReceivedForm {
  /** Files that are not empty, by the names of their parts: browsers send an empty one where no file was chosen. */
  readonly files: ReadonlyMap<string, FormFile>
  /** Text parts that are not empty, by name; a part that is declared as JSON is parsed. */
  readonly texts: ReadonlyMap<string, unknown>
  /** Parts replaced by a later part with the same name, and empty files that have a name. */
  readonly ignored: readonly FieldError[]
}

/** Whether a part is a file: it has a file name (RFC 7578, section 4.2), which some clients leave out, or the type of one. */
export function isFile(type: string | undefined, fileName: string | undefined): boolean {
  return fileName !== undefined || /^(?:image|video)\/|octet-stream$/.test(String(type))
}

/** Determines how a part is read, or throws a Problem. */
export type PartKind = (name: string) => 'file' | 'text'

/**
 * Reads a form; its size as a whole is limited like that of every body.
 *
 * @param kindOf for parts that are files.
 */
export async function readMultipart(
  request: FastifyRequest,
  body: StartedBody,
  kindOf: PartKind,
): Promise<ReceivedForm> {
  const { stream, limit } = body
  const boundary = boundaryOf(request)
  const tooLarge = new AbortController()
  const signal = AbortSignal.any([body.signal, tooLarge.signal])
  let length = 0
  let beginning = ''
  stream.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > limit) tooLarge.abort(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    if (beginning.length < maxPreambleBytes) beginning += piece.toString('latin1', 0, maxPreambleBytes)
  })
  try {
    signal.throwIfAborted()
    return await Promise.race([readFormParts(request, { ...body, signal }, kindOf), abortOf(signal)])
  } catch (error) {
    // The rest of the body is discarded, so that the client can read the response.
    if (stream === request.raw) request.raw.unpipe().resume()
    else stream.destroy()
    throw formProblem(error, boundary, beginning)
  }
}

/** Beginning of a form that contains its first boundary, bytes: clients send nothing before it. */
const maxPreambleBytes = 1024

/** The parameter of Content-Type that separates the parts (RFC 2046, section 5.1.1). @throws Problem `invalid_form` */
function boundaryOf({ headers }: FastifyRequest): string {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s";]+))/i.exec(String(headers['content-type'])) ?? []
  const boundary = quoted ?? token
  if (boundary !== undefined) return boundary
  throw invalidForm(
    'The Content-Type multipart/form-data has no boundary. Do not set this header yourself: clients that encode forms, such as fetch with FormData or curl -F, set it together with the boundary.',
  )
}

async function readFormParts(request: FastifyRequest, body: StartedBody, kindOf: PartKind): Promise<ReceivedForm> {
  const texts = new Map<string, unknown>()
  const files = new Map<string, FormFile>()
  const ignored: FieldError[] = []
  const keep = <T>(parts: Map<string, T>, name: string, value: T): void => {
    if (parts.has(name)) ignored.push(repeatedPart(name))
    parts.set(name, value)
  }
  for await (const part of multipartOf(request, body.stream)) {
    const { fieldname: name } = part
    if (part.type === 'file') {
      const file = await readFileBody(part.file, body)
      if (file.bytes.length === 0) ignored.push(...(part.filename ? [emptyFile(name)] : []))
      else if (kindOf(name) === 'file') keep(files, name, { type: part.mimetype, ...file })
      else keep(texts, name, file.bytes.toString())
    } else if (part.valueTruncated) {
      throw invalidForm(
        `The part ${quote(name)} is too long for a text. Send a picture as a file: in a part named "file", or for a page in a part named after its position in the content, such as "image".`,
      )
    } else if (part.value !== '') {
      if (typeof part.value === 'string') body.memory.grow(part.value.length)
      keep(texts, name, part.value)
    }
  }
  return { files, texts, ignored }
}

/** The parts of a stream; @fastify/multipart reads that of `raw`. */
function multipartOf(request: FastifyRequest, stream: Readable): ReturnType<FastifyRequest['parts']> {
  if (stream === request.raw) return request.parts()
  const raw = Object.assign(stream, { headers: request.headers })
  const decoded: FastifyRequest = Object.create(request, { raw: { value: raw } })
  return decoded.parts()
}

function repeatedPart(name: string): FieldError {
  const message = `The form has several parts named ${quote(name)}. Send only one; the last one was used.`
  return { pointer: pointerOf([name]), code: 'repeated', message }
}

function emptyFile(name: string): FieldError {
  const message = `The file in the part ${quote(name)} is empty. Send a file with content, or omit the part.`
  return { pointer: pointerOf([name]), code: 'empty_file', message }
}

function abortOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

export function invalidForm(detail: string): Problem {
  return new Problem('invalid_form', { detail })
}

/** Errors of the form parser are client errors. @param beginning of the body */
function formProblem(error: unknown, boundary: string, beginning: string): unknown {
  const known = codingProblem(error)
  if (known instanceof Problem || known instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE) return known
  if (beginning === '' || beginning.includes(`--${boundary}`)) return new Problem('invalid_form', { cause: error })
  const [, found] = /^--([^\r\n]{1,70})\r?\n/.exec(beginning) ?? []
  const instead = found === undefined ? '' : `, but begins with ${quote(found)}`
  return invalidForm(
    `The body does not contain the boundary ${quote(boundary)} of its Content-Type${instead}. Send the Content-Type that your client set when it encoded the form.`,
  )
}
