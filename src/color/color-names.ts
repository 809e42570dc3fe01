// The ISCC–NBS dictionary of colour names (Kelly and Judd 1955, "The ISCC-NBS method of designating colors").
import dictionary from 'color-name-lists/lib/colors/nbs-iscc.json' with { type: 'json' }

/** Its 267 colours; synonyms ("Vivid Blue, ultramarine") and references to others are cut off. */
export const colorNames: readonly { readonly name: string; readonly hex: string }[] = dictionary.map(
  ({ name, hex }) => ({ name: name.replace(/,.*| see .*/, '').toLowerCase(), hex }),
)

const hexByName: ReadonlyMap<string, string> = new Map(colorNames.map(({ name, hex }) => [name, hex]))

/** Names of CSS colours, which analyses of earlier releases have; browsers ignore an unknown one. */
const cssName = /^[a-z]{3,20}$/

/** @returns a CSS colour for the name of a colour; undefined when it cannot be one. */
export function cssColorOf(name: string): string | undefined {
  return hexByName.get(name) ?? (cssName.test(name) ? name : undefined)
}
