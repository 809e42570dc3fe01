// All hostile files; those that ffmpeg makes only where it is installed.
import { avifBombs } from './avif.ts'
import type { Bomb } from './bomb.ts'
import { gifBombs } from './gif.ts'
import { jpegBombs } from './jpeg.ts'
import { pngBombs } from './png.ts'
import { svgBombs } from './svg.ts'
import { tiffBombs } from './tiff.ts'
import { videoBombs } from './video.ts'
import { webpBombs } from './webp.ts'

export const bombs: readonly Bomb[] = [
  ...pngBombs,
  ...jpegBombs,
  ...webpBombs,
  ...avifBombs,
  ...gifBombs,
  ...tiffBombs,
  ...svgBombs,
  ...videoBombs,
]
