// Taking pictures, by the DevTools Protocol: its clips can have fractions of CSS px, so that a picture has exactly the
// device px of CONFIG; page.screenshot() rounds.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { fail, firstLine } from './errors.mjs'
import { checkSize } from './output.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { PictureOptions, Size, WindowView } from './types.mjs' */

/** A busy browser sometimes does not answer at once. */
const maxTries = 9
/** Longest wait for an answer. */
const pictureMs = 60_000
/** Most pictures that are compared. */
const maxCompared = 6
/** Between two of them, ms. */
const pauseMs = 250
/** Of the picture that shows whether the window is blank, px. */
const blankWidth = 480
/** Of a WebP file of one color: 520, most of them its color profile; a dot makes it 4,400. */
const maxBlankBytes = 700

/**
 * Where the window is on the page, CSS px from the left top of all that can be scrolled to, and its scale.
 *
 * @param {CDPSession} session
 * @returns {Promise<WindowView>}
 */
export async function findWindow(session) {
  const { cssLayoutViewport, cssVisualViewport } = await session.send('Page.getLayoutMetrics')
  const { pageX, pageY } = cssLayoutViewport
  return { x: pageX, y: pageY, scale: cssVisualViewport.scale * CONFIG.viewport.deviceScaleFactor }
}

/**
 * A picture as the protocol describes it.
 *
 * @param {CDPSession} session
 * @param {PictureOptions} options
 * @param {number} [limitMs] of one try
 */
export async function takePicture(session, options, limitMs = pictureMs) {
  let reason = 'no answer'
  for (let tries = 0; tries < maxTries; tries += 1) {
    const taking = session.send('Page.captureScreenshot', options).catch(async error => {
      reason = firstLine(error)
      await scheduler.wait(100)
    })
    const taken = await withTimeout(taking, limitMs)
    if (taken) return Buffer.from(taken.data, 'base64')
  }
  return fail('other', `The page could not be captured: ${reason}`)
}

/**
 * Whether the window has one color: its picture without losses then needs no data for its pixels.
 *
 * @param {CDPSession} session
 */
export async function isWindowBlank(session) {
  const { x, y } = await findWindow(session)
  const { width, height } = CONFIG.viewport
  const clip = { x, y, width, height, scale: Math.min(1, blankWidth / width) }
  const picture = await takePicture(session, { format: 'webp', quality: 100, clip })
  return picture.length < maxBlankBytes
}

/**
 * A PNG file of exactly a size: the clip leaves out the fraction of a device px that a scale such as 1.15 adds.
 *
 * @param {CDPSession} session
 * @param {WindowView} view
 * @param {Size} size device px
 * @param {Pick<PictureOptions, 'captureBeyondViewport'>} [options]
 */
export async function takePng(session, { x, y, scale }, size, options) {
  const pageScale = scale / CONFIG.viewport.deviceScaleFactor
  const clip = { x, y, width: size.width / scale, height: size.height / scale, scale: pageScale }
  const png = await takePicture(session, { format: 'png', clip, ...options })
  // The header of a PNG file has its size at byte 16.
  checkSize({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }, size)
  return png
}

/** Until a picture is like the one before: Chromium may paint frames later than the page. @param {() => Promise<Buffer>} take */
export async function takeSteadily(take) {
  let picture = await take()
  for (let compared = 1; compared < maxCompared; compared += 1) {
    const before = picture
    await scheduler.wait(pauseMs)
    picture = await take()
    if (picture.equals(before)) break
  }
  return picture
}
