// A section of the capture script: scrolling.
import { setTimeout as delay } from 'node:timers/promises'
import { emitAll } from './agent.mjs'
import { CONFIG } from './head.mjs'
import { warn } from './progress.mjs'

/** @import { Part } from './types.mjs' */

// --- Scrolling

/** Scroll progress at a frame, 0 to 1, with a sine easing. */
function easedPart(index = 0, frames = 1) {
	return (1 - Math.cos((Math.PI * index) / Math.max(1, frames - 1))) / 2
}

let isLate = false

async function scroll(part = -1) {
	if (part < 0) return
	const { settle_ms } = CONFIG.timeouts
	const deadline = Date.now() + settle_ms
	while ((await emitAll('scroll', part)).includes('images') && !isLate) {
		await delay(50)
		isLate = Date.now() > deadline
		if (isLate) warn(`The images are not ready within ${settle_ms / 1000} s; going on`)
	}
}

/** Scrolls the page, or else its largest scroll container. @type {Part} */
function scrollPage({ on, all, style }) {
	/** @type {Element | undefined} */
	let scroller
	let end = 0
	const rangeOf = ({ scrollHeight = 0, clientHeight = 0 }) => scrollHeight - clientHeight
	const findScroller = () => {
		const page = document.scrollingElement ?? document.documentElement
		if (rangeOf(page) > 0) return page
		const inner = [...document.querySelectorAll('body, body *')].filter(
			element => rangeOf(element) > 0 && /auto|scroll/.test(getComputedStyle(element).overflowY),
		)
		const areaOf = ({ clientWidth = 0, clientHeight = 0 }) => clientWidth * clientHeight
		return inner.sort((one, other) => areaOf(other) - areaOf(one))[0] ?? page
	}
	on.scroll.push(part => {
		if (window !== top) return
		if (!scroller) {
			style('* { scroll-snap-type: none !important; overflow-anchor: none !important }')
			scroller = findScroller()
			const { scrollTop } = scroller
			scroller.scrollTo({ top: rangeOf(scroller), behavior: 'instant' })
			end = scroller.scrollTop
			scroller.scrollTo({ top: scrollTop, behavior: 'instant' })
		}
		scroller.scrollTo({ top: part * end, behavior: 'instant' })
		const isComing = all('img').some(image => {
			const { top, bottom } = image.getBoundingClientRect()
			return !image.complete && bottom > 0 && top < innerHeight
		})
		return isComing ? 'images' : undefined
	})
}

export { easedPart, scroll, scrollPage }
