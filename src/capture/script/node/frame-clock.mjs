// The time of a video: moves workers, then pages, to the time of a frame.
import { moveWorker } from '../worker/agent-code.mjs'
import { callInFrames } from './agent.mjs'
import { warn, withTimeout } from './errors.mjs'

/** @import { CDPSession, Page, Worker } from 'playwright-core' */
/** @import { WorkerState } from '../worker/agent-code.mjs' */

/** Longest wait for a worker, ms: the first time, and after it was late. */
const workerLimitMs = { first: 5000, late: 50 }

/** Runs in the page, with the inner root of a marquee as `this`. */
const addRoot = 'function () { captureAgent.addMarquee(this) }'

export class FrameClock {
  /** ms since the page began; negative while it loads: its time stands still, and only timers without a delay run. */
  elapsed = -1
  /** Workers that answered late or never. @type {Set<Worker>} */
  #busy = new Set()

  #page
  #session

  /** @param {Page} page @param {CDPSession} session */
  constructor(page, session) {
    this.#page = page
    this.#session = session
  }

  /**
   * Moves workers before pages, which show what those sent, and both again.
   *
   * @param {number} elapsed
   * @param {number} [progress] of the scrolling, 0 to 1
   */
  async moveTo(elapsed, progress) {
    this.elapsed = elapsed
    let { workers, pages } = await this.#moveAll(progress)
    if (workers.length > 0) ({ workers, pages } = await this.#moveAll(progress))
    if (elapsed < 0) return
    if (pages.some(page => page?.hasNewMarquees)) await this.#findMarquees()
    if (workers.includes('busy')) {
      warn('A web worker on the page was too slow for a frame, so what it draws may lag. Try a lower fps')
    } else if (workers.includes('realTime')) {
      warn('A web worker on the page runs in real time, so two videos of this page can differ')
    }
    if (pages.some(page => page?.isVideoLate)) {
      warn(
        'A video on the page did not show a frame in time; recording continues without that frame. Try a lower fps',
      )
    }
  }

  /** @param {number} [progress] */
  async #moveAll(progress) {
    const workers = await Promise.all(this.#page.workers().map(worker => this.#moveWorker(worker)))
    return { workers, pages: await callInFrames(this.#page, 'moveTo', this.elapsed, progress) }
  }

  /** @param {Worker} worker @returns {Promise<WorkerState>} */
  async #moveWorker(worker) {
    // A worker that has ended does not matter.
    const moving = worker.evaluate(moveWorker, this.elapsed).catch(() => /** @type {const} */ ('moved'))
    const state = await withTimeout(moving, this.#busy.has(worker) ? workerLimitMs.late : workerLimitMs.first)
    if (state === undefined) this.#busy.add(worker)
    return state ?? 'busy'
  }

  /** Lets the agent move marquees, whose animation is inside the browser's own shadow root. */
  async #findMarquees() {
    const session = this.#session
    await session.send('DOM.enable')
    const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true })
    const marquees = nodes.filter(({ nodeName }) => nodeName === 'MARQUEE')
    for (const { backendNodeId } of marquees.flatMap(({ shadowRoots = [] }) => shadowRoots)) {
      const { object } = await session.send('DOM.resolveNode', { backendNodeId })
      const { objectId = '' } = object
      await session.send('Runtime.callFunctionOn', { objectId, functionDeclaration: addRoot })
    }
    await session.send('DOM.disable')
  }
}
