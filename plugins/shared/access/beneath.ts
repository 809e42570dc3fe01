// Whether an address lies under a prefix, however it is spelled.
import { posix } from 'node:path'

/** Where a request goes. */
export interface Place {
  /** Pattern of the route that was found. */
  readonly route: string | undefined
  /** Address as it was sent. */
  readonly url: string
}

/** Every %xx as the character of its byte: enough to compare with ASCII, and it never fails. */
const decoded = (path: string): string =>
  path.replace(/%([\da-f]{2})/gi, (_escape, byte: string) => String.fromCharCode(Number.parseInt(byte, 16)))

/** The path as it was sent: without query, and without the scheme and host of the absolute form (RFC 9112 section 3.2.2). */
const sentPath = (url: string): string =>
  decoded(url.replace(/[?#].*/s, '').replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, ''))

const lies = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

/**
 * The route that was found decides. Where there is none the path does, with slashes doubled or not, with its dots followed or not: a
 * router in front may read it in either way.
 * @param prefix without a slash at its end
 */
export const isBeneath = (prefix: string, { route, url }: Place): boolean => {
  if (route !== undefined) return lies(route, prefix)
  const path = sentPath(url)
  return lies(path.replace(/\/+/g, '/'), prefix) || lies(posix.normalize(path), prefix)
}
