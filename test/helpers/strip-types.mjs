// Loads TypeScript as `ts-blank-space/register` does, and keeps the results: the compiler takes more than a second of each process.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { version } = createRequire(import.meta.url)('ts-blank-space/package.json')
const folder = new URL(`../../.tap/strip-types/${version}/`, import.meta.url)
mkdirSync(folder, { recursive: true })

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context)
  const source = await stripTypes(readFileSync(fileURLToPath(url), 'utf8'))
  return { format: 'module', shortCircuit: true, source: `${source}\n//# sourceURL=${url}` }
}

async function stripTypes(text) {
  const kept = new URL(createHash('sha256').update(text).digest('hex'), folder)
  try {
    return readFileSync(kept, 'utf8')
  } catch {
    const { default: blankSpace } = await import('ts-blank-space')
    const stripped = blankSpace(text)
    // Other processes read the file only when it is whole.
    const unfinished = new URL(`${kept}.${process.pid}`)
    writeFileSync(unfinished, stripped)
    renameSync(unfinished, kept)
    return stripped
  }
}
