// ffmpeg as this service lets it work: one process, one thread, bytes in and frames out through pipes, nothing else.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { VideoFormat } from '../../../schemas/media.ts'
import { Problem } from '../../errors.ts'
import { createLog, type VideoLog } from './ffmpeg-log.ts'
import { type Frame, framesFrom } from './ppm.ts'

interface FfmpegOptions {
  /** The program: a path, or a name to look for in PATH. */
  readonly path: string
  readonly format: VideoFormat
  /** Longest side of a frame, px. */
  readonly side: number
  /** Most pixels of a frame in the file. */
  readonly maxPixels: number
  /** Most keyframes that are decoded. */
  readonly maxFrames: number
  /** Whether the other frames are counted as well, without decoding them, to know where the video ends. */
  readonly toEnd: boolean
}

/** Most pixels of a frame: 8K with room for its blocks. */
export const largestFrame = 8192 * 4352

/** The reader is named by our own sniffing, so that ffmpeg never guesses: playlists and lists of files have readers, too. */
const readers: Readonly<Record<VideoFormat, string>> = { mp4: 'mov', mov: 'mov', webm: 'matroska', mkv: 'matroska' }

const decoders =
  'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1,mpeg4,mpeg2video,mpeg1video,h263,mjpeg,prores,dnxhd,png,qtrle,rawvideo,theora'

const argumentsFor = ({ format, side, maxPixels, maxFrames, toEnd }: FfmpegOptions): readonly string[] => [
  ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info', '-max_alloc', `${2 ** 28}`, '-filter_threads', '1'],
  ...[
    '-protocol_whitelist',
    'pipe',
    '-f',
    readers[format],
    '-codec_whitelist',
    decoders,
    '-max_pixels',
    `${maxPixels}`,
  ],
  ...[
    '-threads',
    '1',
    '-max_streams',
    '32',
    '-skip_frame',
    'nokey',
    '-i',
    'pipe:0',
    '-map',
    '0:v:0',
    '-frames:v',
    `${maxFrames}`,
  ],
  '-vf',
  `showinfo=checksum=0,scale=w=min(iw\\,${side}):h=min(ih\\,${side}):force_original_aspect_ratio=decrease:flags=neighbor+full_chroma_int+accurate_rnd`,
  ...['-fps_mode', 'passthrough', '-pix_fmt', 'rgb24', '-c:v', 'ppm', '-threads', '1', '-f', 'image2pipe', 'pipe:1'],
  ...(toEnd ? ['-map', '0:v:0', '-c', 'copy', '-f', 'null', '-'] : []),
]

const absent = (cause: unknown): Problem =>
  new Problem('video_unavailable', {
    detail: 'Reading a video needs ffmpeg, which does not run here. Send a still picture.',
    cause,
  })

/** PATH alone: the process has no business with our settings and secrets. */
const environment = { PATH: process.env.PATH }

/**
 * Decodes the keyframes of a video.
 *
 * @param pieces the file, in pieces that stand one after another.
 * @param take gets every keyframe with its number.
 * @returns what ffmpeg told, as far as it came.
 * @throws Problem `video_unavailable`.
 */
export const readKeyframes = async (
  pieces: readonly Buffer[],
  options: FfmpegOptions,
  take: (frame: Frame, number: number) => void,
): Promise<VideoLog> => {
  const child = spawn(options.path, argumentsFor(options), { env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'close').catch(cause => {
    throw absent(cause)
  })
  ended.catch(() => undefined) // it is awaited below, after the frames
  child.stdin.on('error', () => undefined) // it may have seen enough before the end
  const log = createLog()
  child.stderr.setEncoding('latin1').on('data', log.add)
  for (const piece of pieces) child.stdin.write(piece)
  child.stdin.end()
  try {
    let number = 0
    for await (const frame of framesFrom(child.stdout)) take(frame, number++)
    await ended
  } finally {
    child.kill('SIGKILL')
  }
  return log.read()
}
