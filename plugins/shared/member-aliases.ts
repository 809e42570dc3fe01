// Members under other names than those of the contract, as people and language models write them: none of their texts is lost.
import type { FieldError } from '../../schemas/problem-document.ts'
import { isObject } from '../../src/is-object.ts'
import { collectError, type FieldErrorCollector, type FieldErrorList, pointerOf, quote } from './field-errors.ts'
import type { Shape } from './shape.ts'

type Members = Record<string, unknown>

/**
 * Renames members in place. What has no place under its name, because there is another one or it is too long, becomes a paragraph of the
 * text. Only members that the shape knows are visited, so its depth bounds the recursion.
 *
 * @returns what was renamed.
 */
export function renameMembers(root: unknown, shape: Shape): FieldErrorList {
  const renamed: FieldErrorCollector = { errors: [], more: 0 }
  const path: (string | number)[] = []
  const visit = (value: unknown, { properties, items, maxItems, aliases }: Shape): void => {
    const children: readonly (readonly [string | number, unknown, Shape])[] = Array.isArray(value)
      ? value.slice(0, items ? maxItems : 0).flatMap((item, index) => (items ? [[index, item, items] as const] : []))
      : []
    for (const [name, child, known] of children) visitChild(name, child, known)
    if (Array.isArray(value) || !isObject(value) || !properties) return
    if (aliases.size > 0)
      for (const [from, to] of renameAll(value, { properties, aliases }))
        collectError(renamed, () => otherName(pointerOf([...path, from]), from, to))
    for (const [name, known] of properties) if (Object.hasOwn(value, name)) visitChild(name, value[name], known)
  }
  const visitChild = (name: string | number, value: unknown, known: Shape): void => {
    path.push(name)
    visit(value, known)
    path.pop()
  }
  visit(root, shape)
  return renamed
}

function otherName(pointer: string, from: string, to: string): FieldError {
  return { pointer, code: 'unknown_member', message: `Send ${quote(to)} instead of ${quote(from)}.` }
}

/** Most members of an object that are looked at. */
const maxMembers = 32

interface Names {
  readonly properties: ReadonlyMap<string, Shape>
  readonly aliases: ReadonlyMap<string, string>
}

function renameAll(target: Members, { properties, aliases }: Names): readonly (readonly [from: string, to: string])[] {
  const renamed: (readonly [string, string])[] = []
  const isQuote = ['quote', 'testimonial', 'review'].some(other => Object.hasOwn(target, other))
  for (const from of Object.keys(target).slice(0, maxMembers)) {
    const name = properties.has(from) ? undefined : aliases.get(from.toLowerCase().replace(/[\s_-]/g, ''))
    if (name === undefined) continue
    const to = properties.has('cite') && from === 'name' ? nameOf(target, isQuote) : name
    const value = properties.get(to)?.items ? listOf(target[from]) : textOf(target[from], to)
    const place =
      value === undefined ? undefined : [to, 'text'].find(member => isPlaced(target, member, value, properties))
    if (place === undefined) continue
    Reflect.deleteProperty(target, from)
    renamed.push([from, place])
  }
  return renamed
}

/** A name beside a title is that of a person, whose title is a role; beside a quotation it is who said it. */
function nameOf(target: Members, isQuote: boolean): string {
  if (isQuote && target.cite === undefined) return 'cite'
  if (typeof target.title === 'string' && target.role === undefined) {
    Object.assign(target, { role: target.title })
    Reflect.deleteProperty(target, 'title')
  }
  return 'title'
}

function isPlaced(
  target: Members,
  member: string,
  value: string | readonly unknown[],
  properties: ReadonlyMap<string, Shape>,
): boolean {
  const before = target[member]
  const known = properties.get(member)
  if (typeof value !== 'string') {
    if (before === undefined) Object.assign(target, { [member]: value })
    return before === undefined
  }
  const text = member === 'text' && typeof before === 'string' ? `${before}\n\n${value}` : value
  if (!known || (before !== undefined && member !== 'text') || text.length > (known.maxLength ?? 0)) return false
  Object.assign(target, { [member]: text })
  return true
}

/** A text, a number, or the lines of a list of texts; an address only where it is one. */
function textOf(value: unknown, name: string): string | undefined {
  if (name === 'url') return typeof value === 'string' && /^(?:https?:|mailto:|tel:|#)/i.test(value) ? value : undefined
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value))
    return value.length > 0 && value.every(line => typeof line === 'string') ? value.join('\n') : undefined
  return typeof value === 'string' ? value : undefined
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined
}
