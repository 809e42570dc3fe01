// --- The stage

/** @import { BrowserContext, Cues, Frame, Page, Stage } from './types.d.ts' */

/**
 * @param {BrowserContext} context
 * @param {readonly ((stage: Stage) => void)[]} parts
 */
export function setStage(context, parts) {
  return context.addInitScript({ content: `(${openStage})([${parts.join(',\n')}])` })
}

/** @param {readonly ((stage: Stage) => void)[]} parts */
function openStage(parts) {
  const clock = performance.now.bind(performance)
  const { setTimeout: later, requestAnimationFrame: paint } = window
  const { port1, port2 } = new MessageChannel()
  /** @type {((done: unknown) => void)[]} */
  const waiting = []
  port1.onmessage = () => waiting.shift()?.(0)
  /** @type {Stage} */
  const stage = {
    roots: new Set([document]),
    all: (/** @type {any} */ name) => [...stage.roots].flatMap(root => [...root.querySelectorAll(name)]),
    cues: { ready: [], end: [], move: [] },
    take: async ([name, argument]) => {
      const answers = []
      for (const act of stage.cues[name]) answers.push(await act(/** @type {any} */ (argument)))
      return answers.filter(answer => answer !== undefined)
    },
    pinned: false,
    start: 0,
    time: 0,
    now: () => (stage.pinned ? stage.time : clock()),
    style: (...rules) => {
      const sheet = new CSSStyleSheet()
      for (const rule of rules) sheet.insertRule(rule)
      for (const root of stage.roots) root.adoptedStyleSheets.push(sheet)
    },
    // One round of the event loop follows: promises settle as between two tasks.
    serve: callback =>
      new Promise(resolve => {
        port2.postMessage(waiting.push(resolve))
        callback()
      }).catch(reportError),
    frame: () => Promise.race([new Promise(resolve => paint(resolve)), stage.wait(100)]),
    wait: milliseconds => new Promise(resolve => later(resolve, milliseconds)),
  }
  for (const part of parts) part(stage)
  Object.defineProperty(window, 'captureStage', { value: stage })
}

/**
 * Every frame of the page answers; for one that is just being replaced the answer is 'Frames are'.
 * @param {Page} page
 * @param {[name: keyof Cues, argument?: unknown]} cue
 * @returns {Promise<unknown[]>}
 */
export async function giveCue(page, ...cue) {
  /** @type {(frame: Frame) => Promise<unknown[]>} */
  const give = frame => frame.evaluate(cue => window.captureStage.take(cue), cue).catch(() => ['Frames are'])
  return (await Promise.all(page.frames().map(give))).flat()
}

/**
 * @param {Stage} stage
 */
export function rememberRoots({ roots, cues }) {
  const attachShadow = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ init) {
    const root = attachShadow.call(this, init)
    roots.add(root)
    return root
  }
  cues.ready.push(() => {
    for (const root of roots) {
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.add(shadowRoot)
    }
  })
}
