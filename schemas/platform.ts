// The social platforms, and how a picture fits one.
import { type Static, Type } from '@sinclair/typebox'
import { Line, oneOf, Pixels, ref, Size } from './types.ts'

export const platforms = ['instagram_reels', 'youtube_shorts', 'web_16_9'] as const
export type Platform = (typeof platforms)[number]

export const Box = Type.Object(
  {
    x: Pixels(0, 'Left edge, from the left.'),
    y: Pixels(0, 'Upper edge, from the top.'),
    width: Pixels(1, 'From left to right.'),
    height: Pixels(1, 'From top to bottom.'),
  },
  { $id: 'Box', description: 'An upright part of a picture.' },
)
export type Box = Static<typeof Box>

export const PlatformFit = Type.Object(
  {
    name: oneOf(platforms, { description: 'The target platform.' }),
    canvas: ref(Size, { description: 'Canvas of the platform, px.' }),
    aspect_match: Type.Boolean({ description: 'Whether the aspect ratios differ by less than 1 %.' }),
    min_resolution_ok: Type.Boolean({ description: 'Whether the crop has at least the pixels of the canvas.' }),
    crop: ref(Box, {
      description:
        'Largest part of the picture with the canvas aspect, as nearly around the focal point as the frame allows, px in the source.',
    }),
    safe_area: ref(Box, {
      description:
        'Part of the canvas that the platform leaves uncovered, px on the canvas: Reels 14 % above, 35 % below, 6 % on either side (Meta); Shorts 288 px above, 672 below, 48 left, 192 right (Google); web 5 % on every side (EBU R 95).',
    }),
    focal_in_safe_area: Type.Boolean({
      description: 'Whether the focal point lies in the safe area once the crop fills the canvas.',
    }),
    advice: Type.Array(Line(256, 'What to do.'), { minItems: 0, maxItems: 8, description: 'What to do, in words.' }),
  },
  { $id: 'PlatformFit', description: 'How the picture fits the target platform.' },
)
export type PlatformFit = Static<typeof PlatformFit>
