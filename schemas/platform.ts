// Target platforms, and how an image fits one.
import { type Static, Type } from '@sinclair/typebox'
import { type AliasedEnum, aliasedModel, enumModel, enumRef, Pixels, ref, SingleLine, Size } from './types.ts'

export const platforms = ['instagram_reels', 'youtube_shorts', 'web_16_9'] as const
export type Platform = (typeof platforms)[number]
export const defaultPlatform = 'web_16_9'

export const TargetPlatform = enumModel(
  'TargetPlatform',
  platforms,
  `Platform that the image is for. Default in requests: ${defaultPlatform}.`,
)

/** Those of the specification, and others that captures know. */
const capturePlatforms = [...platforms, 'tiktok', 'instagram_feed', 'square', 'x', 'linkedin'] as const
export type CapturePlatform = (typeof capturePlatforms)[number]

/** Other platforms are replaced by the one with the nearest aspect ratio. */
export const capturePlatformEnum: AliasedEnum<CapturePlatform> = {
  allowed: capturePlatforms,
  fallback: defaultPlatform,
  isOpen: true,
  aliases: {
    instagram: 'instagram_feed',
    reels: 'instagram_reels',
    instagram_reel: 'instagram_reels',
    facebook_reels: 'instagram_reels',
    instagram_story: 'instagram_reels',
    instagram_stories: 'instagram_reels',
    facebook_story: 'instagram_reels',
    facebook_stories: 'instagram_reels',
    story: 'instagram_reels',
    stories: 'instagram_reels',
    whatsapp_status: 'instagram_reels',
    vertical: 'instagram_reels',
    '9:16': 'instagram_reels',
    '9x16': 'instagram_reels',
    shorts: 'youtube_shorts',
    youtube_short: 'youtube_shorts',
    tik_tok: 'tiktok',
    snapchat: 'tiktok',
    snapchat_spotlight: 'tiktok',
    douyin: 'tiktok',
    instagram_post: 'instagram_feed',
    instagram_portrait: 'instagram_feed',
    facebook: 'instagram_feed',
    facebook_feed: 'instagram_feed',
    threads: 'instagram_feed',
    pinterest: 'instagram_feed',
    portrait: 'instagram_feed',
    '4:5': 'instagram_feed',
    '4x5': 'instagram_feed',
    instagram_square: 'square',
    '1:1': 'square',
    '1x1': 'square',
    twitter: 'x',
    bluesky: 'x',
    mastodon: 'x',
    linkedin_feed: 'linkedin',
    xing: 'linkedin',
    web: 'web_16_9',
    desktop: 'web_16_9',
    landscape: 'web_16_9',
    youtube: 'web_16_9',
    vimeo: 'web_16_9',
    twitch: 'web_16_9',
    '16:9': 'web_16_9',
    '16x9': 'web_16_9',
  },
}

export const CapturePlatform = aliasedModel(
  'CapturePlatform',
  capturePlatformEnum,
  'Platform that a capture is for. A known platform that is not listed is replaced by the listed one with the closest aspect ratio.',
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
    aspect_match: Type.Boolean({
      description: 'Whether the aspect ratios of the image and the canvas differ by less than 1 %.',
    }),
    min_resolution_ok: Type.Boolean({ description: 'Whether the crop is at least as large as the canvas.' }),
    crop: ref(Box, {
      description:
        'Largest crop with the aspect ratio of the canvas, px in the source. It cuts as few heads as possible; without people it keeps the whole subject if it fits, and keeps as much as possible of what stands out.',
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

/** A platform on which a picture or a video is shown; docs/platforms.md has the sources. */
interface Canvas {
  readonly label: string
  readonly size: Size
  /** Margins that the platform covers at each edge of the canvas, px, rounded up. */
  readonly covered: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number }
}

const uncovered = { top: 0, right: 0, bottom: 0, left: 0 } as const

export const platformCanvases: Readonly<Record<CapturePlatform, Canvas>> = {
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
  tiktok: {
    label: 'TikTok',
    size: { width: 1080, height: 1920 },
    covered: { top: 150, right: 150, bottom: 440, left: 60 },
  },
  instagram_feed: { label: 'Instagram feed', size: { width: 1080, height: 1350 }, covered: uncovered },
  square: { label: 'a square', size: { width: 1080, height: 1080 }, covered: uncovered },
  x: { label: 'X', size: { width: 1920, height: 1080 }, covered: uncovered },
  linkedin: { label: 'LinkedIn', size: { width: 1920, height: 1080 }, covered: uncovered },
}

/** @returns the part of a canvas that the interface of the platform does not cover, px: on its own canvas, or scaled to another size. */
export function safeAreaOf(name: CapturePlatform, { width, height }: Size = platformCanvases[name].size): Box {
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
