// A worker thread that reduces fonts to the characters of a page, so that the event loop stays free for 10 to 100 ms.
// Plain JavaScript, because a thread that loads a TypeScript loader starts ten times more slowly.
// @ts-check
import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import subsetFont from 'subset-font'

/** @import { SubsetRequest } from './fonts.ts' */

/** Kerning, the required forms and digits of one height; other alternates and decorative ligatures would double the size of some faces. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'liga', 'lnum']

const options = { targetFormat: /** @type {const} */ ('woff2'), keepFeatures, noHinting: true }

/** Each file is 15 to 50 KB. @type {Map<string, Promise<Buffer>>} */
const files = new Map()

/** @param {string} file */
function readFont(file) {
  const content = files.get(file) ?? readFile(file)
  files.set(file, content)
  return content
}

parentPort?.on('message', async (/** @type {SubsetRequest} */ { id, file, characters }) => {
  // An error ends the thread: WebAssembly may be in any state after one.
  const font = await subsetFont(await readFont(file), characters, options)
  parentPort?.postMessage({ id, font: font.toString('base64') })
})
