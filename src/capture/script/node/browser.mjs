// The browser: finds Playwright, starts Chromium, and opens the window with what CONFIG asks of it.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { CONFIG } from '../config.mjs'
import { fail, firstLine, warn } from './errors.mjs'

/** @import { Browser, BrowserContextOptions, CDPSession } from 'playwright-core' */
/** @import { Area, OpenPage, Run } from './types.mjs' */

const sharedArguments = [
  // CSS can stop animated images.
  '--enable-blink-features=CSSImageAnimation',
  // Math.random() gives the same numbers in each run.
  '--js-flags=--random-seed=1',
  // The browser scrolls at once; what scripts scroll smoothly in a video, the script moves.
  '--disable-smooth-scrolling',
]

/** The variables that Chromium needs on some system. No other reaches it: the environment may hold secrets. */
const browserVariables = new RegExp(
  `^(?:${[
    'path(?:ext)?|home(?:drive|path)?|user(?:name|profile)?|tmp(?:dir)?|temp|(?:local)?appdata|program\\w*',
    'system(?:root|drive)|windir|lang(?:uage)?|lc_\\w+|tz|(?:wayland_)?display|xdg_\\w+|dbus_\\w+|fontconfig_\\w+',
    'ld_library_path|chrome_\\w+|\\w*proxy',
  ].join('|')})$`,
  'i',
)

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
  if (!channel && !fs.existsSync(file) && !fs.existsSync(shell))
    fail('tool', `There is no Chromium at ${file}. Run: npx ${program} install chromium, or set CHROMIUM_PATH`)
  const launch = (/** @type {boolean} */ chromiumSandbox) =>
    playwright.chromium.launch({
      ...(chromium && { executablePath: chromium }),
      ...(channel && { channel }),
      ...(proxy && { proxy }),
      chromiumSandbox,
      args: allArguments,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => browserVariables.test(name))),
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
  return launching.catch(error => {
    const isIncomplete = /shared libraries|missing dependencies/i.test(error.message)
    const advice = isIncomplete ? `. Run: sudo npx ${program} install-deps chromium` : ''
    return fail(isIncomplete ? 'tool' : 'other', `Chromium did not start: ${firstLine(error)}${advice}`)
  })
}

/**
 * Opens an empty page with the window of CONFIG. Its CSS and SVG animations stand; the agent moves them.
 *
 * @param {Run} run
 * @param {Browser} browser
 * @param {string} agent the code that runs in the page before its own scripts
 * @returns {Promise<OpenPage>}
 */
export async function openPage({ settings }, browser, agent) {
  const { color_scheme, reduced_motion, locale, timezone, ignore_https_errors, storage_state } = CONFIG.options
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  const isMobile = CONFIG.is_mobile === true
  /** @type {BrowserContextOptions} */
  const contextOptions = {
    viewport: { width, height },
    deviceScaleFactor,
    isMobile,
    hasTouch: isMobile,
    acceptDownloads: false,
    ignoreHTTPSErrors: ignore_https_errors === true,
    ...(color_scheme && { colorScheme: color_scheme }),
    ...(isMobile && { userAgent: String(findPlaywright().playwright.devices['Pixel 7']?.userAgent) }),
    ...(reduced_motion !== undefined && {
      reducedMotion: reduced_motion === true ? 'reduce' : reduced_motion || 'no-preference',
    }),
    ...(locale && { locale }),
    ...(timezone && { timezoneId: timezone }),
    ...(storage_state && { storageState: storage_state }),
  }
  const refuse = (/** @type {Error} */ error) => fail('setting', `The window cannot be opened: ${firstLine(error)}`)
  const context = await browser.newContext(contextOptions).catch(refuse)
  // Cookies and headers are for the page's own site only: they may be secret.
  const { origin } = new URL(CONFIG.target_url)
  if (settings.cookies.length > 0)
    await context.addCookies(settings.cookies.map(([name, value]) => ({ name, value, url: origin })))
  await context.addInitScript({ content: agent })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  if (settings.headers.length > 0) await addHeaders(await context.newCDPSession(page), settings.headers, origin)
  if (CONFIG.safe_area) await setSafeArea(session, CONFIG.safe_area)
  if (CONFIG.options.omit_background) {
    await session.send('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } })
  }
  await Promise.all([
    // Pictures are taken through this session, which has to know the size of the window, too.
    session.send('Emulation.setDeviceMetricsOverride', { ...CONFIG.viewport, mobile: isMobile }),
    // Last: a new session would set the rate back.
    session.send('Animation.enable'),
    session.send('Animation.setPlaybackRate', { playbackRate: 0 }),
  ])
  return { page, session }
}

/**
 * Adds headers to the requests of one origin, also after redirects: Playwright's own would follow to other sites.
 *
 * @param {CDPSession} session
 * @param {[string, string][]} headers
 * @param {string} origin
 */
async function addHeaders(session, headers, origin) {
  const names = headers.map(([name]) => name.toLowerCase())
  session.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const others = Object.entries(request.headers).filter(([name]) => !names.includes(name.toLowerCase()))
    const all = [...others, ...headers].map(([name, value]) => ({ name, value }))
    await session
      .send('Fetch.continueRequest', { requestId, headers: all })
      .catch(() => session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' }))
      .catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}

/**
 * Sets env(safe-area-inset-*) of the page to what the platform covers.
 *
 * @param {CDPSession} session
 * @param {Area} area device px
 */
async function setSafeArea(session, area) {
  const { viewport } = CONFIG
  const toCssPixels = (/** @type {number} */ side) => Math.round(side / viewport.deviceScaleFactor)
  const insets = {
    left: toCssPixels(area.x),
    top: toCssPixels(area.y),
    right: viewport.width - toCssPixels(area.x + area.width),
    bottom: viewport.height - toCssPixels(area.y + area.height),
  }
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets }).catch(() => {})
}
