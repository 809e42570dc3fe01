// Pages in a browser, measured: the height of the first screen, sizes and places of its texts, and the colour scheme that a visitor gets.
import { formatHex, wcagLuminance } from 'culori'
import t from 'tap'
import { sectionTypes } from '../schemas/page-content.ts'
import { directions, frameworks, layouts, type PageScheme, pageSchemes, responsiveTypes } from '../schemas/sparkpage.ts'
import { colorSchemes } from '../schemas/style.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { measured } from './helpers/page.ts'
import { random } from './helpers/random.ts'
import { completePage, placeholders, texts } from './helpers/samples.ts'
import { openTab, type Size } from './helpers/tab.ts'
import { needs } from './helpers/tools.ts'
import { sample, samplePairs, whole } from './helpers/whole.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200"/>'
const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']
const style = { colors, placeholder: placeholders[0] }
const sizes: readonly Size[] = [
  [390, 844],
  [768, 1024],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
]

const phoneAndDesktop = sizes.filter(([width]) => width === 390 || width === 1440)

/** Every framework with every layout; by default some, each in one responsive type and with one set of texts. */
const contents = { plain: texts.plain, 'of the maximum promised length': texts['of the maximum promised length'] }
const pages = samplePairs(layouts, frameworks, 2).flatMap(([layout, framework], index) => {
  const { of } = random(20261123 + index)
  const types = whole ? responsiveTypes : [of(...responsiveTypes)]
  const names = whole
    ? (['plain', 'of the maximum promised length'] as const)
    : [of('plain', 'of the maximum promised length')]
  const sides = whole ? (['left', 'right', 'top', 'bottom'] as const) : [of('left', 'right', 'top', 'bottom')]
  return types.flatMap(responsiveType =>
    names.flatMap(name =>
      sides.map(composition => ({
        name: [framework, layout, responsiveType, composition, name].join(' '),
        layout,
        input: {
          style: { ...style, composition },
          content: contents[name],
          framework,
          layout,
          responsiveType,
        } satisfies PageInput,
      })),
    ),
  )
})

const firstColors = ['#6D28D9', '#6D28D7', '#6D28D8']
/** The first colour chooses between the bodies of a direction. */
const bodies = directions.flatMap(direction => firstColors.map((color, body) => ({ direction, body, color })))

interface Measured {
  /** Of the window; undefined where the first screen has no art. */
  readonly artShare?: number
  /** CSS px, as all lengths. */
  readonly pageHeight: number
  readonly heroBottom: number
  readonly titlePx: number
  readonly leadPx: number
  /** From the nearest edge of the window to a text. */
  readonly textEdge: number
  readonly button: readonly [width: number, height: number, bottom: number]
}

/** Distances of items that are painted, CSS px: each to the nearest other one of its section. */
const distancesOfGrounds = `(() => {
  const isPainted = element => getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)'
  return [...document.querySelectorAll('section')].flatMap(section => {
    const boxes = [...section.querySelectorAll(':is(.sp-features, .sp-figures, .sp-steps, .sp-entries) > *, :is(.sp-features, .sp-figures, .sp-steps, .sp-entries) > * > *')]
      .filter(element => isPainted(element) && element.querySelector('p'))
      .map(element => element.getBoundingClientRect())
    const distance = (one, other) =>
      Math.max(other.left - one.right, one.left - other.right, other.top - one.bottom, one.top - other.bottom)
    return boxes.map(box => Math.min(999, ...boxes.filter(other => other !== box).map(other => distance(box, other))))
  })
})()`

/** From the middle of each button to that of its words, whole CSS px. */
const buttonOffsets = `[...document.querySelectorAll('.sp-button')].filter(button => button.checkVisibility()).map(button => {
  const range = document.createRange()
  range.selectNodeContents(button)
  const [words, box] = [range.getBoundingClientRect(), button.getBoundingClientRect()]
  return Math.round((words.top + words.bottom - box.top - box.bottom) / 2)
})`

