// The board of the tour: the picture, its palette, and the page in both schemes.
import { html } from 'ghtml'
import type { StyleMetadata } from '../../schemas/style.ts'

const percent = (share: number): string => `${(share * 100).toFixed(share < 0.095 ? 1 : 0)} %`

const css = `
* { box-sizing: border-box; margin: 0 }
body { width: 1600px; height: 620px; padding: 40px; display: grid; grid: minmax(0, 1fr) / 480px 300px 1fr; gap: 40px; background: #F7F6F3; color: #1C1B22; font: 15px/1.35 "Noto Sans", sans-serif }
figure { display: grid; grid-template-rows: auto minmax(0, 1fr); gap: 14px; min-width: 0; min-height: 0 }
figcaption { font-size: 14px; color: #5A5866; display: flex; gap: 10px; align-items: baseline }
figcaption b { color: #1C1B22; font-size: 20px; font-weight: 600 }
img { width: 100%; height: 100%; object-fit: cover; border-radius: 10px }
.palette { display: flex; flex-direction: column; border-radius: 10px; overflow: hidden }
.palette div { padding: 0 18px; display: flex; align-items: center; gap: 12px; min-height: 44px }
.palette span { flex: 1 }
.pages { position: relative }
.frame { position: absolute; border-radius: 10px; overflow: hidden; box-shadow: 0 1px 3px #0003, 0 12px 32px #0002 }
.frame iframe { border: 0; width: 1280px; height: 790px; transform-origin: 0 0; transform: scale(.42) }
.frame { width: 538px; height: 331px }
.light { left: 0; top: 0 } .light iframe { color-scheme: light }
.dark { right: 0; bottom: 0 } .dark iframe { color-scheme: dark }
`

/** A page of 1600 × 620 px that shows `/picture` and `/page` of the same host beside what was measured. */
export const board = ({ palette }: StyleMetadata): string => html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Tour</title><style>!${css}</style>
<figure><figcaption><b>Picture</b> in</figcaption><img src="/picture" alt=""></figure>
<figure><figcaption><b>Style</b> measured</figcaption><div class="palette">!${palette
  .slice(0, 6)
  .map(
    ({ hex, share, name, contrast_white, contrast_black }) =>
      html`<div style="background:${hex};color:${contrast_white > contrast_black ? '#fff' : '#000'};flex:${share + 0.06}"><span>${name}</span>${percent(share)}</div>`,
  )
  .join('')}</div></figure>
<figure><figcaption><b>Page</b> out, light and dark</figcaption><div class="pages"><div class="frame light"><iframe src="/page" title="light"></iframe></div><div class="frame dark"><iframe src="/page" title="dark"></iframe></div></div></figure>
</html>`
