// The capture: a screenshot of the window.
import fs from 'node:fs'
import { CONFIG } from '../head.mjs'
import { takePicture, windowPosition } from './camera.mjs'
import { writeImage } from './image.mjs'
import { checkSize, finishOutput, outputSize } from './output.mjs'
import { passTime, waitForRest } from './rest.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { launchPage, loadPage } from './still.mjs'

/** @import { Result, Run } from './types.mjs' */

/** @param {Run} run */
async function takeScreenshot(run) {
  const still = await launchPage(run)
  await loadPage(still)
  await passTime(still, Number.parseFloat(CONFIG.options.delay) * 1000)
  await waitForRest(still)

  // The clip leaves out the fraction of a device px that a scale such as 1.15 adds to the window.
  const { width, height } = outputSize()
  const scale = CONFIG.viewport.deviceScaleFactor
  const position = await windowPosition(still.session)
  const clip = { ...position, width: width / scale, height: height / scale, scale: 1 }
  const picture = await takePicture(still.session, { format: 'png', clip })
  // The header of a PNG file has its size at byte 16.
  checkSize({ width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }, { width, height })
  // #if !encoded
  fs.writeFileSync(`${run.settings.output}.part`, picture)
  // #endif
  // #if encoded
  await writeImage(run, still.browser, { width, height }, [picture])
  // #endif
  return finishOutput(run, { width, height, frames: 1, fps: null })
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
