// Names in x-warnings what of a request was ignored or replaced.
import type { FastifyReply } from 'fastify'
import type { Fault } from '../../../schemas/fault.ts'

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
