// Landing pages: what they read from a request, their document, warnings, size and width queries.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import fc from 'fast-check'
import t from 'tap'
import { type PageContent, sectionTypes } from '../schemas/page-content.ts'
import {
  type Direction,
  directions,
  type Framework,
  frameworks,
  type Layout,
  layouts,
  type PageScheme,
  type ResponsiveType,
  responsiveTypes,
} from '../schemas/sparkpage.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { hexToOklab } from '../src/color/oklab.ts'
import { buildPage, fontRequest, type PageInput } from '../src/sparkpage/build.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { detectLanguage, isLink, sanitizeText } from '../src/sparkpage/content.ts'
import { directionDesigns } from '../src/sparkpage/directions.ts'
import { createFontEmbedder } from '../src/sparkpage/fonts.ts'
import { headlineSize } from '../src/sparkpage/headline.ts'
import { cellsPerRow } from '../src/sparkpage/section-frame.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { frameworkRules } from '../src/sparkpage/stylesheet.ts'
import { solveTheme } from '../src/sparkpage/theme.ts'
import { kindred } from '../src/sparkpage/typefaces.ts'
import { completePage, placeholders, samplesOf, texts } from './helpers/samples.ts'
import { ownProcess } from './helpers/tools.ts'
import { whole } from './helpers/whole.ts'

const run = promisify(execFile)
const colors = ['#6D28D9', '#F59E0B', '#0F172A', '#F8FAFC']
/** Colours for which every direction has its second and its third body; for those above it has its first one. */
const [secondColors, thirdColors] = [
  ['#6D28D7', ...colors.slice(1)],
  ['#6D28D8', ...colors.slice(1)],
]
const input: PageInput = {
  style: { colors },
  content: texts.plain,
  framework: 'none',
  responsiveType: 'mobile-first',
}
const build = (changes: Partial<PageInput> = {}) => buildPage({ ...input, ...changes })
const empty = { headline: '', sub_headline: ' ', cta_button_text: '\u200b' }

t.test('the variables contain the roles of both schemes and the input colours unchanged', async t => {
  const { cssVariables } = build({ style: { colors: ['#fff', '#6d28D980', '#0F172A'] } })
  t.match(cssVariables, { '--sp-palette-1': '#fff', '--sp-palette-2': '#6d28D980', '--sp-palette-3': '#0F172A' })
  for (const [name, value] of Object.entries(cssVariables)) {
    t.match(name, /^--sp-[a-z0-9-]+$/)
    t.ok(value.length > 0 && value.length <= 512, name)
  }
  const { light, dark } = solveTheme(['#fff', '#6d28D980', '#0F172A'], 'light')
  for (const [role, color] of Object.entries(light)) t.equal(cssVariables[`--sp-${role}`], color)
  for (const [role, color] of Object.entries(dark)) t.equal(cssVariables[`--sp-dark-${role}`], color)
})

const src = `data:image/webp;base64,UklGR${'A'.repeat(60)}`
/** A picture of 3:2 whose sides are busy, but for the given ones, and have a colour. */
function measured(
  quiet: Readonly<Record<string, number>>,
  subject = { x: 0.4, y: 0.3, width: 0.2, height: 0.3 },
  color = '#F2F0EC',
) {
  const sides = ['left', 'right', 'top', 'bottom'].map(side => [side, { extent: quiet[side] ?? 0.02, color }])
  return {
    preview: { src, width: 900, height: 600 },
    media: { width: 3000, height: 2000 },
    composition: { clear_side: 'none', quiet: Object.fromEntries(sides), subject },
  }
}

t.test('the layout follows the direction, the quiet areas, the subject and the texts', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const long = { ...texts.plain, headline: 'Many words, and a few more. '.repeat(4) }
  const greys = ['#FFFFFF', '#808080']
  const everything = { x: 0, y: 0, width: 1, height: 1 }
  for (const [expected, style, content] of [
    ['split', {}, texts.plain],
    ['framed', { mood: 'elegant' }, texts.plain],
    ['poster', { mood: 'bold' }, texts.plain],
    ['centered', { mood: 'playful' }, texts.plain],
    ['full-bleed', { scheme: 'dark' }, texts.plain],
    ['split', { mood: 'bold' }, long],
    ['split', { mood: 'bold', colors: greys }, texts.plain],
    ['framed', {}, { ...texts.plain, image }],
    ['framed', measured({ left: 0.4 }), { ...texts.plain, image }],
    ['seam', measured({ left: 0.4 }), texts.plain],
    ['split', measured({}), texts.plain],
    ['framed', measured({}, everything), texts.plain],
    ['centered', { ...measured({}, everything), media: { width: 2100, height: 1000 } }, texts.plain],
    ['framed', { ...measured({}), media: { width: 2100, height: 1000 }, mood: 'elegant' }, texts.plain],
    ['centered', { ...measured({}), media: { width: 2600, height: 1000 }, mood: 'elegant' }, texts.plain],
    ['full-bleed', { ...measured({ bottom: 0.3 }), scheme: 'dark' }, texts.plain],
    ['split', { ...measured({}, { x: 0.2, y: 0.5, width: 0.2, height: 0.5 }), scheme: 'dark' }, texts.plain],
    // Texts would cover the lower part of a bottle whose middle is above them.
    ['split', { ...measured({}, { x: 0.35, y: 0.2, width: 0.3, height: 0.65 }), scheme: 'dark' }, texts.plain],
    ['full-bleed', { ...measured({}, { x: 0.35, y: 0.2, width: 0.3, height: 0.45 }), scheme: 'dark' }, texts.plain],
    ['full-bleed', { ...measured({ bottom: 0.3 }, everything), scheme: 'dark' }, texts.plain],
    // A scene fills the window if what it is about lies above the texts.
    ['full-bleed', { ...measured({}, everything), scheme: 'dark', focal_point: { x: 0.5, y: 0.3 } }, texts.plain],
    ['framed', { ...measured({}, everything), scheme: 'dark', focal_point: { x: 0.5, y: 0.8 } }, texts.plain],
    ['framed', { ...measured({}), mood: 'elegant' }, texts.plain],
    // A colour of medium lightness holds no text: moved until it does, it would not be that of the picture's edge.
    ['split', measured({ left: 0.4 }, undefined, '#808080'), texts.plain],
    // A grey page would look like a fault.
    ['split', measured({ left: 0.4 }, undefined, '#C4C4C2'), texts.plain],
    ['centered', { ...measured({}, everything), mood: 'playful' }, texts.plain],
    ['split', { ...measured({}, everything), media: { width: 2000, height: 3000 }, mood: 'playful' }, texts.plain],
    ['framed', { mood: 'playful' }, { ...texts.plain, image }],
    ['framed', { scheme: 'dark' }, { ...texts.plain, image }],
  ] as const) {
    const { html } = build({ style: { colors, ...style }, content })
    t.equal(/class="sp-hero sp-([\w-]+)/.exec(html)?.[1], expected, JSON.stringify([style, content.headline]))
  }
})

t.test(
  'every other first screen has a masthead, two grounds or a picture across their edge, where they suit it',
  async t => {
    const [even, odd] = [
      ['#6D28D9', '#F59E0A', '#0F172A'],
      ['#6D28D9', '#F59E0B', '#0F172A'],
    ]
    const openingOf = (style: object, options: object = {}) => {
      const { html } = build({ style: { colors: even, ...style }, ...options })
      const [, name] = /class="sp-hero [^"]*sp-(masthead|two-grounds|overlap)/.exec(html) ?? []
      t.equal(html.includes('/* First screen */'), name !== undefined, 'the rules come with the class')
      return name
    }
    const elegant = { ...measured({}), mood: 'elegant' }
    t.equal(openingOf(measured({})), 'masthead')
    t.equal(openingOf(elegant), 'two-grounds')
    t.equal(openingOf({ ...measured({}), mood: 'playful' }), 'overlap')
    t.equal(openingOf({ ...elegant, colors: odd }), undefined, 'the other half')
    t.equal(
      openingOf({ ...elegant, media: { width: 2000, height: 3000 } }),
      undefined,
      'a frame that is higher than wide',
    )
    const linked = { ...texts.plain, image: { src: 'https://example.com/a.jpg', alt: '' } }
    t.equal(openingOf(elegant, { content: linked }), undefined, 'a frame of unknown proportions')
    t.equal(openingOf(measured({ left: 0.4 })), undefined, 'a seam')
    t.equal(openingOf({ mood: 'elegant' }), undefined, 'art')
    const long = { ...texts.plain, headline: 'A headline that is too long to be as wide as the page' }
    t.equal(openingOf(measured({}), { content: long }), undefined, 'a long headline')
    const tall = measured({}, { x: 0.4, y: 0, width: 0.2, height: 1 })
    t.equal(openingOf(tall), undefined, 'a subject as high as the picture')
    for (const responsiveType of ['fluid', 'fixed'] as const)
      t.equal(openingOf(elegant, { responsiveType }), undefined, `${responsiveType}: texts may be above the picture`)
  },
)

