// A section of the capture script: the whole run.
import fs from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { checkChromium, findPlaywright, openWindow } from './browser.mjs'
import { checkFfmpeg } from './encode.mjs'
import { fail, firstLine, undo } from './failure.mjs'
import { findEngines, makeFilm } from './film.mjs'
import { CONFIG } from './head.mjs'
import { navigate } from './navigate.mjs'
import { readOverrides } from './overrides.mjs'
import { warn } from './progress.mjs'
import { checkSelectors, settle } from './settle.mjs'
import { still, takeStill } from './still.mjs'

/** @import { Config } from './types.mjs' */

// --- The whole run

/** @param {Config} config */
async function capture(config) {
  const settings = readOverrides(process.argv.slice(2), process.env, config)
  const { output } = settings
  const films = config.output_format === 'mp4'
  const ways = films ? findEngines(settings.engine) : [still]
  for (const warning of config.warnings) warn(warning)

  const tools = await findPlaywright()
  checkChromium(tools, settings)
  if (films) await checkFfmpeg(settings)

  undo.push(() => fs.rmSync(`${output}.part`, { force: true }))
  const { page, start } = await openWindow(ways, tools, config, settings)
  await checkSelectors(page, config)
  await navigate(page, config)
  await settle(page, config)
  const { width, height, frames, fps } = start
    ? await makeFilm(start, config, settings)
    : await takeStill(page, config, output)
  if (!process.exitCode) fs.renameSync(`${output}.part`, output) // not interrupted
  return { output, width, height, bytes: fs.statSync(output).size, frames, fps, duration: fps && frames / fps }
}

async function interruption() {
  await new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve)
  })
  return fail('interrupted', 'Interrupted')
}

const thisFile = fileURLToPath(import.meta.url)

/** The comment at the top of this file. @param {string} source */
function helpText(source) {
  const [comment = ''] = /^(\/\/[^\n]*\n)+/.exec(source) ?? []
  return comment.replace(/^\/\/ (@ts-check\n)?|^\/\/$/gm, '')
}

/** @param {Config} config */
async function run(config) {
  if (process.argv.includes('--help')) return process.stdout.write(helpText(fs.readFileSync(thisFile, 'utf8')))
  try {
    const result = await Promise.race([capture(config), interruption()])
    process.stdout.write(`${JSON.stringify(result)}\n`)
  } catch (error) {
    process.exitCode = /** @type {{ exitCode?: number }} */ (error).exitCode ?? 1
    process.stderr.write(`error: ${firstLine(error)}\n`)
  }
  for (const step of undo.reverse()) {
    await Promise.race([Promise.resolve().then(step), delay(5000)]).catch(() => {})
  }
  process.exit()
}

// --- Go

await run(CONFIG)
