// The whole page: each screen of it is shown until its content has loaded.
import { CONFIG } from '../config.mjs'
import { callAgent } from '../page/calls.mjs'
import { warn } from './errors.mjs'
import { advancePage } from './rest.mjs'

/** @import { Still } from './still.mjs' */

/** How long a screen is shown, ms of the page: some pages load only what stays in view. */
const screenMs = 1000
/** A page that grows while it is shown is followed for this number of screens beyond its first height. */
const maxGrowth = 30

/**
 * Shows every screen, then lays the page out as a whole.
 *
 * @param {Still} still
 * @returns {Promise<number>} where a page is cut that is higher, CSS px
 */
export async function showWholePage(still) {
  const { page, network } = still
  const showScreen = (/** @type {number} */ index) => page.evaluate(callAgent, { name: 'showScreen', args: [index] })
  const { screens, screenHeight } = await showScreen(0)
  const maxHeight = CONFIG.options.max_height ?? Number.POSITIVE_INFINITY
  const endlessScreens = screens + maxGrowth
  const maxScreens = Math.min(endlessScreens, Math.ceil(maxHeight / screenHeight))
  let index = 0
  for (let isShown = true; isShown && index < maxScreens; { isShown } = await showScreen(index)) {
    await advancePage(still, screenMs)
    await network.wait()
    index += 1
  }
  await page.evaluate(callAgent, { name: 'layOutWholePage', args: [] })
  if (index < endlessScreens) return maxHeight
  warn(`The page grows while it is scrolled; cut at ${endlessScreens * screenHeight} px`)
  return Math.min(maxHeight, endlessScreens * screenHeight)
}
