// A page as a form (RFC 7578): its pictures as files in parts named by their places, the other members of the body as JSON.
import multipart from '@fastify/multipart'
import fp from 'fastify-plugin'
import { isObject } from '../../src/is-object.ts'
import type { Limiters } from '../../src/limits/limits.ts'
import { addPicture, isPicturePlace, pointerOfSource } from '../../src/pictures/places.ts'
import { clientOf } from './auth.ts'
import { startBody } from './body-parser.ts'
import { quote } from './field-errors.ts'
import { type FormFile, invalidForm, isFile, type PartKind, readForm } from './form.ts'

/** Members of the body; those of JSON may be files, since browsers and curl send JSON with a type as a file. */
const jsonMembers: readonly string[] = ['style_metadata', 'content', 'export_settings']

/** Texts of a form together, characters: parsing them may take up to 60 ms. */
const maxFormTextLength = 1_048_576

/** Every picture that a page may have, the members, and some that are ignored. */
const pageFormLimits = { files: 320, fields: 20, parts: 340, fieldSize: maxFormTextLength, fieldNameSize: 100 } as const

export default fp<{ readonly limiters: Pick<Limiters, 'memory' | 'parsing'> }>(
  async (app, { limiters: { memory, parsing } }) => {
    await app.register(multipart, {
      limits: { ...pageFormLimits, fileSize: Number.POSITIVE_INFINITY },
      isPartAFile: (_, type, fileName) => isFile(type, fileName),
    })

    app.addHook('preValidation', async request => {
      if (!request.isMultipart()) return
      const options = await startBody(request, memory)
      const { files, texts } = await readForm(request, options, pagePartKind)
      const turn = await parsing.acquire(clientOf(request), 1, options.signal)
      try {
        const body = Object.fromEntries(parseMembers(texts))
        if (files.size > 0) body.content ??= {}
        request.dataUris = new Map([...files].map(([name, file]) => addFile(body.content, name, file)))
        request.body = body
      } finally {
        turn.release()
      }
    })
  },
  { name: 'page-form', dependencies: ['body-parser'] },
)

function pagePartKind(name: string): ReturnType<PartKind> {
  if (jsonMembers.includes(name) || name === 'project_id') return 'text'
  if (isPicturePlace(name)) return 'file'
  const places = 'image, brand.logo, sections.0.image or sections.0.items.0.image'
  throw invalidForm(`No page has a picture ${quote(name)}. Send it in a part named ${places}.`)
}

function parseMembers(texts: ReadonlyMap<string, unknown>): readonly (readonly [string, unknown])[] {
  const lengths = [...texts.values()].map(text => (typeof text === 'string' ? text.length : 0))
  if (lengths.reduce((sum, length) => sum + length, 0) > maxFormTextLength)
    throw invalidForm(`The texts are longer than ${maxFormTextLength} characters. Send pictures as files.`)
  return [...texts].map(([name, text]) => [name, jsonMembers.includes(name) ? parseMember(name, text) : text] as const)
}

function parseMember(name: string, text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw invalidForm(
      `The part ${quote(name)} is not JSON; it ends with ${quote(text.slice(-20))}. With curl, send it with --form-string: -F ends a text at its first semicolon.`,
    )
  }
}

/** Puts a picture into the content. @returns its bytes by the pointer of its source */
function addFile(content: unknown, name: string, { type, bytes }: FormFile) {
  const path = name.split('.')
  const head = `data:${type};base64,`
  if (isObject(content) && !addPicture(content, path, head)) {
    const place = `content.${path.slice(0, -1).join('.')}`
    throw invalidForm(`The part ${quote(name)} is a picture of ${place}, which the content does not have.`)
  }
  return [pointerOfSource(path), { head, bytes }] as const
}
