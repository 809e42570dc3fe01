// The capture: a screenshot of the window.
import fs from 'node:fs'
import { CONFIG } from '../config.mjs'
import { startPicture } from '../page/picture.mjs'
import { findWindow, finishOutput, outputSize, takeClip } from './camera.mjs'
import { launchPage, loadPage, passDelay, waitForRest } from './still.mjs'
import { judgePage } from './verdict.mjs'

/** @import { Result, Run } from './types.mjs' */

/** @param {Run} run @returns {Promise<Result>} */
export async function takeCapture(run) {
  const still = await launchPage(run, startPicture)
  await loadPage(still)
  await passDelay(still)
  await waitForRest(still)

  const size = outputSize()
  const { image_type: format = 'png', quality = 80 } = CONFIG.options
  const image = await takeClip(still.session, await findWindow(still.session), size, { format, quality })
  // A PNG file of one color has a byte for 280 px; to paint the window again takes longer.
  const hasColors = format === 'png' && image.length > 1000 + (size.width * size.height) / 200
  const verdict = await judgePage(run.settings, still, hasColors)
  fs.writeFileSync(`${run.settings.output}.part`, image)
  return finishOutput(run, { ...size, frames: 1, fps: null }, verdict)
}
