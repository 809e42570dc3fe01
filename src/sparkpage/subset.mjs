// Reduces fonts to some of their characters. Plain JavaScript, and not part of the bundle: its packages find their WebAssembly beside them.
// @ts-check
import { readFile } from 'node:fs/promises'
import subsetFont from 'subset-font'

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

/**
 * Takes 10 to 100 ms. After an error the WebAssembly may be in any state.
 * @param {{ readonly file: string, readonly characters: string }} request
 * @returns {Promise<string>} a woff2 font in Base64
 */
export async function subset({ file, characters }) {
  const font = await subsetFont(await readFont(file), characters, options)
  return font.toString('base64')
}
