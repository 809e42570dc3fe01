// A section of the capture script: workers.
import { page } from './agent.mjs'

/** @import { Part } from './types.mjs' */

// --- Workers

/** Adds the agent to workers from blobs, and moves shared workers. @type {Part} */
function startWorkers(agent) {
	const { createObjectURL } = URL
	const [blobs, shared] = [new Map(), new Set()]
	const channel = new BroadcastChannel('captureAgent')
	URL.createObjectURL = object => {
		const address = createObjectURL(object)
		if (object instanceof Blob) blobs.set(address, object)
		return address
	}
	for (const name of ['Worker', 'SharedWorker']) {
		if (!(name in self)) continue
		/** @type {ProxyHandler<typeof Worker>['construct']} */
		const start = (target, [address, ...options], made) => {
			const blob = name === 'Worker' && blobs.get(`${address}`)
			if (name !== 'Worker') shared.add(`${address}`)
			const whole = blob && createObjectURL(new Blob([agent.script(), blob], { type: blob.type }))
			const begin = (first = address) => Reflect.construct(target, [first, ...options], made)
			try {
				return begin(whole || address)
			} catch {
				return begin() // Trusted Types
			}
		}
		Reflect.set(self, name, new Proxy(Reflect.get(self, name), { construct: start }))
	}
	let [left, allMoved] = [0, () => {}]
	channel.onmessage = async ({ data }) => {
		if (data && 'onconnect' in self) channel.postMessage(await agent.emit(['move', data]).then(() => null))
		if (data) return
		left -= 1
		if (left === 0) allMoved()
	}
	agent.on.move.push(async moment => {
		agent.moment = moment
		if (!self.document) await agent.runTask()
		left = shared.size
		if (left === 0) return
		channel.postMessage(moment)
		const moving = new Promise(resolve => {
			allMoved = () => resolve(0)
		})
		await Promise.race([moving, agent.wait(1000)])
	})
}

/** Adds the agent to workers from the network. */
async function addWorkerAgents() {
	const browser = await page.context().browser()?.newBrowserCDPSession()
	browser?.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
		try {
			const isScript = responseHeaders.some(({ name, value }) => /^content-type$/i.test(name) && /script/i.test(value))
			if (responseStatusCode !== 200 || !isScript) throw new Error('not a script')
			const agent = await page.evaluate('captureAgent.script()')
			const { body, base64Encoded } = await browser.send('Fetch.getResponseBody', { requestId })
			const script = Buffer.from(body, base64Encoded ? 'base64' : 'utf8').toString()
			await browser.send('Fetch.fulfillRequest', {
				requestId,
				responseCode: 200,
				responseHeaders: responseHeaders.filter(({ name }) => !/^content-(length|encoding)$/i.test(name)),
				body: Buffer.from(agent + script).toString('base64'),
			})
		} catch {
			await browser.send('Fetch.continueRequest', { requestId }).catch(() => {})
		}
	})
	await browser?.send('Fetch.enable', { patterns: [{ resourceType: 'Other', requestStage: 'Response' }] })
}

export { addWorkerAgents, startWorkers }
