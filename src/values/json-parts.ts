// JSON from parts, so that a long text that many responses contain is escaped and encoded once.

/** A value that is already JSON: a string, or a Buffer for long UTF-8 text. */
export class WrittenJson {
  readonly parts: readonly (string | Buffer)[]

  constructor(...parts: readonly (string | Buffer)[]) {
    this.parts = parts
  }
}

/** @returns the text as it is inside a JSON string. */
export function insideJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** @returns an object of the members as JSON in UTF-8. */
export function joinJson(members: Readonly<Record<string, unknown>>): Buffer {
  const encoded: Buffer[] = []
  let text = ''
  for (const [name, value] of Object.entries(members)) {
    text += `${text === '' && encoded.length === 0 ? '{' : ','}${JSON.stringify(name)}:`
    for (const part of value instanceof WrittenJson ? value.parts : [JSON.stringify(value)]) {
      if (typeof part === 'string') text += part
      else {
        encoded.push(Buffer.from(text), part)
        text = ''
      }
    }
  }
  return Buffer.concat([...encoded, Buffer.from(`${text}}`)])
}
