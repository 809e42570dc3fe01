// The output file: its part file becomes it when its size is right. The browser encodes images that are no PNG files.
import fs from 'node:fs'
import { CONFIG } from '../config.mjs'
import { drawPart, encodeImage } from '../page/encode.mjs'
import { fail } from './errors.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { Result, Run, Size, Verdict } from './types.mjs' */

/** The longest side of a PNG file that browsers and editors open, px. */
const maxPngSide = 65_535

/** The size of the window in device px, without fractions. @returns {Size} */
export function outputSize() {
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  // 100 × 1.15 is 114.99… for a computer: without the addition a pixel would be lost.
  const toDevicePixels = (/** @type {number} */ side) => Math.floor(side * deviceScaleFactor + 1e-9)
  return { width: toDevicePixels(width), height: toDevicePixels(height) }
}

/** @param {Size} actual @param {Size} expected */
export function checkSize(actual, expected) {
  const [actualSize, expectedSize] = [actual, expected].map(({ width, height }) => `${width} × ${height} px`)
  if (actualSize !== expectedSize)
    fail('encoding', `The result has ${actualSize}, but CONFIG requests ${expectedSize}`)
}

/**
 * @param {Run} run
 * @param {Size & { frames: number, fps: number | null }} facts
 * @param {Verdict} verdict
 * @returns {Result}
 */
export function finishOutput({ settings: { output }, isOver }, { width, height, frames, fps }, verdict) {
  if (!isOver) fs.renameSync(`${output}.part`, output)
  const { size } = fs.statSync(output)
  return { output, width, height, bytes: size, frames, fps, duration: fps && frames / fps, ...verdict }
}

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
