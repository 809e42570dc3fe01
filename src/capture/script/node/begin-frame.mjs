// The begin-frame engine: the headless shell paints a frame for each request, and its time stops in between.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { frameFormat } from './encoder.mjs'
import { fail } from './errors.mjs'
import { isMoving, warnLate } from './film-clock.mjs'
import { scaleFlag } from './window.mjs'

/** @import { CDPSession } from 'playwright-core' */
/** @import { Engine, Film } from './types.mjs' */
/** @import { MoveResult } from './film-clock.mjs' */

/** ms; with a shorter one, a moving image and a slower main frame can wait for each other. */
const longInterval = 10_000
/** Longest wait for the tasks of a page, ms. */
const restMs = 8000
/** Chromium rounds the time of animations to 0.1 ms, up or down at random: not that of frames at such times. */
const stepMicroseconds = 100

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
      interval = longInterval
      // Some pages do not paint if time is stopped in the middle of their work.
      await delay(300)
      await film.images.showFrames(-1)
      isLoading = false
      await withinLimit(painting)
      const time = await stopTime(session)
      await time.paint({ screenshot: frameFormat })
      // CSS and SVG animations go on with the time of the frames.
      await session.send('Animation.disable')
      return new FramePainter(film, time)
    }
  },
}

/** Fails when the page does not come to rest, so that the other engine can take over. @param {Promise<unknown>} waiting */
async function withinLimit(waiting) {
  const late = delay(restMs, undefined, { ref: false }).then(() => fail('other', 'The page never rests'))
  await Promise.race([waiting, late])
}

/** @typedef {Awaited<ReturnType<typeof stopTime>>} SteppedTime */

/**
 * Stops the browser's time, which then goes on by steps. Times are in µs since then.
 *
 * The time of the frames is a clock of its own, a second ahead: when a request ends, Chromium moves its time to 10 ms
 * after the request began, and animations would jump if that were later than the last frame.
 *
 * @param {CDPSession} session
 */
async function stopTime(session) {
  const { virtualTimeTicksBase = 0 } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
  const firstFrame = Math.ceil(virtualTimeTicksBase) + 1000
  // Chromium rounds times down: without half a µs two frames share a step, and the second stays unanswered.
  const half = 0.0005
  let now = 0
  let frameTime = -stepMicroseconds
  /** How long the timeline was held. */
  let heldTime = 0
  /** The time of the frame that it is held at. */
  let heldAt = 0

  /** Lets the browser run its tasks. */
  async function advance(target = now + 1) {
    const budget = (Math.max(target, now + 1) - now) / 1000 + half
    now = Math.max(target, now + 1)
    const expired = new Promise(resolve => session.once('Emulation.virtualTimeBudgetExpired', resolve))
    // Some pages always have a task.
    const policy = /** @type {const} */ ({ policy: 'advance', budget, maxVirtualTimeTaskStarvationCount: 1000 })
    await session.send('Emulation.setVirtualTimePolicy', policy)
    await withinLimit(expired)
  }

  /**
   * Lets the browser run tasks until something is done.
   *
   * @template Value
   * @param {Promise<Value>} work
   * @param {number} [target]
   */
  async function runTasks(work, target) {
    let isDone = false
    const end = () => {
      isDone = true
    }
    work.then(end, end)
    await advance(target)
    for (let pauseMs = 0; !isDone; pauseMs = Math.min(pauseMs + 1, 10)) {
      await Promise.race([work, delay(pauseMs)])
      await advance()
    }
    return work
  }

  /** @param {{ screenshot?: typeof frameFormat }} [options] */
  async function paint(options) {
    frameTime += stepMicroseconds
    const frame = { frameTimeTicks: firstFrame + frameTime / 1000 + half, interval: longInterval, ...options }
    const painted = await session.send('HeadlessExperimental.beginFrame', frame)
    await advance()
    return painted
  }

  return {
    advance,
    runTasks,
    paint,
    /** Gives the next frame a time. @param {number} time */
    setFrameTime(time) {
      const step = Math.round((time + heldTime) / stepMicroseconds)
      frameTime = Math.max(frameTime, (step - 1) * stepMicroseconds)
    },
    /** Holds animations at the last frame. */
    async hold() {
      heldAt = frameTime
      await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
    },
    /** Lets them go on. */
    async release() {
      heldTime += frameTime - heldAt
      await session.send('Animation.setPlaybackRate', { playbackRate: 1 })
    },
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
    if (isMoving(moved) || this.#isResting) await this.#paintAndTake(milliseconds, deadline, isMoving(moved))
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
    const { paint, hold, release } = this.#time
    const { hasDamage } = await paint()
    if (!hasDamage && !mayBeLate) return
    await hold()
    if (mayBeLate && (await this.#waitForVideos(milliseconds, deadline))) await paint()
    await this.#takeChanged()
    await release()
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
    const { runTasks } = this.#time
    const deadline = Date.now() + this.#limitMs
    if (network.hasRequests()) await runTasks(network.settle())
    const moved = await runTasks(clock.moveTo(milliseconds, progress), Math.round(milliseconds * 1000))
    if (network.hasRequests()) await runTasks(network.settle())
    /** @param {MoveResult} result */
    const isUnfinished = ({ videos, workers }) => videos.includes('seeking') || workers.includes('busy')
    if (isUnfinished(moved)) while (await this.#isWaiting(milliseconds, deadline, isUnfinished));
    if (images.hasAny()) await runTasks(images.showFrames(milliseconds))
    return moved
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
    const result = await this.#time.runTasks(this.#film.clock.moveTo(milliseconds))
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
