// A section of the capture script: a film.
import { setTimeout as delay } from 'node:timers/promises'
import { beginFrame } from './begin-frame.mjs'
import { inspectFilm, startEncoder } from './encode.mjs'
import { fail } from './failure.mjs'
import { CONFIG } from './head.mjs'
import { showFrames } from './images.mjs'
import { startMotion } from './motion.mjs'
import { pageClock } from './page-clock.mjs'
import { progressOf } from './progress.mjs'
import { easedPart } from './scroll.mjs'
import { checkSame, sizeOf } from './still.mjs'

/** @import { TakeFrame } from './types.mjs' */

// --- A film

const engines = new Map([
	['auto', [beginFrame, pageClock]],
	['begin-frame', [beginFrame]],
	['page-clock', [pageClock]],
])

function findEngines(name = '') {
	return engines.get(name) ?? fail('override', `No such engine: ${name}. Use auto, begin-frame or page-clock`)
}

/** @param {() => Promise<TakeFrame>} start */
async function makeFilm(start, { ffmpeg = '', output = '' }) {
	const { output_size, timeouts, options, video } = CONFIG
	const { fps, frame_count } = video ?? fail('override', 'CONFIG.video is missing')
	const file = `${output}.part`
	const starting = startMotion()
		.then(() => showFrames(-1))
		.then(start)
	const encoder = startEncoder(ffmpeg, CONFIG, file)
	const progress = progressOf(process.stderr, frame_count)
	for (let index = 0; index < frame_count; index += 1) {
		const part = options.motion === 'scroll' ? easedPart(index, frame_count) : -1
		const taking = starting.then(takeFrame => takeFrame((index * 1000) / fps, part))
		const frame = await Promise.race([taking, delay(timeouts.navigation_ms * (index > 0 ? 1 : 2))])
		if (!frame) fail('other', `The page does not respond at ${(index / fps).toFixed(2)} s of the film`)
		await encoder.write(frame)
		progress(index + 1)
	}
	await encoder.finish()
	checkSame(await inspectFilm(ffmpeg, file), `${sizeOf(output_size)}, ${frame_count} steady frames`)
	return { ...output_size, frames: frame_count, fps }
}

export { findEngines, makeFilm }
