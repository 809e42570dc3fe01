// Reads a large JSON body for its operation: parses and inspects it, decodes its pictures, and drops what the operation ignores. It runs in a
// thread, since all of it takes up to a second.
import { isAscii } from 'node:buffer'
import { previewLimits } from '../../../schemas/style.ts'
import { Problem } from '../../../src/errors.ts'
import { type DecodedDataUri, isDataUri, readDataUri } from '../../../src/fetch/data-uri.ts'
import { freeMemory } from '../../../src/limits/byte-collector.ts'
import { findPictures, pointerOfSource } from '../../../src/pages/places.ts'
import { isObject } from '../../../src/values/narrowing.ts'
import { quote } from '../input/field-errors.ts'
import { type BodyRules, type Inspection, inspectBody, tooDeepMessage } from '../input/inspection.ts'
import type { Shape } from '../input/shape.ts'

export interface JsonBody {
  readonly value: unknown
  /** Undefined if there are no rules. */
  readonly inspection: Inspection | undefined
  /** Pictures by the pointers of their sources, which then end with the comma before their data. */
  readonly dataUris: ReadonlyMap<string, DecodedDataUri>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @throws Problem `invalid_json`, which does not quote the body, because the body may contain a key. */
export function parseJson(body: Uint8Array): unknown {
  return parseText(decodeUtf8(body))
}

function decodeUtf8(body: Uint8Array): string {
  if (body.length === 0) throw new Problem('invalid_json', { detail: 'The body is empty. Send one JSON object.' })
  // A long ASCII text stays outside the heap.
  if (isAscii(body)) return Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
  try {
    return utf8.decode(body)
  } catch {
    throw new Problem('invalid_json', { detail: 'The body is not JSON in UTF-8.' })
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec(String(error))?.[1]
    const where = position === undefined ? '' : ` Parse error at position ${position}.`
    throw new Problem('invalid_json', { detail: `The body is not JSON in UTF-8.${where}` })
  }
}

/** Maximum number of values in a body, including ignored ones: a value takes up to 100 bytes of memory. */
const maxValues = 150_000

/** Maximum number of values in a body without rules, all of which are passed to the event loop. */
const maxValuesWithoutRules = 10_000

/** Nesting levels that are inspected to report the place of a level that is too deep. More would overflow the stack. */
const maxLevels = 1000

/**
 * Reads a body, and frees its memory.
 *
 * @param rules of its operation; undefined: the value is returned whole.
 * @throws Problem `invalid_json`, `invalid_request` for very many levels, and `body_too_large` for very many values.
 */
export function readJsonBody(body: Uint8Array, rules: BodyRules | undefined): JsonBody {
  const text = decodeUtf8(body)
  freeMemory(body)
  checkValues(text, rules ? maxValues : maxValuesWithoutRules)
  return readValue(parseText(text), rules)
}

/** Properties of the body of a page. JSON properties may arrive as files, because browsers and curl send JSON with a type as a file. */
export const jsonMembers: readonly string[] = ['style_metadata', 'content', 'export_settings']

/** @returns a body with the texts of a form as its properties. @throws Problem `invalid_form`, and as `readJsonBody` for too many values or levels */
export function parseForm(texts: Iterable<readonly [name: string, text: unknown]>): Record<string, unknown> {
  return Object.fromEntries(
    [...texts].map(([name, text]) => [name, jsonMembers.includes(name) ? parseJsonPart(name, text) : text]),
  )
}

function parseJsonPart(name: string, text: unknown): unknown {
  if (typeof text !== 'string') return text
  checkValues(text, maxValues)
  try {
    return JSON.parse(text)
  } catch {
    const detail = `The part ${quote(name)} is not JSON; it ends with ${quote(text.slice(-20))}. With curl, use --form-string instead of -F, which cuts a text at its first semicolon.`
    throw new Problem('invalid_form', { detail })
  }
}

/** Reads the texts of a form. */
export function readFormBody(
  texts: Iterable<readonly [name: string, text: unknown]>,
  rules: BodyRules | undefined,
): JsonBody {
  return readValue(parseForm(texts), rules)
}

/** @param value of a body of any size, which is changed. */
function readValue(value: unknown, rules: BodyRules | undefined): JsonBody {
  if (rules === undefined) return { value, inspection: undefined, dataUris: new Map() }
  const inspection = inspectBody(value, rules)
  const dataUris = new Map(takePictures(value))
  return {
    value: keepRead(value, rules.shape, { values: maxUnknownValues, length: maxUnknownLength }),
    inspection,
    dataUris,
  }
}

/** @throws Problem for a text with too many values or levels, before it is parsed. */
function checkValues(text: string, max: number): void {
  let [count, level] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    const isOpening = character === '[' || character === '{'
    if (character === '"') at = stringEnd(text, at + 1)
    else if (isOpening || character === ',') count++
    if (isOpening) level++
    else if (character === ']' || character === '}') level--
    if (level > maxLevels) throw new Problem('invalid_request', { detail: tooDeepMessage })
    if (count > max)
      throw new Problem('body_too_large', {
        detail: `The body has more than ${max.toLocaleString('en')} values. Send fewer, and send each picture as one Base64 string, not as an array of numbers.`,
      })
  }
}

