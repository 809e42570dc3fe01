// A section of the capture script: the page-clock engine.
import { emulatedWindow, jpeg, openCamera } from './camera.mjs'
import { keepFrames } from './frames.mjs'
import {
  leadAnimations,
  leadDrawings,
  leadEarly,
  leadVideos,
  moveTo,
  takeLead,
  warnLate,
  watchVideos,
} from './motion.mjs'
import { findPictures, leadPictures, showPictures } from './pictures.mjs'
import { awaitCanvas, awaitWorkers, followStarter, leadWorkers, stageWorkers, startWorkers } from './workers.mjs'

/** @import { Stage, Timer, Way } from './types.d.ts' */

// --- The page-clock engine

/** @type {Way} */
const pageClock = {
  // Else large pictures are decoded after their frame.
  args: () => ['--disable-checker-imaging'],
  window: emulatedWindow,
  parts: [
    ...[stopClock, keepTimers, leadWorkers, startWorkers, keepFrames, awaitWorkers],
    ...[takeLead, leadAnimations, leadDrawings, watchVideos, leadVideos, findPictures, showPictures, awaitPaint],
  ],
  workerParts: [
    ...[stopClock, keepTimers, leadWorkers, startWorkers, keepFrames],
    ...[awaitWorkers, awaitCanvas, followStarter],
  ],
  open: async (page, config) => {
    await stageWorkers(page)
    const showFrames = await leadPictures(page)
    return async () => {
      const camera = await openCamera(page, config)
      await leadEarly(page)
      await showFrames(-1)
      return async time => {
        warnLate(await moveTo(page, time))
        await showFrames(time)
        return camera(jpeg)
      }
    }
  },
}

/**
 * @param {Stage} stage
 */
function stopClock(stage) {
  const RealDate = Date
  const realNow = Date.now
  let dateAtStart = 0
  const dateNow = () => (stage.pinned ? Math.floor(dateAtStart + stage.time - stage.start) : realNow())
  RealDate.now = dateNow
  self.Date = new Proxy(RealDate, {
    apply: () => new RealDate(dateNow()).toString(),
    construct: (target, args, made) => Reflect.construct(target, args.length > 0 ? args : [dateNow()], made),
  })
  Performance.prototype.now = stage.now
  stage.cues.move.push(elapsed => {
    if (stage.pinned) return
    stage.time = stage.now()
    stage.start = stage.time - elapsed
    dateAtStart = stage.moment?.date ?? realNow() - elapsed
    stage.pinned = true
  })
  if (!self.document) return // a worker
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, 'currentTime')
  Object.defineProperty(DocumentTimeline.prototype, 'currentTime', {
    get() {
      return stage.pinned && this === document.timeline ? stage.time : timeline?.get?.call(this)
    },
  })
}

/**
 * @param {Stage} stage
 */
function keepTimers(stage) {
  const { setTimeout: later } = self
  /** @type {Map<unknown, Timer>} */
  const timers = new Map()
  let lastId = 0
  let depth = 0

  /** @type {(repeats: boolean) => (callback: unknown, delay?: unknown, ...args: unknown[]) => number} */
  const starter =
    repeats =>
    (callback, delay, ...args) => {
      lastId += 1
      const period = Math.max(0, Number(delay) | 0)
      const run = typeof callback === 'function' ? callback.bind(self, ...args) : () => later(String(callback))
      start({ id: lastId, period, repeats, depth, due: stage.now(), run })
      return lastId
    }

  /** @param {Timer} timer */
  function start(timer) {
    // HTML: 4 ms at least, nested five deep.
    timer.due += Math.max(timer.period, timer.depth > 4 ? 4 : 0)
    timer.depth += 1
    timers.set(timer.id, timer)
    if (!stage.pinned) later(() => stage.pinned || fire(timer), timer.due - stage.now())
  }

  /** @param {Timer} timer */
  function fire(timer) {
    if (!timers.delete(timer.id)) return
    if (timer.repeats) start(timer)
    depth = stage.pinned ? timer.depth : 0
    return stage.serve(timer.run)
  }

  /** @type {(target: number) => Timer | undefined} */
  const nextDue = target => [...timers.values()].filter(({ due }) => due <= target).sort((a, b) => a.due - b.due)[0]
  const clear = (/** @type {unknown} */ id) => timers.delete(Number(id))
  Object.assign(self, { setTimeout: starter(false), setInterval: starter(true) })
  Object.assign(self, { clearTimeout: clear, clearInterval: clear })
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

/** @param {Stage} stage */
function awaitPaint({ cues, paint, wait }) {
  cues.move.push(() => window === top && Promise.race([new Promise(paint), wait(5000)]))
}

export { keepTimers, pageClock, stopClock }
