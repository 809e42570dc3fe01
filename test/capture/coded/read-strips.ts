// Reads the times in a picture of a page of clocks.
import { bits, timeOf } from './code.ts'

interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Mean brightness of the middle third of an area. */
const brightness = (frame: Buffer, rowLength: number, { left, top, width, height }: Area): number => {
  const [fromX, toX] = [Math.floor(left + width / 3), Math.ceil(left + (width * 2) / 3)]
  const [fromY, toY] = [Math.floor(top + height / 3), Math.ceil(top + (height * 2) / 3)]
  let sum = 0
  for (let y = fromY; y < toY; y++) {
    for (let x = fromX; x < toX; x++) sum += frame[y * rowLength + x] ?? 0
  }
  return sum / ((toX - fromX) * (toY - fromY))
}

/**
 * @param frame One byte of grey per pixel.
 * @param strips Number of strips of the page; the colours are the last.
 * @returns ms for every strip but the last; undefined if it cannot be read.
 */
export const readStrips = (frame: Buffer, width: number, height: number, strips: number): (number | undefined)[] =>
  Array.from({ length: strips - 1 }, (_, strip) => {
    const half = height / strips / 2
    const top = (height * strip) / strips
    const cells = Array.from({ length: bits }, (_, cell): readonly [number, number] => {
      const area = { left: (cell * width) / bits, width: width / bits, height: half }
      return [brightness(frame, width, { ...area, top }), brightness(frame, width, { ...area, top: top + half })]
    })
    return timeOf(cells)
  })
