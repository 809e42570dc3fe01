// The first screen of pages built from real photographs: do they show its colours, differ from each other and stay readable?
import { readdir, readFile } from 'node:fs/promises'
import { wcagContrast } from 'culori'
import sharp from 'sharp'
import t from 'tap'
import type { PageContent } from '../schemas/page-content.ts'
import { directions, frameworks, layouts, responsiveTypes } from '../schemas/sparkpage.ts'
import { typefaceCategories } from '../schemas/style.ts'
import { type Oklab, rgbToOklab, squaredDistance } from '../src/color/oklab.ts'
import { decodeImage } from '../src/image/decode.ts'
import { buildPage, fontRequest, type PageInput } from '../src/sparkpage/build.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { measureStyle } from '../src/style/measure-style.ts'
import { palettesOf } from './helpers/palettes.ts'
import { groundsOf } from './helpers/pixel-contrast.ts'
import { random } from './helpers/random.ts'
import { schemesOf, texts } from './helpers/samples.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { sample, whole } from './helpers/whole.ts'

const folder = new URL('fixtures/pictures/', import.meta.url)
const files = (await readdir(folder)).filter(file => file.endsWith('.jpg')).sort()

const contents = [
  ['Mornings by the sea', 'Twelve balconies over the bay. Breakfast until noon.', 'Book a night'],
  ['The mountains are calling', 'Small groups, good boots, no hurry: eleven tours a year.', 'Find a tour'],
  [
    'Slow food, open fire',
    'A kitchen garden, twelve seats, and a menu that changes with the weather.',
    'Reserve a table',
  ],
  ['Ship your story', 'From one picture to a page that people remember.', 'Start free'],
].map(([headline = '', sub_headline = '', cta_button_text = '']) => ({ headline, sub_headline, cta_button_text }))

const desktop: Size = [1440, 900]

async function readPicture(file: string) {
  const bytes = await readFile(new URL(file, folder))
  const image = await decodeImage(bytes, { depth: 'medium', maxPixels: 50e6 })
  const style = measureStyle(image, { id: `ana_${'0'.repeat(32)}`, depth: 'medium', platform: 'web_16_9' })
  const colors = mainColors(await colorsOf(bytes, 96, 96))
  const { data, info } = await sharp(bytes)
    .rotate()
    .resize(1200, 1200, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true })
  const src = `data:image/webp;base64,${data.toString('base64')}`
  const chroma = strongest(await colorsOf(data, 96, 96))
  return { file, style: { ...style, preview: { src, width: info.width, height: info.height } }, colors, chroma }
}

/** The 95th percentile of chroma, OKLab. */
function strongest(pixels: readonly Oklab[]): number {
  const sorted = pixels.map(({ a, b }) => Math.hypot(a, b)).toSorted((one, other) => one - other)
  return sorted[Math.floor(0.95 * sorted.length)] ?? 0
}

const percent = (part: number) => Math.round(100 * part)

/** Leaves nothing of the page visible but its picture, where it is and without any effect. */
const showAlone = `(() => {
  const effects = ['animation', 'filter', 'mask', 'mix-blend-mode', 'opacity', 'transition'].map(name => name + ': revert !important').join(';')
  const rules = 'html, *, ::before, ::after { visibility: hidden !important; ' + effects + ' } .sp-visual > img { visibility: visible !important }'
  document.head.append(Object.assign(document.createElement('style'), { textContent: rules }))
})()`

/** The colours of a picture, scaled to a size. */
async function colorsOf(bytes: Uint8Array, width: number, height: number): Promise<readonly Oklab[]> {
  const image = sharp(bytes).rotate().flatten({ background: '#ffffff' }).toColourspace('srgb')
  const data = await image.resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer()
  return Array.from({ length: width * height }, (_, at) =>
    rgbToOklab(data[3 * at] ?? 0, data[3 * at + 1] ?? 0, data[3 * at + 2] ?? 0),
  )
}

/** The six main colours: k-means (Lloyd 1982) from centres far from each other. */
function mainColors(pixels: readonly Oklab[]): readonly Oklab[] {
  const distance = (pixel: Oklab, centres: readonly Oklab[]) =>
    Math.min(...centres.map(centre => squaredDistance(pixel, centre)))
  let centres: readonly Oklab[] = pixels.slice(0, 1)
  while (centres.length < 6) {
    const distances = pixels.map(pixel => distance(pixel, centres))
    const farthest = pixels[distances.indexOf(Math.max(...distances))]
    centres = [...centres, ...(farthest ? [farthest] : [])]
  }
  for (let round = 0; round < 20; round++) {
    const nearest = pixels.map(pixel => {
      const distances = centres.map(centre => squaredDistance(pixel, centre))
      return distances.indexOf(Math.min(...distances))
    })
    centres = centres.map((centre, index) => {
      const own = pixels.filter((_, at) => nearest[at] === index)
      return own.length === 0
        ? centre
        : { l: mean(own.map(({ l }) => l)), a: mean(own.map(({ a }) => a)), b: mean(own.map(({ b }) => b)) }
    })
  }
  return centres
}

