// Colour maths: sRGB, OKLab, contrast by WCAG, and the smallest change of a colour that reaches a contrast.
import { wcagContrast as culoriContrast, wcagLuminance } from 'culori'
import fc from 'fast-check'
import t from 'tap'
import { deltaE00, sampleHex } from '../src/color/color-sample.ts'
import { luminanceOfHex, wcagContrast, withContrast } from '../src/color/contrast.ts'
import { hexToOklab, oklabToHex } from '../src/color/oklab.ts'
import { encodeLight, linearLight } from '../src/color/srgb.ts'

const hex = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`)
const seed = { seed: 20261121 }

function minContrast(color: string, others: readonly string[]): number {
  return Math.min(...others.map(other => culoriContrast(color, other)))
}

t.test('contrast and luminance agree with culori', async t => {
  fc.assert(
    fc.property(hex, hex, (a, b) => {
      t.ok(Math.abs(wcagContrast(a, b) - culoriContrast(a, b)) < 1e-9, `${a} on ${b}`)
      t.ok(Math.abs(luminanceOfHex(a) - wcagLuminance(a)) < 1e-9, a)
    }),
    { ...seed, numRuns: 50 },
  )
  t.equal(wcagContrast('#000', '#ffffffff'), 21)
})

t.test('converts every channel to linear light and back, and clips values outside the range', async t => {
  for (let byte = 0; byte < 256; byte++) if (encodeLight(linearLight(byte)) !== byte) t.fail(`${byte}`)
  t.same([linearLight(0), linearLight(255), linearLight(510)], [0, 1, 0])
  t.same([encodeLight(-1), encodeLight(2)], [0, 255])
})

t.test('rejects an invalid hexadecimal colour and quotes it', async t => {
  for (const color of ['', 'red', '6D28D9', '#12', '#12345', '#GGGGGG', 'rgb(1 2 3)']) {
    t.throws(() => wcagContrast(color, '#000000'), {
      name: 'TypeError',
      message: new RegExp(JSON.stringify(color).replace(/[()]/g, '.')),
    })
  }
})

t.test('converts colours to OKLab and back, and keeps the lightness of one outside the sRGB gamut', async t => {
  fc.assert(
    fc.property(hex, color => {
      t.equal(oklabToHex(hexToOklab(color)), color.toUpperCase())
    }),
    { ...seed, numRuns: 100 },
  )
  t.ok(Math.abs(hexToOklab(oklabToHex({ l: 0.6, a: 0.4, b: -0.4 })).l - 0.6) < 0.01)
})

t.test('the adjusted colour reaches the ratio against all others, and no nearer lightness does', async t => {
  const others = fc.array(hex, { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(hex, others, fc.constantFrom(3, 4.5, 7), (color, against, ratio) => {
      const solved = withContrast(color, against, ratio)
      const origin = hexToOklab(color)
      const holding = Array.from({ length: 257 }, (_, step) => step / 256)
        .filter(l => minContrast(oklabToHex({ ...origin, l }), against) >= ratio)
        .map(l => Math.abs(l - origin.l))
      t.match(solved, /^#[0-9A-F]{6}$/)
      if (minContrast(solved, against) >= ratio) {
        t.ok(
          Math.abs(hexToOklab(solved).l - origin.l) <= Math.min(1, ...holding) + 0.008,
          `${color} ${against} ${ratio}`,
        )
      } else {
        t.same(holding, [], `${color} has no lightness for ${ratio} against ${against}`)
        t.equal(solved, minContrast('#000000', against) > minContrast('#FFFFFF', against) ? '#000000' : '#FFFFFF')
      }
    }),
    { ...seed, numRuns: 60 },
  )
})

t.test('a colour that reaches the ratio already is returned unchanged', async t => {
  t.equal(withContrast('#6d28d9', '#FFFFFF', 4.5), '#6D28D9')
  t.equal(withContrast('#fff', ['#000000', '#333'], 7), '#FFFFFF')
})

t.test('black or white is returned where no lightness reaches the ratio', async t => {
  t.equal(withContrast('#777777', ['#606060', '#A0A0A0'], 7), '#000000')
  t.equal(withContrast('#777777', ['#303030', '#808080'], 7), '#FFFFFF')
  // No 8-bit colour of this hue has a luminance between these two.
  t.equal(withContrast('#A20126', ['#77BB4E', '#000000'], 3), '#FFFFFF')
})

t.test('the hue stays when the lightness changes', async t => {
  const { a, b } = hexToOklab(withContrast('#F59E0B', '#FFFFFF', 4.5))
  const origin = hexToOklab('#F59E0B')
  t.ok(Math.abs(Math.atan2(b, a) - Math.atan2(origin.b, origin.a)) < 0.05)
})

/** From the test data of Sharma, Wu and Dalal (2005), where hues meet at 0° and at opposite sides: two CIELAB colours, ΔE00. */
const sharma: readonly (readonly number[])[] = [
  [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425],
  [50, -1, 2, 50, 0, 0, 2.3669],
  [50, 2.49, -0.001, 50, -2.49, 0.001, 7.1792],
  [50, 2.49, -0.001, 50, -2.49, 0.0011, 7.2195],
  [50, 2.5, 0, 56, -27, -3, 31.903],
  [36.4612, 47.858, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
  [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
  [2.0776, 0.0795, -1.135, 0.9033, -0.0636, -0.5514, 0.9082],
]

t.test('computes the published values of ΔE00', async t => {
  const sampleAt = (l = 0, a = 0, b = 0) => ({
    ...sampleHex('#000000'),
    lab: { mode: 'lab65', l, a, b } as const,
  })
  for (const [l1, a1, b1, l2, a2, b2, wanted] of sharma) {
    t.equal(deltaE00(sampleAt(l1, a1, b1), sampleAt(l2, a2, b2)).toFixed(4), wanted?.toFixed(4))
  }
})
