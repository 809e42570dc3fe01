// The window: its size, cookies, headers and what else CONFIG asks of the browser.
import { CONFIG } from '../config.mjs'
import { hasSteps } from '../features.mjs'
import { checkSelector } from '../page/calls.mjs'
import { findPlaywright } from './browser.mjs'
import { fail, firstLine } from './errors.mjs'
import { selectorsOfSteps } from './steps.mjs'
import { watchStatus } from './verdict.mjs'

/** @import { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core' */
/** @import { Area, OpenPage, Run } from './types.mjs' */

/**
 * Opens an empty page with the window of CONFIG. Its CSS and SVG animations stand; the agent moves them.
 *
 * @param {Run} run
 * @param {Browser} browser
 * @param {string} agent the code that runs in the page before its own scripts
 * @returns {Promise<OpenPage>}
 */
export async function openPage({ settings }, browser, agent) {
  const { color_scheme, reduced_motion, locale, timezone, ignore_https_errors } = CONFIG.options
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  const isMobile = CONFIG.is_mobile === true
  /** @type {BrowserContextOptions} */
  const contextOptions = {
    viewport: { width, height },
    deviceScaleFactor,
    isMobile,
    hasTouch: isMobile,
    acceptDownloads: false,
    // null leaves it to the browser.
    colorScheme: color_scheme ?? null,
    ignoreHTTPSErrors: ignore_https_errors === true,
    ...(isMobile && { userAgent: String(findPlaywright().playwright.devices['Pixel 7']?.userAgent) }),
    ...(reduced_motion !== undefined && { reducedMotion: reducedMotionOf(reduced_motion) }),
    ...(locale && { locale }),
    ...(timezone && { timezoneId: timezone }),
    ...(settings.state && { storageState: settings.state }),
  }
  const context = await browser.newContext(contextOptions).catch(failToOpen)
  // Cookies and headers are for the page's own site only: they may be secret.
  const { origin } = new URL(CONFIG.target_url)
  if (settings.cookies.length > 0)
    await context.addCookies(settings.cookies.map(([name, value]) => ({ name, value, url: origin })))
  await context.addInitScript({ content: agent })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const status = watchStatus(page)
  if (settings.headers.length > 0) await addHeaders(await context.newCDPSession(page), settings.headers, origin)
  if (CONFIG.safe_area) await setSafeArea(session, CONFIG.safe_area)
  if (isMobile) await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
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
  await checkSelectors(page)
  return { page, session, status }
}

/** Playwright refuses what CONFIG asks for. @param {Error} error */
function failToOpen(error) {
  const [, reason] = error.message.split(/ state:\s*/)
  if (reason !== undefined) fail('setting', `The window cannot be opened: storage_state: ${firstLine(reason)}`)
  return fail('setting', `The window cannot be opened: ${firstLine(error)}`)
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

/** Lets the empty page parse the selectors of CONFIG. @param {Page} page */
async function checkSelectors(page) {
  const { selector, wait_for_selector, hide_selectors = [] } = CONFIG.options
  const selectors = [selector, wait_for_selector, ...hide_selectors]
  if (hasSteps) selectors.push(...selectorsOfSteps())
  for (const one of selectors) {
    if (!one) continue
    await page.evaluate(checkSelector, one).catch(() => fail('setting', `Not a CSS selector: ${one}`))
  }
}

/** @param {boolean | 'reduce' | 'no-preference'} value */
function reducedMotionOf(value) {
  if (typeof value !== 'boolean') return value
  return value ? 'reduce' : 'no-preference'
}
