// A section of the capture script: the page-clock engine.
import { emulatedWindow, jpeg, openCamera, scaleFlag } from './camera.mjs'
import { keepFrames } from './frames.mjs'
import { showFrames, showImages } from './images.mjs'
import { controlAnimations, controlDrawings, controlMotion, moveTo, videoParts } from './motion.mjs'
import { warn } from './progress.mjs'
import { scroll, scrollPage } from './scroll.mjs'
import { readyParts } from './settle.mjs'
import { startWorkers } from './workers.mjs'

/** @import { Engine, Part } from './types.mjs' */

// --- The page-clock engine

/** @type {Engine} */
const pageClock = {
	// Positions between CSS px are device px; images are decoded in time.
	args: () => [scaleFlag(), '--disable-checker-imaging'],
	window: emulatedWindow,
	parts: [
		...readyParts,
		...[stopClock, keepTimers, startWorkers, keepFrames, scrollPage],
		...[controlMotion, controlAnimations, controlDrawings, ...videoParts, showImages, awaitPaint],
	],
	workerParts: [stopClock, keepTimers, startWorkers, keepFrames, awaitPaint],
	open: async () => {
		const takeScreenshot = await openCamera()
		return async () => async (time, part) => {
			await scroll(part)
			warnLate(await moveTo(time))
			await showFrames(time)
			return takeScreenshot(jpeg)
		}
	},
}

/** @type {Part} */
function stopClock(agent) {
	const RealDate = Date
	const realNow = Date.now
	let dateAtStart = 0
	const dateNow = () => (agent.stopped ? Math.floor(dateAtStart + agent.time - agent.start) : realNow())
	RealDate.now = dateNow
	self.Date = new Proxy(RealDate, {
		apply: () => new RealDate(dateNow()).toString(),
		construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [dateNow()], made),
	})
	Date.prototype.constructor = self.Date
	Performance.prototype.now = agent.now
	agent.on.move.push(({ elapsed, date }) => {
		if (agent.stopped) return
		agent.time = agent.now()
		agent.start = agent.time - elapsed
		dateAtStart = date
		agent.stopped = true
	})
	if (!self.document) return
	const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
	Object.defineProperty(DocumentTimeline.prototype, 'currentTime', {
		get() {
			return agent.stopped && this === document.timeline ? agent.time : timeline?.get?.call(this)
		},
	})
}

/** @type {Part} */
function keepTimers(agent) {
	const timers = new Map()
	let lastId = 0
	let depth = 0

	/** @param {any} callback @param {unknown[]} args */
	function create(repeats = false, callback, delay = 0, ...args) {
		lastId += 1
		const id = lastId
		const period = Math.max(0, Number(delay) | 0)
		const run = typeof callback === 'function' ? callback.bind(self, ...args) : () => agent.later(callback)
		let nested = depth
		function start() {
			// HTML: 4 ms at least, nested five deep.
			const due = agent.now() + Math.max(period, nested > 4 ? 4 : 0)
			nested += 1
			timers.set(id, { due, fire })
			if (!agent.stopped) agent.later(() => agent.stopped || fire(), due - agent.now())
		}
		function fire() {
			if (!timers.delete(id)) return
			if (repeats) start()
			depth = agent.stopped ? nested : 0
			return agent.runTask(run)
		}
		start()
		return id
	}

	const clear = (id = 0) => timers.delete(Number(id))
	Object.assign(self, { clearTimeout: clear, clearInterval: clear })
	Object.assign(self, { setTimeout: create.bind(self, false), setInterval: create.bind(self, true) })
	agent.on.move.push(async ({ elapsed }) => {
		const target = agent.start + elapsed
		for (;;) {
			const [next] = [...timers.values()].sort((one, other) => one.due - other.due)
			if (!next || next.due > target) break
			agent.time = Math.max(agent.time, next.due)
			await next.fire()
		}
		depth = 0
		agent.time = target
	})
}

/** @type {Part} */
function awaitPaint({ on, paint, frame }) {
	if (!paint || (self.document && self !== top)) return
	// Pages learn of scrolling in the browser's next frame.
	on.scroll.push(() => frame(1000))
	on.move.push(() => frame(5000))
}

function warnLate(answers = '') {
	const [what] = /A worker[^,]*/.exec(answers) ?? []
	if (what) warn(what)
	if (/seeking|coming/.test(answers)) warn('A video is late')
}

export { keepTimers, pageClock, stopClock, warnLate }
