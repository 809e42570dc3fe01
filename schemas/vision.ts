// Names of the vision-model providers, and outcomes of a call: the list to extend with a new provider.
export const providers = ['openai', 'anthropic', 'gemini', 'openrouter'] as const
export type ProviderName = (typeof providers)[number]

export const providerOutcomes = [
  'answered',
  'key_rejected',
  'rate_limited',
  'refused',
  'unusable',
  'unavailable',
  'timeout',
] as const
export type ProviderOutcome = (typeof providerOutcomes)[number]
