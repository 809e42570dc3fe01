// Time in a video, in pages and in workers: runs before their own scripts.
import { agentCode } from './agent-code.mjs'
import { nextFrame, requestFrame } from './browser-time.mjs'
import { moveSharedWorkers, watchWorkers } from './child-workers.mjs'
import { endFrame, hasFrames, replaceFrames, requestFrames, runFrames } from './frames.mjs'
import { seedCrypto } from './random.mjs'
import { replaceScheduling } from './scheduling.mjs'
import { createTimer, replaceClocks, replaceTimers, runTask, runTimers, timeAt, timeNow } from './timers.mjs'

/** @typedef {ReturnType<typeof takeOverTime>} Time */

/**
 * Takes over the time of a page or worker.
 *
 * @param {number} date of the page's start, ms since 1970
 * @param {number} [start] where the video is when a worker starts, ms; negative before it
 */
export function takeOverTime(date, start = -1) {
  const isPage = 'document' in self
  let current = start

  /**
   * @param {number} elapsed ms since the page of the video began; negative before it
   * @returns {Promise<number>} the time of the page or worker, ms
   */
  async function moveTo(elapsed) {
    current = elapsed
    await runTimers(elapsed < 0 ? timeNow() : timeAt(elapsed))
    // Messages arrive first.
    if (!isPage) await runTask()
    await moveSharedWorkers(elapsed)
    if (elapsed < 0) return timeNow()
    if (isPage) requestFrames()
    else await runFrames()
    if (!isPage && requestFrame !== undefined) await nextFrame(5000)
    return timeNow()
  }

  replaceClocks(date)
  seedCrypto()
  replaceTimers()
  replaceScheduling(createTimer)
  replaceFrames(isPage)
  watchWorkers(() => agentCode(takeOverTime, date, current), moveTo)
  if (!isPage) {
    Object.defineProperty(self, 'captureAgent', { value: { moveTo } })
    moveTo(start)
  }
  return { moveTo, timeNow, timeAt, hasFrames, endFrame }
}
