// A section of the capture script: the begin-frame engine.
import { setTimeout as delay } from 'node:timers/promises'
import { page, session } from './agent.mjs'
import { jpeg, scaleFlag } from './camera.mjs'
import { fail } from './failure.mjs'
import { keepFrames } from './frames.mjs'
import { CONFIG } from './head.mjs'
import { showFrames, showImages } from './images.mjs'
import { controlMotion, moveTo, videoParts } from './motion.mjs'
import { keepTimers, stopClock, warnLate } from './page-clock.mjs'
import { scroll, scrollPage } from './scroll.mjs'
import { readyParts } from './settle.mjs'
import { startWorkers } from './workers.mjs'

/** @import { Engine, Part } from './types.mjs' */

// --- The begin-frame engine

/** @type {Engine} */
const beginFrame = {
	args: () => [
		scaleFlag(),
		'--deterministic-mode',
		`--window-size=${CONFIG.viewport.width},${CONFIG.viewport.height}`,
	],
	window: () => ({ viewport: null }),
	parts: [...readyParts, startWorkers, keepFrames, scrollPage, controlMotion, ...videoParts, showImages],
	workerParts: [timeFrames, stopClock, keepTimers, startWorkers, keepFrames],
	open: openFilm,
}

/** A worker that asks the browser for frames can hang the next beginFrame. @type {Part} */
function timeFrames(agent) {
	if (agent.paint) agent.paint = callback => Number(agent.later(() => callback(agent.now()), 16))
}

/** Only the headless shell offers it, from half scale on. */
async function openFilm() {
	const paint = () => session.send('HeadlessExperimental.beginFrame', { interval: 1000 }).catch(() => {})
	const offered = await Promise.race([paint(), delay(4000)])
	if (!offered || CONFIG.viewport.deviceScaleFactor < 0.5) {
		fail('tool', 'begin-frame needs the headless shell. Run: npx playwright install chromium-headless-shell')
	}
	let opening = true
	const painting = (async () => {
		for (; opening; await delay(100)) await paint()
	})()
	return async () => {
		opening = false
		await painting
		return takeFrames()
	}
}

/** Stops the browser's time, which then goes on by steps. */
async function stopTime() {
	const { virtualTimeTicksBase: base } = await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' })
	const clock = () => page.evaluate('captureAgent.clock()').then(Number, () => 0)
	const start = await clock()
	const half = 0.0005 // else two share a step
	let now = 0 // µs
	let over = Promise.resolve()

	async function advance(target = now + 1) {
		if (target <= now) return over
		const budget = (target - now) / 1000 + half
		now = target
		over = new Promise(resolve => session.once('Emulation.virtualTimeBudgetExpired', resolve))
		await session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget })
		return over
	}

	async function paint(more = {}) {
		// Else a moving image and a slower main frame can wait for each other.
		const how = { frameTimeTicks: base + now / 1000 + half, interval: 10_000, ...more }
		const painting = await session.send('HeadlessExperimental.beginFrame', how)
		await advance()
		return painting
	}

	/** A request of less than 10 ms adds 10 ms to the time. */
	async function catchUp() {
		const ahead = Math.round(((await clock()) - start) * 1000) - now
		if (ahead > 300) now += ahead
	}

	return { advance, paint, catchUp }
}

async function takeFrames() {
	const { advance, paint, catchUp } = await stopTime()
	let last = ''
	let [isResting, limit] = [false, 20_000] // ms, for videos and workers

	return async (time = 0, part = -1) => {
		const target = Math.round(time * 1000) + 6000 // µs
		const deadline = Date.now() + limit
		const isLate = async (words = /late/) => {
			const answers = await moveTo(time)
			const late = words.test(answers)
			if (!late || Date.now() < deadline) return late
			warnLate(answers)
			limit /= 2
			return false
		}
		await catchUp()
		const early = () => advance(target - 5000)
		await showFrames(time, early)
		await early()
		while (await isLate(/seeking|running/)) await advance()
		await advance(target)
		await scroll(part)
		// The page learns of it here, and may show it at once.
		const hasScrolled = part >= 0 && (await paint()).hasDamage
		let pause = 0
		for (; await isLate(/coming/); pause += 5) {
			await paint()
			await delay(pause)
		}
		if (pause > 0 || isResting) {
			const { hasDamage } = await paint()
			if (pause === 0 && !hasDamage && !hasScrolled) return Buffer.from(last, 'base64')
		}
		let screenshot = ''
		for (let tries = 0; screenshot === '' && tries < 50; tries += 1) {
			if (tries > 0) await delay(100)
			screenshot = (await paint({ screenshot: jpeg })).screenshotData ?? last
		}
		isResting = screenshot === last
		last = screenshot || fail('other', 'The page could not be captured')
		// After it every painting is damage.
		if (isResting) await paint()
		return Buffer.from(last, 'base64')
	}
}

export { beginFrame }
