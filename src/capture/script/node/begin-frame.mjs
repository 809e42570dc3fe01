// The begin-frame engine: the headless shell paints a frame for each request, and its time stops in between.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { frameFormat } from './encoder.mjs'
import { fail } from './errors.mjs'
import { isIncomplete, warnLate } from './film-clock.mjs'
import { withTimeout } from './timeout.mjs'
import { scaleFlag } from './window.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { Engine, Film } from './types.mjs' */
/** @import { MoveResult } from './film-clock.mjs' */

/** ms; with a shorter one, a moving image and a slower main frame can wait for each other. */
const longInterval = 10_000
/** Longest wait for the tasks of a page, ms. */
const restMs = 8000
/**
 * Paintings before time is stopped. Where it is stopped in the middle of a page's work, for new images for example,
 * Chromium may never answer: 15 of 50 times with one painting, 0 of 50 with five.
 */
const lastPaintings = 5
/** Chromium rounds the time of animations to 0.1 ms, up or down at random: not that of frames at such times. */
const stepMicroseconds = 100
/** Chromium rounds times down: without it two frames share a step, and the second stays unanswered. In ms. */
const halfMicrosecond = 0.0005

/** @type {Engine} */
export const beginFrame = {
  name: 'begin-frame',
  browserArguments: () => [
    scaleFlag(),
    '--deterministic-mode',
    `--window-size=${CONFIG.viewport.width},${CONFIG.viewport.height}`,
  ],
  windowOptions: () => ({ viewport: null }),

  async open(film) {
    const { session } = film
    // While the page loads, a longer interval would starve playing videos.
    let interval = 1000
    const paint = () => session.send('HeadlessExperimental.beginFrame', { interval }).catch(() => undefined)
    const painted = await withTimeout(paint(), 4000)
    // Below half scale the shell paints nothing.
    if (!painted || CONFIG.viewport.deviceScaleFactor < 0.5) {
      fail('tool', 'begin-frame needs the headless shell. Run: npx playwright install chromium-headless-shell')
    }
    let remaining = Number.POSITIVE_INFINITY
    const painting = (async () => {
      for (; remaining > 0; remaining -= 1) {
        await paint()
        await scheduler.wait(100)
      }
    })()
    return async () => {
      interval = longInterval
      await film.images.showFrames(-1)
      remaining = lastPaintings
      await withinLimit(painting, lastPaintings * restMs)
      const time = await SteppedTime.stop(session)
      await time.paint({ screenshot: frameFormat })
      // CSS and SVG animations go on with the time of the frames.
      await session.send('Animation.disable')
      return new FramePainter(film, time)
    }
  },
}

/**
 * Fails when the page does not come to rest, so that the other engine can take over.
 *
 * @param {Promise<unknown>} waiting
 * @param {number} limit ms
 */
async function withinLimit(waiting, limit = restMs) {
  const isOver = await withTimeout(
    waiting.then(() => true),
    limit,
  )
  if (!isOver) fail('other', 'The page never rests')
}

/**
 * The browser's time, stopped, which then goes on by steps. Times are in µs since then.
 *
 * The time of the frames is a clock of its own, a second ahead: when a request ends, Chromium moves its time to 10 ms
 * after the request began, and animations would jump if that were later than the last frame.
 */
class SteppedTime {
  #now = 0
  #frameTime = -stepMicroseconds
  /** How long the timeline was held. */
  #heldTime = 0
  /** The time of the frame that it is held at. */
  #heldAt = 0

  #session
  #firstFrame

  /** @param {CDPSession} session @param {number} firstFrame ms of the browser's clock */
  constructor(session, firstFrame) {
    this.#session = session
    this.#firstFrame = firstFrame
  }

  /** @param {CDPSession} session */
  static async stop(session) {
    const { virtualTimeTicksBase = 0 } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
    return new SteppedTime(session, Math.ceil(virtualTimeTicksBase) + 1000)
  }

