// The preview of a stored page: a record of its own, so that pages of one picture store it once.
import type { SparkpageRequest } from '../../schemas/sparkpage.ts'
import type { Store } from '../store/store.ts'
import { pictureOf, previewOf } from '../style/preview.ts'
import type { CanonicalRequest } from './canonical-request.ts'
import { readStyle } from './style.ts'

/** @returns the picture of a page, if it has one, and inputs that refer to it. */
export function detachPreview(inputs: CanonicalRequest) {
  const { preview } = readStyle(inputs.style_metadata)
  if (!preview) return { picture: undefined, inputs }
  const picture = pictureOf(preview)
  return { picture, inputs: { ...inputs, style_metadata: { ...inputs.style_metadata, preview: picture.id } } }
}

/** @returns the inputs as they were requested; without the picture when its record was deleted. */
export async function attachPreview(inputs: SparkpageRequest, store: Store): Promise<SparkpageRequest> {
  const { preview: id, ...style } = inputs.style_metadata
  const picture = typeof id === 'string' ? await store.picture(id) : undefined
  return { ...inputs, style_metadata: { ...style, ...(picture && { preview: previewOf(picture) }) } }
}
