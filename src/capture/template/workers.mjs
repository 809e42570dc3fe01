// A section of the capture script: workers.
import { page } from './agent.mjs'

/** @import { Agent } from './types.mjs' */

// --- Workers

/** Puts the agent before the scripts of workers, here of those from memory. @param {Agent} agent */
function startWorkers(agent) {
	const { createObjectURL } = URL
	URL.createObjectURL = object => {
		const address = createObjectURL(object)
		if (object instanceof Blob) agent.blobs.set(address, object)
		return address
	}
	if (self.Worker) {
		self.Worker = new Proxy(Worker, {
			construct: (target, [address, ...options], made) => {
				const blob = agent.blobs.get(`${address}`)
				const whole = blob && createObjectURL(new Blob([agent.script(), blob], { type: blob.type }))
				return Reflect.construct(target, [whole ?? address, ...options], made)
			},
		})
	}
	agent.on.move.push(moment => {
		agent.moment = moment
	})
}

/** Moves shared workers, which only pages and workers of their site can reach. @param {Agent} agent */
function moveShared(agent) {
	const channel = new BroadcastChannel('captureAgent')
	if ('onconnect' in self) {
		channel.onmessage = ({ data }) => data && agent.obey(['move', data]).then(() => channel.postMessage(null))
		return
	}
	if (!self.SharedWorker) return
	const started = new Set()
	self.SharedWorker = new Proxy(SharedWorker, {
		construct: (target, args, made) => {
			started.add(`${args}`)
			return Reflect.construct(target, args, made)
		},
	})
	agent.on.move.push(async moment => {
		let left = started.size
		if (left === 0) return
		channel.postMessage(moment)
		const moved = new Promise(resolve => {
			channel.onmessage = ({ data }) => {
				if (!data) left -= 1
				if (left === 0) resolve(0)
			}
		})
		await Promise.race([moved, agent.wait(1000)])
	})
}

/** What a page sent is there when a worker has answered. @param {Agent} agent */
function awaitMessages(agent) {
	agent.on.move.push(() => agent.runTask(() => {}).then(() => {}))
}

/** Does the same for scripts from the network, also of shared and nested workers and what they import. */
async function addWorkerAgents() {
	const session = await page.context().browser()?.newBrowserCDPSession()
	session?.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
		try {
			const isScript = responseHeaders.some(({ name, value }) => /^content-type$/i.test(name) && /script/i.test(value))
			if (responseStatusCode !== 200 || !isScript) throw new Error('not a script')
			const agent = await page.evaluate(() => Reflect.get(self, 'captureAgent').script())
			const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId })
			const script = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
			const strict = /^\s*['"]use strict/.test(script) ? "'use strict';" : ''
			await session.send('Fetch.fulfillRequest', {
				requestId,
				responseCode: 200,
				responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
				body: Buffer.from(strict + agent + script).toString('base64'),
			})
		} catch {
			await session.send('Fetch.continueRequest', { requestId }).catch(() => {})
		}
	})
	await session?.send('Fetch.enable', { patterns: [{ resourceType: 'Other', requestStage: 'Response' }] })
}

export { addWorkerAgents, awaitMessages, moveShared, startWorkers }
