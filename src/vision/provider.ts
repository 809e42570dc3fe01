// What a vision-model provider is to this house: how to ask it, and how to read what it says.

interface Question {
  readonly key: string
  readonly model: string
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

export interface Provider {
  /** How keys of this provider begin, and of no other. */
  readonly prefixes: readonly string[]
  readonly ask: (question: Question) => Message
  /** Reads a body of 200 or 400. @returns undefined when it has not the provider's shape. */
  readonly read: (body: unknown) => Reply | undefined
}
