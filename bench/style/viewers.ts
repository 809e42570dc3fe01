// What the viewers of a format show of a file: its upright size, and the mean colours of ten regions.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Format } from '../../schemas/media.ts'
import type { Size } from '../../schemas/types.ts'
import { deltaE00, sampleColor } from '../../src/color/color-sample.ts'
import { meanOf } from '../report.ts'

const execute = promisify(execFile)

/** An upright picture. */
export interface Shown extends Size {
  readonly regions: readonly Rgb[]
}

export type Rgb = readonly [red: number, green: number, blue: number]

interface ViewedFile {
  readonly path: string
  readonly format: Format
}

interface Viewers {
  readonly page: Page
  /** Where the picture that a program makes of the file is kept. */
  readonly picture: string
}

/** @throws where the viewer does not open the file. */
export function showInViewer(bytes: Buffer, { path, format }: ViewedFile, { page, picture }: Viewers): Promise<Shown> {
  const program = programs[format]
  return program === undefined ? showInBrowser(page, bytes, format) : showByProgram(program, path, picture)
}

/** Viewers of formats that Chromium does not show: programs that write a PNG. */
const programs: Partial<Record<Format, (file: string, png: string) => readonly [program: string, ...args: string[]]>> =
  {
    heic: (file, png) => ['heif-convert', file, png],
    jxl: (file, png) => ['djxl', file, png],
    tiff: (file, png) => ['convert', `${file}[0]`, '-auto-orient', '-colorspace', 'sRGB', png],
    psd: (file, png) => ['convert', `${file}[0]`, '-colorspace', 'sRGB', png],
  }

/** Of a viewer, or of an answer. */
export const timeoutMs = 60_000

async function showByProgram(
  create: NonNullable<(typeof programs)[Format]>,
  file: string,
  picture: string,
): Promise<Shown> {
  if (!existsSync(picture) && !existsSync(picture.replace(/\.png$/, '-1.png'))) {
    await mkdir(dirname(picture), { recursive: true })
    const [program, ...args] = create(file, picture)
    await execute(program, args, { timeout: timeoutMs })
  }
  // heif-convert numbers the pictures of a file that holds several.
  const first = existsSync(picture) ? picture : picture.replace(/\.png$/, '-1.png')
  const source = sharp(await readFile(first), { limitInputPixels: false })
  const { width, height } = await source.metadata()
  const resized = source.resize({ width: drawnSide, height: drawnSide, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await resized.toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width, height, regions: regionsOf({ width: info.width, height: info.height, pixels: data }) }
}

const mediaTypes: Partial<Record<Format, string>> = { svg: 'image/svg+xml', ico: 'image/x-icon' }

/** Longest side at which a reference is drawn, px. */
const drawnSide = 320

async function showInBrowser(page: Page, bytes: Buffer, format: Format): Promise<Shown> {
  const source = `data:${mediaTypes[format] ?? `image/${format}`};base64,${bytes.toString('base64')}`
  const { width, height, drawn, text } = await page.evaluate(
    async ([source, side]) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const [width, height] = [image.naturalWidth, image.naturalHeight]
      const scale = Math.min(1, side / Math.max(width, height))
      const drawn = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
      const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d')
      if (context === null) throw new Error('There is no canvas.')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, 0, 0, drawn.width, drawn.height)
      const { data } = context.getImageData(0, 0, drawn.width, drawn.height)
      return { width, height, drawn, text: Array.from(data, level => String.fromCharCode(level)).join('') }
    },
    [source, drawnSide] as const,
  )
  return { width, height, regions: regionsOf({ ...drawn, pixels: Buffer.from(text, 'latin1') }) }
}

interface Pixels extends Size {
  readonly pixels: Uint8Array
}

/** Columns and rows of the regions, and the grey behind transparent pixels. */
const [columns, rows, grey] = [5, 2, 128]

/** The mean colours of ten regions, on grey. */
export function regionsOf({ width, height, pixels }: Pixels): readonly Rgb[] {
  return Array.from({ length: columns * rows }, (_, region) => {
    const [column, row] = [region % columns, Math.floor(region / columns)]
    const [left, top] = [Math.floor((column * width) / columns), Math.floor((row * height) / rows)]
    const right = Math.max(left + 1, Math.floor(((column + 1) * width) / columns))
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / rows))
    let [red, green, blue, count] = [0, 0, 0, 0]
    for (let y = top; y < Math.min(bottom, height); y++)
      for (let x = left; x < Math.min(right, width); x++, count++) {
        const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
        const opacity = alpha / 255
        red += r * opacity + grey * (1 - opacity)
        green += g * opacity + grey * (1 - opacity)
        blue += b * opacity + grey * (1 - opacity)
      }
    return [red / count, green / count, blue / count]
  })
}

export function distance(ones: readonly Rgb[], others: readonly Rgb[]): number {
  return meanOf(ones.map((one, at) => deltaE00(sampleOf(one), sampleOf(others[at] ?? one))))
}

function sampleOf([red, green, blue]: Rgb) {
  return sampleColor({ red: Math.round(red), green: Math.round(green), blue: Math.round(blue) })
}
