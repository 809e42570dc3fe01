// The output file: its part file becomes it when its size is right.
import fs from 'node:fs'
import { CONFIG } from '../head.mjs'
import { fail } from './errors.mjs'

/** @import { Result, Run, Size } from './types.mjs' */

/** The size of the output: that of the window in device px, without fractions. @returns {Size} */
export function outputSize() {
  const { width, height, deviceScaleFactor } = CONFIG.viewport
  // The addition is against the rounding of doubles: 100 × 1.15 is 115.
  const [w = 0, h = 0] = [width, height]
    .map(side => Math.floor(side * deviceScaleFactor + 1e-9))
    // #if film
    // The format of the pixels requires even sides; the film is cropped to them.
    .map(side => side - (side % 2))
  // #endif
  return { width: w, height: h }
}

/** @param {Size} actual @param {Size} expected */
export function checkSize(actual, expected) {
  if (actual.width === expected.width && actual.height === expected.height) return
  fail('encoding', `The result has ${sizeText(actual)}, CONFIG asks for ${sizeText(expected)}`)
}

/** @param {Size} size */
function sizeText({ width, height }) {
  return `${width} × ${height} px`
}

/**
 * @param {Run} run
 * @param {Size & { frames: number, fps: number | null }} facts
 * @returns {Result}
 */
export function finishOutput({ settings: { output }, isOver }, { width, height, frames, fps }) {
  if (!isOver) fs.renameSync(`${output}.part`, output)
  const { size } = fs.statSync(output)
  return { output, width, height, bytes: size, frames, fps, duration: fps && frames / fps }
}
