// The path of an address: its query and its authority may hold a secret.

/** @param url as a request line has it, in origin or absolute form (RFC 9112 section 3.2) */
export const pathOf = (url: string): string => {
  const target = url.startsWith('/') ? url : url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
