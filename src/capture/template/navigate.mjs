// ---- Opening the page ----
import { Failure, firstLine } from './failure.mjs'

/** @import { Config, Page, Warn } from './types.d.ts' */

/**
 * Opens the page and waits for what CONFIG.wait_until asks.
 * @param {Page} page
 * @param {Config} config
 * @param {Warn} warn
 */
export async function navigate(page, { target_url, wait_until, timeouts }, warn) {
  const timeout = timeouts.navigation_ms
  const refuse = (/** @type {Error} */ error) => {
    throw new Failure('navigation', `Cannot open the page: ${firstLine(error)}`)
  }
  const response = await page.goto(target_url, { waitUntil: 'commit', timeout }).catch(refuse)
  if (response && response.status() >= 400) {
    throw new Failure('navigation', `The page answered ${response.status()}: ${target_url}`)
  }
  if (wait_until === 'commit') return
  await page.waitForLoadState(wait_until === 'load' ? 'load' : 'domcontentloaded', { timeout }).catch(refuse)
  if (wait_until !== 'networkidle') return
  // Some pages are never quiet (polling, streams).
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    warn(`The network was not quiet within ${timeouts.idle_ms / 1000} s; going on`)
  })
}
