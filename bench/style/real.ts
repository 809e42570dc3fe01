// How well every palette maker covers real pictures.
import { readFile } from 'node:fs/promises'
import { fixed, meanOf, percent, sumOf, table } from '../report.ts'
import { makers, type Share } from './makers.ts'
import { coverageOf, kMeansColors, missingHueOf, type Pixels, readPixels } from './measures.ts'
import type { PreparedPicture } from './pictures.ts'

/** How well some colours cover one picture. */
interface Judgement {
  /** Share of the pixels without a colour near them. */
  readonly lost: number
  /** Mean OKLab distance from a pixel to its nearest colour. */
  readonly distance: number
  readonly missingHue: number
}

interface JudgedSix extends Judgement {
  /** False where the maker could not read the picture: it counts as an answer without colours. */
  readonly read: boolean
}

interface JudgedPalette extends Judgement {
  readonly count: number
  /** For each colour, how far its share is from that of the pixels nearest to it. */
  readonly shareErrors: readonly number[]
  /** K-means in OKLab on the judged pixels, with as many colours. */
  readonly sameCount: Judgement
}

interface JudgedPicture {
  /** By the name of the maker. */
  readonly six: ReadonlyMap<string, JudgedSix>
  /** By the name of the maker, for those that answer with a palette beyond the six. */
  readonly palettes: ReadonlyMap<string, JudgedPalette>
  /** K-means in OKLab on the judged pixels. */
  readonly kMeansOfSix: Judgement
  readonly kMeansOfSixteen: Judgement
}

const sixCount = 6
const sixteenCount = 16

const limits = { largeLoss: 0.25, loss: 0.1, missingHue: 0.1, smallLoss: 0.02, lossAboveKMeans: 0.01 } as const
/** About half a step of 8 bits in OKLab: keeps ratios of flat pictures, whose distances are near 0, finite. */
const roundingDistance = 0.001

export async function reportReal(pictures: readonly PreparedPicture[]): Promise<string> {
  const judged: JudgedPicture[] = []
  for (const picture of pictures) {
    judged.push(await judgePicture(picture))
    if (judged.length % 25 === 0) console.error(`${judged.length} of ${pictures.length} pictures`)
  }
  const repositories = new Set(pictures.map(({ repository }) => repository)).size
  return [
    `${pictures.length} pictures from ${repositories} repositories.`,
    sixTable(judged),
    paletteTable(judged),
  ].join('\n\n')
}

async function judgePicture(picture: PreparedPicture): Promise<JudgedPicture> {
  const bytes = await readFile(picture.file)
  const pixels = await readPixels(bytes)
  const six = new Map<string, JudgedSix>()
  const palettes = new Map<string, JudgedPalette>()
  const kMeansOf = kMeansJudgements(pixels)
  for (const { name, find } of makers) {
    const answer = await find(bytes).catch(() => undefined)
    const colors = (answer?.colors ?? []).slice(0, sixCount)
    six.set(name, { ...judge(pixels, colors), read: answer !== undefined })
    if (answer?.palette !== undefined) {
      palettes.set(name, judgePalette(pixels, answer.palette, kMeansOf(answer.palette.length)))
    }
  }
  return { six, palettes, kMeansOfSix: kMeansOf(sixCount), kMeansOfSixteen: kMeansOf(sixteenCount) }
}

/** Judges k-means once for each count. */
function kMeansJudgements(pixels: Pixels): (count: number) => Judgement {
  const known = new Map<number, Judgement>()
  return count => {
    const judgement = known.get(count) ?? judge(pixels, kMeansColors(pixels, count))
    known.set(count, judgement)
    return judgement
  }
}

function judge(pixels: Pixels, colors: readonly string[]): Judgement {
  const { lost, distance } = coverageOf(pixels, colors)
  return { lost, distance, missingHue: missingHueOf(pixels, colors) }
}

