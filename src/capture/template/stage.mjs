// A section of the capture script: the stage.
/** @import { BrowserContext, Cues, Frame, Moment, Page, Part, Stage } from './types.d.ts' */

// --- The stage

/**
 * @param {BrowserContext} context
 * @param {readonly Part[]} parts
 * @param {readonly Part[]} [workerParts] for a worker, where it leads workers
 */
function setStage(context, parts, workerParts = []) {
  return context.addInitScript({ content: `(${openStage})([${parts.join(',\n')}], [${workerParts.join(',\n')}])` })
}

/**
 * @param {readonly Part[]} parts
 * @param {readonly Part[]} workerParts
 * @param {Moment} [moment] of the film, for a worker that starts in it
 */
function openStage(parts, workerParts, moment) {
  const clock = performance.now.bind(performance)
  const { setTimeout: later } = self
  const { port1, port2 } = new MessageChannel()
  /** @type {((done: unknown) => void)[]} */
  const waiting = []
  port1.onmessage = () => waiting.shift()?.(0)
  /** @type {Stage} */
  const stage = {
    roots: new Set(self.document ? [document] : []),
    all: (/** @type {any} */ name) => [...stage.roots].flatMap(root => [...root.querySelectorAll(name)]),
    cues: { ready: [], end: [], move: [], pictures: [] },
    take: async ([name, argument]) => {
      const answers = []
      for (const act of stage.cues[name]) answers.push(await act(/** @type {any} */ (argument)))
      return answers.filter(answer => answer !== undefined)
    },
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
    paint: self.requestAnimationFrame?.bind(self),
    frame: () => Promise.race([new Promise(stage.paint), stage.wait(100)]),
    wait: milliseconds => new Promise(resolve => later(resolve, milliseconds)),
    blobs: new Map(),
    moment,
    // Not in service workers, and once.
    workerScript: () =>
      `
      (self.DedicatedWorkerGlobalScope || self.SharedWorkerGlobalScope) && !self.captureStage &&
      (${openStage})([${workerParts}], [${workerParts}], ${JSON.stringify(stage.moment)})`.trim(),
  }
  for (const part of parts) part(stage)
  Object.defineProperty(self, 'captureStage', { value: stage })
  if (moment) stage.take(['move', moment.elapsed])
}

/**
 * A frame that is being replaced answers 'Frames are'.
 * @param {Page} page
 * @param {[name: keyof Cues, argument?: unknown]} cue
 * @returns {Promise<unknown[]>}
 */
async function giveCue(page, ...cue) {
  /** @type {(frame: Frame) => Promise<unknown[]>} */
  const give = frame => frame.evaluate(cue => window.captureStage.take(cue), cue).catch(() => ['Frames are'])
  return (await Promise.all(page.frames().map(give))).flat()
}

/**
 * @param {Stage} stage
 */
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
