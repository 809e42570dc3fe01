// Colours as a strip of squares. SVG, because printers leave CSS backgrounds out.
import { html } from 'ghtml'

const hex = /^#[0-9A-F]{6}$/i

/** An SVG strip of the colours, and their codes for whoever reads them in grey; anything but #RRGGBB is left out. */
export const swatches = (colors: readonly string[]): string => {
  const sound = colors.filter(color => hex.test(color))
  if (sound.length === 0) return ''
  const squares = sound.map((color, i) => html`<rect x="${i * 17}" width="14" height="14" rx="2" fill="${color}"/>`)
  const codes = sound.map(color => html`<span>${color}</span> `)
  return html`<svg class="swatches" viewBox="-.5 -.5 ${sound.length * 17} 15" aria-hidden="true">!${squares}</svg>
<small class="codes">!${codes}</small>`
}
