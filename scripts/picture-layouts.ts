// What scripts/pictures.ts draws: the photographs and styles of the gallery, and the documents of its cards and of the tour.
import { html } from 'ghtml'
import type { PaletteColor } from '../schemas/palette.ts'
import type { Framework } from '../schemas/sparkpage.ts'
import type { StyleMetadata } from '../schemas/style.ts'
import type { StyleInput } from '../schemas/style-input.ts'

type Words = readonly [headline: string, lead: string, action: string]

/** A page of a style written by hand. */
export interface StyleExhibit {
  readonly style: StyleInput
  readonly words: Words
  readonly framework?: Framework
  readonly colorScheme?: 'light' | 'dark'
}

/** A photograph of test/fixtures/pictures; its page is built from its analysis. */
export interface PhotographExhibit {
  readonly file: string
  readonly words: Words
}

/** The words of a page for a film of ten seconds. */
export const storyContent = {
  headline: 'Sleep among the dunes',
  sub_headline: 'Desert camps under a clear sky.',
  cta_button_text: 'Choose a night',
  sections: [
    {
      type: 'features',
      heading: 'Every camp',
      items: [{ title: 'Open sky' }, { title: 'Fire and bread' }, { title: 'A guide' }],
    },
    { type: 'quote', items: [{ text: 'I had forgotten how many stars there are.', cite: 'Nadia' }] },
    { heading: 'Near Merzouga', text: 'Four hours from Fez.' },
  ],
}

