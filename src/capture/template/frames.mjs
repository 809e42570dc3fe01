// A section of the capture script: animation frames.
/** @import { Stage } from './types.d.ts' */

// --- Animation frames

/**
 * @param {Stage} stage
 */
function keepFrames(stage) {
  /** @type {Map<number, { asked: number, callback: FrameRequestCallback }>} */
  const waiting = new Map()
  let lastId = 0
  let served = -1

  /** @param {number} id */
  const request = id => stage.paint(time => stage.pinned || serve(id, time))

  /** @type {(id: number, time: number) => unknown} */
  function serve(id, time) {
    const frame = waiting.get(id)
    if (!frame) return
    if (!stage.pinned && time - frame.asked < 1) return request(id)
    waiting.delete(id)
    served = time
    return stage.serve(() => frame.callback(time))
  }

  if (!stage.paint) return // a shared worker
  self.requestAnimationFrame = callback => {
    lastId += 1
    waiting.set(lastId, { asked: served, callback })
    if (!stage.pinned) request(lastId)
    return lastId
  }
  self.cancelAnimationFrame = id => waiting.delete(id)
  stage.cues.move.push(async () => {
    const isNew = stage.pinned && served < stage.time
    for (const id of isNew ? [...waiting.keys()] : []) await serve(id, stage.time)
  })
}

export { keepFrames }
