// Schema builders and small models that several models of the contract share.
import { type SchemaOptions, type Static, type StringOptions, type TSchema, Type } from '@sinclair/typebox'

/** A closed, case-sensitive set of values: one `enum` instead of a union, so that an invalid value is one error and not one per value. */
export function enumOf<const T extends readonly string[]>(values: T, options: SchemaOptions = {}) {
  return Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options })
}

/** An enum as a model, so that all its uses have one type in generated clients. */
export function enumModel<const T extends readonly string[]>($id: string, values: T, description: string) {
  return enumOf(values, { $id, description })
}

/** "A, B or C". */
export function alternatives(texts: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(texts)
}

/** The values of an enum, which documents show as its model. */
export function enumRef<T extends TSchema>(model: T, options: SchemaOptions = {}) {
  const { type, enum: values, description = '' } = model
  return Type.Unsafe<Static<T>>({
    ...(type && { type }),
    enum: values,
    description,
    [documentedType]: ref(model, options),
    ...options,
  })
}

/** The values of a lenient enum, its default, and the other spellings that are accepted. */
export interface AliasedEnum<T extends string = string> {
  readonly allowed: readonly T[]
  readonly fallback: T
  readonly aliases: Readonly<Record<string, T>>
  /** The specification allows any string, so documents do too. */
  readonly isOpen?: true
}

/** A lenient enum as a model: an unknown value falls back to the closest alias or to the default, with a warning. */
export function aliasedModel($id: string, { allowed, fallback, isOpen }: AliasedEnum, meaning: string) {
  const description = `${meaning} One of ${allowed.join(', ')}; spelling variants are accepted. An unknown value falls back to the closest match or to ${fallback}, with a warning.`
  if (!isOpen) return enumOf<readonly string[]>(allowed, { $id, description })
  return Type.Unsafe<string>({ $id, description, anyOf: [enumOf(allowed, longText), Type.String(longText)] })
}

/** Any string, which documents show as the model of a lenient enum. */
export function aliasedText(
  model: TSchema,
  { description = String(model.description), ...options }: StringOptions = {},
) {
  return Type.String({ ...longText, ...options, description, [documentedType]: ref(model, { description }) })
}

/** Keyword for the schema that documents show in place of a lenient one. Validation ignores it. */
export const documentedType = 'x-documented-type'

/** Any value: what is not of the documented type is ignored. */
export function lenient(documented: TSchema, options: SchemaOptions = {}) {
  return Type.Unknown({ ...options, [documentedType]: documented })
}

/** A reference to a model of schemas/index.ts: `#/components/schemas/<$id>` in the OpenAPI document. */
export function ref<T extends TSchema>(model: T, options: SchemaOptions = {}) {
  return Type.Unsafe<Static<T>>(Type.Ref(String(model.$id), options))
}

/** A reference as `ref` gives one, for answers that may be sent as JSON that is written already. */
export function writtenRef<T extends TSchema>(model: T) {
  return Type.Unsafe<Static<T> | Buffer>(ref(model))
}

/** Any text, including line breaks. Stated explicitly, so that API linters do not report a missing pattern. */
export const anyText = '^[\\s\\S]*$'
/** Longer than any body that the service reads, save for a picture. */
export const longText = { pattern: anyText, minLength: 0, maxLength: 1_048_576 }

/** A text of one of our formats (plugins/shared/input/formats.ts), which documents do not show. */
export function FormattedText(format: string, maxLength: number, description: string, example: string) {
  const text = { pattern: anyText, minLength: 0, maxLength }
  return Type.String({ ...text, format, [documentedType]: Type.String(text), description, examples: [example] })
}

/** A text of a page. */
export function PageText(description: string, example: string, maxLength = 5000) {
  return Type.String({
    pattern: anyText,
    minLength: 0,
    maxLength,
    // Without Intl, which takes 10 ms of the start.
    description: `${description} At most ${String(maxLength).replace(/\B(?=\d{3}$)/, ',')} code points.`,
    examples: [example],
  })
}

/** Keyword for other names of the members of an object (schemas/content-names.ts). No document shows it. */
export const otherNames = Symbol('otherNames')

/** One line of text, not empty. */
export function SingleLine(maxLength: number, description: string) {
  return Type.String({ pattern: '^[^\\r\\n]+$', minLength: 1, maxLength, description })
}