t.test('texts on a picture that fills the window stand where it leaves space', t => {
  const scene = { x: 0, y: 0, width: 1, height: 1 }
  const below = { x: 0.1, y: 0.6, width: 0.8, height: 0.4 }
  const dark = { scheme: 'dark' }
  const at = (x: number) => ({ ...measured({ bottom: 0.3 }, scene), ...dark, focal_point: { x, y: 0.4 } })
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const long = { ...texts.plain, headline: 'A headline that is too long for the middle' }
  for (const [expected, style, content] of [
    ['full-bleed high', { ...measured({ top: 0.6 }, below, '#142345'), ...dark }, texts.plain],
    ['full-bleed high staged', measured({ top: 0.6 }, below, '#E0DBE9'), texts.plain],
    ['framed', measured({ top: 0.6 }, below, '#808080'), texts.plain],
    ['full-bleed middle', at(0.5), texts.plain],
    ['full-bleed', at(0.5 - 0.1), texts.plain],
    ['full-bleed stacked', at(0.6), texts.plain],
    ['full-bleed', at(0.51), long],
    ['full-bleed', at(0.6), long],
    [
      'full-bleed stacked staged',
      { ...measured({ bottom: 0.3 }, scene), focal_point: { x: 0.6, y: 0.4 } },
      texts.plain,
    ],
    [
      'full-bleed',
      {
        ...measured({ bottom: 0.3 }, { x: 0.2, y: 0, width: 0.2, height: 0.4 }),
        ...dark,
        focal_point: { x: 0.3, y: 0.2 },
      },
      texts.plain,
    ],
    ['full-bleed', dark, texts.plain],
    ['framed', { ...measured({}), composition: { subject: scene } }, texts.plain],
  ] as const) {
    const { html } = build({ style: { colors, ...style }, content })
    const names = (/class="sp-hero ([^"]*)/.exec(html)?.[1] ?? '').split(' ').map(name => name.slice('sp-'.length))
    const shown = names.filter(name => !['over', 'beside', 'text-last', 'whole-narrow', 'whole'].includes(name))
    t.same(shown, expected.split(' '), JSON.stringify([style, content.headline]))
  }
  for (const style of [{ colors }, { colors, ...measured({ left: 0.4 }) }]) {
    const { html } = build({ style, content: { ...texts.plain, image }, layout: 'full-bleed' })
    t.notMatch(html, /class="sp-hero [^"]*sp-(?:middle|stacked|high|staged)/, 'nothing is known of a linked picture')
  }
  const forced = build({ style: { colors, ...measured({ bottom: 0.02 }) }, layout: 'full-bleed' })
  t.notMatch(forced.html, /class="sp-hero [^"]*sp-staged/, 'a busy edge is no ground')
  for (const framework of ['tailwind', 'bootstrap', 'bulma'] as const) {
    const { html } = build({ framework, style: { colors, ...measured({ top: 0.6 }, below, '#E0DBE9') } })
    t.notMatch(html, /class="sp-hero [^"]*items-(?:flex-)?end/, `${framework}: at the top`)
  }
  const stage = build({ style: { colors, ...measured({ bottom: 0.3 }) }, direction: 'stage' })
  t.notMatch(stage.html, /class="sp-hero [^"]*sp-staged/, 'a dark direction has its own ground')
  t.end()
})

t.test('an object on a plain ground is shown whole, on that ground in both schemes', async t => {
  const extents = { left: 0.05, right: 0.03, top: 0.12, bottom: 0.2 }
  const handset = { x: 0.7, y: 0.3, width: 0.2, height: 0.3 }
  const { html, cssVariables } = build({ style: { colors, ...measured(extents, handset, '#FBFBFB') } })
  t.match(html, /class="sp-hero sp-framed[^"]*sp-staged/)
  const {
    '--sp-stage': light,
    '--sp-dark-stage': dark,
    '--sp-aspect': aspect,
    '--sp-focal-point': focal,
  } = cssVariables
  t.same([light, dark, aspect, focal], ['#FBFBFB', '#FBFBFB', '1.47', '62% 37%'])
})

t.test('pictures of one category have several faces, and of the serifs the finer ones with little detail', async t => {
  const seconds = Array.from({ length: 30 }, (_, index) => `#${(index * 40_501 + 99).toString(16).padStart(6, '0')}`)
  const found = (typography: string, complexity: string) =>
    new Set(
      seconds.map((second, index) => {
        const first = String(seconds[(7 * index) % seconds.length])
        const style_metadata = { colors: [first, second, ...colors], typography, complexity }
        return fontRequest(canonicalRequest({ content: texts.plain, style_metadata })).typeface
      }),
    )
  t.same(found('serif', 'simple'), new Set(kindred.fineSerif))
  t.same(found('serif', 'moderate'), new Set(kindred.fineSerif))
  t.same(found('serif', 'detailed'), new Set(kindred.sturdySerif))
  t.same(found('slab', 'simple'), new Set(kindred.slab))
  t.same(found('condensed', 'simple'), new Set(kindred.condensed))
  t.same(found('mono', 'simple'), new Set(['mono']))
})

t.test('texts stand on a picture where a wide window shows its quiet part', async t => {
  const screenOf = (aspect: number) => {
    const composition = measured({ top: 0.5 }, { x: 0.15, y: 0.5, width: 0.7, height: 0.4 }, '#D0D4D6')
    const style = { ...composition, media: { width: aspect, height: 1 }, focal_point: { x: 0.5, y: 0.65 }, colors }
    return /class="sp-hero (?<layout>sp-\S+)/.exec(build({ style, direction: 'studio' }).html)?.groups?.layout
  }
  t.equal(screenOf(1.6), 'sp-full-bleed')
  t.not(screenOf(0.66), 'sp-full-bleed', 'an upright picture loses the upper half there')
})

t.test('the bodies of a direction differ in their typefaces', async t => {
  for (const [name, { bodies }] of Object.entries(directionDesigns))
    t.equal(new Set(bodies.map(({ typeface }) => typeface)).size, bodies.length, name)
})

t.test('the font of headings contains the digits of opening hours', async t => {
  const sections = [{ heading: 'Opening hours', text: 'Tuesday to Friday: 17:00 to 23:00\nSaturday: 12:00 to 23:00' }]
  const content = { ...texts.plain, headline: 'Dinner', sections }
  const { title } = fontRequest(canonicalRequest({ content, style_metadata: { colors } }))
  t.match(title, '17:00 to 23:00')
})

t.test('an element has each class once', async t => {
  for (const framework of frameworks)
    for (const layout of layouts) {
      const { html } = build({ framework, layout, content: completePage })
      const repeated = [...html.matchAll(/class="([^"]*)"/g)].filter(([, list = '']) => {
        const names = list.split(' ')
        return names.includes('') || new Set(names).size < names.length
      })
      t.same(repeated, [], `${framework} ${layout}`)
    }
})

t.test('the last action is shown in the way of the direction', async t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const closingOf = (direction: Direction, own: readonly string[], content = { ...texts.plain, sections }) => {
    const { html } = build({ style: { ...measured({}), colors: [...own] }, direction, content })
    const closing = html.slice(html.indexOf('<!-- The action once more -->'), html.indexOf('</main>'))
    const visual = /sp-closing-(picture|art)/.exec(closing)?.[1]
    return [closing.includes('"sp-closing sp-highlighted') && 'highlighted', visual].filter(Boolean).join(' ')
  }
  t.same(
    directions.map(direction => [
      direction,
      ...[colors, secondColors, thirdColors].map(own => closingOf(direction, own)),
    ]),
    [
      ['gallery', 'picture', 'highlighted picture', 'highlighted picture'],
      ['signal', 'highlighted picture', 'highlighted picture', 'highlighted picture'],
      ['journal', 'picture', 'highlighted picture', 'highlighted picture'],
      ['stage', 'picture', 'highlighted picture', 'picture'],
      ['mosaic', 'highlighted picture', 'highlighted picture', 'highlighted picture'],
      ['studio', 'highlighted picture', 'highlighted picture', 'picture'],
    ],
  )
  const without = build({ direction: 'stage', content: { ...texts.plain, sections } }).html
  t.match(without, 'class="sp-closing-art', 'without a picture it is beside art')
  t.notMatch(without, 'class="sp-closing-picture')
})

