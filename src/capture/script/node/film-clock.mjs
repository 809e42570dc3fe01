// The time of a film: moves workers, then pages, to the time of a frame.
import { moveWorker } from '../worker/call.mjs'
import { callInFrames } from './agent.mjs'
import { warn } from './errors.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { Page, Worker } from 'playwright-core' */
/** @import { VideoState, WorkerState } from '../types.mjs' */

/** @typedef {ReturnType<typeof createFilmClock>} FilmClock */

/** @typedef {{ videos: (VideoState | undefined)[], workers: WorkerState[], hasNewMarquees: boolean }} MoveResult */

/** @param {Page} page */
export function createFilmClock(page) {
  /** Workers that answered late or never. @type {Set<Worker>} */
  const busy = new Set()
  let current = -1

  /** @param {Worker} worker @param {number} elapsed @returns {Promise<WorkerState>} */
  async function moveOne(worker, elapsed) {
    // A worker that has ended does not matter.
    const moving = worker.evaluate(moveWorker, elapsed).catch(() => /** @type {const} */ ('moved'))
    const state = await withTimeout(moving, busy.has(worker) ? 50 : 5000)
    if (state === undefined) busy.add(worker)
    return state ?? 'busy'
  }

  /**
   * Moves workers before pages, which show what those sent, and both again.
   *
   * @param {number} elapsed ms since the page began; negative while it loads: its time stands still, and only timers
   *   without a delay run
   * @param {number | null} progress of the scrolling, 0 to 1
   * @param {boolean} waits whether videos come first, whose scripts then draw their frames
   * @returns {Promise<MoveResult>}
   */
  async function moveTo(elapsed, progress = null, waits = false) {
    current = elapsed
    const moveAll = async () => {
      const workers = await Promise.all(page.workers().map(worker => moveOne(worker, elapsed)))
      const states = await callInFrames(page, 'moveTo', elapsed, progress, waits)
      const videos = states.map(state => state?.video)
      return { workers, videos, hasNewMarquees: states.some(state => state?.hasNewMarquees) }
    }
    const first = await moveAll()
    return page.workers().length > 0 ? moveAll() : first
  }

  return { moveTo, elapsed: () => current }
}

/** Whether a worker or a video is not at the time of the frame. @param {MoveResult} result */
export function isIncomplete({ videos, workers }) {
  return workers.includes('busy') || videos.includes('seeking') || videos.includes('late')
}

/** @param {MoveResult} result */
export function warnLate({ videos, workers }) {
  if (workers.includes('busy')) warn('A worker did not reach the time of a frame; the film goes on without it')
  else if (workers.includes('realTime')) warn('A worker runs in real time: films of this page can differ')
  if (videos.includes('seeking') || videos.includes('late'))
    warn('A video did not show its frame in time; the film goes on without it')
}
