// Drawings: what librsvg does not draw as browsers do is rewritten, and what is left out is named. The judge is Chromium.
import t from 'tap'
import { analyze } from '../src/analysis/analyze.ts'
import { decodeImage } from '../src/image/decode.ts'
import { repairDrawing } from '../src/image/svg/repair.ts'
import { drawing, likeBrowsers, withOmissions } from './fixtures/drawings/drawings.ts'
import { openBrowser } from './helpers/browser.ts'
import { needs } from './helpers/tools.ts'

function decode(text: string) {
  return decodeImage(Buffer.from(text), { depth: 'medium', maxPixels: 50e6 })
}

/** The part of the pixels that differ by more than a quarter of the range, and the difference of the means, of 255. */
function difference(one: Uint8Array, other: Uint8Array) {
  const premultiplied = (pixels: Uint8Array, at: number): number =>
    at % 4 === 3 ? (pixels[at] ?? 0) : ((pixels[at] ?? 0) * (pixels[at - (at % 4) + 3] ?? 0)) / 255
  const differing = new Set<number>()
  let [oneSum, otherSum] = [0, 0]
  for (let at = 0; at < one.length; at++) {
    const [first, second] = [premultiplied(one, at), premultiplied(other, at)]
    oneSum += first
    otherSum += second
    if (Math.abs(first - second) > 64) differing.add(at >> 2)
  }
  return { part: differing.size / (one.length / 4), mean: Math.abs(oneSum - otherSum) / one.length }
}

t.test('drawings look as in a browser', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  for (const [name, text] of Object.entries(likeBrowsers)) {
    const { width, height, pixels, media, omissions } = await decode(text)
    const shown = await page.evaluate(
      async ([source, width, height]) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = new OffscreenCanvas(width, height).getContext('2d')
        canvas?.drawImage(image, 0, 0, width, height)
        const { data } = canvas?.getImageData(0, 0, width, height) ?? { data: [] }
        return { width: image.naturalWidth, height: image.naturalHeight, data: [...data] }
      },
      [`data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`, width, height] as const,
    )
    if (/width=/.test(text.slice(0, text.indexOf('>'))))
      t.same([media.width, media.height], [shown.width, shown.height], `${name}: size`)
    const { part, mean } = difference(pixels, Uint8Array.from(shown.data))
    t.ok(part < 0.03 && mean < 2, `${name}: ${(part * 100).toFixed(1)} % differ, the mean by ${mean.toFixed(2)}`)
    t.equal(omissions?.length, / 'x'|@font-face/.test(text) ? 2 : 0, name)
  }
})

t.test('what is not drawn is a warning that names it', async t => {
  for (const [name, text] of Object.entries(withOmissions)) {
    t.same((await decode(text)).omissions, [name], name)
    const task = { bytes: Buffer.from(text), depth: 'low', platform: 'web_16_9', mediaType: undefined } as const
    const { analysis } = await analyze({ ...task, maxPixels: 50e6, ffmpegPath: '' })
    t.match(analysis.warnings.at(-1), `does not support ${name};`)
  }
})

t.test('drawings that need nothing stay as they are, and so do large and damaged ones', async t => {
  const plain = Buffer.from(drawing('<rect width="9" height="9" fill="red"/>'))
  t.equal((await repairDrawing(plain)).bytes, plain)
  const large = Buffer.from(drawing(`<rect fill="var(--c)"/>${'<g/>'.repeat(60_000)}`))
  t.equal((await repairDrawing(large)).bytes, large)
  const none = Buffer.from('var(--c)')
  t.same((await repairDrawing(none)).bytes, none)
  for (const [size, x] of [
    ['', -100_000],
    ['width="10em" height="5"', -10_000],
    ['viewBox="0 0 50 0"', -100_000],
  ] as const)
    t.match(
      String((await repairDrawing(Buffer.from(drawing('', `${size} style="background:navy"`)))).bytes),
      `x="${x}"`,
    )
  const rules = Array.from({ length: 2000 }, (_, at) => `.c${at}{fill:var(--c)}`).join('')
  t.match(
    String(
      (await repairDrawing(Buffer.from(drawing(`<style>${rules}</style>${'<g style="x;:y;fill:red"/>'.repeat(2000)}`))))
        .bytes,
    ),
    '<style>',
  )
  await t.rejects(decode(drawing('<rect fill="var(--c)">')), { code: 'source_not_picture' })
  await t.rejects(decode('<svg xmlns="http://www.w3.org/2000/svg" fill="var(--c)"'), { code: 'source_not_picture' })
})

t.test('hostile values end', async t => {
  const doubled = Array.from({ length: 40 }, (_, at) => `--v${at + 1}:var(--v${at}) var(--v${at});`).join('')
  const started = performance.now()
  const text = drawing(
    `<style>:root{--v0:1;${doubled}}.a{fill:var(--v40)}</style><rect class="a" width="200" height="100"/>`,
  )
  t.equal((await decode(text)).pixels[3], 255)
  t.ok(performance.now() - started < 5000)
})

t.test('a drawing whose namespace has any prefix is drawn', async t => {
  for (const prefix of ['ns0', 'svg', 'a.b-c']) {
    const text = `<${prefix}:svg xmlns:${prefix}="http://www.w3.org/2000/svg" width="9" height="9"><${prefix}:path fill="#0a7" d="M0 0h9v9H0z"/></${prefix}:svg>`
    const { pixels } = await decodeImage(Buffer.from(text), { depth: 'low', maxPixels: 1e6 })
    t.same([...pixels.subarray(0, 4)], [0, 170, 119, 255], prefix)
  }
})
