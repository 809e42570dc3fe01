// The capture: a film, frame by frame.
import { CONFIG } from '../config.mjs'
import { startFilm } from '../page/film.mjs'
import { takeOverTime } from '../worker/time.mjs'
import { AnimatedImages } from './animated-images.mjs'
import { launchBrowser } from './browser.mjs'
import { checkFfmpeg, isOneColor, startEncoder, verifyFilm } from './encoder.mjs'
import { engineAfter, findEngines } from './engines.mjs'
import { fail } from './errors.mjs'
import { createFilmClock } from './film-clock.mjs'
import { loadAtStart, passBeforeFilm } from './film-loading.mjs'
import { watchNetwork } from './film-network.mjs'
import { createProgress } from './film-progress.mjs'
import { planMotion } from './motion.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { runJob } from './run.mjs'
import { checkSelectors } from './selectors.mjs'
import { checkConfig, readSettings } from './settings.mjs'
import { withTimeout } from './timeout.mjs'
import { judgePage } from './verdict.mjs'
import { openPage } from './window.mjs'
import { addWorkerAgents } from './workers.mjs'

/** @import { Engine, Film, FrameTaker, Result, Run, Size } from './types.mjs' */

/** The session of the page includes frames of other sites, whose time it moves. */
const sharedProcess = '--disable-site-isolation-trials'

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  checkConfig()
  const [engine, other] = findEngines(settings.engine)
  await checkFfmpeg(settings.ffmpeg, CONFIG.video?.codec)
  try {
    return await runJob(settings, run => recordFilm(run, engine), interruption)
  } catch (error) {
    const next = engineAfter(error, engine, other)
    return runJob(settings, run => recordFilm(run, next), interruption)
  }
}

/** @param {Run} run @param {Engine} engine */
async function recordFilm(run, engine) {
  const browser = await launchBrowser(run, [sharedProcess, ...engine.browserArguments()])
  // The whole minute: two films of a page that moves with the date are equal.
  const settings = { engine: engine.name, date: Math.floor(Date.now() / 60_000) * 60_000 }
  const agent = `(${startFilm})(${takeOverTime}, ${JSON.stringify(settings)})`
  const { page, session, status } = await openPage(run, browser, engine.windowOptions(), agent)
  const network = await watchNetwork(session)
  const film = { page, session, status, network, images: new AnimatedImages(page), clock: createFilmClock(page) }
  // CSS and SVG animations stand still from their beginning.
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  const start = await engine.open(film)
  await addWorkerAgents(browser, settings, film.clock)
  await film.images.watch()
  await checkSelectors(page)
  await loadAtStart(film)
  return encodeFrames(run, film, start())
}

/** @param {Run} run @param {Film} film @param {Promise<FrameTaker>} starting */
async function encodeFrames(run, film, starting) {
  const { timeouts, video } = CONFIG
  const size = evenSize(outputSize())
  if (!video) return fail('setting', 'CONFIG.video is missing')
  const { fps, frame_count } = video
  const file = `${run.settings.output}.part`
  const encoder = startEncoder(run, file, size, video)
  const showProgress = run.settings.onFrame ?? createProgress(process.stderr, frame_count)
  const taker = await withTimeout(starting, timeouts.navigation_ms)
  if (taker === undefined) return fail('start', 'The page does not respond at the start of the film')
  const passed = await passBeforeFilm(film, taker, fps)
  const positions = await planMotion(film.page, video)
  /** @type {Buffer} */
  let lastFrame = Buffer.alloc(0)
  for (let index = 0; index < frame_count; index += 1) {
    const taking = taker.take(((passed + index) * 1000) / fps, positions[index] ?? null)
    const frame = await withTimeout(taking, timeouts.navigation_ms)
    const moment = `${(index / fps).toFixed(2)} s`
    if (frame === undefined) return fail('other', `The page does not respond at ${moment} of the film`)
    await encoder.write(frame)
    lastFrame = frame
    showProgress(index + 1)
  }
  await encoder.finish()
  const verdict = await judgePage(run.settings, film, () => isOneColor(run.settings.ffmpeg, lastFrame))
  await verifyFilm(run.settings.ffmpeg, file, { ...size, frames: frame_count })
  return finishOutput(run, { ...size, frames: frame_count, fps }, verdict)
}

/** The format of the pixels requires it; the film is cropped. @param {Size} size */
function evenSize({ width, height }) {
  return { width: width - (width % 2), height: height - (height % 2) }
}
