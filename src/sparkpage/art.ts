// Art for pages: abstract forms drawn from the light of a picture. None of them is a closed shape that could be read as a thing.
import { formatHex, type Rgb } from '../color/srgb.ts'
import { colorAt, type Light } from './light.ts'

export const artFamilies = ['flutes', 'bands', 'tiles', 'slats', 'dots'] as const
export type ArtFamily = (typeof artFamilies)[number]

/** Size of every drawing in its own units; pages enlarge it without loss. */
const size = { width: 1600, height: 1000 } as const

/** @returns a data URI of an SVG that fills its box; the same for the same light. */
export function drawArt(family: ArtFamily, light: Light, scheme: 'light' | 'dark'): string {
  const content = drawings[family](light, scheme)
  const { width, height } = size
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  // A style sheet has the URL in double quotes; the other characters are not allowed in a URL.
  return `data:image/svg+xml,${svg.replaceAll('"', "'").replace(/[#%<>]/g, character => encodeURIComponent(character))}`
}

const drawings: Readonly<Record<ArtFamily, (light: Light, scheme: 'light' | 'dark') => string>> = {
  flutes: drawFlutes,
  bands: drawBands,
  tiles: drawTiles,
  slats: drawSlats,
  dots: drawDots,
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10
}

function hex({ red, green, blue }: Rgb): string {
  return formatHex(Math.round(red), Math.round(green), Math.round(blue))
}

/** @param stops opacities of black (negative: of white) from one end to the other. */
function shade(id: string, direction: string, stops: readonly (readonly [at: number, opacity: number])[]): string {
  const entries = stops.map(
    ([at, opacity]) =>
      `<stop offset="${at}" stop-color="${opacity < 0 ? '#fff' : '#000'}" stop-opacity="${Math.abs(opacity)}"/>`,
  )
  return `<linearGradient id="${id}" ${direction}>${entries.join('')}</linearGradient>`
}

/** A gradient between colours of the light. @param places evenly spaced stops */
function gradient(id: string, direction: string, light: Light, places: readonly number[]): string {
  const stops = places.map((place, index) => {
    const offset = roundToTenth((100 * index) / (places.length - 1))
    return `<stop offset="${offset}%" stop-color="${hex(colorAt(light, place))}"/>`
  })
  return `<linearGradient id="${id}" ${direction}>${stops.join('')}</linearGradient>`
}

/** Goes from one end of the light to the other and back: no sudden end. @returns 0 to 1 */
function thereAndBack(place: number): number {
  const turn = ((place % 2) + 2) % 2
  return turn > 1 ? 2 - turn : turn
}

/** Part of the width that a flute refracts: neighbours show nearly the same. */
const refraction = 0.26

/** The light, which leans, behind fluted glass. */
function drawFlutes(light: Light, scheme: 'light' | 'dark'): string {
  const count = scheme === 'dark' ? 34 : 22
  const { width, height } = size
  const step = width / count
  const flutes = range(count).map(index => {
    const start = Math.min(1 - refraction, Math.max(0, (index + 0.5) / count - refraction / 2))
    // One unit wider than its place: no seam between neighbours.
    return `<svg x="${roundToTenth(index * step)}" width="${roundToTenth(step + 1)}" height="${height}" viewBox="${roundToTenth(start * width)} 0 ${roundToTenth(refraction * width)} ${height}" preserveAspectRatio="none"><use href="#l"/></svg>`
  })
  const depth = scheme === 'dark' ? 1.3 : 1
  const glass = shade(
    'g',
    '',
    [
      [0, 0.24],
      [0.22, 0.04],
      [0.55, -0.24],
      [0.88, 0],
      [1, 0.1],
    ].map(([at = 0, opacity = 0]) => [at, roundToTenth(opacity * depth * 100) / 100] as const),
  )
  const direction = `gradientUnits="userSpaceOnUse" x1="${0.62 * width}" y1="${-0.06 * height}" x2="${0.38 * width}" y2="${1.06 * height}"`
  const sky = gradient(
    's',
    direction,
    light,
    range(20).map(index => index / 19),
  )
  return `<defs>${sky}${glass}<path id="l" fill="url(#s)" d="M0 0h${width}v${height}H0z"/><pattern id="p" width="${roundToTenth(step)}" height="${height}" patternUnits="userSpaceOnUse"><path fill="url(#g)" d="M0 0h${roundToTenth(step)}v${height}H0z"/></pattern></defs>${flutes.join('')}<path fill="url(#p)" d="M0 0h${width}v${height}H0z"/>`
}

