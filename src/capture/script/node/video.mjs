// The capture: a video, frame by frame.
import { scheduler } from 'node:timers/promises'
import { CONFIG } from '../config.mjs'
import { hasMotion, hasSteps } from '../features.mjs'
import { startVideo } from '../page/video.mjs'
import { takeOverTime } from '../worker/time.mjs'
import { AnimatedImages } from './animated-images.mjs'
import { launchBrowser, openPage } from './browser.mjs'
import { finishOutput, outputSize, takePicture } from './camera.mjs'
import { checkFfmpeg, createProgress, frameFormat, startEncoder } from './encoder.mjs'
import { fail, withTimeout } from './errors.mjs'
import { FrameClock } from './frame-clock.mjs'
import { openTarget, PendingRequests, prepareDocuments } from './loading.mjs'
import { planMotion } from './motion.mjs'
import { takeSteps } from './steps.mjs'
import { judgePage } from './verdict.mjs'
import { addWorkerAgents } from './workers.mjs'

/** @import { PictureOptions, Recording, Result, Run, Size } from './types.mjs' */

const browserArguments = [
  // The session of the page includes frames of other sites, whose time it moves.
  '--disable-site-isolation-trials',
  // Images are decoded in time.
  '--disable-checker-imaging',
]
/** How long a page may work on answers before it sends the next request, ms. */
const followUpMs = 30
/** Longest wait for the picture of a frame before the next try, ms. */
const framePictureMs = 5000
/** Without screenshots, a browser takes up to 2 s for a frame. @type {PictureOptions} */
const dot = { format: 'jpeg', clip: { x: 0, y: 0, width: 8, height: 8, scale: 1 } }

/** @param {Run} run @returns {Promise<Result>} */
export async function takeCapture(run) {
  await checkFfmpeg(run.settings.ffmpeg, CONFIG.video?.codec)
  // With the browser's own scale, positions between CSS px are device px.
  const scale = `--force-device-scale-factor=${CONFIG.viewport.deviceScaleFactor}`
  const browser = await launchBrowser(run, [...browserArguments, scale])
  // The whole minute: two videos of a page that moves with the date are equal.
  const date = Math.floor(Date.now() / 60_000) * 60_000
  const opened = await openPage(run, browser, `(${startVideo})(${takeOverTime}, ${date})`)
  const { page, session } = opened
  const network = new PendingRequests(page)
  await network.watchSharedWorkers()
  const clock = new FrameClock(page, session)
  const recording = { ...opened, network, images: new AnimatedImages(page, session), clock }
  await addWorkerAgents(browser, date, clock)
  await recording.images.watch()
  await loadAtStart(recording)
  return encodeFrames(run, recording)
}

/** @param {Run} run @param {Recording} recording */
async function encodeFrames(run, recording) {
  const { video } = CONFIG
  const size = evenSize(outputSize())
  if (!video) return fail('setting', 'CONFIG.video is missing')
  const { fps, frame_count } = video
  const file = `${run.settings.output}.part`
  const encoder = startEncoder(run, file, size, video)
  const showProgress = run.settings.onFrame ?? createProgress(process.stderr, frame_count)
  await recording.images.showFrames(-1)
  const passed = await passBeforeVideo(recording, fps)
  // Where the page is scrolled to at each frame, 0 to 1; a video without motion has none.
  const positions = hasMotion ? await planMotion(recording.page, video) : []
  for (let index = 0; index < frame_count; index += 1) {
    const taking = takeFrame(recording, ((passed + index) * 1000) / fps, positions[index])
    const frame = await withTimeout(taking, CONFIG.timeouts.navigation_ms)
    const moment = `${(index / fps).toFixed(2)} s`
    if (frame === undefined) return fail('unresponsive', `The page stopped responding at ${moment} of the video`)
    await encoder.write(frame)
    showProgress(index + 1)
  }
  await encoder.finish()
  const verdict = await judgePage(run.settings, recording)
  return finishOutput(run, { ...size, frames: frame_count, fps }, verdict)
}

/** @param {Recording} recording @param {number} time ms since the page began @param {number} [progress] of the scrolling, 0 to 1 */
async function takeFrame(recording, time, progress) {
  await passFrame(recording, time, progress)
  await recording.images.showFrames(time)
  return takePicture(recording.session, frameFormat, framePictureMs)
}

/** The format of the pixels requires it; the video is cropped. @param {Size} size */
function evenSize({ width, height }) {
  return { width: width - (width % 2), height: height - (height % 2) }
}

/** Its time stands still at its start until everything that the page asks for is there. @param {Recording} recording */
async function loadAtStart({ page, clock, network }) {
  let isLoading = true
  async function keepStill() {
    while (isLoading) {
      await clock.moveTo(-1)
      await scheduler.wait(50)
    }
  }
  async function load() {
    try {
      await openTarget(page, network)
      await network.wait(followUpMs)
      await prepareDocuments(page)
      await network.wait(followUpMs)
    } finally {
      isLoading = false
    }
  }
  await Promise.all([keepStill(), load()])
}

/**
 * Lets a frame pass: the page moves to its time once the network has answered, and waits again.
 *
 * @param {Recording} recording
 * @param {number} time ms since the page began
 * @param {number} [progress] of the scrolling, 0 to 1
 */
async function passFrame({ clock, network }, time, progress) {
  await network.wait(followUpMs)
  await clock.moveTo(time, progress)
  await network.wait(followUpMs)
}

/**
 * Lets the first frame of the page pass, in which it is painted and its scripts start to move; then the time for what
 * CONFIG asks for before the video.
 *
 * @param {Recording} recording
 * @param {number} fps
 * @returns {Promise<number>} frames that have passed
 */
async function passBeforeVideo(recording, fps) {
  const { page } = recording
  let frames = 0
  /** @param {number} count */
  async function passFrames(count) {
    const end = frames + count
    for (; frames < end; frames += 1) {
      const passing = Promise.all([passFrame(recording, (frames * 1000) / fps), takePicture(recording.session, dot)])
      const hasPassed = await withTimeout(passing, CONFIG.timeouts.navigation_ms)
      if (!hasPassed) fail('unresponsive', 'The page stopped responding before the recording')
    }
  }

  await passFrames(1)
  const { wait_for_selector, delay = '0' } = CONFIG.options
  if (hasSteps) {
    await takeSteps(page, milliseconds => passFrames(Math.round((milliseconds * fps) / 1000)))
    // What the steps opened is prepared.
    await prepareDocuments(page)
  }
  if (wait_for_selector) {
    const awaited = page.locator(`css=${wait_for_selector}`).first()
    const limit = (CONFIG.timeouts.navigation_ms * fps) / 1000
    const start = frames
    while (!(await awaited.isVisible())) {
      if (frames - start > limit) fail('navigation', `There is no visible ${wait_for_selector} on the page`)
      await passFrames(1)
    }
  }
  await passFrames(Math.round(Number.parseFloat(delay) * fps))
  return frames
}
