// An image that the browser encodes in a page of its own, from PNG files of what it has painted.
import fs from 'node:fs'
import { CONFIG } from '../config.mjs'
import { drawPart, encodeImage } from '../page/encode.mjs'
import { fail } from './errors.mjs'
import { maxPngSide } from './output.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { Run, Size } from './types.mjs' */

/** Whether the picture has another type than what Chromium paints. */
export function isEncoded() {
  return (CONFIG.options.image_type ?? 'png') !== 'png'
}

/** The longest side of an image of this type, px. */
export function maxImageSide({ image_type = 'png' } = CONFIG.options) {
  const maxSides = { png: maxPngSide, jpeg: 65_500, webp: 16_383 }
  return (
    maxSides[image_type] ??
    fail('setting', `image_type must be one of ${Object.keys(maxSides).join(', ')}, not ${image_type}`)
  )
}

/**
 * Writes the part file of the output.
 *
 * @param {Run} run
 * @param {Browser} browser
 * @param {Size} size of all pictures together
 * @param {Iterable<Buffer> | AsyncIterable<Buffer>} pictures PNG files, one below the other; each but the first begins
 *   with the last row of the one before
 */
export async function writeImage({ settings }, browser, size, pictures) {
  const { image_type = 'png', quality = 80 } = CONFIG.options
  const maxSide = maxImageSide()
  if (Math.max(size.width, size.height) > maxSide) {
    const limit = `a ${image_type} file allows at most ${maxSide} px per side`
    fail('setting', `The image has ${size.width} × ${size.height} px, ${limit}: request png or a smaller scale`)
  }
  const page = await browser.newPage()
  for await (const picture of pictures) await page.evaluate(drawPart, { size, png: picture.toString('base64') })
  const base64 = await page.evaluate(encodeImage, { type: `image/${image_type}`, quality: quality / 100 })
  fs.writeFileSync(`${settings.output}.part`, Buffer.from(base64, 'base64'))
}
