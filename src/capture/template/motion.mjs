// A section of the capture script: what moves without a script.
import { setTimeout as delay } from 'node:timers/promises'
import { tell } from './agent.mjs'

/** @import { Page, Worker } from 'playwright-core' */
/** @import { Agent, Kind, Moment, Sought } from './types.mjs' */

// --- What moves without a script

/** @param {Agent} agent */
function controlMotion(agent) {
	/** @type {Map<unknown, { at: number, from: number }>} */
	const controlled = new Map()
	/** @type {(kind: Kind<any>) => void} */
	agent.control = ({ prototype, method, find, isMoving, timeOf, set }) => {
		const stop = prototype[method]
		prototype[method] = function () {
			controlled.delete(this)
			stop.call(this)
		}
		let fresh = false
		agent.on.move.push(async () => {
			for (const thing of find()) {
				const moving = isMoving(thing)
				if (moving && !controlled.has(thing)) controlled.set(thing, { at: agent.time, from: timeOf(thing, fresh) })
				if (moving) stop.call(thing)
				const since = controlled.get(thing)
				if (since) await set(thing, since.from + (agent.time - since.at) * (thing.playbackRate ?? 1))
			}
			fresh = true
		})
	}
	agent.on.move.push(({ elapsed }) => {
		if (!agent.stopped) agent.time = elapsed
	})
	self.addEventListener('pause', event => controlled.has(event.target) && event.stopImmediatePropagation(), true)
}

/** @param {Agent} agent */
function controlAnimations(agent) {
	/** @param {Animation} animation */
	const endOf = ({ effect }) => Number(effect?.getComputedTiming().endTime)
	agent.control?.({
		prototype: Animation.prototype,
		method: 'pause',
		find: () => [...agent.roots].flatMap(root => root.getAnimations()),
		isMoving: ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
		timeOf: ({ startTime, currentTime, playbackRate }, fresh) => {
			if (startTime === null) return Number(currentTime)
			// The browser's timeline runs on: what is fresh begins now.
			return fresh ? 0 : (agent.time - Number(startTime)) * playbackRate
		},
		set: (animation, time) => {
			if (animation.playState !== 'paused') return
			if (animation.playbackRate < 0 ? time <= 0 : time >= endOf(animation)) animation.finish()
			else animation.currentTime = time
		},
		end: animation => (endOf(animation) === Number.POSITIVE_INFINITY ? animation.cancel() : animation.finish()),
	})
}

/** @param {Agent} agent */
function controlDrawings(agent) {
	/** @param {any} element */
	const endOf = element => {
		try {
			return element.getStartTime() + element.getSimpleDuration() * (element.getAttribute('repeatCount') ?? 1)
		} catch {
			return 0 // has not begun
		}
	}
	agent.control?.({
		prototype: SVGSVGElement.prototype,
		method: 'pauseAnimations',
		find: () => agent.all('svg'),
		isMoving: svg => !svg.ownerSVGElement && !svg.animationsPaused(),
		timeOf: (svg, fresh) => (fresh ? 0 : svg.getCurrentTime() * 1000),
		set: (svg, time) => svg.setCurrentTime(time / 1000),
		end: svg => {
			svg.pauseAnimations()
			svg.setCurrentTime(Math.max(0, ...[...svg.querySelectorAll('*')].map(endOf).filter(Number.isFinite)))
		},
	})
}