/** Where the name in the header and the headline begin, CSS px; null where the headline is not at the beginning of the window. */
const textBeginnings = `(() => {
  const [brand, title] = ['.sp-brand', '.sp-title'].map(selector => document.querySelector(selector))
  const isFirst = getComputedStyle(title).textAlign === 'start' && title.getBoundingClientRect().left < innerWidth / 4
  return [brand.getBoundingClientRect().left, isFirst ? title.getBoundingClientRect().left : null]
})()`

const measurements = `(() => {
  const find = selector => document.querySelector(selector)
  const boxOf = selector => find(selector).getBoundingClientRect()
  const px = selector => parseFloat(getComputedStyle(find(selector)).fontSize)
  const { width, height, bottom } = boxOf('.sp-button')
  const range = document.createRange()
  const edges = ['.sp-title', '.sp-lead'].flatMap(selector => {
    range.selectNodeContents(find(selector))
    const { left, right } = range.getBoundingClientRect()
    return [left, innerWidth - right]
  })
  const art = find('.sp-hero .sp-art')?.getBoundingClientRect()
  return {
    artShare: art && (art.width * (Math.min(art.bottom, innerHeight) - art.top)) / (innerWidth * innerHeight),
    pageHeight: document.documentElement.scrollHeight,
    heroBottom: boxOf('.sp-hero').bottom,
    titlePx: px('.sp-title'),
    leadPx: px('.sp-lead'),
    textEdge: Math.min(...edges, boxOf('.sp-button').left),
    button: [width, height, bottom],
  }
})()`

/** The backgrounds of the page and of the browser's own elements. */
const backgrounds = `(() => {
  const probe = document.createElement('i')
  probe.style.color = 'Canvas'
  document.body.append(probe)
  return [getComputedStyle(document.body).backgroundColor, getComputedStyle(probe).color]
})()`

/** Whether a height is exactly that of the window, or so much more that the page does not look cut off. */
function isPlain(height: number, windowHeight: number): boolean {
  return Math.abs(height - windowHeight) <= 1 || height >= 1.3 * windowHeight
}