t.test('the style sheet takes the address of a picture as it is, and none that would end its rule', async t => {
  const sections = ['One', 'Two', 'Three'].map(heading => ({ heading, text: 'x' }))
  const pageOf = (address: string) =>
    build({ content: { ...texts.plain, sections, image: { src: address, alt: '' } } }).html
  const odd = "https://example.com/a'(1)&b,c;d.jpg"
  t.match(pageOf(odd), `.sp-closing-picture{background-image:url("${odd}")}`)
  for (const hostile of ['a.jpg")}</style><b>', 'a.jpg\\22)}', 'a.jpg"', 'a.jpg\n)}body{}'])
    t.notMatch(pageOf(`https://example.com/${hostile}`), 'example.com', hostile)
})

t.test('texts with our class names add no picture and no art', async t => {
  const content = { ...texts.plain, headline: 'sp-closing-picture', sub_headline: 'class="sp-art"' }
  const { html } = build({ style: { colors, ...measured({}) }, content })
  t.equal(html.split(src).length - 1, 1)
  t.notMatch(html, '.sp-art{background-image')
})

t.test('below centred texts a picture is low and keeps its subject', async t => {
  const aspectOf = (height: number) => {
    const subject = { x: 0.3, y: 0, width: 0.3, height }
    return build({ style: { colors, ...measured({}, subject) } }).cssVariables['--sp-aspect-low']
  }
  t.same([0.3, 0.8, 1].map(aspectOf), ['1.765', '1.765', '1.63'])
  const heroOf = (width: number) => {
    const style = { colors, ...measured({}), preview: { src, width, height: 600 }, media: { width, height: 600 } }
    return /class="sp-hero [^"]*/.exec(build({ style, layout: 'centered' }).html)?.[0]
  }
  t.match(heroOf(900), 'sp-whole')
  t.notMatch(heroOf(1300), 'sp-whole', 'a panorama is a strip')
})

t.test('a mail address breaks before its host only', async t => {
  const contact = { type: 'contact', heading: 'Find us', text: 'workshop@composing-stick.example' }
  const { html } = build({ content: { ...texts.plain, sections: [contact] } })
  t.match(html, 'href="mailto:workshop@composing-stick.example">workshop@<wbr>composing-stick.example<')
})

t.test('a direction of the request has its own layouts, ground and face, for any picture', async t => {
  const shown = directions.map(direction => {
    const { html, cssVariables } = build({ style: { colors, ...measured({}) }, direction })
    return [
      /class="sp-hero sp-([\w-]+)/.exec(html)?.[1],
      cssVariables['--sp-font-title'],
      /color-scheme:([^}]*)/.exec(html)?.[1],
    ]
  })
  t.equal(new Set(shown.map(String)).size, directions.length, JSON.stringify(shown))
})

t.test('every framework shows all texts of a page, in every layout, type and on every side', t => {
  /** In the header and as headings. */
  const links = ['One', 'Two', 'Three', 'Four']
  /** In the header or the first screen, and at the end of the page; the action in three places, the headings in the menu, too. */
  const timesOf = (text: string) => {
    if (links.includes(text)) return 4
    if (text === 'Action') return 3
    return ['Lead', 'Brand'].includes(text) ? 2 : 1
  }
  const given = ['Headline', 'Lead', 'Action', 'Second', 'Brand', 'Footer', ...links]
  const picture = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  const content = {
    headline: 'Headline',
    sub_headline: 'Lead',
    cta_button_text: 'Action',
    ...{ secondary_cta: { text: 'Second', url: '#a' }, brand: { name: 'Brand' }, footer: 'Footer' },
    sections: [
      { heading: 'One', text: 'text', image: picture },
      { heading: 'Two', text: 'text' },
      { heading: 'Three', text: 'text', image: picture },
      { heading: 'Four', text: 'text', image: picture },
    ],
  }
  for (const framework of frameworks) {
    for (const [index, layout] of layouts.entries()) {
      for (const composition of ['left', 'right', 'top', 'bottom']) {
        for (const image of [undefined, picture]) {
          const responsiveType = responsiveTypes[(index + composition.length) % responsiveTypes.length]
          const changes = { framework, layout, ...(responsiveType && { responsiveType }) }
          const { html } = build({
            ...changes,
            style: { colors, composition },
            content: { ...content, ...(image && { image }) },
          })
          const body = html.slice(html.indexOf('<body'))
          const times = (text: string) => body.split(`>${text}<`).length - 1
          const wrong = given.filter(text => times(text) !== timesOf(text))
          t.same(wrong, [], `${framework} ${layout} ${composition}`)
        }
      }
    }
  }
  for (const framework of frameworks) {
    for (const layout of layouts) {
      const left = { ...content, brand: { name: ' ' }, secondary_cta: { text: ' ', url: '#a' } }
      const { html } = build({ framework, layout, content: left })
      t.notMatch(html, /<header|<nav|class="sp-secondary/, `${framework} ${layout} without a brand and a second action`)
    }
  }
  t.end()
})

t.test('frameworks with sizes of their own have a smaller title for a longer headline', async t => {
  const sizes: Readonly<Partial<Record<Framework, readonly string[]>>> = {
    bootstrap: ['display-1', 'display-2', 'display-3', 'display-4', 'display-5', 'display-6'],
    bulma: ['is-size-1', 'is-size-1', 'is-size-2', 'is-size-3', 'is-size-3', 'is-size-3'],
  }
  for (const framework of ['bootstrap', 'bulma'] as const) {
    const found = [18, 34, 60, 120, 300, 301].map(length => {
      const headline = 'Ship it. '.repeat(34).slice(0, length).padEnd(length, '!')
      const { html } = build({ framework, content: { ...texts.plain, headline } })
      return /<h1 class="sp-title [^"]*?((?:display|is-size)-\d+)/.exec(html)?.[1]
    })
    t.same(found, sizes[framework], framework)
  }
})

t.test('reads the roles of a palette if all six are colours', async t => {
  const roles = {
    background: '#ffffff',
    surface: '#eeeeee',
    text: '#111111',
    primary: '#6d28d9',
    secondary: '#f59e0b',
    accent: '#0f172a',
  }
  const read = (roles: unknown) => readStyle({ colors, roles }).roles
  t.match(read(roles), { background: '#FFFFFF', accent: '#0F172A' })
  for (const accent of [undefined, 7, 'violet', '#12345'])
    t.equal(read({ ...roles, accent }), undefined, String(accent))
  for (const none of [undefined, null, 'roles', 7]) t.equal(read(none), undefined)
})

t.test('reads the space for texts in a picture if all four sides are measured', async t => {
  const { composition } = measured({ left: 0.456 })
  const read = (left: unknown) =>
    readStyle({ colors, composition: { ...composition, quiet: { ...composition.quiet, left } } }).quiet
  const color = '#f2f0ec'
  t.match(read({ extent: 0.456, color }), { left: { extent: 0.46, color: '#F2F0EC' }, right: { extent: 0.02 } })
  for (const left of [undefined, null, 0.4, [0.4, color], {}, { extent: 0.4 }, { color }])
    t.equal(read(left), undefined, JSON.stringify(left))
  for (const extent of ['0.4', -0.1, 1.1, Number.NaN]) t.equal(read({ extent, color }), undefined, String(extent))
  for (const other of ['white', '#FFF', 7]) t.equal(read({ extent: 0.4, color: other }), undefined, String(other))
})

t.test('reads a style from texts, lists and objects, and ignores anything else', async t => {
  const read = (style: object) => readStyle({ colors, ...style })
  t.match(read({}), { mood: 'neutral', typeface: 'sans', corners: 'soft', density: 'regular', scheme: 'light' })
  t.match(read({ mood: 'Serene', typography: 'Sans-Serif', corners: 'rounded', density: 'spacious', scheme: 'DARK' }), {
    mood: 'calm',
    typeface: 'sans',
    corners: 'round',
    density: 'airy',
    scheme: 'dark',
  })
  t.match(read({ mood: ['purple', 7, 'energetic and loud'], typography: { category: 'monospace', words: 4 } }), {
    mood: 'bold',
    typeface: 'mono',
  })
  t.match(read({ mood: { words: ['refined'] }, corners: { value: 'sharp' }, density: { label: 'dense' } }), {
    mood: 'elegant',
    typeface: 'serif',
    corners: 'sharp',
    density: 'compact',
  })
  const palette = [
    { hex: '#6d28d9', share: 0.5 },
    { hex: '#F59E0B', share: -1 },
    { hex: 3, share: 1 },
    { hex: '#0F172A' },
    null,
    'x',
  ]
  t.same(read({ palette }).shares, [0.5, 0, 0, 0])
  t.same(read({ mood: 'x'.repeat(100_000) }).mood, 'neutral')
  t.same(read({ mood: { words: 7 }, corners: [[]] }).mood, 'neutral')
})

t.test('does not throw for any shape of a style member', async t => {
  const anything = fc.anything({ maxDepth: 3, withNullPrototype: true, withMap: true, withSet: true, withDate: true })
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('palette', 'mood', 'typography', 'scheme', 'corners', 'density'), anything),
      style => {
        const page = build({ style: { ...style, colors } })
        if (Object.keys(page.cssVariables).length !== Object.keys(build().cssVariables).length) t.fail()
      },
    ),
    { seed: 20261121, numRuns: 60 },
  )
})

