// Repeats to the client what it sent.

/** Longest text that is repeated, characters. */
const maxLength = 64

/** A text of at most 64 characters. */
export const shorten = (text: string): string => (text.length > maxLength ? `${text.slice(0, 60)}…` : text)

/** The JSON of a text: on one line, at most 64 characters. It is cut before, too: writing a megabyte as JSON takes milliseconds. */
export const quote = (text: string): string => shorten(JSON.stringify(text.slice(0, maxLength)))
