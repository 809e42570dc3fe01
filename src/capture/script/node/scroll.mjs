// Scrolling a film: from the top of the page to its bottom, slow at both ends.

/** A sine easing. @param {number} share 0 to 1 @returns {number} 0 to 1 */
export function ease(share) {
  return (1 - Math.cos(Math.PI * share)) / 2
}

/** The positions at all frames, 0 to 1. @param {number} frames @returns {number[]} */
export function easedPositions(frames) {
  return Array.from({ length: frames }, (_, index) => ease(index / Math.max(1, frames - 1)))
}
