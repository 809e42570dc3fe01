// The vision-model providers by name, and how asking one can end.
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
