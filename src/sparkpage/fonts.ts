// Typefaces of pages, embedded with only the characters of the page.
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { LRUCache } from 'lru-cache'
import { lazy } from '../values/lazy.ts'
import { commonText, type FontFace } from './typefaces.ts'

export interface PageFonts {
  /** @font-face rules; empty when no face has a character of the texts. */
  readonly css: string
  /** Families to put in front of those of the system; undefined when the face has no character of the text. */
  readonly title: FontFace | undefined
  readonly text: FontFace | undefined
  /** The fonts of the rules, in Base64, and the packages that they come from. */
  readonly data: readonly string[]
  readonly packages: readonly string[]
}

/** A font file, and the characters that are kept of it: those of a text and of their groups; sorted, each once. */
interface Subset {
  readonly file: string
  readonly characters: string
}

/** A face and the text that it sets. */
interface FaceText {
  readonly face: FontFace
  readonly text: string
}

interface EmbeddedFaces extends Pick<PageFonts, 'css' | 'data' | 'packages'> {
  /** The face of each text, or the one that replaces it; undefined where it has no character of the text. */
  readonly used: readonly (FontFace | undefined)[]
}

export interface FontEmbedder {
  /** @throws what reducing a font throws. */
  readonly embedFaces: (texts: readonly FaceText[]) => Promise<EmbeddedFaces>
  /** Loads what the first page would load. Fails as `embedFaces` does. */
  readonly warmUp: () => Promise<void>
}

/** Maximum size of the cache of fonts, bytes; a font takes 2 to 6 KB, with every character of a face 60 KB. */
const maxCacheBytes = 4 * 1024 * 1024

/** @param subset reduces a font to some characters; tests pass one that fails. */
export function createFontEmbedder(subset: (font: Subset) => Promise<string> = subsetFont): FontEmbedder {
  const fonts = new LRUCache<string, string, Subset>({
    maxSize: maxCacheBytes,
    sizeCalculation: (font, key) => font.length + key.length,
    fetchMethod: (_key, _stale, { context }) => subset(context),
    // A font that is evicted before it is ready still belongs to its page.
    ignoreFetchAbort: true,
  })
  const load = (font: Subset): Promise<string> => fonts.forceFetch(`${font.file} ${font.characters}`, { context: font })
  const embedFaces = async (texts: readonly FaceText[]): Promise<EmbeddedFaces> => {
    const faces = texts.map(({ face, text }) => {
      const used = faceFor(text, face)
      return { used, parts: splitByFile(used, text) }
    })
    const parts = faces.flatMap(face => face.parts)
    const data = await Promise.all(parts.map(load))
    return {
      css: parts.map(({ rule }, index) => rule(String(data[index]))).join('\n'),
      data,
      packages: parts.map(part => part.package),
      used: faces.map(face => (face.parts.length > 0 ? face.used : undefined)),
    }
  }
  return {
    embedFaces,
    warmUp: async () => void (await Promise.all(splitByFile(commonText, 'a').map(load))),
  }
}

/** A part of a text that one file sets. */
export interface FontRun {
  readonly file: string
  readonly text: string
}

/** @returns the text in runs; undefined where the face has no file for one of its letters. Signs that it lacks are left out. */
export function splitIntoRuns(text: string, face: FontFace): readonly FontRun[] | undefined {
  const { package: name, weight, style = 'normal' } = faceFor(text, face)
  const { folder, subsets } = filesOf(name)
  const runs: { file: string; text: string }[] = []
  for (const character of text.normalize('NFC').replace(/\s/g, ' ')) {
    const found = subsets.find(({ ranges }) => isInRanges(character, ranges))
    if (!found && /[\p{L}\p{N}]/u.test(character)) return undefined
    if (!found) continue
    const file = join(folder, `files/${name}-${found.subset}-${weight}-${style}.woff2`)
    const last = runs.at(-1)
    if (last && (last.file === file || character === ' ')) last.text += character
    else runs.push({ file, text: character })
  }
  return runs
}

/** Its WebAssembly is loaded with the first font. */
const loadSubset = lazy(
  (): Promise<typeof import('./subset.mjs')> => import(new URL('./subset.mjs', import.meta.url).href),
)

async function subsetFont(font: Subset): Promise<string> {
  const { subset } = await loadSubset()
  return subset(font)
}

function faceFor(text: string, face: FontFace): FontFace {
  return face.lacks?.letters.test(text.normalize('NFC')) ? face.lacks.instead : face
}

