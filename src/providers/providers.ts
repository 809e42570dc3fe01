// The table of vision providers, one row each, and which of them an API key belongs to.
import { type ProviderName, providers } from '../../schemas/vision.ts'
import { Problem } from '../errors.ts'
import { anthropic } from './anthropic.ts'
import { chatCompletions } from './chat-completions.ts'
import { gemini } from './gemini.ts'
import type { Provider } from './provider.ts'

/** Calls `map` with every row. */
export function mapProviders<T>(map: (name: ProviderName, provider: Provider) => T): Readonly<Record<ProviderName, T>> {
  return {
    openai: map('openai', {
      ...chatCompletions,
      label: 'OpenAI or a server with the same API',
      prefixes: ['sk-proj-', 'sk-svcacct-'],
      base: 'https://api.openai.com/v1',
      model: 'gpt-4.1-mini',
    }),
    anthropic: map('anthropic', {
      ...anthropic,
      label: 'Anthropic',
      prefixes: ['sk-ant-'],
      base: 'https://api.anthropic.com',
      model: 'claude-haiku-4-5',
      version: '2023-06-01',
    }),
    gemini: map('gemini', {
      ...gemini,
      label: 'Google Gemini',
      prefixes: ['AIza'],
      base: 'https://generativelanguage.googleapis.com',
      model: 'gemini-flash-latest',
    }),
    openrouter: map('openrouter', {
      ...chatCompletions,
      label: 'OpenRouter',
      prefixes: ['sk-or-'],
      base: 'https://openrouter.ai/api/v1',
      model: 'openai/gpt-4.1-mini',
    }),
  }
}

export const providerTable = mapProviders((_, provider) => provider)

/** The placeholder for a key in our own documentation. */
const placeholder = '<API_KEY>'

/** Whether a client sent a key: blank texts and the placeholder do not count. */
export function isKey(text: string): boolean {
  return text.trim() !== '' && text.trim() !== placeholder
}

/** Current keys have up to 200 characters. */
const maxKeyLength = 1024
/** Visible ASCII, which every header value may hold (RFC 9110). */
const headerSafe = /^[\x21-\x7e]+$/

/** A key with its provider. */
export interface ProviderKey {
  readonly provider: ProviderName
  readonly key: string
}

interface ProviderHints {
  /** The header x-vision-provider. */
  readonly named: string | undefined
  /** The setting VISION_DEFAULT_PROVIDER. */
  readonly defaultProvider: ProviderName | undefined
}

/**
 * Determines the provider of a key. A key is never sent to a guessed provider, and one that is unsafe in a header is never sent at all.
 *
 * @returns Problem `provider_unknown`, or `provider_key_rejected` when no provider can have issued the key.
 */
export function resolveProvider(key: string, hints: ProviderHints): ProviderKey | Problem {
  if (key.length > maxKeyLength || !headerSafe.test(key))
    return new Problem('provider_key_rejected', {
      detail: `api_key is not a valid key of any provider: a key has 1 to ${maxKeyLength} visible ASCII characters. It was not sent anywhere.`,
    })
  const provider = providerOf(key, hints)
  if (provider !== undefined) return { provider, key }
  return new Problem('provider_unknown', {
    detail: `The provider of api_key is unknown, so the key was not sent anywhere. Name the provider in the x-vision-provider header: ${providers.join(', ')}.`,
  })
}

/** The named provider, otherwise the one whose prefix the key has, otherwise the default. */
function providerOf(key: string, { named, defaultProvider }: ProviderHints): ProviderName | undefined {
  if (named !== undefined) return providers.find(name => name === named.trim().toLowerCase())
  const hasPrefix = (name: ProviderName): boolean => providerTable[name].prefixes.some(prefix => key.startsWith(prefix))
  return providers.find(hasPrefix) ?? defaultProvider
}
