// The plan of a page: what it chooses for measured pictures, and what no plan may do.
import { readFileSync } from 'node:fs'
import t from 'tap'
import type { SectionInput } from '../schemas/page-content.ts'
import { type Direction, directions } from '../schemas/sparkpage.ts'
import type { StyleInput } from '../schemas/style-input.ts'
import type { Region } from '../schemas/types.ts'
import { wcagContrast } from '../src/color/contrast.ts'
import { hexToOklab, squaredDistance } from '../src/color/oklab.ts'
import { hueAngle, toOklchColor } from '../src/sparkpage/oklch.ts'
import { colorTokens, type PagePlan, type View } from '../src/sparkpage/page-plan.ts'
import { areaOf, containsRegion, sharedArea, surveyPicture } from '../src/sparkpage/picture-survey.ts'
import { type PlanInput, planPage } from '../src/sparkpage/plan.ts'
import { readContent } from '../src/sparkpage/read-content.ts'
import { readStyle } from '../src/sparkpage/style.ts'
import { palettesOf } from './helpers/palettes.ts'
import { whole } from './helpers/whole.ts'

/** Analyses of photographs, a drawing and an interface. */
const measured: Readonly<Record<string, StyleInput>> = JSON.parse(
  readFileSync(new URL('fixtures/measured-styles.json', import.meta.url), 'utf8'),
)

const texts = readContent({
  headline: 'Baked by hand every morning',
  sub_headline: 'Sourdough, proved for a day.',
  cta_button_text: 'Order',
  brand: { name: 'Lindner' },
  sections: [
    {
      type: 'features',
      heading: 'Today',
      items: ['Crust', 'Croissant', 'Brioche'].map(title => ({ title, text: 'Until noon.' })),
    },
    { type: 'prices', heading: 'Boxes', items: [{ title: 'Small', price: '€12' }] },
    { type: 'quote', heading: 'Voices', items: [{ text: 'The only bread.', cite: 'Ruth' }] },
    { type: 'questions', heading: 'Asked before', items: [{ title: 'Is it vegan?', text: 'Most of it.' }] },
    { type: 'hours', heading: 'Hours', text: 'Monday–Friday: 6–18\nSunday: 8–11' },
    {
      type: 'contact',
      heading: 'Find us',
      text: '7 Alder Row, Leeds LS1 4QD\n\n+44 113 555 0162\n\nstay@alder.example',
    },
  ],
})

/** Longest side of the picture that a page has. */
const previewSide = 1600

/** The style with its picture, whose bytes no plan reads. */
function withPicture(style: StyleInput): StyleInput {
  const { size } = readStyle(style)
  const scale = size ? Math.min(1, previewSide / Math.max(size.width, size.height)) : 1
  const [width, height] = size ? [Math.round(size.width * scale), Math.round(size.height * scale)] : [1200, 800]
  return { ...style, preview: { src: 'data:image/webp;base64,UklGRiQAAABXRUJQVlA4', width, height } }
}

function plan(style: StyleInput, more: Partial<PlanInput> = {}): PagePlan {
  return planPage({ style: readStyle(style), texts, dir: 'ltr', direction: 'auto', scheme: 'auto', ...more })
}

const pictures = Object.entries(measured).map(([name, style]) => ({ name, style: withPicture(style) }))

/** Every plan of the pictures: those that are chosen, and those of each direction. */
const plans = pictures.flatMap(({ name, style }) =>
  (['auto', ...directions] as const).map(direction => ({
    name: `${name} ${direction}`,
    style,
    survey: surveyPicture(readStyle(style)),
    plan: plan(style, { direction }),
  })),
)

/** The picture once more, in the middle or at the end. */
function backdropsOf({ sections, closing }: PagePlan): readonly View[] {
  return [...sections, closing].flatMap(({ backdrop }) => backdrop ?? [])
}

/** A plan as one line. */
function describe(one: PagePlan): string {
  const { direction, scheme, hero, sections, closing } = one
  const shown = hero.isWhole ? 'whole' : 'cropped'
  const surfaces = [...sections.map(({ surface }) => surface), closing.surface].join(' ')
  const times = backdropsOf(one).length > 0 ? 'twice' : 'once'
  return [direction, scheme, `${shown} ${hero.side}`, times, surfaces].join(' | ')
}

