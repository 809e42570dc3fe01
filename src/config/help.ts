// The settings for people: the text of --help, and names that are probably misspelt.
import { closest, distance } from 'fastest-levenshtein'
import { settingRows } from './config.ts'

/** The text of `--help`. */
export function help(): string {
  const rows = settingRows()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, fallback, meaning, isSecret }) => {
    const file = isSecret ? `, or set ${name}_FILE to the path of a file that contains it` : ''
    return `  ${name.padEnd(width)}  ${meaning}${file} (default: ${fallback || 'none'})`
  })
  return [
    'automation-service: measures the style of a picture, builds a landing page in that style, and captures web pages in 4K.',
    '',
    'Settings (environment variables):',
    ...lines,
    '',
  ].join('\n')
}

/**
 * Variables that are probably misspelt settings, with the setting of the nearest name: at most a fifth of its letters differ, so short
 * names like HOST match in another case only.
 */
export function misspeltSettings(environment: Readonly<Record<string, string | undefined>>) {
  const known = settingRows().flatMap(({ name, isSecret }) => (isSecret ? [name, `${name}_FILE`] : [name]))
  return Object.keys(environment)
    .filter(name => !known.includes(name))
    .map(name => ({ name, setting: closest(name.toUpperCase(), known) }))
    .filter(({ name, setting }) => distance(name.toUpperCase(), setting) <= Math.floor(setting.length / 5))
}
