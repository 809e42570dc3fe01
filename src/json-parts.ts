// JSON from parts, so that a long text which many answers contain is escaped and encoded once.

/** A value that is JSON in UTF-8 already, in one part or several. */
export class WrittenJson {
  readonly parts: readonly Buffer[]

  constructor(...parts: readonly Buffer[]) {
    this.parts = parts
  }
}

/** @returns the text as JSON in UTF-8. */
export function jsonText(text: string): Buffer {
  return Buffer.from(JSON.stringify(text))
}

/** @returns an object of the members as JSON in UTF-8. */
export function joinJson(members: Readonly<Record<string, unknown>>): Buffer {
  const parts = Object.entries(members).flatMap(([name, value], index) => {
    const start = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    return value instanceof WrittenJson
      ? [Buffer.from(start), ...value.parts]
      : [Buffer.from(start + JSON.stringify(value))]
  })
  return Buffer.concat([...parts, Buffer.from('}')])
}
