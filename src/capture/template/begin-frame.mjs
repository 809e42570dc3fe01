// --- The begin-frame engine
import { setTimeout as delay } from 'node:timers/promises'
import { keepFrames } from './frames.mjs'
import { leadVideos, takeLead } from './motion.mjs'
import { giveCue } from './stage.mjs'

/** @import { CDPSession, Config, Page, Start, Way } from './types.d.ts' */

/** @type {Way} */
export const beginFrame = {
  // Emulated windows are not painted in this mode.
  args: ({ width, height, deviceScaleFactor: scale }) => [
    '--deterministic-mode',
    `--force-device-scale-factor=${scale}`,
    `--window-size=${width},${height}`,
  ],
  window: () => ({ viewport: null }),
  parts: [keepFrames, takeLead, leadVideos],
  open: openFilm,
}

/**
 * Undefined where the browser does not offer it: only the headless shell does, and not for every window.
 * @param {Page} page
 * @param {Config} config
 * @returns {Promise<Start | undefined>}
 */
async function openFilm(page, { viewport }) {
  const session = await page.context().newCDPSession(page)
  /** @type {Paint} */
  const paint = how => session.send('HeadlessExperimental.beginFrame', how)
  const offered = await Promise.race([paint().catch(() => false), delay(4000)])
  if (!offered || viewport.deviceScaleFactor < 0.5) return undefined
  // Until the film begins the page is painted all the time.
  let opening = true
  const painting = (async () => {
    for (; opening; await delay(10)) await paint().catch(() => {})
  })()
  return async () => {
    opening = false
    await painting
    return takePictures(page, session, paint)
  }
}

/** @typedef {(how?: object) => Promise<{ hasDamage: boolean, screenshotData?: string }>} Paint */

/**
 * @param {Page} page
 * @param {CDPSession} session
 * @param {Paint} paint
 */
async function takePictures(page, session, paint) {
  const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  const screenshot = { format: 'jpeg', quality: 100, optimizeForSpeed: true }
  let now = 0 // in microseconds, the finest step of this clock
  let last = ''
  let resting = false

  /** @param {number} target */
  async function advance(target) {
    const over = new Promise(resolve => session.once('Emulation.virtualTimeBudgetExpired', resolve))
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: (target - now) / 1000 })
    now = target
    await over
  }

  /**
   * @param {object} [more]
   */
  async function paintNow(more) {
    const painting = await paint({ frameTimeTicks: virtualTimeTicksBase + now / 1000, ...more })
    await advance(now + 1)
    return painting
  }

  /** @param {number} time */
  return async time => {
    if (time > 0) await advance(Math.round(time * 1000))
    let moved = false
    // Videos move while time goes on, if only by microseconds.
    const deadline = Date.now() + 5000
    for (; Date.now() < deadline && (await giveCue(page, 'move', time)).includes(true); moved = true) {
      await advance(now + 1)
    }
    if (moved || resting) {
      const { hasDamage } = await paintNow()
      if (!moved && !hasDamage) return Buffer.from(last, 'base64')
    }
    const { screenshotData = last } = await paintNow({ screenshot })
    resting = screenshotData === last
    last = screenshotData
    // What is painted after a picture always counts as damage.
    if (resting) await paintNow()
    return Buffer.from(last, 'base64')
  }
}
