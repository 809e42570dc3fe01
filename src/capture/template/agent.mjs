// A section of the capture script: the agent, which is the script's part inside the page.
import { setTimeout as delay } from 'node:timers/promises'
import { fail } from './failure.mjs'

/** @import { BrowserContext, CDPSession, Page } from 'playwright-core' */
/** @import { Engine, EventName, Kind, Part } from './types.mjs' */

// --- The agent, inside the page

/** @type {Page} */
let page
/** @type {CDPSession} */
let session

/** @type {(context: BrowserContext, engine: Engine) => Promise<void>} */
async function openPage(context, { parts, workerParts = [] }) {
	await context.addInitScript({ content: `(${startAgent})(${Agent}, [${parts}], [${workerParts}])` })
	page = await context.newPage()
	session = await context.newCDPSession(page)
}

/** @type {(makeAgent: typeof Agent, parts: Part[], workerParts: Part[], moment?: unknown) => void} */
function startAgent(makeAgent, parts, workerParts, moment) {
	const agent = new makeAgent()
	agent.moment = moment
	agent.script = () =>
		`self.ServiceWorkerGlobalScope || self.captureAgent ||
		(${startAgent})(${makeAgent}, [${workerParts}], [${workerParts}], ${JSON.stringify(agent.moment)});`
	for (const part of parts) part(agent)
	Object.defineProperty(self, 'captureAgent', { value: agent })
	if (moment) agent.emit(['move', moment])
}

class Agent {
	/** @type {Set<Document | ShadowRoot>} */
	roots = new Set(self.document ? [document] : [])
	/** Event handlers. @type {Record<EventName, ((argument: any) => any)[]>} */
	on = { ready: [], end: [], freeze: [], scroll: [], move: [], images: [] }
	/** @type {(prototype: any, method: string, kind: Kind) => void} */
	control = () => {}
	/** @type {(video: HTMLVideoElement) => any} */
	watch = () => {}
	/** Whether the clock stands; then its time, and that of the film's start, ms. */
	stopped = false
	time = 0
	start = 0
	/** @type {unknown} */
	moment
	script = () => ''
	clock = performance.now.bind(performance)
	later = setTimeout.bind(self)
	paint = self.requestAnimationFrame?.bind(self)
	channel = new MessageChannel()
	/** @type {((done: unknown) => void)[]} */
	waiting = []

	/** @returns {any[]} */
	all = (selector = '*') => [...this.roots].flatMap(root => [...root.querySelectorAll(selector)])
	now = () => (this.stopped ? this.time : this.clock())
	wait = (milliseconds = 0) => new Promise(resolve => this.later(resolve, milliseconds))
	frame = (limit = 100) => Promise.race([new Promise(this.paint), this.wait(limit)]).then(() => {})
	/** @type {(event: [name: EventName, argument?: unknown]) => Promise<any[]>} */
	emit = async ([name, argument]) => {
		const answers = []
		for (const handle of this.on[name]) answers.push(await handle(argument))
		return answers.flat().filter(answer => answer !== undefined)
	}
	style = (rules = '') => {
		const sheet = new CSSStyleSheet()
		sheet.replaceSync(rules)
		for (const root of this.roots) root.adoptedStyleSheets.push(sheet)
	}
	/** Resolves when a task's microtasks are done, too. @param {() => unknown} [task] */
	runTask = task =>
		new Promise(resolve => {
			this.channel.port1.onmessage = () => this.waiting.shift()?.(0)
			this.channel.port2.postMessage(this.waiting.push(resolve))
			task?.()
		}).catch(reportError)
}

/** Emits an event in all documents. @type {(name: EventName, argument?: unknown) => Promise<any[]>} */
async function emitAll(...event) {
	// Lazy frames have no address and never answer.
	const frames = page.frames().filter(frame => frame.url())
	const answers = frames.map(frame =>
		frame.evaluate(`captureAgent.emit(${JSON.stringify(event)})`).catch(() => 'documents'),
	)
	const answered = await Promise.race([Promise.all(answers), delay(120_000)])
	return answered?.flat() ?? fail('other', 'The page does not respond')
}

/** @type {Part} */
function rememberRoots({ roots, on }) {
	const { attachShadow } = Element.prototype
	Element.prototype.attachShadow = function (/** @type {any} */ init) {
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

export { Agent, emitAll, openPage, page, rememberRoots, session }
