// What was analysed: the facts of a picture or a video.
import { type Static, Type } from '@sinclair/typebox'
import { Count, Line, Name, oneOf, Pixels, Sha256 } from './types.ts'

export const mediaTypes = ['image', 'video'] as const
export const formats = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg'] as const
const videoFormats = ['mp4', 'mov', 'webm', 'mkv'] as const
export type MediaType = (typeof mediaTypes)[number]
export type Format = (typeof formats)[number]
export type VideoFormat = (typeof videoFormats)[number]

export const Media = Type.Object(
  {
    type: oneOf(mediaTypes, { description: 'What was analysed.' }),
    format: oneOf([...formats, ...videoFormats], { description: 'Format by the bytes, whatever was declared.' }),
    width: Pixels(1, 'Width of the upright picture, px.'),
    height: Pixels(1, 'Height of the upright picture, px.'),
    bytes: Count('Size of the file, bytes.'),
    frames: Count('Frames of the file; of an animation the first one is analysed, of a video its keyframes.'),
    alpha: Type.Boolean({ description: 'Whether the file has an alpha channel.' }),
    orientation: Type.Integer({ minimum: 1, maximum: 8, description: 'EXIF orientation that was undone.' }),
    color_space: Line(32, 'Colour space of the file before conversion to sRGB.'),
    sha256: Sha256('SHA-256 of the file.'),
  },
  { $id: 'Media', description: 'Facts of the input.' },
)
export type Media = Static<typeof Media>

const seconds = (description: string) => Type.Number({ minimum: 0, description: `${description} Seconds.` })

export const Video = Type.Object(
  {
    duration: seconds('Length as the file says, or up to its last keyframe; 0 for a still picture.'),
    fps: Type.Number({ minimum: 0, description: 'Frames a second; 0 when it has no steady rate.' }),
    width: Pixels(1, 'Width of the upright frame, px.'),
    height: Pixels(1, 'Height of the upright frame, px.'),
    codec: Name(32, 'Codec of the frames, as ffmpeg names it.'),
    frames: Type.Integer({ minimum: 1, maximum: 24, description: 'Keyframes that were measured, together.' }),
    scenes: Type.Optional(
      Type.Array(
        Type.Object(
          { start: seconds('First moment.'), end: seconds('Last moment.') },
          { description: 'Part between two cuts.' },
        ),
        {
          minItems: 1,
          maxItems: 64,
          description: 'Parts between cuts, told by keyframes that differ. Only at depth high.',
        },
      ),
    ),
  },
  { $id: 'Video', description: 'Facts of a video.' },
)
export type Video = Static<typeof Video>
