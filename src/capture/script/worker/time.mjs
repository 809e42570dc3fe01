// Time in a film, in pages and in workers: runs before their own scripts.
import { nextFrame, requestFrame } from './browser-time.mjs'
import { moveSharedWorkers, watchWorkers } from './child-workers.mjs'
import { isStopped, replaceClocks, stopClock, timeNow } from './clock.mjs'
import { replaceFrames, runFrames } from './frames.mjs'
import { runTask } from './tasks.mjs'
import { replaceTimers, runTimers } from './timers.mjs'

/** @import { Moment, TimeSettings } from '../types.mjs' */

/** @typedef {ReturnType<typeof startTime>} Time */

/**
 * Takes over the time of a page or worker.
 *
 * @param {TimeSettings} settings
 * @param {TimeSettings} workerSettings those of its workers
 * @param {Moment | null} [start] where the film is when a worker starts
 */
export function startTime(settings, workerSettings, start = null) {
  const isPage = 'document' in self
  let current = start

  /** What a new worker runs before its own script. */
  function workerScript() {
    const values = [workerSettings, workerSettings, current].map(value => JSON.stringify(value))
    return `self.ServiceWorkerGlobalScope || self.captureAgent || (${startTime})(${values.join()});\n`
  }

  /** @param {Moment} moment @returns {Promise<number>} the time of the page or worker, ms */
  async function moveTo(moment) {
    if (settings.clock === 'virtual') await runTimers(stopClock(moment))
    current = moment
    // Messages arrive first.
    if (!isPage) await runTask()
    await moveSharedWorkers(moment)
    await runFrames()
    if (!isPage && settings.awaitsPaint && requestFrame !== undefined) await nextFrame(5000)
    return isStopped() ? timeNow() : moment.elapsed
  }

  if (settings.clock === 'virtual') {
    replaceClocks()
    replaceTimers()
  }
  watchWorkers(workerScript, moveTo)
  replaceFrames(settings.frames)
  if (!isPage) {
    Object.defineProperty(self, 'captureAgent', { value: { moveTo } })
    if (start) moveTo(start)
  }
  return { moveTo, workerScript, isStopped, timeNow }
}