/** Of each picture: direction, scheme, first screen, whether it is shown again, and the surfaces of the sections and the end. */
const expected: Readonly<Record<string, string>> = {
  bakery: 'signal | light | cropped end | twice | paper tint color paper tint tint dark',
  hotel: 'studio | light | cropped end | twice | paper tint dark paper tint tint color',
  portrait: 'journal | light | cropped end | twice | paper paper dark paper paper paper dark',
  dunes: 'gallery | light | cropped end | twice | tint paper dark paper tint tint dark',
  lantern: 'stage | dark | cropped start | twice | paper tint dark paper tint tint dark',
  lamps: 'journal | light | whole end | once | paper paper color paper paper paper dark',
  jellyfish: 'signal | light | cropped end | twice | paper tint color paper tint tint dark',
  facade: 'signal | light | cropped end | twice | paper tint color paper tint tint dark',
  barista: 'stage | dark | cropped end | twice | paper tint dark paper tint tint dark',
  wedding: 'journal | light | cropped start | twice | paper paper dark paper paper paper dark',
  shoe: 'journal | light | whole end | once | paper paper color paper paper paper dark',
  robot: 'signal | light | whole end | once | paper tint color paper tint tint dark',
  interface: 'gallery | light | whole end | once | tint paper dark paper tint tint color',
  panorama: 'gallery | light | cropped end | once | tint paper dark paper tint tint color',
  column: 'stage | dark | whole end | once | paper tint color paper tint tint dark',
  flatlay: 'mosaic | light | cropped end | twice | paper tint color paper tint tint paper',
  dahlia: 'mosaic | light | cropped start | twice | paper tint color paper tint tint paper',
  canyon: 'signal | light | cropped end | twice | paper tint color paper tint tint dark',
  mountains: 'stage | dark | cropped end | twice | paper tint dark paper tint tint dark',
  meadow: 'mosaic | light | cropped end | twice | paper tint color paper tint tint paper',
}

t.test('a plan suits its picture', async t => {
  for (const { name, style } of pictures) t.equal(describe(plan(style)), expected[name], name)
})

t.test('a named direction gives the plan that is chosen', async t => {
  for (const { name, style } of pictures) {
    const chosen = plan(style)
    t.same(plan(style, { direction: chosen.direction }), chosen, name)
  }
})

t.test('no direction is the one of most pictures', async t => {
  const chosen = pictures.map(({ style }) => plan(style).direction)
  for (const direction of directions) {
    const part = chosen.filter(one => one === direction).length / chosen.length
    t.ok(part > 0 && part <= 0.3, `${direction} ${part}`)
  }
})

t.test('people are shown with head and shoulders, and objects whole, or not at all', async t => {
  for (const { name, survey, plan } of plans) {
    const { people = [], object } = survey ?? {}
    for (const { region } of backdropsOf(plan)) {
      const isRight = (inner: Region, seen: Region) =>
        containsRegion(region, inner) || sharedArea(region, seen) <= areaOf(region) * 0.021
      t.ok(
        people.every(({ bust, body }) => isRight(bust, body)),
        `${name}: a person is cut`,
      )
      t.ok(object === undefined || isRight(object, object), `${name}: an object is cut`)
    }
    for (const view of [plan.hero.wide, plan.hero.tall]) {
      const kept = survey?.kept
      t.ok(view && (kept === undefined || containsRegion(view.region, kept)), `${name}: the first screen cuts`)
    }
  }
})

t.test('a picture fades into the page only where nobody and nothing that it is of stands', async t => {
  const { composition, ...style } = pictures.find(({ name }) => name === 'mountains')?.style ?? {}
  const fadesOf = (faces: readonly Region[], more = {}) =>
    plan({ ...style, faces: [...faces], ...more }, { direction: 'stage' }).hero.fades
  t.same(fadesOf([]), ['wide', 'tall'])
  const pair = [0.3, 0.6].map(x => ({ x, y: 0.3, width: 0.1, height: 0.15 }))
  t.same(fadesOf(pair), [], 'people at the edges')
  const subject = { x: 0.1, y: 0.2, width: 0.85, height: 0.8 }
  t.same(fadesOf([], { composition: { ...Object(composition), subject } }), [], 'a subject at the edges')
  const fading = plans.filter(({ plan }) => plan.hero.fades.length > 0)
  t.ok(fading.length > 0 && fading.every(({ plan }) => plan.hero.layout === 'merge' && !plan.hero.isWhole))
})

