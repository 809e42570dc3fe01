// A section of the capture script: the begin-frame engine.
import { setTimeout as delay } from 'node:timers/promises'
import { jpeg } from './camera.mjs'
import { fail } from './failure.mjs'
import { keepFrames } from './frames.mjs'
import { leadEarly, leadVideos, moveTo, takeLead, warnLate, watchVideos } from './motion.mjs'
import { keepTimers, stopClock } from './page-clock.mjs'
import { awaitWorkers, followStarter, leadWorkers, stageWorkers, startWorkers } from './workers.mjs'

/** @import { CDPSession, Config, Page, Stage, Start, Way } from './types.d.ts' */

// --- The begin-frame engine

/** @type {Way} */
const beginFrame = {
  args: ({ width, height, deviceScaleFactor: scale }) => [
    '--deterministic-mode',
    `--force-device-scale-factor=${scale}`,
    `--window-size=${width},${height}`,
  ],
  window: () => ({ viewport: null }),
  parts: [leadWorkers, startWorkers, keepFrames, takeLead, watchVideos, leadVideos],
  workerParts: [timeFrames, stopClock, keepTimers, leadWorkers, startWorkers, keepFrames, awaitWorkers, followStarter],
  open: openFilm,
}

/**
 * A worker that asks the browser for frames can hang the next beginFrame.
 * @param {Stage} stage of a worker
 */
function timeFrames(stage) {
  if (stage.paint) stage.paint = callback => stage.wait(16).then(() => callback(stage.now()))
}

/**
 * Only the headless shell offers it, from half scale on.
 * @param {Page} page
 * @param {Config} config
 * @returns {Promise<Start | undefined>}
 */
async function openFilm(page, { viewport }) {
  const session = await page.context().newCDPSession(page)
  /** @type {Paint} */
  const paint = how => session.send('HeadlessExperimental.beginFrame', how)
  const offered = await Promise.race([paint().catch(() => false), delay(4000)])
  if (!offered || viewport.deviceScaleFactor < 0.5) return
  await stageWorkers(page)
  let opening = true
  const painting = (async () => {
    // Oftener, a new video can hang it.
    for (; opening; await delay(100)) await paint().catch(() => {})
  })()
  return async () => {
    await leadEarly(page)
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
  let now = 0 // µs
  const half = 0.0005 // else two share a step
  let last = ''
  let resting = false
  let patience = 20_000 // ms, for videos

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
    const deadline = Date.now() + patience
    /** @param {RegExp} words */
    const isLate = async words => {
      const answer = await moveTo(page, time)
      const late = words.test(answer)
      if (!late || Date.now() < deadline) return late
      warnLate(answer)
      patience /= 2
      return false
    }
    await advance(target - 5000)
    while (await isLate(/seeking|running/)) await advance(now + 2)
    await advance(target)
    let pause = 0
    for (; await isLate(/coming/); pause += 5) {
      await paintNow()
      await delay(pause)
    }
    if (pause > 0 || resting) {
      const { hasDamage } = await paintNow()
      if (pause === 0 && !hasDamage) return Buffer.from(last, 'base64')
    }
    const screenshotData = await takePicture(paintNow, last)
    resting = screenshotData === last
    last = screenshotData
    // After it every painting is damage.
    if (resting) await paintNow()
    return Buffer.from(last, 'base64')
  }
}

/** @param {Paint} paint @param {string} last the picture before, if any @returns {Promise<string>} */
async function takePicture(paint, last) {
  // None while documents are replaced.
  for (let tries = 0; tries < 50; tries += 1) {
    const { screenshotData = last } = await paint({ screenshot: jpeg })
    if (screenshotData !== '') return screenshotData
    await delay(100)
  }
  return fail('other', 'The page cannot be photographed')
}

export { beginFrame }
