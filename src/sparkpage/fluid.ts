// Sizes that grow with the width of the window.

export interface Fluid {
  /** Bounds, rem. */
  readonly least: number
  readonly most: number
  /** The line between them: rem at no width, and its rise in hundredths of the width. */
  readonly base: number
  readonly slope: number
}

const round = (value: number): number => Math.round(value * 1000) / 1000

/** @param widest CSS px of the width from which on the size stays the same; undefined: it goes on to its bound. */
export const fluid = ({ least, most, base, slope }: Fluid, widest: number | undefined): string => {
  const rise = `${round(slope)}vw`
  const bounded = widest === undefined ? rise : `min(${rise},${round((slope * widest) / 100)}px)`
  return `clamp(${round(least)}rem,${round(base)}rem + ${bounded},${round(most)}rem)`
}
