// The palette of a style as a file for other programs.
import type { StyleMetadata } from '../../../schemas/style.ts'
import { parseHex } from '../../color/srgb.ts'
import { buildTokens } from './palette.ts'

type PaletteStyle = Pick<StyleMetadata, 'roles' | 'palette' | 'media'>

interface PaletteFile {
  readonly extension: string
  readonly write: (style: PaletteStyle) => string
}

export const paletteTypes = ['text/css', 'application/design-tokens+json', 'application/x-gimp-palette'] as const
export type PaletteType = (typeof paletteTypes)[number]

/** File formats by media type. */
export const paletteFiles: Readonly<Record<PaletteType, PaletteFile>> = {
  'text/css': { extension: 'css', write: toCss },
  'application/design-tokens+json': { extension: 'tokens.json', write: toTokens },
  'application/x-gimp-palette': { extension: 'gpl', write: toGimpPalette },
}

/** Custom properties: the roles, then the palette with names and shares as comments. */
function toCss({ roles, palette }: PaletteStyle): string {
  const named = Object.entries(roles).map(([role, hex]) => `  --${role.replace('_', '-')}: ${hex};`)
  const colors = palette.map(
    ({ hex, name, share }, index) => `  --color-${index + 1}: ${hex}; /* ${labelOf(name, share)} */`,
  )
  return `:root {\n${[...named, ...colors].join('\n')}\n}\n`
}

/** Design Tokens Community Group, Format module 2025.10. */
function toTokens({ roles, palette }: PaletteStyle): string {
  return `${JSON.stringify(buildTokens(roles, palette), null, 2)}\n`
}

/** The palette format of GIMP, which Inkscape, Krita, Scribus and Aseprite read, too: a header, then a line per colour. */
function toGimpPalette({ palette, media }: PaletteStyle): string {
  const lines = palette.map(({ hex, name, share }) => {
    const { red, green, blue } = parseHex(hex)
    return `${[red, green, blue].map(channel => String(channel).padStart(3)).join(' ')}\t${labelOf(name, share)}`
  })
  return ['GIMP Palette', `Name: ${media.sha256.slice(0, 12)}`, 'Columns: 4', '#', ...lines, ''].join('\n')
}

function labelOf(name: string, share: number): string {
  return `${name}, ${Math.round(share * 1000) / 10} %`
}
