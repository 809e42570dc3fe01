// Long text that many pages contain: its forms in answers and in records are made once.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { lazy } from './cache.ts'
import { insideJson, WrittenJson } from './json-parts.ts'

/** 40 KB take 3 ms; the best quality takes 80 ms for 5 % less. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6 }

/** A text that many pages contain. */
export class SharedText {
  readonly text: string
  /** Inside a JSON string, in UTF-8. */
  readonly json: () => Buffer
  /** Compressed, in Base64. */
  readonly packed: () => string

  constructor(text: string) {
    this.text = text
    this.json = lazy(() => Buffer.from(insideJson(text)))
    this.packed = lazy(() => brotliCompressSync(text, { params }).toString('base64'))
  }
}

/** The parts of a text in their order. */
export type TextParts = readonly (string | SharedText)[]

export function joinText(parts: TextParts): string {
  return parts.reduce<string>((text, part) => text + (typeof part === 'string' ? part : part.text), '')
}

/** @returns the text as JSON. */
export function joinTextJson(parts: TextParts): WrittenJson {
  return new WrittenJson('"', ...parts.map(part => (typeof part === 'string' ? insideJson(part) : part.json())), '"')
}

/** @param packed of a `SharedText`. */
export function unpackText(packed: string): string {
  return brotliDecompressSync(Buffer.from(packed, 'base64')).toString()
}
