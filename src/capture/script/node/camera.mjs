// Pictures, by the DevTools Protocol: its clips can have fractions of CSS px, so that a picture has exactly the device
// px of CONFIG; page.screenshot() rounds.
import fs from 'node:fs'
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { fail, withTimeout } from './errors.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { PictureOptions, Result, Run, Size, Verdict, WindowView } from './types.mjs' */

/** Of one picture. */
const maxTries = 5
/** Most pictures that are compared. */
const maxCompared = 6
/** Before the next picture, ms. */
const pauseMs = 250
/** Of the picture that shows whether the window is blank, px. */
const blankWidth = 480
/** Of the pixels of one color in a WebP file: 17 at most; those of two colors, side by side, have 29. */
const maxBlankBytes = 24

/** The size of the window in device px, without fractions. @returns {Size} */
export function outputSize() {
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  // 100 × 1.15 is 114.99… for a computer: without the addition a pixel would be lost.
  const toDevicePixels = (/** @type {number} */ side) => Math.floor(side * deviceScaleFactor + 1e-9)
  return { width: toDevicePixels(width), height: toDevicePixels(height) }
}

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
 * A picture as the protocol describes it. A busy browser sometimes does not answer; the request is repeated then.
 *
 * @param {CDPSession} session
 * @param {PictureOptions} options
 * @param {number} [tryMs]
 */
export async function takePicture(session, options, tryMs = 30_000) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const taking = session.send('Page.captureScreenshot', options).catch(() => scheduler.wait(pauseMs))
    const taken = await withTimeout(taking, tryMs)
    if (taken) return Buffer.from(taken.data, 'base64')
  }
  return fail('other', 'The page could not be captured')
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
  // The chunk of pictures without losses (RFC 9649), and its length.
  const chunk = picture.indexOf('VP8L')
  return chunk > 0 && picture.readUInt32LE(chunk + 4) <= maxBlankBytes
}

/**
 * A picture of exactly a size: the clip leaves out the fraction of a device px that a scale such as 1.15 adds.
 *
 * @param {CDPSession} session
 * @param {WindowView} view
 * @param {Size} size device px
 * @param {PictureOptions} options
 */
export function takeClip(session, { x, y, scale }, size, options) {
  const pageScale = scale / CONFIG.viewport.deviceScaleFactor
  const clip = { x, y, width: size.width / scale, height: size.height / scale, scale: pageScale }
  return takePicture(session, { clip, ...options })
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

/**
 * @param {Run} run
 * @param {Size & { frames: number, fps: number | null }} facts
 * @param {Verdict} verdict
 * @returns {Result}
 */
export function finishOutput({ settings: { output } }, { width, height, frames, fps }, verdict) {
  fs.renameSync(`${output}.part`, output)
  const { size } = fs.statSync(output)
  return { output, width, height, bytes: size, frames, fps, duration: fps && frames / fps, ...verdict }
}
