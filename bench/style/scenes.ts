// Drawn families of pictures with many things: photographs, gradients, illustrations, screenshots and pages of text.
import sharp from 'sharp'
import { sampleColor, sampleHex } from '../../src/color/color-sample.ts'
import {
  anyColor,
  apart,
  createRandom,
  deltaE,
  disc,
  mixed,
  type Picture,
  polygon,
  type Random,
  rect,
  stroke,
  strongColor,
  svg,
  text,
  words,
} from './drawing.ts'
import { encode, massesOf, pictureOf, shownIn, truthOf } from './known-colors.ts'

/** A calm colour, as most of the world is. */
function calm(color: string): boolean {
  const { oklab } = sampleHex(color)
  return Math.hypot(oklab.a, oklab.b) < 0.09 && oklab.l > 0.2 && oklab.l < 0.92
}

export async function photo(seed: number): Promise<Picture> {
  const random = createRandom(2000 + seed)
  const [width, height] = random.of([1200, 800], [800, 1200], [random.whole(600, 1800), random.whole(600, 1300)])
  const muted = (): string => {
    const color = anyColor(random)
    return calm(color) ? color : muted()
  }
  const regions = apart(random.whole(2, 4), 13, muted)
  const [accent = ''] = apart(1, 25, () => strongColor(random), regions)
  const [grain, shade, slope] = [random.between(3, 11), random.between(0, 6), random.between(0.002, 0.006)]
  const phases = regions.map(() => random.between(0, 6))
  const [x0, y0, radius] = [
    random.between(0.2, 0.8) * width,
    random.between(0.2, 0.8) * height,
    random.between(0.035, 0.07) * width,
  ]
  const colors = [...regions, accent]
  const paints = colors.map(hex => sampleHex(hex).rgb)
  const sums = colors.map(() => ({ red: 0, green: 0, blue: 0, count: 0 }))
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // Regions meet in waves, one above the other.
      const wave = 0.06 * Math.sin(x * slope * 3 + (phases[0] ?? 0))
      const region = Math.min(regions.length - 1, Math.max(0, Math.floor((y / height + wave) * regions.length)))
      const index = Math.hypot(x - x0, y - y0) < radius ? regions.length : region
      const paint = paints[index]
      const sum = sums[index]
      if (paint === undefined || sum === undefined) continue
      const light =
        shade * Math.sin(x * slope + (phases[index % regions.length] ?? 0)) * Math.cos(y * slope) +
        grain * random.normal()
      const at = (y * width + x) * 3
      pixels[at] = Math.max(0, Math.min(255, paint.red + light + 2 * random.normal()))
      pixels[at + 1] = Math.max(0, Math.min(255, paint.green + light + 2 * random.normal()))
      pixels[at + 2] = Math.max(0, Math.min(255, paint.blue + light + 2 * random.normal()))
      sum.red += pixels[at] ?? 0
      sum.green += pixels[at + 1] ?? 0
      sum.blue += pixels[at + 2] ?? 0
      sum.count++
    }
  }
  const truth = sums.map(({ red, green, blue, count }, index) => ({
    hex: sampleColor({ red: red / count, green: green / count, blue: blue / count }).hex,
    share: count / (width * height),
    accent: index === regions.length,
    alike: [],
  }))
  const encoding = random.of('jpeg', 'jpeg', 'webp', 'avif')
  const raw = sharp(pixels, { raw: { width, height, channels: 3 } })
  return {
    family: 'photo',
    name: `photo ${seed} ${encoding}`,
    bytes: await encode(raw, encoding, random.whole(78, 92)),
    truth,
    spread: truth,
  }
}

/** Colours along the way, none of which an accent may resemble. */
const gradientSamples = 24
/** A stop is known if so much of the picture lies within ΔE00 5 of it: those that the picture's edge cuts off are not. */
const minStopShare = 0.01
const stopReach = 5

function anyFill({ of, between }: Random, stops: string): string {
  const [centre, radius] = [`cx="${between(0.3, 0.7)}" cy="${between(0.3, 0.7)}"`, between(0.5, 0.8)]
  const angle = between(0, 2 * Math.PI)
  const [x, y] = [0.5 * Math.cos(angle), 0.5 * Math.sin(angle)]
  return of(
    `<linearGradient id="g" x1="0" y1="0" x2="1" y2="0">${stops}</linearGradient>`,
    `<linearGradient id="g" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`,
    `<linearGradient id="g" x1="${0.5 - x}" y1="${0.5 - y}" x2="${0.5 + x}" y2="${0.5 + y}">${stops}</linearGradient>`,
    `<radialGradient id="g" ${centre} r="${radius}">${stops}</radialGradient>`,
  )
}

