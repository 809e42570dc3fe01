// JSON Schema as plain text: the type, the limits and the members of a value.
import { anyText } from '../../schemas/types.ts'
import { formatNumber, wrapText } from './format.ts'

/** The keywords of JSON Schema that the contract uses. */
export interface JsonSchema {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[] | undefined
  readonly description?: string
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly examples?: readonly unknown[]
}

/** Width of the whole text, columns. */
export const pageWidth = 90
/** Names up to this width align the types after them, columns. */
const maxMemberNameWidth = 34

interface MemberRow {
  /** Path of the member: viewport.width, colors[]. */
  readonly path: string
  readonly schema: JsonSchema
  readonly required: boolean
}

/** Every member on lines of its own: name, type, description, limits. A value that is not an object is one line. */
export function describeFields(schema: JsonSchema, indent: string): string {
  const fields = flattenFields(schema)
  if (fields.length === 0) return wrapText(schema.description ?? `A ${describeType(schema)}.`, pageWidth, indent)
  const nameWidth = Math.min(maxMemberNameWidth, Math.max(...fields.map(({ path }) => path.length)))
  return fields.map(field => describeField(field, nameWidth, indent)).join('')
}

/** The members of an object and of the unnamed objects inside it, in document order. */
function flattenFields(schema: JsonSchema, prefix = ''): readonly MemberRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const path = `${prefix}${name}`
    const required = schema.required?.includes(name) === true
    return [
      { path, schema: member, required },
      ...[member, ...(member.anyOf ?? [])].flatMap(part => flattenFields(part, `${path}.`)),
      ...(member.items ? flattenFields(member.items, `${path}[].`) : []),
    ]
  })
}

function describeField({ path, schema, required }: MemberRow, nameWidth: number, indent: string): string {
  const { description } = schema
  const innerIndent = ' '.repeat(indent.length + nameWidth + 2)
  const head = `${indent}${path.padEnd(nameWidth)}  ${describeType(schema)}${required ? ', required' : ''}\n`
  const namesDefault = description?.includes('Default:') ?? false
  const limits = describeLimits(schema).filter(limit => !(namesDefault && limit.startsWith('Default:')))
  const texts = [...(description === undefined ? [] : [description]), ...limits]
  return head + texts.map(text => wrapText(text, pageWidth, innerIndent)).join('')
}

/** A type in a few words: string, list of PaletteColor, string or null. */
export function describeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return schema.$ref
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ')
  if (schema.items) return `list of ${describeType(schema.items)}`
  const values = Object.values(schema.patternProperties ?? {})
  if (values.length > 0) return `map of ${values.map(describeType).join(' or ')}`
  return schema.type ?? 'any value'
}

/** The constraints of a value beside its type: constant, allowed values, ranges, lengths. */
export function describeLimits(schema: JsonSchema): readonly string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format, pattern } = schema
  const limits = [
    ...describeRange(minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum, ''),
    ...describeRange(minLength || undefined, maxLength, ' characters'),
    ...describeRange(minItems || undefined, maxItems, ' entries'),
    ...(format === undefined ? [] : [`format ${format}`]),
    ...(pattern === undefined || pattern === anyText ? [] : [`pattern ${pattern}`]),
  ]
  return [
    ...(schema.const === undefined ? [] : [`Always: ${toText(schema.const)}`]),
    ...(schema.enum ? [`Allowed: ${schema.enum.map(toText).join(', ')}`] : []),
    ...(limits.length > 0 ? [`Limits: ${limits.join('; ')}`] : []),
  ]
}

function describeRange(min: number | undefined, max: number | undefined, unit: string): readonly string[] {
  if (min !== undefined && max !== undefined) return [`${formatNumber(min)} to ${formatNumber(max)}${unit}`]
  if (min !== undefined) return [`at least ${formatNumber(min)}${unit}`]
  return max === undefined ? [] : [`at most ${formatNumber(max)}${unit}`]
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
