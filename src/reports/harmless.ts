// Makes a stranger's text fit for one line of a report.

const blanks = /\s+/gu

/** Control characters, lone surrogates and what turns or hides text: bidi controls (UAX 9), zero-width space, BOM. */
const unseen = /[\p{Cc}\p{Surrogate}\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu

/** More marks on one letter than any language writes: they would run over the lines above and below. */
const piled = /(\p{M}{4})\p{M}+/gu

/** Runs of white space become one space and unseen characters U+FFFD, letters and their marks one (NFC); joiners inside emoji and words stay. */
export const harmless = (text: string): string =>
  text.normalize().replace(blanks, ' ').replace(unseen, '\uFFFD').replace(piled, '$1').trim()
