// Drawn families of flat graphics: shapes, logos, icons, patterns, thin lines, near-duplicates and monochromes.
import sharp, { type Sharp } from 'sharp'
import { sampleColor } from '../../src/color/color-sample.ts'
import {
  anyColor,
  anyShape,
  apart,
  createRandom,
  deltaE,
  disc,
  mixed,
  type Picture,
  type Random,
  rect,
  shifted,
  stroke,
  strongColor,
  svg,
  text,
} from './drawing.ts'
import { encode, pictureOf, shownIn, truthOf } from './known-colors.ts'

export async function flat(seed: number): Promise<Picture> {
  const random = createRandom(1000 + seed)
  const [width, height] = random.of([900, 600], [1200, 630], [random.whole(600, 2000), random.whole(600, 1400)])
  const colors = apart(random.whole(3, 6), 14, () => anyColor(random))
  const [ground = '', ...fills] = colors
  const step = width / fills.length
  const shapes = fills.map((fill, index) =>
    anyShape(random, step * (index + 0.5), random.between(0.3, 0.7) * height, random.between(0.25, 0.55) * step, fill),
  )
  const drawing = {
    width,
    height,
    body: rect(0, 0, width, height, ground) + shapes.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf(
    'flat',
    seed,
    drawing,
    random.of('png', 'jpeg', 'webp', 'lossless webp', 'avif', 'palette png'),
    random.whole(60, 95),
  )
}

/** A line or curve through a good part of a picture, some on whole pixels and some anywhere. */
function anyPath({ of, whole, between }: Random, width: number, height: number, thickness: number): string {
  const [left, right] = [whole(0.03 * width, 0.25 * width), whole(0.75 * width, 0.97 * width)]
  const [top, bottom] = [whole(0.03 * height, 0.25 * height), whole(0.75 * height, 0.97 * height)]
  // Half a pixel off, lines of an odd width cover whole pixels.
  const crisp = thickness % 2 === 1 ? 0.5 : 0
  const [x, y] = [whole(left, right) + of(crisp, 0.3), whole(top, bottom) + of(crisp, 0.3)]
  const reach = Math.min(right - left, bottom - top)
  const radius = between(0.2, 0.4) * Math.min(width, height)
  return of(
    `M${left} ${y}H${right}`,
    `M${x} ${top}V${bottom}`,
    `M${left} ${top}l${reach} ${reach}`,
    `M${right} ${top}l${-reach} ${reach}`,
    `M${left} ${y}L${right} ${between(top, bottom)}`,
    `M${x} ${top}L${between(left, right)} ${bottom}`,
    `M${left} ${y}Q${0.5 * width} ${between(top, bottom)} ${right} ${between(top, bottom)}`,
    `M${0.5 * width - radius} ${0.5 * height}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`,
    `M${left} ${bottom}L${0.4 * width} ${between(top, bottom)}L${0.6 * width} ${between(top, bottom)}L${right} ${top}`,
  )
}

export async function strokes(seed: number): Promise<Picture> {
  const random = createRandom(3000 + seed)
  const [width, height] = [random.whole(800, 1600), random.whole(600, 1200)]
  const grounds = apart(random.whole(1, 2), 20, () => anyColor(random))
  const accents = apart(random.whole(1, 3), 20, () => strongColor(random, 0.13), grounds)
  const [ground = '', panel = ground] = grounds
  const lines = accents.map(color => {
    const thickness = random.of(random.whole(1, 4), random.between(1, 4))
    return stroke(anyPath(random, width, height, thickness), thickness, color)
  })
  const at = (part: number, size: number): number => Math.round(part * size)
  const drawing = {
    width,
    height,
    body:
      rect(0, 0, width, height, ground) +
      rect(at(0.55, width), at(0.1, height), at(0.35, width), at(0.8, height), panel) +
      lines.join(''),
    paints: [...grounds.map(hex => ({ hex })), ...accents.map(hex => ({ hex, accent: true }))],
  }
  const encoding = random.of('png', 'png', 'png', 'palette png', 'lossless webp', 'webp', 'jpeg')
  return pictureOf('strokes', seed, drawing, encoding, random.whole(60, 95))
}

/** Gives what cannot be seen a loud colour. */
async function withJunk(drawn: Buffer, junk: readonly [number, number, number]): Promise<Sharp> {
  const { data, info } = await sharp(drawn).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let index = 0; index < data.length; index += 4) if (data[index + 3] === 0) data.set(junk, index)
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 4 } })
}

export async function logo(seed: number): Promise<Picture> {
  const random = createRandom(5000 + seed)
  const [width, height] = random.of(
    [512, 512],
    [800, 300],
    [256, 256],
    [random.whole(300, 1600), random.whole(200, 1000)],
  )
  const colors = apart(random.whole(1, 4), 14, () => anyColor(random))
  const step = width / colors.length
  const shapes = colors.map((fill, index) =>
    anyShape(random, step * (index + 0.5), height * 0.4, Math.min(0.45 * step, 0.3 * height), fill),
  )
  const name = text(0.1 * width, 0.92 * height, 0.16 * height, colors[0] ?? '', 'Lumen', 700)
  const drawing = { width, height, body: shapes.join('') + name, paints: colors.map(hex => ({ hex })) }
  const encoding = random.of('png', 'png', 'lossless webp', 'webp')
  const junk = random.of([255, 0, 255], [0, 0, 0], [0, 255, 0])
  const bytes = await encode(await withJunk(svg(drawing), junk), encoding, random.whole(70, 95))
  return {
    family: 'logo',
    name: `logo ${seed} ${encoding}`,
    bytes,
    ...(await shownIn(bytes, drawing, await truthOf(drawing))),
  }
}

