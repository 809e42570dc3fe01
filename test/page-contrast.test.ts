// The contrast of texts and focus rings of pages as painted: on photographs, on every surface, in both schemes (a sample: each page in one of them).
import { readdir, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import t from 'tap'
import { directions, frameworks } from '../schemas/sparkpage.ts'
import { analyze } from '../src/analysis/analyze.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { openBrowser } from './helpers/browser.ts'
import { everyKind } from './helpers/page.ts'
import { paintedFocus, paintedTexts } from './helpers/pixel-contrast.ts'
import { needs } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const schemes = ['light', 'dark'] as const
const folder = new URL('fixtures/pictures/', import.meta.url)

/** The style of a photograph, with the picture in the size of previews. */
async function styleOf(file: string) {
  const bytes = await readFile(new URL(file, folder))
  const options = { maxPixels: 64_000_000, mediaType: 'image', ffmpegPath: '' } as const
  const style = await analyze({ bytes, depth: 'high', platform: 'web_16_9', ...options })
  const { data, info } = await sharp(bytes).resize(1600, 1600, { fit: 'inside' }).webp().toBuffer({
    resolveWithObject: true,
  })
  const src = `data:image/webp;base64,${data.toString('base64')}`
  return { ...style, preview: { src, width: info.width, height: info.height } }
}

t.test('contrast on pixels', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const tab = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 2 })

  await t.test('is measured correctly', async t => {
    const open = (css: string) =>
      tab.setContent(`<style>${css}</style><body style="background:#fff"><a href="#">Some words</a>`)
    await open('a{color:#777777}')
    const [grey] = await paintedTexts(tab)
    t.match(grey, { text: '#777777', background: '#ffffff' })
    t.equal(grey?.ratio.toFixed(2), '4.48')
    await open('a{color:#fff}a:focus{outline:0}')
    t.match(await paintedTexts(tab), [{ ratio: 1 }])
    t.match(await paintedFocus(tab, 'a'), { ratio: 1 })
    await open(':focus{outline:3px solid #999999;outline-offset:3px}')
    t.match(await paintedFocus(tab, 'a'), { text: '#999999', background: '#ffffff' })
  })

  await t.test('is sufficient for every text and for the focus ring', async t => {
    const files = (await readdir(folder)).filter(name => name.endsWith('.jpg'))
    for (const [index, name] of sample(files, directions.length).entries()) {
      const direction = directions[index % directions.length]
      const framework = frameworks[(index + 1) % frameworks.length] ?? 'none'
      const { html } = await buildPage({
        style: await styleOf(name),
        content: everyKind,
        framework,
        direction,
        scheme: 'both',
      })
      await tab.setViewportSize(index % 2 === 0 ? { width: 390, height: 844 } : { width: 1440, height: 900 })
      await tab.setContent(html)
      for (const colorScheme of whole ? schemes : [schemes[index % 2] ?? 'light']) {
        await tab.emulateMedia({ colorScheme })
        for (const { where, ratio, text, background } of await paintedTexts(tab)) {
          // Large texts need 3:1 (WCAG 1.4.3); the name at the end is a picture of letters.
          const min = /^(?:h1|h2|em|strong|p \d)/.test(where) ? 3 : 4.5
          t.ok(ratio >= min, `${name} ${direction} ${colorScheme}: ${where}: ${text} on ${background}: ${ratio}`)
        }
      }
      const ring = await paintedFocus(tab, '.sp-hero .sp-button >> nth=0')
      t.ok(ring.ratio >= 3, `${name} ${direction}: focus ${ring.text} on ${ring.background}: ${ring.ratio}`)
    }
  })
})
