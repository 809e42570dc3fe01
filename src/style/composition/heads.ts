// What the faces of a picture mean for its composition: where people look, and what no crop may cut.
import type { Region } from '../../../schemas/types.ts'

/** How far a head reaches beyond the face on each side, as a part of the width and height of the face. */
const margins = { across: 0.25, above: 0.5, below: 0.15 } as const
/** Faces of at least this part of the area of the largest are looked at together. */
const minMainArea = 0.4

/** @returns the part of a box that is in the picture; boxes are fractions of the picture. */
export function clipBox({ x, y, width, height }: Region): Region {
  const [left, top] = [Math.max(0, x), Math.max(0, y)]
  return { x: left, y: top, width: Math.min(1, x + width) - left, height: Math.min(1, y + height) - top }
}

/** @returns the head with its hair around a face, as far as it is in the picture. */
export function headAround({ x, y, width, height }: Region): Region {
  return clipBox({
    x: x - margins.across * width,
    y: y - margins.above * height,
    width: (1 + 2 * margins.across) * width,
    height: (1 + margins.above + margins.below) * height,
  })
}

/** @param faces the largest first. @returns those that are about as large as the largest one. */
export function mainFaces(faces: readonly Region[]): readonly Region[] {
  const [largest] = faces
  return largest ? faces.filter(face => areaOf(face) >= minMainArea * areaOf(largest)) : []
}

export function areaOf({ width, height }: Region): number {
  return width * height
}

/** @returns the mean of the centres of faces, by area; undefined without any. */
export function centerOfFaces(faces: readonly Region[]): { readonly x: number; readonly y: number } | undefined {
  const boxes = faces.map(clipBox)
  const area = boxes.reduce((sum, box) => sum + areaOf(box), 0)
  if (area === 0) return undefined
  return {
    x: boxes.reduce((sum, box) => sum + areaOf(box) * (box.x + box.width / 2), 0) / area,
    y: boxes.reduce((sum, box) => sum + areaOf(box) * (box.y + box.height / 2), 0) / area,
  }
}

/** @returns the box around boxes; undefined without any. */
export function boxAround(boxes: readonly Region[]): Region | undefined {
  if (boxes.length === 0) return undefined
  const left = Math.min(...boxes.map(({ x }) => x))
  const top = Math.min(...boxes.map(({ y }) => y))
  const right = Math.max(...boxes.map(({ x, width }) => x + width))
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}