export const photographs: readonly PhotographExhibit[] = [
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

export const styles: readonly StyleExhibit[] = [
  {
    style: { colors: ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25'] },
    words: ['Every route, one map', 'Buses, trams and ferries of the whole coast.', 'Plan a trip'],
    framework: 'tailwind',
  },
  {
    style: { colors: ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC'] },
    words: ['Deploy on save', 'From an editor to the edge in four seconds.', 'Read the docs'],
    colorScheme: 'dark',
  },
  {
    style: {
      colors: ['#FF595E', '#FFCA3A', '#8AC926', '#1982C4', '#6A4C93'],
      mood: 'playful',
    },
    words: ['Learn to juggle', 'Ten minutes a day, and a ball to begin with.', 'Throw the first'],
  },
  {
    style: { colors: ['#582F0E', '#7F4F24', '#A68A64', '#B6AD90', '#414833'], mood: 'elegant' },
    words: ['خشب يعيش طويلا', 'أثاث من ورشة صغيرة في الجبل.', 'شاهد القطع'],
  },
  {
    style: {
      colors: ['#D62828', '#003049', '#F77F00', '#FCBF49', '#EAE2B7'],
      mood: 'bold',
    },
    words: ['Print it by Friday', 'Posters from an old press, in five inks.', 'Send a file'],
  },
  {
    style: { colors: ['#FFBE0B', '#FB5607', '#FF006E', '#8338EC', '#3A86FF'], mood: 'bold' },
    words: ['街のリズム', '週末の音楽と屋台、三日間。', 'チケットを見る'],
  },
]

/** Size of a card, px: a photograph above its palette. */
export const cardSize = { width: 736, height: 450 }

const cardCss = `
* { box-sizing: border-box; margin: 0 }
body { width: ${cardSize.width}px; height: ${cardSize.height}px; display: flex; flex-direction: column; background: #fff; color: #1C1B22; font: 17px/1 "Noto Sans", sans-serif }
img { width: 100%; height: 330px; object-fit: cover }
.strip { height: 44px; margin: 18px 20px 16px; display: flex; align-items: center }
.strip i { height: 24px; min-width: 2px }
.strip .selected { height: 44px; min-width: 6px }
.strip .selected + .other { margin-left: 8px }
.colors { margin: 0 20px; display: flex; justify-content: space-between }
.colors span { display: flex; align-items: center; gap: 8px }
.colors i { width: 24px; height: 24px; border-radius: 50%; box-shadow: inset 0 0 0 1px #0002 }
`

/** The photograph; below it the palette by share, its selected colours taller and first; below that the selected colours. */
export function buildCard(
  bytes: Buffer,
  { colors, palette, focal_point: focus = { x: 0.5, y: 0.5 } }: StyleMetadata,
): string {
  const strip = palette.map(
    ({ hex, share }, index) =>
      html`<i class="${index < colors.length ? 'selected' : 'other'}" style="background:${hex};flex:${100 * share}"></i>`,
  )
  const selected = colors.map(hex => html`<span><i style="background:${hex}"></i>${hex}</span>`)
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Photograph</title><style>!${cardCss}</style>
<img src="data:image/jpeg;base64,${bytes.toString('base64')}" alt="" style="object-position:${100 * focus.x}% ${100 * focus.y}%">
<div class="strip">!${strip.join('')}</div>
<div class="colors">!${selected.join('')}</div>
</html>`
}

const boardCss = `
* { box-sizing: border-box; margin: 0 }
body { width: 1600px; height: 620px; padding: 40px; display: grid; grid: minmax(0, 1fr) / 480px 300px 1fr; gap: 40px; background: #F7F6F3; color: #1C1B22; font: 15px/1.35 "Noto Sans", sans-serif }
figure { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 14px; min-width: 0; min-height: 0 }
figcaption { font-size: 14px; color: #5A5866; display: flex; gap: 10px; align-items: baseline }
figcaption b { color: #1C1B22; font-size: 20px; font-weight: 600 }
.measured { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 28px; min-height: 0 }
img { display: block; width: 480px; height: 281px; object-fit: cover; border-radius: 10px }
dl { display: grid; grid: 1fr 1fr / 1.3fr 1.1fr 1fr; gap: 10px }
dl div { padding: 11px 16px; border-radius: 10px; background: #fff }
dt { font-size: 13px; color: #5A5866 }
dd { margin: 3px 0 0; font-size: 16px }
.palette { display: flex; flex-direction: column; border-radius: 10px; overflow: hidden }
.palette > div { padding: 0 18px; display: flex; align-items: center; gap: 12px; min-height: 44px }
.palette span { flex: 1 }
.palette .others { min-height: 0; padding: 12px 18px 10px }
.palette .strip { min-height: 0; height: 26px; padding: 0; gap: 0; border-radius: 10px; overflow: hidden; align-items: stretch }
.pages { position: relative }
.frame { position: absolute; border-radius: 10px; overflow: hidden; box-shadow: 0 1px 3px #0003, 0 12px 32px #0002 }
.frame iframe { border: 0; width: 1280px; height: 790px; transform-origin: 0 0; transform: scale(.42) }
.frame { width: 538px; height: 331px }
.light { left: 0; top: 0 } .light iframe { color-scheme: light }
.dark { right: 0; bottom: 0 } .dark iframe { color-scheme: dark }
`

/** A page of 1600 × 620 px that shows `/picture` and `/page` of the same host beside what was measured. */
export function buildBoard(style: StyleMetadata): string {
  const { colors, palette } = style
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tour</title><style>!${boardCss}</style>
<div class="measured"><figure><figcaption><b>Picture</b> in</figcaption><img src="/picture" alt=""></figure>
<figure><figcaption><b>Style</b> measured</figcaption><dl>!${buildFacts(style)}</dl></figure></div>
<figure><figcaption><b>Palette</b> by share</figcaption><div class="palette">!${buildColorRows(palette.slice(0, colors.length))}!${buildOtherColors(palette.slice(colors.length))}</div></figure>
<figure><figcaption><b>Page</b> out, light and dark</figcaption><div class="pages"><div class="frame light"><iframe src="/page" title="light"></iframe></div><div class="frame dark"><iframe src="/page" title="dark"></iframe></div></div></figure>
</html>`
}

function buildFacts({ mood, harmony, scheme, typography, corners, density }: StyleMetadata): string {
  const facts = {
    Mood: mood?.words.slice(0, 2).join(', '),
    Harmony: harmony?.name,
    Scheme: scheme,
    Typography: typography?.category,
    Corners: corners,
    Density: density,
  }
  return Object.entries(facts)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value ?? ''}</dd></div>`)
    .join('')
}

/** The colours of the style: one row each, taller for a larger share. */
function buildColorRows(selected: readonly PaletteColor[]): string {
  return selected
    .map(
      ({ hex, share, name, contrast_white, contrast_black }) =>
        html`<div style="background:${hex};color:${contrast_white > contrast_black ? '#fff' : '#000'};flex:${100 * share + 6}"><span>${name}</span>${formatPercent(share)}</div>`,
    )
    .join('')
}

/** The rest of the palette: one strip, divided by share. */
function buildOtherColors(others: readonly PaletteColor[]): string {
  if (others.length === 0) return ''
  const total = others.reduce((sum, { share }) => sum + share, 0)
  const parts = others.map(({ hex, share }) => html`<i style="background:${hex};flex:${100 * share}"></i>`).join('')
  return html`<div class="others"><span>${others.length} other colours</span>${formatPercent(total)}</div><div class="strip">!${parts}</div>`
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(share < 0.095 ? 1 : 0)} %`
}
