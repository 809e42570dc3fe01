// The encoder of images, in a page of its own: its functions share a canvas.

/**
 * Draws a picture below those before it, and over the last row of them.
 *
 * @param {{ size: { width: number, height: number }, png: string }} part size: of all parts together; png: in base64
 */
export async function drawPart({ size, png }) {
  const file = await (await fetch(`data:image/png;base64,${png}`)).blob()
  const picture = await createImageBitmap(file)
  /** @type {{ canvas: OffscreenCanvas, bottom: number }} */
  const { canvas, bottom } = Reflect.get(self, 'drawing') ?? {
    canvas: new OffscreenCanvas(size.width, size.height),
    bottom: 0,
  }
  const top = Math.max(0, bottom - 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  // Transparent pixels of the row would let those before show through.
  context?.clearRect(0, top, size.width, picture.height)
  context?.drawImage(picture, 0, top)
  Reflect.set(self, 'drawing', { canvas, bottom: top + picture.height })
  picture.close()
}

/** @param {{ type: string, quality: number }} options quality: 0 to 1 @returns {Promise<string>} the file in base64 */
export async function encodeImage(options) {
  /** @type {{ canvas: OffscreenCanvas }} */
  const { canvas } = Reflect.get(self, 'drawing')
  const file = await canvas.convertToBlob(options)
  if (file.type !== options.type) {
    throw new Error(`This Chromium cannot encode ${options.type}: choose another image_type or CHROMIUM_PATH`)
  }
  const reader = new FileReader()
  const reading = new Promise(resolve => reader.addEventListener('load', resolve))
  reader.readAsDataURL(file)
  await reading
  return String(reader.result).replace(/^.*,/, '')
}
