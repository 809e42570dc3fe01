// How many of the colours that a person picked from an artwork each palette maker finds.
// `npm run bench:designers -- <checkout of MetBrewer> <checkout of vangogh>`; docs/benchmarks.md says which versions.
import { deltaE } from '../style/color.ts'
import { type Maker, makers } from '../style/makers.ts'
import { type Artwork, metArtworks, vanGoghArtworks } from './artworks.ts'

/** Within so much, ΔE00, a colour is found; so many colours of a maker count. */
const reach = 10
const count = 6

interface Found {
  readonly hits: number
  readonly picked: number
}

const findIn = async (maker: Maker, { bytes, colors }: Artwork): Promise<Found> => {
  const answer = await maker.find(bytes).catch(() => undefined)
  const six = (answer?.colors ?? []).slice(0, count)
  const hits = colors.filter(color => six.some(own => deltaE(color, own) <= reach)).length
  return { hits, picked: colors.length }
}

/** Per cent of all colours that people picked. */
const pooled = (found: readonly Found[]): string => {
  const sum = (of: (one: Found) => number): number => found.reduce((total, one) => total + of(one), 0)
  return ((100 * sum(({ hits }) => hits)) / sum(({ picked }) => picked)).toFixed(1)
}

const [met = '', vanGogh = ''] = process.argv.slice(2)
const sets = [await metArtworks(met), await vanGoghArtworks(vanGogh)]
const all = sets.flat()

const row = async (maker: Maker): Promise<string> => {
  const found: Found[] = []
  for (const artwork of all) found.push(await findIn(maker, artwork))
  const metCount = sets[0]?.length ?? 0
  const groups = [
    found,
    found.filter((_, index) => index % 2 === 0),
    found.filter((_, index) => index % 2 === 1),
    found.slice(0, metCount),
    found.slice(metCount),
  ]
  return `| ${[maker.name, ...groups.map(pooled)].join(' | ')} |`
}

console.log('| palette maker | all % | tuned on % | held out % | MetBrewer % | vangogh % |')
console.log('| --- | --: | --: | --: | --: | --: |')
for (const maker of makers) console.log(await row(maker))
