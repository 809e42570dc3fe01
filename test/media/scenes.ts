// Composed scenes with a known subject, drawn in code: the same seed gives the same scene.
import sharp from 'sharp'
import { type ColorSample, deltaE00, sampleColor } from '../../src/color/color-sample.ts'
import { drawing, random } from './pictures.ts'

export interface Scene {
  readonly name: string
  readonly bytes: Buffer
  /** Centre of the subject, 0 to 1 of the frame. */
  readonly x: number
  readonly y: number
}

type Next = () => number

/** What a scene is drawn on and with; all of it follows from the seed. */
interface Stage {
  readonly width: number
  readonly height: number
  readonly next: Next
  /** A colour that differs from the others by so much, ΔE00. */
  readonly unlike: (others: readonly ColorSample[], least: number) => ColorSample
}

const sizes = [
  [480, 320],
  [320, 480],
  [400, 400],
  [560, 315],
] as const

const stageOf = (seed: number): Stage => {
  const next = random(seed * 7919 + 13)
  for (let warm = 0; warm < 5; warm++) next()
  const [width, height] = sizes[seed % sizes.length] ?? [480, 320]
  const any = () => sampleColor({ red: next() * 255, green: next() * 255, blue: next() * 255 })
  const unlike = (others: readonly ColorSample[], least: number): ColorSample => {
    for (;;) {
      const candidate = any()
      if (others.every(other => deltaE00(other, candidate) >= least)) return candidate
    }
  }
  return { width, height, next, unlike }
}

/** A number between two. */
const between = (next: Next, from: number, to: number): number => from + next() * (to - from)

const outlines: readonly ((r: number) => string)[] = [
  r => `<circle r="${r}"/>`,
  r => `<rect x="${-r}" y="${-r * 0.8}" width="${2 * r}" height="${1.6 * r}"/>`,
  r => `<path d="M0 ${-r} ${r} ${r * 0.8} ${-r} ${r * 0.8}Z"/>`,
  r => `<ellipse rx="${r}" ry="${r * 0.65}"/>`,
  r =>
    `<path d="M0 ${-r} ${r * 0.3} ${-r * 0.3} ${r} 0 ${r * 0.3} ${r * 0.3} 0 ${r} ${-r * 0.3} ${r * 0.3} ${-r} 0 ${-r * 0.3} ${-r * 0.3}Z"/>`,
]

const shape = (kind: number, x: number, y: number, r: number, fill: string): string =>
  `<g transform="translate(${x},${y})" fill="${fill}">${outlines[kind % outlines.length]?.(r)}</g>`

interface Ground {
  readonly tones: readonly ColorSample[]
  readonly drawn: string
}

const cover = (fill: string): string => `<rect width="100%" height="100%" fill="${fill}"/>`

const near = (one: ColorSample, step: number, next: Next): ColorSample => {
  const shift = () => between(next, -step, step)
  const clip = (value: number) => Math.min(255, Math.max(0, value))
  return sampleColor({
    red: clip(one.rgb.red + shift()),
    green: clip(one.rgb.green + shift()),
    blue: clip(one.rgb.blue + shift()),
  })
}

type Grounds = 'plain' | 'gradient' | 'vignette' | 'horizon' | 'stripes' | 'checks' | 'noise' | 'blobs'

