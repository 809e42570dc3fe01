// The capture: a film, frame by frame.
import { setTimeout as delay } from 'node:timers/promises'
import { CONFIG } from '../head.mjs'
import { startFilm } from '../page/film.mjs'
import { startTime } from '../worker/time.mjs'
import { AnimatedImages } from './animated-images.mjs'
import { launchBrowser } from './browser.mjs'
import { checkFfmpeg, startEncoder, verifyFilm } from './encoder.mjs'
import { findEngines } from './engines.mjs'
import { CaptureError, fail, warn } from './errors.mjs'
import { createFilmClock } from './film-clock.mjs'
import { createProgress } from './film-progress.mjs'
import { checkSelectors, openTarget, waitUntilReady } from './loading.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { runJob } from './run.mjs'
import { easedProgress } from './scroll.mjs'
import { readSettings } from './settings.mjs'
import { openPage } from './window.mjs'
import { addWorkerAgents } from './workers.mjs'

/** @import { Engine, Result, Run, TakeFrame } from './types.mjs' */

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  const [engine, ...others] = findEngines(settings.engine)
  await checkFfmpeg(settings.ffmpeg)
  try {
    return await runJob(settings, run => recordFilm(run, engine), interruption)
  } catch (error) {
    const [other] = others
    const isOfEngine = error instanceof CaptureError && (error.kind === 'other' || error.kind === 'tool')
    if (other === undefined || !isOfEngine) throw error
    warn('begin-frame is not available or does not respond; using page-clock')
    return runJob(settings, run => recordFilm(run, other), interruption)
  }
}

/** @param {Run} run @param {Engine} engine */
async function recordFilm(run, engine) {
  const browser = await launchBrowser(run, engine.browserArguments())
  const agent = `(${startFilm})(${startTime}, ${JSON.stringify(engine.agentSettings)})`
  const { page, session } = await openPage(run, browser, engine.windowOptions(), agent)
  const images = new AnimatedImages(page)
  const clock = createFilmClock(page)
  const start = await engine.open({ page, session, images, clock })
  await addWorkerAgents(browser, page)
  await images.watch()
  await checkSelectors(page)
  await openTarget(page)
  await waitUntilReady(page)

  const starting = clock
    .start()
    .then(() => images.showFrames(-1))
    .then(start)
  return encodeFrames(run, starting)
}

/** @param {Run} run @param {Promise<TakeFrame>} starting */
async function encodeFrames(run, starting) {
  const { timeouts, video } = CONFIG
  const size = outputSize()
  if (video === null) return fail('setting', 'CONFIG.video is missing')
  const { fps, frame_count } = video
  const file = `${run.settings.output}.part`
  const encoder = startEncoder(run, file, size, video)
  const showProgress = createProgress(process.stderr, frame_count)
  for (let index = 0; index < frame_count; index += 1) {
    const taking = starting.then(takeFrame => takeFrame((index * 1000) / fps, progressAt(index, frame_count)))
    const limitMs = timeouts.navigation_ms * (index > 0 ? 1 : 2)
    const frame = await Promise.race([taking, delay(limitMs, undefined, { ref: false })])
    if (!frame) fail('other', `The page does not respond at ${(index / fps).toFixed(2)} s of the film`)
    await encoder.write(frame)
    showProgress(index + 1)
  }
  await encoder.finish()
  await verifyFilm(run.settings.ffmpeg, file, { ...size, frames: frame_count })
  return finishOutput(run, { ...size, frames: frame_count, fps })
}

/** Where the page is scrolled to, 0 to 1; null: where it is. @param {number} index @param {number} frames */
function progressAt(index, frames) {
  // #if scroll
  if (CONFIG.options.motion === 'scroll') return easedProgress(index, frames)
  // #endif
  return null
}
