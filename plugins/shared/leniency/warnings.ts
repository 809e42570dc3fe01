// Names in x-warnings what of a request was ignored or replaced.
import type { FastifyReply } from 'fastify'
import { type Fault, maxListedFaults } from '../../../schemas/fault.ts'
import { truncated } from '../validation/fault-list.ts'

/** Something in a request that was ignored or replaced. */
export type Warning = Pick<Fault, 'pointer' | 'message'> & { readonly code: string }

/** What was ignored or replaced in a request, as far as it is known. */
interface Warnings {
  readonly listed: readonly Warning[]
  /** How many further warnings there are. */
  readonly more: number
}

/** Decorator of a request: its `Warnings`. */
export const warningsKey = 'warnings'

export const noWarnings: Warnings = { listed: [], more: 0 }

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

/** A list of RFC 9651 items: the first `shown`, and one that counts the others. */
const headerWith = ({ listed, more }: Warnings, shown: number): string => {
  const hidden = more + listed.length - shown
  return [...listed.slice(0, shown), ...(hidden > 0 ? [truncated(hidden)] : [])].map(headerItem).join(', ')
}

/** As many items as fit. */
const headerOf = (warnings: Warnings): string => {
  let shown = Math.min(warnings.listed.length, maxListedFaults)
  while (headerWith(warnings, shown).length > longestHeader) shown--
  return headerWith(warnings, shown)
}

/** Writes the x-warnings header. What a handler adds stands before what was found earlier: it says more about the answer. */
export const warn = (reply: FastifyReply, warnings: readonly Warning[], more = 0): void => {
  const { request } = reply
  const before = request.getDecorator<Warnings>(warningsKey)
  const all: Warnings = { listed: [...warnings, ...before.listed], more: before.more + more }
  request.setDecorator(warningsKey, all)
  if (all.listed.length > 0) reply.header('x-warnings', headerOf(all))
}
