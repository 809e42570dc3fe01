// The palette of the answer: coordinates, unique names and contrasts of every colour, and design tokens.
import type { ColorToken, PaletteColor, Roles, Tokens } from '../../../schemas/palette.ts'
import { nameColor } from '../../color/color-names.ts'
import type { ColorSample } from '../../color/color-sample.ts'
import { wcagContrast } from '../../color/contrast.ts'
import { chroma, hue } from '../../color/oklab.ts'
import { parseHex } from '../../color/srgb.ts'
import { round } from '../numbers.ts'
import type { Swatch } from './quantize.ts'
import type { AssignedRoles } from './roles.ts'

/**
 * @param swatches the colours in the order of the answer.
 * @param assigned their roles in the picture; a colour without one has the role support.
 * @returns the colours with shares that add up to 1, coordinates, unique names and contrasts.
 */
export function describePalette(swatches: readonly Swatch[], assigned: AssignedRoles): PaletteColor[] {
  const roles = new Map([...assigned].map(([role, { hex }]) => [hex, role]))
  const largest = swatches.reduce((one, other) => (other.share > one.share ? other : one))
  // Rounded shares still add up to 1: the largest takes the rest.
  const rest = 1 - swatches.reduce((sum, { share }) => sum + round(share), 0)
  return [...nameColors(swatches)].map(([swatch, name]) => ({
    hex: swatch.hex,
    share: round(round(swatch.share) + (swatch === largest ? rest : 0)),
    oklch: oklchOf(swatch),
    role: roles.get(swatch.hex) ?? 'support',
    name,
    contrast_white: round(wcagContrast(swatch.hex, '#FFFFFF')),
    contrast_black: round(wcagContrast(swatch.hex, '#000000')),
  }))
}

/** Chroma below which a hue is meaningless: a step of 8 bits. */
const minCodedChroma = 0.002

function oklchOf({ oklab }: Swatch): PaletteColor['oklch'] {
  const degrees = chroma(oklab) < minCodedChroma ? 0 : hue(oklab)
  return { l: round(Math.min(1, oklab.l)), c: round(chroma(oklab)), h: round(degrees) }
}

/** @returns unique names by colour: of those that would share one, two or three are dark and light, others have their OKLab lightness behind it, such as "gray 62 %". */
export function nameColors<T extends ColorSample>(colors: readonly T[]): ReadonlyMap<T, string> {
  const groups = new Map<string, T[]>()
  for (const color of colors) {
    const name = nameColor(color.oklab)
    groups.set(name, [...(groups.get(name) ?? []), color])
  }
  const taken = new Set(groups.keys())
  const names = new Map<T, string>()
  for (const [name, group] of groups) {
    const ascending = group.toSorted((one, other) => one.oklab.l - other.oklab.l)
    const shades = group.length === 1 ? [name] : shadeNames(name, ascending, taken)
    for (const [index, color] of ascending.entries())
      names.set(color, shades?.[index] ?? `${name} ${distinctionOf(color, group)}`)
    for (const shade of shades ?? []) taken.add(shade)
  }
  return new Map(colors.map(color => [color, names.get(color) ?? '']))
}

/** Least difference of the OKLab lightness of colours that are called dark and light. */
const minShadeDifference = 0.05

/** @returns the names of the colours of one name, from dark to light; undefined where words do not tell them apart. */
function shadeNames(
  name: string,
  ascending: readonly ColorSample[],
  taken: ReadonlySet<string>,
): readonly string[] | undefined {
  const isDistinct = ascending.every(
    ({ oklab }, index) => oklab.l - (ascending[index - 1]?.oklab.l ?? -1) >= minShadeDifference,
  )
  if (!isDistinct) return undefined
  return shadesOf(name).find(
    shades => shades.length === ascending.length && shades.every(shade => shade === name || !taken.has(shade)),
  )
}

/** Names without a hue, and names that take no further word. */
const unshaded = /^(?:(?:dark |light )?gray|.*white|.*black|very .*|vivid .*|brilliant .*|light grayish .*)$/

/** @returns series of names for shades of a colour, from dark to light, the best first. */
function shadesOf(name: string): readonly (readonly string[])[] {
  if (unshaded.test(name)) return []
  if (name.startsWith('dark ')) return [[`very ${name}`, name]]
  if (name.startsWith('light ') || name.startsWith('pale ')) return [[name, `very ${name}`]]
  const [dark, light] = [`dark ${name}`, `light ${name}`]
  return [
    [dark, light],
    [name, light],
    [dark, name],
    [dark, name, light],
  ]
}

/** Decimal places of a lightness in percent, until names differ. */
const lightnessDigits = [0, 1, 2] as const

function distinctionOf(color: ColorSample, group: readonly ColorSample[]): string {
  const percent = ({ oklab }: ColorSample, digits: number) => (100 * oklab.l).toFixed(digits)
  const isDistinct = (digits: number) =>
    group.every(other => other === color || percent(other, digits) !== percent(color, digits))
  const digits = lightnessDigits.find(isDistinct)
  return digits === undefined ? color.hex : `${percent(color, digits)} %`
}

/**
 * @returns a design token per role and per colour of the palette, counted from 1; `$type` is set once, on the group (Design Tokens
 * Community Group, Format and Color modules 2025.10).
 */
export function buildTokens(roles: Roles, palette: readonly PaletteColor[]): Tokens {
  return {
    color: {
      $type: 'color',
      background: tokenOf(roles.background),
      surface: tokenOf(roles.surface),
      text: tokenOf(roles.text),
      primary: tokenOf(roles.primary),
      on_primary: tokenOf(roles.on_primary),
      secondary: tokenOf(roles.secondary),
      accent: tokenOf(roles.accent),
      on_accent: tokenOf(roles.on_accent),
      palette: Object.fromEntries(palette.map(({ hex }, index) => [String(index + 1), tokenOf(hex)])),
    },
  }
}

function tokenOf(hex: string): ColorToken {
  const { red, green, blue } = parseHex(hex)
  const components: [number, number, number] = [round(red / 255), round(green / 255), round(blue / 255)]
  return { $value: { colorSpace: 'srgb', components, hex: hex.toLowerCase() } }
}
