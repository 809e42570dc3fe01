// What a page chooses for its picture and texts: direction, layout, opening, ground, faces, proportions and scheme.
import t from 'tap'
import { directions } from '../schemas/sparkpage.ts'
import { hexToOklab } from '../src/color/oklab.ts'
import { fontRequest, type PageInput } from '../src/sparkpage/build.ts'
import { canonicalRequest } from '../src/sparkpage/canonical-request.ts'
import { directionDesigns } from '../src/sparkpage/directions.ts'
import { kindred } from '../src/sparkpage/typefaces.ts'
import { build, colors, measured, src } from './helpers/page.ts'
import { texts } from './helpers/samples.ts'

t.test('the layout follows the direction, the quiet areas, the subject and the texts', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const long = { ...texts.plain, headline: 'Many words, and a few more. '.repeat(4) }
  const greys = ['#FFFFFF', '#808080']
  const everything = { x: 0, y: 0, width: 1, height: 1 }
  const faceAt = (y: number) => ({ x: 0.4, y, width: 0.2, height: 0.3, score: 0.9 })
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
    // Nor may its texts stand on a face.
    ['full-bleed', { ...measured({ bottom: 0.3 }), scheme: 'dark', faces: [faceAt(0.1)] }, texts.plain],
    ['split', { ...measured({ bottom: 0.3 }), scheme: 'dark', faces: [faceAt(0.4)] }, texts.plain],
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
  'every other first screen has a masthead, a picture within the window, two grounds or one across their edge',
  async t => {
    const [even, odd] = [
      ['#6D28D9', '#F59E0A', '#0F172A'],
      ['#6D28D9', '#F59E0B', '#0F172A'],
    ]
    const openingOf = (style: object, options: object = {}) => {
      const { html } = build({ style: { colors: even, ...style }, ...options })
      const [, name] = /class="sp-hero [^"]*sp-(masthead|inset|two-grounds|overlap)/.exec(html) ?? []
      t.equal(html.includes('/* First screen */'), name !== undefined, 'the rules come with the class')
      return name
    }
    const framed = [...even, '#F8FAFC', '#94A3B9']
    const elegant = { ...measured({}), mood: 'elegant', colors: framed }
    t.equal(openingOf(measured({})), 'masthead')
    t.equal(openingOf(elegant), 'two-grounds')
    t.equal(openingOf({ ...elegant, colors: even }), 'masthead', 'half of the frames')
    t.equal(
      openingOf({ ...elegant, colors: even, media: { width: 2000, height: 2000 } }),
      'two-grounds',
      'of a square picture it would show too little',
    )
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
    t.equal(openingOf(measured({}), { content: long }), 'inset', 'a long headline')
    const tall = measured({}, { x: 0.4, y: 0, width: 0.2, height: 1 })
    t.equal(openingOf(tall), 'inset', 'a subject as high as the picture')
    for (const responsiveType of ['fluid', 'fixed'] as const)
      t.equal(openingOf(elegant, { responsiveType }), undefined, `${responsiveType}: texts may be above the picture`)
  },
)

t.test('a full bleed or a seam that would cut the subject is framed, with a warning', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const wide = measured({}, { x: 0.05, y: 0.3, width: 0.9, height: 0.3 })
  const high = measured({}, { x: 0.4, y: 0, width: 0.2, height: 1 })
  const cut = /would cut off part of the picture's subject: the page uses framed\.$/
  const unknown = /crops the picture, and nothing is known of what it shows: the page uses framed\.$/
  for (const [layout, expected, style, message, content = texts.plain] of [
    ['full-bleed', 'framed', high, cut],
    ['full-bleed', 'full-bleed', wide, undefined],
    ['seam', 'framed', wide, cut],
    ['seam', 'seam', measured({ left: 0.4 }), undefined],
    ['full-bleed', 'framed', {}, unknown, { ...texts.plain, image }],
    ['seam', 'framed', measured({ left: 0.4 }), unknown, { ...texts.plain, image }],
    ['full-bleed', 'framed', { preview: { src, width: 900, height: 600 } }, unknown],
    ['full-bleed', 'full-bleed', {}, undefined],
    ['seam', 'seam', {}, undefined],
    ['split', 'split', high, undefined],
    ['poster', 'poster', high, undefined],
    ['centered', 'centered', high, undefined],
    ['auto', 'framed', {}, undefined, { ...texts.plain, image }],
  ] as const) {
    const { html, warnings } = build({ style: { colors, ...style }, content, layout })
    const name = `${layout} ${JSON.stringify([style, content])}`
    t.equal(/class="sp-hero sp-([\w-]+)/.exec(html)?.[1], expected, name)
    const pointer = '/export_settings/layout'
    t.match(warnings, message ? [{ code: 'layout_replaced', pointer, message }] : [], name)
    t.equal(warnings.length, message ? 1 : 0, name)
    for (const warning of warnings) t.match(warning.message, `export_settings.layout ${layout} `, name)
  }
})

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
  const palette = [{ hex: '#F59E0A', share: 0.3, role: 'primary' }]
  for (const direction of directions) {
    const own = { colors: ['#6D28D9', '#F59E0A', '#0F172A'], palette, ...measured(extents, handset, '#FBFBFB') }
    const page = build({ style: own, direction, layout: 'centered' })
    const [classNames = ''] = /class="sp-hero [^"]*"/.exec(page.html) ?? []
    t.match(classNames, /sp-edgeless .*sp-staged/, `${direction}: no edges`)
    t.notMatch(classNames, 'sp-overlap', `${direction}: no second ground`)
    t.equal(page.cssVariables['--sp-stage'], '#FBFBFB', `${direction}: not on a colour`)
  }
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

t.test('below centred texts a picture is low and keeps its subject', async t => {
  const aspectOf = (height: number) => {
    const subject = { x: 0.3, y: 0, width: 0.3, height }
    return build({ style: { colors, ...measured({}, subject) } }).cssVariables['--sp-aspect-low']
  }
  t.same([0.3, 0.8, 1].map(aspectOf), ['1.667', '1.667', '1.63'])
  const heroOf = (width: number) => {
    const style = { colors, ...measured({}), preview: { src, width, height: 600 }, media: { width, height: 600 } }
    return /class="sp-hero [^"]*/.exec(build({ style, layout: 'centered' }).html)?.[0]
  }
  t.match(heroOf(900), 'sp-whole')
  t.notMatch(heroOf(1300), 'sp-whole', 'a panorama is a strip')
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
  t.same(shown(measured({})), [1.2, 1.2])
  t.same(shown(measured({}, subjectOf(0.9))), [1.35, 1.35])
  t.same(shown(measured({}, subjectOf(1))), [1.5, 1.5])
  t.same(shown(measured({}, { ...subjectOf(1), y: 0, height: 0.9 })), [1.2, 1.2], 'of a scene a part is enough')
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
