// ---- The camera ----
import { Buffer } from 'node:buffer'

/** @import { Config, Page, Shot } from './types.d.ts' */

/**
 * Takes pictures of exactly CONFIG.output_size: where a size ends inside a device pixel Chromium may round up, and
 * the clip cuts that off.
 * @param {Page} page
 * @param {Config} config
 */
export async function openCamera(page, { viewport, output_size }) {
  const session = await page.context().newCDPSession(page)
  // A session of our own takes pictures at scale 1 until it is told the metrics itself.
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: false })
  const width = output_size.width / viewport.deviceScaleFactor
  const ownHeight = output_size.height / viewport.deviceScaleFactor

  /** @type {(how: Shot, height?: number) => Promise<Buffer>} */
  return async (how, height = ownHeight) => {
    const clip = { x: 0, y: 0, width, height, scale: 1 }
    const { data } = await session.send('Page.captureScreenshot', { ...how, clip })
    return Buffer.from(data, 'base64')
  }
}
