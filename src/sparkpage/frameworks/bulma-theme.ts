// The theme of the components of Bulma that developers add to pages.
import { toHsl } from '../../color/srgb.ts'
import type { Scheme } from '../theme.ts'

/** Bulma derives the colours of its components from hue, saturation and lightness. */
export function bulmaComponents(colors: Scheme, dark: Scheme | undefined): string {
  const rule = (scheme: Scheme) => `html:root:root:root{${componentColors(scheme)}}`
  return dark ? `${rule(colors)}\n@media screen and (prefers-color-scheme:dark){${rule(dark)}}` : rule(colors)
}

function componentColors(colors: Scheme): string {
  const [accent, ground] = [toHsl(colors.accent), toHsl(colors.bg)]
  const lightness = {
    'primary-invert': colors['on-accent'],
    'link-invert': colors['on-accent'],
    'scheme-main': colors.bg,
    'scheme-main-bis': colors.surface,
    background: colors.surface,
    border: colors.border,
    text: colors.text,
    'text-strong': colors.text,
    'text-weak': colors.muted,
  }
  return [
    ...['primary', 'link'].map(
      name =>
        `--bulma-${name}-h:${accent.hue}deg;--bulma-${name}-s:${accent.saturation}%;--bulma-${name}-l:${accent.lightness}%`,
    ),
    `--bulma-scheme-h:${ground.hue};--bulma-scheme-s:${ground.saturation}%`,
    ...Object.entries(lightness).map(([name, color]) => `--bulma-${name}-l:${toHsl(color).lightness}%`),
  ].join(';')
}
