// The capture: a screenshot of the window.
import fs from 'node:fs'
import { CONFIG } from '../head.mjs'
import { findWindow, takePng } from './camera.mjs'
import { writeImage } from './image.mjs'
import { finishOutput, outputSize } from './output.mjs'
import { passTime, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'

/** @import { Result, Run } from './types.mjs' */

/** @param {Run} run */
async function takeScreenshot(run) {
  const still = await launchPage(run)
  await loadPage(still)
  // #if delay
  await passTime(still, Number.parseFloat(CONFIG.options.delay) * 1000)
  // #endif
  await waitForRest(still)

  const size = outputSize()
  const picture = await takePng(still.session, await findWindow(still.session), size)
  // #if !encoded
  fs.writeFileSync(`${run.settings.output}.part`, picture)
  // #endif
  // #if encoded
  await writeImage(run, still.browser, size, [picture])
  // #endif
  return finishOutput(run, { ...size, frames: 1, fps: null })
}

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
export async function capture(settings = readSettings([], process.env), interruption) {
  return runJob(settings, takeScreenshot, interruption)
}