t.test('a picture stands once more at most, in the middle or at the end, and a drawing never', async t => {
  for (const { name, survey, plan } of plans) {
    const count = backdropsOf(plan).length
    t.ok(count <= 1, name)
    if (survey?.isGraphic) t.equal(count, 0, name)
    const places = [...plan.sections, { ...plan.closing, surface: plan.closing.panel ?? plan.closing.surface }]
    t.ok(
      places.every(({ surface, backdrop }) => backdrop === undefined || surface === 'dark'),
      `${name}: on a dark surface`,
    )
    const inMiddle = plan.sections.find(({ backdrop }) => backdrop)
    if (inMiddle) t.equal(inMiddle.section.kind, 'quote', name)
  }
  const shown = (place: (plan: PagePlan) => unknown) => plans.filter(({ plan }) => place(plan)).length / plans.length
  t.ok(shown(({ closing }) => closing.backdrop) > 0.2)
  t.ok(shown(({ sections }) => sections.some(({ backdrop }) => backdrop)) > 0.2)
})

t.test('drawings, interfaces and products on a plain background are whole, without another view', async t => {
  for (const name of ['robot', 'interface', 'shoe', 'lamps']) {
    for (const direction of directions) {
      const { hero, ...rest } = plan(withPicture(measured[name] ?? {}), { direction })
      t.match(hero, { isWhole: true, wide: { region: { x: 0, y: 0, width: 1, height: 1 } } }, name)
      t.same(backdropsOf({ hero, ...rest }), [], name)
    }
  }
})

t.test('a logo stands where each of its colours is seen', async t => {
  for (const colors of [['#0F766E', '#F59E0B'], ['#FFFFFF'], ['#111111', '#D0021B'], ['#F8E71C', '#FFFFFF']]) {
    const palette = colors.map(hex => ({ hex, share: 1 / colors.length }))
    const { hero } = plan({ ...withPicture(measured.robot ?? {}), colors, palette, transparency: 0.6 })
    for (const background of [hero.background?.light, hero.background?.dark])
      for (const color of colors) t.ok(background && wcagContrast(background, color) >= 3, `${color} on ${background}`)
    t.equal(hero.isWhole, true)
  }
})

t.test('something cut out stands at the edges of the picture that cut it', async t => {
  const cutOut = (cells: Region, more: StyleInput = {}) => {
    const isIn = (place: number, start: number, size: number) => place >= start && place < start + size
    const detail = Array.from({ length: 256 }, (_, index) =>
      isIn(index % 16, cells.x, cells.width) && isIn(Math.floor(index / 16), cells.y, cells.height) ? 0.5 : 0,
    )
    const robot = measured.robot ?? {}
    const composition = { ...Object(robot.composition), detail }
    const palette = Array.from({ length: 12 }, (_, index) => ({ hex: `#8040${10 + index}`, share: 1 / 12 }))
    return plan({ ...withPicture(robot), transparency: 0.6, palette, composition, ...more }, { direction: 'studio' })
      .hero
  }
  const standing = cutOut({ x: 4, y: 2, width: 6, height: 14 })
  t.match(standing, { cutOut: ['bottom'], isWhole: false, background: undefined, fades: [] })
  t.same(standing.wide?.region, { x: 0.1875, y: 0.0625, width: 0.5, height: 0.9375 }, 'without most of what is empty')
  t.match(cutOut({ x: 0, y: 2, width: 6, height: 10 }), { cutOut: ['left'], side: 'start' })
  t.match(cutOut({ x: 10, y: 2, width: 6, height: 10 }), { cutOut: ['right'], side: 'end' })
  t.same(cutOut({ x: 4, y: 4, width: 6, height: 8 }).cutOut, [], 'nothing of it is cut')
  const logo = cutOut({ x: 4, y: 4, width: 6, height: 8 }, { palette: [{ hex: '#0F766E', share: 1 }] })
  t.match(logo, { cutOut: undefined, isWhole: true })
})

