// The environment → frozen, typed Config. `--help` and the README table are rendered from the same rows.
import { readFileSync } from 'node:fs'
import { settings } from './settings.ts'

export type Config = ReturnType<typeof settings>
export type Environment = Readonly<Record<string, string | undefined>>

interface Setting {
  readonly name: string
  /** Text of the default. */
  readonly fallback: string
  readonly meaning: string
  readonly isSecret: boolean
}

/** The text of a setting: from the environment, for secrets also from a file, else its default. Empty counts as absent. */
const textOf = ({ name, fallback, isSecret }: Omit<Setting, 'meaning'>, environment: Environment): string => {
  const text = environment[name]
  if (text !== undefined && text !== '') return text
  const file = isSecret ? environment[`${name}_FILE`] : undefined
  if (!file) return fallback
  const held = readFileSync(file, 'utf8').trim()
  // Whoever names a file wants a lock: an empty one must not leave the door open.
  if (held === '') throw new Error(`is empty in the file that ${name}_FILE names`)
  return held
}

/**
 * Reads the settings. Throws one Error that lists every value that cannot be used and what is allowed instead;
 * the text of a secret never stands in it.
 */
export const readConfig = (environment: Environment): Config => {
  const mistakes: string[] = []
  const config = settings((name, fallback, _, parse, kind) => {
    try {
      return parse(textOf({ name, fallback, isSecret: kind === 'secret' }, environment))
    } catch (error) {
      mistakes.push(`${name} ${String(error).replace(/^Error: /, '')}`)
      return parse(fallback)
    }
  })
  if (mistakes.length > 0) throw new Error(`Settings that cannot be used:\n  ${mistakes.join('\n  ')}`)
  return config
}

/** Name, default and meaning of every setting, for --help and the README. */
export const settingRows = (): readonly Setting[] => {
  const rows: Setting[] = []
  settings((name, fallback, meaning, parse, kind) => {
    rows.push({ name, fallback, meaning, isSecret: kind === 'secret' })
    return parse(fallback)
  })
  return rows
}

/** What `--help` prints. */
export const help = (): string => {
  const rows = settingRows()
  const width = Math.max(...rows.map(({ name }) => name.length))
  const lines = rows.map(({ name, fallback, meaning, isSecret }) => {
    const from = isSecret ? `, or ${name}_FILE names a file that holds it` : ''
    return `  ${name.padEnd(width)}  ${meaning}${from} (default: ${fallback || 'none'})`
  })
  return [
    'automation-service: picture in; style, landing page and 4K capture script out.',
    '',
    'Settings (environment):',
    ...lines,
    '',
  ].join('\n')
}
