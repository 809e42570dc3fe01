// Where a call-to-action may lead.
import { parseUrl } from '../url.ts'

/** What RFC 3986 (and 3987, beyond ASCII) lets stand in an address, percent signs only before two digits. */
const characters = /^(?:%[0-9a-f]{2}|[^\s\p{Cc}\p{Cs}\p{Cf}\p{Noncharacter_Code_Point}<>"\\^`{|}%])+$/iu
const web = /^https?:\/\/[^/?#]+(?:[/?#][^[\]]*)?$/i
/** RFC 6068 and RFC 3966, as loosely as browsers take them; a fragment holds no second #. */
const others = /^(?:mailto:[^#[\]]+|tel:[0-9+*().;=a-z-]+|#[^#[\]]*)$/i

/** @returns whether a text is an http, https, mailto or tel address, or a #fragment, and could stand in a page. */
export const isLink = (value: string): boolean =>
  characters.test(value) && (others.test(value) || (web.test(value) && parseUrl(value) !== undefined))