function judgePalette(pixels: Pixels, palette: readonly Share[], sameCount: Judgement): JudgedPalette {
  const colors = palette.map(({ hex }) => hex)
  const { lost, distance, shares } = coverageOf(pixels, colors)
  return {
    lost,
    distance,
    missingHue: missingHueOf(pixels, colors),
    count: palette.length,
    shareErrors: palette.map(({ share }, index) => Math.abs(share - (shares[index] ?? 0))),
    sameCount,
  }
}

function sixTable(judged: readonly JudgedPicture[]): string {
  const references = judged.map(({ kMeansOfSix }) => kMeansOfSix)
  const rows = makers.map(({ name }) => {
    const answers = judged.flatMap(({ six }) => six.get(name) ?? [])
    return [
      name,
      ...lossCells(answers),
      fixed(distanceRatio(answers, references), 2),
      String(answers.filter(({ read }) => !read).length),
    ]
  })
  const reference = ['k-means in OKLab on the judged pixels', ...lossCells(references), '1.00', '0']
  return table(['six colours', ...lossHead, 'distance ÷ k-means', 'unread'], [...rows, reference])
}

const lossHead = ['lost %', 'worst %', 'above 25 %', 'above 10 %', 'missing hues']

function lossCells(judgements: readonly Judgement[]): readonly string[] {
  const losses = judgements.map(({ lost }) => lost)
  return [
    percent(meanOf(losses), 2),
    percent(Math.max(...losses)),
    String(losses.filter(lost => lost > limits.largeLoss).length),
    String(losses.filter(lost => lost > limits.loss).length),
    String(judgements.filter(({ missingHue }) => missingHue > limits.missingHue).length),
  ]
}

/** Ratio of the mean distances. */
function distanceRatio(judgements: readonly Judgement[], references: readonly Judgement[]): number {
  return sumOf(judgements.map(({ distance }) => distance)) / sumOf(references.map(({ distance }) => distance))
}

function paletteTable(judged: readonly JudgedPicture[]): string {
  const names = makers.map(({ name }) => name).filter(name => judged.some(({ palettes }) => palettes.has(name)))
  const head = [
    'whole palette',
    'colours',
    ...lossHead,
    'breaks the rule',
    'distance ÷ k-means of the same count',
    'mean of the ratios',
    'share error, points',
    'largest of a picture, points',
  ]
  const own = names.flatMap(name => {
    const rows = judged.flatMap(one => {
      const palette = one.palettes.get(name)
      return palette === undefined ? [] : [{ ...one, palette }]
    })
    const palettes = rows.map(({ palette }) => palette)
    const references = palettes.map(({ sameCount }) => sameCount)
    const counts = fixed(meanOf(palettes.map(({ count }) => count)), 1)
    return [
      [
        name,
        counts,
        ...lossCells(palettes),
        String(rows.filter(({ palette, kMeansOfSixteen }) => breaksRule(palette, kMeansOfSixteen)).length),
        fixed(distanceRatio(palettes, references), 3),
        fixed(meanOf(palettes.map(distanceRatioOfPicture)), 3),
        percent(meanOf(palettes.flatMap(({ shareErrors }) => shareErrors)), 2),
        percent(meanOf(palettes.map(({ shareErrors }) => Math.max(...shareErrors))), 2),
      ],
      [`k-means of the same count as ${name}`, counts, ...lossCells(references), '–', '1.000', '1.000', '–', '–'],
    ]
  })
  const sixteen = lossCells(judged.map(({ kMeansOfSixteen }) => kMeansOfSixteen))
  return table(head, [...own, ['k-means with 16', '16', ...sixteen, '–', '–', '–', '–', '–']])
}

/** A palette may lose 2 %; where k-means with 16 colours loses more than that, one point more than k-means. */
function breaksRule({ lost }: Judgement, kMeansOfSixteen: Judgement): boolean {
  return kMeansOfSixteen.lost <= limits.smallLoss
    ? lost > limits.smallLoss
    : lost > kMeansOfSixteen.lost + limits.lossAboveKMeans
}

function distanceRatioOfPicture({ distance, sameCount }: JudgedPalette): number {
  return (distance + roundingDistance) / (sameCount.distance + roundingDistance)
}
