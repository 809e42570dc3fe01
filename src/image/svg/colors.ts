// Colours of CSS Color 4 and 5 that librsvg does not know, as sRGB.
import { type Color, clampRgb, converter, interpolate, parse } from 'culori'
import { closingParenthesis } from './cascade.ts'

const functions = /(?<![\w-])(?:(?:ok)?l(?:ch|ab)|hwb|color(?:-mix)?|light-dark)\(/i

/** Replaces the functions of colours in a value, the inner ones first. What is no colour stays. */
export function replaceColors(value: string): string {
  const start = value.search(functions)
  if (start < 0) return value
  const open = value.indexOf('(', start)
  const end = closingParenthesis(value, open)
  const name = value.slice(start, open).toLowerCase()
  const inside = replaceColors(value.slice(open + 1, end))
  return value.slice(0, start) + colorOf(name, inside) + replaceColors(value.slice(end + 1))
}

function colorOf(name: string, inside: string): string {
  if (name === 'light-dark') return inside.replace(/,(?![^(]*\)).*$/s, '').trim()
  const color = name === 'color-mix' ? mix(inside) : parse(`${name}(${inside})`)
  return color === undefined ? `${name}(${inside})` : format(color)
}

const toRgb = converter('rgb')

function format(color: Color): string {
  const { r, g, b, alpha = 1 } = clampRgb(toRgb(color))
  const [red, green, blue] = [r, g, b].map(channel => Math.round(channel * 255))
  return alpha < 1 ? `rgba(${red},${green},${blue},${alpha})` : `rgb(${red},${green},${blue})`
}

/** Names of culori for the spaces that mix colours. */
const mixingSpaces = new Map([
  ['srgb', 'rgb'],
  ['srgb-linear', 'lrgb'],
  ['oklab', 'oklab'],
  ['oklch', 'oklch'],
  ['lab', 'lab'],
  ['lch', 'lch'],
  ['hsl', 'hsl'],
  ['hwb', 'hwb'],
] as const)

/** `in <space>, <color> <percentage>?, <color> <percentage>?` (CSS Color 5, section 3). */
function mix(inside: string): Color | undefined {
  const [method = '', ...parts] = inside.split(/,(?![^(]*\))/).map(part => part.trim())
  const space = [...mixingSpaces].find(([name]) => name === /^in\s+([\w-]+)/.exec(method)?.[1])?.[1]
  const [first, second] = parts.map(part => parse(part.replace(/\s*[\d.]+%$|^[\d.]+%\s*/, '')))
  const [firstShare, secondShare] = parts.map(part => Number(/(?:^|\s)([\d.]+)%(?:\s|$)/.exec(part)?.[1] ?? Number.NaN))
  if (space === undefined || first === undefined || second === undefined) return undefined
  const { share, sum } = sharesOf(firstShare, secondShare)
  const { alpha = 1, ...color } = interpolate([first, second], space)(share)
  return { ...color, alpha: alpha * Math.min(1, sum) }
}

/** The share of the second colour, and the sum of both. @param first part of 100; both are NaN where they are left out. */
function sharesOf(first = Number.NaN, second = Number.NaN) {
  if (Number.isNaN(first) && Number.isNaN(second)) return { share: 0.5, sum: 1 }
  if (Number.isNaN(first)) return { share: second / 100, sum: 1 }
  if (Number.isNaN(second)) return { share: 1 - first / 100, sum: 1 }
  return { share: second / (first + second), sum: (first + second) / 100 }
}
