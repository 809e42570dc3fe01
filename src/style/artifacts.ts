// What the steps of the analysis work on: each made when a step first asks for it, and once.
import type { Depth } from '../../schemas/provenance.ts'
import type { StyleMetadata } from '../../schemas/style.ts'
import { once } from '../cache/once.ts'
import { parse } from '../color/parse.ts'
import type { DecodedImage } from '../image/raster.ts'
import { objectsOf } from './composition/objects.ts'
import { planesOf } from './composition/planes.ts'
import { subjectOf } from './composition/subject.ts'
import { describePalette } from './palette/palette.ts'
import { quantize } from './palette/quantize.ts'
import { assignRoles, rolesFrom } from './palette/roles.ts'
import { select } from './palette/select.ts'
import type { Cell } from './sampling/cell.ts'
import { detailOf } from './sampling/detail.ts'
import { flatten } from './sampling/flatten.ts'
import { histogram } from './sampling/histogram.ts'
import { still } from './sampling/still.ts'
import { survey } from './sampling/survey.ts'

/** Most cells on the longer side of the grid: noise averages out in them, and a subject of a twentieth fills some. */
const cellsAcross: Readonly<Record<Depth, number>> = { low: 32, medium: 40, high: 48 }

/** What a picture without any visible pixel is seen as: nothing on paper. */
const paper: readonly Cell[] = [{ l: 1, a: 0, b: 0, red: 255, green: 255, blue: 255, area: 1, border: 1, weight: 1 }]

const middle: NonNullable<StyleMetadata['focal_point']> = { x: 0.5, y: 0.5 }

/** @returns the artifacts of a sample, as functions of no arguments. Colours come from all frames, places from one. */
export const artifactsOf = (sample: DecodedImage, depth: Depth) => {
  const counted = once(() => histogram(sample))
  const transparency = () => counted().transparency
  const isVisible = () => counted().cells.length > 0
  const cells = once(() => (isVisible() ? counted().cells : paper))
  const swatches = once(() => quantize(cells()))
  const selection = once(() => select(swatches()))
  const assigned = once(() => assignRoles(swatches()))
  const palette = once(() => describePalette(selection().ordered, assigned()))
  const roles = once(() => rolesFrom(assigned()))
  // What is transparent shows the background that the answer proposes.
  const opaque = once(() => {
    const picture = still(sample)
    if (transparency() === 0) return picture
    const { r, g, b } = parse(roles().background)
    return flatten(picture, { red: 255 * r, green: 255 * g, blue: 255 * b })
  })
  const surveyed = once(() => survey(opaque(), cellsAcross[depth]))
  const grid = () => surveyed().grid
  const planes = once(() => planesOf(grid()))
  const objects = once(() => objectsOf(planes()))
  const subject = once(() => subjectOf(objects(), grid()))
  const focus = () => subject() ?? middle
  const detail = once(() => detailOf(surveyed().luma, opaque().width, opaque().height))
  return {
    cells,
    isVisible,
    swatches,
    selection,
    palette,
    roles,
    grid,
    planes,
    objects,
    subject,
    focus,
    detail,
    transparency,
  }
}
export type Artifacts = ReturnType<typeof artifactsOf>