/** A colour within a range of ΔE00 from another. */
function beside(hex: string, random: Random, least: number, most: number): string {
  const candidate = shifted(hex, random, 30)
  const distance = deltaE(hex, candidate)
  return distance >= least && distance <= most ? candidate : beside(hex, random, least, most)
}

export async function alike(seed: number): Promise<Picture> {
  const random = createRandom(8000 + seed)
  const [width, height] = [random.whole(600, 1400), random.whole(600, 1200)]
  const [one = '', ...rest] = apart(random.whole(2, 4), 20, () => anyColor(random))
  const other = beside(one, random, 6.5, 10)
  const same = beside(one, random, 1, 2.5)
  const twin = deltaE(same, other) > 5.5
  const colors = [one, other, ...rest]
  const step = width / colors.length
  const bands = colors.map((color, index) => rect(step * index, 0, step, height, color))
  const drawing = {
    width,
    height,
    body: bands.join('') + (twin ? rect(0, 0.8 * height, step, 0.2 * height, same) : ''),
    paints: colors.map(hex => ({ hex, alike: twin && hex === one ? [same] : [] })),
  }
  return pictureOf('alike', seed, drawing, random.of('png', 'lossless webp', 'jpeg'), random.whole(80, 95))
}

export async function monochrome(seed: number): Promise<Picture> {
  const random = createRandom(9000 + seed)
  const [width, height] = [random.whole(600, 1400), random.whole(600, 1200)]
  const base = strongColor(random)
  const grey = (): string => {
    const value = random.between(0, 255)
    return sampleColor({ red: value, green: value, blue: value }).hex
  }
  const shade = (): string => mixed(base, random.of('#000000', '#FFFFFF'), random.between(0, 0.9))
  const colors = apart(random.whole(1, 4), 9, random.of(grey, shade))
  const [ground = '', ...fills] = colors
  const step = width / Math.max(1, fills.length)
  const shapes = fills.map((fill, index) => anyShape(random, step * (index + 0.5), 0.5 * height, 0.4 * step, fill))
  const drawing = {
    width,
    height,
    body: rect(0, 0, width, height, ground) + shapes.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('monochrome', seed, drawing, random.of('png', 'jpeg', 'webp', 'palette png'), random.whole(65, 95))
}

export async function icon(seed: number): Promise<Picture> {
  const random = createRandom(10_000 + seed)
  const size = random.of(24, 24, 24, 16, 32, 48)
  const unit = size / 24
  const colors = apart(random.whole(2, 4), 18, () => anyColor(random))
  const [ground = '', ...fills] = colors
  const glyphs = [
    (fill: string) => disc(random.between(8, 11) * unit, 12 * unit, random.between(3.5, 5) * unit, fill),
    (fill: string) => rect(15 * unit, random.whole(4, 6) * unit, 5 * unit, 5 * unit, fill, random.of(0, unit)),
    (fill: string) =>
      stroke(`M${13 * unit} ${20 * unit}L${20 * unit} ${14 * unit}`, random.between(2.5, 3.5) * unit, fill),
  ]
  const drawing = {
    width: size,
    height: size,
    body:
      rect(0, 0, size, size, ground, random.of(0, 5 * unit, 12 * unit)) +
      fills.map((fill, index) => glyphs[index]?.(fill) ?? '').join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('icon', seed, drawing, random.of('png', 'png', 'lossless webp'))
}

export async function pattern(seed: number): Promise<Picture> {
  const random = createRandom(11_000 + seed)
  const cells = random.whole(24, 48)
  const side = random.whole(2, 14)
  const size = cells * side
  const colors = apart(random.whole(2, 5), 16, () => anyColor(random))
  const [ground = '', ...fills] = colors
  const round = side > 5 && random.unit() < 0.4
  const drawn: string[] = []
  for (let y = 0; y < cells; y++) {
    for (let x = 0; x < cells; x++) {
      const fill = random.unit() < 0.5 ? undefined : fills[random.whole(0, fills.length - 1)]
      if (fill === undefined) continue
      drawn.push(
        round
          ? disc((x + 0.5) * side, (y + 0.5) * side, 0.45 * side, fill)
          : rect(x * side, y * side, side, side, fill),
      )
    }
  }
  const drawing = {
    width: size,
    height: size,
    body: rect(0, 0, size, size, ground) + drawn.join(''),
    paints: colors.map(hex => ({ hex })),
  }
  return pictureOf('pattern', seed, drawing, random.of('png', 'palette png', 'lossless webp'))
}
