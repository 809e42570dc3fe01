// An area of the page as one picture: painted in tiles, one below the other, that are joined exactly.
import { CONFIG } from '../config.mjs'
import { callInFrames } from './agent.mjs'
import { takePng, takeSteadily } from './camera.mjs'
import { warn } from './errors.mjs'
import { isEncoded, maxImageSide, writeImage } from './output.mjs'
import { joinPngs } from './png.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { Still } from './still.mjs' */
/** @import { Area, Run, Size } from './types.mjs' */

/** Device px. Chromium paints at most 16,384 at once, and smaller parts faster. */
const tileHeight = 8192

/**
 * @param {Run} run
 * @param {Still} still
 * @param {Area} area device px; cut when it is higher than a picture may be
 * @param {number} scale device px in a CSS px
 * @returns {Promise<Size>} of the picture
 */
export async function captureArea(run, still, area, scale) {
  const { page, session } = still
  const { width, height } = area
  const maxHeight = maxImageSide()
  const size = { width, height: Math.min(height, maxHeight) }
  if (height > maxHeight) {
    const limit = `a screenshot allows at most ${maxHeight} px; the rest is cut off`
    warn(`The page is ${height} px high, and ${limit}. Use a smaller deviceScaleFactor to show more`)
  }
  // While Chromium paints beyond the window it tells the page other sizes, to which nothing may react.
  const answers = await callInFrames(page, 'stopTransitions')
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const hasScripts = !answers.includes(false)
  const tiles = takeTiles(session, { ...area, ...size }, scale, hasScripts)
  // Chromium leaves the transparency out of an opaque part: PNG files of two kinds cannot be joined as they are.
  if (isEncoded() || CONFIG.options.omit_background) await writeImage(run, still.browser, size, tiles)
  else await joinPngs(`${run.settings.output}.part`, size, tiles)
  return size
}

/**
 * Each but the first begins with the last row of the one before it, which joinPngs() needs.
 *
 * @param {CDPSession} session
 * @param {Area} area
 * @param {number} scale
 * @param {boolean} hasScripts whether all documents have
 */
async function* takeTiles(session, { x, y, width, height }, scale, hasScripts) {
  for (let top = 0; top < height; top += tileHeight) {
    const first = Math.max(0, top - 1)
    const view = { x: x / scale, y: (y + first) / scale, scale }
    const size = { width, height: Math.min(top + tileHeight, height) - first }
    const take = () => takePng(session, view, size, { captureBeyondViewport: true })
    yield hasScripts ? await take() : await takeSteadily(take)
  }
}
