// Draws docs/gallery.webp: photographs with their palettes and the pages built from them, beside pages of styles written by hand.
// `npm run gallery`, with Chromium installed.
import { readFile } from 'node:fs/promises'
import { html } from 'ghtml'
import { type Browser, chromium } from 'playwright-core'
import sharp, { type OverlayOptions } from 'sharp'
import type { Framework, ResponsiveType, StyleInput } from '../schemas/sparkpage.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import { decodeImage } from '../src/image/decode.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { measureStyle } from '../src/style/measure-style.ts'

type Words = readonly [headline: string, lead: string, action: string]

/** A page of a style that was written by hand. */
interface StyleExhibit {
  readonly style: StyleInput
  readonly words: Words
  readonly framework?: Framework
  readonly responsiveType?: ResponsiveType
  readonly colorScheme?: 'light' | 'dark'
}

/** A photograph of test/fixtures/pictures; its page is built from its analysis. */
interface PhotographExhibit {
  readonly file: string
  readonly words: Words
}

const photographs: readonly PhotographExhibit[] = [
  {
    file: 'landscape-beach-city.jpg',
    words: ['Mornings by the sea', 'Rooms with a view of the beach and the skyline.', 'Book a room'],
  },
  {
    file: 'food-food.jpg',
    words: ['Rolled to order', 'Wraps from the grill, ready in five minutes.', 'See the menu'],
  },
  {
    file: 'night-rocket.jpg',
    words: ['Watch it lift off', 'Launch nights on a lawn across the bay.', 'Reserve a seat'],
  },
  {
    file: 'macro-bfly.jpg',
    words: ['Know your butterflies', 'A field guide to 180 species in full colour.', 'Open the guide'],
  },
  {
    file: 'painting-the-great-wave.jpg',
    words: ['Prints of the sea', 'Woodblock prints, carved and pressed by hand.', 'Browse the prints'],
  },
  {
    file: 'fog-bridge.jpg',
    words: ['Ride across the bay', 'Guided bicycle tours, in any weather.', 'Plan a ride'],
  },
]

