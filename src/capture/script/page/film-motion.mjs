// Motion in a film: what plays by itself is stopped where it is found, and set to the time of each frame.

/**
 * One kind of what plays by itself.
 *
 * @template {EventTarget} Moving
 * @typedef {object} MotionKind
 * @property {() => Moving[]} find
 * @property {(moving: Moving) => boolean} isMoving
 * @property {(moving: Moving) => void} stop
 * @property {(moving: Moving, isNew: boolean, time: number) => number} startOf ms of its own time at a time of the page;
 *   isNew: it began in this frame
 * @property {(moving: Moving) => number} positionOf its own time in its own unit; NaN if scripts cannot seek it
 * @property {(moving: Moving) => number} rateOf
 * @property {(moving: Moving, milliseconds: number) => boolean} set returns whether it ends there
 */

/** @typedef {{ pageTime: number, ownTime: number, position: number }} MotionStart */

/**
 * @template {EventTarget} Moving
 * @param {MotionKind<Moving>} kind
 */
export function controlMotion({ find, isMoving, stop, startOf, positionOf, rateOf, set }) {
  /** @type {Map<EventTarget, MotionStart>} */
  const controlled = new Map()
  let isNew = false

  /** @param {Moving} moving @param {number} time */
  function moveOne(moving, time) {
    const known = controlled.get(moving)
    const plays = isMoving(moving)
    // A script has sought it; forward it may only have played. Animations: ms, videos: s.
    const gap = positionOf(moving) - (known?.position ?? Number.NaN)
    const isSought = gap < -0.05 || (gap > 0.05 && !plays)
    const isFound = plays && !known
    const start = isSought || isFound ? { pageTime: time, ownTime: startOf(moving, isNew, time) } : known
    if (plays) stop(moving)
    if (!start) return
    const isOver = set(moving, start.ownTime + (time - start.pageTime) * rateOf(moving))
    if (isOver) controlled.delete(moving)
    else controlled.set(moving, { ...start, position: positionOf(moving) })
    // One that is stopped does not fire it.
    if (isOver) moving.dispatchEvent(new Event('ended'))
  }

  return {
    /** @param {number} time of the page, ms */
    moveTo(time) {
      for (const moving of find()) moveOne(moving, time)
      isNew = true
    },
    /** A script has stopped it. @param {Moving} moving */
    release: moving => controlled.delete(moving),
    /** @param {EventTarget | null} target */
    controls: target => target !== null && controlled.has(target),
  }
}
