// Whole numbers say how many bits hold them, as generators of clients in other languages ask.
import { changed, isJson } from './json.ts'

const mostOfInt32 = 2_147_483_647

const widthOf = (maximum: unknown): string =>
  typeof maximum === 'number' && maximum <= mostOfInt32 ? 'int32' : 'int64'

/** @returns the document with `format: int32` or `int64` on every integer (OpenAPI 3.1, section 4.4). */
export const withNumberFormats = (document: unknown): unknown =>
  changed(document, value =>
    isJson(value) && value.type === 'integer' ? { ...value, format: widthOf(value.maximum) } : value,
  )