const styles: readonly StyleExhibit[] = [
  {
    style: { colors: ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25'], complexity: 'detailed' },
    words: ['Every route, one map', 'Buses, trams and ferries of the whole coast.', 'Plan a trip'],
    framework: 'tailwind',
  },
  {
    style: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'], typography: 'mono', density: 'compact' },
    words: ['Deploy on save', 'From an editor to the edge in four seconds.', 'Read the docs'],
    colorScheme: 'dark',
  },
  {
    style: {
      colors: ['#FF595E', '#FFCA3A', '#8AC926', '#1982C4', '#6A4C93'],
      mood: 'playful',
      typography: 'round',
      corners: 'round',
    },
    words: ['Learn to juggle', 'Ten minutes a day, and a ball to begin with.', 'Throw the first'],
  },
  {
    style: { colors: ['#582F0E', '#7F4F24', '#A68A64', '#B6AD90', '#414833'], mood: 'elegant', typography: 'serif' },
    words: ['خشب يعيش طويلا', 'أثاث من ورشة صغيرة في الجبل.', 'شاهد القطع'],
  },
  {
    style: {
      colors: ['#D62828', '#003049', '#F77F00', '#FCBF49', '#EAE2B7'],
      mood: 'bold',
      complexity: 'detailed',
      typography: 'slab',
    },
    words: ['Print it by Friday', 'Posters from an old press, in five inks.', 'Send a file'],
    responsiveType: 'adaptive',
  },
  {
    style: { colors: ['#FFBE0B', '#FB5607', '#FF006E', '#8338EC', '#3A86FF'], mood: 'bold', corners: 'sharp' },
    words: ['街のリズム', '週末の音楽と屋台、三日間。', 'チケットを見る'],
  },
]

const view = { width: 1440, height: 900 }
const thumbnail = { width: 720, height: 450 }
const gap = 24
/** Between a photograph and its page. */
const innerGap = 8
const card = { width: thumbnail.width + gap - innerGap, height: thumbnail.height }
const size = {
  width: 3 * (thumbnail.width + gap) + gap,
  height: photographs.length * (thumbnail.height + gap) + gap,
}

const css = `
* { box-sizing: border-box; margin: 0 }
body { width: ${card.width}px; height: ${card.height}px; display: flex; flex-direction: column; background: #fff; color: #1C1B22; font: 17px/1 "Noto Sans", sans-serif }
img { width: 100%; height: 330px; object-fit: cover }
.strip { height: 44px; margin: 18px 20px 16px; display: flex; align-items: center }
.strip i { height: 24px; min-width: 2px }
.strip .selected { height: 44px; min-width: 6px }
.strip .selected + .other { margin-left: 8px }
.colors { margin: 0 20px; display: flex; justify-content: space-between }
.colors span { display: flex; align-items: center; gap: 8px }
.colors i { width: 24px; height: 24px; border-radius: 50%; box-shadow: inset 0 0 0 1px #0002 }
`

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const layers: OverlayOptions[] = []
// Each row is three columns wide: a photograph with its page takes two of them, left and right in turn.
for (const [row, photograph] of photographs.entries()) {
  const top = gap + row * (thumbnail.height + gap)
  const left = row % 2 === 0 ? gap : thumbnail.width + 2 * gap
  layers.push(...(await renderPhotograph(browser, photograph, left, top)))
}
for (const [row, exhibit] of styles.entries()) {
  const top = gap + row * (thumbnail.height + gap)
  const left = row % 2 === 0 ? 2 * thumbnail.width + 3 * gap : gap
  layers.push({ input: await renderPage(browser, exhibit), left, top })
}
await browser.close()

await sharp({ create: { ...size, channels: 3, background: '#D4D4D8' } })
  .composite(layers)
  .webp({ quality: 76, effort: 6 })
  .toFile(new URL('../docs/gallery.webp', import.meta.url).pathname)

/** The card of a photograph, and beside it the page built from its analysis, in the scheme that suits the photograph. */
async function renderPhotograph(
  browser: Browser,
  { file, words }: PhotographExhibit,
  left: number,
  top: number,
): Promise<OverlayOptions[]> {
  const bytes = await readFile(new URL(`../test/fixtures/pictures/${file}`, import.meta.url))
  const sample = await decodeImage(bytes, { depth: 'medium', maxPixels: 50e6 })
  const id = `ana_${'0'.repeat(32)}`
  const style = measureStyle(sample, { id, depth: 'medium', platform: 'web_16_9' })
  const exhibit = { style: { ...style }, words, colorScheme: style.scheme ?? 'light' }
  return [
    { input: await takeScreenshot(browser, buildCard(bytes, style), card, 'light'), left, top },
    { input: await renderPage(browser, exhibit), left: left + card.width + innerGap, top },
  ]
}

/** The photograph; below it the palette by share, its selected colours taller and first; below that the selected colours. */
function buildCard(bytes: Buffer, { colors, palette, focal_point: focus = { x: 0.5, y: 0.5 } }: StyleMetadata): string {
  const strip = palette.map(
    ({ hex, share }, index) =>
      html`<i class="${index < colors.length ? 'selected' : 'other'}" style="background:${hex};flex:${100 * share}"></i>`,
  )
  const selected = colors.map(hex => html`<span><i style="background:${hex}"></i>${hex}</span>`)
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Photograph</title><style>!${css}</style>
<img src="data:image/jpeg;base64,${bytes.toString('base64')}" alt="" style="object-position:${100 * focus.x}% ${100 * focus.y}%">
<div class="strip">!${strip.join('')}</div>
<div class="colors">!${selected.join('')}</div>
</html>`
}

async function renderPage(
  browser: Browser,
  { style, words, framework = 'none', responsiveType = 'mobile-first', colorScheme = 'light' }: StyleExhibit,
): Promise<Buffer> {
  const [headline, sub_headline, cta_button_text] = words
  const page = buildPage({ style, content: { headline, sub_headline, cta_button_text }, framework, responsiveType })
  const picture = await takeScreenshot(browser, page.html, view, colorScheme)
  return sharp(picture).resize(thumbnail).png().toBuffer()
}

async function takeScreenshot(
  browser: Browser,
  document: string,
  viewport: { readonly width: number; readonly height: number },
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const tab = await browser.newPage({ viewport, colorScheme })
  await tab.setContent(document)
  const picture = await tab.screenshot()
  await tab.close()
  return picture
}
