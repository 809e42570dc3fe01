// Rendered pages: the contrast of every text, measured on pixels, and the visible share of the palette.
import t from 'tap'
import { frameworks, responsiveTypes } from '../schemas/sparkpage.ts'
import { cornerStyles, densities } from '../schemas/style.ts'
import { buildPage } from '../src/sparkpage/build.ts'
import { moods, schemes } from '../src/sparkpage/style.ts'
import { openBrowser } from './helpers/browser.ts'
import { palettesOf } from './helpers/palettes.ts'
import { type PaintedText, paintedFocus, paintedTexts, seenShares } from './helpers/pixel-contrast.ts'
import { random } from './helpers/random.ts'
import { needs } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const content = {
  headline: 'Ship your story',
  sub_headline: 'From one picture to a page people remember, wherever they happen to open it.',
  cta_button_text: 'Start free',
}
/** Contrast in the order of the page; the text of the button has more than large text needs. */
const promised = [7, 7, 4.5]
const telephone = { width: 360, height: 740 }
const desktop = { width: 1440, height: 900 }
const seed = 20261121

/** Pages of palettes of every kind, everything else of them by chance. */
const pages = palettesOf(seed, whole ? 68 : 6).map(({ kind, palette }, index) => {
  const luck = random(index)
  const framework = luck.of(...frameworks)
  const responsiveType = luck.of(...responsiveTypes)
  const words = { mood: luck.of(...moods), corners: luck.of(...cornerStyles), density: luck.of(...densities) }
  const style = { colors: [...palette], ...words, scheme: luck.of(...schemes) }
  const name = `${kind} ${palette.slice(0, 8)} ${framework} ${responsiveType} ${Object.values(style).slice(1)}`
  return { name, palette, html: buildPage({ style, content, framework, responsiveType }).html }
})

t.test('painted contrast', needs('chromium'), async t => {
  const browser = await openBrowser(t)
  const tab = await browser.newPage({ reducedMotion: 'reduce', deviceScaleFactor: 3, viewport: telephone })

  await t.test('is measured on known pages, and invisible text is detected', async t => {
    const body = (css: string, text = 'Some words') =>
      `<body style="background:#fff;font:16px sans-serif"><p style="${css}">${text}`
    const measure = async (html: string): Promise<readonly PaintedText[]> => {
      await tab.setContent(html)
      return paintedTexts(tab)
    }
    const [grey] = await measure(body('color:#777777'))
    t.match(grey, { painted: true, ink: '#777777', ground: '#FFFFFF', least: 4.5 })
    t.ok(Math.abs((grey?.ratio ?? 0) - 4.48) < 0.01, `${grey?.ratio}`)
    t.match(await measure(body('font-size:24px')), [{ least: 3, ratio: 21 }])
    t.match(await measure(body('font:bold 19px sans-serif;background:linear-gradient(#fff,#000)')), [{ least: 3 }])
    t.match(await measure(body('color:#fff')), [{ painted: false, ratio: 1 }])
    t.match(await measure(body('color:#00000080')), [{ ink: '#7F7F7F' }])
    t.same(await measure(body('visibility:hidden')), [])
    t.equal((await measure(body('', 'One <b>two</b> three'))).length, 3)
    await tab.setContent(body('', '<a href="#" style="outline:3px solid #999;outline-offset:3px">Some words</a>'))
    t.match(await paintedFocus(tab, 'a'), { painted: false })
    await tab.setContent(
      `<style>:focus{outline:3px solid #999999;outline-offset:3px}</style>${body('', '<a href="#">Some</a>')}`,
    )
    t.match(await paintedFocus(tab, 'a'), { painted: true, ink: '#999999', ground: '#FFFFFF', least: 3 })
  })

  await t.test('is sufficient for every text and focus ring of every page in both schemes', async t => {
    const least = promised.map(() => Number.POSITIVE_INFINITY)
    let faintest = Number.POSITIVE_INFINITY
    let judged = 0
    for (const [index, { name, html }] of pages.entries()) {
      await tab.setViewportSize(index % 2 === 0 ? telephone : { width: 768, height: 700 })
      await tab.setContent(html)
      for (const colorScheme of schemes) {
        await tab.emulateMedia({ colorScheme })
        const texts = await paintedTexts(tab)
        t.equal(texts.length, promised.length, name)
        for (const [place, { where, painted, ratio, ink, ground }] of texts.entries()) {
          // No tolerance: the colours are flat, and a full stroke has exactly the colour of the text.
          if (!painted || ratio < (promised[place] ?? 0))
            t.fail(`${name} ${colorScheme}: ${where} ${ink} on ${ground}: ${ratio}`)
          least[place] = Math.min(least[place] ?? 0, ratio)
        }
        judged += texts.length + 1
        const ring = await paintedFocus(tab, '.sp-button')
        if (!ring.painted || ring.ratio < 3) t.fail(`${name} ${colorScheme}: focus ${ring.ink} on ${ring.ground}`)
        faintest = Math.min(faintest, ring.ratio)
      }
    }
    t.comment(`cases: ${pages.length} pages in ${schemes.length} schemes, ${judged} texts and focus rings`)
    t.comment(
      `least of headline, sentence, button and focus ${[...least, faintest].map(one => one.toFixed(2)).join(', ')}`,
    )
  })

  await t.test('each of the first five colours covers at least 0.2 % of the window', async t => {
    const window = await browser.newPage({ reducedMotion: 'reduce' })
    let smallest = 1
    for (const { name, palette, html } of pages) {
      // A translucent colour appears mixed with the colours below it.
      const opaque = palette.slice(0, 5).filter(color => color.length === 4 || color.length === 7)
      const wanted = opaque.map(color => (color.length === 4 ? color.replace(/[^#]/g, '$&$&') : color))
      for (const size of [telephone, desktop]) {
        await window.setViewportSize(size)
        await window.setContent(html)
        for (const [index, share] of (await seenShares(window, wanted)).entries()) {
          if (share < 0.002) t.fail(`${name} ${size.width}: ${wanted[index]} ${share}`)
          smallest = Math.min(smallest, share)
        }
      }
    }
    t.comment(`smallest share ${(smallest * 100).toFixed(2)} %`)
  })
})
