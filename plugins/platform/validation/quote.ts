// Repeats to the client what it sent.

/** The JSON of a value: on one line, at most 64 characters. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 64 ? `${text.slice(0, 60)}…` : text
}
