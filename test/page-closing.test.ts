// The picture at the end of a page: which part of it is shown.
import fc from 'fast-check'
import t from 'tap'
import type { Region } from '../schemas/types.ts'
import { buildPage, type PageInput } from '../src/sparkpage/build.ts'
import { findDetail } from '../src/sparkpage/detail.ts'
import { canonicalStyle, readStyle } from '../src/sparkpage/style.ts'
import { isScene, plainGround } from '../src/sparkpage/subject.ts'
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

t.test('a detail is crisp, much larger than the whole picture, and lies where that is not quiet', async t => {
  const side = fc.double({ min: 0, max: 0.5, noNaN: true })
  const length = fc.integer({ min: 1, max: 1600 })
  let found = 0
  fc.assert(
    fc.property(length, length, fc.tuple(side, side, side, side), (width, height, sides) => {
      const style = readStyle(measured(width, height, sides))
      const detail = findDetail(style)
      if (detail === undefined || style.quiet === undefined) return true
      found++
      const { left, right, top, bottom } = style.quiet
      const size = { width: 1 / detail.size, height: ((width / height) * 3) / (4 * detail.size) }
      const place = { x: detail.x * (1 - size.width), y: detail.y * (1 - size.height) }
      const isInside = (start: number, length: number, from: number, to: number) =>
        start >= -1e-6 &&
        start + length <= 1 + 1e-6 &&
        (length > to - from || (start >= from - 1e-6 && start + length <= to + 1e-6))
      return (
        size.width * width >= 639 &&
        Math.max(size.width, size.height) <= (plainGround(style.quiet) === undefined ? 0.6 : 0.75) &&
        isInside(place.x, size.width, left.extent, 1 - right.extent) &&
        isInside(place.y, size.height, top.extent, 1 - bottom.extent)
      )
    }),
    { numRuns: 1000 },
  )
  t.ok(found >= 10, `${found} pictures have a detail`)
})

t.test('faces, small pictures and objects and those that were not measured have none', async t => {
  const large = measured(1600, 1067)
  t.ok(findDetail(readStyle(large)))
  t.equal(findDetail(readStyle({ ...large, faces: [face] })), undefined)
  t.same(canonicalStyle({ ...large, faces: [{ ...face, score: 0.9 }] }).faces, [face], 'a stored page keeps them')
  t.ok(findDetail(readStyle({ ...large, faces: [] })))
  t.ok(findDetail(readStyle({ ...large, faces: [{ x: 'left' }] })), 'not a face')
  t.equal(findDetail(readStyle(measured(900, 600))), undefined)
  t.equal(findDetail(readStyle({ ...large, composition: 'none' })), undefined)
  t.equal(findDetail(readStyle({ ...large, preview: undefined })), undefined)
  const focused = (subject: Region) =>
    findDetail(readStyle({ ...large, composition: { ...large.composition, subject } }))
  t.ok(focused({ x: 0, y: 0, width: 1, height: 1 }), 'a scene is everywhere')
  t.equal(focused({ x: 0.6, y: 0.2, width: 0.4, height: 0.8 }), undefined, 'a large object would be cut')
  t.equal(focused({ x: 0.5, y: 0.5, width: 0.1, height: 0.1 }), undefined, 'a small one')
})

t.test('a detail holds the whole of an object', async t => {
  const large = measured(1600, 1067)
  const fraction = fc.integer({ min: 0, max: 100 }).map(percent => percent / 100)
  let found = 0
  fc.assert(
    fc.property(fraction, fraction, fraction, fraction, (left, top, across, down) => {
      const subject = { x: left, y: top, width: across * (1 - left), height: down * (1 - top) }
      const style = readStyle({ ...large, composition: { ...large.composition, subject } })
      const detail = findDetail(style)
      if (detail === undefined || isScene(style)) return true
      found++
      const size = { width: 1 / detail.size, height: (1.5 * 3) / (4 * detail.size) }
      const place = { x: detail.x * (1 - size.width), y: detail.y * (1 - size.height) }
      return (
        place.x <= subject.x + 1e-3 &&
        place.y <= subject.y + 1e-3 &&
        place.x + size.width >= subject.x + subject.width - 1e-3 &&
        place.y + size.height >= subject.y + subject.height - 1e-3
      )
    }),
    { numRuns: 1000 },
  )
  t.ok(found >= 10, `${found} objects have a detail`)
})

t.test('a detail shows the subject, bright and in focus', async t => {
  const large = measured(1600, 1067)
  const near = findDetail(readStyle({ ...large, focal_point: { x: 0.9, y: 0.9 } }))
  t.ok(near && near.x > 0.9 && near.y > 0.9, JSON.stringify(near))
  const lit = (placeholder: string) => findDetail(readStyle({ ...large, placeholder }))
  t.ok(lit('00TSUA'), 'white')
  t.equal(lit('000000'), undefined, 'black')
  const bright = lit('1~Eyb[~q')
  t.ok(bright && bright.x < 0.8, `bright at its left, black at its right: ${bright?.x}`)
  const sharp = (detail: readonly unknown[]) =>
    findDetail(readStyle({ ...large, composition: { ...large.composition, detail } }))
  // Analyses of earlier releases have 4 × 4 parts.
  for (const side of [16, 4]) {
    const parts = (isSharp: (across: number) => boolean) =>
      Array.from({ length: side * side }, (_, index) => Number(isSharp((index % side) / side)))
    const inFocus = sharp(parts(across => across < 0.25))
    t.ok(inFocus && inFocus.x < 0.3, `only its left is in focus: ${inFocus?.x}`)
    t.equal(sharp(parts(() => false)), undefined, 'nothing is')
  }
  t.ok(sharp(['sharp']), 'not measured')
})

t.test('a page ends with a detail of its picture, and with the whole after a window that is full of it', async t => {
  const sections = ['Rooms', 'Food', 'Prices'].map(heading => ({ heading, text: 'x' }))
  const variablesOf = (changes: Partial<PageInput> = {}) =>
    buildPage({
      style: { colors: ['#6D28D7', '#F59E0B', '#0F172A'], ...measured(1600, 1067) },
      content: { ...texts.plain, sections },
      ...{ framework: 'none', responsiveType: 'mobile-first', direction: 'studio', layout: 'split' },
      ...changes,
    }).cssVariables
  t.match(variablesOf(), { '--sp-closing-size': /^[\d.]+%$/, '--sp-closing-position': /^[\d.]+% [\d.]+%$/ })
  const image = { src: 'https://example.com/a.jpg', alt: '' }
  for (const changes of [
    { layout: 'full-bleed' },
    { content: texts.plain },
    { content: { ...texts.plain, sections, image } },
  ] satisfies readonly Partial<PageInput>[])
    t.notOk('--sp-closing-size' in variablesOf(changes), JSON.stringify(changes))
})
