// The keys that the service takes: name:secret, as the setting lists them.

export interface ApiKey {
  /** 1 to 64 of A–Z, a–z, 0–9, `.`, `_` and `-`: it stands in the log and in the statistics. */
  readonly name: string
  /** No comma and no white space; told to nobody. */
  readonly secret: string
}

const shape = 'takes name:secret, with commas or line breaks between'
const named = /^([\w.-]{1,64}):(.*)$/

/** What keeps an entry from being a key. What stands before its colon may be a piece of a secret, unless it is a name. */
const entryMistake = (entry: string, index: number): string | undefined => {
  const [, name, secret] = named.exec(entry) ?? []
  if (name === undefined) return `entry ${index + 1} does not begin with a name of 1 to 64 letters, digits, ., _ or -`
  return /^\S+$/.test(String(secret)) ? undefined : `the secret of ${name} is empty or holds white space`
}

/** Names that several keys have, and keys that one secret opens. */
const twins = (keys: readonly ApiKey[]): readonly string[] =>
  keys.flatMap(({ name, secret }, index) =>
    keys.slice(0, index).flatMap(earlier => {
      if (earlier.name === name) return [`the name ${name} stands twice`]
      return earlier.secret === secret ? [`${earlier.name} and ${name} have the same secret`] : []
    }),
  )

/**
 * Reads the list; an empty text is an empty list.
 * @throws a plain Error that names every mistake, and no secret.
 */
export const parseKeys = (text: string): readonly ApiKey[] => {
  const entries = text
    .split(/[,\r\n]+/)
    .map(entry => entry.trim())
    .filter(Boolean)
  if (text !== '' && entries.length === 0) throw new Error(`${shape}, and holds none`)
  const keys = entries.map(entry => {
    const name = entry.slice(0, entry.indexOf(':'))
    return { name, secret: entry.slice(name.length + 1) }
  })
  const wrong = entries.map(entryMistake).filter(mistake => mistake !== undefined)
  const mistakes = wrong.length > 0 ? wrong : twins(keys)
  if (mistakes.length > 0) throw new Error(`${shape}: ${mistakes.join('; ')}`)
  return keys
}
