// The platforms that pictures and films are made for: their frames, and what their interfaces cover.
import type { Box, Platform } from '../schemas/platform.ts'
import type { Size } from '../schemas/types.ts'

interface Canvas {
  readonly label: string
  readonly size: Size
  /** What the platform covers from each edge of the canvas, px, rounded up. */
  readonly covered: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}

export const platformCanvases: Readonly<Record<Platform, Canvas>> = {
  // 14 % above, 35 % below and 6 % on either side are kept clear in vertical ads (Meta's guide to Reels).
  instagram_reels: {
    label: 'Instagram Reels',
    size: { width: 1080, height: 1920 },
    covered: { top: 269, right: 65, bottom: 672, left: 65 },
  },
  // Title, buttons and the bar over vertical ads (Google's guide to Shorts).
  youtube_shorts: {
    label: 'YouTube Shorts',
    size: { width: 1080, height: 1920 },
    covered: { top: 288, right: 192, bottom: 672, left: 48 },
  },
  // Graphics-safe area: 5 % from every edge (EBU R 95).
  web_16_9: {
    label: '16:9 on the web',
    size: { width: 1920, height: 1080 },
    covered: { top: 54, right: 96, bottom: 54, left: 96 },
  },
}

/** @returns the part of a canvas that the interface of the platform does not cover, px: on its own canvas, or scaled to another size. */
export function safeAreaOf(name: Platform, { width, height }: Size = platformCanvases[name].size): Box {
  const { size, covered } = platformCanvases[name]
  const [scaleX, scaleY] = [width / size.width, height / size.height]
  const [x, y] = [Math.round(covered.left * scaleX), Math.round(covered.top * scaleY)]
  return {
    ...{ x, y },
    width: Math.round((size.width - covered.right) * scaleX) - x,
    height: Math.round((size.height - covered.bottom) * scaleY) - y,
  }
}
