// A section of the capture script: the agent, which is the script's part inside the page.

/** @import { BrowserContext, Page } from 'playwright-core' */
/** @import { Agent, Engine, Order, Part } from './types.mjs' */

// --- The agent: this script's part inside the page

/** What is captured. @type {Page} */
let page

/** Opens it with the agent in all its documents. @type {(context: BrowserContext, engine: Engine) => Promise<void>} */
async function openPage(context, { parts, workerParts = [] }) {
	await context.addInitScript({ content: `(${startAgent})([${parts}], [${workerParts}])` })
	page = await context.newPage()
}

/** @param {Part[]} parts @param {Part[]} workerParts @param {object} [moment] Of the film in which a worker starts. */
function startAgent(parts, workerParts, moment) {
	const clock = performance.now.bind(performance)
	const { setTimeout: later } = self
	const { port1, port2 } = new MessageChannel()
	/** @type {((done: unknown) => void)[]} */
	const waiting = []
	port1.onmessage = () => waiting.shift()?.(0)
	/** @type {Agent} */
	const agent = {
		roots: new Set(self.document ? [document] : []),
		all: (name = '*') => [...agent.roots].flatMap(root => [...root.querySelectorAll(name)]),
		on: { ready: [], end: [], freeze: [], scroll: [], move: [], pictures: [] },
		obey: async ([name, argument]) => {
			const answers = []
			for (const act of agent.on[name]) answers.push(await act(argument))
			return answers.flat().filter(answer => answer !== undefined)
		},
		stopped: false,
		start: 0,
		time: 0,
		now: () => (agent.stopped ? agent.time : clock()),
		style: rules => {
			const sheet = new CSSStyleSheet()
			sheet.replaceSync(rules)
			for (const root of agent.roots) root.adoptedStyleSheets.push(sheet)
		},
		runTask: task =>
			new Promise(resolve => {
				port2.postMessage(waiting.push(resolve))
				task()
			}).catch(reportError),
		paint: self.requestAnimationFrame?.bind(self),
		frame: (limit = 100) => Promise.race([new Promise(agent.paint), agent.wait(limit)]).then(() => {}),
		wait: milliseconds => new Promise(resolve => later(resolve, milliseconds)),
		moment,
		script: () =>
			`self.ServiceWorkerGlobalScope || self.captureAgent ||
      (${startAgent})([${workerParts}], [${workerParts}], ${JSON.stringify(agent.moment)});`,
	}
	for (const part of parts) part(agent)
	Object.defineProperty(self, 'captureAgent', { value: agent })
	if (moment) agent.obey(['move', moment])
}

/** Gives an order to all documents. @type {(name: Order, argument?: unknown) => Promise<any[]>} */
async function tell(...order) {
	const obey = (/** @type {any} */ order) => Reflect.get(self, 'captureAgent').obey(order)
	// One that is being replaced cannot obey.
	const answers = page.frames().map(frame => frame.evaluate(obey, order).catch(() => ['Frames are']))
	return (await Promise.all(answers)).flat()
}

/** Open shadow trees are in the agent's roots, too. @param {Agent} agent */
function rememberRoots({ roots, on }) {
	const { attachShadow } = Element.prototype
	Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ init) {
		const root = attachShadow.call(this, init)
		roots.add(root)
		return root
	}
	on.ready.push(() => {
		for (const root of roots) {
			for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.add(shadowRoot)
		}
	})
}

export { openPage, page, rememberRoots, tell }
