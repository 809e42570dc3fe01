// The words of JSON Schema that the registry uses, said in prose.
import { anyText } from '../../schemas/types.ts'
import { number } from './wording.ts'

/** What of JSON Schema the registry uses. */
export interface Shape {
  readonly $id?: string
  readonly $ref?: string
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly properties?: Readonly<Record<string, Shape>>
  readonly patternProperties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[] | undefined
  readonly description?: string
  readonly default?: unknown
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

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a value is, in a few words: string, list of PaletteColor, string or null. */
export const typeName = (shape: Shape): string => {
  if (shape.$ref !== undefined) return shape.$ref
  if (shape.anyOf) return shape.anyOf.map(typeName).join(' or ')
  if (shape.items) return `list of ${typeName(shape.items)}`
  const values = Object.values(shape.patternProperties ?? {})
  if (values.length > 0) return `map of ${values.map(typeName).join(' or ')}`
  return shape.type ?? 'any value'
}

const range = (low: number | undefined, high: number | undefined, unit: string): readonly string[] => {
  if (low !== undefined && high !== undefined) return [`${number(low)} to ${number(high)}${unit}`]
  if (low !== undefined) return [`at least ${number(low)}${unit}`]
  return high === undefined ? [] : [`at most ${number(high)}${unit}`]
}

/** Bounds that nothing reaches, and patterns that everything fits. */
const endless = Number.MAX_SAFE_INTEGER
const isRule = (pattern: string | undefined): pattern is string => pattern !== undefined && pattern !== anyText
const positive = (bound: number | undefined): number | undefined => (bound === 0 ? undefined : bound)
const finite = (bound: number | undefined): number | undefined => (bound === endless ? undefined : bound)

/** What binds the value beside its type: words allowed, ranges, lengths, default. */
export const rules = (shape: Shape): readonly string[] => {
  const limits = [
    ...range(shape.minimum, finite(shape.maximum), ''),
    ...range(positive(shape.minLength), shape.maxLength, ' characters'),
    ...range(positive(shape.minItems), shape.maxItems, ' entries'),
    ...(shape.format === undefined ? [] : [`format ${shape.format}`]),
    ...(isRule(shape.pattern) ? [`pattern ${shape.pattern}`] : []),
  ]
  return [
    ...(shape.const === undefined ? [] : [`Always: ${plain(shape.const)}`]),
    ...(shape.enum ? [`Allowed: ${shape.enum.map(plain).join(', ')}`] : []),
    ...(limits.length > 0 ? [`Limits: ${limits.join('; ')}`] : []),
    ...(shape.default === undefined ? [] : [`Default: ${plain(shape.default)}`]),
  ]
}
