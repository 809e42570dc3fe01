// Facts about the analysed file.
import { type Static, Type } from '@sinclair/typebox'
import { alternatives, Count, enumModel, enumOf, enumRef, Pixels, Sha256, SingleLine, Token } from './types.ts'

const mediaTypes = ['image', 'video'] as const
/** Decoded by ImageMagick, which is loaded with the first of them. */
export const wasmFormats = ['heic', 'jxl', 'bmp', 'ico', 'psd'] as const
export const formats = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff', 'svg', ...wasmFormats] as const
const videoFormats = ['mp4', 'mov', 'webm', 'mkv', 'avi', 'ts', 'flv', 'wmv'] as const
/** Types of pictures that pages embed. */
export const webPictureTypes = ['image/webp', 'image/jpeg', 'image/png', 'image/avif', 'image/gif'] as const
export type WebPictureType = (typeof webPictureTypes)[number]
export type MediaType = (typeof mediaTypes)[number]
export type Format = (typeof formats)[number]
export type WasmFormat = (typeof wasmFormats)[number]
export type VideoFormat = (typeof videoFormats)[number]

/** As people write them. */
export const formatTitles: Readonly<Record<Format, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  avif: 'AVIF',
  gif: 'GIF',
  tiff: 'TIFF',
  svg: 'SVG',
  heic: 'HEIC',
  jxl: 'JPEG XL',
  bmp: 'BMP',
  ico: 'ICO',
  psd: 'PSD',
}
export const pictureFormatList = alternatives(Object.values(formatTitles))
const videoFormatTitles: Readonly<Record<VideoFormat, string>> = {
  mp4: 'MP4',
  webm: 'WebM',
  mov: 'MOV',
  mkv: 'MKV',
  avi: 'AVI',
  ts: 'MPEG-TS',
  flv: 'FLV',
  wmv: 'WMV',
}
export const videoFormatList = alternatives(Object.values(videoFormatTitles))

export const MediaType = enumModel(
  'MediaType',
  mediaTypes,
  'Type of the source. Default in requests: detected from its bytes.',
)

export const Media = Type.Object(
  {
    type: enumRef(MediaType),
    format: enumOf([...formats, ...videoFormats], { description: 'Format, detected from the bytes.' }),
    width: Pixels(1, 'Width after EXIF rotation, px.'),
    height: Pixels(1, 'Height after EXIF rotation, px.'),
    bytes: Count('File size, bytes.'),
    frames: Count(
      'Number of frames. In an animation, the first frame that is not blank is analysed; in a video, frames at evenly spaced times.',
    ),
    alpha: Type.Boolean({ description: 'Whether the file has an alpha channel.' }),
    orientation: Type.Integer({ minimum: 1, maximum: 8, description: 'EXIF orientation, already applied.' }),
    color_space: SingleLine(
      32,
      'Colour space before the conversion to sRGB, for example `srgb`, `display-p3`, `bt2020-pq`, `cmyk` or the name of a colour profile.',
    ),
    sha256: Sha256('SHA-256 of the file.'),
  },
  { $id: 'Media', description: 'Facts about the analysed file.' },
)
export type Media = Static<typeof Media>

function Seconds(description: string) {
  return Type.Number({ minimum: 0, description: `${description} Seconds.` })
}

export const Video = Type.Object(
  {
    duration: Seconds(
      'Duration as declared in the file or, if it declares none, the end of the last frame; 0 for an image.',
    ),
    fps: Type.Number({ minimum: 0, description: 'Frames per second, on average; 0 if the file does not say.' }),
    width: Pixels(1, 'Width as displayed (after the rotation in the file), px.'),
    height: Pixels(1, 'Height as displayed (after the rotation in the file), px.'),
    codec: Token(32, 'Video codec, as ffmpeg names it.'),
    frames: Type.Integer({
      minimum: 1,
      maximum: 24,
      description:
        'Number of analysed frames: 1 at depth low, 12 at medium and 24 at high, or as many as the video has and can be decoded in time. If there were fewer, `analysis.warnings` says so.',
    }),
    scenes: Type.Optional(
      Type.Array(
        Type.Object({ start: Seconds('Start.'), end: Seconds('End.') }, { title: 'Scene', description: 'A scene.' }),
        {
          minItems: 1,
          maxItems: 64,
          description:
            'Scenes, detected by differences between frames, mostly keyframes. Present only if analysis_depth is high.',
        },
      ),
    ),
  },
  { $id: 'Video', description: 'Facts about a video.' },
)
export type Video = Static<typeof Video>