t.test('a crop ends where the picture ends what it is of, or shows it whole', async t => {
  const { composition, ...meadow } = pictures.find(({ name }) => name === 'meadow')?.style ?? {}
  for (const subject of [
    { x: 0, y: 0.2, width: 0.85, height: 0.8 },
    { x: 0.15, y: 0.2, width: 0.85, height: 0.8 },
    { x: 0, y: 0.1, width: 1, height: 0.8 },
  ]) {
    for (const direction of directions) {
      const { hero } = plan({ ...meadow, composition: { ...Object(composition), subject } }, { direction })
      for (const { region } of [hero.wide, hero.tall].filter(view => view !== undefined)) {
        const name = `${JSON.stringify(subject)} ${direction} ${JSON.stringify(region)}`
        t.ok(subject.x === 0 || region.x <= subject.x + 0.004, `${name}: left`)
        t.ok(subject.x + subject.width === 1 || region.x + region.width >= subject.x + subject.width - 0.004, name)
        t.ok(region.y <= subject.y + 0.004, `${name}: top`)
      }
    }
  }
})

t.test('no first screen shows a strip of a picture', async t => {
  const { composition, ...meadow } = measured.meadow ?? {}
  const subject = { x: 0.4, y: 0.3, width: 0.15, height: 0.4 }
  const wide = withPicture({
    ...meadow,
    media: { width: 2200, height: 1000 },
    composition: { ...Object(composition), subject },
  })
  for (const direction of directions) {
    const { wide: view, isWide } = plan(wide, { direction }).hero
    t.ok(view && areaOf(view.region) >= 0.43, `${direction} ${view?.region.width} ${isWide}`)
  }
})

t.test('a panorama is cropped for phones, and a column is whole', async t => {
  const panorama = plan(withPicture(measured.panorama ?? {}))
  t.ok((panorama.hero.tall?.region.width ?? 1) < 0.7)
  t.equal(plan(withPicture(measured.column ?? {})).hero.isWhole, true)
})

t.test('a picture that was not measured, or is none of the style, is whole', async t => {
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  const shown = plan(withPicture(measured.bakery ?? {}), { texts: { ...texts, image } })
  t.match(shown.hero, { isWhole: true })
  t.same(backdropsOf(shown), [])
  t.match(plan({ colors: ['#0AF'] }).hero, { wide: undefined, tall: undefined, isWhole: false, isBeside: false })
})

t.test('equal colours give equal plans, and near colours near ones', async t => {
  const bare = (...colors: readonly string[]) => plan({ colors: [...colors] })
  t.same(bare('#0AF', '#FFF', '#123456'), bare('#00aaff', '#FFFFFFff', '#123456'))
  for (const { name, style } of pictures) {
    const { palette } = readStyle(style)
    const moved = palette.map(({ hex, share }) => ({ hex: nextColor(hex), share }))
    const [one, other] = [plan(style), plan({ ...style, palette: moved })]
    t.same(describe(one), describe(other), name)
    for (const token of ['paper', 'ink', 'fill', 'band'] as const) {
      const [from, to] = [one, other].map(({ colors }) => hexToOklab(colors.tokens[token].light))
      t.ok(from && to && squaredDistance(from, to) < 0.02 ** 2, `${name} ${token}`)
    }
  }
})

/** The colour with one step more or less of blue. */
function nextColor(hex: string): string {
  const blue = Number.parseInt(hex.slice(5), 16)
  return hex.slice(0, 5) + (blue === 255 ? 254 : blue + 1).toString(16).padStart(2, '0').toUpperCase()
}

t.test('texts are readable on every palette', async t => {
  for (const { kind, palette } of palettesOf(60, whole ? 10_000 : 400)) {
    for (const direction of directions) {
      const { colors } = plan({ colors: [...palette] }, { direction })
      const faults = findUnreadable(colors)
      if (faults.length > 0) t.fail(`${kind} ${palette} ${direction}: ${faults}`)
    }
  }
})