  /** Lets the browser run its tasks. */
  async advance(target = this.#now + 1) {
    const next = Math.max(target, this.#now + 1)
    const budget = (next - this.#now) / 1000 + halfMicrosecond
    this.#now = next
    const expired = new Promise(resolve => this.#session.once('Emulation.virtualTimeBudgetExpired', resolve))
    // Some pages always have a task.
    const policy = /** @type {const} */ ({ policy: 'advance', budget, maxVirtualTimeTaskStarvationCount: 1000 })
    await this.#session.send('Emulation.setVirtualTimePolicy', policy)
    await withinLimit(expired)
  }

  /**
   * Lets the browser run tasks until something is done.
   *
   * @template Value
   * @param {Promise<Value>} work
   * @param {number} [target]
   */
  async runTasks(work, target) {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    await this.advance(target)
    for (let pauseMs = 0; !isDone; pauseMs = Math.min(pauseMs + 1, 10)) {
      await Promise.race([work, scheduler.wait(pauseMs)])
      await this.advance()
    }
    return work
  }

  /** @param {{ screenshot?: typeof frameFormat }} [options] */
  async paint(options) {
    this.#frameTime += stepMicroseconds
    const frameTimeTicks = this.#firstFrame + this.#frameTime / 1000 + halfMicrosecond
    const frame = { frameTimeTicks, interval: longInterval, ...options }
    const painted = await this.#session.send('HeadlessExperimental.beginFrame', frame)
    await this.advance()
    return painted
  }

  /** Gives the next frame a time. @param {number} time */
  setFrameTime(time) {
    const step = Math.round((time + this.#heldTime) / stepMicroseconds)
    this.#frameTime = Math.max(this.#frameTime, (step - 1) * stepMicroseconds)
  }

  /** Holds animations at the last frame. */
  async hold() {
    this.#heldAt = this.#frameTime
    await this.#session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  }

  /** Lets them go on. */
  async release() {
    this.#heldTime += this.#frameTime - this.#heldAt
    await this.#session.send('Animation.setPlaybackRate', { playbackRate: 1 })
  }
}

/** Takes the frames of a film, and repeats the last one while nothing changes. */
class FramePainter {
  /** JPEG in base64. */
  #last = ''
  #isResting = false
  /** Longest wait for videos and workers, ms; halved when it was too short. */
  #limitMs = 20_000

  #film
  #time

  /** @param {Film} film @param {SteppedTime} time */
  constructor(film, time) {
    this.#film = film
    this.#time = time
  }

  /** @param {number} milliseconds */
  async pass(milliseconds) {
    await this.#moveTo(milliseconds)
    this.#time.setFrameTime(milliseconds * 1000)
    await this.#time.paint()
  }

  /** @param {number} milliseconds @param {number | null} progress */
  async take(milliseconds, progress) {
    const deadline = Date.now() + this.#limitMs
    const moved = await this.#moveTo(milliseconds, progress)
    this.#time.setFrameTime(milliseconds * 1000)
    if (isIncomplete(moved) || this.#isResting) await this.#paintAndTake(milliseconds, deadline, isIncomplete(moved))
    else await this.#takeChanged()
    return Buffer.from(this.#last, 'base64')
  }

  /**
   * Paints, and takes a picture if something has changed: where animations are at the first painting.
   *
   * @param {number} milliseconds
   * @param {number} deadline
   * @param {boolean} mayBeLate whether a video may be late
   */
  async #paintAndTake(milliseconds, deadline, mayBeLate) {
    const { hasDamage } = await this.#time.paint()
    if (!hasDamage && !mayBeLate) return
    await this.#time.hold()
    if (mayBeLate && (await this.#waitForVideos(milliseconds, deadline))) await this.#time.paint()
    await this.#takeChanged()
    await this.#time.release()
  }

  /**
   * Moves everything to a time.
   *
   * @param {number} milliseconds
   * @param {number | null} [progress]
   * @returns how it was before the waits
   */
  async #moveTo(milliseconds, progress) {
    const { clock, images, network } = this.#film
    const time = this.#time
    const deadline = Date.now() + this.#limitMs
    if (network.hasRequests()) await time.runTasks(network.settle())
    const moved = await time.runTasks(clock.moveTo(milliseconds, progress, true), Math.round(milliseconds * 1000))
    if (network.hasRequests()) await time.runTasks(network.settle())
    /** @param {MoveResult} result */
    const isUnfinished = ({ videos, workers }) => videos.includes('seeking') || workers.includes('busy')
    let isWaiting = isUnfinished(moved)
    while (isWaiting) isWaiting = await this.#moveAgain(milliseconds, deadline, isUnfinished, progress)
    if (images.hasAny()) await time.runTasks(images.showFrames(milliseconds))
    return moved
  }

  /** @param {number} milliseconds @param {number} deadline @returns whether it had to wait */
  async #waitForVideos(milliseconds, deadline) {
    /** @param {MoveResult} result */
    const isLate = ({ videos }) => videos.includes('late')
    let pauseMs = 0
    for (; await this.#moveAgain(milliseconds, deadline, isLate); pauseMs += 5) {
      await this.#time.paint()
      await scheduler.wait(pauseMs)
    }
    return pauseMs > 0
  }

  /**
   * Moves everything to the same time again; after the deadline it warns and goes on.
   *
   * @param {number} milliseconds
   * @param {number} deadline
   * @param {(result: MoveResult) => boolean} isUnfinished
   * @param {number | null} [progress]
   * @returns whether to wait longer
   */
  async #moveAgain(milliseconds, deadline, isUnfinished, progress) {
    const isEarly = Date.now() < deadline
    const result = await this.#time.runTasks(this.#film.clock.moveTo(milliseconds, progress, isEarly))
    if (!isUnfinished(result) || isEarly) return isUnfinished(result)
    warnLate(result)
    this.#limitMs /= 2
    return false
  }

  /** Takes a picture, and finds out whether the page rests. */
  async #takeChanged() {
    let screenshot = ''
    for (let tries = 0; screenshot === '' && tries < 50; tries += 1) {
      if (tries > 0) await scheduler.wait(100)
      screenshot = (await this.#time.paint({ screenshot: frameFormat })).screenshotData ?? this.#last
    }
    this.#isResting = screenshot === this.#last
    this.#last = screenshot || fail('other', 'The page could not be captured')
    // After a screenshot every painting is damage.
    if (this.#isResting) await this.#time.paint()
  }
}
