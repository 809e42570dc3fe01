// The Range header (RFC 9110 section 14.2).

/**
 * One range of bytes, both ends included. Several ranges, and those that are malformed or outside of the file, are ignored, as section 14.2
 * allows: the whole file is sent.
 *
 * @param length of the file
 */
export function readRange(
  header: string | undefined,
  length: number,
): { readonly start: number; readonly end: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1)
  return start <= end ? { start, end } : undefined
}
