// A section of the capture script: animation frames.
/** @import { Part } from './types.mjs' */

// --- Animation frames

/** @type {Part} */
function keepFrames(agent) {
	if (!agent.paint) return // shared workers have none
	const waiting = new Map()
	let lastId = 0
	let served = -1

	const request = (id = 0) => agent.paint(time => agent.stopped || serve(id, time))

	/** @returns {unknown} */
	function serve(id = 0, time = 0) {
		const frame = waiting.get(id)
		if (!frame) return
		if (!agent.stopped && time - frame.asked < 1) return request(id)
		waiting.delete(id)
		served = time
		return agent.runTask(() => frame.callback(time))
	}

	self.requestAnimationFrame = callback => {
		lastId += 1
		waiting.set(lastId, { asked: served, callback })
		if (!agent.stopped) request(lastId)
		return lastId
	}
	self.cancelAnimationFrame = id => waiting.delete(id)
	agent.on.move.push(async () => {
		const isNew = agent.stopped && served < agent.time
		for (const id of isNew ? [...waiting.keys()] : []) await serve(id, agent.time)
	})
}

export { keepFrames }