/** Broad bands that lean, each a fold of the light. */
function drawBands(light: Light): string {
  const count = 7
  const lean = 420
  const { width, height } = size
  const step = (width + lean) / count
  // Neighbours begin at distant places of the light, so that their edge is seen.
  const folds = range(count).map(index =>
    gradient(
      `b${index}`,
      'x2="0" y2="1"',
      light,
      range(7).map(row => thereAndBack(index * 0.76 + row * 0.11)),
    ),
  )
  const edge = shade('e', '', [
    [0, 0.22],
    [0.22, 0.04],
    [1, -0.1],
  ])
  const bands = range(count).map(index => {
    const left = roundToTenth(index * step - lean)
    const path = `M${left + lean} 0h${roundToTenth(step + 1)}l${-lean} ${height}h${-roundToTenth(step + 1)}z`
    return `<path fill="url(#b${index})" d="${path}"/><path fill="url(#e)" d="${path}"/>`
  })
  return `<defs>${folds.join('')}${edge}</defs>${bands.join('')}`
}

/** Squares with a quarter of a circle in each. */
function drawTiles(light: Light): string {
  const side = 200
  const [columns, rows] = [size.width / side, size.height / side]
  const tiles = range(columns * rows).map(index => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const ground = hex(colorAt(light, (column / columns + row / rows) / 2))
    // The golden ratio spreads the colours of the forms evenly.
    const form = hex(colorAt(light, (index * 0.618) % 1))
    const turn = ((column * 7 + row * 11 + ((column * row) % 3)) % 4) * 90
    return `<g transform="translate(${(column + 0.5) * side} ${(row + 0.5) * side})rotate(${turn})"><use href="#s" fill="${ground}"/><use href="#q" fill="${form}"/></g>`
  })
  const half = side / 2
  const square = `<path id="s" d="M${-half - 1} ${-half - 1}h${side + 2}v${side + 2}h${-side - 2}z"/>`
  const quarter = `<path id="q" d="M${-half} ${-half}h${side}a${side} ${side} 0 0 1 ${-side} ${side}z"/>`
  return `<defs>${square}${quarter}</defs>${tiles.join('')}`
}

/** Slats across the light, each shifted against the next. */
function drawSlats(light: Light): string {
  // In a band as wide as the window a third of them is seen.
  const [count, kinds] = [24, 12]
  const { width, height } = size
  const step = height / count
  const rows = range(kinds).map(index => {
    const shift = index * 0.045 + (index % 2 === 0 ? 0.06 : -0.06) * (1 + (index % 3) / 2)
    return gradient(
      `r${index}`,
      '',
      light,
      range(9).map(column => thereAndBack(column / 10 + shift)),
    )
  })
  const edge = shade('e', 'x2="0" y2="1"', [
    [0, -0.18],
    [0.12, 0],
    [0.7, 0.04],
    [1, 0.3],
  ])
  const slats = range(count).map(index => {
    const path = `M0 ${roundToTenth(index * step)}h${width}v${roundToTenth(step + 1)}H0z`
    return `<path fill="url(#r${(index * 5) % kinds})" d="${path}"/><path fill="url(#e)" d="${path}"/>`
  })
  return `<defs>${rows.join('')}${edge}</defs>${slats.join('')}`
}

/** Dots of a halftone screen, from one corner, where they are large, to the other; the ground is the last of their colours. */
function drawDots(light: Light, scheme: 'light' | 'dark'): string {
  const [columns, rows] = [32, 20]
  const step = size.width / columns
  const toGround = scheme === 'dark' ? -1 : 1
  const ordered = light.toSorted((one, other) => toGround * (lumaOf(one) - lumaOf(other)))
  const dots = range(columns * rows).map(index => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const part = ((column + 0.5) / columns + (row + 0.5) / rows) / 2
    const x = (column + (row % 2 === 0 ? 0.25 : 0.75)) * step
    return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth((row + 0.5) * step)}" r="${roundToTenth((0.5 - 0.44 * part) * step)}" fill="${hex(colorAt(ordered, part * 0.8))}"/>`
  })
  return `<path fill="${hex(colorAt(ordered, 1))}" d="M0 0h${size.width}v${size.height}H0z"/>${dots.join('')}`
}

function lumaOf({ red, green, blue }: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
