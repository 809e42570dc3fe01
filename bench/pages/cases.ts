// The frozen inputs of 200 pages: styles of public-domain pictures, texts of trades in several languages, and settings.
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { PageContent } from '../../schemas/page-content.ts'
import { type Direction, directions, type Framework, frameworks } from '../../schemas/sparkpage.ts'
import { previewLimits } from '../../schemas/style.ts'
import type { StyleInput } from '../../schemas/style-input.ts'
import { analyze } from '../../src/analysis/analyze.ts'
import { canonicalStyle } from '../../src/sparkpage/style.ts'

export interface FrozenCase {
  readonly name: string
  /** File of the picture in test/fixtures/pictures. */
  readonly picture: string
  readonly style: StyleInput
  readonly content: PageContent
  readonly direction: Direction | 'auto'
  readonly framework: Framework
}

const folder = new URL('./', import.meta.url)
const stylesFile = new URL('styles.json', folder)
const pictures = new URL('../../test/fixtures/pictures/', folder)

/** Measures the styles of the pictures anew. */
export async function freezeStyles(files: readonly string[]): Promise<void> {
  const styles: Record<string, StyleInput> = {}
  for (const file of files) {
    const bytes = await readFile(new URL(file, pictures))
    const style = await analyze({
      bytes,
      depth: 'high',
      platform: 'web_16_9',
      maxPixels: 50_000_000,
      mediaType: 'image',
      ffmpegPath: '',
    })
    styles[file] = canonicalStyle(style)
  }
  await writeFile(stylesFile, `${JSON.stringify(styles)}\n`)
}

const caseCount = 200

/** @returns pages whose pictures, texts and settings meet in many combinations. */
export async function readCases(): Promise<readonly FrozenCase[]> {
  const styles: Readonly<Record<string, StyleInput>> = JSON.parse(await readFile(stylesFile, 'utf8'))
  const contents: Readonly<Record<string, PageContent>> = JSON.parse(
    await readFile(new URL('contents.json', folder), 'utf8'),
  )
  const [files, names] = [Object.keys(styles), Object.keys(contents)]
  const choices = ['auto', ...directions] as const
  return Array.from({ length: caseCount }, (_, index) => {
    // Every pass over the pictures takes other texts and settings.
    const pass = Math.floor(index / files.length)
    const picture = files[index % files.length] ?? ''
    const name = names[(index + pass * 5) % names.length] ?? ''
    const direction = choices[(index + pass) % choices.length] ?? 'auto'
    const framework = pass === 0 ? 'none' : (frameworks[(index + pass) % frameworks.length] ?? 'none')
    const label = `${String(index + 1).padStart(3, '0')}-${picture.replace(/\..*$/, '')}-${name}-${direction}-${framework}`
    return {
      name: label,
      picture,
      style: styles[picture] ?? {},
      content: contents[name] ?? emptyContent,
      direction,
      framework,
    }
  })
}

const emptyContent: PageContent = { headline: '', sub_headline: '', cta_button_text: '' }

/** Enlarged to the size of previews: layouts are looked at, not sharpness. */
export async function previewOf(picture: string) {
  const { data, info } = await sharp(await readFile(new URL(picture, pictures)))
    .resize({ width: previewLimits.maxSide, height: previewLimits.maxSide, fit: 'inside' })
    .webp({ quality: 70 })
    .toBuffer({ resolveWithObject: true })
  return { src: `data:image/webp;base64,${data.toString('base64')}`, width: info.width, height: info.height }
}
