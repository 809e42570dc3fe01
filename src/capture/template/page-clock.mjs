// ---- The page-clock engine: the page lives by a clock that we move from picture to picture ----
//
// Until the film begins the clock is the browser's own. Then it stops, and each move serves what became due meanwhile
// in the order of a browser: timers one by one, one batch of animation frames, then what moves without a script.
import { openCamera } from './camera.mjs'
import { leadAnimations, leadDrawings, leadVideos, takeLead } from './motion.mjs'
import { giveCue } from './stage.mjs'

/** @import { Engine, Stage, Timer } from './types.d.ts' */

/** @type {Engine} */
export const pageClock = {
  // Frames of other sites are painted by the page's own process, so that no picture shows them one frame late.
  args: ['--disable-site-isolation-trials'],
  parts: [stopClock, keepTimers, keepFrames, takeLead, leadAnimations, leadDrawings, leadVideos],
  start: async (page, config) => {
    const camera = await openCamera(page, config)
    const fps = config.video?.fps ?? 60
    await giveCue(page, 'pin', undefined)
    return async index => {
      await giveCue(page, 'move', (index * 1000) / fps)
      return camera({ format: 'jpeg', quality: 100, optimizeForSpeed: true })
    }
  },
}

/**
 * performance.now, Date and the timeline of animations tell the time of the stage.
 * @param {Stage} stage
 */
function stopClock(stage) {
  const RealDate = Date
  const realNow = Date.now
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
  let dateAtStart = 0
  const dateNow = () => (stage.pinned ? Math.floor(dateAtStart + stage.time - stage.start) : realNow())
  RealDate.now = dateNow
  window.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [dateNow()], made),
  })
  RealDate.prototype.constructor = window.Date
  Performance.prototype.now = () => stage.now()
  Object.defineProperty(DocumentTimeline.prototype, 'currentTime', {
    get() {
      return stage.pinned && this === document.timeline ? stage.time : timeline?.get?.call(this)
    },
  })
  stage.cues.pin.push(() => {
    dateAtStart = realNow()
    stage.time = stage.start = stage.now()
    stage.pinned = true
  })
  // A frame that opens during the film joins at the next picture.
  stage.cues.move.push(async elapsed => {
    if (stage.pinned) return
    for (const pin of stage.cues.pin) await pin()
    stage.start -= elapsed
    dateAtStart -= elapsed
  })
}

/**
 * Timers: due in the order of their times, also when many fall between two pictures.
 * @param {Stage} stage
 */
function keepTimers(stage) {
  const { setTimeout: realStart, clearTimeout: realStop } = window
  /** @type {Map<number, Timer>} */
  const timers = new Map()
  let lastId = 0
  let depth = 0

  /** @type {(repeats: boolean) => (callback: unknown, delay?: unknown, ...args: unknown[]) => number} */
  const starter =
    repeats =>
    (callback, delay, ...args) => {
      lastId += 1
      const period = Math.max(0, Number(delay) | 0)
      const run = typeof callback === 'function' ? callback.bind(window, ...args) : () => realStart(String(callback))
      start({ id: lastId, period, repeats, depth, due: stage.now(), real: 0, run })
      return lastId
    }

  /** @param {Timer} timer */
  function start(timer) {
    // HTML: the shortest wait is 4 ms once timers are nested five deep.
    timer.due += Math.max(timer.period, timer.depth > 4 ? 4 : 0)
    timer.depth += 1
    timers.set(timer.id, timer)
    if (!stage.pinned) timer.real = realStart(fire, timer.due - stage.now(), timer)
  }

  /** @param {Timer} timer */
  function fire(timer) {
    timers.delete(timer.id)
    if (timer.repeats) start(timer)
    depth = stage.pinned ? timer.depth : 0
    return stage.serve(timer.run)
  }

  /** @param {unknown} id */
  function clear(id) {
    realStop(timers.get(Number(id))?.real)
    timers.delete(Number(id))
  }

  /** @param {number} target */
  function nextDue(target) {
    const due = [...timers.values()].filter(timer => timer.due <= target)
    return due.sort((a, b) => a.due - b.due)[0]
  }

  const [setTimeout, setInterval] = [starter(false), starter(true)]
  Object.assign(window, { setTimeout, setInterval, clearTimeout: clear, clearInterval: clear })
  stage.cues.pin.push(() => {
    for (const { real } of timers.values()) realStop(real)
  })
  stage.cues.move.push(async elapsed => {
    const target = stage.start + elapsed
    for (let next = nextDue(target); next; next = nextDue(target)) {
      stage.time = Math.max(stage.time, next.due)
      await fire(next)
    }
    depth = 0
    stage.time = target
  })
}

/**
 * Animation frames: one batch a picture; what they ask for comes with the next.
 * @param {Stage} stage
 */
function keepFrames(stage) {
  const { requestAnimationFrame: realRequest, cancelAnimationFrame: realCancel } = window
  /** @type {Map<number, { real: number, callback: FrameRequestCallback }>} */
  const waiting = new Map()
  let lastId = 0

  /** @type {(id: number, time: number) => unknown} */
  function serve(id, time) {
    const callback = waiting.get(id)?.callback
    waiting.delete(id)
    return callback && stage.serve(() => callback(time))
  }

  window.requestAnimationFrame = callback => {
    if (typeof callback !== 'function') throw new TypeError('requestAnimationFrame needs a function')
    lastId += 1
    const id = lastId
    waiting.set(id, { real: stage.pinned ? 0 : realRequest(time => serve(id, time)), callback })
    return id
  }
  window.cancelAnimationFrame = id => {
    realCancel(waiting.get(id)?.real ?? 0)
    waiting.delete(id)
  }
  stage.cues.pin.push(() => {
    for (const { real } of waiting.values()) realCancel(real)
  })
  stage.cues.move.push(async () => {
    for (const id of [...waiting.keys()]) await serve(id, stage.time)
  })
}
