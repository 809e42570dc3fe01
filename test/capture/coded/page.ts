// A page of clocks: a strip for each clock from the top, and below them a strip of colours.

import { type Clock, rules } from './clocks.ts'
import { bits, resolution } from './code.ts'
import { patches } from './patches.ts'

/** Functions for the scripts of the clocks, as text, since they run in the page. */
const helpers = `
  const codeOf = ms => { const n = Math.floor(ms / ${resolution}) % 2 ** ${bits}; return n ^ (n >>> 1) }
  const isOn = (code, cell) => (code >>> (${bits - 1} - cell)) & 1
  const show = (strip, ms) => {
    const code = codeOf(ms)
    strip.classList.add('shown')
    strip.querySelectorAll('b').forEach((b, cell) => { b.style.opacity = isOn(code, cell) })
  }
  const each = draw => requestAnimationFrame(function next(time) { draw(time); requestAnimationFrame(next) })
  function paint(ms, fill) {
    const code = codeOf(ms)
    for (let cell = 0; cell < ${bits}; cell++) {
      const on = (code >>> (${bits - 1} - cell)) & 1
      fill(cell, 0, on ? '#fff' : '#000')
      fill(cell, 1, on ? '#000' : '#fff')
    }
  }
`

const colors = patches
  .map(color => `<s style="width: calc(100% / ${patches.length}); background: ${color}"></s>`)
  .join('')

/**
 * @param clocks From the top.
 * @param bare Without the strip of colours, for iframes.
 */
export const codedPage = (clocks: readonly Clock[], bare = false): string => {
  const strips = [...clocks.map(({ html }) => html), ...(bare ? [] : [colors])]
  const top = (index: number) => `top: calc(100% * ${index} / ${strips.length})`
  const scripts = clocks.map(
    ({ script }, index) => `{ const strip = document.getElementById('strip-${index}'); ${script} }`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Clocks</title>
<style>
  @property --ms { syntax: '<number>'; inherits: true; initial-value: 0 }
  html, body { height: 100%; margin: 0; overflow: hidden; background: #808080 }
  .strip { position: absolute; left: 0; width: 100%; height: calc(100% / ${strips.length}); overflow: hidden }
  .waves, .told, .whole { height: 100% }
  iframe, video, canvas, img, svg { display: block; width: 100%; height: 100%; border: 0; object-fit: fill }
  canvas, img, video { image-rendering: pixelated }
  s { float: left; height: 100% }
  .scroller { position: absolute; top: 0; width: 1px; height: 1px; overflow: scroll; scrollbar-width: none; opacity: 0 }
  .scroller p { height: 2000001px; margin: 0 }
  ${rules}
</style>
${strips.map((html, index) => `<div class="strip" id="strip-${index}" style="${top(index)}">${html}</div>`).join('\n')}
<script>
${helpers}
${scripts.join('\n')}
</script>
</html>`
}
