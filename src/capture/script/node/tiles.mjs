// An area of the page as one picture: painted in tiles, one below the other, that are joined exactly.
import fs from 'node:fs'
import { CONFIG } from '../config.mjs'
import { callInFrames } from './agent.mjs'
import { takeClip } from './camera.mjs'
import { warn } from './errors.mjs'
import { joinPngs } from './png.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { Still } from './still.mjs' */
/** @import { Area, Run, Size } from './types.mjs' */

/** The longest side of a PNG file that browsers and editors open, px. */
const maxPngSide = 65_535
/** The longest side of a WebP file and, but for one px, of what Chromium paints at once, px. */
const maxPaintedSide = 16_383
/** Device px; smaller parts are painted faster. */
const tileHeight = 8192

/**
 * @param {Run} run
 * @param {Still} still
 * @param {Area} area device px; cut where it is larger than a picture may be
 * @param {number} scale device px in a CSS px
 * @returns {Promise<Size>} of the picture
 */
export async function captureArea({ settings }, { page, session }, area, scale) {
  const { image_type: format = 'png', quality = 80, omit_background } = CONFIG.options
  // Chromium leaves the transparency out of an opaque part: PNG files of two kinds cannot be joined.
  const isJoined = format === 'png' && !omit_background
  const maxHeight = isJoined ? maxPngSide : maxPaintedSide
  const size = { width: Math.min(area.width, maxPaintedSide), height: Math.min(area.height, maxHeight) }
  if (size.width < area.width || size.height < area.height) {
    const limit = `a screenshot of this type has at most ${maxPaintedSide} × ${maxHeight} px; the rest is cut off`
    warn(
      `The page has ${area.width} × ${area.height} px, and ${limit}. Use a smaller deviceScaleFactor to show more`,
    )
  }
  // While Chromium paints beyond the window it tells the page other sizes, to which nothing may react.
  await callInFrames(page, 'stopTransitions')
  await session.send('Emulation.setScriptExecutionDisabled', { value: true })
  const file = `${settings.output}.part`
  if (isJoined) await joinPngs(file, size, takeTiles(session, { ...area, ...size }, scale))
  else {
    const view = { x: area.x / scale, y: area.y / scale, scale }
    fs.writeFileSync(file, await takeClip(session, view, size, { format, quality, captureBeyondViewport: true }))
  }
  return size
}

/**
 * Each but the first begins with the last row of the one before it, which joinPngs() needs.
 *
 * @param {CDPSession} session
 * @param {Area} area
 * @param {number} scale
 */
async function* takeTiles(session, { x, y, width, height }, scale) {
  for (let top = 0; top < height; top += tileHeight) {
    const first = Math.max(0, top - 1)
    const view = { x: x / scale, y: (y + first) / scale, scale }
    const size = { width, height: Math.min(top + tileHeight, height) - first }
    yield await takeClip(session, view, size, { format: 'png', captureBeyondViewport: true })
  }
}