interface FontPart extends Subset, Pick<FontFace, 'package'> {
  readonly rule: (data: string) => string
}

/** The files of a face that have characters of a text; a face without letters of it is left out as a whole. */
function splitByFile({ package: name, weight, family, style = 'normal' }: FontFace, text: string): readonly FontPart[] {
  const { folder, subsets } = filesOf(name)
  const left = new Set(text.normalize('NFC').replace(/\s/g, ' '))
  const files = subsets.flatMap(({ subset, ranges }) => {
    const characters = [...left].filter(character => isInRanges(character, ranges)).sort()
    for (const character of characters) left.delete(character)
    return characters.length > 0 ? [{ subset, characters }] : []
  })
  if (!files.some(({ characters }) => characters.some(isLetterOrDigit))) return []
  return files.map(({ subset, characters }) => {
    const range = files.length > 1 ? `unicode-range:${characters.map(toCodePoint).join()};` : ''
    const declarations = `font-family:"${family}";font-weight:${weight};${range}`
    return {
      package: name,
      file: join(folder, `files/${name}-${subset}-${weight}-${style}.woff2`),
      characters: withGroups(characters),
      rule: data => `@font-face{${declarations}src:url(data:font/woff2;base64,${data})}`,
    }
  })
}

/**
 * Characters that a font contains together, so that most pages find their fonts in the cache: reducing a font takes half of the processor
 * time of a page. Each is in one group only. A face takes 2 to 3 KB more than with the characters of one page.
 */
const characterGroups = [
  'abcdefghijklmnopqrstuvwxyz',
  "ABCDEFGHIJKLMNOPQRSTUVWXYZéÉ .,!?:;'’“”-–",
  '"()&/—·…',
  '0123456789€$£%+@°×',
  'äöüßÄÖÜ„',
  'àâçèêëîïôœùûÀÂÇÈÊÎÔ«»',
  'áíñóúÁÍÑÓÚ¿¡',
  'ãõÃÕ',
  'åæøÅÆØ',
  'ąćęłńśźżĄĆĘŁŃŚŹŻ',
  'čďěňřšťůžČĎĚŇŘŠŤŮŽ',
  'ğışĞİŞ',
  'ășțĂȘȚ',
  'őűŐŰ',
  'абвгдежзийклмнопрстуфхцчшщъыьэюяАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ',
].map(text => {
  const characters = [...text]
  const letters = characters.filter(isLetterOrDigit)
  return { characters, keys: letters.length > 0 ? letters : characters }
})

/** Punctuation does not make a text have a group with letters. */
function withGroups(characters: readonly string[]): string {
  const groups = characterGroups.filter(({ keys }) => keys.some(key => characters.includes(key)))
  return [...new Set([...characters, ...groups.flatMap(group => group.characters)])].sort().join('')
}

function isLetterOrDigit(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character)
}

function toCodePoint(character: string): string {
  return `U+${Number(character.codePointAt(0)).toString(16)}`
}

type CodePointRange = readonly [first: number, last: number]

const require = createRequire(import.meta.url)

const cachedFiles = new Map<string, ReturnType<typeof readFiles>>()

function filesOf(name: string) {
  const files = cachedFiles.get(name) ?? readFiles(name)
  cachedFiles.set(name, files)
  return files
}

export function readFontLicence(name: string): Promise<string> {
  return readFile(join(filesOf(name).folder, 'LICENSE'), 'utf8')
}

/** The folder of a package, and the code points of each of its files: Latin first, and extensions of a script last, since their ranges name letters that only its main file has. */
function readFiles(name: string) {
  const folder = dirname(require.resolve(`@fontsource/${name}/package.json`))
  const ranges: Readonly<Record<string, string>> = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8'))
  const subsets = Object.entries(ranges)
    .map(([subset, text]) => ({ subset, ranges: text.split(',').map(parseRange) }))
    .toSorted((one, other) => orderOf(one.subset) - orderOf(other.subset))
  return { folder, subsets }
}

function orderOf(subset: string): number {
  if (subset === 'latin') return 0
  return subset.endsWith('-ext') ? 2 : 1
}

function parseRange(text: string): CodePointRange {
  const [first = '', last = first] = text.replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

function isInRanges(character: string, ranges: readonly CodePointRange[]): boolean {
  const code = Number(character.codePointAt(0))
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/**
 * The optimizing compiler of WebAssembly would take 60 MB for a few milliseconds per font. The flags count for modules that are compiled
 * from now on; the process has only one more, the HTTP parser of undici.
 */
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')