/** @returns the position of the closing quote of a string, or the length of the text without one. */
function stringEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let start = at
    while (text[start - 1] === '\\') start--
    if ((at - start) % 2 === 0) return at
  }
  return text.length
}

/** A property that may contain a data URI. */
interface SourceMember {
  readonly pointer: string
  readonly parent: Readonly<Record<string, unknown>>
  readonly name: string
}

/** Takes the data URIs of pictures out of a body, and leaves their heads. A preview of the size of previews stays a text. */
function takePictures(body: unknown): readonly (readonly [pointer: string, DecodedDataUri])[] {
  return findSources(body).flatMap(({ pointer, parent, name }) => {
    const source = Object.hasOwn(parent, name) ? parent[name] : undefined
    if (typeof source !== 'string' || !isDataUri(source)) return []
    const decoded = readDataUri(source)
    const isPreview = pointer === previewPointer
    const isKept = isPreview && decoded.bytes instanceof Buffer && decoded.bytes.length <= previewLimits.maxBytes
    if (!isKept) Object.assign(parent, { [name]: decoded.head || source.slice(0, longestText) })
    return isPreview ? [] : [[pointer, decoded] as const]
  })
}

const previewPointer = '/style_metadata/preview/src'

/** The sources of pictures in the bodies of all operations. */
function findSources(body: unknown): readonly SourceMember[] {
  if (!isObject(body)) return []
  const { style_metadata: style, content } = body
  const preview = isObject(style) && isObject(style.preview) ? style.preview : {}
  return [
    { pointer: '/source_url', parent: body, name: 'source_url' },
    { pointer: previewPointer, parent: preview, name: 'src' },
    ...findPictures(content).map(({ path, picture }) => ({
      pointer: pointerOfSource(path),
      parent: picture,
      name: 'src',
    })),
  ]
}

/** Maximum number of values in all properties that accept anything. */
const maxUnknownValues = 10_000

/** Maximum number of their characters. */
const maxUnknownLength = 1_048_576

/** One more than a preview may have: longer texts mean nothing in any member. Characters. */
const longestText = previewLimits.maxLength + 1

interface Room {
  values: number
  length: number
}

/** @returns what the operation reads of a value; of lists and strings that are too long a little more than is allowed, so that they are refused. */
function keepRead(value: unknown, shape: Shape | undefined, room: Room): unknown {
  if (typeof value === 'string') return keepText(value, shape?.maxLength, room)
  if (typeof value !== 'object' || value === null) return value
  if (shape?.properties === undefined && shape?.items === undefined) return keepAny(value, room)
  if (Array.isArray(value))
    return value.slice(0, (shape.maxItems ?? value.length) + 1).map(item => keepRead(item, shape.items, room))
  const members = [...(shape.properties ?? [])].filter(([name]) => Object.hasOwn(value, name))
  return Object.fromEntries(members.map(([name, known]) => [name, keepRead(Reflect.get(value, name), known, room)]))
}

/** A character may take two units of a string. */
function keepText(text: string, maxLength: number | undefined, room: Room): string {
  if (maxLength !== undefined) return text.slice(0, 2 * maxLength + 2)
  const shortened = text.slice(0, longestText)
  // A truncated preview would be a different picture.
  if (shortened.length > room.length) return ''
  room.length -= shortened.length
  return shortened
}

function keepAny(value: object, room: Room): unknown {
  const keep = (member: unknown): unknown => keepRead(member, undefined, room)
  const take = <T>(members: readonly T[]): readonly T[] => {
    const taken = members.slice(0, Math.max(0, room.values))
    room.values -= taken.length
    return taken
  }
  if (Array.isArray(value)) return take(value).map(keep)
  return Object.fromEntries(take(Object.entries(value)).map(([name, member]) => [name, keep(member)]))
}
