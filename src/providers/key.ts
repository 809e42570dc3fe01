// Keys of strangers: which of them may go into a header at all, and to whom they belong.
import { type ProviderName, providers } from '../../schemas/vision.ts'
import { Problem } from '../errors.ts'
import { providerTable } from './providers.ts'

/** Keys of today have up to 200 characters. */
const longest = 1024
/** Visible ASCII, what RFC 9110 lets a header hold without trouble. */
const usable = /^[\x21-\x7e]+$/

/** What is in the place of a key in our own documents. */
const placeholder = '<API_KEY>'

/** Whether somebody sent a key at all: empty, blank and the placeholder are none. */
export const isKey = (text: string): boolean => text.trim() !== '' && text.trim() !== placeholder

const unknown = `It is not known whose key api_key is, so it was sent to nobody. Name its provider in the header x-vision-provider: ${providers.join(', ')}.`

interface Wish {
  /** What the header x-vision-provider names. */
  readonly named: string | undefined
  /** What the settings name. */
  readonly usual: ProviderName | undefined
}

/** Who is named, else whose prefix the key has, else the usual one of the settings. */
const whose = (key: string, { named, usual }: Wish) => {
  if (named !== undefined) return providers.find(name => name === named.trim().toLowerCase())
  return providers.find(name => providerTable[name].prefixes.some(prefix => key.startsWith(prefix))) ?? usual
}

/** A key, and whose it is. */
export interface Access {
  readonly provider: ProviderName
  readonly key: string
}

/**
 * Finds whose key it is: a key is never sent to a guess, and what could not stand in a header never gets near one.
 *
 * @returns why it is nobody's: `provider_unknown`, or `provider_key_rejected` when it can be a key of no provider.
 */
export const accessOf = (key: string, wish: Wish): Access | Problem => {
  if (key.length > longest || !usable.test(key))
    return new Problem('provider_key_rejected', {
      detail: `api_key can be a key of no provider: it takes 1 to ${longest} visible ASCII characters. It was sent to nobody.`,
    })
  const provider = whose(key, wish)
  return provider === undefined ? new Problem('provider_unknown', { detail: unknown }) : { provider, key }
}
