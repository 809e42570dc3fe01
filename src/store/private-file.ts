// Files that only the owner reads and writes.
import { chmodSync, closeSync, fchmodSync, openSync, statSync } from 'node:fs'

const ownerOnly = 0o600

/** Makes an empty file where there is none. An existing file is not opened: closing it would drop the locks that this process holds on it. */
function createFile(path: string): void {
  try {
    const file = openSync(path, 'wx', ownerOnly)
    // Whatever the umask took away.
    fchmodSync(file, ownerOnly)
    closeSync(file)
  } catch {
    // It is there already, or SQLite says why it cannot be made.
  }
}

/** Another user's file stays as it is: only its owner may change the mode. */
function tightenFile(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isFile() && stat.uid === process.getuid?.() && (stat.mode & 0o077) !== 0) chmodSync(path, ownerOnly)
}

/** Makes the database file where there is none. SQLite gives its log and its index of the log the mode of the file when it makes them. */
export function preparePrivateDatabase(path: string): void {
  createFile(path)
  for (const suffix of ['', '-wal', '-shm']) tightenFile(`${path}${suffix}`)
}