t.test('a link is an http, https, mailto or tel URL or a fragment, in characters that a URL allows', async t => {
  const valid = ['https://example.com/a?b=c&d=%20#e', 'HTTP://x', 'http://[::1]:3000/', 'https://例え.jp/道', '#top']
  const otherValid = ['mailto:a@b.example?subject=Hi', 'tel:+49-30-1']
  const schemes = [
    'javascript:alert(1)',
    'java\nscript:1',
    'data:text/html,x',
    'vbscript:x',
    'ftp://x',
    'mailto:',
    'tel:',
  ]
  const relative = ['', '//x', '/x', 'x', '#a#b', 'https://']
  const characters = [' ', '"', '%zz', '\u202e', '\ud800', '\u0000', '['].map(text => `https://x/${text}`)
  const others = [' https://x', 'https:// x', 'https://a b', 'https://x:99999/', 'tel:<']
  for (const link of [...valid, ...otherValid]) t.ok(isLink(link), link)
  for (const link of [...schemes, ...relative, ...characters, ...others]) t.notOk(isLink(link), JSON.stringify(link))
})

t.test('the button has the given link, leads to the sections, or stays where it is', async t => {
  const link = 'https://example.com/start'
  const linkOf = (content: PageInput['content']) =>
    /class="sp-button[^>]* href="([^"]*)"/.exec(build({ content }).html)?.[1]
  t.equal(linkOf({ ...texts.plain, cta_url: link }), link)
  t.equal(linkOf({ ...texts.plain, sections: [{ heading: 'Suites', text: 'Twelve.' }] }), '#section-1')
  for (const content of [texts.plain, { ...texts.plain, cta_url: 'https://example.com/"' }])
    t.equal(linkOf(content), '#top')
})

t.test('a header has a brand without an action, and a logo that says whose it is', async t => {
  const src = 'https://example.com/logo.svg'
  const url = 'https://example.com/'
  for (const framework of frameworks) {
    const headerOf = (content: Partial<PageContent>) =>
      /<header[\s\S]*<\/header>/.exec(build({ framework, content: { ...texts.plain, ...content } }).html)?.[0] ?? ''
    const brand = { name: 'Sea Hotel' }
    t.match(headerOf({ brand, cta_url: url }), /<a class="sp-button[^>]*>Start free</, framework)
    for (const content of [{ brand }, { brand, cta_url: url, cta_button_text: ' ' }]) {
      const withoutAction = headerOf(content)
      t.match(withoutAction, '>Sea Hotel<', framework)
      t.notMatch(withoutAction, /<a |<button/, `${framework}: an action that leads nowhere, and none`)
    }
    const nameOf = (name: string, alt: string) =>
      /<img [^>]*alt="([^"]*)"/.exec(headerOf({ brand: { name, url, logo: { src, alt } } }))?.[1]
    t.equal(nameOf('Sea Hotel', 'A wave'), 'Sea Hotel', framework)
    t.equal(nameOf('', 'A wave'), 'A wave', framework)
    t.equal(nameOf('', ''), url, `${framework}: a link needs a name`)
    t.match(headerOf({ brand: { name: '', logo: { src, alt: '' } } }), /<span [^>]*>\s*<img [^>]*alt=""/, framework)
  }
})

t.test('a page has every given part, in every framework and layout, and nothing else', async t => {
  const parts = ['See the suites', 'Mornings by the sea', 'Eggs.', 'The coast road.', '© Sea Hotel']
  /** In the first screen or the header and at the end. */
  const repeated = ['Sea Hotel', 'Breakfast until noon.']
  /** As links of header, menu and footer and as a heading. */
  const linked = ['Suites', 'Breakfast', 'How to find us']
  const count = (html: string, text: string) => html.split(`>${text}<`).length - 1
  for (const framework of frameworks) {
    for (const layout of layouts) {
      const { html } = build({ framework, layout, content: completePage })
      for (const part of parts) t.equal(count(html, part), 1, `${framework} ${layout}: ${part}`)
      for (const part of repeated) t.equal(count(html, part), 2, `${framework} ${layout}: ${part}`)
      for (const part of linked) t.equal(count(html, part), 4, `${framework} ${layout}: ${part}`)
      t.equal(count(html, 'Book a suite'), 3, `${framework} ${layout}: the action`)
      t.equal(html.match(/<img /g)?.length, 2)
      t.equal(html.match(/class="sp-closing-picture"/g)?.length, 1, 'the picture ends the page, too')
      t.match(html, /<meta property="og:image" content="https:\/\/example.com\/sea.jpg">/)
      const plainPage = build({ framework, layout, content: texts.plain }).html
      for (const nothing of ['<header', '<footer', '<h2', '<nav', '<img', 'sp-secondary"', 'id="sections"'])
        t.notOk(
          plainPage.replace(/<style>[\s\S]*<\/style>/, '').includes(nothing),
          `${framework} ${layout}: no ${nothing}`,
        )
    }
  }
})

t.test('the closing repeats the lead; without one the headline', t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const closingOf = (sub_headline: string) => {
    const { html } = build({ content: { ...texts.plain, sub_headline, sections } })
    return /sp-heading([^"]*)"[^>]*>([^<]*)<\/p>/.exec(html.slice(html.indexOf('"sp-closing')))?.slice(1)
  }
  t.same(closingOf('By the sea'), [' sp-closing-lead', 'By the sea'])
  t.same(closingOf(`${'By the sea '.repeat(4)}.`), [' sp-closing-lead sp-long', `${'By the sea '.repeat(4)}.`])
  t.same(closingOf(''), ['', 'Ship your story'])
  t.end()
})

t.test('a headline of short phrases breaks between them', t => {
  const titleOf = (headline: string) =>
    /<h1[^>]*>(.*)<\/h1>/.exec(build({ content: { ...texts.plain, headline } }).html)?.[1]
  const phrase = (text: string) => `<span class="sp-phrase">${text}</span>`
  t.equal(titleOf('A cabin, a lake, no signal'), ['A cabin,', 'a lake,', 'no signal'].map(phrase).join(' '))
  for (const whole of ['Work from anywhere, invoice from one place', 'One phrase', 'a, <b>', 'A, b & c'])
    t.notMatch(titleOf(whole), 'sp-phrase', whole)
  t.end()
})

t.test('features beside a picture are a list in the direction studio, and cards where they have pictures', t => {
  const items = [{ title: 'Oak', text: 'From here.' }, { title: 'Ash' }]
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const partsOf = (changed: object) => {
    const sections = [
      { type: 'features' as const, heading: 'Wood', items: items.map(item => ({ ...item, ...changed })) },
    ]
    const content = { ...texts.plain, image, sections }
    const { html } = build({ style: { colors }, direction: 'studio', content })
    return [...html.matchAll(/<article class="([^"]*)"/g)].map(([, name]) => name)
  }
  t.same(partsOf({}), ['sp-line', 'sp-line'])
  t.notMatch(partsOf({ image }).join(), 'sp-line')
  t.end()
})

t.test('quotations have marks: their own, or those of the language', t => {
  const quoteOf = (text: string) => {
    const sections = [{ type: 'quote' as const, heading: 'Guests', items: [{ text }] }]
    return build({ content: { ...texts.plain, sections } }).html
  }
  t.match(quoteOf('It worked.'), '<blockquote class="sp-unquoted">')
  for (const text of ['“It worked.”', '„Gut.“', '»Gut.«', '「良い」']) t.match(quoteOf(text), '<blockquote>', text)
  t.end()
})

t.test('a long page ends with a footer: its own, or the links of the header', async t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const footerOf = (changes: object) => {
    const { html } = build({ content: { ...input.content, ...changes } })
    return /<footer[\s\S]*<\/footer>/.exec(html)?.[0]
  }
  const brand = { name: 'Harbour' }
  const footer = footerOf({ brand, sections })
  t.match(footer, 'Harbour')
  t.same(
    [...String(footer).matchAll(/<a [^>]*>(\w+)</g)].map(([, text]) => text),
    ['Rooms', 'Food', 'Prices'],
  )
  t.notMatch(footerOf({ brand, sections, nav: false }), '<a ')
  t.match(footerOf({ brand, sections, footer: 'Aarhus' }), '#section-3', 'also beside a text')
  const footer_columns = [{ links: [{ text: 'Imprint', url: '#imprint' }] }]
  t.notMatch(footerOf({ brand, sections, footer_columns }), '#section-3', 'its own')
  t.equal(footerOf({ brand, sections: sections.slice(1) }), undefined, 'not on a short page')
  t.equal(footerOf({ sections }), undefined, 'not without a brand')
})

t.test('plain sections are cards, rows or pictures beside texts, and no row of cards has a hole', async t => {
  const short = { heading: 'Suites', text: 'Twelve.' }
  const long = { heading: 'Breakfast', text: 'Bread and eggs. '.repeat(17) }
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  for (const framework of frameworks) {
    for (const responsiveType of responsiveTypes) {
      const articles = (sections: NonNullable<PageContent['sections']>, direction: Direction) =>
        build({ framework, responsiveType, direction, content: { ...texts.plain, sections } }).html.match(/<article /g)
          ?.length ?? 0
      const name = `${framework} ${responsiveType}`
      for (const count of [2, 3, 4, 5])
        t.equal(articles(Array(count).fill(short), 'signal'), count, `${name}: ${count}`)
      t.equal(articles([short, long], 'signal'), 0, `${name}: a long text`)
      t.equal(articles([short], 'signal'), 0, `${name}: one section`)
      t.equal(articles([short, short], 'journal'), 0, `${name}: a direction of rows`)
      t.equal(articles([short, { ...short, image }, short], 'signal'), 0, `${name}: a picture between`)
      t.equal(articles(Array(3).fill({ ...short, image }), 'journal'), 3, `${name}: three pictures`)
    }
  }
  const page = build({
    content: { ...texts.plain, sections: [short, short, { ...short, type: 'text' }, short, short] },
  })
  const places = [...page.html.matchAll(/<h2 id="section-\d" class="([^ "]+)/g)].map(([, name]) => name)
  const [card, row] = ['sp-subheading', 'sp-heading']
  t.same(places, [card, card, row, card, card], 'a text that the request names stands alone')
  t.match(
    page.html,
    /<div class="sp-pair sp-ruled[^"]*">\s*<div [^>]*>\s*<h2 id="section-3"/,
    'its heading is beside it',
  )
  for (let count = 1; count <= 24; count++) {
    const perRow = cellsPerRow(count)
    const last = count % perRow || perRow
    t.ok(last === perRow || last >= perRow - 2, `${count} in rows of ${perRow}`)
  }
})

