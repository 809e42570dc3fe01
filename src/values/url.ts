// Parses URLs by the WHATWG standard, and request targets.

/**
 * Not `URL.canParse`: once compiled, that of Node 20 takes the é of `http://é.example` for an invalid byte and returns false.
 *
 * @returns undefined for an invalid URL.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}

/** Scheme, host and port of a valid URL, in ASCII. */
export function originOf(url: string): string {
  return new URL(url).origin
}

/**
 * The path of a request target, without query and authority, which may contain secrets.
 * @param url in origin or absolute form (RFC 9112 section 3.2)
 */
export function pathOfUrl(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
