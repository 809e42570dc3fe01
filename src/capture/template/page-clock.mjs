// A section of the capture script: the page-clock engine.
import { emulatedWindow, jpeg, openCamera } from './camera.mjs'
import { keepFrames } from './frames.mjs'
import { CONFIG } from './head.mjs'
import { controlAnimations, controlDrawings, controlMotion, mover, startMotion, videoParts } from './motion.mjs'
import { controlPictures, showPictures } from './pictures.mjs'
import { warn } from './progress.mjs'
import { scroller, scrollPage } from './scroll.mjs'
import { addWorkerAgents, awaitMessages, moveShared, startWorkers } from './workers.mjs'

/** @import { Agent, Engine, Timer } from './types.mjs' */

// --- The page-clock engine

/** @type {Engine} */
const pageClock = {
	// Positions between two CSS px are device px. Large pictures are decoded before their frame.
	args: () => [`--force-device-scale-factor=${CONFIG.viewport.deviceScaleFactor}`, '--disable-checker-imaging'],
	window: emulatedWindow,
	parts: [
		...[stopClock, keepTimers, startWorkers, moveShared, keepFrames, scrollPage],
		...[controlMotion, controlAnimations, controlDrawings, ...videoParts, showPictures, awaitPaint],
	],
	workerParts: [stopClock, keepTimers, startWorkers, moveShared, keepFrames, awaitMessages, awaitPaint],
	open: async () => {
		await addWorkerAgents()
		const showFrames = controlPictures()
		return async () => {
			const { takePicture } = await openCamera()
			const [scroll, moveTo] = [scroller(), mover()]
			await startMotion(moveTo)
			await showFrames(-1)
			return async (time, part) => {
				await scroll(part)
				warnLate(await moveTo(time))
				await showFrames(time)
				return takePicture(jpeg)
			}
		}
	},
}

/** @param {Agent} agent */
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

/** @param {Agent} agent */
function keepTimers(agent) {
	const { setTimeout: later } = self
	/** @type {Map<unknown, Timer>} */
	const timers = new Map()
	let lastId = 0
	let depth = 0

	/** @type {(repeats: boolean) => (callback: unknown, delay?: unknown, ...args: unknown[]) => number} */
	const starter =
		repeats =>
		(callback, delay, ...args) => {
			lastId += 1
			const period = Math.max(0, Number(delay) | 0)
			const run = typeof callback === 'function' ? callback.bind(self, ...args) : () => later(String(callback))
			start({ id: lastId, period, repeats, depth, due: agent.now(), run })
			return lastId
		}

	/** @param {Timer} timer */
	function start(timer) {
		// HTML: 4 ms at least, nested five deep.
		timer.due += Math.max(timer.period, timer.depth > 4 ? 4 : 0)
		timer.depth += 1
		timers.set(timer.id, timer)
		if (!agent.stopped) later(() => agent.stopped || fire(timer), timer.due - agent.now())
	}

	/** @param {Timer} timer */
	function fire(timer) {
		if (!timers.delete(timer.id)) return
		if (timer.repeats) start(timer)
		depth = agent.stopped ? timer.depth : 0
		return agent.runTask(timer.run)
	}

	/** @type {(target: number) => Timer | undefined} */
	const nextDue = target => [...timers.values()].filter(({ due }) => due <= target).sort((a, b) => a.due - b.due)[0]
	const clear = (/** @type {unknown} */ id) => timers.delete(Number(id))
	Object.assign(self, { setTimeout: starter(false), setInterval: starter(true) })
	Object.assign(self, { clearTimeout: clear, clearInterval: clear })
	agent.on.move.push(async ({ elapsed }) => {
		const target = agent.start + elapsed
		for (let next = nextDue(target); next; next = nextDue(target)) {
			agent.time = Math.max(agent.time, next.due)
			await fire(next)
		}
		depth = 0
		agent.time = target
	})
}

/** @param {Agent} agent */
function awaitPaint({ on, paint, wait }) {
	const isInner = self.document && self !== top
	// Scrolling tells the page of it in the browser's next frame.
	if (!isInner) on.scroll.push(() => Promise.race([new Promise(paint), wait(1000)]).then(() => {}))
	if (paint && !isInner) on.move.push(() => Promise.race([new Promise(paint), wait(5000)]).then(() => {}))
}

/** @param {string} answers Of what was moved. */
function warnLate(answers) {
	const [what] = /A worker[^,]*/.exec(answers) ?? []
	if (what) warn(what)
	if (/seeking|coming/.test(answers)) warn('A video is late')
}

export { keepTimers, pageClock, stopClock, warnLate }