const fonts = createFontEmbedder()

/** A page as the operation builds it. */
async function build(input: Omit<PageInput, 'framework' | 'responsiveType'> & Partial<PageInput>): Promise<string> {
  const { style, content, framework = 'none', responsiveType = 'mobile-first' } = input
  const request = canonicalRequest({ style_metadata: style, content })
  const { typeface, ...characters } = fontRequest(request)
  return buildPage({ ...input, framework, responsiveType, fonts: await fonts.embed(typeface, characters) }).html
}

const layoutOf = (html: string) => /class="sp-hero sp-([a-z-]+)/.exec(html)?.[1] ?? 'none'

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Grey values of a screenshot, 0 to 255. */
async function thumbnail(screenshot: Buffer): Promise<readonly number[]> {
  return [...(await sharp(screenshot).resize(48, 30, { fit: 'fill' }).greyscale().raw().toBuffer())]
}

/** Mean structural similarity in windows of 8 × 8 pixels (Wang et al. 2004), of pictures of 48 × 30. */
function similarity(one: readonly number[], other: readonly number[]): number {
  const found: number[] = []
  for (let top = 0; top <= 22; top += 2) {
    for (let left = 0; left <= 40; left += 2) {
      const at = Array.from({ length: 64 }, (_, index) => (top + Math.floor(index / 8)) * 48 + left + (index % 8))
      const [a, b] = [at.map(index => one[index] ?? 0), at.map(index => other[index] ?? 0)]
      const [meanA, meanB] = [mean(a), mean(b)]
      const varianceA = mean(a.map(value => (value - meanA) ** 2))
      const varianceB = mean(b.map(value => (value - meanB) ** 2))
      const covariance = mean(a.map((value, index) => (value - meanA) * ((b[index] ?? 0) - meanB)))
      const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
      const luminance = (2 * meanA * meanB + c1) / (meanA ** 2 + meanB ** 2 + c1)
      found.push((luminance * (2 * covariance + c2)) / (varianceA + varianceB + c2))
    }
  }
  return mean(found)
}

/** Share of the pixels, 0 to 1, that differ in a channel by more than rounding. */
async function changedShare(one: Buffer, other: Buffer): Promise<number> {
  // A cropped picture is resampled at fractions of a pixel, so single pixels differ.
  const [a, b] = await Promise.all([one, other].map(shot => sharp(shot).removeAlpha().blur(1).raw().toBuffer()))
  if (!a || !b || a.length !== b.length) return 1
  let changed = 0
  for (let at = 0; at < a.length; at += 3)
    if ([0, 1, 2].some(channel => Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0)) > 8)) changed++
  return (3 * changed) / a.length
}

