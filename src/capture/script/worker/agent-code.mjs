// The code that a new worker runs before its own script.

/** @import { FilmSettings } from '../types.mjs' */

/**
 * @param {(settings: FilmSettings, start: number) => unknown} takeOverTime
 * @param {FilmSettings} settings
 * @param {number} elapsed where the film is, ms; negative before it
 */
export function agentCode(takeOverTime, settings, elapsed) {
  const values = `${JSON.stringify(settings)}, ${elapsed}`
  return `self.ServiceWorkerGlobalScope || self.captureAgent || (${takeOverTime})(${values});\n`
}
