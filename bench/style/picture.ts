// A picture whose colours are known.

/** A colour that a good palette of the picture has. */
export interface Truth {
  readonly hex: string
  /** Part of the visible pixels, 0 to 1; undefined where the colour has no area of its own, as the end of a gradient. */
  readonly share: number | undefined
  /** Whether it is small and strong: what a palette must not miss. */
  readonly accent: boolean
  /** Colours that look the same and would do as well. */
  readonly alike: readonly string[]
}

/** A colour that occurs, with its part of the visible pixels. */
export interface Mass {
  readonly hex: string
  readonly share: number
}

export interface Picture {
  readonly family: string
  readonly name: string
  readonly bytes: Buffer
  /** Six at most. */
  readonly truth: readonly Truth[]
  /** Distribution of the colours of all visible pixels, against which the shares of a palette are measured. */
  readonly spread: readonly Mass[]
}

export type Family = (seed: number) => Promise<Picture>
