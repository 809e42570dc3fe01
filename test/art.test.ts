// The art: every generator shows every colour, in plain paths, the same for the same style.
import sharp from 'sharp'
import t from 'tap'
import { densities } from '../schemas/style.ts'
import { generateArt } from '../src/sparkpage/art/art.ts'
import { type Art, side } from '../src/sparkpage/art/canvas.ts'
import { complexities, moods, readStyle } from '../src/sparkpage/style.ts'

const accent = '#6D28D9'
const five = ['#0B3954', '#087E8B', '#BFD7EA', '#FF5A5F', '#C81D25']

const artFor = (input: Readonly<Record<string, unknown>> & { colors: string[] }): Art =>
  generateArt(readStyle(input), accent)

/** The art alone, with a level of grey for each colour. */
const levels = (art: Art): readonly number[] => art.colors.map((_, index) => 40 + index * 30)
const drawn = (art: Art): string => {
  const paths = art.layers.map(({ color, path }) => {
    const level = levels(art)[color]
    return `<path fill="rgb(${level},${level},${level})" shape-rendering="crispEdges" d="${path}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 ${side} ${side}">${paths.join('')}</svg>`
}

/** Share of the picture that each colour covers. */
const shares = async (art: Art): Promise<readonly number[]> => {
  const { data, info } = await sharp(Buffer.from(drawn(art)))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return levels(art).map(
    level => data.reduce((sum, value) => sum + (Math.abs(value - level) < 8 ? 1 : 0), 0) / (info.width * info.height),
  )
}

for (const mood of moods)
  for (const complexity of complexities)
    t.test(`${mood}, ${complexity}: every colour is visible for any seed`, async t => {
      for (const density of densities)
        for (let seed = 0; seed < 6; seed += 1) {
          const colors = five.map(color => color.slice(0, 5) + (0x20 + seed * 7).toString(16).toUpperCase())
          const art = artFor({ colors, mood, complexity, density })
          const seen = await shares(art)
          t.ok(
            seen.every(share => share >= 0.005),
            `${density} ${seed}: ${seen.map(share => share.toFixed(3))}`,
          )
          for (const { path } of art.layers) t.match(path, /^(?:[MLHVCSAZmlhvcsaz]|-?(?:\d+|\d*\.\d{1,2})|[ ,])+$/)
        }
    })

t.test(
  'gives the same art for the same style, and another for another mood, complexity, density or colour',
  async t => {
    const plain = { colors: five }
    t.same(artFor(plain), artFor({ ...plain, headline: 'other' }))
    const others = [
      ...moods.slice(1).map(mood => ({ ...plain, mood })),
      ...['simple', 'detailed'].map(complexity => ({ ...plain, complexity })),
      { ...plain, density: 'airy' },
      { colors: ['#0B3955', ...five.slice(1)] },
    ]
    const all = [plain, ...others].map(style => JSON.stringify(artFor(style).layers))
    t.equal(new Set(all).size, all.length)
  },
)

t.test('sorts analogous colours by lightness, and keeps the order of others', async t => {
  const inks = (harmony: unknown, scheme = 'light') => artFor({ colors: five, harmony, scheme }).colors
  const [fromLight, fromDark] = [
    [3, 4, 2, 5, 1],
    [1, 5, 2, 4, 3],
  ].map(order => order.map(at => `var(--sp-palette-${at})`))
  t.same(inks({ template: 'V', name: 'neighbouring hues' }), fromLight)
  t.same(inks('analogous', 'dark'), fromDark)
  for (const other of ['opposite hues', { name: 'neighbouring hues and one across' }, 7, undefined])
    t.same(
      inks(other),
      five.map((_, at) => `var(--sp-palette-${at + 1})`),
      JSON.stringify(other),
    )
})

t.test('completes few colours with tints of the accent, also without any', async t => {
  t.equal(artFor({ colors: ['#FF0000'] }).colors.length, 4)
  t.match(artFor({ colors: [] }).colors, [/accent/, /^#/, /^#/, /^#/])
})
