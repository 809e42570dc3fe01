// Files that are slow to make are made once and kept under the system's temporary folder.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = join(tmpdir(), 'automation-service-bombs')

/** The stored file; `make` runs when there is none. `key` names everything that the bytes depend on. */
export async function stored(key: string, make: () => Promise<Uint8Array>): Promise<Buffer> {
  const file = join(folder, createHash('sha256').update(key).digest('hex').slice(0, 24))
  const found = await readFile(file).catch(() => undefined)
  if (found) return found
  const bytes = Buffer.from(await make())
  await mkdir(folder, { recursive: true })
  // Several processes may make it at once: whoever comes last replaces equal bytes by equal bytes.
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, bytes)
  await rename(draft, file)
  return bytes
}
