// Vector drawings, and where in them a colour is.
import sharp from 'sharp'

interface Paint {
  readonly hex: string
  readonly accent?: boolean
  /** Other colours of the drawing that count as this one. */
  readonly alike?: readonly string[]
}

export interface Drawing {
  readonly width: number
  readonly height: number
  /** SVG elements; every colour in them is the #RRGGBB of a paint, opaque, or an alike of one. */
  readonly body: string
  readonly paints: readonly Paint[]
}

export const svg = ({ width, height, body }: Omit<Drawing, 'paints'>): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`)

/** Where some colours of a drawing are: they are white and the others black, smoothed edges by their part; four bytes a pixel. */
export const maskOf = (drawing: Drawing, colors: readonly string[]): Promise<Buffer> => {
  const body = drawing.body.replace(/#[0-9A-F]{6}/g, color => (colors.includes(color) ? '#FFFFFF' : '#000000'))
  return sharp(svg({ ...drawing, body }))
    .ensureAlpha()
    .raw()
    .toBuffer()
}
