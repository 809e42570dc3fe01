// The capture: a screenshot of the window.
import fs from 'node:fs'
import { CONFIG } from '../head.mjs'
import { scrollPosition } from '../page/calls.mjs'
import { startScreenshot } from '../page/screenshot.mjs'
import { callInFrames } from './agent.mjs'
import { launchBrowser } from './browser.mjs'
import { fixWindow, takePicture } from './camera.mjs'
import { checkSelectors, openTarget, waitUntilReady } from './loading.mjs'
import { checkSize, finishOutput, outputSize } from './output.mjs'
import { runJob } from './run.mjs'
import { readSettings } from './settings.mjs'
import { emulatedWindow, openPage } from './window.mjs'

/** @import { Result, Run } from './types.mjs' */

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

/** @param {Run} run */
async function takeScreenshot(run) {
  // Painted in two steps, a part of a page can differ by one colour level from run to run.
  const browser = await launchBrowser(run, ['--disable-partial-raster'])
  const { page, session } = await openPage(run, browser, emulatedWindow(), `(${startScreenshot})()`)
  await checkSelectors(page)
  await openTarget(page)
  await waitUntilReady(page)
  await callInFrames(page, 'finishMotion')
  await fixWindow(session)

  // The clip leaves out the fraction of a device px that a scale such as 1.15 adds to the window.
  const { width, height } = outputSize()
  const scale = CONFIG.viewport.deviceScaleFactor
  const position = await page.evaluate(scrollPosition).catch(() => ({ x: 0, y: 0 }))
  const clip = { ...position, width: width / scale, height: height / scale, scale: 1 }
  const picture = await takePicture(session, { format: 'png', clip }, 60_000)
  // The header of a PNG file has its size at byte 16.
  checkSize({ width: picture.readUInt32BE(16), height: picture.readUInt32BE(20) }, { width, height })
  fs.writeFileSync(`${run.settings.output}.part`, picture)
  return finishOutput(run, { width, height, frames: 1, fps: null })
}
