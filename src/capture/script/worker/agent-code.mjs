// The code that a new worker runs before its own script.

/**
 * @param {(date: number, start: number) => unknown} takeOverTime
 * @param {number} date of the page's start, ms since 1970
 * @param {number} elapsed where the film is, ms; negative before it
 */
export function agentCode(takeOverTime, date, elapsed) {
  return `self.ServiceWorkerGlobalScope || self.captureAgent || (${takeOverTime})(${date}, ${elapsed});\n`
}
