// The members of an object as lines of the listing of the API.
import { rules, type Shape, typeName } from './shape.ts'
import { wrap } from './wrap.ts'

/** Columns of the whole listing. */
export const pageWidth = 90

/** Columns a name takes at most in line with the others. */
const widestName = 34

interface Field {
  /** Where the member lies: viewport.width, colors[]. */
  readonly path: string
  readonly shape: Shape
  readonly required: boolean
}

/** The members of an object and of the nameless objects inside it, in document order. */
const fieldsOf = (shape: Shape, prefix = ''): readonly Field[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`
    const inner = [
      ...[member, ...(member.anyOf ?? [])].flatMap(part => fieldsOf(part, `${path}.`)),
      ...(member.items ? fieldsOf(member.items, `${path}[].`) : []),
    ]
    return [
      { path, shape: member, required: shape.required?.includes(name) === true && member.default === undefined },
      ...inner,
    ]
  })

const field = ({ path, shape, required }: Field, nameWidth: number, indent: string): string => {
  const inner = ' '.repeat(indent.length + nameWidth + 2)
  const head = `${indent}${path.padEnd(nameWidth)}  ${typeName(shape)}${required ? ', required' : ''}\n`
  const said = shape.description === undefined ? [] : [shape.description]
  const repeated = shape.description?.includes('Default:') ?? false
  const ruled = rules(shape).filter(rule => !(repeated && rule.startsWith('Default:')))
  return head + [...said, ...ruled].map(text => wrap(text, pageWidth, inner)).join('')
}

/** Every member on lines of its own: name, type, what it means, what is allowed. A value that is no object is one line. */
export const fields = (shape: Shape, indent: string): string => {
  const all = fieldsOf(shape)
  if (all.length === 0) return wrap(`A ${typeName(shape)}.`, pageWidth, indent)
  const nameWidth = Math.min(widestName, Math.max(...all.map(({ path }) => path.length)))
  return all.map(one => field(one, nameWidth, indent)).join('')
}
