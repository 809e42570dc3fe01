// The bundle of the service, as `npm start` makes it: its processes start in a fifth of the time that the sources take.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** Made where a source is newer; `npm test` does it once for all files. */
if (process.env.TEST_BUNDLE === undefined)
  await promisify(execFile)('env', ['-u', 'NODE_OPTIONS', process.execPath, 'scripts/start.mjs', '--version'], {
    cwd: root,
  })

export const serverProgram = join(root, 'dist/src/server.js')
export const pageProgram = pathToFileURL(join(root, 'dist/src/pages/thread.js'))
export const workerProgram = pathToFileURL(join(root, 'dist/src/analysis/worker.js'))
export const renderProgram = pathToFileURL(join(root, 'dist/src/renders/render-process.js'))
