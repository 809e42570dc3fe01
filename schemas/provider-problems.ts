// The errors of vision providers.
import { providers } from './vision.ts'

export interface ProblemKind {
  readonly status: number
  readonly title: string
  /** Why it happens. */
  readonly cause: string
  /** What the client can do. */
  readonly advice: string
}

/** The setting of each provider that names its model. */
const modelSettings = providers.map(name => `${name.toUpperCase()}_MODEL`).join(', ')

export const providerProblems = {
  provider_unknown: {
    status: 422,
    title: 'The vision provider is unknown',
    cause:
      'The prefix of api_key does not identify a provider, and no header names one. A key is never sent to a guessed provider. This is an error only with Prefer: handling=strict.',
    advice: 'Name the provider in the x-vision-provider header, or omit api_key.',
  },
  provider_key_rejected: {
    status: 422,
    title: 'The vision provider rejected the key',
    cause: providerCause('The provider does not accept the key.'),
    advice: 'Check api_key, or omit it: the style is then measured without a provider.',
  },
  provider_no_credit: {
    status: 422,
    title: 'The vision provider has no credit left for this key',
    cause: providerCause('The account that the key belongs to has no credit left. Waiting does not help.'),
    advice:
      'Add credit to your account with the provider, or omit api_key: the style is then measured without a provider.',
  },
  provider_quota_exceeded: {
    status: 422,
    title: 'The quota of this key is used up',
    cause: providerCause(
      'The key has used up its quota or the spending limit of its account for this day or month, or its plan does not include the model. Waiting a few seconds does not help.',
    ),
    advice:
      'Check the plan and the limits of your account with the provider, or omit api_key: the style is then measured without a provider.',
  },
  provider_rate_limited: {
    status: 429,
    title: 'The vision provider is rate limiting this key',
    cause: providerCause("The key has reached the provider's limit for requests or tokens per minute."),
    advice: 'Retry after the time in Retry-After, or omit api_key.',
  },
  provider_failed: {
    status: 502,
    title: 'The vision provider returned no usable response',
    cause: providerCause('The provider refused to describe the image, or its response has the wrong format.'),
    advice: 'Retry, or omit api_key: the style is then measured without a provider.',
  },
  provider_model_unknown: {
    status: 502,
    title: 'The vision provider does not have the model',
    cause: providerCause(
      'The provider does not know the model that the service requests, or the key has no access to the model.',
    ),
    advice: `Use a key with access to the model, or omit api_key. The operator sets the model: ${modelSettings}.`,
  },
  provider_region_refused: {
    status: 502,
    title: 'The vision provider does not serve the region of this server',
    cause: providerCause('The provider refuses requests from the country or region in which the service runs.'),
    advice: 'Use a key from another provider, or omit api_key: the style is then measured without a provider.',
  },
  provider_image_refused: {
    status: 502,
    title: 'The vision provider rejected the image',
    cause: providerCause(
      'The provider could not read the image, which the service sends as a JPEG of at most 1,024 px, or the model does not accept images.',
    ),
    advice: 'Use a key from another provider, or omit api_key. The operator can set a model that accepts images.',
  },
  provider_answer_truncated: {
    status: 502,
    title: 'The vision provider stopped before its response was complete',
    cause: providerCause(
      'The model used up its output tokens, often for reasoning, before it had described the image.',
    ),
    advice: 'Retry, or omit api_key: the style is then measured without a provider.',
  },
  provider_unavailable: {
    status: 503,
    title: 'The vision provider is unavailable',
    cause: providerCause('The provider could not be reached, or reported that it is overloaded.'),
    advice: 'Retry after the time in Retry-After, or omit api_key.',
  },
  provider_timeout: {
    status: 504,
    title: 'The vision provider timed out',
    cause: providerCause('The provider did not respond in time: 12 seconds by default (PROVIDER_TIMEOUT_MS).'),
    advice: 'Retry, or omit api_key: the style is then measured without a provider.',
  },
} as const satisfies Readonly<Record<string, ProblemKind>>

/** By default a provider failure is only a warning. */
function providerCause(cause: string): string {
  return `${cause} This is an error only with Prefer: handling=strict; otherwise the measured style is returned with a warning.`
}
