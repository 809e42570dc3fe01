// Target platforms, and how an image fits one.
import { type Static, Type } from '@sinclair/typebox'
import { enumModel, enumRef, Pixels, ref, SingleLine, Size } from './types.ts'

export const platforms = ['instagram_reels', 'youtube_shorts', 'web_16_9'] as const
export type Platform = (typeof platforms)[number]
export const defaultPlatform = 'web_16_9'

export const TargetPlatform = enumModel(
  'TargetPlatform',
  platforms,
  `Platform that the image is for. Default in requests: ${defaultPlatform}.`,
)

export const Box = Type.Object(
  {
    x: Pixels(0, 'Left edge.'),
    y: Pixels(0, 'Top edge.'),
    width: Pixels(1, 'Width.'),
    height: Pixels(1, 'Height.'),
  },
  { $id: 'Box', description: 'A rectangle, px from the top left corner.' },
)
export type Box = Static<typeof Box>

export const PlatformFit = Type.Object(
  {
    name: enumRef(TargetPlatform),
    canvas: ref(Size, { description: 'Frame size of the platform, px.' }),
    aspect_match: Type.Boolean({ description: 'Whether the aspect ratios differ by less than 1 %.' }),
    min_resolution_ok: Type.Boolean({ description: 'Whether the crop is at least as large as the canvas.' }),
    crop: ref(Box, {
      description:
        'Largest crop with the aspect ratio of the canvas, px in the source. It cuts as few heads as possible; without people it keeps the subject whole where that fits, and loses as little as possible of what stands out.',
    }),
    safe_area: ref(Box, {
      description:
        'Part of the canvas that the platform interface does not cover, px on the canvas. Margins: Reels 14 % top, 35 % bottom, 6 % left and right (Meta); Shorts 288 px top, 672 px bottom, 48 px left, 192 px right (Google); web 5 % on each side (EBU R 95).',
    }),
    focal_in_safe_area: Type.Boolean({
      description: 'Whether the focal point is inside the safe area when the crop fills the canvas.',
    }),
    advice: Type.Array(SingleLine(256, 'A recommendation.'), {
      minItems: 0,
      maxItems: 8,
      description: 'Recommendations.',
    }),
  },
  { $id: 'PlatformFit', description: 'How the image fits the target platform.' },
)
export type PlatformFit = Static<typeof PlatformFit>

/** A platform as the place of a picture or a film. */
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
    x,
    y,
    width: Math.round((size.width - covered.right) * scaleX) - x,
    height: Math.round((size.height - covered.bottom) * scaleY) - y,
  }
}
