// Replaces parts of a script.

/**
 * @param {string} text
 * @param {string | RegExp} pattern
 * @param {(...match: readonly string[]) => string} replacement
 * @throws if the text does not contain the pattern: the script would lack what is put in
 */
export function replaceFound(text, pattern, replacement) {
  let isFound = false
  const replaced = text.replace(pattern, (...match) => {
    isFound = true
    return replacement(...match)
  })
  if (!isFound) throw new Error(`There is no ${pattern} to replace`)
  return replaced
}
