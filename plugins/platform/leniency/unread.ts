// What a request says that nobody understands: unknown words and unknown members of its body.
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../../schemas/fault.ts'
import { operations } from '../../../schemas/index.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { resolveWord } from '../../../src/word.ts'
import { operationOf } from '../registry.ts'
import { quote } from '../validation/quote.ts'
import { isObject, type Members, memberFaults, membersOf } from './members.ts'

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

/** What the hook of this room has found, for the handler that asks again. */
const found = new WeakMap<FastifyRequest, Fault[]>()

/** Unknown words and members of a request: warnings by default, faults under strict handling. */
export const unread = (request: FastifyRequest): readonly Fault[] => {
  const faults = found.get(request) ?? faultsOf(request)
  found.set(request, faults)
  return faults
}
