// Pictures with known colours, drawn in code: the same seed gives the same picture.
import sharp from 'sharp'
import { type ColorSample, deltaE00, sampleColor } from '../../src/color/color-sample.ts'

export interface Picture {
  readonly name: string
  readonly bytes: Buffer
  /** Colours that must be found, with their share of the visible pixels where it is known. */
  readonly truth: readonly { readonly hex: string; readonly share?: number }[]
}

/** Numbers from 0 to 1 that follow from the seed (Numerical Recipes' linear congruence). */
export const random = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export const toneOf = (hex: string): ColorSample => {
  const value = Number.parseInt(hex.slice(1), 16)
  return sampleColor({ red: value >> 16, green: (value >> 8) & 255, blue: value & 255 })
}

/** So many random colours, pairwise at least ΔE00 16. */
const colors = (count: number, next: () => number): readonly string[] => {
  const found: ColorSample[] = []
  while (found.length < count) {
    const candidate = sampleColor({ red: next() * 255, green: next() * 255, blue: next() * 255 })
    if (found.every(other => deltaE00(other, candidate) >= 16)) found.push(candidate)
  }
  return found.map(({ hex }) => hex)
}

export const drawing = (width: number, height: number, content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)

export const png = (svg: Buffer): Promise<Buffer> => sharp(svg).png().toBuffer()

/** Discs on a ground, as PNG and as JPEG. */
export const artwork = async (seed: number): Promise<Picture> => {
  const next = random(seed)
  const found = colors(2 + (seed % 5), next)
  const [ground, ...discs] = found
  const step = 900 / discs.length
  const drawn = discs.map((fill, index) => ({
    fill,
    x: step * (index + 0.5),
    r: 40 + next() * (Math.min(600, step) / 2 - 45),
  }))
  const svg = drawing(
    900,
    600,
    `<rect width="900" height="600" fill="${ground}"/>${drawn.map(({ fill, x, r }) => `<circle cx="${x}" cy="300" r="${r}" fill="${fill}"/>`).join('')}`,
  )
  const areas = drawn.map(({ fill, r }) => ({ hex: fill, share: (Math.PI * r * r) / 540_000 }))
  const rest = 1 - areas.reduce((sum, { share }) => sum + share, 0)
  const bytes = seed % 2 === 0 ? await png(svg) : await sharp(svg).jpeg({ quality: 88 }).toBuffer()
  return { name: `artwork ${seed}`, bytes, truth: [{ hex: ground ?? '', share: rest }, ...areas] }
}

const accents = ['#E61E28', '#FFBE00', '#145AF0', '#00C85A', '#F000A0', '#FF6E00'] as const

/** Soft, noisy, muted shapes with one small disc of a strong colour, as JPEG. */
export const photograph = async (seed: number): Promise<Picture> => {
  const next = random(seed + 100)
  const [width, height, hex, radius] = [600, 400, accents[seed % accents.length] ?? '', 14 + (seed % 3) * 6]
  const pixels = Buffer.alloc(width * height * 3)
  const [phase, slope] = [next() * 6, 0.01 + next() * 0.01]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = 120 + 50 * Math.sin(x * slope + phase) * Math.cos(y * slope) + (next() + next() - 1) * 24
      pixels.set([wave + 12, wave, wave - 14 * Math.sin(phase)], (y * width + x) * 3)
    }
  }
  const disc = drawing(
    width,
    height,
    `<circle cx="${80 + next() * 440}" cy="${80 + next() * 240}" r="${radius}" fill="${hex}"/>`,
  )
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .composite([{ input: disc }])
    .jpeg({ quality: 88 })
    .toBuffer()
  return { name: `photograph ${seed}`, bytes, truth: [{ hex, share: (Math.PI * radius ** 2) / (width * height) }] }
}

/** Triangles on nothing. */
export const logo = async (seed: number): Promise<Picture> => {
  const found = colors(1 + (seed % 3), random(seed + 200))
  const shapes = found.map(
    (fill, index) => `<path transform="translate(${60 + index * 140},120)" d="M0 0 120 30 100 240Z" fill="${fill}"/>`,
  )
  return {
    name: `logo ${seed}`,
    bytes: await png(drawing(512, 512, shapes.join(''))),
    truth: found.map(hex => ({ hex, share: 1 / found.length })),
  }
}

/** Vertical bands of equal width. */
export const bands = async (name: string, found: readonly string[]): Promise<Picture> => {
  const width = 720 / found.length
  const shapes = found.map((fill, index) => `<rect x="${index * width}" width="${width}" height="480" fill="${fill}"/>`)
  return {
    name,
    bytes: await png(drawing(720, 480, shapes.join(''))),
    truth: found.map(hex => ({ hex, share: 1 / found.length })),
  }
}

/** 24 px with shapes of some pixels. */
export const icon = async (seed: number): Promise<Picture> => {
  const found = colors(3, random(seed + 300))
  const [ground, disc, square] = found
  const shapes = `<rect width="24" height="24" rx="5" fill="${ground}"/><circle cx="9" cy="12" r="5.3" fill="${disc}"/><rect x="16" y="4" width="4" height="4" fill="${square}"/>`
  return { name: `icon ${seed}`, bytes: await png(drawing(24, 24, shapes)), truth: found.map(hex => ({ hex })) }
}

/** A slope from one colour to another. */
export const gradient = async (from: string, to: string): Promise<Picture> => ({
  name: `gradient ${from} ${to}`,
  bytes: await png(
    drawing(
      600,
      400,
      `<linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="600" height="400" fill="url(#g)"/>`,
    ),
  ),
  truth: [{ hex: from }, { hex: to }],
})

/** A drawing of 9¹¹ stars: each takes so long that the time is up before the renderer's own limit, 500,000 references, is reached. */
export const endlessDrawing = (): Buffer => {
  let uses = `<g id="a0"><path opacity="0.5" d="M0 0${'l60 20l-50 30l40-45'.repeat(20)}z"/></g>`
  for (let level = 1; level < 12; level++) uses += `<g id="a${level}">${`<use href="#a${level - 1}"/>`.repeat(9)}</g>`
  return drawing(64, 64, `<defs>${uses}</defs><use href="#a11"/>`)
}