function thing({ of, between }: Random, width: number, height: number, fill: string): string {
  const side = Math.min(width, height)
  const [x, y] = [between(0.2, 0.8) * width, between(0.2, 0.8) * height]
  return of(
    disc(x, y, between(0.02, 0.06) * side, fill),
    rect(x, y, between(0.05, 0.15) * side, between(0.03, 0.08) * side, fill, 4),
    stroke(`M${0.1 * width} ${y}L${0.9 * width} ${between(0.1, 0.9) * height}`, between(2, 6), fill),
  )
}

export async function gradient(seed: number): Promise<Picture> {
  const random = createRandom(4000 + seed)
  const [width, height] = [random.whole(600, 1400), random.whole(600, 1400)]
  const colors = apart(random.whole(2, 4), 20, () => anyColor(random))
  const gaps = colors.length - 1
  const way = Array.from({ length: gradientSamples }, (_, index) => {
    const place = (index / (gradientSamples - 1)) * gaps
    const from = Math.min(gaps - 1, Math.floor(place))
    return mixed(colors[from] ?? '', colors[from + 1] ?? '', place - from)
  })
  const accents = apart(random.of(0, 0, 1, 2), 25, () => strongColor(random), way)
  const fill = anyFill(
    random,
    colors.map((color, index) => `<stop offset="${index / gaps}" stop-color="${color}"/>`).join(''),
  )
  const front = accents.map(color => thing(random, width, height, color)).join('')
  const drawn = svg({
    width,
    height,
    body: `${fill}<rect width="${width}" height="${height}" fill="url(#g)"/>${front}`,
  })
  const encoding = random.of('png', 'png', 'jpeg', 'webp')
  const bytes = await encode(drawn, encoding, random.whole(75, 95))
  const spread = await massesOf(await sharp(drawn).png().toBuffer())
  const shown = await massesOf(bytes)
  const ground = colors[0] ?? ''
  const paints = [{ hex: ground }, ...accents.map(hex => ({ hex, accent: true }))]
  const flat = { width, height, body: rect(0, 0, width, height, ground) + front, paints }
  const [, ...small] = await truthOf(flat)
  const isSeen = (hex: string): boolean =>
    shown.reduce((sum, one) => sum + (deltaE(one.hex, hex) <= stopReach ? one.share : 0), 0) >= minStopShare
  return {
    family: 'gradient',
    name: `gradient ${seed} ${encoding}`,
    bytes,
    truth: [
      ...colors.filter(isSeen).map(hex => ({ hex, share: undefined, accent: false, alike: [] })),
      ...(await shownIn(bytes, flat, small)).truth,
    ],
    spread,
  }
}

/** Page, card and ink of usual schemes. */
const schemes = [
  ['#FFFFFF', '#E2E8F0', '#0F172A'],
  ['#0B1120', '#1E293B', '#E2E8F0'],
  ['#F5F0E6', '#DDD3BF', '#2B2118'],
  ['#121212', '#2C2C2E', '#FAFAFA'],
] as const

export async function screenshot(seed: number): Promise<Picture> {
  const random = createRandom(6000 + seed)
  const [width, height] = random.of(
    [1280, 800],
    [1440, 900],
    [1080, 1920],
    [random.whole(800, 2000), random.whole(600, 1200)],
  )
  const [page, card, ink] = schemes[random.whole(0, schemes.length - 1)] ?? schemes[0]
  const [primary = '', badge = ''] = apart(2, 25, () => strongColor(random), [page, card, ink])
  const size = random.whole(13, 18)
  const cards = Array.from({ length: 3 }, (_, index) => {
    const [x, y] = [(0.27 + 0.24 * index) * width, 0.3 * height]
    const lines = Array.from({ length: 6 }, (_, line) => text(x + 16, y + 40 + 30 * line, size, ink, words(random, 2)))
    return rect(x, y, 0.22 * width, 0.4 * height, card, 12) + lines.join('')
  })
  const menu = Array.from({ length: 8 }, (_, line) => text(24, 110 + 36 * line, size, ink, words(random, 1)))
  const drawing = {
    width,
    height,
    body: [
      rect(0, 0, width, height, page),
      rect(0, 0, 0.2 * width, height, card),
      rect(0.2 * width, 0, 0.8 * width, 64, primary),
      text(0.27 * width, 0.2 * height, 36, ink, 'Dashboard', 700),
      ...menu,
      ...cards,
      rect(0.27 * width, 0.8 * height, 0.16 * width, 52, primary, 10),
      disc(0.93 * width, 0.2 * height, random.between(0.01, 0.025) * Math.sqrt(width * height), badge),
    ].join(''),
    paints: [{ hex: page }, { hex: card }, { hex: ink }, { hex: primary }, { hex: badge, accent: true }],
  }
  const encoding = random.of('png', 'png', 'png', 'lossless webp', 'webp', 'jpeg')
  return pictureOf('screenshot', seed, drawing, encoding, random.whole(60, 95))
}

