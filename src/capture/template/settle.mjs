// A section of the capture script: from loaded to ready.

import { emitAll, page, rememberRoots } from './agent.mjs'
import { hideBanners } from './banners.mjs'
import { fail } from './failure.mjs'
import { CONFIG } from './head.mjs'
import { warn } from './progress.mjs'

/** @import { Part } from './types.mjs' */

// --- Getting ready

async function checkSelectors() {
	const { selector, wait_for_selector, hide_selectors } = CONFIG.options
	for (const one of [selector, wait_for_selector, ...hide_selectors]) {
		const wrong = () => fail('override', `Not a CSS selector: ${one}`)
		await page.evaluate(one => document.querySelector(one)?.id, one ?? '*').catch(wrong)
	}
}

async function settle() {
	const { options, timeouts, banner_selectors } = CONFIG
	const { wait_for_selector, delay, full_page, selector, hide_selectors, motion } = options
	const timeout = timeouts.navigation_ms
	if (wait_for_selector) {
		const missing = () => fail('navigation', `There is no visible ${wait_for_selector} on the page`)
		await page.waitForSelector(`css=${wait_for_selector}`, { timeout }).catch(missing)
	}
	await page.waitForTimeout(parseFloat(delay) * 1000)

	const passes = full_page || selector !== null
	const allImages = passes || motion === 'scroll'
	const how = {
		limit: timeouts.settle_ms,
		passes,
		allImages,
		hidden: hide_selectors.join() || ':not(*)',
		banners: banner_selectors.join(),
	}
	let late = ['documents']
	for (let tries = 0; tries < 6 && late.includes('documents'); tries += 1) {
		if (tries > 0) await page.waitForLoadState('load', { timeout }).catch(() => {})
		late = await emitAll('ready', how)
	}
	for (const what of late) warn(`The ${what} are not ready within ${timeouts.settle_ms / 1000} s; going on`)
}

const readyParts = [rememberRoots, hideBanners, becomeReady]

/** @type {Part} */
function becomeReady({ all, now, frame, style, wait, on }) {
	const isInView = ({ top = 0, left = 0, bottom = 0, right = 0 }) =>
		bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
	const isStarting = ({ autoplay = false, readyState = 0, networkState = 0 }) =>
		autoplay && readyState < 3 && networkState === 2

	const stopImages = '* { image-animation: stopped !important }'
	style(stopImages)
	on.ready.push(async ({ passes, allImages, hidden, limit }) => {
		const deadline = now() + limit
		const isLate = () => now() > deadline
		// The page may have dropped our rules. A caret blinks.
		style(`${stopImages} * { caret-color: transparent !important } ${hidden} { opacity: 0 !important }`)
		// A fragment may be scrolled to smoothly.
		for (let last = location.hash ? -1 : 0; last !== scrollY && !isLate(); await wait(100)) last = scrollY
		if (passes) {
			style('* { scroll-snap-type: none !important }')
			for (let top = 0; top < document.documentElement.scrollHeight && !isLate(); top += innerHeight) {
				scrollTo({ top, behavior: 'instant' })
				await frame()
				await wait(100) // pages throttle events
			}
			scrollTo({ top: 0, behavior: 'instant' })
			await wait(500)
		}
		const wanted = () => all('img').filter(image => allImages || isInView(image.getBoundingClientRect()))
		const isLoading = () => wanted().some(({ complete }) => !complete) || all('video').some(isStarting)
		do {
			await frame()
			await frame()
			if (allImages) for (const image of wanted()) image.loading = 'eager'
		} while (isLoading() && !isLate())
		const decoded = Promise.allSettled(wanted().map(image => image.decode()))
		const areDecoded = await Promise.race([decoded, wait(isLate() ? 0 : limit)])
		const haveFonts = await Promise.race([document.fonts.ready, wait(limit)])
		return [areDecoded && !isLoading() ? [] : 'images', haveFonts ? [] : 'fonts'].flat()
	})
}

export { checkSelectors, readyParts, settle }
