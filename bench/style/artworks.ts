// Artworks and the palettes that a person picked from each, out of checkouts of two packages of colours.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

export interface Artwork {
  readonly name: string
  readonly bytes: Buffer
  /** What the person picked, `#rrggbb`. */
  readonly colors: readonly string[]
}

type Palettes = ReadonlyMap<string, readonly string[]>

/** Reads every `Name = …("#rrggbb", …)` of a source file in R. */
const palettesIn = async (file: string): Promise<Palettes> => {
  const found = (await readFile(file, 'utf8')).matchAll(/^ +(\w+) *= *(?:list\()?c\(([^)]*)\)/gm)
  return new Map([...found].map(([, name = '', list = '']) => [name, list.match(/#[0-9a-f]{6}/gi) ?? []]))
}

/** The paintings of the second package, by the names of their palettes. */
const paintings: Readonly<Record<string, string>> = {
  StarryNight: 'starrynight2',
  StarryRhone: 'rhone1',
  SelfPortrait: 'selfp',
  CafeTerrace: 'cafeterrace',
  Eglise: 'eglise',
  Irises: 'irises',
  SunflowersMunich: 'sunflowersm',
  SunflowersLondon: 'sunflowersl',
  Rest: 'rest',
  Bedroom: 'bedroom',
  CafeDeNuit: 'cafedenuit',
  Chaise: 'chaise',
  Shoes: 'shoes',
  Landscape: 'landscape',
  Cypresses: 'cypresses',
}

/** The sheets of the first package show the artwork on the left of this part of their width, and the palette on the right. */
const artworkPart = 0.518

/** Cuts the artwork out of a sheet: what is not paper on its left side. */
const cutOut = async (file: string): Promise<Buffer> => {
  // The sheets carry a Display P3 profile, but their printed hex values equal the unconverted numbers.
  const sheet = sharp(await readFile(file), { ignoreIcc: true }).flatten({ background: '#FFFFFF' })
  const { width, height } = await sheet.metadata()
  const left = await sheet
    .extract({ left: 0, top: 0, width: Math.floor(width * artworkPart), height })
    .png()
    .toBuffer()
  return sharp(left).trim({ background: '#FFFFFF', threshold: 5 }).png().toBuffer()
}

/** @param folder a checkout of MetBrewer (CC0 1.0, artworks of the Metropolitan Museum of Art). */
export const metArtworks = async (folder: string): Promise<readonly Artwork[]> => {
  const sheets = await readdir(join(folder, 'PaletteImages'))
  const palettes = [...(await palettesIn(join(folder, 'R/PaletteCode.R')))]
  const found = palettes.map(async ([name, colors]): Promise<readonly Artwork[]> => {
    const sheet = sheets.find(file => file === `${name}.png` || file.startsWith(`${name} (`))
    return sheet === undefined ? [] : [{ name, bytes: await cutOut(join(folder, 'PaletteImages', sheet)), colors }]
  })
  return (await Promise.all(found)).flat()
}

/** @param folder a checkout of vangogh (MIT, paintings of Vincent van Gogh). */
export const vanGoghArtworks = async (folder: string): Promise<readonly Artwork[]> => {
  const palettes = await palettesIn(join(folder, 'R/colors.R'))
  const pictures = join(folder, 'inst/extdata/paintings')
  return Promise.all(
    Object.entries(paintings).map(async ([name, file]) => ({
      name,
      bytes: await readFile(join(pictures, `${file}.png`)),
      colors: palettes.get(name) ?? [],
    })),
  )
}
