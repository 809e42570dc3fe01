// Words of a model are a stranger's text: they become plain, short and harmless before anybody reads them.

/** Comments, tags and what is left of broken ones; links keep their text. */
const markup = [
  /<!--[\s\S]*?(?:-->|$)/g,
  /<(?:script|style)\b[\s\S]*?(?:<\/(?:script|style)\s*>|$)/gi,
  /<\/?[a-z!?][^<>]*>?/gi,
]
const link = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g
const address = /\b(?:[a-z][a-z0-9+.-]*:\/\/|javascript:|data:|www\.)\S*/gi
/** Controls, what turns the direction of text, and what nobody sees (Unicode categories Cc, Cf, Co, Cn, Cs). */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]+/gu
const marks = /[<>`*_~|\\{}[\]]+/g

/** Longest text that is looked at, in UTF-16 units. */
const longest = 8192

/**
 * @param most characters (code points) at most; a longer text is cut after a word.
 * @returns text of one line without markup, addresses and controls; '' when nothing is left.
 */
export const clean = (text: string, most: number): string => {
  const bare = markup.reduce((rest, pattern) => rest.replace(pattern, ' '), text.slice(0, longest))
  const plain = bare
    .replace(link, '$1')
    .replace(address, ' ')
    .replace(unseen, ' ')
    .replace(marks, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...plain]
  if (characters.length <= most) return plain
  return characters
    .slice(0, most - 1)
    .join('')
    .replace(/\s+\S*$/, '')
    .concat('…')
}