t.test('a section of any kind shows every text, picture and link of its items, in every framework', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  const words = { title: 'Ttl', text: 'Txt', price: '7 EUR', period: 'a year', value: '42', cite: 'Cit', role: 'Rol' }
  const items = [{ ...words, image, url: 'https://example.com/go', cta_text: 'Act' }, { title: 'Other' }]
  for (const framework of frameworks) {
    for (const type of sectionTypes) {
      const { html } = build({ framework, content: { ...texts.plain, sections: [{ type, heading: 'Head', items }] } })
      const body = html.slice(html.indexOf('<main'))
      const missing = [...Object.values(words), 'Head', 'Other', 'Act'].filter(word => !body.includes(word))
      t.same(missing, [], `${framework} ${type}`)
      t.ok(body.includes('href="https://example.com/go"'), `${framework} ${type}: its link`)
      t.ok(body.includes('src="https://example.com/a.jpg"'), `${framework} ${type}: its picture`)
    }
  }
})

t.test('the title of an item is its link if the link has no text, else its picture', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const url = 'https://example.com/go'
  for (const type of ['features', 'gallery', 'logos', 'contact'] as const) {
    const of = (item: object) =>
      build({ content: { ...texts.plain, sections: [{ type, heading: 'Head', items: [{ url, ...item }] }] } }).html
    t.match(of({ title: 'Ttl', image }), /<a href="https:\/\/example.com\/go">(?:Ttl<|<img [^>]*alt="Ttl")/, type)
    t.match(of({ image }), /<a href="https:\/\/example.com\/go"><img [^>]*alt="https:\/\/example.com\/go"/, type)
    t.match(
      of({ image, cta_text: 'Act' }),
      /<img [^>]*alt="">[\s\S]*<a [^>]*href="https:\/\/example.com\/go">Act</,
      type,
    )
    t.match(of({ image, url: undefined }), /<img [^>]*alt="">/, type)
    const leftOut = of({ title: 'Ttl', cta_text: 'Act', url: 'javascript:1' })
    t.match(leftOut, /<span [^>]*>Act</, `${type}: without its target a link is a text`)
    t.notMatch(leftOut, '>Act</a>', type)
  }
})

t.test('the tier that the request names is highlighted, else the second of three or more', async t => {
  const highlighted = (count: number, chosen?: number) => {
    const items = Array.from({ length: count }, (_, index) => ({
      title: 'Ttl',
      price: '9 €',
      highlighted: index === chosen,
    }))
    const { html } = build({ content: { ...texts.plain, sections: [{ type: 'prices', heading: 'Head', items }] } })
    return [...html.matchAll(/<article class="([^"]*)"/g)].map(([, names]) => /sp-highlighted/.test(String(names)))
  }
  t.same(highlighted(3), [false, true, false])
  t.same(highlighted(3, 0), [true, false, false])
  t.same(highlighted(2), [false, false])
})