export async function page(seed: number): Promise<Picture> {
  const random = createRandom(7000 + seed)
  const [width, height] = random.of([900, 1200], [1000, 800], [random.whole(700, 1600), random.whole(700, 1600)])
  const [paper, ink] = random.of(
    ['#FFFFFF', '#111111'],
    ['#FBF7EC', '#2A2A2A'],
    ['#16181D', '#DADDE3'],
    ['#F4F6F8', '#1F2D3D'],
  )
  const [heading = '', link = ''] = apart(2, 25, () => strongColor(random, 0.13), [paper, ink])
  const size = random.whole(13, 20)
  const margin = random.whole(30, 90)
  const top = random.whole(32, 56)
  const count = Math.floor((height - top - 2 * margin) / (1.5 * size))
  const lines = Array.from({ length: count }, (_, line) => {
    const y = margin + 1.6 * top + size * (1 + 1.5 * line)
    return line % 6 === 2
      ? text(margin, y, size, link, words(random, random.whole(3, 6)), 700)
      : text(margin, y, size, ink, words(random, Math.ceil((width - 2 * margin) / (4.2 * size))))
  })
  const drawing = {
    width,
    height,
    body: [
      rect(0, 0, width, height, paper),
      text(margin, margin + top, top, heading, words(random, 3), 700),
      ...lines,
    ].join(''),
    paints: [{ hex: paper }, { hex: ink }, { hex: heading, accent: true }, { hex: link, accent: true }],
  }
  const encoding = random.of('png', 'png', 'png', 'jpeg', 'webp', 'lossless webp')
  return pictureOf('page', seed, drawing, encoding, random.whole(60, 95))
}

const skySamples = 16

export async function illustration(seed: number): Promise<Picture> {
  const random = createRandom(12_000 + seed)
  const [width, height] = [random.whole(600, 1800), random.whole(600, 1400)]
  const top = anyColor(random)
  const [bottom = ''] = apart(1, 12, () => mixed(top, anyColor(random), 0.5), [top])
  const sky = Array.from({ length: skySamples }, (_, index) => mixed(top, bottom, index / (skySamples - 1)))
  const hills = apart(random.whole(2, 3), 16, () => anyColor(random), sky)
  const [sun = ''] = apart(1, 25, () => strongColor(random), [...sky, ...hills])
  const ridges = hills.map((fill, index) => {
    const y = (0.55 + 0.15 * index) * height
    return polygon(
      [
        [0, y],
        [random.between(0.2, 0.5) * width, y - 90],
        [random.between(0.6, 0.8) * width, y + 30],
        [width, y - 40],
        [width, height],
        [0, height],
      ],
      fill,
    )
  })
  const front =
    disc(random.between(0.2, 0.8) * width, 0.25 * height, random.between(0.02, 0.06) * width, sun) + ridges.join('')
  const size = { width, height }
  const paints = [{ hex: top }, ...hills.map(hex => ({ hex })), { hex: sun, accent: true }]
  const flat = { ...size, body: rect(0, 0, width, height, top) + front, paints }
  const [behind, ...drawn] = await truthOf(flat)
  const fade = `<linearGradient id="g" x2="0" y2="1" gradientUnits="userSpaceOnUse" y1="0"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`
  const body = `${fade.replace('y2="1"', `y2="${0.55 * height}"`)}<rect width="${width}" height="${height}" fill="url(#g)"/>${front}`
  const encoding = random.of('png', 'jpeg', 'webp')
  const bytes = await encode(svg({ ...size, body }), encoding, random.whole(70, 95))
  const shown = await shownIn(bytes, flat, drawn)
  return {
    family: 'illustration',
    name: `illustration ${seed} ${encoding}`,
    bytes,
    truth: shown.truth,
    spread: [...shown.spread, ...sky.map(hex => ({ hex, share: (behind?.share ?? 0) / skySamples }))],
  }
}
