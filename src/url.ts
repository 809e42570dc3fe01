// Addresses by the WHATWG URL standard.

/**
 * Not `URL.canParse`: once compiled, that of Node 20 takes the é of `http://é.example` for a broken byte and says no.
 *
 * @returns undefined when the text is none.
 */
export const parseUrl = (text: string, base?: URL): URL | undefined => {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