const grounds: Readonly<Record<Grounds, (stage: Stage) => Ground>> = {
  plain: ({ unlike }) => {
    const one = unlike([], 0)
    return { tones: [one], drawn: cover(one.hex) }
  },
  gradient: ({ unlike, next }) => {
    const one = unlike([], 0)
    const other = unlike([one], 10)
    const turn = next() * 360
    return {
      tones: [
        one,
        other,
        sampleColor({
          red: (one.rgb.red + other.rgb.red) / 2,
          green: (one.rgb.green + other.rgb.green) / 2,
          blue: (one.rgb.blue + other.rgb.blue) / 2,
        }),
      ],
      drawn: `<linearGradient id="g" gradientTransform="rotate(${turn},.5,.5)"><stop stop-color="${one.hex}"/><stop offset="1" stop-color="${other.hex}"/></linearGradient>${cover('url(#g)')}`,
    }
  },
  vignette: ({ unlike }) => {
    const one = unlike([], 0)
    const dark = sampleColor({ red: one.rgb.red * 0.55, green: one.rgb.green * 0.55, blue: one.rgb.blue * 0.55 })
    return {
      tones: [one, dark],
      drawn: `<radialGradient id="g" r=".75"><stop stop-color="${one.hex}"/><stop offset="1" stop-color="${dark.hex}"/></radialGradient>${cover('url(#g)')}`,
    }
  },
  horizon: ({ unlike, next, height }) => {
    const sky = unlike([], 0)
    const land = unlike([sky], 15)
    const line = between(next, 0.4, 0.75) * height
    return {
      tones: [sky, land],
      drawn: `${cover(sky.hex)}<rect y="${line}" width="100%" height="100%" fill="${land.hex}"/>`,
    }
  },
  stripes: ({ unlike, next, width }) => {
    const one = unlike([], 0)
    const other = near(one, 40, next)
    const step = between(next, 10, 40)
    const bars = Array.from(
      { length: Math.ceil(width / step / 2) },
      (_, index) => `<rect x="${index * step * 2}" width="${step}" height="100%" fill="${other.hex}"/>`,
    )
    return { tones: [one, other], drawn: cover(one.hex) + bars.join('') }
  },
  checks: ({ unlike, next, width, height }) => {
    const one = unlike([], 0)
    const other = near(one, 40, next)
    const step = between(next, 12, 36)
    const squares: string[] = []
    for (let y = 0; y * step < height; y++)
      for (let x = y % 2; x * step < width; x += 2)
        squares.push(`<rect x="${x * step}" y="${y * step}" width="${step}" height="${step}" fill="${other.hex}"/>`)
    return { tones: [one, other], drawn: cover(one.hex) + squares.join('') }
  },
  noise: ({ unlike }) => {
    const one = unlike([], 0)
    return { tones: [one], drawn: cover(one.hex) }
  },
  blobs: ({ unlike, next, width, height }) => {
    const one = unlike([], 0)
    const tones = [one, near(one, 30, next), near(one, 30, next)]
    const spots = Array.from(
      { length: 40 },
      (_, index) =>
        `<circle cx="${next() * width}" cy="${next() * height}" r="${between(next, 8, 50)}" fill="${tones[1 + (index % 2)]?.hex}"/>`,
    )
    return { tones, drawn: cover(one.hex) + spots.join('') }
  },
}

interface Casting {
  readonly drawn: string
  readonly x: number
  readonly y: number
}

const placeIn = ({ width, height, next }: Stage, r: number) => ({
  x: between(next, Math.max(0.18 * width, r + 4), width - Math.max(0.18 * width, r + 4)),
  y: between(next, Math.max(0.18 * height, r + 4), height - Math.max(0.18 * height, r + 4)),
})

/** Places away from those taken already. */
const placesFor = (
  stage: Stage,
  taken: readonly { x: number; y: number; r: number }[],
  count: number,
  radius: () => number,
) => {
  const found = [...taken]
  for (let tries = 0; found.length < taken.length + count && tries < 500; tries++) {
    const r = radius()
    const spot = {
      x: between(stage.next, r + 4, stage.width - r - 4),
      y: between(stage.next, r + 4, stage.height - r - 4),
      r,
    }
    if (found.every(other => Math.hypot(other.x - spot.x, other.y - spot.y) > other.r + spot.r + 14)) found.push(spot)
  }
  return found.slice(taken.length)
}

type Casts = 'single' | 'small' | 'company' | 'oddone' | 'figure' | 'detailed'

