// Requests that a stranger might send to any operation, or past all of them.
import fc from 'fast-check'
import { operations } from '../../schemas/index.ts'
import type { Operation } from '../../schemas/operation.ts'
import { hostile, jsonOf, spoiled, valuesOf } from './values.ts'

export interface Sent {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
  /** What it is meant for; undefined for what lives nowhere. */
  readonly operation: Operation | undefined
}

const word = fc.oneof(
  fc.constantFrom('', '*', '*/*', 'q=', ';', ',', '"', 'W/"', 'bytes=0-', 'application/json', 'gzip;q=0, *;q=9'),
  fc.stringMatching(/^[ -~]{0,40}$/),
  fc.constant('x'.repeat(4000)),
)

const headerNames = [
  ...['accept', 'accept-encoding', 'accept-language', 'prefer', 'if-none-match', 'range', 'authorization', 'x-api-key'],
  ...[
    'x-request-id',
    'x-vision-provider',
    'x-forwarded-for',
    'forwarded',
    'origin',
    'content-encoding',
    'te',
    'cookie',
  ],
]

const headers = fc
  .array(fc.tuple(fc.constantFrom(...headerNames), word), { maxLength: 4 })
  .map(pairs => Object.fromEntries(pairs.map(([name, value]) => [name, value.trim()])))

const contentType = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'application/json; charset=utf-16',
        'application/vnd.x+json',
        'text/plain',
        'multipart/form-data',
        'json',
        '',
      ],
    ),
  },
)

/** Bytes of a JSON text, sometimes broken on their way. */
const bytesOf = (value: unknown) => {
  const whole = Buffer.from(jsonOf(value))
  const broken = fc.tuple(fc.nat(Math.max(0, whole.length - 1)), fc.uint8Array({ maxLength: 6 }), fc.boolean())
  return fc.oneof(
    { weight: 9, arbitrary: fc.constant(whole) },
    {
      weight: 1,
      arbitrary: broken.map(([at, bytes, cut]) =>
        Buffer.concat([whole.subarray(0, at), bytes, cut ? Buffer.alloc(0) : whole.subarray(at)]),
      ),
    },
  )
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : jsonOf(value)).toWellFormed().slice(0, 600).toWellFormed())

const queryOf = (operation: Operation): fc.Arbitrary<string> => {
  const { querystring } = operation.schema
  if (!querystring) return fc.constantFrom('', '', '?x=1')
  return spoiled(valuesOf(querystring)).map(value => {
    const pairs = Object.entries(Object(value)).map(([name, one]) => `${encoded(name)}=${encoded(one)}`)
    return pairs.length > 0 ? `?${pairs.join('&')}` : ''
  })
}

const pathOf = (operation: Operation): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('projects', 'analysis', 'api-spec', 'projects', 'nothing', '%2e%2e', '%00'),
      queryOf(operation),
    )
    .map(([type, query]) => `${operation.url.replace(/:\w+/, type)}${query}`)

const meant = (operation: Operation): fc.Arbitrary<Sent> => {
  const { body } = operation.schema
  const { method } = operation
  const bodies: fc.Arbitrary<Buffer | null> = body ? spoiled(valuesOf(body)).chain(bytesOf) : fc.constant(null)
  return fc
    .record({ path: pathOf(operation), headers, type: contentType, bytes: bodies })
    .map(({ path, headers, type, bytes }) => ({
      method,
      path,
      headers: bytes ? { ...headers, 'content-type': type } : headers,
      body: bytes,
      operation,
    }))
}

const nowhere = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    path: fc.oneof(
      fc.constantFrom('/', '/docs', '/docs/', '//', '/api', '/api/v1/', '/api/v1/../admin/stats', '/openapi.json?'),
      fc.constantFrom('/%E0%A4%A', '/%00', '/.env', `/${'a'.repeat(5000)}`, '/docs/static/%2e%2e/%2e%2e/package.json'),
      fc.constantFrom(...operations.map(({ url }) => url)),
      fc.webPath().map(path => path || '/'),
    ),
    headers,
    body: fc.option(hostile.map(value => Buffer.from(jsonOf(value)))),
  })
  .map(({ body, ...sent }) => ({
    ...sent,
    body: /GET|HEAD/.test(sent.method) ? null : body,
    operation: undefined,
  }))

/** Every operation as often as any other, and now and then an address that is none. */
export const requests: fc.Arbitrary<Sent> = fc.oneof(
  ...operations.map(operation => ({ weight: 3, arbitrary: meant(operation) })),
  { weight: 3, arbitrary: nowhere },
)
