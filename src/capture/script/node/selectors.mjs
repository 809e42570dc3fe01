// Selectors of CONFIG: an empty page parses them before the page is opened.
import { CONFIG } from '../head.mjs'
import { checkSelector } from '../page/calls.mjs'
import { fail } from './errors.mjs'

/** @import { Page } from 'playwright-core' */

/** @param {Page} page */
export async function checkSelectors(page) {
  const { selector, wait_for_selector, hide_selectors } = CONFIG.options
  /** @type {(string | null)[]} */
  const selectors = [selector, wait_for_selector, ...hide_selectors]
  // #if steps
  for (const step of CONFIG.options.steps ?? [])
    if ('selector' in step && typeof step.selector === 'string') selectors.push(step.selector)
  // #endif
  for (const one of selectors) {
    if (one === null) continue
    await page.evaluate(checkSelector, one).catch(() => fail('setting', `Not a CSS selector: ${one}`))
  }
}
