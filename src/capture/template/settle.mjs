// A section of the capture script: from loaded to ready.

import { rememberRoots, tell } from './agent.mjs'
import { hideBanners } from './banners.mjs'
import { fail } from './failure.mjs'
import { CONFIG } from './head.mjs'
import { warn } from './progress.mjs'

/** @import { Page } from 'playwright-core' */
/** @import { Agent } from './types.mjs' */

// --- From loaded to ready

const hiddenThings = () => CONFIG.options.hide_selectors.join() || ':not(*)'

/** Asks an empty page whether the selectors of CONFIG are CSS. @param {Page} page */
async function checkSelectors(page) {
	const { selector, wait_for_selector } = CONFIG.options
	const lists = { hide_selectors: hiddenThings(), selector, wait_for_selector }
	for (const [name, list] of Object.entries(lists)) {
		const wrong = () => fail('override', `${name}: not CSS selectors: ${list}`)
		await page.evaluate(list => document.querySelector(list)?.id, list ?? '*').catch(wrong)
	}
}

/** @param {Page} page */
async function settle(page) {
	const { options, timeouts } = CONFIG
	const { wait_for_selector, delay, full_page, selector, hide_cookie_banners: banners, motion } = options
	const timeout = timeouts.navigation_ms
	if (wait_for_selector) {
		const missing = () => fail('navigation', `There is no visible ${wait_for_selector} on the page`)
		await page.waitForSelector(`css=${wait_for_selector}`, { timeout }).catch(missing)
	}
	await page.waitForTimeout(Number.parseFloat(delay) * 1000)

	// passes: the page is scrolled through once. whole: pictures outside the viewport, too.
	const passes = full_page || selector !== null
	const whole = passes || motion === 'scroll'
	const order = { limit: timeouts.settle_ms, passes, whole, hidden: hiddenThings(), banners }
	let late = await tell(page, 'ready', order)
	for (let tries = 0; tries < 5 && late.includes('Frames are'); tries += 1) {
		await page.waitForLoadState('load', { timeout })
		late = await tell(page, 'ready', order)
	}
	for (const what of late) warn(`${what} not ready within ${timeouts.settle_ms / 1000} s; going on`)
}

const readyParts = [rememberRoots, hideThings, hideBanners, awaitScroll, scrollThrough, awaitPictures, awaitFonts]

/** The caret blinks on. @param {Agent} agent */
function hideThings({ style, on }) {
	on.ready.push(({ hidden }) => {
		style(`* { caret-color: transparent !important } ${hidden} { visibility: hidden !important }`)
	})
}

/** A page with a fragment may scroll there smoothly. @param {Agent} agent */
function awaitScroll({ now, wait, on }) {
	on.ready.push(async ({ limit }) => {
		if (location.hash === '' && scrollY === 0) return
		const deadline = now() + limit
		for (let last = -1; last !== scrollY && now() < deadline; await wait(100)) last = scrollY
	})
}

/** @param {Agent} agent */
function scrollThrough({ now, frame, style, wait, on }) {
	on.ready.push(async ({ passes, limit }) => {
		if (!passes) return
		style('* { scroll-snap-type: none !important }')
		const deadline = now() + limit
		for (let top = 0; top < document.documentElement.scrollHeight && now() < deadline; top += innerHeight) {
			scrollTo({ top, behavior: 'instant' })
			await frame()
		}
		scrollTo({ top: 0, behavior: 'instant' })
		await wait(500) // for what reacts late
	})
}

/** @param {Agent} agent */
function awaitPictures({ all, now, frame, wait, on }) {
	on.ready.push(async ({ whole, limit }) => {
		const deadline = now() + limit
		const isInView = (/** @type {DOMRect} */ { top, left, bottom, right }) =>
			bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
		const wanted = () => all('img').filter(picture => whole || isInView(picture.getBoundingClientRect()))
		/** @param {HTMLVideoElement} video */
		const isStarting = video => video.autoplay && video.readyState < 3 && !video.ended
		const isLoading = () => wanted().some(({ complete }) => !complete) || all('video').some(isStarting)
		do {
			await frame()
			await frame()
			if (whole) for (const picture of wanted()) picture.loading = 'eager'
		} while (isLoading() && now() < deadline)
		if (isLoading()) return 'Pictures are'
		await Promise.race([Promise.allSettled(wanted().map(picture => picture.decode())), wait(limit)])
	})
}

/** @param {Agent} agent */
function awaitFonts({ wait, on }) {
	on.ready.push(({ limit }) =>
		Promise.race([document.fonts.ready.then(() => {}), wait(limit).then(() => 'Fonts are')]),
	)
}

export { checkSelectors, readyParts, settle }
