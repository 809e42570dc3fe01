// The steps of CONFIG, which the script takes on the loaded page with the mouse and the keyboard of the browser.
import { CONFIG } from '../config.mjs'
import { hasOverlays } from '../features.mjs'
import { scrollToElement } from '../page/calls.mjs'
import { callInFrames } from './agent.mjs'
import { fail, firstLine, warn } from './errors.mjs'
import { readText, typesSecret } from './secrets.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { CaptureStep } from '../../../../schemas/capture-steps.ts' */

/** How long the page works on a step before the next, ms of its time. */
const reactionMs = 500
/** Between two looks for an element, ms of the page's time. */
const lookMs = 250

/** Fails where a text to type is missing. @param {readonly CaptureStep[]} [steps] */
export function checkSteps(steps = []) {
  for (const [index, step] of steps.entries()) {
    if (!('text' in step) || readText(step.text) !== undefined) continue
    const { env } = Object(step.text)
    fail('setting', `Step ${index + 1} (${step.action}): set the environment variable ${env} to the text to type`)
  }
}

/** @typedef {(milliseconds: number) => Promise<void>} PassTime of the page */

/** @param {Page} page @param {PassTime} pass */
export async function takeSteps(page, pass) {
  const { options, wait_until, timeouts } = CONFIG
  for (const [index, step] of (options.steps ?? []).entries()) {
    /** @param {Error} error */
    const refuse = error => fail('navigation', `Step ${index + 1} (${step.action}): ${reasonOf(error)}`)
    await pass(reactionMs)
    // What a step opens is wanted.
    if (hasOverlays) await callInFrames(page, 'keepOverlays')
    await takeStep(page, step, pass).catch(refuse)
  }
  await pass(reactionMs)
  // One of them may have opened another page.
  if (wait_until === 'commit') return
  const timeout = wait_until === 'networkidle' ? timeouts.idle_ms : timeouts.navigation_ms
  await page
    .waitForLoadState(wait_until, { timeout })
    .catch(() => warn(`The page did not reach ${wait_until} after the steps within ${timeout / 1000} s; continuing`))
}

/** @param {Page} page @param {CaptureStep} step @param {PassTime} pass */
async function takeStep(page, step, pass) {
  if (step.action === 'wait') return pass(Number.parseFloat(step.duration) * 1000)
  if ('selector' in step && step.action !== 'scroll_to') await waitForVisible(page, step.selector, pass)
  await act(page, step)
}

/** @param {Page} page @param {Exclude<CaptureStep, { action: 'wait' }>} step */
async function act(page, step) {
  const timeout = CONFIG.timeouts.settle_ms
  switch (step.action) {
    case 'click':
      return findVisible(page, step.selector).click({ timeout })
    case 'hover':
      return findVisible(page, step.selector).hover({ timeout })
    case 'type':
      // A key can take some milliseconds.
      return findVisible(page, step.selector).pressSequentially(readText(step.text) ?? '', { timeout: 6 * timeout })
    case 'fill':
      return findVisible(page, step.selector).fill(readText(step.text) ?? '', { timeout })
    case 'press':
      if (step.selector === undefined) return page.keyboard.press(step.key)
      return findVisible(page, step.selector).press(step.key, { timeout })
    case 'scroll_to':
      return page.locator(`css=${step.selector}`).first().evaluate(scrollToElement, undefined, { timeout })
    case 'css':
      return callInFrames(page, 'addStyles', step.css)
    case 'goto':
      return page.goto(step.url, { waitUntil: 'domcontentloaded', timeout: CONFIG.timeouts.navigation_ms })
  }
}

/** The first visible element: pages often have a second, hidden menu. @param {Page} page @param {string} selector */
function findVisible(page, selector) {
  return page.locator(`css=${selector} >> visible=true`).first()
}

/** @param {Page} page @param {string | undefined} selector @param {PassTime} pass */
async function waitForVisible(page, selector, pass) {
  if (selector === undefined) return
  const element = findVisible(page, selector)
  for (let waited = 0; !(await element.isVisible()); waited += lookMs) {
    if (waited >= CONFIG.timeouts.settle_ms) fail('navigation', `there is no visible ${selector} on the page`)
    await pass(lookMs)
  }
}

/** Playwright tells in its log what covers an element. @param {Error} error */
function reasonOf(error) {
  const [covered = firstLine(error)] = /<.* intercepts pointer events/.exec(error.message) ?? []
  // It may show what was typed.
  return typesSecret() && covered.startsWith('<') ? 'another element covers it' : covered
}
