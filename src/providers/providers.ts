// The providers that this house knows: one row each.
import type { ProviderName } from '../../schemas/vision.ts'
import { anthropic } from './anthropic.ts'
import { chatCompletions } from './chat-completions.ts'
import { gemini } from './gemini.ts'
import type { Provider } from './provider.ts'

/** Hands every row to `of`; the defaults in it are those of its settings. */
export const eachProvider = <T>(
  of: (name: ProviderName, provider: Provider) => T,
): Readonly<Record<ProviderName, T>> => ({
  openai: of('openai', {
    ...chatCompletions,
    called: 'OpenAI, or a server that speaks its chat completions,',
    prefixes: ['sk-proj-', 'sk-svcacct-'],
    base: 'https://api.openai.com/v1',
    model: 'gpt-4.1-mini',
  }),
  anthropic: of('anthropic', {
    ...anthropic,
    called: 'Anthropic',
    prefixes: ['sk-ant-'],
    base: 'https://api.anthropic.com',
    model: 'claude-haiku-4-5',
    version: '2023-06-01',
  }),
  gemini: of('gemini', {
    ...gemini,
    called: 'Google Gemini',
    prefixes: ['AIza'],
    base: 'https://generativelanguage.googleapis.com',
    model: 'gemini-flash-latest',
  }),
  openrouter: of('openrouter', {
    ...chatCompletions,
    called: 'OpenRouter',
    prefixes: ['sk-or-'],
    base: 'https://openrouter.ai/api/v1',
    model: 'openai/gpt-4.1-mini',
  }),
})

export const providerTable = eachProvider((_, provider) => provider)