/** Seeks videos, and tells from the frames that they present which are coming. @param {Agent} agent */
function seekVideos(agent) {
	/** @type {Map<HTMLVideoElement, Sought>} */
	const videos = new Map()
	/** They present nothing. @type {WeakSet<Element>} */
	const offScreen = new WeakSet()
	const screen = new IntersectionObserver(entries => {
		for (const { target, isIntersecting } of entries) offScreen[isIntersecting ? 'delete' : 'add'](target)
	})

	/** @param {HTMLVideoElement} video */
	function watch(video) {
		const none = Number.NaN
		/** @type {Sought} */
		const sought = { seconds: none, before: none, presented: none, gap: 1, news: 0, agreed: 0, limit: 5000 }
		/** @type {VideoFrameRequestCallback} */
		const note = (_, { mediaTime }) => {
			const gap = Math.abs(mediaTime - sought.presented)
			if (gap > 0.001 && gap < sought.gap) sought.gap = gap
			sought.presented = mediaTime
			sought.news += 1
			video.requestVideoFrameCallback(note)
		}
		video.requestVideoFrameCallback(note)
		screen.observe(video)
		videos.set(video, sought)
		return sought
	}

	/** @type {(video: HTMLVideoElement, seconds: number) => void} */
	function seek(video, seconds) {
		const sought = videos.get(video) ?? watch(video)
		if (sought.seconds === seconds) return
		Object.assign(sought, { seconds, before: sought.presented, news: 0, agreed: 0 })
		video.currentTime = seconds
	}

	/** Media time of the player's frame, s; undefined for videos of other sites. */
	function timeOfFrame(/** @type {HTMLVideoElement} */ video) {
		try {
			const frame = new VideoFrame(video)
			frame.close()
			return frame.timestamp / 1e6
		} catch {}
	}

	/** @type {(video: HTMLVideoElement, sought: Sought) => boolean} */
	function isComing(video, sought) {
		const isPainted = video.isConnected && video.videoWidth > 0 && !offScreen.has(video)
		if (!isPainted || !video.checkVisibility({ visibilityProperty: true })) return false
		const { seconds, before, presented, gap, news } = sought
		const agrees = !video.seeking && news > 0 && Math.abs((timeOfFrame(video) ?? presented) - presented) < 0.001
		sought.agreed = agrees ? sought.agreed + 1 : 0
		// Else it may be the last one, presented late.
		const isSure = presented !== before || seconds - presented < gap - 0.001
		return sought.agreed < (isSure ? 1 : 4)
	}

	const coming = () => [...videos].filter(([video, sought]) => isComing(video, sought)).map(([, sought]) => sought)
	agent.videos = { all: videos, seek, coming }
}

/** @param {Agent} agent */
function controlVideos(agent) {
	const { all, seek, coming } = agent.videos

	/** Waits for pictures; shorter for a video that was late. */
	async function arrive() {
		let left = coming()
		let over = left.length === 0
		const end = () => {
			over = true
		}
		if (!over) agent.wait(Math.max(...left.map(({ limit }) => limit))).then(end)
		for (; left[0] && !over; left = coming()) await agent.frame()
		for (const sought of all.values()) sought.limit = left.includes(sought) ? 500 : 5000
		return left[0] && 'coming'
	}

	agent.control?.({
		prototype: HTMLVideoElement.prototype,
		method: 'pause',
		find: () => agent.all('video'),
		isMoving: ({ paused, readyState }) => !paused && readyState > 1,
		timeOf: video => video.currentTime * 1000,
		set: (video, time) => {
			// Past the edge by a millisecond, against rounding.
			const seconds = time / 1000 + 0.001
			seek(video, video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
		},
		end: video => {
			video.pause()
			seek(video, 0)
			return arrive()
		},
	})
	agent.on.move.push(() => {
		if (agent.stopped) return arrive()
		if ([...all.keys()].some(({ seeking }) => seeking)) return 'seeking'
		return coming()[0] && 'coming'
	})
}

/**
 * Answers what moves all clocks of a film to a time, ms, and says what is late: workers, then pages, which show what
 * workers sent, and both again for what they tell each other.
 * @param {Page} page
 */
function mover(page) {
	/** @type {Map<Worker, number>} */
	const limits = new Map() // ms
	let date = 0
	/** @type {(worker: Worker, moment: Moment) => Promise<any[]>} */
	async function moveWorker(worker, moment) {
		const isLate = delay(limits.get(worker) ?? 5000).then(() => limits.set(worker, 50) && ['A worker is running'])
		const obey = (/** @type {Moment} */ moment) => Reflect.get(self, 'captureAgent')?.obey(['move', moment])
		const answer = await Promise.race([worker.evaluate(obey, moment).catch(() => []), isLate])
		return answer ?? ['A worker is in real time']
	}
	return async (/** @type {number} */ elapsed) => {
		date ||= (await page.evaluate(() => Date.now())) - elapsed
		const moment = { elapsed, date }
		const move = async () => {
			const workers = await Promise.all(page.workers().map(worker => moveWorker(worker, moment)))
			return [...workers.flat(), ...(await tell(page, 'move', moment))]
		}
		const answers = await move()
		return `${page.workers()[0] ? await move() : answers}`
	}
}

/** Before the first frame. @param {ReturnType<typeof mover>} moveTo */
async function startMotion(moveTo) {
	for (const time of [-60, -40, -20]) {
		for (let i = 0; i < 14 && (await moveTo(time)).includes('ing'); i += 1) await delay(i * 50)
	}
	await delay(300)
}

const videoParts = [seekVideos, controlVideos]

export { controlAnimations, controlDrawings, controlMotion, mover, startMotion, videoParts }