t.test('in a browser', needs('chromium'), async t => {
  const { tab, visit, resize, box, asked } = await openTab(t)
  const measure = async ([width, height]: Size) => {
    await resize([width, height])
    return tab.evaluate<Measured>(measurements)
  }

  await t.test('the first screen is the window or plainly longer, its headline large, its button in sight', async t => {
    for (const { name, input } of pages) {
      await visit(buildPage(input).html)
      for (const size of sizes) {
        const [width, height] = size
        const { artShare, pageHeight, titlePx, leadPx, textEdge, button } = await measure(size)
        const where = `${name} at ${size.join(' × ')}`
        const isUsual = input.content === texts.plain
        if (isUsual) t.ok(isPlain(pageHeight, height), `${where}: ${pageHeight} px high`)
        if (isUsual && artShare !== undefined) t.ok(artShare >= 0.05, `${where}: art on ${artShare} of the window`)
        t.ok(titlePx >= 28 && titlePx >= 1.8 * leadPx, `${where}: headline ${titlePx} px, sentence ${leadPx} px`)
        if (width === 1440) {
          t.ok(textEdge >= 72, `${where}: texts ${textEdge} px from the edge`)
          t.ok(button[0] >= 180 && button[1] >= 56, `${where}: button ${button}`)
        }
        if (width === 1440 || isUsual) t.ok(button[2] <= height, `${where}: button down to ${button[2]}`)
      }
    }
    t.comment(`cases: ${pages.length} pages in ${sizes.length} windows`)
  })

  await t.test('with a header, sections and a footer the first screen still ends where the window does', async t => {
    const { image, ...withoutImage } = completePage
    for (const { name, input } of sample(pages, 12)) {
      // A linked picture would be framed.
      const isOver = input.layout === 'full-bleed' || input.layout === 'seam'
      const own = isOver ? { style: { ...style, ...measured({ left: 0.4 }) }, content: withoutImage } : {}
      await visit(buildPage({ ...input, content: completePage, ...own }).html)
      for (const size of sample(sizes, 2)) {
        const { heroBottom, pageHeight } = await measure(size)
        const where = `${name} at ${size.join(' × ')}`
        // On a phone the next section begins below a frame.
        const isFrameOfPhone = input.layout === 'framed' && size[0] / size[1] < 18 / 25
        const isWhole = isPlain(heroBottom, size[1]) || (isFrameOfPhone && heroBottom < size[1])
        t.ok(isWhole, `${where}: the first screen ends at ${heroBottom}`)
        t.ok(pageHeight >= 1.3 * size[1], `${where}: ${pageHeight} px high`)
      }
    }
  })

  await t.test('on a phone an object in a picture that fills the window ends above the texts', async t => {
    const subject = { x: 0.4, y: 0.4, width: 0.2, height: 0.3 }
    const own = { ...measured({ top: 0.1 }, subject), colors }
    for (const framework of frameworks) {
      const input = { style: own, content: texts['of the maximum promised length'], framework }
      const { html } = buildPage({ ...input, layout: 'full-bleed', responsiveType: 'mobile-first' })
      await visit(html, [390, 844])
      const [picture, title] = [await box('.sp-visual > img'), await box('.sp-title')]
      const end = picture.y + 0.7 * picture.height
      t.ok(end <= title.y - 16, `${framework}: ${end} ${title.y}`)
      t.ok(picture.height >= 150, `${framework}: ${picture.height}`)
    }
  })

  await t.test('on a phone no picture lies on the texts of its page', async t => {
    const content = texts['of the maximum promised length']
    const everything = measured({}, { x: 0, y: 0, width: 1, height: 1 })
    const atTheRight = measured({ left: 0.5 }, { x: 0.6, y: 0.1, width: 0.3, height: 0.8 })
    for (const framework of frameworks) {
      for (const layout of ['split', 'poster', 'framed', 'centered', 'seam'] as const) {
        for (const height of [600, 900, 1350]) {
          const preview = { src: `data:image/webp;base64,UklGR${'A'.repeat(60)}`, width: 900, height }
          const shown = layout === 'seam' ? atTheRight : everything
          const own = { ...shown, colors, preview, media: { width: 900, height } }
          const { html } = buildPage({ style: own, content, framework, layout, responsiveType: 'mobile-first' })
          await visit(html, [390, 844])
          const [picture, copy] = [await box('.sp-visual'), await box('.sp-copy')]
          const isApart = picture.y + picture.height <= copy.y + 1 || picture.y >= copy.y + copy.height - 1
          const isInside = picture.x >= 0 && picture.x + picture.width <= 391
          const name = `${framework} ${layout} 900 × ${height}`
          t.ok(isApart && isInside && picture.height > 60, `${name}: ${JSON.stringify({ picture, copy })}`)
        }
      }
    }
  })

  await t.test('the picture at the end of a page is seen, in every body of every direction', async t => {
    const preview = { src: `data:image/webp;base64,UklGR${'A'.repeat(60)}`, width: 900, height: 600 }
    const kinds = ['features', 'figures', 'text', 'figures', 'features'] as const
    const sections = kinds.map(type => ({ type, heading: type === 'text' ? 'Us' : '', text: '4 suites\n19 courses' }))
    const content = { ...texts.plain, sections }
    for (const [{ direction, body, color }, framework] of samplePairs(bodies, frameworks)) {
      await visit(
        buildPage({
          ...{ style: { ...style, colors: [color, ...colors.slice(1)], preview }, content },
          ...{ direction, framework, responsiveType: 'mobile-first' },
        }).html,
      )
      await resize([1440, 900])
      const boxes = await tab.evaluate<readonly number[]>(
        `[...document.querySelectorAll('.sp-closing-picture')].map(element => {
              const { left, right, height } = element.getBoundingClientRect()
              return (Math.min(right, innerWidth) - Math.max(left, 0)) * height
            })`,
      )
      const [smallest = 0] = boxes.toSorted((one, other) => one - other)
      t.ok(smallest >= 280 * 280, `${direction} ${body} ${framework}: ${smallest} px²`)
    }
  })

  await t.test('the picture of a section of any kind is large, and smaller than the window', async t => {
    const image = { src: `data:image/svg+xml;base64,${btoa(drawing)}`, alt: 'Own' }
    const items = ['One', 'Two'].map(title => ({ title, text: 'Some words about it.', value: '12', cite: 'Ida' }))
    const sections = sectionTypes.flatMap((type, index) => [
      { type, heading: `About ${type}`, text: 'An introduction.', items: items.slice(index % 2), image },
      { type, heading: '', text: '', items, image },
    ])
    const content = { ...texts.plain, sections: sections.slice(0, 10) }
    const others = { ...texts.plain, sections: sections.slice(10) }
    const boxesOf = `[...document.querySelectorAll('[alt=Own]')].map(element => {
      const { left, right, width, height } = element.getBoundingClientRect()
      return left < -1 || right > innerWidth + 1 ? [0, 0] : [width, height]
    })`
    for (const [index, [direction, framework]] of samplePairs(directions, frameworks, 2).entries()) {
      const page = index % 2 === 0 ? content : others
      const responsiveType = responsiveTypes[index % responsiveTypes.length] ?? 'fluid'
      const firstColor = firstColors[index % firstColors.length] ?? '#6D28D9'
      const input = { style: { colors: [firstColor, ...colors.slice(1)] }, content: page }
      await visit(buildPage({ ...input, direction, framework, responsiveType }).html)
      for (const [width, height] of [
        [390, 844],
        [1440, 900],
      ] as const) {
        await resize([width, height])
        const boxes = await tab.evaluate<readonly (readonly [number, number])[]>(boxesOf)
        const where = `${direction} ${firstColor} ${framework} ${responsiveType} at ${width}`
        t.equal(boxes.length, page.sections.length, where)
        for (const [shown, high] of boxes)
          t.ok(shown >= 250 && high >= 160 && high <= 0.75 * height, `${where}: ${shown} × ${high} px`)
      }
    }
  })

  await t.test('questions and contacts without a heading are as wide as the page', async t => {
    const items = ['Can I come alone?', 'Is there wifi?'].map(title => ({ title, text: 'Yes.' }))
    const sections = (['questions', 'contact'] as const).map(type => ({ type, items }))
    const widths = `['.sp-question', '.sp-entries'].map(name => document.querySelector(name).offsetWidth)`
    for (const framework of frameworks) {
      await visit(
        buildPage({ style, content: { ...texts.plain, sections }, framework, responsiveType: 'mobile-first' }).html,
      )
      for (const width of await tab.evaluate<readonly number[]>(widths))
        t.ok(width >= 1000, `${framework}: ${width} px`)
    }
  })

  await t.test('no price is wider than its card', async t => {
    const items = ['€1,299.00', 'CHF 12’500.–', '¥1,200,000', '₹1,20,000'].map((price, index) => ({
      ...{ title: `Plan ${index + 1}`, price, period: 'per year', text: 'Some words about it.' },
    }))
    const content = { ...texts.plain, sections: [{ type: 'prices' as const, heading: 'Plans', items }] }
    for (const [direction, framework] of samplePairs(directions, frameworks, 2)) {
      await visit(buildPage({ style, content, framework, direction, responsiveType: 'mobile-first' }).html)
      for (const size of [...sizes, [844, 390] as const]) {
        await resize(size)
        const widths = await tab.evaluate<readonly (readonly [number, number])[]>(
          `[...document.querySelectorAll('.sp-price')].map(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])`,
        )
        const isWithin = widths.length === 4 && widths.every(([needed, given]) => needed <= given)
        t.ok(isWithin, `${framework} ${direction} ${size.join(' × ')} px: ${JSON.stringify(widths)}`)
      }
    }
  })

  await t.test(
    'on a phone a tier is two lines, actions are wide enough to touch, and the last picture is low',
    async t => {
      const tiers = ['Day', 'Week', 'Month'].map((title, index) => ({
        title,
        price: `${index + 1}9 €`,
        text: 'Words.',
      }))
      const content = {
        ...texts.plain,
        cta_url: 'https://example.com/start',
        secondary_cta: { text: 'Look around', url: '#prices' },
        brand: { name: 'Atlas' },
        sections: [
          { type: 'features', heading: 'Suites', items: tiers.map(({ title, text }) => ({ title, text })) },
          { type: 'prices', heading: 'Prices', items: tiers },
          { type: 'questions', heading: 'Questions', items: [{ title: 'When?', text: 'Now.' }] },
        ],
      } satisfies PageInput['content']
      for (const framework of frameworks) {
        const preview = { src: `data:image/webp;base64,UklGR${'A'.repeat(60)}`, width: 900, height: 1200 }
        const own = { ...style, ...measured({}), preview }
        await visit(buildPage({ style: own, content, framework, responsiveType: 'mobile-first' }).html, [390, 844])
        const tier = '.sp-tiers .sp-highlighted'
        const [title, price] = [await box(`${tier} .sp-subheading`), await box(`${tier} .sp-price`)]
        const isBeside = price.y < title.y + title.height && price.x > title.x + title.width
        t.ok(isBeside, `${framework}: its name and its price share a line`)
        const { width: ofTier } = await box(`${tier} .sp-button`)
        t.ok(ofTier > 250, `${framework}: the button of a tier is ${ofTier} px wide`)
        const { height: ofSecondary } = await box('.sp-secondary')
        t.ok(ofSecondary >= 44, `${framework}: the second action is ${ofSecondary} px high`)
        const { width: ofHeader } = await box('body > header .sp-button')
        t.equal(ofHeader, 0, `${framework}: the header leaves its space to the name`)
        const { height: ofClosing } = await box('.sp-closing-picture')
        t.ok(ofClosing > 100 && ofClosing <= 336, `${framework}: the last picture is ${ofClosing} px high`)
      }
    },
  )

  await t.test('items with a ground of their own do not touch', async t => {
    const items = ['One', 'Two', 'Three', 'Four', 'Five'].map(title => ({ title, value: title, text: 'Some words.' }))
    const types = ['features', 'figures', 'steps', 'contact'] as const
    for (const count of [3, 4, 5]) {
      const sections = types.map(type => ({ type, heading: type, items: items.slice(0, count) }))
      const content = { ...texts.plain, sections }
      for (const [direction, framework] of samplePairs(directions, frameworks, 2)) {
        await visit(buildPage({ style, content, framework, direction, responsiveType: 'mobile-first' }).html)
        for (const size of phoneAndDesktop) {
          await resize(size)
          const distances = await tab.evaluate<readonly number[]>(distancesOfGrounds)
          const isApart = distances.every(distance => distance >= 8)
          const name = `${framework} ${direction} ${count} ${size.join(' × ')} px`
          t.ok(isApart, `${name}: ${distances.map(Math.round).join(' ')}`)
        }
      }
    }
  })

  await t.test('no item is below the end of its section, in every body of every direction', async t => {
    const items = ['One', 'Two', 'Three', 'Four'].map(title => ({ title, value: title, text: 'Some words.' }))
    const types = ['features', 'figures', 'steps', 'questions', 'quote', 'contact'] as const
    const sections = types.map(type => ({ type, heading: type, items }))
    for (const { direction, body, color } of bodies) {
      const own = { ...style, colors: [color, ...colors.slice(1)] }
      const content = { ...texts.plain, sections }
      await visit(buildPage({ style: own, content, framework: 'none', direction, responsiveType: 'mobile-first' }).html)
      for (const size of phoneAndDesktop) {
        await resize(size)
        const below = await tab.evaluate<readonly string[]>(
          `[...document.querySelectorAll('main > *')].flatMap(section => [...section.querySelectorAll('h3, p, summary')]
            .filter(text => text.checkVisibility() && text.getBoundingClientRect().bottom > 1 + section.getBoundingClientRect().bottom)
            .map(({ textContent }) => textContent))`,
        )
        t.same(below, [], `${direction} ${body} ${size.join(' × ')} px`)
      }
    }
  })

  await t.test('the words of every button are in the middle of its height', async t => {
    for (const [direction, framework] of samplePairs(directions, frameworks, 2)) {
      await visit(
        buildPage({ style, content: completePage, framework, direction, responsiveType: 'mobile-first' }).html,
      )
      for (const size of phoneAndDesktop) {
        await resize(size)
        const offsets = await tab.evaluate<readonly number[]>(buttonOffsets)
        const isCentered = offsets.length > 1 && offsets.every(offset => Math.abs(offset) <= 3)
        t.ok(isCentered, `${framework} ${direction} ${size.join(' × ')} px: ${offsets.join(' ')}`)
      }
    }
  })

  await t.test('the texts of the first screen begin where those of the page do', async t => {
    const content = { ...texts.plain, brand: { name: 'Northway' } }
    const places = (['full-bleed', 'split', 'framed'] as const).flatMap(layout =>
      (['left', 'right'] as const).map(composition => ({ layout, composition })),
    )
    for (const [{ layout, composition }, framework] of samplePairs(places, frameworks, 2)) {
      const input = { style: { ...style, composition }, content, framework, layout }
      await visit(buildPage({ ...input, responsiveType: 'mobile-first' }).html)
      for (const size of phoneAndDesktop) {
        await resize(size)
        const [brand, title] = await tab.evaluate<readonly [number, number | null]>(textBeginnings)
        const name = `${framework} ${layout} ${composition} ${size.join(' × ')} px: ${brand} ${title}`
        if (title !== null) t.ok(Math.abs(brand - title) <= 1, name)
      }
    }
  })

  await t.test(
    'a dark style is dark for everybody, a light one follows the visitor, an explicit scheme is obeyed',
    async t => {
      const wanted: Readonly<Record<PageScheme, (preferred: string, visitor: string) => string>> = {
        auto: (preferred, visitor) => (preferred === 'dark' ? 'dark' : visitor),
        both: (_, visitor) => visitor,
        light: () => 'light',
        dark: () => 'dark',
      }
      const schemes = pageSchemes.flatMap(scheme => colorSchemes.map(preferred => ({ scheme, preferred })))
      for (const [{ scheme, preferred }, framework] of samplePairs(schemes, frameworks)) {
        const { html, cssVariables } = buildPage({
          ...{ style: { ...style, scheme: preferred }, scheme, framework },
          content: completePage,
          responsiveType: 'fluid',
        })
        await visit(html)
        for (const visitor of colorSchemes) {
          await tab.emulateMedia({ colorScheme: visitor })
          const expected = wanted[scheme](preferred, visitor)
          const [page = '', canvas = ''] = await tab.evaluate<readonly string[]>(backgrounds)
          const name = `${framework} ${scheme}, style ${preferred}, visitor ${visitor}`
          t.equal(formatHex(page)?.toUpperCase(), cssVariables[expected === 'dark' ? '--sp-dark-bg' : '--sp-bg'], name)
          for (const color of [page, canvas])
            t.equal(wcagLuminance(color) > 0.2, expected === 'light', `${name}: ${color}`)
        }
      }
      await tab.emulateMedia({ colorScheme: 'light' })
    },
  )

  await t.test('a page sends no request; a picture of the user is the only one, and an embedded font none', async t => {
    for (const framework of frameworks) {
      await tab.goto('about:blank')
      await visit(buildPage({ style, content: texts.plain, framework, responsiveType: 'fluid' }).html)
      t.same(asked, ['http://page.test/'], framework)
      await visit(buildPage({ style, content: completePage, framework, responsiveType: 'fluid' }).html)
      t.same([...new Set(asked)], ['http://page.test/', completePage.image?.src], framework)
    }
  })
})
