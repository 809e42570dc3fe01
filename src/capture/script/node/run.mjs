// The run: cleans up, reports the result on standard output, and ends with an exit code.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CONFIG } from '../config.mjs'
import { CaptureError, exitCodeOf, firstLine, warn, warnings } from './errors.mjs'
import { checkConfig, readSettings } from './settings.mjs'
import { withTimeout } from './timeout.mjs'

/** @import { Result, Run, Settings } from './types.mjs' */

/** Longest wait for each step of the cleanup. */
const cleanupMs = 5000

/**
 * Runs a job and cleans up after it, also when it fails or is interrupted.
 *
 * @param {Settings} settings
 * @param {(run: Run) => Promise<Result>} job
 * @param {Promise<never>} [interruption]
 */
export async function runJob(settings, job, interruption = new Promise(() => {})) {
  /** @type {(() => unknown)[]} */
  const cleanups = [() => fs.rmSync(`${settings.output}.part`, { force: true })]
  const run = { settings, cleanups, isOver: false }
  try {
    checkConfig()
    return await Promise.race([job(run), interruption])
  } finally {
    run.isOver = true
    for (const cleanUp of cleanups.toReversed()) {
      await withTimeout(Promise.resolve().then(cleanUp), cleanupMs).catch(() => {})
    }
  }
}

/** Whether Node.js runs this file, rather than a program that imports it. */
export function isMainModule() {
  const [, file] = process.argv
  return file !== undefined && fs.existsSync(file) && fs.realpathSync(file) === fileURLToPath(import.meta.url)
}

/** @param {(settings: Settings, interruption: Promise<never>) => Promise<Result>} capture */
export async function runProgram(capture) {
  if (process.argv.includes('--help')) {
    process.stdout.write(readHelp())
    return
  }
  /** @type {Promise<never>} */
  const interruption = new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => reject(new CaptureError('interrupted', 'Interrupted')))
    }
  })
  interruption.catch(() => {})
  try {
    const settings = readSettings(process.argv.slice(2), process.env)
    for (const warning of CONFIG.warnings) warn(warning)
    const result = await capture(settings, interruption)
    await print(process.stdout, JSON.stringify({ ...result, warnings: [...warnings] }))
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    await print(process.stderr, `error: ${firstLine(error)}`)
  }
  process.exit()
}

/** Resolves when it is written: the end of the process could cut it off. @param {NodeJS.WriteStream} stream @param {string} line */
function print(stream, line) {
  return new Promise(resolve => stream.write(`${line}\n`, resolve))
}

/** The comment at the top of this file. */
function readHelp() {
  const file = fs.readFileSync(fileURLToPath(import.meta.url), 'utf8')
  const [, comment = ''] = file.split(/\/\/ @ts-check\n|const CONFIG/)
  return comment.replaceAll(/^\/\/ ?/gm, '')
}
