// Scenes as a stranger would compose them, apart from those that the search for subjects was made with.
import sharp from 'sharp'
import { type ColorSample, deltaE00, sampleColor } from '../../src/color/color-sample.ts'
import { drawing, random } from './pictures.ts'
import type { Scene } from './scenes.ts'

/** What a scene is drawn with; all of it follows from the seed. */
interface Stage {
  readonly width: number
  readonly height: number
  readonly next: () => number
  readonly between: (from: number, to: number) => number
  /** A colour that differs from the others by so much, ΔE00. */
  readonly unlike: (others: readonly ColorSample[], least: number) => ColorSample
  /** A colour whose channels differ by so much at most. */
  readonly near: (one: ColorSample, step: number) => ColorSample
}

const sizes = [
  [640, 480],
  [480, 640],
  [600, 600],
  [800, 450],
] as const

const stageOf = (seed: number): Stage => {
  const next = random(seed * 104_729 + 7)
  for (let warm = 0; warm < 5; warm++) next()
  const [width, height] = sizes[Math.floor(next() * sizes.length)] ?? [640, 480]
  const between = (from: number, to: number) => from + next() * (to - from)
  const unlike = (others: readonly ColorSample[], least: number): ColorSample => {
    for (;;) {
      const candidate = sampleColor({ red: next() * 255, green: next() * 255, blue: next() * 255 })
      if (others.every(other => deltaE00(other, candidate) >= least)) return candidate
    }
  }
  const near = ({ rgb }: ColorSample, step: number): ColorSample => {
    const moved = (value: number) => Math.min(255, Math.max(0, value + between(-step, step)))
    return sampleColor({ red: moved(rgb.red), green: moved(rgb.green), blue: moved(rgb.blue) })
  }
  return { width, height, next, between, unlike, near }
}

interface Ground {
  readonly tones: readonly ColorSample[]
  readonly drawn: string
  /** Deviation of the light from pixel to pixel and from place to place, of 255. */
  readonly grain?: number
}

const cover = (fill: string): string => `<rect width="100%" height="100%" fill="${fill}"/>`

const alone = (one: ColorSample): Ground => ({ tones: [one], drawn: cover(one.hex) })

type Lay = readonly [name: string, (stage: Stage) => Ground]

const plain: Lay = ['plain', ({ unlike }) => alone(unlike([], 0))]

const grounds: readonly Lay[] = [
  plain,
  [
    'gradient',
    ({ unlike, near }) => {
      const one = unlike([], 0)
      const other = near(one, 90)
      const stops = `<stop stop-color="${one.hex}"/><stop offset="1" stop-color="${other.hex}"/>`
      return {
        tones: [one, other],
        drawn: `<linearGradient id="g" x2="1" y2="1">${stops}</linearGradient>${cover('url(#g)')}`,
      }
    },
  ],
  ['photograph', ({ unlike }) => ({ ...alone(unlike([], 0)), grain: 22 })],
  [
    'busy',
    ({ unlike, near, next, between, width, height }) => {
      const one = unlike([], 0)
      const tones = [one, near(one, 45), near(one, 45)]
      const spot = (_: unknown, index: number) =>
        `<circle cx="${next() * width}" cy="${next() * height}" r="${between(6, 30)}" fill="${tones[index % 3]?.hex}"/>`
      return { tones, drawn: cover(one.hex) + Array.from({ length: 100 }, spot).join('') }
    },
  ],
]

interface Cast {
  readonly drawn: string
  readonly x: number
  readonly y: number
}

