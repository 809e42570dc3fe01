// Words are kind: what a request says that nobody understands is named in x-warnings, or refused under strict handling.
import type { FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { models, operations } from '../../../schemas/index.ts'
import type { Operation } from '../../../schemas/operation.ts'
import type { Fault } from '../../../schemas/fault.ts'
import { Problem } from '../../../src/problem.ts'
import { nearest, resolveWord } from '../../../src/word.ts'
import { operationOf } from '../registry.ts'
import { pointerTo, quote } from '../validation/faults.ts'

/** Something in a request that was ignored or replaced. */
export type Warning = Pick<Fault, 'pointer' | 'message'> & { readonly code: string }

/** Room for the header: balancers give all headers together 4 KB by default. */
const longestHeader = 2000

/** RFC 9651 allows printable ASCII in strings; the rest is percent-encoded UTF-8. */
const percent = (character: string): string =>
  Buffer.from(character)
    .toString('hex')
    .replace(/../g, byte => `%${byte}`)
const ascii = (text: string): string => text.replace(/[^\x20-\x7e]/gu, percent).replace(/["\\]/g, '\\$&')

const headerItem = ({ code, pointer, message }: Warning): string =>
  `${code};pointer="${ascii(pointer.slice(0, 200))}";detail="${ascii(message)}"`

/** Adds to the x-warnings header: a list of RFC 9651 items. */
export const warn = (reply: FastifyReply, warnings: readonly Warning[]): void => {
  for (const warning of warnings) {
    const before = reply.getHeader('x-warnings')
    const header = before === undefined ? headerItem(warning) : `${before}, ${headerItem(warning)}`
    if (header.length <= longestHeader) reply.header('x-warnings', header)
  }
}

/** RFC 7240: the preference `handling` of a request; the first one counts. */
const handlingOf = ({ headers: { prefer } }: FastifyRequest): string | undefined =>
  prefer === undefined
    ? undefined
    : [prefer]
        .flat()
        .flatMap(line => line.split(/[,;]/))
        .map(preference => /^\s*handling\s*=\s*"?(strict|lenient)"?\s*$/i.exec(preference)?.[1]?.toLowerCase())
        .find(handling => handling !== undefined)

export const isStrict = (request: FastifyRequest): boolean => handlingOf(request) === 'strict'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), body)

const wordFaults = (words: NonNullable<Operation['words']>, body: unknown): Fault[] =>
  Object.entries(words).flatMap(([pointer, known]) => {
    const sent = at(body, pointer)
    if (typeof sent !== 'string') return []
    const resolved = resolveWord(known, sent)
    if (resolved.known) return []
    const message = `${quote(sent)} is not known; the nearest is ${resolved.word}. Send one of ${known.allowed.join(', ')}.`
    return [{ pointer, code: 'unknown_word', message, allowed: [...known.allowed] }]
  })

interface Shape {
  readonly $ref?: string
  readonly $id?: string
  readonly properties?: Readonly<Record<string, Shape>>
}

const byId: ReadonlyMap<string | undefined, Shape> = new Map(
  models.map((model): [string | undefined, Shape] => [model.$id, model]),
)

/** The members of a shape, and those of them that have members of their own. */
interface Members {
  readonly known: readonly string[]
  readonly nested: readonly (readonly [name: string, members: Members])[]
}

/** Every request is held against a shape, so each is read once, as the service starts. */
const membersOf = (shape: Shape): readonly Members[] => {
  const { properties } = byId.get(shape.$ref) ?? shape
  if (!properties) return []
  const nested = Object.entries(properties).flatMap(([name, member]) =>
    membersOf(member).map((members): Members['nested'][number] => [name, members]),
  )
  return [{ known: Object.keys(properties), nested }]
}

const memberFaults = ({ known, nested }: Members, value: unknown, open: readonly string[], pointer = ''): Fault[] => {
  if (!isObject(value)) return []
  const unknown = open.includes(pointer) ? [] : Object.keys(value).filter(name => !known.includes(name))
  return [
    ...unknown.map((name): Fault => {
      const message = `${quote(name)} is not read; the nearest is ${nearest(name, known)}. Known are ${known.join(', ')}.`
      return { pointer: pointerTo(pointer, name), code: 'unknown_member', message, allowed: [...known] }
    }),
    ...nested.flatMap(([name, members]) => memberFaults(members, value[name], open, pointerTo(pointer, name))),
  ]
}

/** What is known of the body of each operation that takes one. */
const bodies: readonly (readonly [Operation, Members])[] = operations.flatMap((operation: Operation) =>
  (operation.schema.body ? membersOf(operation.schema.body) : []).map((members): (typeof bodies)[number] => [
    operation,
    members,
  ]),
)

const faultsOf = (request: FastifyRequest): Fault[] => {
  const asked = operationOf(request)
  return bodies
    .filter(([operation]) => operation === asked)
    .flatMap(([{ words = {}, open = [] }, members]) => [
      ...wordFaults(words, request.body),
      ...memberFaults(members, request.body, open),
    ])
}

/** What the hook below has found, for the handler that asks again. */
const found = new WeakMap<FastifyRequest, Fault[]>()

/** Unknown words and members of a request: warnings by default, faults under strict handling. */
export const unread = (request: FastifyRequest): readonly Fault[] => {
  const faults = found.get(request) ?? faultsOf(request)
  found.set(request, faults)
  return faults
}

export default fp(async app => {
  app.addHook('onRequest', (request, reply, done) => {
    const handling = handlingOf(request)
    if (handling) reply.header('preference-applied', `handling=${handling}`)
    done()
  })

  app.addHook('preHandler', (request, reply, done) => {
    const notes = request.body === undefined ? [] : unread(request)
    if (notes.length > 0 && isStrict(request)) return done(new Problem('invalid_request', { faults: notes }))
    warn(reply, notes)
    done()
  })
})
