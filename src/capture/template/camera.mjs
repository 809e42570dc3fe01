// A section of the capture script: the camera.
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from './failure.mjs'

/** @import { Config, Page, Shot, Viewport } from './types.d.ts' */

// --- The camera

/** @type {Shot} */
const jpeg = { format: 'jpeg', quality: 100, optimizeForSpeed: true }

/** @param {Viewport} viewport */
const emulatedWindow = ({ deviceScaleFactor, ...viewport }) => ({ viewport, deviceScaleFactor })

/**
 * @param {Page} page
 * @param {Config} config
 */
async function openCamera(page, { viewport, output_size }) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: false })
  const width = output_size.width / viewport.deviceScaleFactor
  const ownHeight = output_size.height / viewport.deviceScaleFactor

  /** @type {(how: Shot, height?: number) => Promise<Buffer>} */
  return async (how, height = ownHeight) => {
    const clip = { x: 0, y: 0, width, height, scale: 1 }
    // None while documents are replaced.
    for (let tries = 0; tries < 9; tries += 1) {
      const picture = session.send('Page.captureScreenshot', { ...how, clip })
      const taken = await Promise.race([picture.catch(() => delay(100)), delay(how.format === 'png' ? 60_000 : 5000)])
      if (taken) return Buffer.from(taken.data, 'base64')
    }
    return fail('other', 'The page cannot be photographed')
  }
}

export { emulatedWindow, jpeg, openCamera }
