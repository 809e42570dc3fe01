// ---- The whole run ----
import fs from 'node:fs'
import process from 'node:process'
import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser, openContext } from './browser.mjs'
import { exitCodes, Failure, firstLine } from './failure.mjs'
import { findEngine, makeFilm } from './film.mjs'
import { navigate } from './navigate.mjs'
import { readOverrides } from './overrides.mjs'
import { progressOf } from './progress.mjs'
import { readyParts, settle } from './settle.mjs'
import { setStage } from './stage.mjs'
import { still, takeStill } from './still.mjs'
import { checkFfmpeg, findChromium, findPlaywright } from './tools.mjs'

/** @import { Config, Undo } from './types.d.ts' */

/**
 * @param {Config} config
 * @param {Undo} undo
 */
async function capture(config, undo) {
  const settings = readOverrides(process.argv.slice(2), process.env, config)
  const films = config.output_format === 'mp4'
  const way = films ? findEngine(settings.engine) : still
  const warn = (/** @type {string} */ message) => process.stderr.write(`warning: ${message}\n`)
  for (const warning of config.warnings) warn(warning)

  const found = await findPlaywright()
  const executable = findChromium(settings, found)
  if (films) await checkFfmpeg(settings)

  const browser = await openBrowser(found, executable, config, settings, way.args, undo)
  const context = await openContext(browser, config)
  await setStage(context, [...readyParts, ...way.parts])
  const page = await context.newPage()
  await navigate(page, config, warn)
  await settle(page, config, warn)
  const progress = progressOf(process.stderr, config.video?.frame_count ?? 1, Date.now)
  const result = films
    ? await makeFilm(page, config, settings, progress, undo)
    : await takeStill(page, config, settings.output, undo)
  const { width, height, ...rest } = result
  return { output: settings.output, width, height, bytes: fs.statSync(settings.output).size, ...rest }
}

/** @returns {Promise<never>} */
function interruption() {
  return new Promise((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => reject(new Failure('interrupted', 'Interrupted')))
    }
  })
}

/**
 * Captures, cleans up whatever happened (a step that hangs is left after 5 s), and ends the process.
 * @param {Config} config
 */
export async function run(config) {
  /** @type {Undo} */
  const undo = []
  let exitCode = 0
  try {
    const result = await Promise.race([capture(config, undo), interruption()])
    process.stdout.write(`${JSON.stringify(result)}\n`)
  } catch (error) {
    exitCode = error instanceof Failure ? error.exitCode : exitCodes.other
    process.stderr.write(`error: ${firstLine(error)}\n`)
  }
  for (const step of undo.reverse()) {
    await Promise.race([Promise.resolve().then(step), delay(5000)]).catch(() => {})
  }
  process.exit(exitCode)
}
