// Taking pictures, by the DevTools Protocol: its clips can have fractions of CSS px, so that a picture has exactly the
// device px of CONFIG; page.screenshot() rounds.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { fail } from './errors.mjs'
import { emulatedWindow } from './window.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { PictureOptions } from './types.mjs' */

/** A busy browser sometimes does not answer at once. */
const maxTries = 9
/** Longest wait for an answer. */
const pictureMs = 60_000

/** The session has a window of its own, which pictures show. @param {CDPSession} session */
export async function fixWindow(session) {
  const mobile = emulatedWindow().isMobile ?? false
  await session.send('Emulation.setDeviceMetricsOverride', { ...CONFIG.viewport, mobile })
  // #if omit_background
  const color = CONFIG.options.omit_background ? { color: { r: 0, g: 0, b: 0, a: 0 } } : {}
  await session.send('Emulation.setDefaultBackgroundColorOverride', color)
  // #endif
}

// #if screenshot

/**
 * Where the window is on the page, CSS px from the left top of all that can be scrolled to.
 *
 * @param {CDPSession} session
 */
export async function windowPosition(session) {
  const { cssLayoutViewport } = await session.send('Page.getLayoutMetrics')
  return { x: cssLayoutViewport.pageX, y: cssLayoutViewport.pageY }
}
// #endif

/**
 * A picture as the protocol describes it.
 *
 * @param {CDPSession} session
 * @param {PictureOptions} options
 * @param {number} [limitMs] of one try
 */
export async function takePicture(session, options, limitMs = pictureMs) {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const taking = session.send('Page.captureScreenshot', options).catch(() => delay(100))
    const taken = await Promise.race([taking, delay(limitMs, undefined, { ref: false })])
    if (taken) return Buffer.from(taken.data, 'base64')
  }
  return fail('other', 'The page could not be captured')
}
