// The browser: finds Playwright and starts Chromium.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CONFIG } from '../config.mjs'
import { fail, firstLine, warn } from './errors.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { Run } from './types.mjs' */

const sharedArguments = [
  // CSS can stop animated images.
  '--enable-blink-features=CSSImageAnimation',
  // Math.random() gives the same numbers in each run.
  '--js-flags=--random-seed=1',
  // The browser scrolls at once; what scripts scroll smoothly in a film, the script moves.
  '--disable-smooth-scrolling',
]

/**
 * Looks beside this file, then in the working directory.
 *
 * @returns {{ program: string, playwright: typeof import('playwright-core') }} program: what npx runs
 */
export function findPlaywright(packages = ['playwright', 'playwright-core', '@playwright/test']) {
  for (const name of packages) {
    for (const from of [import.meta.url, path.join(process.cwd(), 'capture.mjs')]) {
      try {
        const playwright = createRequire(from)(name)
        return { program: name.replace('@playwright/test', 'playwright'), playwright }
      } catch {}
    }
  }
  return fail('tool', 'Playwright is missing. Run: npm install playwright && npx playwright install chromium')
}

/** @param {Run} run @param {readonly string[]} args of Chromium @returns {Promise<Browser>} */
export async function launchBrowser({ settings, cleanups }, args) {
  const allArguments = [...sharedArguments, ...args]
  // A program that imports this module may have a browser.
  if (settings.launch) return settings.launch(allArguments)
  const { program, playwright } = findPlaywright()
  const { chromium, channel, proxy, sandbox } = settings
  const file = chromium ?? playwright.chromium.executablePath()
  const shell = file.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
  // Playwright would leave temporary folders.
  if (!channel && !fs.existsSync(file) && !fs.existsSync(shell)) {
    const advice = chromium ? 'CHROMIUM_PATH names it' : `Run: npx ${program} install chromium, or set CHROMIUM_PATH`
    fail('tool', `There is no Chromium at ${file}. ${advice}`)
  }
  const launch = (/** @type {boolean} */ chromiumSandbox) =>
    playwright.chromium.launch({
      ...(chromium && { executablePath: chromium }),
      ...(channel && { channel }),
      ...(proxy && { proxy }),
      chromiumSandbox,
      args: allArguments,
      timeout: CONFIG.timeouts.launch_ms,
      // Ctrl-C cleans up first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
  const launching = launch(sandbox ?? true).catch(error => {
    if (sandbox !== undefined || !/sandbox/i.test(error.message)) throw error
    const reason = "This system does not allow Chromium's sandbox, so Chromium runs without it"
    warn(`${reason}. CAPTURE_NO_SANDBOX=1 hides this warning`)
    return launch(false)
  })
  cleanups.push(() => launching.then(browser => browser.close()))
  return launching.catch(error => failToLaunch(error, program))
}

/** @param {Error} error @param {string} program */
function failToLaunch(error, program) {
  if (/shared libraries|missing dependencies/i.test(error.message)) {
    fail('tool', `Chromium lacks system libraries. Run: sudo npx ${program} install-deps chromium`)
  }
  return fail('other', `Chromium did not start: ${firstLine(error)}`)
}
