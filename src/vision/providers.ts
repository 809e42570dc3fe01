// The providers that this house knows: one row each.
import type { ProviderName } from '../../schemas/vision.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import { chatCompletions } from './openai.ts'
import type { Provider } from './provider.ts'

/** @param anthropicVersion the anthropic-version header. */
export const providerTable = (anthropicVersion: string): Readonly<Record<ProviderName, Provider>> => ({
  openai: chatCompletions(['sk-proj-', 'sk-svcacct-']),
  anthropic: anthropic(anthropicVersion),
  gemini,
  openrouter: chatCompletions(['sk-or-']),
})
