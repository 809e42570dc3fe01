// The script: a program, and a module that exports what it does. It cleans up, reports the result on standard output,
// and ends with an exit code.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CONFIG } from './config.mjs'
import { CaptureError, exitCodeOf, fail, firstLine, warn, warnings, withTimeout } from './node/errors.mjs'
// The bundler imports that of a kind.
import { takeCapture } from './node/picture.mjs'
import { checkConfig, readSettings } from './node/settings.mjs'

/** @import { Result, Settings } from './node/types.mjs' */

/** Longest wait for each step of the cleanup. */
const cleanupMs = 5000

export { capture, warnings }

if (isMainModule()) await runProgram()

/**
 * Captures the page of CONFIG, and cleans up also when that fails, takes too long or is interrupted.
 *
 * @param {Settings} [settings] as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 * @returns {Promise<Result>}
 */
async function capture(settings = readSettings([], process.env), interruption = new Promise(() => {})) {
  /** @type {(() => unknown)[]} */
  const cleanups = [() => fs.rmSync(`${settings.output}.part`, { force: true })]
  const { run_ms } = CONFIG.timeouts
  try {
    checkConfig()
    // Fails at once where no file can be written.
    fs.writeFileSync(`${settings.output}.part`, '')
    const result = await withTimeout(Promise.race([takeCapture({ settings, cleanups }), interruption]), run_ms)
    return result ?? fail('unresponsive', `The capture took more than ${run_ms / 1000} s (timeouts.run_ms)`)
  } finally {
    for (const cleanUp of cleanups.toReversed()) {
      await withTimeout(Promise.resolve().then(cleanUp), cleanupMs).catch(() => {})
    }
  }
}

/** Whether Node.js runs this file, rather than a program that imports it. */
function isMainModule() {
  const [, file] = process.argv
  return file !== undefined && fs.existsSync(file) && fs.realpathSync(file) === fileURLToPath(import.meta.url)
}

async function runProgram() {
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
