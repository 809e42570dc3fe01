// The browser: finds Playwright and starts Chromium.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CONFIG } from '../head.mjs'
import { fail, firstLine } from './errors.mjs'

/** @import { Browser } from 'playwright-core' */
/** @import { Run } from './types.mjs' */

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
  const { program, playwright } = findPlaywright()
  const { chromium, channel, sandbox } = settings
  const file = chromium ?? playwright.chromium.executablePath()
  const shell = file.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
  if (!channel && !fs.existsSync(file) && !fs.existsSync(shell)) {
    fail('tool', `There is no Chromium at ${file}. Run: npx ${program} install chromium`)
  }
  const launching = playwright.chromium.launch({
    ...(chromium && { executablePath: chromium }),
    ...(channel && { channel }),
    ...(sandbox !== undefined && { chromiumSandbox: sandbox }),
    // Without site isolation, the page's session includes frames of other sites.
    args: ['--disable-site-isolation-trials', '--enable-blink-features=CSSImageAnimation', ...args],
    timeout: CONFIG.timeouts.launch_ms,
    // Ctrl-C cleans up first.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  cleanups.push(() => launching.then(browser => browser.close()))
  return launching.catch(error => failToLaunch(error, program, sandbox))
}

/** @param {Error} error @param {string} program @param {boolean | undefined} sandbox */
function failToLaunch(error, program, sandbox) {
  if (/shared libraries|missing dependencies/i.test(error.message)) {
    fail('tool', `Chromium lacks system libraries. Run: sudo npx ${program} install-deps chromium`)
  }
  const isSandbox = sandbox === true && /[ -]sandbox\W/i.test(error.message)
  const hint = 'its sandbox cannot start here (root, container): set CAPTURE_NO_SANDBOX=1'
  return fail('other', `Chromium did not start: ${isSandbox ? hint : firstLine(error)}`)
}
