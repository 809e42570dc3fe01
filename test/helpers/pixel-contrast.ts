// Contrast as it is painted: every text of a page, judged on the pixels of two pictures, with and without its ink.
import type { Page } from 'playwright-core'
import sharp from 'sharp'

export interface PaintedText {
  /** Where and what: the element's name, its class and its first words. */
  readonly where: string
  /** Whether any of its ink is seen: a text may be covered or clipped, or as good as its ground; then its ratio is 1. */
  readonly painted: boolean
  /** Of the ink to the ground below it, WCAG 2.2. */
  readonly ratio: number
  /** What WCAG 2.2, 1.4.3 asks for: 3 for large text, 4.5 for other. */
  readonly least: number
  /** #RRGGBB as painted. */
  readonly ink: string
  readonly ground: string
}

interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface TextBox {
  readonly where: string
  readonly large: boolean
  /** CSS pixels from the top left of the document. */
  readonly boxes: readonly Area[]
}

interface Picture {
  /** Red, green and blue of one pixel after the other. */
  readonly data: Buffer
  readonly width: number
  readonly height: number
  /** Device pixels per CSS pixel. At 3 the strokes of small text have pixels that nothing but ink covers. */
  readonly scale: number
}

/** Taller pages are judged so far down, in CSS pixels. */
const tallest = 5000
/** As many colours as there are in 8 bits a channel. */
const colors = 2 ** 24
/** A pixel is ink where the two pictures differ by more than this, summed over the channels of 8 bits. */
const visible = 24
/** Of the ink's pixels, by how far they are from the ground: the one taken for the ink's full colour. */
const full = 0.99
/** Of the grounds below the ink, by their contrast to it: nearly the worst counts. */
const worst = 0.02

const textBoxes = `(() => {
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || element.closest('script,style,noscript,title,option')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()]
      .filter(({ width, height }) => width > 1 && height > 1)
      .map(({ x, y, width, height }) => ({ x: x + scrollX, y: y + scrollY, width, height }))
    const { fontSize, fontWeight } = getComputedStyle(element)
    const size = parseFloat(fontSize)
    const where = element.localName + '.' + (element.getAttribute('class') ?? '') + ' ' + node.data.trim().slice(0, 40)
    found.push({ where, large: size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700), boxes })
  }
  return found
})()`

/** Takes the ink of every text away, and nothing else. */
const inkless = `(() => {
  const style = document.createElement('style')
  style.id = 'inkless'
  style.textContent = '*,::before,::after,::placeholder{-webkit-text-fill-color:transparent!important;text-shadow:none!important;text-decoration-color:transparent!important;text-emphasis-color:transparent!important}'
  document.head.append(style)
})()`
const inked = "document.getElementById('inkless').remove()"

/** The page as far down as it is judged. */
const pageArea = '({ x: 0, y: 0, width: innerWidth, height: document.documentElement.scrollHeight })'

async function pictureOf(page: Page, area: Area): Promise<Picture> {
  const scale = Number(await page.evaluate('devicePixelRatio'))
  const clip = { ...area, height: Math.min(area.height, tallest) }
  const bytes = await page.screenshot({ fullPage: true, clip, animations: 'disabled', scale: 'device' })
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, scale }
}

/** Linear light of each 8-bit value: WCAG 2.2, "relative luminance". */
const linear = Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
})
function luminance(color: number): number {
  return (
    0.2126 * (linear[color >> 16] ?? 0) +
    0.7152 * (linear[(color >> 8) & 255] ?? 0) +
    0.0722 * (linear[color & 255] ?? 0)
  )
}
function contrast(one: number, other: number): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05]
  return Math.max(a, b) / Math.min(a, b)
}
function hex(color: number): string {
  return `#${color.toString(16).padStart(6, '0').toUpperCase()}`
}

/** How far apart two colours are, summed over the channels. */
function apart(one: number, other: number): number {
  return (
    Math.abs((one >> 16) - (other >> 16)) +
    Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
    Math.abs((one & 255) - (other & 255))
  )
}

/** A colour of ink, the ground below it, and on how many pixels they meet. */
interface Meeting {
  readonly ink: number
  readonly ground: number
  readonly count: number
}

