// How right every palette maker is on drawn pictures, whose colours are known.
import { fixed, meanOf, sumOf, table } from '../report.ts'
import { deltaE, type Family, type Mass, type Picture } from './drawing.ts'
import { alike, flat, icon, logo, monochrome, pattern, strokes } from './graphics.ts'
import { type Maker, makers } from './makers.ts'
import { gradient, illustration, page, photo, screenshot } from './scenes.ts'
import { type Judgement, judge } from './score.ts'

interface Judged {
  readonly picture: Picture
  /** False where the maker could not read the picture: it counts as an empty palette. */
  readonly read: boolean
  readonly judgement: Judgement
}

export const families: Readonly<Record<string, Family>> = {
  flat,
  photo,
  strokes,
  gradient,
  logo,
  screenshot,
  page,
  alike,
  monochrome,
  icon,
  pattern,
  illustration,
}
const picturesPerFamily = 8
const measures = [
  'score',
  'least',
  'ΔE00',
  'recall %',
  'precision %',
  'near-duplicates',
  'share error %',
  'earth mover',
]

/** @param firstSeed of eight pictures a family. */
export async function reportDrawn(firstSeed: number): Promise<string> {
  const pictures = await drawPictures(firstSeed)
  const all: string[][] = []
  const own: string[][] = []
  for (const maker of makers) {
    const judged = await judgeAll(maker, pictures)
    all.push([maker.name, ...cells(judged), String(judged.filter(({ read }) => !read).length)])
    if (!maker.name.startsWith('this service')) continue
    for (const family of Object.keys(families)) {
      own.push([`${family}, ${maker.name}`, ...cells(judged.filter(({ picture }) => picture.family === family))])
    }
  }
  return `${table(['palette maker', ...measures, 'unread'], all)}\n\n${table(['family', ...measures], own)}`
}

async function drawPictures(firstSeed: number): Promise<readonly Picture[]> {
  const drawn: Picture[] = []
  for (const family of Object.values(families)) {
    for (let seed = firstSeed; seed < firstSeed + picturesPerFamily; seed++) drawn.push(await family(seed))
  }
  return drawn
}

async function judgeAll(maker: Maker, pictures: readonly Picture[]): Promise<readonly Judged[]> {
  const judged: Judged[] = []
  for (const picture of pictures) {
    const answer = await maker.find(picture.bytes).catch(() => undefined)
    const colors = answer?.colors ?? []
    const palette = answer?.palette ?? sharesOf(colors, picture)
    judged.push({ picture, read: answer !== undefined, judgement: judge(picture, { colors, palette }) })
  }
  return judged
}

/** The shares of a maker that states none: every pixel counts for the nearest of the colours. */
function sharesOf(colors: readonly string[], { spread }: Picture): readonly Mass[] {
  const shares = new Map(colors.map(color => [color, 0]))
  for (const { hex, share } of spread) {
    const [nearest] = colors.toSorted((one, other) => deltaE(one, hex) - deltaE(other, hex))
    if (nearest !== undefined) shares.set(nearest, (shares.get(nearest) ?? 0) + share)
  }
  return [...shares].map(([hex, share]) => ({ hex, share }))
}

/** Means over the pictures; of near-duplicates the number, of recall the share of all known colours. */
function cells(judged: readonly Judged[]): readonly string[] {
  const all = judged.map(({ judgement }) => judgement)
  const errors = all.flatMap(({ shareError }) => (shareError === undefined ? [] : [shareError]))
  const recall = sumOf(all.map(({ recalled }) => recalled)) / sumOf(all.map(({ recallable }) => recallable))
  return [
    fixed(meanOf(all.map(({ score }) => score)), 1),
    fixed(Math.min(...all.map(({ score }) => score)), 1),
    fixed(meanOf(all.map(({ distance }) => distance)), 2),
    fixed(100 * recall, 1),
    fixed(100 * meanOf(all.map(({ precision }) => precision)), 1),
    fixed(sumOf(all.map(({ duplicates }) => duplicates)), 0),
    fixed(100 * meanOf(errors), 2),
    fixed(meanOf(all.map(({ work }) => work)), 2),
  ]
}
