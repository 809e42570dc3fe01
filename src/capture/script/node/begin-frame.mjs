// The begin-frame engine: the headless shell paints a frame for each request, and its time stops in between.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { agentTime } from '../page/calls.mjs'
import { frameFormat } from './encoder.mjs'
import { fail } from './errors.mjs'
import { warnLate } from './film-clock.mjs'
import { createScroller } from './scroll.mjs'
import { scaleFlag } from './window.mjs'

/** @import { CDPSession, Page } from 'playwright-core' */
/** @import { Engine, Film, TakeFrame } from './types.mjs' */
/** @import { MoveResult } from './film-clock.mjs' */

/** @type {Engine} */
export const beginFrame = {
  browserArguments: () => [
    scaleFlag(),
    '--deterministic-mode',
    `--window-size=${CONFIG.viewport.width},${CONFIG.viewport.height}`,
  ],
  windowOptions: () => ({ viewport: null }),
  agentSettings: {
    page: { clock: 'browser', frames: 'browser', awaitsPaint: false },
    // A worker that asks the browser for frames can hang the next beginFrame.
    worker: { clock: 'virtual', frames: 'timer', awaitsPaint: false },
  },

  async open(film) {
    const { session } = film
    // While the page loads, a longer interval would starve playing videos.
    const paint = () => session.send('HeadlessExperimental.beginFrame', { interval: 1000 }).catch(() => undefined)
    const painted = await Promise.race([paint(), delay(4000)])
    // Below half scale the shell paints nothing.
    if (!painted || CONFIG.viewport.deviceScaleFactor < 0.5) {
      fail('tool', 'begin-frame needs the headless shell. Run: npx playwright install chromium-headless-shell')
    }
    let isLoading = true
    const painting = (async () => {
      while (isLoading) {
        await paint()
        await delay(100)
      }
    })()
    return async () => {
      isLoading = false
      await painting
      const taker = new FrameTaker(film, await stopTime(film))
      return (time, progress) => taker.take(time, progress)
    }
  },
}

/** @typedef {Awaited<ReturnType<typeof stopTime>>} SteppedTime */

/**
 * Stops the browser's time, which then goes on by steps. Times are in µs.
 *
 * @param {{ page: Page, session: CDPSession }} film
 */
async function stopTime({ page, session }) {
  const { virtualTimeTicksBase: base } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  const readClock = () => page.evaluate(agentTime).catch(() => 0)
  const start = await readClock()
  // Chromium rounds times down: without half a µs two frames share a step, and the second stays unanswered.
  const half = 0.0005
  let now = 0
  /** @type {Promise<void>} */
  let advancing = Promise.resolve()

  async function advance(target = now + 1) {
    if (target <= now) return advancing
    const budget = (target - now) / 1000 + half
    now = target
    advancing = new Promise(resolve => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()))
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget })
    return advancing
  }

  /** @param {{ screenshot?: typeof frameFormat }} [options] */
  async function paint(options) {
    // With a short interval, a moving image and a slower main frame can wait for each other.
    const frame = { frameTimeTicks: (base ?? 0) + now / 1000 + half, interval: 10_000, ...options }
    const painted = await session.send('HeadlessExperimental.beginFrame', frame)
    await advance()
    return painted
  }

  /** A request of less than 10 ms adds 10 ms to the browser's time. */
  async function catchUp() {
    const ahead = Math.round(((await readClock()) - start) * 1000) - now
    if (ahead > 300) now += ahead
  }

  return { advance, paint, catchUp }
}

/** Takes the frames of a film, and repeats the last one while nothing changes. */
class FrameTaker {
  /** JPEG in base64. */
  #last = ''
  #isResting = false
  /** Longest wait for videos and workers, ms; halved when it was too short. */
  #limitMs = 20_000

  #film
  #time
  // #if scroll
  #scrollTo
  // #endif

  /** @param {Film} film @param {SteppedTime} time */
  constructor(film, time) {
    this.#film = film
    this.#time = time
    // #if scroll
    this.#scrollTo = createScroller(film.page)
    // #endif
  }

  /** @param {number} milliseconds @param {number | null} progress */
  async take(milliseconds, progress) {
    const { paint } = this.#time
    const deadline = Date.now() + this.#limitMs
    await this.#advanceTo(milliseconds, deadline)
    let hasScrolled = false
    // #if scroll
    if (progress !== null) {
      await this.#scrollTo(progress)
      // The page learns of it here, and may show it at once.
      hasScrolled = (await paint()).hasDamage
    }
    // #endif
    const hasWaited = await this.#waitForVideos(milliseconds, deadline)
    if (hasWaited || this.#isResting) {
      const { hasDamage } = await paint()
      if (!hasWaited && !hasDamage && !hasScrolled) return Buffer.from(this.#last, 'base64')
    }
    await this.#takeChanged()
    return Buffer.from(this.#last, 'base64')
  }

  /** Moves everything to a time; animated images and workers first. @param {number} milliseconds @param {number} deadline */
  async #advanceTo(milliseconds, deadline) {
    const { advance, catchUp } = this.#time
    const target = Math.round(milliseconds * 1000) + 6000
    const advanceEarly = () => advance(target - 5000)
    await catchUp()
    await this.#film.images.showFrames(milliseconds, advanceEarly)
    await advanceEarly()
    /** @param {MoveResult} result */
    const isUnfinished = ({ videos, workers }) => videos.includes('seeking') || workers.includes('busy')
    while (await this.#isWaiting(milliseconds, deadline, isUnfinished)) await advance()
    await advance(target)
  }

  /** @param {number} milliseconds @param {number} deadline @returns whether it had to wait */
  async #waitForVideos(milliseconds, deadline) {
    /** @param {MoveResult} result */
    const isLate = ({ videos }) => videos.includes('late')
    let pauseMs = 0
    for (; await this.#isWaiting(milliseconds, deadline, isLate); pauseMs += 5) {
      await this.#time.paint()
      await delay(pauseMs)
    }
    return pauseMs > 0
  }

  /**
   * @param {number} milliseconds
   * @param {number} deadline
   * @param {(result: MoveResult) => boolean} isUnfinished
   */
  async #isWaiting(milliseconds, deadline, isUnfinished) {
    const result = await this.#film.clock.moveTo(milliseconds)
    if (!isUnfinished(result) || Date.now() < deadline) return isUnfinished(result)
    warnLate(result)
    this.#limitMs /= 2
    return false
  }

  /** Takes a picture, and finds out whether the page rests. */
  async #takeChanged() {
    const { paint } = this.#time
    let screenshot = ''
    for (let tries = 0; screenshot === '' && tries < 50; tries += 1) {
      if (tries > 0) await delay(100)
      screenshot = (await paint({ screenshot: frameFormat })).screenshotData ?? this.#last
    }
    this.#isResting = screenshot === this.#last
    this.#last = screenshot || fail('other', 'The page could not be captured')
    // After a screenshot every painting is damage.
    if (this.#isResting) await paint()
  }
}
