// Whole numbers say how many bits hold them, as generators of clients in other languages ask.
import { changed, isJson } from './json.ts'

const mostOfInt32 = 2_147_483_647

const widthOf = (maximum: unknown): string =>
  typeof maximum === 'number' && maximum <= mostOfInt32 ? 'int32' : 'int64'

export const withNumberFormats = (document: unknown): unknown =>
  changed(document, value =>
    isJson(value) && value.type === 'integer' ? { ...value, format: widthOf(value.maximum) } : value,
  )
