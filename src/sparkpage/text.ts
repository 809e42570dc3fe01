// Texts that may stand in a document.

/** What HTML forbids in a document (WHATWG, "control-character-in-input-stream" and its neighbours). */
const forbidden = /(?![\t\n\r])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu
/** What leaves no mark on a page. */
const invisible = /[\s\p{Cc}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** @returns the text, every character that HTML forbids replaced by U+FFFD; empty when nothing of it could be seen. */
export const legible = (text: string): string =>
  text.replace(invisible, '') === '' ? '' : text.replace(/\r\n?/g, '\n').replace(forbidden, '\uFFFD').trim()
