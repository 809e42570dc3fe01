// Details of a picture in the middle of a page: where they lie, and which pages show them.
import fc from 'fast-check'
import t from 'tap'
import type { PageContent } from '../schemas/page-content.ts'
import type { Region } from '../schemas/types.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { findDetails } from '../src/sparkpage/details.ts'
import { canonicalStyle, readStyle } from '../src/sparkpage/style.ts'
import { texts } from './helpers/samples.ts'

const src = `data:image/webp;base64,UklGR${'A'.repeat(60)}`
const face = { x: 0.4, y: 0.2, width: 0.2, height: 0.3 }

/** A measured picture that is quiet at its sides in these parts. */
function measured(width: number, height: number, [left, right, top, bottom] = [0.1, 0, 0.3, 0]) {
  const side = (extent: number) => ({ extent, color: '#F2F0EC' })
  return {
    preview: { src, width, height },
    media: { width, height },
    composition: {
      clear_side: 'none',
      quiet: { left: side(left), right: side(right), top: side(top), bottom: side(bottom) },
    },
  }
}

t.test('details are crisp, lie where the picture is not quiet, and are different parts of it', async t => {
  const side = fc.double({ min: 0, max: 0.5, noNaN: true })
  const length = fc.integer({ min: 1, max: 1600 })
  let found = 0
  fc.assert(
    fc.property(length, length, fc.tuple(side, side, side, side), (width, height, sides) => {
      const style = readStyle(measured(width, height, sides))
      const details = findDetails(style)
      if (details === undefined || style.quiet === undefined) return true
      found++
      const { left, right, top, bottom } = style.quiet
      const size = { width: 1 / details.size, height: ((width / height) * 3) / (4 * details.size) }
      const places = details.positions.map(({ x, y }) => ({ x: x * (1 - size.width), y: y * (1 - size.height) }))
      const isInside = (start: number, length: number, from: number, to: number) =>
        start >= -1e-6 &&
        start + length <= 1 + 1e-6 &&
        (length > to - from || (start >= from - 1e-6 && start + length <= to + 1e-6))
      const isApart = places.every((one, index) =>
        places
          .slice(index + 1)
          .every(
            other => Math.abs(one.x - other.x) >= 0.59 * size.width || Math.abs(one.y - other.y) >= 0.59 * size.height,
          ),
      )
      return (
        size.width * width >= 459 &&
        places.length >= 1 &&
        places.length <= 4 &&
        isApart &&
        places.every(
          ({ x, y }) =>
            isInside(x, size.width, left.extent, 1 - right.extent) &&
            isInside(y, size.height, top.extent, 1 - bottom.extent),
        )
      )
    }),
  )
  t.ok(found >= 10, `${found} pictures have details`)
})

t.test('faces, small pictures and those that were not measured have no details', async t => {
  const large = measured(1600, 1067)
  t.equal(findDetails(readStyle(large))?.positions.length, 4)
  t.equal(findDetails(readStyle({ ...large, faces: [face] })), undefined)
  t.same(canonicalStyle({ ...large, faces: [{ ...face, score: 0.9 }] }).faces, [face], 'a stored page keeps them')
  t.equal(findDetails(readStyle({ ...large, faces: [] }))?.positions.length, 4)
  t.equal(findDetails(readStyle({ ...large, faces: [{ x: 'left' }] }))?.positions.length, 4, 'not a face')
  t.equal(findDetails(readStyle(measured(700, 467))), undefined)
  t.equal(findDetails(readStyle({ ...large, composition: 'none' })), undefined)
  t.equal(findDetails(readStyle({ ...large, preview: undefined })), undefined)
  const lit = (placeholder: string) => findDetails(readStyle({ ...large, placeholder }))?.positions
  t.equal(lit('00TSUA')?.length, 4, 'white')
  t.equal(lit('000000'), undefined, 'black')
  const lefts = lit('1~Eyb[~q')?.map(({ x }) => x) ?? []
  t.ok(lefts.length > 0 && Math.max(...lefts) < 0.8, `bright at its left, black at its right: ${lefts}`)
  const focused = (subject: Region) => {
    const { composition } = large
    return findDetails(readStyle({ ...large, composition: { ...composition, subject } }))?.positions.length
  }
  t.equal(focused({ x: 0, y: 0, width: 1, height: 1 }), 4, 'a scene is everywhere')
  t.equal(focused({ x: 0.7, y: 0.3, width: 0.3, height: 0.7 }), 2, 'an object is not')
  t.equal(focused({ x: 0.5, y: 0.5, width: 0.1, height: 0.1 }), undefined, 'a small one has no details')
  const sharp = (detail: readonly unknown[]) => {
    const { composition } = large
    return findDetails(readStyle({ ...large, composition: { ...composition, detail } }))?.positions
  }
  const parts = (isSharp: (at: number) => boolean) => Array.from({ length: 16 }, (_, at) => (isSharp(at) ? 1 : 0))
  t.equal(sharp(parts(() => true))?.length, 4, 'all of it is in focus')
  const inFocus = sharp(parts(at => at % 4 < 2)) ?? []
  t.ok(inFocus.length > 0 && inFocus.every(({ x }) => x < 0.9), `only its left is in focus: ${JSON.stringify(inFocus)}`)
  t.equal(sharp(parts(() => false)), undefined, 'nothing is')
  t.equal(sharp(['sharp'])?.length, 4, 'not measured')
  const [first] = findDetails(readStyle({ ...large, focal_point: { x: 0.9, y: 0.9 } }))?.positions ?? []
  t.ok(first && first.x > 0.9 && first.y > 0.9, 'the first one shows the subject')
})

