// The output file: its part file becomes it when its size is right.
import fs from 'node:fs'
import { CONFIG } from '../head.mjs'
import { fail } from './errors.mjs'

/** @import { Result, Run, Size } from './types.mjs' */

/** @param {Size} actual */
export function checkSize(actual, expected = CONFIG.output_size) {
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
