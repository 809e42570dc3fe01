// Opening the page, up to wait_until.
import { CONFIG } from '../head.mjs'
import { fail, firstLine, warn } from './errors.mjs'

/** @import { Page } from 'playwright-core' */

/** @param {Page} page */
export async function openTarget(page) {
  const { target_url, wait_until, timeouts } = CONFIG
  const timeout = timeouts.navigation_ms
  const refuse = (/** @type {Error} */ error) =>
    fail('navigation', `Cannot open the page (wait_until ${wait_until}): ${firstLine(error)}`)
  const response = await page.goto(target_url, { waitUntil: 'commit', timeout }).catch(refuse)
  const status = response?.status() ?? 200
  if (status >= 400) fail('navigation', `The page answered ${status}: ${target_url}`)
  if (wait_until === 'commit') return
  await page.waitForLoadState(wait_until === 'load' ? 'load' : 'domcontentloaded', { timeout }).catch(refuse)
  if (wait_until !== 'networkidle') return
  await page.waitForLoadState('networkidle', { timeout: timeouts.idle_ms }).catch(() => {
    warn(`The network was not quiet within ${timeouts.idle_ms / 1000} s; going on`)
  })
}
