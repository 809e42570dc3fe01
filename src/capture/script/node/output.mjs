// The output file: its part file becomes it when its size is right.
import fs from 'node:fs'
import { CONFIG } from '../config.mjs'
import { fail } from './errors.mjs'

/** @import { Result, Run, Size, Verdict } from './types.mjs' */

/** The longest side of a PNG file that browsers and editors open, px. */
export const maxPngSide = 65_535

/** The size of the window in device px, without fractions. @returns {Size} */
export function outputSize() {
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  // 100 × 1.15 is 114.99… for a computer: without the addition a pixel would be lost.
  const toDevicePixels = (/** @type {number} */ side) => Math.floor(side * deviceScaleFactor + 1e-9)
  return { width: toDevicePixels(width), height: toDevicePixels(height) }
}

/** @param {Size} actual @param {Size} expected */
export function checkSize(actual, expected) {
  const [actualSize, expectedSize] = [actual, expected].map(({ width, height }) => `${width} × ${height} px`)
  if (actualSize !== expectedSize)
    fail('encoding', `The result has ${actualSize}, but CONFIG requests ${expectedSize}`)
}

/**
 * @param {Run} run
 * @param {Size & { frames: number, fps: number | null }} facts
 * @param {Verdict} verdict
 * @returns {Result}
 */
export function finishOutput({ settings: { output }, isOver }, { width, height, frames, fps }, verdict) {
  if (!isOver) fs.renameSync(`${output}.part`, output)
  const { size } = fs.statSync(output)
  return { output, width, height, bytes: size, frames, fps, duration: fps && frames / fps, ...verdict }
}