const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`

/** The radius of a disc of this part of the frame. */
const radius = ({ width, height }: Stage, part: number): number => Math.sqrt((part * width * height) / Math.PI)

/** A place where a third or the middle lies, as near as the frame allows. */
const place = ({ width, height, next, between }: Stage, r: number) => {
  const at = (size: number) => {
    const line = [1 / 3, 1 / 2, 2 / 3][Math.floor(next() * 3)] ?? 0.5
    return Math.min(size - r - 6, Math.max(r + 6, line * size + between(-15, 15)))
  }
  return { x: at(width), y: at(height) }
}

/** Three discs around a middle, close together. */
const trio = (stage: Stage, fills: readonly ColorSample[]): Cast => {
  const r = radius(stage, stage.between(0.02, 0.04))
  const { x, y } = place(stage, 2.6 * r)
  const turn = stage.next() * 6.28
  const drawn = fills.map(({ hex }, index) => {
    const angle = turn + index * 2.094
    return disc(x + 1.5 * r * Math.cos(angle), y + 1.5 * r * Math.sin(angle), r, hex)
  })
  return { x, y, drawn: drawn.join('') }
}

const single = (stage: Stage, tones: readonly ColorSample[], part: number, room = 0): Cast & { readonly r: number } => {
  const r = radius(stage, part)
  const spot = place(stage, r + room)
  return { ...spot, r, drawn: disc(spot.x, spot.y, r, stage.unlike(tones, 30).hex) }
}

type Casting = readonly [name: string, (stage: Stage, ground: Ground) => Cast]

const small: Casting = ['a small one', (stage, { tones }) => single(stage, tones, 0.03)]

const casts: readonly Casting[] = [
  small,
  ['a large one', (stage, { tones }) => single(stage, tones, 0.3)],
  [
    'three alike',
    (stage, { tones }) => {
      const fill = stage.unlike(tones, 30)
      return trio(stage, [fill, fill, fill])
    },
  ],
  [
    'three unlike',
    (stage, { tones }) => {
      const one = stage.unlike(tones, 30)
      const two = stage.unlike([...tones, one], 30)
      return trio(stage, [one, two, stage.unlike([...tones, one, two], 30)])
    },
  ],
  [
    'one and two lesser ones',
    (stage, { tones }) => {
      const { x, y, r, drawn } = single(stage, tones, 0.12)
      const { width, height } = stage
      const lesser = [0.06, 0.94].map(part =>
        disc(part * width, (x < part * width ? 0.1 : 0.9) * height, 0.3 * r, stage.unlike(tones, 20).hex),
      )
      return { x, y, drawn: drawn + lesser.join('') }
    },
  ],
  [
    'one in a frame',
    (stage, { tones }) => {
      const { width, height } = stage
      const edge = stage.unlike(tones, 20)
      const cast = single(stage, [...tones, edge], 0.08, 30)
      const frame = `<path fill="none" stroke="${edge.hex}" stroke-width="50" d="M0 0H${width}V${height}H0Z"/>`
      return { ...cast, drawn: cast.drawn + frame }
    },
  ],
  [
    'a ring',
    (stage, { tones }) => {
      const r = radius(stage, 0.1)
      const { x, y } = place(stage, r)
      const fill = stage.unlike(tones, 30).hex
      return {
        ...{ x, y },
        drawn: `<circle cx="${x}" cy="${y}" r="${0.8 * r}" fill="none" stroke="${fill}" stroke-width="${0.35 * r}"/>`,
      }
    },
  ],
  [
    'a face',
    (stage, _) => {
      const r = radius(stage, stage.between(0.06, 0.15))
      const { x, y } = place(stage, 1.3 * r)
      const eyes = [-0.28, 0.28].map(part => disc(x + part * r, y - 0.1 * r, 0.09 * r, '#222222'))
      const hair = `<ellipse cx="${x}" cy="${y - 0.2 * r}" rx="${0.9 * r}" ry="${1.05 * r}" fill="#2C1B12"/>`
      return {
        ...{ x, y },
        drawn: `${hair}<ellipse cx="${x}" cy="${y}" rx="${0.75 * r}" ry="${r}" fill="#F1C9A5"/>${eyes.join('')}`,
      }
    },
  ],
]

/** Uneven light: waves of several lengths, and grain. */
const light = ({ width, height, next }: Stage, deviation: number): Buffer => {
  const waves = [0.008, 0.017, 0.04].map(step => ({ step, phase: next() * 6.28, turn: next() * 6.28 }))
  const pixels = Buffer.alloc(width * height)
  for (let index = 0; index < pixels.length; index++) {
    const [x, y] = [index % width, Math.floor(index / width)]
    let value = 127 + (next() + next() - 1) * deviation
    for (const { step, phase, turn } of waves)
      value += 0.4 * deviation * Math.sin(phase + step * (x * Math.cos(turn) + y * Math.sin(turn)))
    pixels[index] = value
  }
  return pixels
}

export const stageCount = grounds.length * casts.length

/** The first `stageCount` seeds show every subject on every ground once. */
export const composed = async (seed: number): Promise<Scene> => {
  const stage = stageOf(seed)
  const { width, height } = stage
  const [groundName, lay] = grounds[seed % grounds.length] ?? plain
  const [castName, set] = casts[Math.floor(seed / grounds.length) % casts.length] ?? small
  const ground = lay(stage)
  const { drawn, x, y } = set(stage, ground)
  const grain =
    ground.grain === undefined
      ? []
      : [{ input: light(stage, ground.grain), raw: { width, height, channels: 1 } as const, blend: 'overlay' as const }]
  const picture = sharp(drawing(width, height, ground.drawn + drawn)).composite(grain)
  const bytes = await (seed % 3 === 0 ? picture.jpeg({ quality: 88 }) : picture.png()).toBuffer()
  return { name: `${castName} on ${groundName}, stage ${seed}`, bytes, x: x / width, y: y / height }
}
