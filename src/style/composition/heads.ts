// The effect of faces on the composition of a picture: where viewers look, and what no crop may cut.
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
  return largest ? faces.filter(face => faceArea(face) >= minMainArea * faceArea(largest)) : []
}

export function faceArea({ width, height }: Region): number {
  return width * height
}

/** From its sides to the middle of a group that it belongs to, in sizes of a face, at most. */
const maxGroupGap = 0.6

/** @param faces largest first. @returns the middle of the main faces if one of them is there, otherwise that of the largest face; undefined without faces. */
export function focusOfFaces(faces: readonly Region[]): { readonly x: number; readonly y: number } | undefined {
  const main = mainFaces(faces).map(clipBox)
  const [largest] = main
  const group = boxAround(main)
  if (largest === undefined || group === undefined) return undefined
  const middle = centerOf(group)
  const isBeside = (start: number, size: number, place: number) =>
    place >= start - maxGroupGap * size && place <= start + (1 + maxGroupGap) * size
  const isNear = ({ x, y, width, height }: Region) => isBeside(x, width, middle.x) && isBeside(y, height, middle.y)
  return main.some(isNear) ? middle : centerOf(largest)
}

function centerOf({ x, y, width, height }: Region): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 }
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