t.test(
  'tiers have actions of their own, or in common that of the page where it leads out of it, else one to the contacts',
  async t => {
    const actions = (own: object, action: object, ...others: readonly object[]) => {
      const items = ['One', 'Two'].map(title => ({ title, price: '9 €', ...own }))
      const content = {
        ...texts.plain,
        cta_button_text: 'Action',
        ...action,
        sections: [{ type: 'prices', heading: 'Head', items }, ...others],
      }
      const [, tiers = ''] = /<article([\s\S]*?)<\/section>/.exec(build({ content }).html) ?? []
      return [...tiers.matchAll(/<a class="sp-button[^>]*href="([^"]*)">([^<]*)/g)].map(
        ([, href, text]) => `${text} ${href}`,
      )
    }
    const out = { cta_url: 'https://example.com/start' }
    const action = 'Action https://example.com/start'
    t.same(actions({}, out), [action])
    t.same(actions({}, { cta_url: '#head' }), [], 'none leads back to its own section')
    t.same(actions({}, {}), [])
    const contact = { type: 'contact', heading: 'Find us', text: 'hello@example.com' }
    t.same(actions({}, {}, contact), ['Action #section-2'])
    t.same(actions({}, out, contact), [action])
    t.same(actions({}, {}, { ...contact, heading: '' }), [], 'nothing to lead to')
    const own = 'Own https://example.com/own'
    t.same(actions({ url: 'https://example.com/own', cta_text: 'Own' }, out), [own, own])
    const mixed = [{ title: 'One', price: '9 €', cta_text: 'Own', url: 'https://example.com/own' }, { title: 'Two' }]
    const shown = build({
      content: { ...texts.plain, cta_button_text: 'Action', ...out, sections: [{ type: 'prices', items: mixed }] },
    })
    t.match(shown.html, />Own<[\s\S]*<article[\s\S]*>Action<[\s\S]*<\/article>/, 'one of them')
    t.same(actions({ url: 'https://example.com/own' }, out), [], 'the title is the link')
    const named = (action: object, ...others: readonly object[]) => actions({ cta_text: 'Own' }, action, ...others)[0]
    t.equal(
      named(out),
      'Own https://example.com/start',
      'an action without an address leads where that of the page does',
    )
    t.equal(named({ ...out, cta_button_text: '' }), 'Own https://example.com/start', 'also where the page shows none')
    t.equal(named({}, contact), 'Own #section-2')
    t.equal(named({ cta_url: '#head' }), 'Own #head')
    t.equal(named({}), 'Own #top', 'the first section is its own')
    const prices = { type: 'prices', heading: 'Head', items: [{ price: '9 €', cta_text: 'Own' }] }
    const sections = [{ heading: 'Suites', text: 'Twelve.' }, prices]
    t.match(build({ content: { ...texts.plain, sections } }).html, 'href="#section-1">Own<')
  },
)

t.test('the address of an item is a link with a name, whatever the item says', async t => {
  const url = 'https://example.com/go'
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const items = [
    { title: 'Why?', text: 'So.\n\nAnd so.' },
    { title: 'Why?' },
    { title: 'Why?', image },
    { text: 'So.\n\nAnd so.', image },
    { text: 'So.\n\nAnd so.' },
    { text: 'It worked.', cite: 'Ida Holm' },
    { title: 'Guests', text: 'It worked.', role: 'Guest' },
    { role: 'Guest' },
    { value: '12', title: 'suites' },
    { value: '12' },
    { value: '12', image },
    { price: '9 €' },
    { price: '9 €', title: 'Day' },
    { price: '9 €', period: 'per day' },
    { period: 'per day' },
    { period: 'per day', image },
    { image },
  ]
  for (const type of sectionTypes) {
    for (const item of items) {
      const sections = [{ type, heading: 'Head', items: [{ ...item, url }, { title: 'Other' }] }]
      const { html } = build({ content: { ...texts.plain, sections } })
      const links = [...html.matchAll(/<a [^>]*href="https:\/\/example\.com\/go">([\s\S]*?)<\/a>/g)].map(
        ([, name]) => name,
      )
      const where = `${type} ${JSON.stringify(item)}: ${JSON.stringify(links)}`
      t.equal(links.length, 1, where)
      t.match(links[0], /alt="[^"]|>[^<>]+<|^[^<>]+$/, where)
    }
  }
})

t.test('the link of a quote is its author, that of a figure its label, that of a question in its answer', async t => {
  const bodyOf = (type: (typeof sectionTypes)[number], item: object) => {
    const sections = [{ type, heading: 'Head', items: [{ ...item, url: '#go' }] }]
    const { html } = build({ content: { ...texts.plain, sections } })
    return html.slice(html.indexOf('<main'))
  }
  t.match(
    bodyOf('quote', { text: 'It worked.', cite: 'Ida', role: 'Guest' }),
    /<figcaption [^>]*><a href="#go">Ida, Guest</,
  )
  t.match(bodyOf('quote', { text: 'It worked.\n\nTwice.' }), /<p class="sp-quote"><a href="#go">Twice.</)
  t.match(bodyOf('figures', { value: '12', title: 'suites' }), /<p class="sp-text"><a href="#go">suites</)
  t.match(bodyOf('figures', { value: '12' }), /<p class="sp-value"><a href="#go">12</)
  t.match(bodyOf('prices', { price: '9 €', period: 'a day' }), /<p class="sp-price">\s*<strong><a href="#go">9 €</)
  t.match(
    bodyOf('questions', { title: 'Why?', text: 'So.\n\nSee here.' }),
    /<p class="sp-text">So.<\/p>\s*<p class="sp-text"><a class="sp-link" href="#go">See here.</,
  )
  t.match(
    bodyOf('questions', { title: 'Why?' }),
    /<div class="sp-answer">\s*<p class="sp-text"><a class="sp-link" href="#go">Why\?</,
  )
  t.match(bodyOf('gallery', { title: 'Garden', text: 'In May' }), /<figcaption [^>]*><a href="#go">Garden · In May</)
})

t.test('a framed picture loses so much of its sides that it fills the space, and nothing of its subject', async t => {
  const shown = (style: object, content: object = {}) => {
    const { cssVariables } = build({
      style: { colors, ...style },
      content: { ...texts.plain, ...content },
      layout: 'framed',
    })
    return [cssVariables['--sp-aspect'], cssVariables['--sp-aspect-narrow']].map(Number)
  }
  const subjectOf = (width: number) => ({ x: 0.05, y: 0.3, width, height: 0.3 })
  t.same(shown(measured({})), [1.2, 1])
  t.same(shown(measured({}, subjectOf(0.9))), [1.35, 1.35])
  t.same(shown(measured({}, subjectOf(1))), [1.5, 1.5])
  t.same(shown(measured({}, { ...subjectOf(1), y: 0, height: 0.9 })), [1.2, 1], 'of a scene a part is enough')
  t.same(shown({ ...measured({}), preview: { src, width: 600, height: 900 } }), [0.667, 0.667])
  t.same(shown({ preview: { src, width: 900, height: 600 } }), [1.5, 1.3], 'without a measurement')
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  t.same(shown(measured({}), { image }), [Number.NaN, Number.NaN], 'the proportions of a linked picture are unknown')
})

t.test('in the dark scheme a poster is dark', async t => {
  const stages = (scheme: string) => {
    const { cssVariables } = build({ style: { colors, mood: 'bold', scheme }, layout: 'poster' })
    return [cssVariables['--sp-stage'], cssVariables['--sp-dark-stage']]
  }
  const lightness = (color: unknown) => hexToOklab(String(color)).l
  const [light, dark] = stages('light')
  t.ok(lightness(light) > 0.45, `${light} is that of the picture`)
  t.ok(lightness(dark) < 0.4, `${dark} is dark`)
  t.same(stages('dark'), [dark, dark], 'a dark style has no other scheme')
  const { cssVariables } = build({ style: { colors: ['#C98A1B', '#14110C'], mood: 'bold' }, layout: 'poster' })
  const ofOrange = cssVariables['--sp-dark-stage']
  t.ok(lightness(ofOrange) < 0.27, `${ofOrange} is nearly black rather than brown`)
})

t.test('a dark picture fills the window where it has space for texts, else it is next to them', async t => {
  const directionOf = (mood: string, aspect: number, bottom: number, fourth = '#F8FAFC') => {
    const media = { width: 1000 * aspect, height: 1000 }
    const style = {
      colors: [...colors.slice(0, 3), fourth],
      mood,
      scheme: 'dark',
      complexity: 'detailed',
      ...measured({ bottom }),
      media,
    }
    return build({ style }).direction
  }
  t.equal(directionOf('elegant', 1.5, 0.2), 'stage')
  t.equal(directionOf('elegant', 1.5, 0), 'gallery')
  t.equal(directionOf('elegant', 1.5, 0, '#F8FAFD'), 'journal', 'elegant ones in turn')
  t.equal(directionOf('calm', 1.5, 0), 'journal')
  t.equal(directionOf('calm', 2, 0), 'studio', 'a panorama')
})

t.test('a bold picture of opposite hues fills the window or has tiles, any other one large letters', async t => {
  const directionOf = (style: object) => build({ style: { colors, mood: 'bold', ...style } }).direction
  const opposite = { ...measured({}), harmony: 'complementary' }
  t.equal(directionOf({ ...opposite, scheme: 'dark' }), 'stage')
  t.equal(directionOf({ ...opposite, corners: 'round' }), 'mosaic')
  t.equal(directionOf(opposite), 'signal')
  t.equal(directionOf({ ...measured({}), harmony: 'analogous' }), 'signal')
  t.equal(directionOf({ harmony: 'complementary', corners: 'round' }), 'signal', 'no picture')
})

t.test('the label of the button of a highlighted price is read on any page', async t => {
  for (const palette of [colors, ['#D8D8D8', '#F4F4F4'], ['#3A3A3A', '#101010'], ['#FFE600', '#FFFFFF'], ['#C7C3AF']])
    for (const scheme of ['light', 'dark']) {
      const { cssVariables: variables } = build({ style: { colors: palette, scheme } })
      const [ink = '', label = ''] = ['on-highlight', 'label'].map(name => variables[`--sp-${name}`])
      t.ok(wcagContrast(label, ink) >= 7, `${label} on ${ink}`)
    }
})

t.test('no two grounds of sections touch', async t => {
  const bands = (...types: readonly string[]) => {
    const sections = types.map(type => ({ type, heading: type, items: [{ title: 'Ttl', text: 'Txt' }] }))
    const { html } = build({ content: { ...texts.plain, sections } })
    return [...html.matchAll(/<section class="(sp-band)?[^"]*">(?=[\s\S]{0,200}<h2 id="section-)/g)].map(
      ([, band]) => !!band,
    )
  }
  t.same(bands('quote', 'figures', 'contact'), [true, false, true])
  t.same(bands('figures', 'features', 'quote', 'quote'), [true, false, true, false])
})

t.test('bands stand out from a light page, and do not dazzle on a dark one', async t => {
  for (const scheme of ['light', 'dark'] as const) {
    const { light, dark } = solveTheme(colors, scheme)
    const { cssVariables } = build({ style: { colors, scheme } })
    t.match(cssVariables, { '--sp-dark-foot': dark.surface, '--sp-dark-on-foot': dark.text })
    t.equal(cssVariables['--sp-foot'], scheme === 'light' ? light.text : dark.surface)
  }
})

t.test('contacts leave no hole: beside their heading, three of them below it', async t => {
  const columns = (count: number, heading: string, own: object = {}) => {
    const items = Array.from({ length: count }, (_, index) => ({ title: `${index}`, text: 'Txt' }))
    const { html } = build({ content: { ...texts.plain, sections: [{ type: 'contact', heading, items, ...own }] } })
    return Number(/sp-entries sp-grid sp-grid-(\d)/.exec(html)?.[1])
  }
  t.same(
    [1, 2, 3, 4].map(count => columns(count, 'Find us')),
    [1, 2, 3, 2],
  )
  t.equal(columns(3, ''), 3)
  const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
  t.same(
    [1, 2, 3, 4].map(count => columns(count, '', { image })),
    [1, 2, 3, 2],
    'beside a picture, too',
  )
})

