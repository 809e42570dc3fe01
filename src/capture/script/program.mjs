// The script: a program, and a module that exports what it does.
import { warnings } from './node/errors.mjs'
// The bundler imports that of a kind.
import { takeCapture } from './node/picture.mjs'
import { isMainModule, runJob, runProgram } from './node/run.mjs'
import { readSettings } from './node/settings.mjs'

/**
 * Captures the page of CONFIG.
 *
 * @param settings as readSettings() returns them; by default those of the environment
 * @param {Promise<never>} [interruption] rejects to stop the capture
 */
function capture(settings = readSettings([], process.env), interruption) {
  return runJob(settings, takeCapture, interruption)
}

export { capture, warnings }

if (isMainModule()) await runProgram(capture)
