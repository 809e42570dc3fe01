// Prose in lines of a given width.

/** Breaks a text at its spaces; every line begins with the indent, and only a single longer word exceeds the width. */
export const wrap = (text: string, width: number, indent = ''): string => {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indent + word)
  }
  return `${lines.join('\n')}\n`
}
