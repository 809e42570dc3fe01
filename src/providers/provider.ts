// What a vision-model provider is to this house: how to ask it, and how to read what it says.

/** Where a provider is asked, and what for: what its settings say. */
export interface Place {
  /** Base of its addresses. */
  readonly base: string
  readonly model: string
  /** Of its interface; '' where it has no versions. */
  readonly version: string
}

interface Question extends Omit<Place, 'base'> {
  readonly key: string
  /** What to look at: a JPEG in Base64. */
  readonly jpeg: string
}

/** One HTTP request, its address relative to the base of the provider. */
export interface Message {
  readonly path: string
  /** The key stands here and nowhere else. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** What a body holds: words, still as they came (JSON as text or as a value), a refusal to say any, or that the key is wrong. */
export type Reply = { readonly said: unknown } | { readonly refused: true } | { readonly rejected: true }

/** How to speak to a provider; several may speak alike. */
export interface Dialect {
  readonly ask: (question: Question) => Message
  /** Reads a body of 200 or 400. @returns undefined when it has not the provider's shape. */
  readonly read: (body: unknown) => Reply | undefined
}

export interface Provider extends Dialect {
  /** Who is asked, for the table of settings. */
  readonly called: string
  /** How keys of this provider begin, and of no other. */
  readonly prefixes: readonly string[]
  /** Defaults of its settings, as in a place. */
  readonly base: string
  readonly model: string
  readonly version?: string
}
