// Whether memory stays flat while the script films: resident memory of Node and of the whole tree of processes over time.
import { median } from '../style/speed.ts'
import { type Filmed, film } from './film.ts'
import { type Order, recorders } from './recorders.ts'

interface Point {
  readonly at: number
  readonly value: number
}

/** Least squares, MB a minute. */
const slope = (points: readonly Point[]): number => {
  const mean = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [at, value] = [mean(point => point.at), mean(point => point.value)]
  const covariance = mean(point => (point.at - at) * (point.value - value))
  return (60 * covariance) / mean(point => (point.at - at) ** 2)
}

const row = (name: string, what: string, points: readonly Point[]): string => {
  const quarter = Math.floor(points.length / 4)
  const values = points.map(({ value }) => value)
  const cells = [median(values.slice(0, quarter)), median(values.slice(-quarter)), Math.max(...values), slope(points)]
  return `| ${[name, what, ...cells.map(cell => cell.toFixed(1))].join(' | ')} |`
}

/** From the first tenth of the film, when everything is warm, to its end. */
const filming = ({ progress, samples }: Filmed, frames: number) => {
  const begin = progress.find(told => told.frames >= frames / 10)?.at ?? Number.NaN
  return samples.filter(({ at }) => at >= begin && at <= (progress.at(-1)?.at ?? Number.NaN))
}

export const memory = async (order: Order, only: string): Promise<string> => {
  const rows: string[] = []
  for (const recorder of recorders.filter(({ name }) => name.startsWith('this service') && name.includes(only))) {
    const filmed = await film(recorder, order, order.seconds * 60)
    const samples = filming(filmed, order.fps * order.seconds)
    if (filmed.file === undefined) rows.push(`| ${recorder.name} | ${filmed.reason} | | | | |`)
    else {
      rows.push(
        row(
          recorder.name,
          'Node',
          samples.map(({ at, own }) => ({ at, value: own })),
        ),
      )
      rows.push(
        row(
          recorder.name,
          'all processes',
          samples.map(({ at, tree }) => ({ at, value: tree })),
        ),
      )
    }
  }
  return [
    `| ${order.seconds} s of film | memory of | first quarter, MB | last quarter, MB | peak, MB | slope, MB a minute |`,
    '| --- | --- | --: | --: | --: | --: |',
    ...rows,
  ].join('\n')
}
