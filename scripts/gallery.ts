// Draws docs/gallery.webp: a dozen styles side by side, each a page as a browser shows it. `npm run gallery`, with Chromium installed.
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import type { Framework, ResponsiveType, StyleInput } from '../schemas/sparkpage.ts'
import { buildPage } from '../src/page/build.ts'

interface Exhibit {
  readonly style: StyleInput
  readonly words: readonly [headline: string, lead: string, action: string]
  readonly framework?: Framework
  readonly responsiveType?: ResponsiveType
  readonly colorScheme?: 'light' | 'dark'
}

const exhibits: readonly Exhibit[] = [
  {
    style: {
      colors: ['#2A4D69', '#4B86B4', '#ADCBE3', '#E7EFF6', '#F4A259'],
      mood: 'calm',
      typography: 'serif',
      density: 'airy',
    },
    words: ['Sleep under the stars', 'Cabins by the lake, an hour from town.', 'Find a cabin'],
  },
  {
    style: {
      colors: ['#F72585', '#7209B7', '#3A0CA3', '#4361EE', '#4CC9F0'],
      ...{ mood: 'bold', complexity: 'simple', typography: 'condensed', corners: 'sharp', scheme: 'dark' },
    },
    words: ['Nights that glow', 'Three stages, forty acts, one weekend in August.', 'Get tickets'],
    colorScheme: 'dark',
  },
  {
    style: {
      colors: ['#14213D', '#FCA311', '#E5E5E5', '#7A0C2E'],
      mood: 'elegant',
      complexity: 'detailed',
      typography: 'serif',
    },
    words: ['Silk, woven by hand', 'Scarves from a workshop in Kyoto since 1894.', 'See the collection'],
    responsiveType: 'desktop-first',
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
    style: { colors: ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25'], complexity: 'detailed' },
    words: ['Every route, one map', 'Buses, trams and ferries of the whole coast.', 'Plan a trip'],
    framework: 'tailwind',
  },
  {
    style: {
      colors: ['#31572C', '#4F772D', '#90A955', '#ECF39E', '#132A13'],
      ...{ mood: 'calm', harmony: 'neighbouring hues', corners: 'round', complexity: 'detailed' },
    },
    words: ['Tea from one hill', 'Picked in May, in your cup by June.', 'Order a tin'],
    responsiveType: 'fluid',
  },
  {
    style: {
      colors: ['#2B2D42', '#8D99AE', '#EDF2F4', '#D4AF37'],
      mood: 'elegant',
      complexity: 'simple',
      typography: 'serif',
      scheme: 'dark',
    },
    words: ['Time, made quietly', 'Forty watches a year, each by one pair of hands.', 'Visit the atelier'],
    colorScheme: 'dark',
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
    style: {
      colors: ['#FFC8DD', '#FFAFCC', '#BDE0FE', '#A2D2FF', '#CDB4DB'],
      mood: 'playful',
      corners: 'round',
      typography: 'round',
      density: 'airy',
    },
    words: ['A cloud for your photos', 'Soft on the eyes, hard to lose.', 'Start free'],
  },
  {
    style: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'], typography: 'mono', density: 'compact' },
    words: ['Deploy on save', 'From an editor to the edge in four seconds.', 'Read the docs'],
    colorScheme: 'dark',
  },
  {
    style: { colors: ['#FFBE0B', '#FB5607', '#FF006E', '#8338EC', '#3A86FF'], mood: 'bold', corners: 'sharp' },
    words: ['街のリズム', '週末の音楽と屋台、三日間。', 'チケットを見る'],
  },
  {
    style: { colors: ['#582F0E', '#7F4F24', '#A68A64', '#B6AD90', '#414833'], mood: 'elegant', typography: 'serif' },
    words: ['خشب يعيش طويلا', 'أثاث من ورشة صغيرة في الجبل.', 'شاهد القطع'],
  },
]

const view = { width: 1440, height: 900 }
const thumb = { width: 720, height: 450 }
const columns = 3
const gap = 24

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const pictures: Buffer[] = []
for (const { style, words, framework = 'none', responsiveType = 'mobile-first', colorScheme = 'light' } of exhibits) {
  const [headline, sub_headline, cta_button_text] = words
  const { html } = buildPage({ style, content: { headline, sub_headline, cta_button_text }, framework, responsiveType })
  const tab = await browser.newPage({ viewport: view, colorScheme })
  await tab.setContent(html)
  pictures.push(
    await sharp(await tab.screenshot())
      .resize(thumb)
      .png()
      .toBuffer(),
  )
  await tab.close()
}
await browser.close()

const rows = Math.ceil(pictures.length / columns)
const layers = pictures.map((input, index) => ({
  input,
  left: gap + (index % columns) * (thumb.width + gap),
  top: gap + Math.floor(index / columns) * (thumb.height + gap),
}))
const size = { width: columns * (thumb.width + gap) + gap, height: rows * (thumb.height + gap) + gap }
await sharp({ create: { ...size, channels: 3, background: '#D4D4D8' } })
  .composite(layers)
  .webp({ quality: 82 })
  .toFile(new URL('../docs/gallery.webp', import.meta.url).pathname)
