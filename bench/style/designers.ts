// How many of the colours that designers picked from an artwork are among the six of each palette maker.
import { deltaE00, sampleHex } from '../../src/color/color-sample.ts'
import { hexToOklab, squaredDistance } from '../../src/color/oklab.ts'
import { fixed, meanOf, percent, sumOf, table } from '../report.ts'
import { type Artwork, metArtworks, vanGoghArtworks } from './artworks.ts'
import { makers } from './makers.ts'
import { createRandom, type Pixels, readPixels } from './measures.ts'

interface Collection {
  readonly name: string
  readonly artworks: readonly Artwork[]
}

/** A colour that a designer picked. */
interface Pick {
  readonly color: string
  readonly isNearNeutral: boolean
  readonly isLargeArea: boolean
}

interface JudgedPick extends Pick {
  /** ΔE00 to the nearest of the six. */
  readonly difference: number
}

interface JudgedArtwork {
  readonly collection: string
  /** By the name of the maker. */
  readonly picks: ReadonlyMap<string, readonly JudgedPick[]>
}

interface Hits {
  readonly hits: number
  readonly picks: number
}

const sixCount = 6
/** ΔE00 within which a designer's colour counts as found. */
const reach = 10
/** What a maker without an answer gets, ΔE00. */
const noDifference = 100
const nearNeutralChroma = 12
/** OKLab distance within which a pixel belongs to a designer's colour, and the share that makes a large area. */
const area = { distance: 0.05, minShare: 0.08 } as const
const bootstrap = { resamples: 2000, seed: 17, tail: 0.025 } as const

/** @param met, vanGogh checkouts of MetBrewer and vangogh. */
export async function reportDesigners(met: string, vanGogh: string): Promise<string> {
  const collections: readonly Collection[] = [
    { name: 'MetBrewer', artworks: await metArtworks(met) },
    { name: 'vangogh', artworks: await vanGoghArtworks(vanGogh) },
  ]
  const judged: JudgedArtwork[] = []
  for (const { name, artworks } of collections) {
    for (const artwork of artworks) judged.push(await judgeArtwork(name, artwork))
    console.error(`${name}: ${artworks.length} artworks`)
  }
  return [
    findingsTable('all collections', judged),
    ...collections.map(({ name }) =>
      findingsTable(
        name,
        judged.filter(({ collection }) => collection === name),
      ),
    ),
    bootstrapTable(judged),
  ].join('\n\n')
}

async function judgeArtwork(collection: string, { bytes, colors }: Artwork): Promise<JudgedArtwork> {
  const picked = await describePicks(bytes, colors)
  const picks = new Map<string, readonly JudgedPick[]>()
  for (const { name, find } of makers) {
    const answer = await find(bytes).catch(() => undefined)
    const six = (answer?.colors ?? []).slice(0, sixCount)
    picks.set(
      name,
      picked.map(pick => ({
        ...pick,
        difference: Math.min(noDifference, ...six.map(color => deltaE00(sampleHex(color), sampleHex(pick.color)))),
      })),
    )
  }
  return { collection, picks }
}

async function describePicks(bytes: Buffer, colors: readonly string[]): Promise<readonly Pick[]> {
  const pixels = await readPixels(bytes)
  return colors.map(color => {
    const { a, b } = sampleHex(color).lab
    return {
      color,
      isNearNeutral: Math.hypot(a, b) < nearNeutralChroma,
      isLargeArea: areaOf(pixels, color, area.distance) > area.minShare,
    }
  })
}

/** Share of the pixels within an OKLab distance of one colour. */
function areaOf(pixels: Pixels, color: string, distance: number): number {
  const point = hexToOklab(color)
  return pixels.reduce((sum, pixel) => (squaredDistance(pixel, point) < distance ** 2 ? sum + pixel.weight : sum), 0)
}

function findingsTable(title: string, judged: readonly JudgedArtwork[]): string {
  const picksOf = (maker: string): readonly JudgedPick[] => judged.flatMap(({ picks }) => picks.get(maker) ?? [])
  const picked = picksOf(makers[0]?.name ?? '')
  const neutralCount = picked.filter(({ isNearNeutral }) => isNearNeutral).length
  const largeCount = picked.filter(({ isLargeArea }) => isLargeArea).length
  const head = [
    `${title}, ${judged.length} artworks`,
    `of ${picked.length} colours, %`,
    'mean ΔE00',
    `of ${neutralCount} near-neutrals, %`,
    `of ${largeCount} areas over 8 %, %`,
  ]
  const rows = makers.map(({ name }) => {
    const picks = picksOf(name)
    return [
      name,
      percent(shareFound(picks)),
      fixed(meanOf(picks.map(({ difference }) => difference)), 2),
      percent(shareFound(picks.filter(({ isNearNeutral }) => isNearNeutral))),
      percent(shareFound(picks.filter(({ isLargeArea }) => isLargeArea))),
    ]
  })
  return table(head, rows)
}

function isFound({ difference }: JudgedPick): boolean {
  return difference <= reach
}

function shareFound(picks: readonly JudgedPick[]): number {
  return picks.filter(isFound).length / picks.length
}

/** How sure the lead over the best peer is, when other artworks of this kind had been chosen. */
function bootstrapTable(judged: readonly JudgedArtwork[]): string {
  const isOwn = (name: string): boolean => name.startsWith('this service')
  const names = makers.map(({ name }) => name)
  const hitsOf = (maker: string): readonly Hits[] =>
    judged.map(({ picks }) => {
      const some = picks.get(maker) ?? []
      return { hits: some.filter(isFound).length, picks: some.length }
    })
  const [best = ''] = names
    .filter(name => !isOwn(name))
    .toSorted((one, other) => pooledShare(hitsOf(other)) - pooledShare(hitsOf(one)))
  const rows = names.filter(isOwn).map(name => {
    const [own, peer] = [hitsOf(name), hitsOf(best)]
    const { low, high } = intervalOf(own, peer)
    return [name, percent(pooledShare(own) - pooledShare(peer)), `${percent(low)} to ${percent(high)}`]
  })
  return table([`ahead of the best peer (${best})`, 'points', '95 % interval'], rows)
}

function pooledShare(artworks: readonly Hits[]): number {
  return sumOf(artworks.map(({ hits }) => hits)) / sumOf(artworks.map(({ picks }) => picks))
}

/** Percentile bootstrap over artworks (Efron 1979) of the difference in share. */
function intervalOf(own: readonly Hits[], peer: readonly Hits[]): { readonly low: number; readonly high: number } {
  const random = createRandom(bootstrap.seed)
  const differences = Array.from({ length: bootstrap.resamples }, () => {
    const drawn = own.map(() => Math.floor(random() * own.length))
    return pooledShare(resampled(own, drawn)) - pooledShare(resampled(peer, drawn))
  }).toSorted((one, other) => one - other)
  const cut = Math.floor(bootstrap.tail * bootstrap.resamples)
  return { low: differences[cut] ?? Number.NaN, high: differences.at(-1 - cut) ?? Number.NaN }
}

function resampled(artworks: readonly Hits[], drawn: readonly number[]): readonly Hits[] {
  return drawn.flatMap(index => artworks[index] ?? [])
}
