// What a request says that nobody understands: unknown words and unknown members of its body.
import type { FastifyRequest } from 'fastify'
import type { Fault } from '../../../schemas/fault.ts'
import { operations } from '../../../schemas/index.ts'
import type { Operation } from '../../../schemas/operation.ts'
import { resolveAlias } from '../../../src/aliased-enum.ts'
import { operationOf } from '../registry.ts'
import { type FaultList, joinFaults, listFaults, noFaults } from '../validation/fault-list.ts'
import { type Inspection, inspect } from '../validation/inspect.ts'
import { isObject, type Shape, shapeOf } from '../validation/members.ts'
import { quote } from '../validation/quote.ts'
import { isStrict } from './handling.ts'

/** Decorator of a request: the `Inspection` of its body, made before it is validated. */
export const inspectionKey = 'inspection'

const inspectionOf = (request: FastifyRequest): Inspection => request.getDecorator<Inspection>(inspectionKey)

/** What is known of the body of each operation that takes one. */
const shapes: ReadonlyMap<Operation | undefined, Shape> = new Map(
  operations.flatMap((operation: Operation) => {
    const { open, schema } = operation
    return schema.body ? [[operation, shapeOf(schema.body, open)] as const] : []
  }),
)

/** Looks through the body of an operation that takes one. */
export const inspectBody = (request: FastifyRequest): Inspection => {
  const shape = shapes.get(operationOf(request))
  return shape ? inspect(request.body, shape) : { refused: noFaults, unknown: noFaults }
}

const at = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), body)

const wordFaults = (words: NonNullable<Operation['words']>, body: unknown): Fault[] =>
  Object.entries(words).flatMap(([pointer, known]) => {
    const sent = at(body, pointer)
    if (typeof sent !== 'string') return []
    const resolved = resolveAlias(known, sent)
    if (resolved.known) return []
    const message = `${quote(sent)} is not known; the nearest is ${resolved.value}. Send one of ${known.allowed.join(', ')}.`
    return [{ pointer, code: 'unknown_word', message, allowed: [...known.allowed] }]
  })

/** Unknown words and members of a request: warnings by default, faults under strict handling. Words come first: they change the answer. */
export const unread = (request: FastifyRequest): FaultList => {
  const { words = {} } = operationOf(request) ?? {}
  return joinFaults({ faults: wordFaults(words, request.body), more: 0 }, inspectionOf(request).unknown)
}

/** What of a body is refused for other reasons than its types. */
export const refused = (request: FastifyRequest): FaultList =>
  joinFaults(inspectionOf(request).refused, isStrict(request) ? unread(request) : noFaults)

/** The warnings of a request as lines of text. */
export const warningTexts = (request: FastifyRequest): readonly string[] =>
  listFaults(unread(request)).map(({ pointer, message }) =>
    pointer === '' ? message : `${JSON.stringify(pointer).slice(1, -1)}: ${message}`,
  )
