// What a hostile file is.

/** `video` is sent with media_type video, everything else as a picture. */
export type BombFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif' | 'tiff' | 'svg' | 'video'

export interface Bomb {
  readonly name: string
  readonly format: BombFormat
  /** Builds the file; the same bytes in every run. */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
  /** `ok`: 200 with default limits. `refused`: a 4xx problem. `either`: depends on the decoder or on the memory budget. Never a 500. */
  readonly expect: 'ok' | 'refused' | 'either'
}

export type Row = readonly [name: string, expect: Bomb['expect'], bytes: Bomb['bytes']]

export function bombsOf(format: BombFormat, rows: readonly Row[]): readonly Bomb[] {
  return rows.map(([name, expect, bytes]) => ({ name: `${format}: ${name}`, format, bytes, expect }))
}
