// A page as a form (RFC 7578): its pictures as files in parts named by their places, the other members of the body as JSON.
import multipart from '@fastify/multipart'
import fp from 'fastify-plugin'
import type { MemoryBudget } from '../../../src/limits/memory-budget.ts'
import { addPicture, isPicturePlace, pointerOfSource } from '../../../src/pages/places.ts'
import { isObject } from '../../../src/values/narrowing.ts'
import { quote } from '../input/field-errors.ts'
import { ignoreInput } from '../input/lenient-input.ts'
import { maxLoopBodyBytes, startBody } from './body-parser.ts'
import { type FormFile, invalidForm, isFile, type PartKind, readMultipart } from './form.ts'
import { jsonMembers, parseForm } from './json-body.ts'

/** Maximum length of all texts of a form together, characters. */
const maxFormTextLength = 1_048_576

/** Every picture that a page may have, the members, and some that are ignored. */
const pageFormLimits = { files: 320, fields: 20, parts: 340, fieldSize: maxFormTextLength, fieldNameSize: 100 } as const

export default fp<{ readonly memory: MemoryBudget }>(
  async (app, { memory }) => {
    await app.register(multipart, {
      limits: { ...pageFormLimits, fileSize: Number.POSITIVE_INFINITY },
      // JSON with a type is kept as bytes, since the parser of forms would parse it on the event loop.
      isPartAFile: (_, type, fileName) => isFile(type, fileName) || /^application\/json/i.test(String(type)),
    })

    app.addHook('preValidation', async (request, reply) => {
      if (!request.isMultipart()) return
      const options = startBody(request, memory)
      const { files, texts, ignored } = await readMultipart(request, options, pagePartKind)
      ignoreInput(reply, ignored)
      const length = lengthOf(texts.values())
      if (length > maxFormTextLength)
        throw invalidForm(
          `The text parts are longer than ${maxFormTextLength.toLocaleString('en')} characters in total. Send pictures as files.`,
        )
      const isLarge = length > maxLoopBodyBytes
      const body = isLarge ? await app.readInThread(request, [...texts], options) : parseForm(texts)
      request.body = body
      if (files.size === 0 || !isObject(body)) return
      if (body.content === undefined) Object.assign(body, { content: {} })
      const sent = [...files].map(([name, file]) => addFile(body.content, name, file))
      request.dataUris = new Map([...(request.dataUris ?? []), ...sent])
    })
  },
  { name: 'page-form', dependencies: ['body-parser'] },
)

function pagePartKind(name: string): ReturnType<PartKind> {
  if (jsonMembers.includes(name) || name === 'project_id') return 'text'
  if (isPicturePlace(name)) return 'file'
  const places = 'image, brand.logo, sections.0.image or sections.0.items.0.image'
  throw invalidForm(`${quote(name)} does not name a picture of the page. Send each picture in a part named ${places}.`)
}

function lengthOf(texts: Iterable<unknown>): number {
  return [...texts].reduce<number>((sum, text) => sum + (typeof text === 'string' ? text.length : 0), 0)
}

/** Puts a picture into the content. @returns its bytes by the pointer of its source */
function addFile(content: unknown, name: string, { type, bytes, sha256 }: FormFile) {
  const path = name.split('.')
  const head = `data:${type};base64,`
  if (isObject(content) && !addPicture(content, path, head)) {
    const place = `content.${path.slice(0, -1).join('.')}`
    throw invalidForm(`The part ${quote(name)} is a picture for ${place}, which is missing from the content.`)
  }
  return [pointerOfSource(path), { head, bytes, sha256 }] as const
}
