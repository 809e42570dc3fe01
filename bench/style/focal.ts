// How near the focal point lies to the point that a person marked, in photographs with one clear subject.
import { readFile } from 'node:fs/promises'
import { depths } from '../../schemas/provenance.ts'
import { decodeImage } from '../../src/image/decode.ts'
import { extractFeatures } from '../../src/style/measure-style.ts'
import { percent, table } from '../report.ts'
import { isHeldOut, type PreparedPicture } from './pictures.ts'

interface Point {
  readonly x: number
  readonly y: number
}

interface Mark extends Point {
  readonly repository: string
  readonly path: string
}

interface JudgedMark {
  readonly isHeldOut: boolean
  /** By the name of who points. */
  readonly distances: ReadonlyMap<string, number>
}

/** Distance, as a share of the sides, within which a point counts as right. */
const reach = 0.1

/** @param pictures the prepared ones; marked pictures that are not among them are left out. */
export async function reportFocal(pictures: readonly PreparedPicture[]): Promise<string> {
  const marks: readonly Mark[] = JSON.parse(await readFile(new URL('focal-points.json', import.meta.url), 'utf8'))
  const judged: JudgedMark[] = []
  for (const mark of marks) {
    const picture = pictures.find(({ repository, path }) => repository === mark.repository && path === mark.path)
    if (picture !== undefined) judged.push(await judgeMark(mark, picture))
  }
  const groups = [judged.filter(mark => !mark.isHeldOut), judged.filter(mark => mark.isHeldOut)]
  const names = [...(judged[0]?.distances.keys() ?? [])]
  const head = [
    'focal point',
    ...groups.map((group, index) => `of ${group.length} ${index === 0 ? 'tuned on' : 'held out'}, %`),
  ]
  return table(
    head,
    names.map(name => [name, ...groups.map(group => percent(shareNear(group, name)))]),
  )
}

async function judgeMark(mark: Mark, picture: PreparedPicture): Promise<JudgedMark> {
  const bytes = await readFile(picture.file)
  const distances = new Map([['the centre of the picture', distanceBetween(mark, { x: 0.5, y: 0.5 })]])
  for (const depth of depths) {
    const { focus } = extractFeatures(await decodeImage(bytes, { depth, maxPixels: 50e6 }), depth)
    distances.set(`this service, ${depth}`, distanceBetween(mark, focus))
  }
  return { isHeldOut: isHeldOut(picture), distances }
}

function distanceBetween(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}

function shareNear(judged: readonly JudgedMark[], name: string): number {
  return judged.filter(({ distances }) => (distances.get(name) ?? 1) <= reach).length / judged.length
}
