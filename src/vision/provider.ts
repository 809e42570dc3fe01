// What a vision-model provider is to this house: how to ask it, and how to read what it says.

export interface Question {
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

/** What a good answer holds: words, still as they came (JSON as text or as a value), or a refusal to say any. */
export type Reply = { readonly said: unknown } | { readonly refused: true }

export interface Provider {
  /** How keys of this provider begin, and of no other. */
  readonly prefixes: readonly string[]
  readonly ask: (question: Question) => Message
  /** @returns undefined when the body has not the provider's shape. */
  readonly read: (body: unknown) => Reply | undefined
}
