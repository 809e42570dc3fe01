// The outlines of texts in the fonts of pages. Plain JavaScript, and not part of the bundle: its packages find their WebAssembly beside them.
// @ts-check
import { readFile } from 'node:fs/promises'
// @ts-expect-error: it has no types.
import { convert } from 'fontverter'
import { Blob, Buffer as Characters, Face, Font, shape } from 'harfbuzzjs'

/** @type {Map<string, Promise<Font>>} */
const fonts = new Map()

/** @param {string} file woff2 */
function loadFont(file) {
  const font = fonts.get(file) ?? readFont(file)
  fonts.set(file, font)
  return font
}

/** @param {string} file */
async function readFont(file) {
  const bytes = await convert(await readFile(file), 'sfnt')
  return new Font(new Face(new Blob(new Uint8Array(bytes).buffer)))
}

/**
 * @param {{ readonly file: string, readonly text: string }} run
 * @returns {Promise<{ readonly advance: number, readonly glyphs: readonly { readonly path: string, readonly x: number }[] }>} in em, as
 *   paths of SVG whose y axis points upwards
 */
export async function outline({ file, text }) {
  const font = await loadFont(file)
  const unit = 1 / font.face.upem
  const characters = new Characters()
  characters.addText(text)
  characters.guessSegmentProperties()
  shape(font, characters)
  const places = characters.getGlyphPositions()
  let advance = 0
  const glyphs = characters.getGlyphInfos().map(({ codepoint }, index) => {
    const x = advance + (places[index]?.xOffset ?? 0) * unit
    advance += (places[index]?.xAdvance ?? 0) * unit
    return { path: scalePath(font.glyphToPath(codepoint), unit), x }
  })
  return { advance, glyphs }
}

/** @param {string} path @param {number} unit */
function scalePath(path, unit) {
  return path.replace(/-?[\d.]+/g, number => `${Math.round(Number(number) * unit * 10_000) / 10_000}`)
}
