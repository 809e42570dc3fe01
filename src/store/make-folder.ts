// Makes a folder and those above it, for the owner alone.
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Node's own `recursive` never returns where the system refuses a folder with ENOENT (below /proc, Node 20.20.2), so
 * each level is made by itself. A folder that another process makes meanwhile is as good as ours.
 * @throws the system's error when a folder cannot be made
 */
export const makeFolder = (path: string): void => {
  const folder = resolve(path)
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, 0o700)
    // Whatever the umask took away.
    chmodSync(folder, 0o700)
  } catch (error) {
    if (!existsSync(folder)) throw error
  }
}