t.test('photographs', needs('chromium'), async t => {
  const { tab, visit, box } = await openTab(t)
  const pictures = await Promise.all(sample(files, 12).map(readPicture))
  const contentOf = (index: number): PageContent => contents[index % contents.length] ?? texts.plain
  const show = async (html: string, size: Size = desktop): Promise<Buffer> => {
    await visit(html, size)
    await tab.evaluate('document.fonts.ready')
    return tab.screenshot()
  }

  /** The fill of the button beside its text, and the colours around it, as painted. */
  const buttonColors = async () => {
    const { x, y, width, height } = await box('.sp-button')
    const margin = 6
    const clip = { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin }
    const { data, info } = await sharp(await tab.screenshot({ clip, fullPage: true }))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const colorAt = (column: number, row: number) =>
      `#${data.toString('hex', 3 * (row * info.width + column)).slice(0, 6)}`
    const [middle, last] = [Math.floor(info.width / 2), info.width - 1]
    const edges = [
      colorAt(middle, 0),
      colorAt(middle, info.height - 1),
      colorAt(0, Math.floor(info.height / 2)),
      colorAt(last, Math.floor(info.height / 2)),
    ]
    return { inside: colorAt(middle, margin + 5), around: edges }
  }

  await t.test('a page has the colours of its picture, also the strongest', async t => {
    const shares: number[] = []
    const strengths: number[] = []
    for (const [index, { style, colors, chroma }] of pictures.entries()) {
      for (const scheme of schemesOf(index)) {
        const shown = await build({ style, content: contentOf(index), scheme })
        const pixels = await colorsOf(await show(shown), 144, 90)
        const isNear = (pixel: Oklab) => colors.some(color => squaredDistance(pixel, color) <= 0.08 ** 2)
        shares.push(pixels.filter(isNear).length / pixels.length)
        strengths.push(strongest(pixels) / chroma)
      }
    }
    const name = `${Math.round(100 * mean(shares))} % of the pixels are near one of its six main colours`
    t.ok(mean(shares) >= 0.6, name)
    t.ok(median(strengths) >= 0.85, `95th percentile of chroma, page to picture: ${strengths.map(percent)}`)
    t.comment(`cases: ${shares.length} pages of photographs: ${name}; chroma ${percent(median(strengths))} %`)
  })

  await t.test('a picture is shown as it is, in both schemes', async t => {
    for (const [index, { style }] of sample(pictures, 8).entries()) {
      for (const scheme of schemesOf(index)) {
        await show(
          await build({ style, content: contentOf(index), scheme, layout: index % 4 < 2 ? 'framed' : 'split' }),
        )
        const { x, y, width, height } = await box('.sp-visual')
        const corner = 64
        const bottom = Math.min(y + height, desktop[1])
        const clip = { x: x + corner, y: y + corner, width: width - 2 * corner, height: bottom - y - 2 * corner }
        const shown = await tab.screenshot({ clip })
        await tab.evaluate(showAlone)
        const alone = await tab.screenshot({ clip })
        t.ok((await changedShare(shown, alone)) === 0, `${scheme} ${index}: nothing lies on it, and nothing dims it`)
      }
    }
  })

  await t.test('only the lower part of a picture that fills the window fades', async t => {
    let count = 0
    for (const [index, { style }] of sample(pictures, 6).entries()) {
      const page = await build({ style, content: contentOf(index), layout: 'full-bleed', scheme: 'dark' })
      if (/class="sp-hero [^"]*sp-(?:high|framed)/.test(page)) continue
      count += 1
      await show(page)
      const [width, height] = desktop
      const upper = { x: 0, y: 0.14 * height, width, height: 0.24 * height }
      const shown = await tab.screenshot({ clip: upper })
      await tab.evaluate(showAlone)
      const alone = await tab.screenshot({ clip: upper })
      t.ok((await changedShare(shown, alone)) < 0.005, `${index}: the fade leaves the upper part free`)
    }
    t.ok(count > 0, `${count} pages`)
  })

  await t.test('nothing lies on the half of a seam that the texts leave free', async t => {
    const subject = { x: 0.6, y: 0.3, width: 0.2, height: 0.4 }
    let count = 0
    for (const [index, { style }] of sample(pictures, frameworks.length).entries()) {
      const composition = { ...style.composition, clear_side: 'left', subject }
      const framework = frameworks[index % frameworks.length] ?? 'none'
      const own = { ...style, composition }
      const page = await build({ style: own, content: contentOf(index), layout: 'seam', framework })
      // A picture that would lose its subject is framed.
      if (layoutOf(page) !== 'seam') continue
      count += 1
      await show(page)
      const { x, y, width } = await box('.sp-visual')
      const half = { x: x + width / 2, y: y + 64, width: width / 2, height: desktop[1] - y - 128 }
      const shown = await tab.screenshot({ clip: half })
      await tab.evaluate(showAlone)
      const alone = await tab.screenshot({ clip: half })
      t.ok((await changedShare(shown, alone)) === 0, `${index} ${framework}`)
    }
    t.ok(count > 0, `${count} pages`)
  })

  await t.test('pages of different pictures differ, and every direction suits some picture', async t => {
    const shots: (readonly number[])[] = []
    const chosen = new Map<string, number>()
    let [beside, toRight] = [0, 0]
    for (const [index, { style }] of pictures.entries()) {
      const html = await build({ style, content: contentOf(index) })
      if (/class="sp-hero sp-(split|framed|poster)/.test(html)) beside += 1
      if (/class="sp-hero sp-(split|framed|poster)[^"]* sp-text-last/.test(html)) toRight += 1
      chosen.set(layoutOf(html), (chosen.get(layoutOf(html)) ?? 0) + 1)
      shots.push(await thumbnail(await show(html)))
    }
    const pairs = shots.flatMap((one, index) => shots.slice(index + 1).map(other => similarity(one, other)))
    t.ok(median(pairs) < 0.6, `half of the pairs have a similarity of at most ${median(pairs)}`)
    const largest = Math.max(...chosen.values()) / pictures.length
    t.ok(largest <= (whole ? 0.4 : 0.6), `${JSON.stringify([...chosen])}: none is everywhere`)
    const part = toRight / beside
    t.ok(part >= 0.25 && part <= 0.75, `${toRight} of ${beside} texts beside a picture are to its right`)
    t.comment(`cases: ${pairs.length} pairs of pages, median similarity ${median(pairs).toFixed(2)}`)
  })

  await t.test('texts and buttons are readable on every ground', async t => {
    const { of, whole: integer } = random(20)
    const images = await hostileImages()
    const palettes = palettesOf(7, 100)
    const count = whole ? 300 : 14
    for (let index = 0; index < count; index++) {
      const picture = pictures[index % pictures.length]
      if (!picture) break
      const kind = index % 3
      const image = kind === 1 ? { src: images[index % images.length] ?? '', alt: '' } : undefined
      const style = kind === 2 ? { colors: [...(palettes[index % palettes.length]?.palette ?? [])] } : picture.style
      const content = { ...contentOf(integer(0, 3)), ...(image && { image }) }
      const chosen = {
        layout: layouts[index % layouts.length] ?? 'split',
        direction: of(...directions),
        framework: of(...frameworks),
        responsiveType: of(...responsiveTypes),
      }
      const html = await build({ style, content, ...chosen, scheme: 'both' })
      const size = of<Size>([390, 844], desktop, [1920, 1080])
      for (const colorScheme of schemesOf(Math.floor(index / layouts.length) + index)) {
        const name = `${Object.values(chosen).join(' ')} ${size} ${colorScheme} ${['photograph', 'image', 'palette'][kind]} ${picture.file}`
        await tab.emulateMedia({ colorScheme })
        await show(html, size)
        for (const { selector, color, grounds } of await groundsOf(tab, ['.sp-title', '.sp-lead', '.sp-button'])) {
          const ratio = Math.min(...grounds.map(ground => wcagContrast(color, ground)))
          t.ok(ratio >= 4.5, `${name}: ${selector} ${ratio.toFixed(2)}`)
        }
        const { inside, around } = await buttonColors()
        const ratio = Math.min(...around.map(ground => wcagContrast(inside, ground)))
        t.ok(ratio >= 3, `${name}: the button's fill ${ratio.toFixed(2)}`)
      }
    }
    t.comment(`cases: ${count} pages in ${schemesOf(0).length} of 2 schemes`)
    await tab.emulateMedia({ colorScheme: 'light' })
  })

  await t.test('every framework has its own look', async t => {
    const [picture] = pictures
    if (!picture) return t.fail('there is no picture')
    // Elsewhere the picture is the screen, whatever the framework.
    for (const layout of ['split', 'centered'] as const) {
      const shots = new Map<string, Buffer>()
      for (const framework of frameworks)
        shots.set(
          framework,
          await show(await build({ style: picture.style, content: contentOf(0), framework, layout })),
        )
      for (const [index, [one, shot]] of [...shots].entries()) {
        for (const [other, otherShot] of [...shots].slice(index + 1)) {
          const share = await changedShare(shot, otherShot)
          t.ok(share >= (one === 'none' ? 0.05 : 0.03), `${layout}: ${one} and ${other} differ in ${share}`)
        }
      }
    }
  })

  await t.test('every typeface has its own look', async t => {
    const shots = new Map<string, Buffer>()
    for (const typography of typefaceCategories) {
      const style = { colors: ['#6D28D9'], typography }
      await show(await build({ style, content: contentOf(0), layout: 'split' }))
      const { x, y } = await box('.sp-title')
      shots.set(typography, await tab.screenshot({ clip: { x, y, width: 560, height: 150 } }))
    }
    for (const [index, [one, shot]] of [...shots].entries()) {
      for (const [other, otherShot] of [...shots].slice(index + 1)) {
        const share = await changedShare(shot, otherShot)
        t.ok(share >= 0.03, `${one} and ${other} differ in ${share}`)
      }
    }
  })
})

/** Pictures on which texts are hard to read, as data URIs: noise, snow, night, stripes. */
async function hostileImages(): Promise<readonly string[]> {
  const { whole: integer } = random(3)
  const [width, height] = [320, 200]
  const draw = async (valueAt: (x: number, y: number) => number) => {
    const data = Uint8Array.from({ length: width * height * 3 }, (_, at) =>
      valueAt(Math.floor(at / 3) % width, Math.floor(at / 3 / width)),
    )
    const bytes = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
    return `data:image/jpeg;base64,${bytes.toString('base64')}`
  }
  return Promise.all([
    draw(() => integer(0, 255)),
    draw(() => integer(235, 255)),
    draw(() => (integer(0, 60) === 0 ? 255 : integer(0, 12))),
    draw(x => (Math.floor(x / 8) % 2 === 0 ? 0 : 255)),
  ])
}
