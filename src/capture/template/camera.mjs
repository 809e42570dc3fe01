// A section of the capture script: taking pictures.
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from './failure.mjs'
import { giveCue } from './stage.mjs'

/** @import { BrowserContextOptions, Page } from 'playwright-core' */
/** @import { Area, Camera, Config, Shot } from './types.mjs' */

// --- Taking pictures

/** @type {Shot} */
const jpeg = { format: 'jpeg', quality: 100, optimizeForSpeed: true }

/** What makes a browser a phone. @param {Config['options']} options */
const isPhone = ({ platform }) => platform === 'instagram_reels' || platform === 'youtube_shorts'

/** @param {Config} config @returns {BrowserContextOptions} */
function emulatedWindow({ viewport: { deviceScaleFactor, ...viewport }, options }) {
  return { viewport, deviceScaleFactor, isMobile: isPhone(options), hasTouch: isPhone(options) }
}

/** @param {Page} page @param {Config} config @returns {Promise<Camera>} */
async function openCamera(page, { viewport, options }) {
  const session = await page.context().newCDPSession(page)
  const scale = viewport.deviceScaleFactor
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: isPhone(options) })
  return {
    takePicture: async (how, area) => {
      const clip = area && {
        x: area.x / scale,
        y: area.y / scale,
        width: area.width / scale,
        height: area.height / scale,
        scale: 1,
      }
      // None while documents are replaced.
      for (let tries = 0; tries < 9; tries += 1) {
        const picture = session.send('Page.captureScreenshot', { ...how, ...(clip && { clip }) })
        const limit = how.format === 'png' ? 60_000 : 5000
        const taken = await Promise.race([picture.catch(() => delay(100)), delay(limit)])
        if (taken) return Buffer.from(taken.data, 'base64')
      }
      return fail('other', 'The page cannot be photographed')
    },
    freeze: async () => {
      await giveCue(page, 'freeze')
      await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    },
  }
}

export { emulatedWindow, isPhone, jpeg, openCamera }
