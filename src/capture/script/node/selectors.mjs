// Selectors of CONFIG: an empty page parses them before the page is opened.
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { checkSelector } from '../page/calls.mjs'
import { fail } from './errors.mjs'
import { selectorsOfSteps } from './steps.mjs'

/** @import { Page } from 'playwright-core' */

/** @param {Page} page */
export async function checkSelectors(page) {
  const { selector, wait_for_selector, hide_selectors = [] } = CONFIG.options
  const selectors = [selector, wait_for_selector, ...hide_selectors]
  if (hasSteps) selectors.push(...selectorsOfSteps())
  for (const one of selectors) {
    if (!one) continue
    await page.evaluate(checkSelector, one).catch(() => fail('setting', `Not a CSS selector: ${one}`))
  }
}
