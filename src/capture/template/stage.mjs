// A section of the capture script: the stage.
/** @import { BrowserContext, Frame, Page } from 'playwright-core' */
/** @import { Cues, Stage } from './types.mjs' */

// --- The stage

/** @param {BrowserContext} context @param {readonly ((stage: Stage) => void)[]} parts */
function setStage(context, parts) {
  return context.addInitScript({ content: `(${openStage})([${parts.join(',\n')}])` })
}

/** @param {readonly ((stage: Stage) => void)[]} parts */
function openStage(parts) {
  const clock = performance.now.bind(performance)
  const { setTimeout: later } = window
  const { port1, port2 } = new MessageChannel()
  /** @type {((done: unknown) => void)[]} */
  const waiting = []
  port1.onmessage = () => waiting.shift()?.(0)
  /** @type {Stage} */
  const stage = {
    roots: new Set([document]),
    all: (/** @type {any} */ name) => [...stage.roots].flatMap(root => [...root.querySelectorAll(name)]),
    cues: { ready: [], end: [], freeze: [], scroll: [], move: [] },
    take: async ([name, argument]) => {
      const answers = []
      for (const act of stage.cues[name]) answers.push(await act(/** @type {any} */ (argument)))
      return answers.filter(answer => answer !== undefined)
    },
    videos: { all: new Map(), seek: () => {}, coming: () => [] },
    pinned: false,
    start: 0,
    time: 0,
    now: () => (stage.pinned ? stage.time : clock()),
    style: rules => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(rules)
      for (const root of stage.roots) root.adoptedStyleSheets.push(sheet)
    },
    serve: callback =>
      new Promise(resolve => {
        port2.postMessage(waiting.push(resolve))
        callback()
      }).catch(reportError),
    paint: requestAnimationFrame.bind(window),
    frame: () => Promise.race([new Promise(stage.paint), stage.wait(100)]),
    wait: milliseconds => new Promise(resolve => later(resolve, milliseconds)),
  }
  for (const part of parts) part(stage)
  Object.defineProperty(window, 'captureStage', { value: stage })
}

/**
 * A frame that is being replaced answers 'Frames are'.
 * @param {Page} page
 * @param {[name: keyof Cues, argument?: unknown]} cue
 * @returns {Promise<unknown[]>}
 */
async function giveCue(page, ...cue) {
  /** @type {(frame: Frame) => Promise<unknown[]>} */
  const give = frame =>
    frame.evaluate(cue => Reflect.get(window, 'captureStage').take(cue), cue).catch(() => ['Frames are'])
  return (await Promise.all(page.frames().map(give))).flat()
}

/** @param {Stage} stage */
function rememberRoots({ roots, cues }) {
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

export { giveCue, rememberRoots, setStage }
