// --- The begin-frame engine
import { setTimeout as delay } from 'node:timers/promises'
import { keepFrames } from './frames.mjs'
import { leadVideos, takeLead } from './motion.mjs'
import { giveCue } from './stage.mjs'

/** @import { CDPSession, Config, Page, Start, Way } from './types.d.ts' */

/** @type {Way} */
export const beginFrame = {
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
 * Undefined where it is not offered: only the headless shell does, from half scale on.
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
  let opening = true
  const painting = (async () => {
    for (; opening; await delay(10)) await paint().catch(() => {})
  })()
  return async () => {
    // Led early, they start right.
    for (let i = 0; i < 99 && (await giveCue(page, 'move', -50))[0]; i += 1) await delay(20)
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
  const { virtualTimeTicksBase: base } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  const screenshot = { format: 'jpeg', quality: 100, optimizeForSpeed: true }
  let now = 0 // in microseconds, the steps of this clock
  const half = 0.0005 // else, rounded down, two share a step, one unanswered
  let last = ''
  let resting = false

  /** @param {number} target */
  async function advance(target) {
    const over = new Promise(resolve => session.once('Emulation.virtualTimeBudgetExpired', resolve))
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: (target - now) / 1000 + half })
    now = target
    await over
  }

  /** @param {object} [more] */
  async function paintNow(more) {
    const painting = await paint({ frameTimeTicks: base + now / 1000 + half, ...more })
    await advance(now + 1)
    return painting
  }

  /** @param {number} time */
  return async time => {
    const target = Math.round(time * 1000) + 6000
    const deadline = Date.now() + 5000
    /** @param {string} word */
    const videosAre = async word => Date.now() < deadline && (await giveCue(page, 'move', time)).includes(word)
    await advance(target - 5000)
    while (await videosAre('seeking')) await advance(now + 2)
    await advance(target)
    let moved = false
    for (; await videosAre('coming'); moved = true) await paintNow()
    if (moved || resting) {
      const { hasDamage } = await paintNow()
      if (!moved && !hasDamage) return Buffer.from(last, 'base64')
    }
    const { screenshotData = last } = await paintNow({ screenshot })
    resting = screenshotData === last
    last = screenshotData
    // After a picture every painting is damage.
    if (resting) await paintNow()
    return Buffer.from(last, 'base64')
  }
}