const casts: Readonly<Record<Casts, (stage: Stage, ground: Ground) => Casting>> = {
  single: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.1, 0.24) * unit
    const { x, y } = placeIn(stage, r)
    const fill = stage.unlike(ground.tones, 25)
    return { x, y, drawn: shape(Math.floor(stage.next() * 5), x, y, r, fill.hex) }
  },
  small: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.05, 0.08) * unit
    const { x, y } = placeIn(stage, r)
    const fill = stage.unlike(ground.tones, 35)
    return { x, y, drawn: shape(Math.floor(stage.next() * 5), x, y, r, fill.hex) }
  },
  company: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.15, 0.22) * unit
    const { x, y } = placeIn(stage, r)
    const fill = stage.unlike(ground.tones, 35)
    const others = placesFor(
      stage,
      [{ x, y, r }],
      2 + Math.floor(stage.next() * 4),
      () => between(stage.next, 0.35, 0.55) * r,
    )
    const drawn = others.map(other =>
      shape(Math.floor(stage.next() * 5), other.x, other.y, other.r, stage.unlike(ground.tones, 20).hex),
    )
    return { x, y, drawn: drawn.join('') + shape(Math.floor(stage.next() * 5), x, y, r, fill.hex) }
  },
  oddone: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.07, 0.11) * unit
    const { x, y } = placeIn(stage, r)
    const many = stage.unlike(ground.tones, 22)
    const odd = stage.unlike([...ground.tones, many], 38)
    const kind = Math.floor(stage.next() * 5)
    const others = placesFor(stage, [{ x, y, r }], 4 + Math.floor(stage.next() * 4), () => r)
    return {
      x,
      y,
      drawn: others.map(other => shape(kind, other.x, other.y, r, many.hex)).join('') + shape(kind, x, y, r, odd.hex),
    }
  },
  figure: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.07, 0.1) * unit
    const { x } = placeIn(stage, 2 * r)
    const y = between(stage.next, 0.4, 0.6) * stage.height
    const head = stage.unlike(ground.tones, 28)
    const body = stage.unlike([...ground.tones, head], 28)
    return {
      x,
      y,
      drawn: `<circle cx="${x}" cy="${y - 1.9 * r}" r="${r}" fill="${head.hex}"/><rect x="${x - r * 1.2}" y="${y - r * 0.9}" width="${2.4 * r}" height="${3.8 * r}" rx="${r * 0.6}" fill="${body.hex}"/>`,
    }
  },
  detailed: (stage, ground) => {
    const unit = Math.min(stage.width, stage.height)
    const r = between(stage.next, 0.12, 0.2) * unit
    const { x, y } = placeIn(stage, r)
    const inks = [stage.unlike(ground.tones, 18), stage.unlike(ground.tones, 18), stage.unlike(ground.tones, 18)]
    const spots = Array.from({ length: 36 }, (_, index) => {
      const [turn, far] = [stage.next() * 7, Math.sqrt(stage.next()) * r]
      return `<circle cx="${x + far * Math.cos(turn)}" cy="${y + far * Math.sin(turn)}" r="${r * 0.16}" fill="${inks[index % 3]?.hex}"/>`
    })
    return { x, y, drawn: spots.join('') }
  },
}

const grounded: readonly Grounds[] = ['plain', 'gradient', 'vignette', 'horizon', 'stripes', 'checks', 'noise', 'blobs']
const casted: readonly Casts[] = ['single', 'small', 'company', 'oddone', 'figure', 'detailed']

/** Grain over everything, as a camera gives it. */
const grain = (stage: Stage, amount: number): Buffer =>
  Buffer.from(
    Uint8Array.from({ length: stage.width * stage.height }, () => 128 + (stage.next() + stage.next() - 1) * amount),
  )

export const scene = async (seed: number): Promise<Scene> => {
  const stage = stageOf(seed)
  const groundName = grounded[seed % grounded.length] ?? 'plain'
  const castName = casted[Math.floor(seed / grounded.length) % casted.length] ?? 'single'
  const ground = grounds[groundName](stage)
  const cast = casts[castName](stage, ground)
  const { width, height } = stage
  const layers =
    groundName === 'noise'
      ? [{ input: grain(stage, 90), raw: { width, height, channels: 1 } as const, blend: 'overlay' as const }]
      : []
  const picture = sharp(drawing(width, height, ground.drawn + cast.drawn)).composite(layers)
  const bytes = await (seed % 2 === 0 ? picture.png() : picture.jpeg({ quality: 85 })).toBuffer()
  return { name: `${castName} on ${groundName}, scene ${seed}`, bytes, x: cast.x / width, y: cast.y / height }
}
