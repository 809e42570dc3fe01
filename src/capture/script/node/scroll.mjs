// Scrolling a film: from the top of the page to its bottom, slow at both ends.

/**
 * The progress at a frame with a sine easing.
 *
 * @param {number} index
 * @param {number} frames
 * @returns {number} 0 to 1
 */
export function easedProgress(index, frames) {
  return (1 - Math.cos((Math.PI * index) / Math.max(1, frames - 1))) / 2
}
