// The settings as a Markdown table between two marks.
import { settingRows } from '../src/config.ts'

const begin = '<!-- settings -->'
const end = '<!-- /settings -->'

/** `text` with the table between its marks written anew. */
export const settingsTable = (text: string): string => {
  const rows = settingRows().map(({ name, fallback, meaning, secret }) => {
    const names = secret ? `\`${name}\`, \`${name}_FILE\`` : `\`${name}\``
    return `| ${names} | ${fallback === '' ? 'none' : `\`${fallback}\``} | ${meaning} |`
  })
  const table = ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n')
  return `${text.slice(0, text.indexOf(begin))}${begin}\n${table}\n${text.slice(text.indexOf(end))}`
}