t.test('a section of any kind shows its own picture once', async t => {
  const own = { image: { src: 'https://example.com/own.jpg', alt: 'Own' } }
  const items = [{ title: 'Why?', text: 'So.', value: '1', cite: 'Ida' }, { title: 'When?' }]
  const shapes = {
    'with two items': { heading: 'Head', text: 'Txt', items },
    'with one item': { heading: 'Head', text: 'Txt', items: items.slice(0, 1) },
    'without a heading': { heading: '', text: '', items },
    'without items': { heading: 'Head', text: '' },
    alone: { heading: '', text: '' },
  }
  for (const [index, framework] of frameworks.entries()) {
    const direction = directions[index] ?? 'studio'
    for (const type of sectionTypes) {
      for (const [shape, section] of Object.entries(shapes)) {
        const sections = [{ type, ...own, ...section }]
        const { html } = build({ framework, direction, content: { ...texts.plain, sections } })
        const shown = html.match(/<img [^>]*src="https:\/\/example\.com\/own\.jpg" alt="Own"/g)?.length
        t.equal(shown, 1, `${framework} ${direction}: ${type} ${shape}`)
      }
    }
  }
})

t.test('a single quote is beside the picture of its section, several are below it', async t => {
  const image = { src: 'https://example.com/own.jpg', alt: 'Own' }
  const rowOf = (count: number) => {
    const items = Array.from({ length: count }, () => ({ text: 'It worked.', cite: 'Ida' }))
    const sections = [{ type: 'quote', heading: 'Head', image, items }]
    const { html } = build({ content: { ...texts.plain, sections } })
    return /<div class="(sp-(?:quote-row|head))[^>]*>(?:(?!<figure)[\s\S])*own\.jpg/.exec(html)?.[1]
  }
  t.equal(rowOf(1), 'sp-quote-row')
  t.equal(rowOf(2), 'sp-head')
})

t.test('a heading and its items are side by side, and either alone has the whole width', async t => {
  const items = [{ title: 'Why?', text: 'So.' }]
  const text = 'We are glad to hear from you, whenever you come.'
  for (const type of ['questions', 'contact'] as const) {
    const columnsOf = (section: object) => {
      const content = { ...texts.plain, sections: [{ type, ...section }] }
      const { html } = build({ framework: 'bootstrap', content })
      const sections = html.slice(html.indexOf('<!-- Sections'), html.indexOf('</main>'))
      return [...sections.matchAll(/"col-lg-(\d+)"/g)].map(([, twelfths]) => Number(twelfths))
    }
    t.same(columnsOf({ heading: 'Head', items }), [5, 7], type)
    t.same(columnsOf({ heading: '', text, items }), [5, 7], `${type} with a text alone`)
    t.same(columnsOf({ heading: '', items }), [12], `${type} without a heading`)
    t.same(columnsOf({ heading: 'Head', text }), [], `${type} without items`)
    const image = { src: 'https://example.com/a.jpg', alt: 'Alt' }
    t.same(columnsOf({ heading: '', items, image }), [5, 7], `${type} with a picture alone`)
    t.same(columnsOf({ heading: 'Head', image }), [5, 7], `${type} with a picture instead of items`)
    t.same(columnsOf({ heading: '', image }), [12], `${type}: a picture and nothing else`)
  }
})

t.test(
  'components beside linked sheets have the colours of the scheme, and those of both where the page follows the visitor',
  async t => {
    const blocks = (scheme: PageScheme, framework: Framework) => {
      const { html } = build({ framework, frameworkCss: 'cdn', scheme, content: texts.plain })
      return html.split('--bulma-primary-h:').length - 1
    }
    t.same([blocks('light', 'bulma'), blocks('dark', 'bulma'), blocks('both', 'bulma')], [1, 1, 2])
    t.equal(blocks('both', 'open-props'), 0)
  },
)

t.test('a picture is an https address or Base64 data of a picture; others are left out, with a warning', async t => {
  const valid = ['https://example.com/a.jpg', 'data:image/png;base64,AAAA', 'data:image/svg+xml;base64,AA==']
  const invalid = [
    'http://example.com/a.jpg',
    'javascript:1',
    'data:text/html;base64,AA==',
    'data:image/png,x',
    '//x/a.png',
  ]
  for (const src of valid) {
    const { html } = build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.ok(html.replaceAll('&#61;', '=').includes(`<img src="${src}"`), src)
  }
  for (const src of invalid) {
    const { html, warnings } = build({ content: { ...texts.plain, image: { src, alt: '' } } })
    t.notMatch(html, '<img ')
    t.match(warnings, [{ code: 'image_ignored', pointer: '/content/image/src' }])
  }
})

t.test(
  'a dark style gives a dark page to everybody, a light one follows the visitor, unless the request says otherwise',
  async t => {
    const schemeOf = (style: object, scheme?: PageInput['scheme']) => {
      const { html } = build({ style: { colors, ...style }, ...(scheme && { scheme }) })
      const colorScheme = /html:root:root\{color-scheme:([^}]*)\}/.exec(html)?.[1]
      t.equal(html.includes('@media screen and (prefers-color-scheme:dark)'), colorScheme === 'light dark')
      return colorScheme
    }
    t.equal(schemeOf({ scheme: 'dark' }), 'dark')
    t.equal(schemeOf({ scheme: 'light' }), 'light dark')
    t.equal(schemeOf({ scheme: 'dark' }, 'both'), 'light dark')
    t.equal(schemeOf({ scheme: 'dark' }, 'light'), 'light')
    t.equal(schemeOf({ scheme: 'light' }, 'dark'), 'dark')
  },
)

t.test('cdn links the pinned official sheets with their hashes, and allows no other address', async t => {
  for (const framework of frameworks) {
    const { html } = build({ framework, frameworkCss: 'cdn' })
    const links = [
      ...html.matchAll(/<link rel="stylesheet" href="([^"]*)" integrity="([^"]*)" crossorigin="anonymous">/g),
    ]
    const isPublished = framework !== 'none' && framework !== 'tailwind'
    t.equal(links.length > 0, isPublished, framework)
    t.equal(html.includes("style-src 'unsafe-inline' https://cdn.jsdelivr.net;"), isPublished)
    for (const [, address = '', integrity = ''] of links) {
      const [, name = '', version = '', file = ''] = /npm\/(@?[^@]+)@([^/]+)\/(.*)$/.exec(address) ?? []
      const folder = new URL(`../node_modules/${name}/`, import.meta.url)
      t.equal(JSON.parse(await readFile(new URL('package.json', folder), 'utf8')).version, version, address)
      const hash = createHash('sha384')
        .update(await readFile(new URL(file, folder)))
        .digest('base64')
      t.equal(integrity, `sha384-${hash}`, address)
    }
  }
})

t.test('detects the language from the script, and the direction from the language', async t => {
  const rows = [
    ['Ship your story', 'en', 'ltr'],
    ['', 'en', 'ltr'],
    ['42 🚀', 'en', 'ltr'],
    ['一張照片', 'zh', 'ltr'],
    ['一枚の写真から', 'ja', 'ltr'],
    ['이야기를 시작하세요', 'ko', 'ltr'],
    ['Начните бесплатно', 'ru', 'ltr'],
    ['ابدأ قصتك', 'ar', 'rtl'],
    ['התחילו כאן', 'he', 'rtl'],
    ['ابدأ قصتك مع iPhone', 'ar', 'rtl'],
    ['Ξεκινήστε', 'el', 'ltr'],
    ['शुरू करें', 'hi', 'ltr'],
    ['เริ่มต้น', 'th', 'ltr'],
  ]
  for (const [text = '', lang, dir] of rows) t.same(detectLanguage(text), { lang, dir }, text)
})

t.test('replaces characters that HTML forbids, and treats an invisible text as empty', async t => {
  t.equal(sanitizeText('  a\r\nb\tc\rd '), 'a\nb\tc\nd')
  t.equal(sanitizeText('a\u0000b\ud800c\uffffd\u0085e'), 'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe')
  for (const nothing of ['', ' \n\t', '\u200b\u2060', '\u3000', '\u0000', '\ud800', '\ufe0f'])
    t.equal(sanitizeText(nothing), '')
})

