// The layout of docs/tour.webp: the photograph, its style and palette, and the page in both schemes.
import { html } from 'ghtml'
import type { PaletteColor } from '../../schemas/palette.ts'
import type { StyleMetadata } from '../../schemas/style.ts'

const css = `
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

/** A page of 1600 × 620 px that shows `/picture` and `/page` of the same host beside what the analysis measured. */
export function buildBoard(style: StyleMetadata): string {
  const { colors, palette } = style
  return html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tour</title><style>!${css}</style>
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
