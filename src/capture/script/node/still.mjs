// Opening a page for a still: with a clock that the script moves.
import { CONFIG } from '../head.mjs'
import { startScreenshot } from '../page/screenshot.mjs'
import { launchBrowser } from './browser.mjs'
import { fixWindow } from './camera.mjs'
import { checkSelectors, openTarget, prepareDocuments } from './loading.mjs'
import { Network } from './network.mjs'
import { passTime, stopTimelines, waitForContent } from './rest.mjs'
import { takeSteps } from './steps.mjs'
import { emulatedWindow, openPage } from './window.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { OpenPage, Run } from './types.mjs' */

/** @typedef {OpenPage & { browser: Browser, network: Network }} Still */

const browserArguments = [
  // Painted in two steps, a part of a page can differ by one colour level from run to run.
  '--disable-partial-raster',
  // Pictures are decoded before they are painted.
  '--disable-checker-imaging',
  '--disable-smooth-scrolling',
]

/** Longest wait for pictures and fonts where an answer is missing. */
const lateMs = 1000

/** @param {Run} run @returns {Promise<Still>} */
export async function openStill(run) {
  const browser = await launchBrowser(run, browserArguments)
  const { page, session } = await openPage(run, browser, emulatedWindow(), `(${startScreenshot})()`)
  const network = new Network(page)
  await stopTimelines(session)
  await checkSelectors(page)
  await openTarget(page, network)
  const still = { browser, page, session, network }
  // #if steps
  await takeSteps(page, { pass: milliseconds => passTime(still, milliseconds), paintDuring: work => work })
  // #endif
  await waitForContent(still)
  await prepareDocuments(page, network.late.length > 0 ? lateMs : CONFIG.timeouts.settle_ms)
  await fixWindow(session)
  return still
}
