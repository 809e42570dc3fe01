// ---- A film ----
import fs from 'node:fs'
import { inspectFilm, startEncoder } from './encode.mjs'
import { Failure } from './failure.mjs'
import { pageClock } from './page-clock.mjs'
import { checkSize } from './still.mjs'

/** @import { Config, Engine, Page, Result, Settings, Undo } from './types.d.ts' */

/** @type {Readonly<Record<string, Engine>>} */
const engines = { 'page-clock': pageClock }

/** @param {string} name */
export function findEngine(name) {
  const engine = Object.hasOwn(engines, name) ? engines[name] : undefined
  if (engine) return engine
  throw new Failure('override', `No such engine: ${name}. There is: ${Object.keys(engines).join(', ')}`)
}

/**
 * @param {Page} page
 * @param {Config} config
 * @param {Settings} settings
 * @param {(done: number) => void} progress
 * @param {Undo} undo
 * @returns {Promise<Result>}
 */
export async function makeFilm(page, config, { engine, ffmpeg, output }, progress, undo) {
  const { video } = config
  if (!video) throw new Failure('override', 'CONFIG.video is missing')
  const part = `${output}.part`
  undo.push(() => fs.rmSync(part, { force: true }))
  const takePicture = await findEngine(engine).start(page, config)
  const encoder = startEncoder(ffmpeg, config, video, part)
  undo.push(encoder.stop)
  for (let index = 0; index < video.frame_count; index += 1) {
    await encoder.write(await takePicture(index))
    progress(index + 1)
  }
  await encoder.finish()
  checkFilm(await inspectFilm(ffmpeg, part), config, video.frame_count)
  fs.renameSync(part, output)
  return { ...config.output_size, frames: video.frame_count, fps: video.fps, duration: video.frame_count / video.fps }
}

/**
 * @param {{ width: number, height: number, frames: number, steady: boolean }} film
 * @param {Config} config
 * @param {number} frames
 */
function checkFilm(film, { output_size }, frames) {
  checkSize(film, output_size)
  if (film.frames !== frames) throw new Failure('encoding', `The film has ${film.frames} frames, not ${frames}`)
  if (!film.steady) throw new Failure('encoding', 'The frames of the film are not equally long')
}
