// Values that fit a schema of the contract, and what becomes of them in careless or hostile hands.
import fc from 'fast-check'
import { models } from '../../schemas/index.ts'
import type { JsonSchema } from '../../src/reports/schema-text.ts'

const shapes: readonly JsonSchema[] = models

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  uri: fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.constant('http://[::1]:9/x')),
  'uri-reference': fc.oneof(fc.webUrl(), fc.constantFrom('#top', 'mailto:a@b.example', 'tel:+49', '/x', '?q')),
  duration: fc.double({ min: 0.1, max: 600, noNaN: true }).map(seconds => `${seconds.toFixed(2)}s`),
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
    .map(instant => instant.toISOString()),
}

const texts = ({ pattern, format = '' }: JsonSchema): fc.Arbitrary<string> =>
  pattern ? fc.stringMatching(new RegExp(pattern)) : (formats[format] ?? fc.string({ unit: 'grapheme', maxLength: 60 }))

const numbers = ({ type, minimum: min = -1e6, maximum: max = 1e6 }: JsonSchema): fc.Arbitrary<number> =>
  type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })

const plain = (shape: JsonSchema): fc.Arbitrary<unknown> => {
  const { $ref, type, anyOf, items, properties = {}, required = [], maxItems = 4 } = shape
  if ($ref) return valuesOf(shapes.find(({ $id }) => $id === $ref) ?? {})
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (anyOf) return fc.oneof(...anyOf.map(valuesOf))
  if (type === 'string') return texts(shape)
  if (type === 'number' || type === 'integer') return numbers(shape)
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') return fc.array(valuesOf(items ?? {}), { maxLength: Math.min(maxItems, 4) })
  if (type !== 'object') return fc.jsonValue({ maxDepth: 3 })
  const members = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valuesOf(one)]))
  return fc.record(members, { requiredKeys: required.filter(name => name in members) })
}

/** Values that a schema allows, its examples among them. */
export const valuesOf = (shape: JsonSchema): fc.Arbitrary<unknown> =>
  shape.examples && shape.examples.length > 0
    ? fc.oneof(fc.constantFrom(...shape.examples), plain(shape))
    : plain(shape)

const deep = (levels: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < levels; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** Stands for more levels than any writer of JSON here gets through. */
const abyss = 'abyss-of-brackets'

/** The JSON text of a value. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value ?? null).replaceAll(`"${abyss}"`, '['.repeat(6000) + ']'.repeat(6000))

/** What stands where something else was expected. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e308, -0, 2 ** 53, '', ' ', '\0', '\ud800', '../../etc/passwd'),
  fc.constantFrom<unknown>([], {}, [[]], [null], { toString: 1 }, { length: -1 }, JSON.parse('{"then":{}}'), {
    '': '',
  }),
  fc.constantFrom<unknown>(
    'a'.repeat(5001),
    'é'.repeat(9000),
    'x'.repeat(70_000),
    Array(2000).fill(0),
    Array(70).fill('#fff'),
  ),
  fc.constantFrom<unknown>(
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://169.254.169.254/',
    'http://[::1]/',
    '//',
  ),
  fc.constantFrom<unknown>(
    'data:,x',
    'data:image/png;base64,',
    'data:image/png;base64,AAAA',
    'data:image/svg+xml;base64,PHN2Zz4=',
  ),
  fc.constantFrom<unknown>(
    '"><script>',
    '</style>',
    '\u202e',
    '{{7*7}}',
    '%00',
    '\u2028',
    "' or 1=1 --",
    '$1',
    '__proto__',
  ),
  fc.integer({ min: 30, max: 40 }).map(deep),
  fc.constant(abyss),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 4 }),
)

type Place = readonly (string | number)[]

const placesOf = (value: unknown, place: Place = []): readonly Place[] =>
  typeof value !== 'object' || value === null || place.length > 6
    ? [place]
    : [place, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...place, name]))]

/** A copy with another value at a place; `undefined` takes the member away. */
const withValue = (value: unknown, [name, ...rest]: Place, other: unknown): unknown => {
  if (name === undefined) return other
  if (Array.isArray(value)) return value.map((one, i) => (`${i}` === name ? withValue(one, rest, other) : one))
  const members = Object.entries(Object(value)).map(([own, one]) => [
    own,
    own === name ? withValue(one, rest, other) : one,
  ])
  return Object.fromEntries(members)
}

const edit = fc.record({
  at: fc.nat(),
  other: fc.oneof({ weight: 3, arbitrary: hostile }, { weight: 1, arbitrary: fc.constant(undefined) }),
})

/** Values that fit, and those with up to three places spoiled. */
export const spoiled = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(values, fc.array(edit, { maxLength: 3 })).map(([value, edits]) =>
    edits.reduce<unknown>((spoilt, { at, other }) => {
      const places = placesOf(spoilt)
      return withValue(spoilt, places[at % places.length] ?? [], other)
    }, value),
  )
