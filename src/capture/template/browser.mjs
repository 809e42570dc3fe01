// A section of the capture script: the browser.
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { openPage, session } from './agent.mjs'
import { isPhone } from './camera.mjs'
import { fail, firstLine, undo } from './failure.mjs'
import { CONFIG } from './head.mjs'

/** @import { Browser, BrowserContextOptions } from 'playwright-core' */
/** @import { Engine, Settings } from './types.mjs' */

// --- The browser

/** @returns {{ name: string, playwright: typeof import('playwright-core') }} */
function findPlaywright() {
	for (const name of ['playwright', 'playwright-core']) {
		for (const from of [import.meta.url, path.join(process.cwd(), 'capture.mjs')]) {
			try {
				return { name, playwright: createRequire(from)(name) }
			} catch {}
		}
	}
	return fail('tool', 'Playwright is missing. Run: npm install playwright && npx playwright install chromium')
}

/** @param {Engine} engine @param {Settings} settings */
async function openWindow(engine, settings) {
	const { name, playwright } = findPlaywright()
	const { chromium, channel, sandbox } = settings
	const place = chromium ?? playwright.chromium.executablePath()
	const shell = place.replace(/chromium-(\d+)[\\/].*/, 'chromium_headless_shell-$1')
	if (!channel && !fs.existsSync(place) && !fs.existsSync(shell)) {
		fail('tool', `There is no Chromium at ${place}. Run: npx ${name} install chromium`)
	}
	const launching = playwright.chromium.launch({
		executablePath: chromium,
		channel,
		chromiumSandbox: sandbox,
		// Include frames of other sites.
		args: ['--disable-site-isolation-trials', '--enable-blink-features=CSSImageAnimation', ...(engine.args?.() ?? [])],
		timeout: CONFIG.timeouts.launch_ms,
		// Ctrl-C cleans up first.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	})
	undo.push(() => launching.then(browser => browser.close()))
	const browser = await launching.catch(error => {
		if (/shared libraries|missing dependencies/i.test(error.message)) {
			fail('tool', `Chromium lacks system libraries. Run: sudo npx ${name} install-deps chromium`)
		}
		const hint =
			sandbox && /[ -]sandbox\W/i.test(error.message) && 'no sandbox here (root, container): set CAPTURE_NO_SANDBOX=1'
		return fail('other', `Chromium did not start: ${hint || firstLine(error)}`)
	})
	const phone = isPhone() && { userAgent: String(playwright.devices['Pixel 7']?.userAgent) }
	const context = await openContext(browser, settings, { ...engine.window(), ...phone })
	await openPage(context, engine)
	if (settings.headers[0]) await addHeaders(settings.headers)
	await setSafeArea()
	if (isPhone()) {
		await session.send('Emulation.setDeviceMetricsOverride', { ...CONFIG.viewport, mobile: true })
		await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
	}
}

/** @param {Browser} browser @param {Settings} settings @param {BrowserContextOptions} window */
async function openContext(browser, { cookies, state }, window) {
	const { options, target_url } = CONFIG
	const reduced = options.reduced_motion
	const opening = browser.newContext({
		...window,
		colorScheme: options.color_scheme,
		reducedMotion: reduced === true ? 'reduce' : reduced === false ? 'no-preference' : reduced,
		storageState: state,
		acceptDownloads: false,
	})
	const context = await opening.catch(error => {
		if (state) fail('override', `storage_state: ${firstLine(error.message.replace(/.* state:/s, ''))}`)
		throw error
	})
	// For the page's own site only: they may be secret.
	await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: new URL(target_url).origin })))
	return context
}

/** After redirects, too. @param {[string, string][]} headers */
async function addHeaders(headers) {
	const names = headers.map(([name]) => name.toLowerCase())
	session.on('Fetch.requestPaused', async ({ requestId, request }) => {
		const others = Object.entries(request.headers).filter(([name]) => !names.includes(name.toLowerCase()))
		const all = [...others, ...headers].map(([name, value]) => ({ name, value }))
		const sending = session.send('Fetch.continueRequest', { requestId, headers: all })
		await sending.catch(() => session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })).catch(() => {})
	})
	await session.send('Fetch.enable', { patterns: [{ urlPattern: `${new URL(CONFIG.target_url).origin}/*` }] })
}

/** Sets env(safe-area-inset-*) of the page. */
async function setSafeArea() {
	const { viewport, output_size: output, safe_area: area, options } = CONFIG
	if (!options.platform) return
	const px = (side = 0) => Math.round(side / viewport.deviceScaleFactor)
	const insets = {
		left: px(area.x),
		top: px(area.y),
		right: px(output.width - area.x - area.width),
		bottom: px(output.height - area.y - area.height),
	}
	await session.send('Emulation.setSafeAreaInsetsOverride', { insets }).catch(() => {})
}

export { openWindow }