function findUnreadable({ tokens }: PagePlan['colors']): readonly string[] {
  return (['light', 'dark'] as const).flatMap(scheme => {
    const color = (name: keyof typeof tokens) => tokens[name][scheme]
    const unwritten = colorTokens.filter(name => !/^#[0-9A-F]{6}$/.test(color(name)))
    if (unwritten.length > 0) return unwritten
    const papers = [color('paper'), color('tint'), color('raised')]
    const dark = [tokens.deep.light, tokens.deep.dark]
    const pairs: readonly (readonly [string, string, readonly string[], number])[] = [
      ['ink', color('ink'), papers, 7],
      ['muted', color('muted'), papers, 4.5],
      ['accent', color('accent'), papers, 4.5],
      ['fill', color('fill'), papers, 3],
      ['on-fill', color('on-fill'), [color('fill')], 4.5],
      ['on-band', color('on-band'), [color('band')], 4.5],
      ['band-accent', color('band-accent'), [color('band')], 4.5],
      // Dark sections have the texts of the dark scheme.
      ['ink on deep', tokens.ink.dark, dark, 4.5],
      ['muted on deep', tokens.muted.dark, dark, 4.5],
      ['accent on deep', tokens.accent.dark, dark, 4.5],
      ['fill on deep', tokens.fill.dark, dark, 3],
    ]
    return pairs
      .filter(([, text, grounds, ratio]) => grounds.some(ground => wcagContrast(text, ground) < ratio))
      .map(([name]) => `${scheme} ${name}`)
  })
}

t.test('a button has a white label on light pages, and a dull colour is far from its label', async t => {
  const fillOf = (hex: string, scheme: 'light' | 'dark') => {
    const { fill, 'on-fill': label } = plan({ colors: [hex], palette: [{ hex, share: 1 }] }).colors.tokens
    return { lightness: toOklchColor(fill[scheme]).lightness, label: toOklchColor(label[scheme]).lightness }
  }
  for (const dull of ['#5B7C96', '#978476', '#8A8C72']) {
    const [onLight, onDark] = [fillOf(dull, 'light'), fillOf(dull, 'dark')]
    t.ok(onLight.label > 0.95 && onLight.lightness < 0.48, `${dull} ${onLight.lightness}`)
    t.ok(onDark.label < 0.3 && onDark.lightness > 0.77, `${dull} ${onDark.lightness}`)
  }
  for (const strong of ['#F41041', '#1F6FEB', '#E07A10']) t.ok(fillOf(strong, 'light').label > 0.95, strong)
})

t.test('backgrounds have a hue of the picture, or none', async t => {
  for (const { name, style, plan } of plans) {
    const { palette, background } = readStyle(style)
    const shares = palette.map(({ hex, share }) => ({ ...toOklchColor(hex), share }))
    for (const token of ['paper', 'tint', 'band', 'deep'] as const) {
      const color = toOklchColor(plan.colors.tokens[token].light)
      const near = shares.filter(one => one.chroma >= 0.03 && hueDistance(hueAngle(one), hueAngle(color)) <= 25)
      const share = near.reduce((sum, one) => sum + one.share, 0)
      t.ok(color.chroma < 0.02 || share >= 0.08, `${name} ${token} ${color.hex} ${color.chroma} ${share} ${background}`)
    }
  }
})

function hueDistance(one: number, other: number): number {
  const distance = Math.abs(one - other)
  return Math.min(distance, 360 - distance)
}

t.test('a coloured or dark section has no hue that is foreign to the paper, and its accent is seen', async t => {
  const tokensOf = (palette: readonly { readonly hex: string; readonly share: number }[]) =>
    plan({ colors: palette.map(({ hex }) => hex), palette: [...palette] }).colors.tokens
  const isBlue = (hex: string) => toOklchColor(hex).chroma > 0.02 && Math.abs(hueAngle(toOklchColor(hex)) + 100) < 30
  const foreign = tokensOf([
    { hex: '#D9B48A', share: 0.8 },
    { hex: '#22407A', share: 0.1 },
    { hex: '#C2562D', share: 0.1 },
  ])
  t.notOk([foreign.band.light, foreign.deep.light].some(isBlue), 'a blue of a tenth of a brown picture')
  const olive = tokensOf([
    { hex: '#A3B29F', share: 0.75 },
    { hex: '#C9C48A', share: 0.2 },
    { hex: '#7E2B41', share: 0.05 },
  ]).band.light
  const angle = hueAngle(toOklchColor(olive))
  t.notOk(angle >= 90 && angle <= 115 && toOklchColor(olive).chroma > 0.03, `dull yellow as olive ${olive}`)
  const blue = tokensOf([
    { hex: '#86AED9', share: 0.6 },
    { hex: '#112231', share: 0.4 },
  ])
  t.ok(isBlue(blue.band.light))
  t.same(blue['band-accent'], blue['on-band'], 'blue on blue')
})

t.test('dark shades of yellow and purple are those of the picture, or nearly grey', async t => {
  const tokensOf = (...[color, dark]: readonly string[]) =>
    plan({
      palette: [
        { hex: color ?? '', share: 0.6 },
        { hex: '#F4F1EA', share: 0.3 },
        { hex: dark ?? '', share: 0.1 },
      ],
    }).colors.tokens
  const chromaOf = (hex: string) => toOklchColor(hex).chroma
  for (const color of ['#C9A227', '#B5BD3C']) {
    const { band } = tokensOf(color, '#2A2A2A')
    t.ok(chromaOf(band.dark) <= 0.02, `${color}: ${band.dark}`)
  }
  for (const dark of ['#3A3416', '#4A2138']) {
    const { deep, paper } = tokensOf('#F4F1EA', dark)
    t.ok(chromaOf(deep.light) <= 0.02 && chromaOf(paper.dark) <= 0.02, `${dark}: ${deep.light} ${paper.dark}`)
  }
  t.ok(chromaOf(tokensOf('#3F7FC4', '#2A2A2A').band.dark) > 0.08, 'a dark blue is blue')
})

t.test('night pictures give dark pages, and visitors choose with others', async t => {
  const schemes = { lantern: ['dark', false], mountains: ['dark', false], bakery: ['light', true] } as const
  for (const [name, [scheme, isAdaptive]] of Object.entries(schemes))
    t.match(plan(withPicture(measured[name] ?? {})), { scheme, isAdaptive }, name)
  t.match(plan(withPicture(measured.lantern ?? {}), { scheme: 'light' }), { scheme: 'light', isAdaptive: false })
  t.match(plan(withPicture(measured.bakery ?? {}), { scheme: 'both' }), { scheme: 'light', isAdaptive: true })
})

t.test('neighbouring sections and the end have surfaces of their own, or rules between them', async t => {
  for (const {
    name,
    plan: { sections, closing, division },
  } of plans) {
    const surfaces = [
      ...sections.filter(({ pair }) => pair !== 'second').map(({ surface }) => surface),
      closing.surface,
    ]
    t.ok(division === 'rules' || surfaces.every((one, index) => one !== surfaces[index - 1]), `${name}: ${surfaces}`)
    t.ok(
      surfaces.some(one => one !== 'paper' && one !== 'tint'),
      name,
    )
  }
})

t.test('large numbers stand on a strong surface where none is beside them', async t => {
  const surfacesOf = (sections: readonly SectionInput[], direction: Direction = 'gallery') => {
    const written = { headline: 'x', sub_headline: '', cta_button_text: '', sections: [...sections] }
    const planned = plan({ colors: ['#0E7490'] }, { direction, texts: readContent(written) })
    return planned.sections.map(({ surface }) => surface)
  }
  const [figures, quote, list] = [
    { heading: 'Figures', text: '1931 – first oven\n24 h – of rest' },
    { type: 'quote', items: [{ text: 'The only bread.', cite: 'Ruth' }] },
    { type: 'questions', items: [{ title: 'Is it vegan?', text: 'Most of it.' }] },
  ] as const satisfies readonly SectionInput[]
  t.same(surfacesOf([list, figures, list, quote, list]), ['tint', 'color', 'paper', 'dark', 'paper'])
  t.same(surfacesOf([list, figures, quote, list]), ['tint', 'paper', 'dark', 'paper'], 'beside the quote')
  t.same(surfacesOf([list, list, figures]), ['tint', 'paper', 'tint'], 'beside the end')
  t.same(surfacesOf([figures, list], 'stage'), ['paper', 'tint'], 'in a direction without')
})

t.test('lists in a row are not arranged alike, and columns hold few short texts', async t => {
  const list = (count: number, text: string) =>
    Array.from({ length: count }, (_, index) => ({ title: `Item ${index}`, text }))
  const arrangementsOf = (direction: (typeof directions)[number], sections: SectionInput[]) => {
    const read = readContent({ headline: '', sub_headline: '', cta_button_text: '', sections })
    return plan({ colors: ['#0AF'] }, { direction, texts: read }).sections.map(({ arrangement }) => arrangement)
  }
  const features = { type: 'features', heading: 'Here', items: list(3, 'Until noon.') }
  const questions = { type: 'questions', heading: 'Asked', items: list(3, 'Yes.') }
  const figures = { type: 'figures', heading: 'Figures', items: [{ value: '3', title: 'ovens' }] }
  t.same(arrangementsOf('studio', [features, features, questions, features]), ['aside', 'stack', 'aside', 'stack'])
  t.same(arrangementsOf('signal', [features, features, questions]), ['stack', 'aside', 'stack'])
  t.same(arrangementsOf('gallery', [features, features, questions]), ['center', 'center', 'center'])
  t.same(arrangementsOf('studio', [questions, questions]), ['aside', 'above'])
  t.same(arrangementsOf('studio', [features, figures, features]), ['aside', 'aside', 'aside'])
  for (const items of [list(5, 'Until noon.'), list(3, 'Until noon. '.repeat(30))])
    t.same(arrangementsOf('gallery', [{ ...features, items }]), ['aside'], 'too much for columns')
})

t.test('each direction has an end and contacts of its own, and most have their own quotes', async t => {
  const of = (read: (plan: PagePlan) => string) => {
    const values = directions.map(direction => read(plan({ colors: ['#0AF'] }, { direction })))
    return new Set(values).size
  }
  t.equal(
    of(({ closing }) => closing.layout),
    directions.length,
  )
  t.equal(
    of(({ layouts }) => layouts.contact),
    directions.length,
  )
  t.ok(of(({ layouts }) => layouts.quote) >= directions.length - 2)
})

t.test('a wide picture that is shown whole is above the texts of the window, and beside them elsewhere', async t => {
  const hero = (width: number, direction: 'gallery' | 'studio') =>
    plan(withPicture({ ...measured.interface, media: { width, height: 800 } }), { direction }).hero
  t.match(hero(1700, 'gallery'), { isWhole: true, isBeside: false })
  t.match(hero(1000, 'gallery'), { isWhole: true, isBeside: true })
  t.match(hero(1700, 'studio'), { isWhole: true, isBeside: true })
})

t.test('facts, emphasis and widths follow the texts', async t => {
  const { facts, accent, headline, wordmark } = plan({ colors: ['#0AF'] })
  t.same(
    facts.items.map(({ kind, text }) => [kind, text]),
    [
      ['hours', 'Monday–Friday 6–18 · Sunday 8–11'],
      ['place', '7 Alder Row, Leeds LS1 4QD'],
      ['telephone', '+44 113 555 0162'],
    ],
  )
  t.equal(texts.title.slice(...(accent.range ?? [])), 'morning')
  t.ok(headline.scale < 1 && headline.longestWord > 2 && wordmark > 2)
  for (const [title, emphasis] of [
    ['Bread', undefined],
    ['One good night', 'night'],
    ['Come and see it', 'see it'],
    ['灯りのともる時刻に、お茶を一服', 'お茶を一服'],
  ] as const) {
    const { range } = plan({ colors: [] }, { texts: { ...texts, title, brand: undefined } }).accent
    t.equal(range && title.slice(...range), emphasis, title)
  }
  const widthOf = (title: string) => plan({ colors: [] }, { texts: { ...texts, title } }).headline.longestWord
  t.ok(widthOf('se entiende') > widthOf('Entiende, caminando'), 'a short word stands beside the next one')
  t.equal(plan({ colors: [] }, { texts: { ...texts, brand: undefined } }).wordmark, 0)
})

t.test('the side follows the direction of the writing', async t => {
  for (const { name, style } of pictures) {
    const [ltr, rtl] = [plan(style).hero, plan(style, { dir: 'rtl' }).hero]
    t.not(ltr.side, rtl.side, name)
  }
})

t.test('the headline and the name stand at the end of long pages only', async t => {
  const short = plan(withPicture(measured.mountains ?? {}), {
    texts: { ...texts, sections: texts.sections.slice(0, 1) },
  })
  t.match(short, { closing: { isLarge: false, view: undefined }, wordmark: 0 })
  t.match(plan(withPicture(measured.dunes ?? {})), { closing: { isLarge: true } })
})
