// A section of the capture script: the browser.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { isPhone } from './camera.mjs'
import { fail, firstLine, undo } from './failure.mjs'
import { warn } from './progress.mjs'
import { readyParts } from './settle.mjs'
import { setStage } from './stage.mjs'

/** @import { Page, Route } from 'playwright-core' */
/** @import { Config, Settings, Start, Tools, Way } from './types.mjs' */

// --- The browser

/** @returns {Promise<Tools>} */
async function findPlaywright() {
  for (const name of ['playwright', 'playwright-core']) {
    for (const from of [import.meta.url, path.join(process.cwd(), 'capture.mjs')]) {
      try {
        const file = createRequire(from).resolve(name)
        return { name, playwright: (await import(pathToFileURL(file).href)).default }
      } catch {}
    }
  }
  return fail('tool', 'Playwright is missing. Run: npm install playwright && npx playwright install chromium')
}

/** @param {Tools} tools @param {Settings} settings */
function checkChromium({ name, playwright }, { chromium, channel }) {
  if (channel) return // the launch finds it
  const whole = chromium ?? playwright.chromium.executablePath()
  const shell = whole.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
  if (fs.existsSync(whole) || fs.existsSync(shell)) return
  fail('tool', `There is no Chromium at ${whole}. Run: npx ${name} install chromium`)
}

/**
 * @param {readonly Way[]} ways
 * @param {Tools} tools
 * @param {Config} config
 * @param {Settings} settings
 * @returns {Promise<{ page: Page, start?: Start }>} start: for films
 */
async function openWindow(ways, tools, config, settings) {
  const { options, target_url } = config
  const calm = options.reduced_motion
  const headers = Object.fromEntries(settings.headers)
  for (const way of ways) {
    if (way !== ways[0]) warn('No begin-frame in this browser: filming by page-clock')
    const browser = await launch(tools, config, settings, way)
    const opening = browser.newContext({
      ...way.window(config),
      colorScheme: options.color_scheme,
      reducedMotion: calm === null ? null : calm === true || calm === 'reduce' ? 'reduce' : 'no-preference',
      ...(isPhone(options) && { userAgent: phoneAgent(browser.version()) }),
      ...(settings.state && { storageState: settings.state }),
      acceptDownloads: false,
    })
    const refuse = (/** @type {Error} */ error) => {
      if (settings.state) fail('override', `storage_state: ${firstLine(error.message.replace(/.* state:/s, ''))}`)
      throw error
    }
    const context = await opening.catch(refuse)
    // For the page's own site only: they may be secret.
    await context.addCookies(settings.cookies.map(([name, value]) => ({ name, value, url: target_url })))
    const fetchOwn = async (/** @type {Route} */ route) => {
      const own = { ...route.request().headers(), ...headers }
      return route.fulfill({ response: await route.fetch({ headers: own, maxRedirects: 0 }) })
    }
    const site = `${new URL(target_url).origin}/**`
    if (settings.headers[0]) await context.route(site, route => fetchOwn(route).catch(() => route.abort()))
    await setStage(context, [...readyParts, ...way.parts])
    const page = await context.newPage()
    await becomePhone(page, config)
    if (!way.open) return { page }
    const start = await way.open(page, config)
    if (start) return { page, start }
    await browser.close()
  }
  return fail('tool', 'begin-frame needs the headless shell. Run: npx playwright install chromium-headless-shell')
}

/** As Chrome on Android tells it to every site. @param {string} version Of the browser. */
function phoneAgent(version) {
  const [major] = version.split('.')
  const engine = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  return `Mozilla/5.0 (Linux; Android 10; K) ${engine} Chrome/${major}.0.0.0 Mobile Safari/537.36`
}

/** @param {Page} page @param {Config} config */
async function becomePhone(page, { viewport, options }) {
  if (!isPhone(options)) return
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile: true })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
}

/** Tells a new document what the platform covers, for env(). @param {Page} page @param {Config} config */
async function setSafeArea(page, { viewport, output_size: output, safe_area: area, options }) {
  if (!options.platform) return
  const session = await page.context().newCDPSession(page)
  const right = output.width - area.x - area.width
  const covered = { left: area.x, top: area.y, right, bottom: output.height - area.y - area.height }
  const scale = viewport.deviceScaleFactor
  const inCss = Object.entries(covered).map(([side, pixels]) => [side, Math.round(pixels / scale)])
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: Object.fromEntries(inCss) }).catch(() => {})
}

/** @param {Tools} tools @param {Config} config @param {Settings} settings @param {Way} way */
function launch({ name, playwright }, { viewport, timeouts }, { chromium, channel, sandbox }, way) {
  const launching = playwright.chromium.launch({
    ...(chromium && { executablePath: chromium }),
    ...(channel && { channel }),
    chromiumSandbox: sandbox,
    // Frames of other sites are painted too.
    args: ['--disable-site-isolation-trials', ...way.args(viewport)],
    timeout: timeouts.launch_ms,
    // Ctrl-C is ours, to clean up before the end.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  undo.push(() => launching.then(browser => browser.close()))
  return launching.catch(error => {
    const { message } = error
    if (/shared libraries|missing dependencies/i.test(message)) {
      fail('tool', `Chromium lacks system libraries. Run: sudo npx ${name} install-deps chromium`)
    }
    const noSandbox = /no usable sandbox|without --no-sandbox|namespace sandbox/i.test(message)
    const reason = noSandbox ? 'no sandbox here (root, container): set CAPTURE_NO_SANDBOX=1' : firstLine(error)
    return fail('other', `Chromium did not start: ${reason}`)
  })
}

export { checkChromium, findPlaywright, openWindow, setSafeArea }
