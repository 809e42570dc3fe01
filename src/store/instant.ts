// A moment as a text whose order is that of time.

/**
 * ISO 8601 in UTC with milliseconds. Years outside 0000–9999 have longer texts that sort wrongly: they become the
 * nearest moment that fits.
 */
export const instant = (date: Date): string => {
  const text = date.toISOString()
  if (text.startsWith('-')) return '0000-01-01T00:00:00.000Z'
  return text.startsWith('+') ? '9999-12-31T23:59:59.999Z' : text
}
