// The elements of a page of ours, as far as selectors ask about them.

export interface Element {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly parent: Element | undefined
  readonly children: readonly Element[]
}

const voids = new Set(['meta', 'link'])

/** A comment, a style sheet with its tags, or a tag. Values hold no bracket: the template escapes them. */
const token = /<!--[\s\S]*?-->|<(style)>[\s\S]*?<\/style>|<(\/?)([a-z][a-z0-9]*)([^>]*?)(\/?)>/g
const attribute = /[^\s="]+(?:="[^"]*")?/g

const attributesOf = (text: string): Element['attributes'] =>
  new Map(
    [...text.matchAll(attribute)].map(([written]) => {
      const [name, ...value] = written.split('=')
      return [String(name), value.join('=').slice(1, -1)]
    }),
  )

/** @param html a document as pages are built: well-formed, its values quoted and escaped. @returns every element. */
export const elementsOf = (html: string): readonly Element[] => {
  const found: Element[] = []
  const open: (Element & { readonly children: Element[] })[] = []
  for (const [, style, closing, tag, rest, alone] of html.matchAll(token)) {
    const name = style ?? tag
    if (closing) open.pop()
    else if (name !== undefined) {
      const parent = open.at(-1)
      const element = { name, attributes: attributesOf(String(rest)), parent, children: [] }
      found.push(element)
      parent?.children.push(element)
      if (!alone && !style && !voids.has(name)) open.push(element)
    }
  }
  return found
}
