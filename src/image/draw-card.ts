// Draws the picture that social networks show for a page: a part of its picture, outlines, and texts in the fonts of the system.
import sharp from 'sharp'
import type { Region } from '../../schemas/types.ts'
import { type EncodedPicture, pixelAreaOf } from './encode-picture.ts'

interface CardBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

interface SystemText {
  readonly text: string
  /** As CSS lists them. */
  readonly fonts: string
  readonly color: string
  readonly dir: 'ltr' | 'rtl'
  readonly box: CardBox
}

export interface CardLayers {
  readonly width: number
  readonly height: number
  readonly background: string
  /** Box of the picture; undefined without one. */
  readonly picture: CardBox | undefined
  /** Over the picture. */
  readonly svg: string
  readonly texts: readonly SystemText[]
}

/** Social networks take no larger file, bytes. */
const maxBytes = 300_000
const qualities = [88, 78, 66, 50] as const

/** @param file a picture of a page, or its art. @param region of the picture */
export async function drawCard(file: Uint8Array, region: Region, card: CardLayers): Promise<EncodedPicture> {
  const { width, height, background } = card
  const parts = await Promise.all([
    card.picture && cutPicture(file, region, card.picture),
    { input: Buffer.from(card.svg), left: 0, top: 0 },
    ...card.texts.map(drawSystemText),
  ])
  const drawn = await sharp({ create: { width, height, channels: 3, background } })
    .composite(parts.filter(part => part !== undefined))
    .removeAlpha()
    .raw()
    .toBuffer()
  const encode = (quality: number) =>
    sharp(drawn, { raw: { width, height, channels: 3 } })
      .jpeg({ quality, chromaSubsampling: '4:4:4' })
      .toBuffer()
  for (const quality of qualities) {
    const bytes = await encode(quality)
    if (bytes.length <= maxBytes) return { type: 'image/jpeg', width, height, bytes, thumbnail: '' }
  }
  return { type: 'image/jpeg', width, height, bytes: await encode(30), thumbnail: '' }
}

async function cutPicture(file: Uint8Array, region: Region, { left, top, width, height }: CardBox) {
  const size = await sharp(file).metadata()
  const input = await sharp(file)
    .extract(pixelAreaOf(region, size))
    .resize({ width, height, fit: 'cover' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return { input, left, top }
}

/** @returns the text as large as its box allows; undefined if no font has its letters. */
async function drawSystemText({ text, fonts, color, dir, box }: SystemText) {
  const families = fonts.replaceAll('"', '').replace('system-ui', 'sans-serif')
  if (!(await hasLetters(text, families))) return undefined
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeMarkup(text.replace(hangul, '$&\u2060'))}</span>`,
      font: families,
      width: box.width,
      height: box.height,
      rgba: true,
      wrap: 'word',
      align: dir === 'rtl' ? 'right' : 'left',
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { input: data, left: dir === 'rtl' ? box.left + box.width - info.width : box.left, top: box.top }
}

/** Pango breaks lines between any two syllables; a word joiner keeps them together. */
const hangul = /\p{sc=Hangul}(?=\p{sc=Hangul})/gu

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Letters that are looked at. */
const sampleLength = 3
/** No font has it: it is drawn as a box with its code. */
const unassigned = '\u0378'

/** Whether a font of the system has the first letters of a text: those that none has are boxes of one size. */
async function hasLetters(text: string, font: string): Promise<boolean> {
  const letters = [...new Set(text.match(/\p{L}/gu) ?? [])].slice(0, sampleLength)
  const [box, ...drawn] = await Promise.all([unassigned, ...letters].map(letter => sizeOf(letter, font)))
  return drawn.some(size => size !== box)
}

async function sizeOf(letter: string, font: string): Promise<string> {
  const { info } = await sharp({ text: { text: letter, font: `${font} 40`, rgba: true } })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return `${info.width} × ${info.height}`
}