/** Where a text has left ink. */
function meetings({ boxes }: TextBox, seen: Picture, bare: Picture): readonly Meeting[] {
  const counts = new Map<number, number>()
  for (const box of boxes) {
    const right = Math.min(seen.width, Math.ceil((box.x + box.width) * seen.scale))
    const bottom = Math.min(seen.height, bare.height, Math.ceil((box.y + box.height) * seen.scale))
    for (let y = Math.max(0, Math.floor(box.y * seen.scale)); y < bottom; y++) {
      for (let x = Math.max(0, Math.floor(box.x * seen.scale)); x < right; x++) {
        const at = (y * seen.width + x) * 3
        const [ink, ground] = [seen.data.readUIntBE(at, 3), bare.data.readUIntBE(at, 3)]
        const key = ink * colors + ground
        if (apart(ink, ground) > visible) counts.set(key, (counts.get(key) ?? 0) + 1)
      }
    }
  }
  return [...counts].map(([key, count]) => ({ ink: Math.floor(key / colors), ground: key % colors, count }))
}

/** The meeting at a part (0 to 1) of all pixels, in the order given. */
function atPart(sorted: readonly Meeting[], part: number): Meeting | undefined {
  let left = part * sorted.reduce((sum, { count }) => sum + count, 0)
  return sorted.find(({ count }) => {
    left -= count
    return left <= 0
  })
}

function judged(text: TextBox, seen: Picture, bare: Picture): PaintedText {
  const met = meetings(text, seen, bare)
  const byStrength = met.toSorted((one, other) => apart(one.ink, one.ground) - apart(other.ink, other.ground))
  const ink = atPart(byStrength, full)?.ink ?? 0
  const byContrast = met.toSorted((one, other) => contrast(ink, one.ground) - contrast(ink, other.ground))
  const ground = atPart(byContrast, worst)?.ground ?? 0
  const least = text.large ? 3 : 4.5
  return {
    where: text.where,
    painted: met.length > 0,
    ratio: contrast(ink, ground),
    least,
    ink: hex(ink),
    ground: hex(ground),
  }
}

/** Judges every text that a page paints, as the page is now: its size, scale and scheme are the caller's. It is left as it was. */
export async function paintedTexts(page: Page): Promise<readonly PaintedText[]> {
  const texts: readonly TextBox[] = await page.evaluate(textBoxes)
  const area: Area = await page.evaluate(pageArea)
  const seen = await pictureOf(page, area)
  await page.evaluate(inkless)
  const bare = await pictureOf(page, area)
  await page.evaluate(inked)
  return texts.filter(({ boxes }) => boxes.some(({ y }) => y < tallest)).map(text => judged(text, seen, bare))
}

/** Room around an element for its ring, CSS pixels. */
const room = 16

/** Judges what the focus changes: the ring to the ground that it covers (WCAG 2.2, 1.4.11 and 2.4.13: 3:1). */
export async function paintedFocus(page: Page, selector: string): Promise<PaintedText> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {}
  const [left = 0, top = 0]: readonly number[] = await page.evaluate('[scrollX, scrollY]')
  const area = {
    x: Math.max(0, Math.floor(x + left) - room),
    y: Math.max(0, Math.floor(y + top) - room),
    width: Math.ceil(width) + 2 * room,
    height: Math.ceil(height) + 2 * room,
  }
  const bare = await pictureOf(page, area)
  await page.locator(selector).focus()
  const seen = await pictureOf(page, area)
  await page.evaluate('document.activeElement.blur()')
  return judged({ where: selector, large: true, boxes: [{ ...area, x: 0, y: 0 }] }, seen, bare)
}

/** Part of the pixels of the window, 0 to 1, that have each #RRGGBB exactly. */
export async function seenShares(page: Page, colors: readonly string[]): Promise<readonly number[]> {
  const bytes = await page.screenshot({ animations: 'disabled' })
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += 3) {
    const color = data.readUIntBE(at, 3)
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return colors.map(color => (counts.get(Number.parseInt(color.slice(1), 16)) ?? 0) / (info.width * info.height))
}
