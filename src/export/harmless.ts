// Makes a stranger's text fit for one line of a report.

const blanks = /\s+/gu

/** Control characters, lone surrogates and what turns or hides text: bidi controls (UAX 9), zero-width space, BOM. */
const unseen = /[\p{Cc}\p{Surrogate}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu

/** Runs of white space become one space and unseen characters U+FFFD; joiners inside emoji and words stay. */
export const harmless = (text: string): string => text.replace(blanks, ' ').replace(unseen, '\uFFFD').trim()
