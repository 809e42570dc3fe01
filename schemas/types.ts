// The small words of the contract that more than one model uses.
import { type SchemaOptions, type Static, type TSchema, Type } from '@sinclair/typebox'

/** A closed, case-sensitive list of words. One `enum` rather than a union, so that a bad value is one fault and not n. */
export const oneOf = <const T extends readonly string[]>(words: T, options: SchemaOptions = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: words, ...options })

/** A reference to a model of the registry: `#/components/schemas/<$id>` in the document. */
export const ref = <T extends TSchema>(model: T, options: SchemaOptions = {}) =>
  Type.Unsafe<Static<T>>(Type.Ref(String(model.$id), options))

/** Numbers that JSON carries exactly (RFC 7493). */
const largest = Number.MAX_SAFE_INTEGER

/** The longest side of a picture that libvips handles, px. */
const longestSide = 10_000_000

/** Any text, line breaks included: said aloud, so that nobody looks for a rule that is not there. */
export const anyText = '^[\\s\\S]*$'

/** A line of words of ours: no line break, never empty. */
export const Line = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[^\\r\\n]+$', minLength: 1, maxLength, description })

/** A short name of something technical: no white space. */
export const Name = (maxLength: number, description: string) =>
  Type.String({ pattern: '^\\S+$', minLength: 1, maxLength, description })

/** A document that travels whole, as long as it has to be. */
export const Written = (description: string) =>
  Type.String({ pattern: anyText, minLength: 0, maxLength: 33_554_432, description })

/** How many of something, from none. */
export const Count = (description: string) => Type.Integer({ minimum: 0, maximum: largest, description })

/** How many of something, per word. */
export const Counts = (description: string) => Type.Record(Type.String(), Count('How many.'), { description })

/** A length in pixels, at least `minimum`. */
export const Pixels = (minimum: number, description: string) =>
  Type.Integer({ minimum, maximum: longestSide, description })

/** SHA-256 in hexadecimal. */
export const Sha256 = (description: string) =>
  Type.String({ pattern: '^[0-9a-f]{64}$', minLength: 64, maxLength: 64, description })

/** A colour as the service writes it: `#RRGGBB`, upper case. */
export const HexColor = Type.String({
  pattern: '^#[0-9A-F]{6}$',
  minLength: 7,
  maxLength: 7,
  description: 'sRGB colour, #RRGGBB in upper case.',
  examples: ['#6D28D9'],
})

/** A colour as people write it: #RGB, #RRGGBB or #RRGGBBAA. */
export const CssHexColor = Type.String({
  pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
  maxLength: 9,
  description: 'sRGB colour, #RGB, #RRGGBB or #RRGGBBAA in either case.',
  examples: ['#6d28d9'],
})

/** RFC 3339 instant in UTC with milliseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  minLength: 24,
  maxLength: 24,
  description: 'Time of the response, ISO 8601 UTC with milliseconds.',
  examples: ['2026-01-31T12:00:00.000Z'],
})

/** A number from 0 to 1. */
export const Fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** Width and height. */
export const Size = Type.Object(
  { width: Pixels(1, 'From left to right.'), height: Pixels(1, 'From top to bottom.') },
  { $id: 'Size', description: 'Width and height, px.' },
)
export type Size = Static<typeof Size>

/** `success` of every JSON answer. */
export const Success = Type.Boolean({ description: 'Outcome flag: true on every 200 answer.' })

/** Record ids: a kind and 128 bits of SHA-256 over the inputs, so equal requests share one record. */
export const RecordId = (kind: string, description: string) =>
  Type.String({
    pattern: `^${kind}_[0-9a-f]{32}$`,
    minLength: kind.length + 33,
    maxLength: kind.length + 33,
    description,
  })

/** The canonical words of an open string, the one used when nothing fits, and other spellings people use. */
export interface OpenWords<T extends string = string> {
  readonly allowed: readonly T[]
  readonly fallback: T
  readonly aliases: Readonly<Record<string, T>>
}

/** A string that accepts values beyond the known ones, which fall back to the default with a warning. */
export const openWord = (words: OpenWords, description: string) =>
  Type.String({
    pattern: anyText,
    minLength: 0,
    maxLength: 1_048_576,
    default: words.fallback,
    examples: [words.fallback],
    description: `${description} One of ${words.allowed.join(', ')}, in any spelling; an unknown word falls back to ${words.fallback} with a warning.`,
  })
