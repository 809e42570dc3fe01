// A sheet of the pictures that the trials have kept: a row for each page, a column for each option.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { fileStem } from './trial.ts'

const columns = ['none', 'full_page', 'selector', 'color_scheme', 'hide_selectors', 'youtube_shorts', 'web_16_9']

/** Px. */
const cell = { width: 200, height: 150, gap: 12, title: 24, name: 110 }

/** Writes the sheet, a WebP file. @param folder where the trials have kept their pictures. */
export async function writeSheet(folder: string, pages: readonly string[], file: string): Promise<void> {
  const width = cell.name + columns.length * (cell.width + cell.gap)
  const height = cell.title + pages.length * (cell.height + cell.gap)
  const pictures: { input: Buffer; left: number; top: number }[] = []
  for (const [row, page] of pages.entries()) {
    for (const [column, name] of columns.entries()) {
      const picture = join(folder, `${fileStem(`${page} ${name}`)}.png`)
      if (!existsSync(picture)) continue
      const { data, info } = await sharp(picture, { limitInputPixels: false })
        .resize({ width: cell.width, height: cell.height, fit: 'inside', withoutEnlargement: true })
        .png()
        .toBuffer({ resolveWithObject: true })
      pictures.push({
        input: data,
        left: cell.name + column * (cell.width + cell.gap) + Math.floor((cell.width - info.width) / 2),
        top: cell.title + row * (cell.height + cell.gap) + Math.floor((cell.height - info.height) / 2),
      })
    }
  }
  const titles = columns.map((name, column) => label(name, cell.name + column * (cell.width + cell.gap), 16))
  const names = pages.map((name, row) => label(name, 8, cell.title + row * (cell.height + cell.gap) + 16))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${[...titles, ...names].join('')}</svg>`
  await sharp({ create: { width, height, channels: 3, background: '#d0d4da' }, limitInputPixels: false })
    .composite([...pictures, { input: Buffer.from(svg), left: 0, top: 0 }])
    .webp({ quality: 70 })
    .toFile(file)
}

function label(text: string, x: number, y: number): string {
  return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="13" fill="#1c2128">${text}</text>`
}
