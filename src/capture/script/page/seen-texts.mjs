// Texts that a page shows only while they are in view.
import { findAll, isInView, readTexts } from './roots.mjs'

/** @import { MissingTexts } from '../types.mjs' */

/** All texts that were in view. @type {Set<string>} */
const seenTexts = new Set()

/** Keeps the texts that the window shows now. */
export function rememberScreen() {
  for (const text of readTexts(findAll('*').filter(isInView))) seenTexts.add(text)
}

/** Texts that were in view, but are not on the page any more. @returns {MissingTexts} */
export function findMissingTexts() {
  const texts = new Set(readTexts(findAll('*')))
  return { missing: [...seenTexts].filter(text => !texts.has(text)).length, seen: seenTexts.size }
}
