// A section of the capture script: taking screenshots.
import { setTimeout as delay } from 'node:timers/promises'
import { session } from './agent.mjs'
import { fail } from './failure.mjs'
import { CONFIG } from './head.mjs'

/** @import { BrowserContextOptions } from 'playwright-core' */

// --- Taking screenshots

const jpeg = { format: 'jpeg', quality: 100, optimizeForSpeed: true }

const isPhone = () => /reels|shorts/.test(CONFIG.options.platform)

const scaleFlag = () => `--force-device-scale-factor=${CONFIG.viewport.deviceScaleFactor}`

/** @returns {BrowserContextOptions} */
function emulatedWindow() {
	const { deviceScaleFactor, ...viewport } = CONFIG.viewport
	return { viewport, deviceScaleFactor, isMobile: isPhone(), hasTouch: isPhone() }
}

async function openCamera() {
	await session.send('Emulation.setDeviceMetricsOverride', { ...CONFIG.viewport, mobile: isPhone() })
	return async (how = {}, limit = 5000) => {
		for (let tries = 0; tries < 9; tries += 1) {
			const taking = session.send('Page.captureScreenshot', how)
			const taken = await Promise.race([taking.catch(() => delay(100)), delay(limit)])
			if (taken) return Buffer.from(taken.data, 'base64')
		}
		return fail('other', 'The page could not be captured')
	}
}

export { emulatedWindow, isPhone, jpeg, openCamera, scaleFlag }
