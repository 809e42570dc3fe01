// A section of the capture script: what moves without a script.
import { setTimeout as delay } from 'node:timers/promises'
import { emitAll, page } from './agent.mjs'

/** @import { Part } from './types.mjs' */

// --- Animations and videos

/** @type {Part} */
function controlMotion(agent) {
	const controlled = new Map()
	agent.control = (prototype, method, { find, isMoving, timeOf, set }) => {
		const stop = prototype[method]
		prototype[method] = function () {
			controlled.delete(this)
			stop.call(this)
		}
		let fresh = false
		agent.on.move.push(async () => {
			for (const thing of find()) {
				const moving = isMoving(thing)
				let since = controlled.get(thing)
				// A script has sought it; forward it may only have played. Animations: ms, videos: s.
				const gap = thing.currentTime - since?.now
				const isSought = gap < -0.05 || (gap > 0.05 && !moving)
				if (isSought || (moving && !since)) since = { at: agent.time, from: timeOf(thing, fresh) }
				if (moving) stop.call(thing)
				if (!since) continue
				const isOver = await set(thing, since.from + (agent.time - since.at) * (thing.playbackRate ?? 1))
				controlled.set(thing, { ...since, now: thing.currentTime })
				if (isOver && controlled.delete(thing)) thing.dispatchEvent(new Event('ended'))
			}
			fresh = true
		})
	}
	agent.on.move.push(({ elapsed }) => {
		if (!agent.stopped) agent.time = elapsed
	})
	self.addEventListener('pause', event => controlled.has(event.target) && event.stopImmediatePropagation(), true)
}

/** @type {Part} */
function controlAnimations(agent) {
	const endOf = ({ effect } = new Animation()) => Number(effect?.getComputedTiming().endTime)
	agent.control(Animation.prototype, 'pause', {
		find: () => [...agent.roots].flatMap(root => root.getAnimations()),
		isMoving: ({ playState, timeline }) => playState === 'running' && timeline === document.timeline,
		timeOf: ({ startTime, currentTime, playbackRate }, fresh) => {
			if (startTime === null) return Number(currentTime)
			// The timeline runs on: new animations start now.
			return fresh ? 0 : (agent.time - Number(startTime)) * playbackRate
		},
		set: (animation, time) => {
			if (animation.playState !== 'paused') return
			if (animation.playbackRate < 0 ? time <= 0 : time >= endOf(animation)) animation.finish()
			else animation.currentTime = time
		},
		end: animation => (endOf(animation) === Infinity ? animation.cancel() : animation.finish()),
	})
}

/** @type {Part} */
function controlDrawings(agent) {
	const endOf = (/** @type {any} */ element) => {
		try {
			return element.getStartTime() + element.getSimpleDuration() * (element.getAttribute('repeatCount') ?? 1)
		} catch {} // has not begun
	}
	agent.control(SVGSVGElement.prototype, 'pauseAnimations', {
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

/** Detects videos whose frame is not presented yet. @type {Part} */
function watchVideos(agent) {
	const offScreen = new WeakSet() // they present nothing
	const screen = new IntersectionObserver(entries => {
		for (const { target, isIntersecting } of entries) offScreen[isIntersecting ? 'delete' : 'add'](target)
	})

	agent.watch = video => {
		let seconds = NaN
		let [before, presented] = [seconds, seconds]
		let [gap, news, agreed] = [1, 0, 0]
		/** @type {VideoFrameRequestCallback} */
		const note = (_, { mediaTime }) => {
			const step = Math.abs(mediaTime - presented)
			if (step > 0.001 && step < gap) gap = step
			presented = mediaTime
			news += 1
			video.requestVideoFrameCallback(note)
		}
		video.requestVideoFrameCallback(note)
		screen.observe(video)
		/** Whether the player's frame is presented; unknown for other sites. */
		function isShown() {
			try {
				const frame = new VideoFrame(video)
				frame.close()
				return Math.abs(frame.timestamp / 1e6 - presented) < 0.001
			} catch {
				return true
			}
		}
		return {
			limit: 5000,
			seek: (time = 0) => {
				if (!(time >= 0) || seconds === time) return
				before = presented
				news = agreed = 0
				video.currentTime = seconds = time
			},
			isComing: () => {
				const isPainted = video.isConnected && video.videoWidth > 0 && !offScreen.has(video)
				if (!isPainted || !video.checkVisibility({ visibilityProperty: true })) return false
				agreed = !video.seeking && news > 0 && isShown() ? agreed + 1 : 0
				// Else it may be the last one, presented late.
				const isSure = presented !== before || seconds - presented < gap - 0.001
				return agreed < (isSure ? 1 : 4)
			},
		}
	}
}

/** @type {Part} */
function controlVideos(agent) {
	const watched = new Map()
	const coming = () => [...watched.values()].filter(({ isComing }) => isComing())
	/** A millisecond past the edge, against rounding. @param {HTMLVideoElement} video */
	function seek(video, milliseconds = 0) {
		const seconds = milliseconds / 1000 + 0.001
		const known = watched.get(video) ?? agent.watch(video)
		watched.set(video, known)
		known.seek(video.loop ? seconds % video.duration : Math.min(seconds, video.duration))
		return seconds > video.duration && !video.loop
	}

	/** Waits for their frames; shorter for a video that was late. */
	async function arrive() {
		let left = coming()
		const deadline = agent.clock() + Math.max(...left.map(({ limit }) => limit))
		for (; left[0] && agent.clock() < deadline; left = coming()) await agent.frame()
		for (const video of watched.values()) video.limit = left.includes(video) ? 500 : 5000
		return left[0] && 'coming'
	}

	agent.control(HTMLVideoElement.prototype, 'pause', {
		find: () => agent.all('video'),
		isMoving: ({ paused, readyState }) => !paused && readyState > 1,
		timeOf: video => video.currentTime * 1000,
		set: seek,
		end: video => {
			video.pause()
			seek(video)
			return arrive()
		},
	})
	agent.on.move.push(() => {
		if (agent.stopped) return arrive()
		if ([...watched.keys()].some(({ seeking }) => seeking)) return 'seeking'
		return coming()[0] && 'coming'
	})
}

const running = new Set() // workers that answer late or never
let date = 0

/** Moves workers before pages, which show what those sent, and both again. */
async function moveTo(elapsed = 0) {
	date ||= Date.now() - elapsed
	const moment = { elapsed, date }
	const emit = `self.captureAgent?.emit(['move', ${JSON.stringify(moment)}]) ?? 'A worker is in real time'`
	let answers = ''
	for (const round of [1, 2]) {
		const moving = page.workers().map(async worker => {
			const answering = worker.evaluate(emit).catch(() => '')
			const answer = await Promise.race([answering, delay(running.has(worker) ? 50 : 5000)])
			if (answer === undefined) running.add(worker)
			return answer ?? 'A worker is running'
		})
		if (round > 1 && !moving[0]) break
		answers = `${[await Promise.all(moving), await emitAll('move', moment)].flat(9)}`
	}
	return answers
}

/** Before the first frame. */
async function startMotion() {
	date = 0
	for (const time of [-60, -40, -20]) {
		for (let i = 0; i < 14 && (await moveTo(time)).includes('ing'); i += 1) await delay(i * 50)
	}
	await delay(300)
}

const videoParts = [watchVideos, controlVideos]

export { controlAnimations, controlDrawings, controlMotion, moveTo, startMotion, videoParts }
