// The contrast of texts and focus rings as painted: compares the pixels of two screenshots, with and without them.
import { wcagContrast } from 'culori'
import type { Page } from 'playwright-core'
import sharp from 'sharp'

export interface PaintedText {
  /** Element and first words. */
  readonly where: string
  /** WCAG 2.2 contrast of the text to the background below it; 1 if no pixel of the text is visible. */
  readonly ratio: number
  /** #rrggbb as painted. */
  readonly text: string
  readonly background: string
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface TextBoxes {
  readonly where: string
  /** CSS px from the top left of the document. */
  readonly boxes: readonly Area[]
}

interface Screenshot {
  readonly clip: Area
  readonly data: Buffer
  readonly info: { readonly width: number; readonly height: number }
}

/** Two colours, and the number of pixels that have one with and the other without the text. */
interface Pair {
  readonly text: number
  readonly background: number
  readonly count: number
}

/** Pixels belong to the text if the sum of the differences of their 8-bit channels exceeds this. */
const minDifference = 24
/** Antialiased pixels are ignored: the colour of the text is that at this part of its pixels, sorted by difference. */
const strokeQuantile = 0.99
/** Of the backgrounds, sorted by contrast, nearly the worst counts. */
const backgroundQuantile = 0.02
/** CSS px around an element, for its focus ring. */
const focusMargin = 16

const findTexts = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('script,style')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
      .map(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height }))
    found.push({ where: element.localName + ' ' + node.data.trim().slice(0, 40), boxes })
  }
  return found
})()`

/** Makes every text transparent, and changes nothing else. */
const hideTexts = `(() => {
  const style = document.createElement('style')
  style.id = 'hide-texts'
  style.textContent = '*,::before,::after{-webkit-text-fill-color:transparent!important;text-shadow:none!important;text-decoration-color:transparent!important}'
  document.head.append(style)
})()`
const showTexts = "document.getElementById('hide-texts').remove()"

/** Measures all texts of a page in its current size, scale and colour scheme. */
export async function paintedTexts(page: Page): Promise<readonly PaintedText[]> {
  const texts: readonly TextBoxes[] = await page.evaluate(findTexts)
  const { width } = page.viewportSize() ?? { width: Number.POSITIVE_INFINITY }
  const clip = boundsOf(
    texts.flatMap(({ boxes }) => boxes),
    width,
  )
  const painted = await takeScreenshot(page, clip)
  await page.evaluate(hideTexts)
  const hidden = await takeScreenshot(page, clip)
  await page.evaluate(showTexts)
  return texts.map(text => compare(text, painted, hidden))
}

/** Measures what the focus of an element changes, such as a ring around it. */
export async function paintedFocus(page: Page, selector: string): Promise<PaintedText> {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not visible`)
  const clip = {
    x: Math.max(0, Math.floor(box.x) - focusMargin),
    y: Math.max(0, Math.floor(box.y) - focusMargin),
    width: Math.ceil(box.width) + 2 * focusMargin,
    height: Math.ceil(box.height) + 2 * focusMargin,
  }
  const hidden = await takeScreenshot(page, clip)
  await page.locator(selector).focus()
  const painted = await takeScreenshot(page, clip)
  await page.evaluate('document.activeElement.blur()')
  return compare({ where: selector, boxes: framesOf(clip, box) }, painted, hidden)
}

/** What is around an element, without the pixels of its edge: frameworks change the element itself, too. */
function framesOf({ x, y, width, height }: Area, element: Area): readonly Area[] {
  const [left, top] = [Math.floor(element.x) - 1, Math.floor(element.y) - 1]
  const [right, bottom] = [Math.ceil(element.x + element.width) + 1, Math.ceil(element.y + element.height) + 1]
  return [
    { x, y, width, height: top - y },
    { x, y: bottom, width, height: y + height - bottom },
    { x, y: top, width: left - x, height: bottom - top },
    { x: right, y: top, width: x + width - right, height: bottom - top },
  ]
}

/** @param width of the window, beyond which nothing is painted */
function boundsOf(boxes: readonly Area[], width: number): Area {
  const x = Math.floor(Math.min(...boxes.map(box => box.x)))
  const y = Math.floor(Math.min(...boxes.map(box => box.y)))
  const right = Math.min(width, Math.ceil(Math.max(...boxes.map(box => box.x + box.width))))
  const bottom = Math.ceil(Math.max(...boxes.map(box => box.y + box.height)))
  return { x, y, width: right - x, height: bottom - y }
}

async function takeScreenshot(page: Page, clip: Area): Promise<Screenshot> {
  const bytes = await page.screenshot({ clip, animations: 'disabled', scale: 'device', fullPage: true })
  return { clip, ...(await decode(bytes)) }
}

function decode(bytes: Buffer) {
  return sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
}

function compare({ where, boxes }: TextBoxes, painted: Screenshot, hidden: Screenshot): PaintedText {
  const pairs = countPairs(boxes, painted, hidden)
  const byDifference = pairs.toSorted((a, b) => difference(a.text, a.background) - difference(b.text, b.background))
  const text = toHex(atQuantile(byDifference, strokeQuantile)?.text ?? 0)
  const byContrast = pairs
    .map(pair => ({ ...pair, ratio: wcagContrast(text, toHex(pair.background)) }))
    .toSorted((a, b) => a.ratio - b.ratio)
  const { background = 0, ratio = 1 } = atQuantile(byContrast, backgroundQuantile) ?? {}
  return { where, ratio, text, background: toHex(background) }
}

function countPairs(boxes: readonly Area[], painted: Screenshot, hidden: Screenshot): readonly Pair[] {
  const { clip, info } = painted
  const scale = info.width / clip.width
  const counts = new Map<number, number>()
  for (const box of boxes) {
    const [left, top] = [Math.floor((box.x - clip.x) * scale), Math.floor((box.y - clip.y) * scale)]
    const right = Math.min(info.width, left + Math.ceil(box.width * scale))
    const bottom = Math.min(info.height, top + Math.ceil(box.height * scale))
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const at = (y * info.width + x) * 3
        const [text, background] = [painted.data.readUIntBE(at, 3), hidden.data.readUIntBE(at, 3)]
        const key = text * 2 ** 24 + background
        if (difference(text, background) > minDifference) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return [...counts].map(([key, count]) => ({ text: Math.floor(key / 2 ** 24), background: key % 2 ** 24, count }))
}

/** Sum of the differences of the channels. */
function difference(one: number, other: number): number {
  return [16, 8, 0].reduce((sum, shift) => sum + Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)), 0)
}

/** The pair at a part, 0 to 1, of all pixels, in the given order. */
function atQuantile<T extends Pair>(sorted: readonly T[], part: number): T | undefined {
  let left = part * sorted.reduce((sum, { count }) => sum + count, 0)
  return sorted.find(({ count }) => {
    left -= count
    return left <= 0
  })
}

function toHex(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}
