// Parsing URLs by the WHATWG standard.

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
