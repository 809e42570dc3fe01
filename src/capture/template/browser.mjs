// ---- The browser ----
import { Failure, firstLine } from './failure.mjs'

/** @import { Browser, Config, Playwright, Settings, Undo } from './types.d.ts' */

/**
 * @param {{ name: string, playwright: Playwright }} found
 * @param {string | undefined} executable
 * @param {Config} config
 * @param {Settings} settings
 * @param {readonly string[]} args
 * @param {Undo} undo
 * @returns {Promise<Browser>}
 */
export async function openBrowser({ name, playwright }, executable, config, settings, args, undo) {
  const launching = playwright.chromium.launch({
    ...(executable && { executablePath: executable }),
    chromiumSandbox: settings.sandbox,
    args: [...args],
    timeout: config.timeouts.launch_ms,
    // Ctrl-C is ours: Playwright's own handlers would end the process before we have cleaned up.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  undo.push(() => launching.then(browser => browser.close()))
  return launching.catch(error => {
    throw launchFailure(error, name)
  })
}

/**
 * @param {Error} error
 * @param {string} name
 */
function launchFailure(error, name) {
  if (/shared libraries|missing dependencies/i.test(error.message)) {
    return new Failure('tool', `Chromium lacks system libraries. Run: sudo npx ${name} install-deps chromium`)
  }
  if (/no usable sandbox|without --no-sandbox|namespace sandbox/i.test(error.message)) {
    return new Failure(
      'other',
      'The sandbox of Chromium does not start here (root, container): set CAPTURE_NO_SANDBOX=1',
    )
  }
  return new Failure('other', `Chromium did not start: ${firstLine(error)}`)
}

/**
 * A window of the asked size, with nothing remembered from other runs.
 * @param {Browser} browser
 * @param {Config} config
 */
export function openContext(browser, { viewport, options }) {
  const { width, height, deviceScaleFactor } = viewport
  return browser.newContext({
    viewport: { width, height },
    deviceScaleFactor,
    colorScheme: options.color_scheme,
    acceptDownloads: false,
  })
}
