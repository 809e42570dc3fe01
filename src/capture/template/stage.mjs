// ---- The stage: what the page carries while it is captured ----
//
// Its parts run inside the page, before the page's own scripts. Each part stands alone: it sees the stage and what
// a browser offers, nothing else of this file. A part says what it does on a cue; the script gives the cues.

/** @import { BrowserContext, Cues, Page, Stage } from './types.d.ts' */

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
  /** @type {(() => void)[]} */
  const waiting = []
  port1.onmessage = () => waiting.shift()?.()
  /** @type {Stage} */
  const stage = {
    roots: new Set([document]),
    all: (/** @type {any} */ name) => [...stage.roots].flatMap(root => [...root.querySelectorAll(name)]),
    cues: { ready: [], end: [], pin: [], move: [] },
    lead: () => {},
    pinned: false,
    start: 0,
    time: 0,
    now: () => (stage.pinned ? stage.time : clock()),
    style: (...rules) => {
      const sheet = new CSSStyleSheet()
      for (const rule of rules) sheet.insertRule(rule)
      for (const root of stage.roots) root.adoptedStyleSheets.push(sheet)
    },
    serve: callback => {
      try {
        callback()
      } catch (error) {
        reportError(error)
      }
      // One round of the event loop, so that promises settle as they do between two tasks of a browser.
      return new Promise(resolve => port2.postMessage(waiting.push(resolve)))
    },
    seek: (video, seconds) => {
      if (video.currentTime === seconds) return Promise.resolve()
      const seeked = new Promise(resolve => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = seconds
      return Promise.race([seeked, stage.wait(2000)])
    },
    // A frame out of sight is never painted.
    frame: () => Promise.race([new Promise(resolve => paint(resolve)), stage.wait(100)]),
    wait: milliseconds => new Promise(resolve => later(resolve, milliseconds)),
  }
  for (const part of parts) part(stage)
  Object.defineProperty(window, 'captureStage', { value: stage })
}

/**
 * Gives a cue to every frame of the page, the outer before the inner, and returns what the parts answer.
 * @template {keyof Cues} Name
 * @param {Page} page
 * @param {Name} name
 * @param {Parameters<Cues[Name][number]>[0]} argument
 * @returns {Promise<unknown[]>}
 */
export async function giveCue(page, name, argument) {
  const answers = []
  for (const frame of page.frames()) {
    const answer = frame.evaluate(takeCue, /** @type {const} */ ([name, argument]))
    // Inner frames come and go, and one may go while it answers.
    answers.push(await (frame === page.mainFrame() ? answer : answer.catch(() => [])))
  }
  return answers.flat()
}

/** @param {readonly [keyof Cues, any]} cue */
async function takeCue([name, argument]) {
  const answers = []
  for (const act of window.captureStage.cues[name]) answers.push(await act(argument))
  return answers.flat().filter(answer => answer !== undefined)
}

/**
 * Remembers every shadow root, closed ones too: there is no other way to what moves inside them.
 * @param {Stage} stage
 */
export function rememberRoots({ roots, cues }) {
  const attachShadow = Element.prototype.attachShadow
  Element.prototype.attachShadow = function (/** @type {ShadowRootInit} */ init) {
    const root = attachShadow.call(this, init)
    roots.add(root)
    return root
  }
  // Roots that are written in the HTML come without a call.
  cues.ready.push(() => {
    for (const root of roots) {
      for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.add(shadowRoot)
    }
  })
}