const [features, quote, figures] = [
  { type: 'features', heading: 'Courses', items: ['Beginners', 'Days', 'Weeks'].map(title => ({ title, text: 'x' })) },
  { type: 'quote', heading: 'Reviews', text: '“I learned it in nine days.” Ada Lindqvist' },
  { type: 'figures', heading: 'Numbers', text: '4 teachers\n19 courses a year' },
] as const
type Sections = NonNullable<PageContent['sections']>

function pageOf(sections: Sections, changes: Partial<PageInput> = {}) {
  const { style, ...others } = changes
  return buildPage({
    style: { colors: ['#6D28D7', '#F59E0B', '#0F172A'], ...measured(1600, 1067), ...style },
    content: { ...texts.plain, sections },
    framework: 'none',
    responsiveType: 'mobile-first',
    direction: 'studio',
    ...others,
  })
}

/** The details of a page in their order. */
function detailsOf({ html }: { readonly html: string }): readonly string[] {
  return [...html.matchAll(/class="sp-page-picture sp-detail (sp-detail-\d)"/g)].map(([, name]) => String(name))
}

t.test('a body shows them above features, each once, and then no second copy of the picture', async t => {
  const shown = pageOf([features, quote, figures])
  t.same(detailsOf(shown), ['sp-detail-1', 'sp-detail-2', 'sp-detail-3'])
  t.match(shown.html, /<article class="sp-item">\s*<div class="sp-page-picture sp-detail sp-detail-1"/)
  t.notMatch(shown.html, 'class="sp-page-picture sp-between')
  t.notMatch(shown.html, 'sp-closing-picture"')
  for (const name of ['size', '1', '4']) t.match(shown.cssVariables[`--sp-detail-${name}`], /^[\d.]+%/)
  const untyped = ['One', 'Two'].map(heading => ({ heading, text: 'x' }))
  t.same(detailsOf(pageOf([...untyped, quote, figures])), ['sp-detail-1', 'sp-detail-2'])
  t.same(detailsOf(pageOf([quote, features, { ...features, heading: 'More' }, figures])).length, 3, 'one section only')
})

t.test('where there are fewer of them than features, the page shows its picture as ever', async t => {
  const many = { ...features, items: [...features.items, ...features.items] }
  const row = pageOf([many, quote, figures])
  t.match(row.html, '<div class="sp-between sp-details">', 'or three of them between two sections')
  const long = Array.from({ length: 3 }, () => ({ heading: 'x', text: 'word '.repeat(60) }))
  t.match(pageOf([...long, quote, figures]).html, '<div class="sp-between sp-details">', 'also beside long texts')
  for (const [sections, changes] of [
    [[features, quote, figures], { style: { faces: [face] } }],
    [[features, quote], {}],
  ] satisfies readonly (readonly [Sections, Partial<PageInput>])[]) {
    const page = pageOf(sections, changes)
    t.same(detailsOf(page), [])
    t.notOk('--sp-detail-size' in page.cssVariables)
  }
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  t.same(detailsOf(pageOf([{ ...features, items: [{ title: 'x', image }] }, quote, figures])), [])
  const linked = { ...texts.plain, sections: [features, quote, figures], image }
  t.same(detailsOf(pageOf([], { content: linked })), [], 'nothing is known of a linked picture')
})

t.test(
  'three of them stand between two sections, else the picture, or art below one that is as wide as the page',
  async t => {
    const colors = ['#6D28D8', '#F59E0B', '#0F172A']
    const wide = { direction: 'studio', layout: 'full-bleed', style: { colors } } as const
    const page = pageOf([features, quote, figures], wide)
    t.same(detailsOf(page), ['sp-detail-1', 'sp-detail-2', 'sp-detail-3'])
    t.match(page.html, /<div class="sp-between sp-details">/)
    const narrow = measured(1600, 1067, [0.45, 0.45, 0.3, 0.3])
    const art = pageOf([features, quote, figures], { ...wide, style: { colors, ...narrow } })
    t.same(detailsOf(art), [])
    t.match(art.html, 'class="sp-between sp-art"')
    const split = { ...wide, layout: 'split' } as const
    t.equal(detailsOf(pageOf([features, quote, figures], split)).length, 3)
    const copy = pageOf([features, quote, figures], { ...split, style: { colors, ...narrow } })
    t.match(copy.html, 'class="sp-page-picture sp-between"')
  },
)
