// Members under other names than those of the contract, as people and language models write them: none of their texts is lost.
import { namesWithoutText } from '../../../schemas/content-names.ts'
import { sectionTypeEnum } from '../../../schemas/page-content.ts'
import type { FieldError } from '../../../schemas/problem-document.ts'
import { resolveAlias } from '../../../src/values/aliased-enum.ts'
import { isObject } from '../../../src/values/narrowing.ts'
import { collectError, type FieldErrorCollector, type FieldErrorList, pointerOf, quote } from './field-errors.ts'
import { plainName, type Shape, walkKnown } from './shape.ts'

type ObjectMembers = Record<string, unknown>

/**
 * Moves members to the names that they mean, in place. What has no place under its name, because there is another one or it is too long,
 * and texts under unknown names become part of the text; at the top of the content, sections.
 *
 * @returns what was moved.
 */
export function renameMembers(root: unknown, shape: Shape): FieldErrorList {
  const renamed: FieldErrorCollector = { errors: [], more: 0 }
  const rename = (value: unknown, known: Shape, path: readonly (string | number)[]): void => {
    if (!isObject(value)) return
    for (const [from, to] of renameAll(value, known))
      collectError(renamed, () => otherName(pointerOf([...path, from]), from, to))
  }
  rename(root, shape, [])
  walkKnown(root, shape, ({ parent, name, shape: known, path }) => {
    const value: unknown = Reflect.get(parent, name)
    if (typeof value === 'string' && known.rest === 'text' && Array.isArray(parent)) {
      Object.assign(parent, { [name]: itemFromText(value, known) })
      collectError(renamed, () => notAnObject(pointerOf(path)))
    }
    rename(Reflect.get(parent, name), known, path)
  })
  return renamed
}

function otherName(pointer: string, from: string, to: string): FieldError {
  return { pointer, code: 'unknown_member', message: `Send ${quote(to)} instead of ${quote(from)}.` }
}

function notAnObject(pointer: string): FieldError {
  return { pointer, code: 'text_value', message: 'Send an object, not a string.' }
}

/** A string in the place of an item is its title, or its text where it is too long for one; sections require a heading. */
function itemFromText(text: string, { properties }: Shape): ObjectMembers {
  const isTitle = text.length <= (properties?.get('title')?.maxLength ?? -1)
  return isTitle ? { title: text } : { ...(properties?.has('heading') && { heading: '' }), text }
}

/** Most members of an object that are looked at. */
const maxMembers = 32

const withoutText: ReadonlySet<string> = new Set(namesWithoutText.split(' '))

function renameAll(target: ObjectMembers, shape: Shape): readonly (readonly [from: string, to: string])[] {
  const { properties, membersByName } = shape
  if (!membersByName || !properties) return []
  const isQuote = ['quote', 'testimonial', 'review'].some(other => Object.hasOwn(target, other))
  return Object.keys(target)
    .slice(0, maxMembers)
    .filter(from => !properties.has(from))
    .flatMap(from => {
      const meant = membersByName.get(plainName(from))
      const isPerson = from === 'name' && properties.has('cite')
      const to = move(target, from, isPerson ? meaningOfName(target, isQuote) : meant, shape)
      if (to !== undefined) Reflect.deleteProperty(target, from)
      return to === undefined ? [] : [[from, to] as const]
    })
}

/** A name beside a title is that of a person, whose title is a role; beside a quotation it is who said it. */
function meaningOfName(target: ObjectMembers, isQuote: boolean): string {
  if (isQuote && target.cite === undefined) return 'cite'
  if (typeof target.title === 'string' && target.role === undefined) {
    Object.assign(target, { role: target.title })
    Reflect.deleteProperty(target, 'title')
  }
  return 'title'
}

/** @param meant undefined for a name that is not in the table. @returns the member that has the value now; undefined where it stays */
function move(target: ObjectMembers, from: string, meant: string | undefined, shape: Shape): string | undefined {
  const value = target[from]
  if (meant !== undefined && meant !== 'text' && isPlaced(target, meant, value, shape)) return meant
  if (meant === undefined && withoutText.has(plainName(from))) return undefined
  if (shape.rest === 'sections') return addUnknownSection(target, from, value)
  if (shape.rest === undefined) return undefined
  if (isObjects(value) && isPlaced(target, 'items', value, shape)) return 'items'
  const text = textIn(value)
  if (text === '' || (isAddress(text) && meant !== 'text')) return undefined
  Object.assign(target, { text: typeof target.text === 'string' ? `${target.text}\n\n${text}` : text })
  return 'text'
}

/** Puts a value under a name that is free; the entries of a list follow those that are there. */
function isPlaced(target: ObjectMembers, name: string, value: unknown, { properties }: Shape): boolean {
  const known = properties?.get(name)
  const before = target[name]
  if (!known) return false
  if (known.items) {
    const isList = Array.isArray(value) && value.length > 0 && (before === undefined || Array.isArray(before))
    if (isList) Object.assign(target, { [name]: [...(Array.isArray(before) ? before : []), ...value] })
    return isList
  }
  const text = typeof value === 'number' ? String(value) : value
  const isFree = typeof text === 'string' && before === undefined && text.length <= (known.maxLength ?? 0)
  if (!isFree || (/url$|^action$/.test(name) && !/^(?:https?:|mailto:|tel:|#)/i.test(text))) return false
  Object.assign(target, { [name]: text })
  return true
}

/** A list, an object or a text of several words under an unknown name of the content is a section, whose kind the name may tell. */
function addUnknownSection(content: ObjectMembers, from: string, value: unknown): string | undefined {
  const { sections = [] } = content
  const section = sectionOf(value)
  if (!Array.isArray(sections) || section === undefined) return undefined
  const { value: type, known } = resolveAlias(sectionTypeEnum, from)
  const typed = known && section.type === undefined ? { type, ...section } : section
  Object.assign(content, { sections: [...sections, typed] })
  return 'sections'
}

function sectionOf(value: unknown): ObjectMembers | undefined {
  if (isObjects(value)) return { items: value }
  if (!Array.isArray(value) && isObject(value)) return textIn(value) === '' ? undefined : { ...value }
  const text = textIn(value)
  return /\S\s+\S/.test(text) ? { heading: '', text } : undefined
}

function isObjects(value: unknown): value is readonly ObjectMembers[] {
  return Array.isArray(value) && value.length > 0 && value.every(isObject)
}

/** Also a path, and a colour. */
function isAddress(text: string): boolean {
  return /^(?:https?:|mailto:|tel:|data:|[/#?])\S*$/i.test(text)
}

/** Values of a list or an object that are read, and how deep. */
const maxTextParts = 64
const maxTextDepth = 4

/** A text, a number, or those of a list or an object in lines. */
function textIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'object' || value === null || depth > maxTextDepth) return ''
  const parts = Object.values(value).slice(0, maxTextParts)
  return parts
    .map(part => textIn(part, depth + 1))
    .filter(Boolean)
    .join('\n')
}
