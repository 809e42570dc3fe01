// Names of the vision-model providers, and outcomes of a call: the list to extend with a new provider.
import { enumModel } from './types.ts'

export const providers = ['openai', 'anthropic', 'gemini', 'openrouter'] as const
export type ProviderName = (typeof providers)[number]

export const VisionProvider = enumModel('VisionProvider', providers, 'A provider of vision models.')

export const providerOutcomes = [
  'answered',
  'key_rejected',
  'no_credit',
  'quota_exceeded',
  'rate_limited',
  'model_unknown',
  'region_refused',
  'image_refused',
  'refused',
  'truncated',
  'unusable',
  'unavailable',
  'timeout',
] as const
export type ProviderOutcome = (typeof providerOutcomes)[number]
