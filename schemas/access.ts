// How a client shows who it is, as OpenAPI tells it.

/** Security schemes of the document. */
export const securitySchemes = {
  ApiKeyBearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key of this service (API_KEYS). Where the service has keys every address under /api/v1 takes one and says nothing without; where it has none everybody may ask.',
  },
  ApiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'The same key in a header of its own. An Authorization with the scheme Bearer goes before it.',
  },
  AdminToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'ADMIN_TOKEN of this service. Where it is not set only direct requests of the same machine are answered.',
  },
} as const

/** Schemes that are needed together. */
export type Requirement = Readonly<Partial<Record<keyof typeof securitySchemes, readonly string[]>>>

const none: Requirement = {}

/** What the addresses under a prefix take. Keys are off until the operator sets them; figures are told to nobody without a token but the machine itself. */
const doors = {
  '/api/v1/': [none, { ApiKeyBearer: [] }, { ApiKeyHeader: [] }],
  '/api/admin/': [{ AdminToken: [] }],
} satisfies Readonly<Record<string, readonly Requirement[]>>

/** The security requirements of an address; empty where none is ever needed. */
export const securityOf = (url: string): readonly Requirement[] =>
  Object.entries(doors).flatMap(([prefix, requirements]) => (url.startsWith(prefix) ? requirements : []))