t.test('sets a longer headline in a smaller size', async t => {
  const size = (headline: string) => Number.parseFloat(headlineSize(headline, 'centered').slice('min('.length))
  const lengths = [1, 5, 10, 20, 50, 100]
  const sizes = lengths.map(count => size('word '.repeat(count)))
  t.same(
    sizes,
    sizes.toSorted((one, other) => other - one),
  )
  t.equal(new Set(sizes).size, lengths.length)
  t.ok(size('w'.repeat(30)) < size('www '.repeat(7)), 'a long word')
  const sizeIn = (layout: Layout | 'masthead', headline: string) =>
    Number.parseFloat(headlineSize(headline, layout).slice('min('.length))
  t.ok(sizeIn('framed', 'Formwerk') < sizeIn('framed', 'Fontfest'), 'broad letters take more space')
  t.ok(sizeIn('masthead', 'Open again') > sizeIn('split', 'Open again'), 'as wide as the page')
  for (const word of ['Roasted', 'hammer', 'Verantwortung']) {
    const rem = Number.parseFloat(headlineSize(`${word} today`, 'poster', true).slice('min('.length))
    t.ok(rem * 0.6 * word.length <= 26, `${word} fits beside a whole picture: ${rem}rem`)
  }
  const wholePoster = (headline: string) => Number.parseFloat(headlineSize(headline, 'poster', true, true).slice(4))
  t.ok(wholePoster('Four nights of music on the water') < 6, 'a headline of many lines leaves space for the button')
  t.ok(wholePoster('Four nights') > 7, 'one of two lines is large')
  t.ok(wholePoster('word '.repeat(59)) >= 1.75, 'the smallest size')
  const framed = Number.parseFloat(headlineSize('灯りがついたら、もう始まっています', 'framed').slice('min('.length))
  t.ok(framed * 7 <= 26 && framed * 7 >= 22, `a Japanese phrase of seven letters fills a column: ${framed} rem`)
  const ofNarrowFace = headlineSize('灯りがついたら、もう始まっています', 'framed', false, true)
  t.ok(Number.parseFloat(ofNarrowFace.slice('min('.length)) * 7 <= 26, `of a narrow face, too: ${ofNarrowFace}`)
  const narrow = headlineSize('Ship your story', 'poster', false, true)
  t.not(narrow, headlineSize('Ship your story', 'poster'), 'narrow letters are larger')
  t.same(size('写真'.repeat(10)), size('word '.repeat(8)), 'wide letters count twice')
  t.same(size('เริ่มต้นเรื่องราวของคุณ'), size('Short words of one long line'), 'words without spaces between them')
})

t.test('figures are as large as the longest of them has space for', async t => {
  const sizeOf = (...values: readonly string[]) => {
    const items = values.map(value => ({ value, title: 'suites' }))
    const content = { ...texts.plain, sections: [{ type: 'figures' as const, heading: 'Numbers', items }] }
    return Number.parseFloat(build({ content }).cssVariables['--sp-figure']?.slice('min('.length) ?? '')
  }
  t.ok(sizeOf('4', '19') > sizeOf('4', '12,000 km'))
  t.ok(sizeOf('120,000', '12') > sizeOf('120,000', '12', '9', '8'), 'more of them have smaller cells')
  t.ok(sizeOf('9') <= 8.5)
  t.ok(sizeOf('a value of many words', '1', '2', '3') >= 3)
  t.equal(build().cssVariables['--sp-figure'], undefined)
})

t.test('every document has its policy, its warnings, one main, at most one h1, and no script', async t => {
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src data:; connect-src 'self'"
  const warnings = ['framework "--><script>hit=1</script>" -- is not known', 'x--!>']
  const count = (html: string, part: RegExp) => html.match(part)?.length ?? 0
  for (const [name, content] of Object.entries({ ...texts, empty })) {
    const { html } = build({ content, warnings })
    t.equal(count(html, /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/g), 1, name)
    t.ok(html.includes(policy), name)
    t.equal(count(html, /<main[ >]/g), 1, name)
    t.equal(count(html, /<h1[ >]/g), content === empty ? 0 : 1, name)
    t.equal(count(html, /<script|<img|\son\w+=/g), 0, name)
    t.ok(count(html, /<!-- [\s\S]*? -->/g) >= warnings.length, name)
    t.ok(html.includes('is not known'), name)
  }
  t.match(build({ content: texts.Hebrew }).html, '<html lang="he" dir="rtl">')
  t.match(build().html, '<html lang="en" dir="ltr">')
})

t.test('gives the same bytes for the same input, and others for another style', async t => {
  t.same(build(), build())
  t.not(build().html, build({ style: { colors: ['#6D28D8'] } }).html)
})

t.test('warns about input that the page cannot use', async t => {
  t.same(build().warnings, [])
  t.same(
    build({ style: { colors: [] }, content: { ...empty, cta_url: 'javascript:hit=1' } }).warnings.map(
      ({ code, pointer }) => [code, pointer],
    ),
    [
      ['content_empty', '/content/headline'],
      ['content_empty', '/content/sub_headline'],
      ['content_empty', '/content/cta_button_text'],
      ['colors_empty', '/style_metadata/colors'],
      ['link_ignored', '/content/cta_url'],
    ],
  )
  t.equal(build({ style: { colors: [] } }).cssVariables['--sp-accent'], '#6D28D9')
  t.throws(() => build({ style: { colors: ['red;}'] } }), { name: 'TypeError' })
})

t.test('a page of 1 KB of text has 16 KB in the median and at most 40 KB compressed, 12 KB without fonts', async t => {
  const samples = samplesOf(whole ? 720 : 24).filter(
    ({ input }) => Buffer.byteLength(Object.values(input.content).join('')) <= 1024,
  )
  const fonts = createFontEmbedder()
  t.teardown(fonts.close)
  const pages = await Promise.all(
    samples.map(async ({ input }) => {
      const { typeface, ...texts } = fontRequest(
        canonicalRequest({ style_metadata: input.style, content: input.content }),
      )
      return buildPage({ ...input, fonts: await fonts.embed(typeface, texts) }).html
    }),
  )
  const lengthsOf = (pages: readonly string[]) =>
    pages.map(html => brotliCompressSync(html).length).toSorted((one, other) => one - other)
  const [embedded, system] = [lengthsOf(pages), lengthsOf(samples.map(({ input }) => buildPage(input).html))]
  const [median = 0, max = 0] = [embedded[embedded.length >> 1], embedded.at(-1)]
  t.ok(median <= 16 * 1024 && max <= 40 * 1024, `median ${median}, largest ${max}`)
  t.ok((system.at(-1) ?? 0) <= 12 * 1024, `without fonts: largest ${system.at(-1)}`)
  t.comment(`cases: ${pages.length} pages, median ${median} bytes, ${system[system.length >> 1]} without fonts`)
})

t.test('gives the same bytes in another process, fonts included', async t => {
  const program = `
    const { buildPage } = await import('./src/sparkpage/build.ts')
    const { createFontEmbedder } = await import('./src/sparkpage/fonts.ts')
    const fonts = createFontEmbedder()
    const input = ${JSON.stringify({ ...input, style: { colors, placeholder: placeholders[0] }, content: completePage })}
    process.stdout.write(buildPage({ ...input, fonts: await fonts.embed('serif', { title: 'Ship', text: 'From Привет' }) }).html)
    await fonts.close()`
  const words = [...ownProcess.words, '--input-type=module', '--eval', program]
  const options = { cwd: join(import.meta.dirname, '..'), maxBuffer: 1e6 }
  const { stdout } = await run(ownProcess.command, words, options)
  const fonts = createFontEmbedder()
  t.teardown(fonts.close)
  const embedded = await fonts.embed('serif', { title: 'Ship', text: 'From Привет' })
  const own = build({ style: { colors, placeholder: placeholders[0] }, content: completePage, fonts: embedded })
  t.equal(own.html, stdout)
  t.match(stdout, /@font-face\{[^}]*Fraunces[^}]*\}\n@font-face\{[^}]*Instrument Sans/)
})

/** The width queries of a page, without those of its framework's own rules; and its classes. */
function widthQueries(framework: Framework, responsiveType: ResponsiveType) {
  const { html } = build({ framework, responsiveType, content: completePage })
  const css = html.replace(frameworkRules.get(framework) ?? '', '')
  return {
    queries: [...css.matchAll(/@media([^{]*width[^{]*)\{/g)].map(([, query = '']) => query.trim()),
    classes: [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, list = '']) => list.split(' ')),
  }
}

/** Classes by which Bootstrap and Tailwind arrange wide windows, and narrow ones. */
const fromWidth = /^(?:sm|md|lg|xl):|^(?:col|order|row-cols)-(?:sm|md|lg|xl)-/
const upToWidth = /^max-(?:sm|md|lg|xl):/

t.test('each responsive type has width queries of one kind in every framework', async t => {
  for (const framework of frameworks) {
    for (const type of responsiveTypes) {
      const { queries, classes } = widthQueries(framework, type)
      const has = (kind: RegExp) => classes.some(name => kind.test(name))
      const hasGrid = framework === 'tailwind' || framework === 'bootstrap'
      const name = `${framework} ${type}: ${queries}`
      const isFirst = type === 'mobile-first' || type === 'adaptive'
      const kind = isFirst ? /^\(min-width:[^)]*\)$/ : /^(?:not all and )?\(max-width:[^)]*\)$/
      const isWithout = type === 'fluid' || type === 'fixed'
      if (isWithout) t.same(queries, [], name)
      else
        t.ok(
          queries.every(query => kind.test(query)),
          name,
        )
      if (!isWithout && (framework === 'none' || framework === 'open-props')) t.ok(queries.length > 0, name)
      t.equal(has(fromWidth), hasGrid && isFirst, `${name}: classes for wide windows`)
      t.equal(
        has(upToWidth),
        framework === 'tailwind' && type === 'desktop-first',
        `${name}: classes for narrow windows`,
      )
    }
  }
})
