// The page with its pictures as files, for an address of its own or for a folder, and the addresses that it gets there.
import type { CardPlan } from './card.ts'
import { filesMark, type LinkedPicture } from './linked-pictures.ts'
import { addressesMark, type HeadAddresses, renderAddresses } from './render/head.ts'

export interface LinkedPage {
  /** With marks in the place of addresses. */
  readonly html: string
  /** The parts of pictures that it links, in the order of their files. */
  readonly pictures: readonly LinkedPicture[]
  /** SVG. */
  readonly icon: string
  /** In Base64, and the packages that they come from. */
  readonly fonts: readonly string[]
  readonly fontPackages: readonly string[]
  readonly card: CardPlan
}

export interface PageAddresses extends HeadAddresses {
  /** The folder of the pictures that the page links. */
  readonly files: string
  /** Of each font. */
  readonly fonts: readonly string[]
}

/** Placeholder of a font in a document. */
const fontMark = /\0font(\d+)\0/g

/** @returns the rules of fonts with marks in the place of data URIs. */
export function markFonts(css: string, fonts: readonly string[]): string {
  return fonts.reduce((text, font, index) => text.replace(fontUriOf(font), `\0font${index}\0`), css)
}

export function fontUriOf(font: string): string {
  return `data:font/woff2;base64,${font}`
}

/** @returns the document. */
export function withAddresses({ html, card }: LinkedPage, { files, fonts, ...addresses }: PageAddresses): string {
  return html
    .replaceAll(filesMark, () => files)
    .replace(fontMark, (_, index) => fonts[Number(index)] ?? '')
    .replace(addressesMark, () => renderAddresses(addresses, card.title))
}
