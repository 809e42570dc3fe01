// Which file a thread of analysts runs.
import { extname } from 'node:path'

/**
 * The worker beside a file of ours, in the form in which that file runs: built, or as TypeScript under a runner that reads it in every
 * thread, or under tsx.
 *
 * @param execArgv options of the process, among which tsx is named.
 */
export const workerBeside = (file: string, execArgv: readonly string[]): URL => {
  const underTsx = execArgv.some(argument => /\btsx\b/.test(argument))
  return new URL(extname(file) === '.js' ? './worker.js' : underTsx ? './worker.dev.mjs' : './worker.ts', file)
}