/** A text without white space, not empty. */
export function Token(maxLength: number, description: string) {
  return Type.String({ pattern: '^\\S+$', minLength: 1, maxLength, description })
}

/** The absolute address of a record. */
export function RecordUrl(description: string) {
  return Type.String({ format: 'uri', pattern: '^https?://\\S+$', minLength: 1, maxLength: 8192, description })
}

/** The address of a record, which is relative in answers for caches. */
export function RecordReference(description: string) {
  return Type.String({
    format: 'uri-reference',
    pattern: '^(?:https?:/)?/\\S+$',
    minLength: 1,
    maxLength: 8192,
    description,
  })
}

/** A whole document, at most 32 MiB. */
export function DocumentText(description: string) {
  return Type.String({ pattern: anyText, minLength: 0, maxLength: maxDocumentLength, description })
}

export const maxDocumentLength = 33_554_432

/** SHA-256 in hexadecimal. */
export function Sha256(description: string) {
  return Type.String({ pattern: '^[0-9a-f]{64}$', minLength: 64, maxLength: 64, description })
}

/** A record id: a prefix and 128 bits of SHA-256 of the inputs, so that equal requests share one record. */
export function RecordId(prefix: string, description: string) {
  const length = prefix.length + 33
  return Type.String({ pattern: `^${prefix}_[0-9a-f]{32}$`, minLength: length, maxLength: length, description })
}

/** A count, at most the largest integer that JSON represents exactly (RFC 7493). */
export function Count(description: string) {
  return Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })
}

/** Counts by name. */
export function Counts(description: string) {
  return Type.Record(Type.String(), Count('Count.'), { description })
}

/** A number from 0 to 1. */
export function Fraction(description: string) {
  return Type.Number({ minimum: 0, maximum: 1, description })
}

/** A length, px. The maximum is the largest side of an image in libvips. */
export function Pixels(minimum: number, description: string) {
  return Type.Integer({ minimum, maximum: 10_000_000, description })
}

export const Size = Type.Object(
  { width: Pixels(1, 'Width.'), height: Pixels(1, 'Height.') },
  { $id: 'Size', description: 'Width and height, px.' },
)
export type Size = Static<typeof Size>

/** A point relative to the size of the image. */
export function Point(description: string) {
  return Type.Object({ x: Fraction('From the left.'), y: Fraction('From the top.') }, { title: 'Point', description })
}

/** Smallest side of a region, as a part of that of the image. */
export const minRegionSide = 0.001

export const Region = Type.Object(
  {
    x: Fraction('Left edge.'),
    y: Fraction('Top edge.'),
    width: Type.Number({ minimum: minRegionSide, maximum: 1, description: 'Width; x + width is at most 1.' }),
    height: Type.Number({ minimum: minRegionSide, maximum: 1, description: 'Height; y + height is at most 1.' }),
  },
  { $id: 'Region', description: 'A part of the image in its EXIF orientation, as fractions of its width and height.' },
)
export type Region = Static<typeof Region>

/** Number of colours in a palette. */
export function PaletteSize(description: string) {
  return Type.Integer({ minimum: 1, maximum: maxPaletteSize, description, examples: [maxPaletteSize] })
}

export const maxPaletteSize = 16

/** A colour in responses. */
export const HexColor = Type.String({
  pattern: '^#[0-9A-F]{6}$',
  minLength: 7,
  maxLength: 7,
  description: 'sRGB colour, #RRGGBB in upper case.',
  examples: ['#6D28D9'],
})

/** A colour in requests. */
export const CssHexColor = Type.String({
  pattern: '^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
  minLength: 0,
  maxLength: 9,
  description: 'sRGB colour, #RGB, #RRGGBB or #RRGGBBAA in either case.',
  examples: ['#6d28d9'],
})

/** An RFC 3339 timestamp in UTC with milliseconds. */
export const Timestamp = Type.String({
  format: 'date-time',
  minLength: 24,
  maxLength: 24,
  description: 'Time of the response, ISO 8601 UTC with milliseconds.',
  examples: ['2026-01-31T12:00:00.000Z'],
})

export const Success = Type.Boolean({ description: 'Always true in a 200 response.' })
