// The path of an address without its query: a query may hold a secret.

/** @param url as a request line has it */
export const pathOf = (url: string): string => {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}
