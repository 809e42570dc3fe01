// The picture that social networks show for a page: its headline beside its picture, in the colours and the face of the page.
import stringWidth from 'string-width'
import type { Region } from '../../schemas/types.ts'
import { wcagContrast } from '../color/contrast.ts'
import { lazy } from '../values/lazy.ts'
import { splitIntoRuns } from './fonts.ts'
import type { PageTexts } from './page-parts.ts'
import type { PagePlan, TypefacePair } from './page-plan.ts'
import { type FontFace, installedFonts, pairs } from './typefaces.ts'

/** px */
export const cardSize = { width: 1200, height: 630 } as const

export interface CardPlan {
  /** The headline; without one the brand, or the button. */
  readonly title: string
  /** Above the headline; empty: none. */
  readonly brand: string
  readonly dir: 'ltr' | 'rtl'
  readonly typefaces: TypefacePair
  readonly background: string
  readonly color: string
  readonly accent: string
  readonly picture: { readonly pictureId: string; readonly region: Region } | undefined
  /** A data URI of an SVG, in place of a picture. */
  readonly art: string | undefined
}

/** A text that the page's face has no letters for: the fonts of the system set it, if there are any. */
interface InstalledText {
  readonly text: string
  readonly fonts: string
  readonly color: string
  readonly dir: 'ltr' | 'rtl'
  readonly box: Box
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What is drawn over the picture. */
export interface CardDrawing {
  readonly width: number
  readonly height: number
  readonly background: string
  /** Of the picture; undefined without one. */
  readonly picture: Box | undefined
  readonly svg: string
  readonly texts: readonly InstalledText[]
}

/** Contrast of texts by WCAG 2 at AA. */
const minContrast = 4.5

export function planCard(texts: PageTexts, plan: PagePlan, art: string | undefined): CardPlan {
  const { title, brand, button, image, language } = texts
  const { colors, scheme, hero, typefaces } = plan
  const { band, 'on-band': onBand, 'band-accent': bandAccent, paper, ink, accent } = colors.tokens
  const isReadable = wcagContrast(band[scheme], onBand[scheme]) >= minContrast
  const shown = isReadable ? [band, onBand, bandAccent] : [paper, ink, accent]
  const [background = '', color = '', line = ''] = shown.map(token => token[scheme])
  const region = hero.tall?.region ?? { x: 0, y: 0, width: 1, height: 1 }
  const name = brand?.text ?? ''
  return {
    title: title || name || button?.text || '',
    brand: title === '' ? '' : name,
    dir: language.dir,
    ...{ typefaces, background, color },
    accent: line,
    picture: image?.id === undefined ? undefined : { pictureId: image.id, region },
    art,
  }
}

/** Around the texts, px. */
const margin = 64
/** Width of the texts beside a picture, px. */
const textWidth = 560
const brandSize = 30
/** Of a headline, px: the largest size in which it fits its box. */
const sizes = { max: 96, min: 10, step: 2 } as const
/** A headline that would be smaller beside the picture has the whole width, px. */
const minSizeBeside = 40
const lineHeight = 1.12
/** The line below the headline, px. */
const lineSize = { width: 72, height: 6 } as const

export async function layOutCard(card: CardPlan): Promise<CardDrawing> {
  const hasPicture = card.picture !== undefined || card.art !== undefined
  const drawing = await layOut(card, hasPicture)
  return drawing.titleSize < minSizeBeside ? layOut(card, false) : drawing
}

async function layOut(card: CardPlan, hasPicture: boolean): Promise<CardDrawing & { readonly titleSize: number }> {
  const { width, height } = cardSize
  const isRight = card.dir === 'rtl'
  const textBox = hasPicture ? textWidth : width - 2 * margin
  const left = isRight ? width - margin - textBox : margin
  const pictureWidth = width - textBox - 2 * margin
  const picture = { left: isRight ? 0 : width - pictureWidth, top: 0, width: pictureWidth, height }
  const brand = { left, top: margin, width: textBox, height: brandSize * 1.4 }
  const title = { left, top: 150, width: textBox, height: height - 150 - margin - 46 }
  const brandText = await drawText(card, card.brand, brand, { max: brandSize, min: 16, step: 1 })
  const titleText = await drawText(card, card.title, title, sizes)
  const drawn = [brandText, titleText].filter(part => part !== undefined)
  const lineLeft = isRight ? left + textBox - lineSize.width : left
  const line = `<rect x="${lineLeft}" y="${height - margin - lineSize.height}" width="${lineSize.width}" height="${lineSize.height}" fill="${card.accent}"/>`
  const paths = drawn.flatMap(part => ('path' in part ? [part.path] : []))
  return {
    ...cardSize,
    background: card.background,
    picture: hasPicture ? picture : undefined,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${line}<g fill="${card.color}">${paths.join('')}</g></svg>`,
    texts: drawn.flatMap(part => ('path' in part ? [] : [part])),
    titleSize: titleText && 'path' in titleText ? titleText.size : estimateSize(card.title, title.width),
  }
}

/** Width of a letter in the fonts of the system, em. */
const letterWidth = 0.6
/** Lines may break between these letters. */
const breakable = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

/** @returns about the largest size in which the longest word fits, px */
function estimateSize(text: string, width: number): number {
  const columns = text.split(/\s+/u).map(word => stringWidth(word.replace(breakable, '')))
  return Math.min(sizes.max, width / (letterWidth * Math.max(1, ...columns)))
}

interface OutlinedText {
  readonly path: string
  /** px */
  readonly size: number
}

interface SizeRange {
  readonly max: number
  readonly min: number
  readonly step: number
}

/** @returns paths in the face of the page, or the text where the face lacks its letters; undefined without a text. */
async function drawText(
  { typefaces, color, dir }: CardPlan,
  text: string,
  box: Box,
  range: SizeRange,
): Promise<OutlinedText | InstalledText | undefined> {
  const words = text.split(/\s+/u).filter(Boolean)
  if (words.length === 0) return undefined
  const { title: face, tracking, isSerif } = pairs[typefaces]
  const shaped = await Promise.all(words.map(word => shapeText(word, face, tracking)))
  const known = shaped.filter(word => word !== undefined)
  if (known.length < shaped.length)
    return { text: words.join(' '), fonts: isSerif ? installedFonts.serif : installedFonts.sans, color, dir, box }
  const space = (await shapeText('n n', face, tracking))?.advance ?? 1
  const gap = Math.max(0.15, space - 2 * ((await shapeText('n', face, tracking))?.advance ?? 0.4))
  const { size, lines } = fitLines(known, gap, box, range)
  const top = box.top + 0.8 * size
  const paths = lines.map((line, index) =>
    placeLine(line, gap, { x: box.left, y: top + index * size * lineHeight, size }),
  )
  return { path: paths.join(''), size }
}

interface ShapedWord {
  /** em */
  readonly advance: number
  readonly glyphs: readonly { readonly path: string; readonly x: number }[]
}

const loadOutlines = lazy(
  (): Promise<typeof import('./outlines.mjs')> => import(new URL('./outlines.mjs', import.meta.url).href),
)

/** @returns undefined where the face lacks a letter. */
async function shapeText(word: string, face: FontFace, tracking: number): Promise<ShapedWord | undefined> {
  const runs = splitIntoRuns(word, face)
  if (!runs) return undefined
  const { outline } = await loadOutlines()
  let advance = 0
  const glyphs: { path: string; x: number }[] = []
  for (const run of runs) {
    const shaped = await outline(run)
    for (const [index, { path, x }] of shaped.glyphs.entries()) glyphs.push({ path, x: advance + x + index * tracking })
    advance += shaped.advance + shaped.glyphs.length * tracking
  }
  return { advance, glyphs }
}

/** @returns the largest size in which no word is wider than the box, and no line below it. */
function fitLines(words: readonly ShapedWord[], gap: number, box: Box, { max, min, step }: SizeRange) {
  for (let size = max; ; size -= step) {
    const lines = breakLines(words, gap, box.width / size)
    const isLow = lines.length * size * lineHeight <= box.height
    const isNarrow = words.every(({ advance }) => advance * size <= box.width)
    if ((isLow && isNarrow) || size <= min) return { size, lines: balanceLines(words, gap, box.width / size, lines) }
  }
}

/** @param width em */
function breakLines(words: readonly ShapedWord[], gap: number, width: number): readonly (readonly ShapedWord[])[] {
  const lines: ShapedWord[][] = []
  let used = 0
  for (const word of words) {
    const line = lines.at(-1)
    if (line && used + gap + word.advance <= width) {
      line.push(word)
      used += gap + word.advance
    } else {
      lines.push([word])
      used = word.advance
    }
  }
  return lines
}

/** Lines of about one width: the narrowest box that gives as many. */
function balanceLines(
  words: readonly ShapedWord[],
  gap: number,
  width: number,
  lines: readonly (readonly ShapedWord[])[],
): readonly (readonly ShapedWord[])[] {
  const longest = Math.max(...words.map(({ advance }) => advance))
  let best = lines
  for (let narrower = width * 0.97; narrower > longest; narrower *= 0.97) {
    const other = breakLines(words, gap, narrower)
    if (other.length > lines.length) return best
    best = other
  }
  return best
}

interface Placing {
  readonly x: number
  readonly y: number
  readonly size: number
}

function placeLine(line: readonly ShapedWord[], gap: number, { x, y, size }: Placing): string {
  let at = 0
  const glyphs: string[] = []
  for (const word of line) {
    for (const glyph of word.glyphs)
      if (glyph.path !== '')
        glyphs.push(`<path transform="translate(${(at + glyph.x).toFixed(4)})" d="${glyph.path}"/>`)
    at += word.advance + gap
  }
  return `<g transform="translate(${x} ${y.toFixed(1)}) scale(${size} ${-size})">${glyphs.join('')}</g>`
}
