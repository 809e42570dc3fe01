// The page of a picture: its clock is stopped until the script moves it, so that it looks the same at each run.
import { hasSteps } from '../features.mjs'
import { launchBrowser } from './browser.mjs'
import { openTarget, prepareDocuments } from './loading.mjs'
import { PendingRequests } from './pending-requests.mjs'
import { advancePage, passTime, waitForElement } from './rest.mjs'
import { takeSteps } from './steps.mjs'
import { openPage } from './window.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { OpenPage, Run } from './types.mjs' */

/** @typedef {OpenPage & { browser: Browser, network: PendingRequests }} Still */

const browserArguments = [
  // Painted in two steps, a part of a page can differ by one colour level from run to run.
  '--disable-partial-raster',
  // Pictures are decoded before they are painted.
  '--disable-checker-imaging',
]
/** What a page does at first, before its content is prepared, ms. */
const firstMs = 500

/**
 * @param {Run} run
 * @param {() => void} startAgent runs in the page before its own scripts
 * @returns {Promise<Still>}
 */
export async function launchPage(run, startAgent) {
  const browser = await launchBrowser(run, browserArguments)
  const opened = await openPage(run, browser, `(${startAgent})()`)
  const network = new PendingRequests(opened.page)
  await network.watchSharedWorkers()
  return { ...opened, browser, network }
}

/** Opens the page of CONFIG. @param {Still} still */
export async function loadPage(still) {
  const { page, network } = still
  await openTarget(page, network)
  if (hasSteps) {
    // Without what hides the page: a banner can cover what they need.
    await prepareDocuments(page)
    await takeSteps(page, milliseconds => passTime(still, milliseconds))
  }
  await waitForElement(still)
  // Add your own waits here. This one passes 2 s of the page's time, in steps of 250 ms:
  // for (let step = 0; step < 8; step += 1) await advancePage(still, 250)
  await advancePage(still, firstMs)
  await prepareDocuments(page)
}
